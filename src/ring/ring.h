/* ring.h: one run of one guide on one subject: a rig (rig.h), and what makes it a ring: plans, feedback, metrics, corpus. All of it
 * lies in the arena: what a worker knows when it dies, the next one knows when it starts. */
#ifndef BD_RING_RING_H
#define BD_RING_RING_H

#include <bediv/engine.h>

#include "choice/tape_policy.h"
#include "corpus/corpus.h"
#include "exec/custom.h"
#include "feedback/feedback.h"
#include "gen/bytes.h"
#include "guide/guide.h"
#include "metrics/abundance.h"
#include "ring/rig.h"
#include "store/seeds.h"

/* Figures as the worker saw them between two trials, and when. */
struct bd__sighting {
    struct bd_figures figures;
    double clock;
};

enum { BD__ROWS = 256, BD__CALIBRATED = 64 };

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

struct bd__ring {
    /* Set once, before the first worker, and sealed like the first part of the rig. */
    const struct bd__guide *guide;
    struct bd__guide_settings settings;
    void *guide_state;
    struct bd__seeds seeds; /* of the supervisor's heap, which workers inherit */
    double deadline;        /* by bd__clock_seconds; 0: none */
    uint64_t row_step;      /* rows of plot_data by trials: one each so many */

    struct bd__rig rig; /* begins a page: what lies before is sealed */

    /* What is planned before the guide has its say, and beside it: see plan.c. */
    uint64_t seeds_run;                     /* planned so far */
    uint64_t start_branches, start_buckets; /* covered by valid seeds; without seeds, by the first input */
    _Atomic bool started;                   /* these are known */
    struct bd__tape_policy from_tape;
    struct bd__bytes_reader from_bytes;
    struct bd__custom custom; /* data NULL: the program has no mutator of its own */

    /* Stages that a rig does not have, in the order of the ring. */
    struct bd__rng guide_rng;
    struct bd__corpus corpus;
    struct bd__feedback feedback;
    struct bd__abundance abundance;

    struct bd_figures tally;
    double trace_sum, input_sum;

    /* Between worker and supervisor. */
    bool finished;       /* a limit was reached, or something is wrong */
    bool covers_nothing; /* … this: the target reports no coverage */
    bool own_verdict;    /* the trial in flight failed by the target's own verdict */
    bool calibrating;    /* the trial in flight is a repetition of one that was counted */
    struct bd__calibration calibration;
    _Atomic uint64_t look_at;      /* the worker shows itself from this trial on; 0: at once */
    uint64_t row_at;               /* the next row; UINT64_MAX: rows are made by time */
    struct bd__sighting glance[2]; /* the last one shown */
    _Atomic uint32_t glance_now;
    struct bd__sighting row[BD__ROWS];
    _Atomic uint64_t rows_shown, rows_taken;
};

/* A ring in an arena of its own, its settings complete; nothing is built yet. */
enum bd_status bd__ring_open(struct bd__ring **ring, const struct bd_fuzzer *fuzzer, const struct bd_config *config,
                             const struct bd__log *log) __attribute__((warn_unused_result));
/* Builds the stages. DICT is borrowed. */
void bd__ring_build(struct bd__ring *ring, const struct bd_dict *dict);
void bd__ring_close(struct bd__ring *ring);

/* In a worker, before anything else: what is set once cannot be written to from now on. */
void bd__ring_seal(struct bd__ring *ring);

/* ---- tally.c --------------------------------------------------------------------------------- */

/* Figures at this moment; for whoever holds the ring still. */
struct bd_figures bd__ring_figures(const struct bd__ring *ring);
/* Counts a trial with OUTCOME, under its verdict. */
void bd__tally_outcome(struct bd_figures *figures, const struct bd__outcome *outcome);
/* Counts the trial in flight. */
void bd__ring_tally(struct bd__ring *ring);
/* After a worker was killed in the engine's own code: makes anew the sums that it may have left half made. */
void bd__ring_mend(struct bd__ring *ring);

/* ---- loop.c ---------------------------------------------------------------------------------- */

/* The worker's whole life: set-up, then the ring until something asks it to end. */
void bd__loop(void *ring);

/* ---- plan.c ---------------------------------------------------------------------------------- */

/* Reads the seeds, and settles what they have a say in: how large inputs may be, where GIVEN, the settings without their
 * defaults, leaves it open. Before the campaign is built. */
enum bd_status bd__plan_read_seeds(struct bd__ring *ring, const struct bd_config *given, const struct bd__log *log)
    __attribute__((warn_unused_result));
/* After it is built: a mutator of the program's own gets its room. */
void bd__plan_build(struct bd__ring *ring);
/* In each worker, before its first trial. */
void bd__plan_begin(struct bd__ring *ring);
/* The plan of the next trial: a seed while there are some, then the guide's. */
void bd__plan_next(struct bd__ring *ring, struct bd__plan *plan);

/* ---- calibrate.c ----------------------------------------------------------------------------- */

/* Runs the input of the last trial again, and compares. False if it fails now by the target's own verdict;
 * then, as after a crash, `calibrating` still says what was going on. */
bool bd__calibrate(struct bd__ring *ring);

void bd__calibration_save(const struct bd__calibration *k, size_t branch_span, struct bd__pack *pack);
/* Fills K, which must be empty. */
void bd__calibration_load(struct bd__calibration *k, size_t branch_span, struct bd__unpack *unpack);

#endif
