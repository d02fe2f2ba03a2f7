/* failures.h: the distinct failures of a run directory, as a table, as JSON, and as SARIF 2.1.0, which GitHub and GitLab show next
 * to the source. */
#ifndef BD_REPORT_FAILURES_H
#define BD_REPORT_FAILURES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

enum bd__failures_format { BD__FAILURES_TABLE, BD__FAILURES_JSON, BD__FAILURES_SARIF };

/* Appends the failures of the run directory DIR; COUNT is their number. Returns false if DIR cannot be read. Damaged folders
 * are skipped. PROBLEMS gets one line for each error. */
bool bd__report_failures(struct bd__text *out, const char *dir, enum bd__failures_format format, size_t *count,
                         struct bd__text *problems);

/* Appends the first few failures of DIR for a summary, one line each. FIRST gets the folder name of the first one that this
 * program itself found, or "". */
void bd__report_failures_briefly(struct bd__text *out, const char *dir, char *first, size_t room);

/* Is PATH a failure's folder? If so, INPUT gets the path of its input. */
bool bd__report_failure_input(const char *path, char *input, size_t room);

#endif
