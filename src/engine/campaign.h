/* campaign.h: one run of one guide on one subject. All of it lives in the arena: what a worker knows when
 * it dies, the next one knows when it starts. */
#ifndef BD_ENGINE_CAMPAIGN_H
#define BD_ENGINE_CAMPAIGN_H

#include <bediv/engine.h>

#include "choice/source.h"
#include "choice/tape_policy.h"
#include "cover/cover.h"
#include "engine/history.h"
#include "exec/custom.h"
#include "exec/pulse.h"
#include "exec/target.h"
#include "feedback/feedback.h"
#include "gen/bytes.h"
#include "gen/out.h"
#include "guide/guide.h"
#include "metrics/abundance.h"
#include "store/seeds.h"
#include "trial/trial.h"

/* Figures as the worker saw them between two trials, and when. */
struct bd__sighting {
    struct bd_figures figures;
    double clock;
};

enum { BD__ROWS = 256, BD__CALIBRATED = 64 };
enum { BD__TIMEOUT_MS = 1000, BD__MEMORY_MB = 2048 }; /* limits, unless others are given */

/* How runs of the same input compare, over the first BD__CALIBRATED inputs. */
struct bd__calibration {
    uint32_t inputs;               /* run again so far */
    uint32_t silent;               /* of these: covered nothing */
    uint32_t generator_drift;      /* of these: the same choices gave other bytes */
    uint32_t overwritten;          /* of these: the target wrote to its input */
    bool traces_pc;                /* code was run whose branches cannot be counted */
    uint8_t *state;                /* by branch: 1 covered, 2 varied */
    uint64_t covered, varied;      /* branches */
    struct bd__trace_block *first; /* room for what a repetition is compared with */
    uint8_t *parameters[BD__STREAMS];
};

struct bd__campaign {
    /* Set once, before the first worker. Workers seal these pages: what a target does, the supervisor can rely on them. */
    struct bd_config config; /* defaults filled in */
    struct bd__guide_settings settings;
    struct bd__target target;
    const struct bd__guide *guide;
    struct bd__arena *arena;
    int lock;               /* the descriptor that holds the run directory; -1: none */
    bool plain;             /* the target has no generator of its own: inputs are plain bytes … */
    size_t longest;         /* … at most so many */
    struct bd__seeds seeds; /* of the supervisor's heap, which workers inherit */
    void *guide_state;
    struct bd__sites *sites;
    struct bd_source *source;
    struct bd__history *history;
    double deadline;   /* by bd__clock_seconds; 0: none */
    uint64_t row_step; /* rows of plot_data by trials: one each so many */

    /* What is planned before the guide has its say, and beside it: see plan.c. */
    _Alignas(BD__PAGE) uint64_t seeds_run;  /* planned so far; what lies before is sealed */
    uint64_t start_branches, start_buckets; /* covered by valid seeds; without seeds, by the first input */
    _Atomic bool started;                   /* these are known */
    struct bd__tape_policy from_tape;
    struct bd__bytes_reader from_bytes;
    struct bd__custom custom; /* data NULL: the program has no mutator of its own */

    /* The stages, in the order of the ring. */
    struct bd__rng guide_rng;
    struct bd__corpus corpus;
    struct bd_out out;
    void *env; /* of the target, in this worker */
    struct bd__cover cover;
    struct bd__feedback feedback;
    struct bd__abundance abundance;

    struct bd__trial trial; /* in flight */
    struct bd_figures tally;
    double trace_sum, input_sum;

