/* ring.h: all that a campaign shares with its workers: a rig (rig.h), plus what closes the circle: plans, guide,
 * corpus, feedback, abundances, figures. All of it lies in the arena, so a new worker knows whatever the previous one
 * knew when it died. */
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

/* The figures as the worker saw them between two trials, and when that was. */
struct bd__sighting {
    struct bd_figures figures;
    double clock;
};

enum { BD__ROWS = 256, BD__CALIBRATED = 64 };

/* How repeated runs of the same input compare: of the first BD__CALIBRATED inputs, and of a few later ones. */
struct bd__calibration {
    uint32_t inputs;               /* the first ones, repeated so far */
    uint32_t silent;               /* of these: covered nothing */
    uint32_t generator_drift;      /* of these: the same choices gave other bytes */
    uint32_t overwritten;          /* of these: the target wrote to its input */
    bool traces_pc;                /* code ran whose branches cannot be counted */
    uint64_t checks;               /* later inputs, repeated so far */
    uint8_t *state;                /* per branch, what calibrate.c knows of it */
    uint64_t covered, varied;      /* branches */
    struct bd__trace_block *first; /* room for the trace that repetitions are compared with */
    uint8_t *parameters[BD__STREAMS];
};

struct bd__ring {
    /* Set once, before the first worker, and sealed like the first part of the rig. */
    const struct bd__guide *guide;
    void *guide_state;
    struct bd__seeds seeds; /* on the supervisor's heap, which workers inherit */
    double deadline;        /* by bd__clock_seconds; 0: none */
    uint64_t row_step;      /* with a limit of trials: one row of plot_data per this many trials */

    struct bd__rig rig; /* starts on a page of its own: everything above is sealed */

    /* Plans that do not come from the guide alone: see plan.c. */
    uint64_t seeds_run;                     /* planned so far */
    uint64_t start_branches, start_buckets; /* covered by valid seeds; without seeds, by the first input */
    _Atomic bool started;                   /* start_branches and start_buckets are known */
    struct bd__tape_policy from_tape;
    struct bd__bytes_reader from_bytes;
    struct bd__custom custom; /* data NULL: the program has no custom mutator, or it is not used */

    /* Stages that a rig does not have. */
    struct bd__rng guide_rng;
    struct bd__corpus corpus;
    struct bd__feedback feedback;
    struct bd__abundance abundance;

    struct bd_figures tally;
    double trace_sum, input_sum;

    /* Between worker and supervisor. */
    bool finished;       /* a limit was reached, or covers_nothing */
    bool covers_nothing; /* the target reports no coverage */
    bool own_verdict;    /* the target returned BD_FAILURE for the trial in flight */
    bool calibrating;    /* the trial in flight repeats one that was counted */
    struct bd__calibration calibration;
    _Atomic uint64_t look_at;      /* the worker shows its figures at this number of trials; 0: at once */
    uint64_t row_at;               /* the next row is due at this number of trials; UINT64_MAX: rows are made by time */
    struct bd__sighting glance[2]; /* the latest is glance[glance_now]; the worker writes the other */
    _Atomic uint32_t glance_now;
    struct bd__sighting row[BD__ROWS];
    _Atomic uint64_t rows_shown, rows_taken;
};

/* Makes a ring in an arena of its own, with complete settings. Builds nothing yet. */
enum bd_status bd__ring_open(struct bd__ring **ring, const struct bd_fuzzer *fuzzer, const struct bd_config *config,
                             const struct bd__log *log) __attribute__((warn_unused_result));
/* Builds the stages, of the rig too. DICT is borrowed. */
void bd__ring_build(struct bd__ring *ring, const struct bd_dict *dict);
void bd__ring_close(struct bd__ring *ring);

/* In a worker, call this first. It makes the pages of data that is set once read-only. */
void bd__ring_seal(struct bd__ring *ring);

/* ---- tally.c --------------------------------------------------------------------------------- */

/* The current figures. The caller must be the worker, or no worker may be running. */
struct bd_figures bd__ring_figures(const struct bd__ring *ring);
/* Counts a trial with OUTCOME, under its verdict. */
void bd__tally_outcome(struct bd_figures *figures, const struct bd__outcome *outcome);
/* The trials under all verdicts, which add up to FIGURES->trials. */
uint64_t bd__tally_sum(const struct bd_figures *figures);
/* Counts the trial in flight. */
void bd__ring_tally(struct bd__ring *ring);
/* After a worker was killed in the engine's own code: recomputes the sums that it may have left half done. */
void bd__ring_mend(struct bd__ring *ring);

/* ---- loop.c ---------------------------------------------------------------------------------- */

/* What a worker does: set-up, warm-up, then trials until the campaign is finished, the worker is asked to end, or the
 * target returns BD_FAILURE. */
void bd__loop(void *ring);

/* ---- plan.c ---------------------------------------------------------------------------------- */

/* Reads the seeds. For plain bytes they also decide how large inputs and their parameters may be, unless GIVEN, the
 * settings without defaults, says so. Call it before bd__ring_build. */
enum bd_status bd__plan_read_seeds(struct bd__ring *ring, const struct bd_config *given, const struct bd__log *log)
    __attribute__((warn_unused_result));
/* Called by bd__ring_build, at its end: makes room for the program's custom mutator. */
void bd__plan_build(struct bd__ring *ring);
/* Call this in each worker, before its first trial. */
void bd__plan_begin(struct bd__ring *ring);
/* Plans the next trial: the next seed while there is one, then what the guide says. */
void bd__plan_next(struct bd__ring *ring, struct bd__plan *plan);

/* ---- calibrate.c ----------------------------------------------------------------------------- */

/* Is the last trial one of those to repeat? */
bool bd__calibration_is_due(const struct bd__ring *ring);
/* Makes and runs the input of the last trial again, and compares. Branches whose counts vary are left out of traces
 * from then on, unless the settings say otherwise. False if the target returns BD_FAILURE this time;
 * `calibrating` is still set then, as it is after a crash. */
bool bd__calibrate(struct bd__ring *ring);
/* After a worker was killed in the middle of it: recomputes the sums, and the branches to leave out. */
void bd__calibration_recount(struct bd__ring *ring);

void bd__calibration_save(const struct bd__ring *ring, struct bd__pack *pack);
/* Fills the calibration, which must be empty. */
void bd__calibration_load(struct bd__ring *ring, struct bd__unpack *unpack);

#endif
