/* rig.h: everything needed to make one input, run it and see what it covers. A campaign builds its ring on a rig
 * (ring.h). Replay, sampling, verifying, shrinking and minimising use a rig alone (inspect/).
 *
 *     generate()  plan → choices, input      run()  input → outcome      end()  destroys the input's object
 *
 * A rig lies in an arena, so the supervisor can read there what a worker did before it died.
 */
#ifndef BD_RING_RIG_H
#define BD_RING_RIG_H

#include <bediv/engine.h>

#include "base/log.h"
#include "choice/source.h"
#include "cover/cover.h"
#include "exec/pulse.h"
#include "exec/remote.h"
#include "exec/target.h"
#include "exec/worker.h"
#include "gen/dict.h"
#include "gen/out.h"
#include "ring/history.h"
#include "trial/trial.h"

#define BD__OUTPUT_CAPACITY ((size_t)64 << 20) /* no input is larger */

struct bd__rig {
    /* Set once, before the first worker. Workers seal these pages, so whatever a target does, the supervisor can trust
     * them. */
    struct bd_config config; /* with all defaults filled in: settings.h */
    struct bd__target target;
    struct bd__remote
        *remote; /* where the target runs; owned, unless the settings name a session; NULL: in the worker */
    struct bd__arena *arena;
    int lock;       /* the descriptor that locks the run directory; -1: none */
    bool plain;     /* the target has no generator of its own: inputs are plain bytes … */
    size_t longest; /* … at most this many */
    struct bd__sites *sites;
    struct bd_source *source;
    struct bd__history *history;
    uint8_t *scratch; /* for garbling: see gen/garble.h */

    /* The stages, in the order of the ring. Everything above is sealed. */
    _Alignas(BD__PAGE) struct bd_out out;
    void *env; /* what the target's set-up returned in this worker */
    struct bd__cover cover;
    struct bd__trial trial; /* in flight */

    struct bd__pulse pulse;
    bool warm_up_failed; /* the simplest input fails: do not run it again */
};

/* Makes an arena for a rig, or for a structure that contains one. NULL if that fails; LOG says why. */
struct bd__arena *bd__rig_arena(const struct bd__log *log);
/* Prepares RIG in ARENA: completes the settings of CONFIG and finds FUZZER's target. Builds nothing yet. */
enum bd_status bd__rig_init(struct bd__rig *rig, struct bd__arena *arena, const struct bd_fuzzer *fuzzer,
                            const struct bd_config *config, const struct bd__log *log)
    __attribute__((warn_unused_result));
/* Builds the stages. DICT is borrowed. */
void bd__rig_build(struct bd__rig *rig, const struct bd_dict *dict);

/* What calls for single inputs share. */
struct bd_session {
    struct bd__remote *remote; /* owned; NULL: none yet */
};

/* For commands that are not campaigns: makes and builds a rig in an arena of its own, and loads its dictionary into
 * DICT, which must outlive it. The seed is 1 if CONFIG gives none. */
enum bd_status bd__rig_open(struct bd__rig **rig, struct bd__dict_file *dict, const struct bd_fuzzer *fuzzer,
                            const struct bd_config *config, const struct bd__log *log)
    __attribute__((warn_unused_result));
void bd__rig_close(struct bd__rig *rig);

/* If the target is a remote, starts it, and makes its counters known to this process. Workers start it by themselves;
 * this is for callers that need to know the branches before. */
enum bd_status bd__rig_start_remote(struct bd__rig *rig, const struct bd__log *log) __attribute__((warn_unused_result));

/* The name of the fuzzer, or of the program if the fuzzer has none. Never changes. */
const char *bd__rig_name(const struct bd__rig *rig);
/* Loads --dict, or else the fuzzer's default dictionary. If that one is a relative path, it is also looked for beside
 * the program. With neither, the dictionary is empty. */
enum bd_status bd__rig_dictionary(struct bd__dict_file *file, const struct bd__rig *rig, const struct bd__log *log)
    __attribute__((warn_unused_result));

/* Describes a worker that calls WORK with USER, within the limits of RIG. */
struct bd__worker bd__rig_worker(struct bd__rig *rig, void (*work)(void *user), void *user, const struct bd__log *log);

/* ---- in a worker --------------------------------------------------------------------------------- */

/* Call this first. It makes the pages of data that is set once read-only. */
void bd__rig_seal(struct bd__rig *rig);
/* Runs the target's set-up. Call it once per worker, before the first run. */
void bd__rig_set_up(struct bd__rig *rig);
/* The warm-up, which every worker does before its first trial. False if the target returns BD_FAILURE for the simplest
 * input. If that input fails in any way, `warm_up_failed` is set, and later calls do nothing. */
bool bd__rig_warm_up(struct bd__rig *rig);

/* Call end after each generate, and after its run if there is one, unless the worker ends. Collect the coverage of the
 * run before that. */
void bd__rig_generate(struct bd__rig *rig, struct bd__trial *t);
void bd__rig_run(struct bd__rig *rig, struct bd__trial *t);
void bd__rig_end(struct bd__rig *rig);

#endif
