/* trying.h: tries many inputs that are mostly harmless, in as few workers as can be.
 *
 *   supervisor:  bd__trying_run ──fork──► worker:  one()  one()  one() …   an input each, until it answers false
 *                     ▲                                     │
 *                     └────────── died(outcome) ◄───────────┘   the input in flight failed; a new worker goes on
 *
 * Whatever the two share must lie in the arena of the rig. A worker that grows is replaced; a failure by the target's
 * own verdict costs no process. Shrinking and minimising are made of this.
 */
#ifndef BD_INSPECT_TRYING_H
#define BD_INSPECT_TRYING_H

#include "gen/dict.h"
#include "ring/rig.h"

/* What a worker tells its supervisor; in the arena. */
struct bd__trying_word {
    bool begun; /* its warm-up is over */
    bool more;  /* one() did not say that all is done */
};

/* In the supervisor's own memory: a worker has a copy, as it was when it was started. */
struct bd__trying {
    struct bd__rig *rig; /* owned */
    struct bd__trying_word *word;
    struct bd__dict_file dict;
    const struct bd__log *log;
    struct bd__text output; /* owned: what the last worker wrote to stderr in its last run */

    /* Set by the user before bd__trying_run. */
    bool (*one)(void *user); /* in the worker. False: nothing is left to do, or a fresh worker should do it */
    void (*died)(void *user, const struct bd__outcome *outcome, const char *output);
    void (*tick)(void *user); /* in the supervisor, every 20 ms; NULL: nothing */
    void *user;
};

enum bd_status bd__trying_open(struct bd__trying **t, const struct bd_fuzzer *fuzzer, const struct bd_config *config,
                               const struct bd__log *log) __attribute__((warn_unused_result));
void bd__trying_close(struct bd__trying *t);

/* Runs workers until one() answers false. After died() another goes on, unless it cleared `more`. BD_INTERRUPTED after a
 * signal, or if tick() set the pulse's `stop`: then it may be called again. Signals that the caller has blocked already stay so. */
enum bd_status bd__trying_run(struct bd__trying *t) __attribute__((warn_unused_result));

/* ---- for one() ----------------------------------------------------------------------------------- */

/* The trial of the rig: TAPE's choices and input. False if the generator gave up on it. */
bool bd__trying_generate(struct bd__trying *t, const struct bd__tape *tape);
/* The same for plain bytes. */
void bd__trying_take_bytes(struct bd__trying *t, struct bd__bytes bytes);
/* Runs it, and fills its outcome. The object that it may have stays: end it with bd__rig_end. */
void bd__trying_go(struct bd__trying *t);

/* ---- for died() ---------------------------------------------------------------------------------- */

/* The choices and the input in flight, as far as the generator got. */
void bd__trying_settle(struct bd__trying *t, const struct bd__outcome *outcome);

#endif
