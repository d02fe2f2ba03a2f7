/* printable.h: text of unknown origin (names of files and functions, inputs, what a target wrote), made safe to look at.
 *
 * A terminal obeys control characters, and shows text after a bidirectional override in another order than it is in. These are
 * spelt out as in C: \x1b, \n, \u202e. So are bytes that are no UTF-8, which a terminal may take for control
 * characters. All else stays as it is, also the backslash. */
#ifndef BD_BASE_PRINTABLE_H
#define BD_BASE_PRINTABLE_H

#include "base/text.h"

/* How many bytes the character at AT has, of which there are at most LEFT (1 or more); 1 if it is none. SAFE: a terminal
 * shows it, and does nothing else. */
size_t bd__printable_next(const char *at, size_t left, bool *safe);

/* DATA as a part of one line: newlines and tabs are spelt out too. */
void bd__printable_line(struct bd__text *out, const char *data, size_t size);
/* DATA as lines: newlines and tabs stay. */
void bd__printable_lines(struct bd__text *out, const char *data, size_t size);

/* How many of TEXT's bytes fit into so many COLUMNS of a terminal, and how many columns these bytes take. TEXT is
 * printable. No character is wider than it counts. */
size_t bd__printable_fit(const char *text, size_t columns, size_t *taken);

#endif
