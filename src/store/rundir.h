/* rundir.h: the run directory. Its formats are defined in store/ and nowhere else; docs/run-directory.md describes them
 * for users.
 *
 *   DIR/setup.json     what was run: program, flags, seed, versions
 *   DIR/corpus/        kept inputs: id:000012,src:000003,…  and the same name + .tape
 *   DIR/failures/      one folder per distinct failure: failures.h
 *   DIR/fuzzer_stats   the latest figures, AFL++'s keys first
 *   DIR/plot_data      figures over time, AFL++'s columns first
 *   DIR/abundances     c(b) of every covered branch
 *   DIR/state          the last checkpoint: campaign/checkpoint.h
 *   DIR/resumptions    one line for each time the campaign was resumed
 *   DIR/recovered/     files from after a checkpoint, until they are made again: recover.h
 *
 * A file that cannot be written goes to the spill directory, if there is one, under the same relative name. Otherwise
 * it is kept in memory and tried again (saving.c). Only what is on disk counts as saved.
 */
#ifndef BD_STORE_RUNDIR_H
#define BD_STORE_RUNDIR_H

#include <limits.h>

#include "base/log.h"
#include "base/text.h"
#include "choice/tape.h"
#include "metrics/abundance.h"
#include "trial/trial.h"

enum { BD__RUNDIR_VERSION = 1 };

struct bd__rundir_file;
enum { BD__RUNDIR_BATCH = 64 };

struct bd__rundir {
    char path[PATH_MAX - 256]; /* leaves room for the names inside */
    const struct bd__log *log;
    struct bd__rundir_file *staged, *pending; /* owned: files to be written together; files that could not be written */
    unsigned staged_count;
    uint32_t group;                  /* of the next file to be staged; the files of one case are a group */
    uint64_t unsaved;                /* files pending or dropped */
    uint64_t dropped;                /* of these: no longer kept in memory */
    size_t pending_size;             /* bytes of pending files … */
    size_t keep_limit;               /* … and their limit */
    char spill[PATH_MAX - 256];      /* the spill directory; "": none */
    struct bd__rundir_file *spilled; /* owned: names of the files there */
    uint64_t spilled_count;
    const char *place;                /* where the last batch went: path or spill */
    struct bd__text rows;             /* owned: rows still to be appended to plot_data */
    bool told, told_spill, told_rows; /* reported already: that writing fails; also in the spill directory; plot_data */
    bool stuck;                       /* nothing of the last batch could be written */
    bool failed, wrote;               /* some write to the run directory failed, succeeded since the last retry */
    bool row_torn;                    /* plot_data lost rows */
    bool stats_old;                   /* the latest fuzzer_stats could not be written */
    bool state_old;                   /* the latest checkpoint could not be written */
    int lock;                         /* descriptor that keeps other campaigns out; -1: none */
    struct bd__text setup;            /* owned: contents of setup.json, to make it again */
    bool setup_saved;                 /* setup.json is in the directory */
    bool told_lost;                   /* the directory is gone, and that was reported */
    uint64_t renames, removals;       /* of the directory, while the campaign ran: home.h */
    uint64_t recovered;               /* files in recovered/ */
};

/* A run directory that is not on disk yet. */
struct bd__rundir bd__rundir_nowhere(const struct bd__log *log);

/* Makes the directory PATH; if that is NULL, the first free one of bediv-out/NAME, bediv-out/NAME-2 … A directory that
 * is not empty is refused, and left as it is. */
enum bd_status bd__rundir_create(struct bd__rundir *dir, const char *path, const char *name, const struct bd__log *log)
    __attribute__((warn_unused_result));

/* Keeps other campaigns out of the directory until it is closed or the process ends. False if another campaign still
 * has it after PATIENCE seconds. If the file system has no locks, nothing is locked. */
bool bd__rundir_lock(struct bd__rundir *dir, double patience);

