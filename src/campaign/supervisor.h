/* supervisor.h: the state of the supervising process, shared by the files that make it up: run.c begins and
 * ends a campaign, supervise.c keeps it going, record.c writes it down, checkpoint.c so that it can be resumed. */
#ifndef BD_CAMPAIGN_SUPERVISOR_H
#define BD_CAMPAIGN_SUPERVISOR_H

#include "campaign/damage.h"
#include "filing/filing.h"
#include "filing/sanitized.h"
#include "ring/ring.h"
#include "store/failures.h"
#include "store/rundir.h"

struct bd__worker;

/* How often a campaign had to go back to a checkpoint, since its target wrote into the arena. */
struct bd__setback {
    unsigned count, in_a_row;  /* in all; without a newer checkpoint in between */
    uint64_t trials;           /* of the last such checkpoint */
    double seconds;            /* of the campaign, when it went back */
    struct bd_figures figures; /* likewise */
};

struct bd__supervisor {
    struct bd__ring *ring;
    struct bd__log log;
    struct bd__rundir dir;
    struct bd__provenance from;
    struct bd__text command;
    double start;
    uint64_t start_unix;
    uint64_t program_hash;
    uint64_t plot_size; /* of plot_data at the checkpoint that was loaded */

    struct bd__sanitized *sanitized; /* owned; NULL: there is no sanitized build */
    struct bd_progress now;
    const struct bd__worker *worker;                /* while there is one */
    uint32_t corpus_saved;                          /* entries handed to the run directory */
    uint32_t corpus_shown;                          /* entries that config.found was told of */
    uint64_t renames, removals;                     /* of the run directory, that were answered */
    struct bd__filing filing;                       /* its failures */
    unsigned deaths;                                /* of workers in the engine's own code, one after the other */
    uint64_t deaths_at;                             /* at this number of trials */
    double progress_at, row_at, retry_at, stats_at; /* when each is due */
    uint64_t row_trials;                            /* of the last row of plot_data; UINT64_MAX: none yet */
    bool told_calibration, told_approximate;
    struct {
        double at;
        uint64_t trials;
    } speed[16]; /* for the present speed: sightings, oldest overwritten */
    unsigned speed_count;
    struct {
        double period, at;    /* seconds between two checkpoints, at least; when the next is due */
        bool none;            /* there are to be none */
        struct bd__pack pack; /* one that is not written yet */
    } checkpoint;
    struct bd__memory_of *memory; /* owned: what no worker can overwrite */
    struct bd__setback *setback;  /* borrowed */
    const char *damage;           /* what a target has overwritten; NULL: nothing, as far as is known */
    bool resumable;               /* the campaign can be resumed from where it ended */
    bool explained;               /* the last worker died of a failure that is filed */
    bool suspect;                 /* a worker has died since the last checkpoint */
    uint64_t rows_taken;          /* what the campaign says too */
    _Atomic bool stopping;        /* the campaign was asked to stop, by this process */
    bool cut_off;                 /* the last worker was killed within a trial, which is counted nowhere */
};

/* ---- record.c: what the worker shows, written down ------------------------------------------------ */

/* Takes over the figures that the worker showed last, if it has shown any. */
void bd__journal_look(struct bd__supervisor *s);
/* What is new in the corpus; for no longer than PATIENCE seconds, so that a slow disk holds up nothing else. */
void bd__journal_corpus(struct bd__supervisor *s, double patience);
/* Rows of plot_data: those that the worker made, one of this moment. */
void bd__journal_rows(struct bd__supervisor *s);
void bd__journal_row(struct bd__supervisor *s);
void bd__journal_stats(struct bd__supervisor *s);
/* Tells of a case whoever asked for it (config.found); OUTPUT of a failure, else NULL. */
void bd__journal_found(struct bd__supervisor *s, const struct bd__case *kept, const char *output);
/* The last of everything, when no worker is left. SOUND: the campaign can be gone on with from here. */
void bd__journal_last(struct bd__supervisor *s, bool sound);

/* ---- checkpoint.c ---------------------------------------------------------------------------- */

/* Looks at the settings; none is made before. */
void bd__checkpoint_begin(struct bd__supervisor *s);
/* If one is due: with a worker at work; between two workers. */
void bd__checkpoint_tick(struct bd__supervisor *s);
void bd__checkpoint_between(struct bd__supervisor *s);
/* One of this moment, with no worker at work. */
void bd__checkpoint_now(struct bd__supervisor *s);
/* The same in two steps, for what is to be recorded in between. */
void bd__checkpoint_take(struct bd__supervisor *s);
void bd__checkpoint_write(struct bd__supervisor *s);

/* ---- supervise.c ----------------------------------------------------------------------------- */

/* Starts workers until the campaign is over. */
enum bd_status bd__supervise(struct bd__supervisor *s, bool *interrupted) __attribute__((warn_unused_result));
/* What is to be done now and then; S is the supervisor. It files nothing: it is called while a failure is looked into, too. */
void bd__supervise_tick(void *s);
/* No more inputs come: what is left for the sanitized build is run and shrunk, for a minute or until somebody interrupts. AT_ONCE: nothing
 * is waited for. */
void bd__supervise_await_sanitized(struct bd__supervisor *s, bool at_once);
/* Asks the campaign to stop. */
void bd__supervise_stop(struct bd__supervisor *s);
/* Files damage as a failure of the last input, if none was filed that explains it. */
void bd__supervise_explain(struct bd__supervisor *s, const char *output);
/* Answers a run directory that was renamed, or removed and made again. */
void bd__supervise_follow(struct bd__supervisor *s);
/* Warnings that became due. */
void bd__supervise_tell(struct bd__supervisor *s);

#endif
