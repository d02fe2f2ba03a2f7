/* case_name.h: the names of saved inputs, which say where each came from. docs/run-directory.md explains the parts.
 *
 *   corpus/                 id:000012,src:000003,execs:4567,op:value,rep:4,+cov,+valid,witness
 *   failures/NAME/seen/     id:000000,sig:06,src:000003,execs:4567,op:value,rep:4
 *
 * A tape has the name of its input with ".tape" added.
 */
#ifndef BD_STORE_CASE_NAME_H
#define BD_STORE_CASE_NAME_H

#include "base/text.h"
#include "trial/trial.h"

void bd__case_name_in_corpus(struct bd__text *name, const struct bd__case *kept);
/* ID: its number among the examples of its failure. */
void bd__case_name_in_failure(struct bd__text *name, const struct bd__case *kept, uint32_t id);

/* Does NAME begin as that of a case does? */
bool bd__case_name_is(const char *name);
/* The number of the case in its folder, and of the trial that made it; false if NAME does not say. */
bool bd__case_name_id(const char *name, uint64_t *id);
bool bd__case_name_trial(const char *name, uint64_t *trial);

/* What the name of an example of a failure says. */
struct bd__failure_name {
    char kind[32]; /* SIGABRT, exit 3, timeout, …; behind "generator: " if that failed */
    uint64_t trial;
};
/* False for names of tapes and logs, and for other files. */
bool bd__case_name_read_failure(struct bd__failure_name *failure, const char *name);

#endif