/* From now on, files that cannot be written go to PATH, which must be empty or not exist yet. */
enum bd_status bd__rundir_spill(struct bd__rundir *dir, const char *path) __attribute__((warn_unused_result));

/* At the end of a campaign: tries once more to write pending files, and to move spilled ones back. */
void bd__rundir_finish(struct bd__rundir *dir);
/* Tries once more to write pending files, logs which are lost, releases the lock and frees everything. */
void bd__rundir_close(struct bd__rundir *dir);

/* What all cases of a campaign have in common. */
struct bd__provenance {
    const char *program, *guide;
    uint64_t seed;
    const struct bd__sites *sites;
};

/* Stages a corpus entry; the next bd__rundir_commit writes it, if not earlier. */
void bd__rundir_save_corpus(struct bd__rundir *dir, const struct bd__provenance *from, const struct bd__case *kept);
void bd__rundir_commit(struct bd__rundir *dir);

/* Stages DIR/NAME; the next bd__rundir_commit writes it, if not earlier, and makes its folder. Replaces a version that
 * is not written yet. DATA is copied. */
void bd__rundir_stage(struct bd__rundir *dir, const char *name, const char *data, size_t size);
/* The same for a case: NAME with its bytes, and NAME.tape. */
void bd__rundir_stage_case(struct bd__rundir *dir, const struct bd__provenance *from, const struct bd__case *kept,
                           const char *name);

/* Writes a case as a tape, with its provenance in comments. */
void bd__rundir_tape(struct bd__text *out, const struct bd__provenance *from, const struct bd__case *kept);

void bd__rundir_save_setup(struct bd__rundir *dir, const char *json);
/* For a setup.json that is saved already: remembers it in case the directory has to be made again. */
void bd__rundir_know_setup(struct bd__rundir *dir, const char *json, size_t size);
void bd__rundir_save_stats(struct bd__rundir *dir, const char *text);
/* Writes a checkpoint, after flushing plot_data to disk. If it cannot be written, returns false, and the previous one
 * stays. */
bool bd__rundir_save_state(struct bd__rundir *dir, const void *data, size_t size);
/* The size of plot_data in bytes; 0 if there is none. */
uint64_t bd__rundir_plot_size(const struct bd__rundir *dir);

/* Adds one row to plot_data. The first one also writes the header. */
void bd__rundir_add_row(struct bd__rundir *dir, const struct bd_progress *at);

#define BD__ABUNDANCES_FILE "abundances"
/* What goes into the file of abundances. */
struct bd__abundance_list {
    const struct bd__abundance *abundance;
    size_t branch_span;
    const uint32_t *left_out; /* branches that are left out of traces, in ascending order */
    size_t left_out_count;
    /* Finds where a branch is: see cover.h. MODULE is valid until the next call. */
    void (*locate)(void *user, uint32_t branch, const char **module, uint64_t *offset, bool *entry);
    void *user;
};
/* Lists the branches that were covered, and those that are left out of traces. */
void bd__rundir_save_abundances(struct bd__rundir *dir, const struct bd__abundance_list *list);
/* Calls EACH with every branch that the campaign in run directory PATH left out of traces. Does nothing if it has no
 * abundances, or damaged ones. */
void bd__rundir_left_out(const char *path, void (*each)(void *user, uint32_t branch), void *user);

/* Tries again to write pending files, and checks that the directory is still there. Call it from time to time. */
void bd__rundir_retry(struct bd__rundir *dir);
/* Are files pending? Then whatever can wait elsewhere should wait there; the corpus, for example, is in the arena. */
bool bd__rundir_waits(const struct bd__rundir *dir);
/* Did the last attempt write nothing at all? */
bool bd__rundir_stuck(const struct bd__rundir *dir);
/* Reports that FILES files of the corpus will never be written, and counts them as dropped. */
void bd__rundir_lose(struct bd__rundir *dir, uint64_t files);

#endif
