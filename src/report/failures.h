/* failures.h: the distinct failures of a run directory, as a table, as JSON, and as SARIF 2.1.0, which code hosts show
 * beside the lines. */
#ifndef BD_REPORT_FAILURES_H
#define BD_REPORT_FAILURES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

enum bd__failures_format { BD__FAILURES_TABLE, BD__FAILURES_JSON, BD__FAILURES_SARIF };

/* The failures of the run directory DIR; how many are in COUNT. False if it cannot be read; damaged folders are left out.
 * Either is told in PROBLEMS, a line each. */
bool bd__report_failures(struct bd__text *out, const char *dir, enum bd__failures_format format, size_t *count,
                         struct bd__text *problems);

/* The first few failures of DIR for a summary, a line each; FIRST gets the name of the first one's folder, "" if there is
 * none. */
void bd__report_failures_briefly(struct bd__text *out, const char *dir, char *first, size_t room);

/* Is PATH a failure's folder? Then the path of its input. */
bool bd__report_failure_input(const char *path, char *input, size_t room);

#endif
