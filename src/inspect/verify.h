/* verify.h: is a failure reproducible? Runs the input again in a fresh process: a fork of the supervisor, which never
 * ran foreign code. If it does not fail the same way there, it may depend on what earlier runs left behind in the
 * target. So the earlier runs of its worker are run first, then as few of them as possible.
 *
 * Uses an arena of its own and only reads the campaign's. The result depends on the number of runs, never on time. */
#ifndef BD_INSPECT_VERIFY_H
#define BD_INSPECT_VERIFY_H

#include "ring/rig.h"
#include "store/failures.h"
#include "triage/evidence.h"

struct bd__verification {
    enum bd__reproducible reproducible;
    char **earlier; /* owned: tapes to run before the input, in order */
    size_t earlier_count;
    struct bd__evidence shown; /* owned: from the last run that failed as wanted; zero if none did */
    bool interrupted;          /* a signal asked to stop */
};

struct bd__verify_request {
    const struct bd__rig *rig; /* of the campaign, which must have no worker at the moment */
    const struct bd__case *kept;
    const struct bd__signature *wanted;
    bool with_history; /* KEPT was the last run of the worker that died last */
    const struct bd__provenance *from;
    void (*tick)(void *tick_user); /* called every 20 ms; may be NULL */
    void *tick_user;
    const _Atomic bool *stop; /* set to end early; what was found so far counts */
    const struct bd__log *log;
};

void bd__verify(struct bd__verification *result, const struct bd__verify_request *request);
void bd__verification_clear(struct bd__verification *result);

#endif
