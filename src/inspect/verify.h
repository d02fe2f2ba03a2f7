/* verify.h: does a failure show again? It is run once more in a process that has run nothing else: a fork of the
 * supervisor, which never ran foreign code. If it does not fail the same way there, it may take what earlier runs left
 * behind in the target: those of its worker are run before it, then fewer and fewer of them.
 *
 * This has an arena of its own; the campaign is only read. What it finds depends on the number of runs, never on time. */
#ifndef BD_INSPECT_VERIFY_H
#define BD_INSPECT_VERIFY_H

#include "ring/rig.h"
#include "store/failures.h"
#include "triage/evidence.h"

struct bd__verification {
    enum bd__reproducible reproducible;
    char **earlier; /* owned: tapes to be run before, in order */
    size_t earlier_count;
    struct bd__evidence shown; /* owned: of the last run that failed as it did before; zero if none has */
    bool interrupted;          /* a signal came that asks to stop */
};

struct bd__verify_request {
    const struct bd__rig *rig; /* of the campaign; no worker of it is alive */
    const struct bd__case *kept;
    const struct bd__signature *wanted;
    bool with_history; /* it is the last run of the worker that died last */
    const struct bd__provenance *from;
    void (*tick)(void *tick_user); /* every 20 ms; NULL: nothing to do */
    void *tick_user;
    const _Atomic bool *stop; /* asks for an end; what was found so far counts */
    const struct bd__log *log;
};

void bd__verify(struct bd__verification *result, const struct bd__verify_request *request);
void bd__verification_clear(struct bd__verification *result);

#endif
