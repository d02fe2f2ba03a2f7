/* printable.h: makes text of unknown origin (file and function names, inputs, what a target wrote) safe to print.
 *
 * A terminal obeys control characters, and shows the text after a bidirectional override in a different order. These
 * characters are escaped as in C: \x1b, \n, \u202e. So are bytes that are not UTF-8, which a terminal may take for
 * control characters. Everything else stays, including the backslash.
 */
#ifndef BD_BASE_PRINTABLE_H
#define BD_BASE_PRINTABLE_H

#include "base/text.h"

/* Returns the length in bytes of the character at AT, or 1 if there is no valid character. LEFT bytes (at least 1) are
 * readable. SAFE: a terminal shows the character and does nothing else. */
size_t bd__printable_next(const char *at, size_t left, bool *safe);

/* Appends DATA as part of one line: newlines and tabs are escaped too. */
void bd__printable_line(struct bd__text *out, const char *data, size_t size);
/* Appends DATA as lines: newlines and tabs stay. */
void bd__printable_lines(struct bd__text *out, const char *data, size_t size);

/* Returns how many bytes of TEXT fit into COLUMNS of a terminal, and sets TAKEN to the columns they need. TEXT must be
 * printable. No character is wider than it is counted. */
size_t bd__printable_fit(const char *text, size_t columns, size_t *taken);

#endif