    /* Between worker and supervisor. */
    struct bd__pulse pulse;
    bool finished;       /* a limit was reached, or something is wrong */
    bool covers_nothing; /* … this: the target reports no coverage */
    bool own_verdict;    /* the trial in flight failed by the target's own verdict */
    bool warm_up_failed; /* the simplest input fails: do not run it again */
    bool calibrating;    /* the trial in flight is a repetition of one that was counted */
    struct bd__calibration calibration;
    _Atomic uint64_t look_at;      /* the worker shows itself from this trial on; 0: at once */
    uint64_t row_at;               /* the next row; UINT64_MAX: rows are made by time */
    struct bd__sighting glance[2]; /* the last one shown */
    _Atomic uint32_t glance_now;
    struct bd__sighting row[BD__ROWS];
    _Atomic uint64_t rows_shown, rows_taken;
};

/* Fills the gaps of CONFIG and checks it. */
enum bd_status bd__campaign_settings(struct bd__campaign *c, const struct bd_config *config, const struct bd__log *log)
    __attribute__((warn_unused_result));

/* Builds the stages in the campaign's arena. DICT is borrowed. */
void bd__campaign_build(struct bd__campaign *c, const struct bd_dict *dict);

/* A campaign in an arena of its own, with FUZZER resolved and CONFIG checked; nothing built. */
enum bd_status bd__campaign_open(struct bd__campaign **c, const struct bd_fuzzer *fuzzer,
                                 const struct bd_config *config, const struct bd__log *log)
    __attribute__((warn_unused_result));
void bd__campaign_close(struct bd__campaign *c);

/* In a worker, before anything else: what is set once cannot be written to from now on. */
void bd__campaign_seal(struct bd__campaign *c);

/* Figures at this moment; for whoever holds the campaign still. */
struct bd_figures bd__campaign_figures(const struct bd__campaign *c);

/* Counts the trial in flight under its verdict. */
void bd__campaign_tally(struct bd__campaign *c);

/* After a worker was killed in the engine's own code: makes anew the sums that it may have left half made. */
void bd__campaign_mend(struct bd__campaign *c);

/* ---- loop.c ---------------------------------------------------------------------------------- */

/* The worker's whole life: set-up, then the ring until something asks it to end. */
void bd__loop(void *campaign);
/* The target's set-up, in a worker that has run nothing yet. */
void bd__loop_set_up(struct bd__campaign *c);
/* What every worker does before its first run. False if the simplest input fails by the target's own verdict;
 * `warm_up_failed` says that it failed in whatever way, and then this does nothing any more. */
bool bd__loop_warm_up(struct bd__campaign *c);
/* Stages of the ring, also for replay, sampling and calibration. After each generate comes an end, when the
 * coverage of the run, if there was one, is collected: it destroys the object of the input. */
void bd__loop_generate(struct bd__campaign *c, struct bd__trial *t);
void bd__loop_run(struct bd__campaign *c, struct bd__trial *t);
void bd__loop_end(struct bd__campaign *c);

/* ---- plan.c ---------------------------------------------------------------------------------- */

/* Reads the seeds, and settles what they have a say in: how large inputs may be, where GIVEN, the settings without their
 * defaults, leaves it open. Before the campaign is built. */
enum bd_status bd__plan_read_seeds(struct bd__campaign *c, const struct bd_config *given, const struct bd__log *log)
    __attribute__((warn_unused_result));
/* After it is built: a mutator of the program's own gets its room. */
void bd__plan_build(struct bd__campaign *c);
/* In each worker, before its first trial. */
void bd__plan_begin(struct bd__campaign *c);
/* The plan of the next trial: a seed while there are some, then the guide's. */
void bd__plan_next(struct bd__campaign *c, struct bd__plan *plan);

/* ---- calibrate.c ----------------------------------------------------------------------------- */

/* Runs the input of the last trial again, and compares. False if it fails now by the target's own verdict;
 * then, as after a crash, `calibrating` still says what was going on. */
bool bd__calibrate(struct bd__campaign *c);

void bd__calibration_save(const struct bd__calibration *k, size_t branch_span, struct bd__pack *pack);
/* Fills K, which must be empty. */
void bd__calibration_load(struct bd__calibration *k, size_t branch_span, struct bd__unpack *unpack);

#endif
