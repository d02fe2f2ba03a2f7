/* rig.h: what it takes to make one input, run it and see what it covers. Campaigns turn a ring on it (ring.h); replay, samples,
 * verifying, shrinking and minimising use it as it is (inspect/).
 *
 *     generate()  plan → choices, input      run()  input → outcome      end()  the input's object is destroyed
 *
 * It lies in an arena: what a worker did before it died, the supervisor reads there.
 */
#ifndef BD_RING_RIG_H
#define BD_RING_RIG_H

#include <bediv/engine.h>

#include "base/log.h"
#include "choice/source.h"
#include "cover/cover.h"
#include "exec/pulse.h"
#include "exec/target.h"
#include "exec/worker.h"
#include "gen/dict.h"
#include "gen/out.h"
#include "ring/history.h"
#include "trial/trial.h"

#define BD__OUTPUT_CAPACITY ((size_t)64 << 20) /* no input is larger */

struct bd__rig {
    /* Set once, before the first worker. Workers seal these pages: what a target does, the supervisor can rely on them. */
    struct bd_config config; /* no setting is left open: settings.h */
    struct bd__target target;
    struct bd__arena *arena;
    int lock;       /* the descriptor that holds the run directory; -1: none */
    bool plain;     /* the target has no generator of its own: inputs are plain bytes … */
    size_t longest; /* … at most this many */
    struct bd__sites *sites;
    struct bd_source *source;
    struct bd__history *history;

    /* The stages, in the order of the ring; what lies before is sealed. */
    _Alignas(BD__PAGE) struct bd_out out;
    void *env; /* of the target, in this worker */
    struct bd__cover cover;
    struct bd__trial trial; /* in flight */

    struct bd__pulse pulse;
    bool warm_up_failed; /* the simplest input fails: do not run it again */
};

/* An arena for a rig, or for what has one in it; NULL after an error in LOG. */
struct bd__arena *bd__rig_arena(const struct bd__log *log);
/* RIG in ARENA, with the settings of CONFIG completed and FUZZER's target found. Nothing is built yet. */
enum bd_status bd__rig_init(struct bd__rig *rig, struct bd__arena *arena, const struct bd_fuzzer *fuzzer,
                            const struct bd_config *config, const struct bd__log *log)
    __attribute__((warn_unused_result));
/* Builds the stages. DICT is borrowed. */
void bd__rig_build(struct bd__rig *rig, const struct bd_dict *dict);

/* A rig with an arena and the dictionary DICT of its own, built; for what is no campaign. The seed is 1 if none is given. */
enum bd_status bd__rig_open(struct bd__rig **rig, struct bd__dict_file *dict, const struct bd_fuzzer *fuzzer,
                            const struct bd_config *config, const struct bd__log *log)
    __attribute__((warn_unused_result));
void bd__rig_close(struct bd__rig *rig);

/* The name of the fuzzer, else that of the program. Constant. */
const char *bd__rig_name(const struct bd__rig *rig);
/* Loads --dict, or the fuzzer's default dictionary: a relative path of the latter is looked for beside the program too. With
 * neither, the empty dictionary. */
enum bd_status bd__rig_dictionary(struct bd__dict_file *file, const struct bd__rig *rig, const struct bd__log *log)
    __attribute__((warn_unused_result));

/* A worker that does WORK on USER, within the limits of RIG. */
struct bd__worker bd__rig_worker(struct bd__rig *rig, void (*work)(void *user), void *user, const struct bd__log *log);

/* ---- in a worker --------------------------------------------------------------------------------- */

/* Before anything else: what is set once cannot be written to from now on. */
void bd__rig_seal(struct bd__rig *rig);
/* The target's set-up, in a worker that has run nothing yet. */
void bd__rig_set_up(struct bd__rig *rig);
/* What every worker does before its first run. False if the simplest input fails by the target's own verdict;
 * `warm_up_failed` is set if it failed in any way, and then this does nothing any more. */
bool bd__rig_warm_up(struct bd__rig *rig);

/* After each generate comes an end, when the coverage of the run, if there was one, is collected. */
void bd__rig_generate(struct bd__rig *rig, struct bd__trial *t);
void bd__rig_run(struct bd__rig *rig, struct bd__trial *t);
void bd__rig_end(struct bd__rig *rig);

#endif
