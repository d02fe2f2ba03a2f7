/* trying.h: runs many inputs, most of them harmless, in as few workers as possible. Shrinking and minimising use it.
 *
 *   supervisor:  bd__trying_run ──fork──► worker:  one()  one()  one() …   one input per call, until it returns false
 *                     ▲                                     │
 *                     └────────── died(outcome) ◄───────────┘   the input in flight failed; a new worker continues
 *
 * Whatever the two processes share must lie in the arena of the rig. A worker that grows is replaced. If the target
 * returns BD_FAILURE, the worker continues.
 */
#ifndef BD_INSPECT_TRYING_H
#define BD_INSPECT_TRYING_H

#include "gen/dict.h"
#include "ring/rig.h"

/* What a worker tells its supervisor; in the arena. */
struct bd__trying_word {
    bool begun; /* the warm-up is over */
    bool more;  /* one() has not returned false */
};

/* In the supervisor's own memory. A worker has a copy from when it was started. */
struct bd__trying {
    struct bd__rig *rig; /* owned */
    struct bd__trying_word *word;
    struct bd__dict_file dict;
    const struct bd__log *log;
    struct bd__text output; /* owned: what the last worker wrote to stderr in its last run */

    /* Set by the user before bd__trying_run. */
    bool (*one)(void *user); /* called in the worker; false ends bd__trying_run */
    void (*died)(void *user, const struct bd__outcome *outcome, const char *output);
    bool fresh;               /* each worker gets a remote of its own, if the target is one */
    void (*tick)(void *user); /* called in the supervisor, every 20 ms; may be NULL */
    void *user;
};

enum bd_status bd__trying_open(struct bd__trying **t, const struct bd_fuzzer *fuzzer, const struct bd_config *config,
                               const struct bd__log *log) __attribute__((warn_unused_result));
void bd__trying_close(struct bd__trying *t);

/* Runs workers until one() returns false. After died() another worker continues, unless died() cleared `more`. Returns
 * BD_INTERRUPTED after a signal, or if tick() set the pulse's `stop`; the caller may call it again after that. Signals
 * that the caller has blocked stay blocked. */
enum bd_status bd__trying_run(struct bd__trying *t) __attribute__((warn_unused_result));

/* ---- for one() ----------------------------------------------------------------------------------- */

/* Makes the input of TAPE; the trial of the rig gets its choices. False if the input was discarded. */
bool bd__trying_generate(struct bd__trying *t, const struct bd__tape *tape);
/* Makes BYTES the input, without choices. */
void bd__trying_take_bytes(struct bd__trying *t, struct bd__bytes bytes);
/* Runs the input and fills the outcome. Call bd__rig_end afterwards. */
void bd__trying_go(struct bd__trying *t);

/* ---- for died() ---------------------------------------------------------------------------------- */

/* Fills the outcome of the trial; if the generator failed, also its choices and input, as far as it got. */
void bd__trying_settle(struct bd__trying *t, const struct bd__outcome *outcome);

#endif
