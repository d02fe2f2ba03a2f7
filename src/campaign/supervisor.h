/* supervisor.h: the state of the supervisor, shared by its files. run.c begins and ends a campaign, supervise.c keeps
 * it running, journal.c records it, checkpoint.c makes it resumable. */
#ifndef BD_CAMPAIGN_SUPERVISOR_H
#define BD_CAMPAIGN_SUPERVISOR_H

#include "campaign/damage.h"
#include "filing/filing.h"
#include "filing/sanitized.h"
#include "ring/ring.h"
#include "store/failures.h"
#include "store/rundir.h"

struct bd__worker;

/* How often a campaign had to go back to a checkpoint because its target wrote into the arena. */
struct bd__setback {
    unsigned count, in_a_row;  /* in total; without a newer checkpoint in between */
    uint64_t trials;           /* at the checkpoint that it went back to last */
    double seconds;            /* how long the campaign had run when it went back */
    struct bd_figures figures; /* of the campaign when it went back */
};

/* What the supervisor knows about wild writes of the target: see damage.h. */
struct bd__damage {
    const char *what;             /* what a target has overwritten; NULL: nothing, as far as we know */
    bool explained;               /* the last worker died of a failure, which is filed */
    bool suspect;                 /* a worker has died since the last checkpoint */
    unsigned deaths;              /* workers that died in the engine's own code, … */
    uint64_t deaths_at;           /* … one after the other at this number of trials */
    struct bd__memory_of *memory; /* owned: a copy that no worker can overwrite */
    struct bd__setback *setback;  /* borrowed */
};

/* How far the records are: journal.c. Times are in seconds since the start. */
struct bd__journal {
    uint32_t corpus_saved;                          /* entries handed to the run directory */
    uint32_t corpus_shown;                          /* entries that config.found was called for */
    double progress_at, row_at, retry_at, stats_at; /* when each is due */
    uint64_t rows_taken;                            /* our own copy of the ring's */
    uint64_t row_trials;                            /* of the last row of plot_data; UINT64_MAX: none yet */
    uint64_t plot_size;                             /* size of plot_data at the checkpoint that was loaded */
    struct {
        double at;
        uint64_t trials;
    } speed[16]; /* sightings to compute the current speed from; the oldest is overwritten */
    unsigned speed_count;
};

struct bd__supervisor {
    struct bd__ring *ring;
    struct bd__log log;
    struct bd__rundir dir;
    uint64_t renames, removals; /* of the run directory, handled so far */
    struct bd__provenance from;
    struct bd__text command;
    double start;
    uint64_t start_unix;
    uint64_t program_hash;

    const struct bd__worker *worker; /* NULL: bd__supervise is not running */
    struct bd_progress now;
    struct bd__journal journal;
    struct bd__filing filing;        /* the campaign's failures */
    struct bd__sanitized *sanitized; /* owned; NULL: there is no sanitized build */
    struct {
        double period, at;    /* seconds between two checkpoints, at least; when the next is due */
        bool none;            /* the settings forbid checkpoints */
        struct bd__pack pack; /* a checkpoint that is not written yet */
    } checkpoint;
    struct bd__damage damage;

    bool told_calibration, told_approximate;
    _Atomic bool stopping; /* this process has asked the campaign to stop */
    bool cut_off;          /* the last worker was killed within a trial, which is not counted */
    bool resumable;        /* the campaign can be resumed from where it ended */
};

/* ---- journal.c: records what the worker shows ------------------------------------------------------ */

/* Takes over the latest figures that the worker has shown, if any. */
void bd__journal_look(struct bd__supervisor *s);
/* Saves new corpus entries, for at most PATIENCE seconds, so that a slow disk does not delay everything else. */
void bd__journal_corpus(struct bd__supervisor *s, double patience);
/* Adds rows to plot_data: those that the worker made; one with the current figures. */
void bd__journal_rows(struct bd__supervisor *s);
void bd__journal_row(struct bd__supervisor *s);
void bd__journal_stats(struct bd__supervisor *s);
/* Calls config.found, if there is one, for a case. OUTPUT is NULL unless the case is a failure. */
void bd__journal_found(struct bd__supervisor *s, const struct bd__case *kept, const char *output);
/* Records everything that is left, after the last worker. SOUND: the campaign can be resumed from here. */
void bd__journal_last(struct bd__supervisor *s, bool sound);

/* ---- checkpoint.c ---------------------------------------------------------------------------- */

/* Reads the settings. Call it before the others. */
void bd__checkpoint_begin(struct bd__supervisor *s);
/* Make a checkpoint if one is due: while a worker runs; between two workers. */
void bd__checkpoint_tick(struct bd__supervisor *s);
void bd__checkpoint_between(struct bd__supervisor *s);
/* Makes a checkpoint now, if possible. No worker may be running. */
void bd__checkpoint_now(struct bd__supervisor *s);
/* The two steps of making one, for a caller with something to record in between. */
void bd__checkpoint_take(struct bd__supervisor *s);
void bd__checkpoint_write(struct bd__supervisor *s);

/* ---- supervise.c ----------------------------------------------------------------------------- */

/* Starts workers until the campaign is over. */
enum bd_status bd__supervise(struct bd__supervisor *s, bool *interrupted) __attribute__((warn_unused_result));
/* Does whatever is due. S is the supervisor. Files nothing, because it is also called while a failure is examined. */
void bd__supervise_tick(void *s);
/* After the last trial: waits until the sanitized build has run and shrunk what is left, for about a minute or until a
 * signal. AT_ONCE: does not wait. */
void bd__supervise_await_sanitized(struct bd__supervisor *s, bool at_once);
/* Asks the campaign to stop. */
void bd__supervise_stop(struct bd__supervisor *s);
/* If there is damage and no failure that explains it, files the last input as a wild write. */
void bd__supervise_explain(struct bd__supervisor *s, const char *output);
/* Adapts to a run directory that was renamed, or that was removed and made again. */
void bd__supervise_follow(struct bd__supervisor *s);
/* Logs warnings that are due. */
void bd__supervise_tell(struct bd__supervisor *s);

#endif
