/* tape_policy.h: a tape as a policy: its answers, found by key as ever, leave parameters behind. That is how a tape
 * becomes a corpus entry that every guide can mutate; a plan's `tape` only replays, and leaves none. */
#ifndef BD_CHOICE_TAPE_POLICY_H
#define BD_CHOICE_TAPE_POLICY_H

#include "choice/tape.h"

struct bd__tape_policy {
    struct bd__policy policy;
    struct bd__tape_reader reader; /* its memory is the process's */
    const struct bd__sites *sites; /* borrowed */
};

/* P->policy answers from TAPE, from its beginning. P must be zeroed before its first use in a process. */
void bd__tape_policy_begin(struct bd__tape_policy *p, const struct bd__tape *tape, const struct bd__sites *sites);

#endif
