/* tape_policy.h: a tape as a policy. Its answers, found by key as usual, become parameters. That is how a tape becomes
 * a corpus entry that every guide can mutate; the `tape` of a plan is only replayed and leaves no parameters. */
#ifndef BD_CHOICE_TAPE_POLICY_H
#define BD_CHOICE_TAPE_POLICY_H

#include "choice/tape.h"

struct bd__tape_policy {
    struct bd__policy policy;
    struct bd__tape_reader reader; /* its memory belongs to this process */
    const struct bd__sites *sites; /* borrowed */
};

/* Makes P->policy answer from the beginning of TAPE. P must be zeroed before its first use in a process. */
void bd__tape_policy_begin(struct bd__tape_policy *p, const struct bd__tape *tape, const struct bd__sites *sites);

#endif
