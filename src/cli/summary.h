/* summary.h: the result of a campaign, on stdout. */
#ifndef BD_CLI_SUMMARY_H
#define BD_CLI_SUMMARY_H

#include <bediv/engine.h>

/* PATH is how the program was called; it becomes part of the command that reproduces a failure. */
void bd__summary_print(const struct bd_summary *summary, enum bd_status status, const char *path);
void bd__summary_json(const struct bd_summary *summary, enum bd_status status);

#endif
