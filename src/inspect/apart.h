/* apart.h: runs one piece of work on a rig in a worker, and protects the supervisor from what the target does to the
 * arena. */
#ifndef BD_INSPECT_APART_H
#define BD_INSPECT_APART_H

#include "ring/rig.h"

/* Calls WORK with USER in a worker. Returns how the worker ended; BD__WORKER_STOPPED after a signal that asks to
 * stop. */
enum bd__worker_end bd__apart_work(struct bd__rig *rig, void (*work)(void *user), void *user,
                                   struct bd__outcome *outcome, struct bd__text *output, const struct bd__log *log);

/* Work that makes inputs and runs none. Its job is in the arena, which worker and supervisor share, and starts zeroed. */
struct bd__making {
    size_t job_size;
    void (*prepare)(void *job, struct bd__rig *rig, void *user); /* before the worker starts */
    void (*work)(void *job);                                     /* in the worker, sealed, after the target's set-up */
    void (*collect)(void *job, struct bd__rig *rig, void *user); /* afterwards, however the worker ended */
};

/* Does such work on a rig of its own, with a random seed if CONFIG gives none. Logs what went wrong. */
enum bd_status bd__apart_make(const struct bd__making *making, const struct bd_fuzzer *fuzzer,
                              const struct bd_config *config, void *user);

/* Calls WORK, which reads an arena that the target may have overwritten, under bd__rescue. If WORK does not return,
 * logs that and returns false; the arena leaks. */
bool bd__apart(void (*work)(void *user), void *user, const struct bd__log *log) __attribute__((warn_unused_result));

#endif
