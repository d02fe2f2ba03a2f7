/* rundir.h: the run directory. This module is the only definition of its formats; docs/run-directory.md
 * describes them for people.
 *
 *   DIR/setup.json     what was run: program, flags, seed, versions
 *   DIR/corpus/        kept inputs: id:000012,src:000003,…  and the same name + .tape
 *   DIR/failures/      a folder each distinct failure: failures.h
 *   DIR/fuzzer_stats   the last figures, AFL++'s keys first
 *   DIR/plot_data      figures over time, AFL++'s columns first
 *   DIR/abundances     c(b) of every covered branch
 *   DIR/state          the last checkpoint; engine/checkpoint.h says what is in it
 *   DIR/resumptions    a line for each time it was resumed
 *   DIR/recovered/     files beyond a checkpoint, until they are made again: recover.h
 *
 * A file that cannot be written goes to the spill directory, if there is one, under the same relative name; else it is
 * kept in memory and tried again. Only what is on disk counts as saved. saving.c does that.
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
    struct bd__rundir_file *staged, *pending; /* owned: files to be written together; files that failed */
    unsigned staged_count;
    uint32_t group;                  /* of what is staged next: the files of one case */
    uint64_t unsaved;                /* files pending or dropped */
    uint64_t dropped;                /* of these: kept no longer */
    size_t pending_size;             /* bytes */
    size_t keep_limit;               /* … and how many may be */
    char spill[PATH_MAX - 256];      /* the spill directory; "": none */
    struct bd__rundir_file *spilled; /* owned: names of what lies there */
    uint64_t spilled_count;
    const char *place;                /* where the last batch went: path or spill */
    struct bd__text rows;             /* owned: of plot_data, to be appended yet */
    bool told, told_spill, told_rows; /* the present trouble was reported; that of the spill directory, of plot_data */
    bool stuck;                       /* nothing of the last batch could be written */
    bool failed, wrote;               /* since the last retry, in the run directory */
    bool row_torn;                    /* plot_data lost rows */
    bool stats_old;                   /* the last fuzzer_stats could not be written */
    bool state_old;                   /* the last checkpoint could not be written */
    int lock;                         /* descriptor that keeps other campaigns out; -1: none */
    struct bd__text setup;            /* owned: what setup.json holds, to make it again */
    bool setup_saved;                 /* it is in the directory */
    bool told_lost;                   /* the directory is gone, and that was reported */
    uint64_t renames, removals;       /* of the directory, while the campaign ran: home.h */
    uint64_t recovered;               /* files in recovered/ */
};

/* A run directory that is nowhere yet. */
struct bd__rundir bd__rundir_nowhere(const struct bd__log *log);

/* Makes the directory. PATH NULL: the first free one of bediv-out/NAME, bediv-out/NAME-2 … A directory
 * that holds something already is refused, and left as it is. */
enum bd_status bd__rundir_create(struct bd__rundir *dir, const char *path, const char *name, const struct bd__log *log)
    __attribute__((warn_unused_result));

/* Keeps other campaigns out of the directory until it is closed, or the process ends; nothing is left behind. False if
 * another has it, and still has it after PATIENCE seconds. Where a file system has no locks, nothing is locked. */
bool bd__rundir_lock(struct bd__rundir *dir, double patience);

/* From now on, what cannot be written goes to PATH, which must be empty or not there yet. */
enum bd_status bd__rundir_spill(struct bd__rundir *dir, const char *path) __attribute__((warn_unused_result));

/* The last of everything: tries once more to write what is pending, and to move back what was spilled. */
void bd__rundir_finish(struct bd__rundir *dir);
/* The same, then names what is lost and lets go of it. */
void bd__rundir_close(struct bd__rundir *dir);

/* What cases of a campaign have in common. */
struct bd__provenance {
    const char *program, *guide;
    uint64_t seed;
    const struct bd__sites *sites;
};

/* Saves a corpus entry; on disk after the next bd__rundir_commit. */
void bd__rundir_save_corpus(struct bd__rundir *dir, const struct bd__provenance *from, const struct bd__case *kept);
void bd__rundir_commit(struct bd__rundir *dir);

/* Saves DIR/NAME, making the folder it lies in; on disk after the next bd__rundir_commit. A version that is still to be
 * written is dropped for this one. */
void bd__rundir_stage(struct bd__rundir *dir, const char *name, const char *data, size_t size);
/* The same for a case: NAME.tape and its bytes. */
void bd__rundir_stage_case(struct bd__rundir *dir, const struct bd__provenance *from, const struct bd__case *kept,
                           const char *name);

/* A case as a tape, with its provenance in comments. */
void bd__rundir_tape(struct bd__text *out, const struct bd__provenance *from, const struct bd__case *kept);

void bd__rundir_save_setup(struct bd__rundir *dir, const char *json);
/* The same where it is saved already: to be written again if the directory has to be made again. */
void bd__rundir_know_setup(struct bd__rundir *dir, const char *json, size_t size);
void bd__rundir_save_stats(struct bd__rundir *dir, const char *text);
/* A checkpoint; what plot_data holds by now is on disk before it. False if it could not be written: the one before is
 * still there. */
bool bd__rundir_save_state(struct bd__rundir *dir, const void *data, size_t size);
/* How long plot_data is; 0 if there is none. */
uint64_t bd__rundir_plot_size(const struct bd__rundir *dir);

/* One row of plot_data; the first also writes its header. */
void bd__rundir_add_row(struct bd__rundir *dir, const struct bd_progress *at);
/* fuzzer_stats' text for a moment. */
void bd__rundir_stats_text(struct bd__text *out, const struct bd_progress *at, uint64_t start_time, int pid,
                           const char *command);

/* Where a branch is, for the file of abundances: see cover.h. */
typedef bool bd__rundir_locate(uint32_t branch, const char **module, uint64_t *offset, bool *entry);
void bd__rundir_save_abundances(struct bd__rundir *dir, const struct bd__abundance *abundance, size_t branch_span,
                                bd__rundir_locate *locate);

/* Tries again to write what is pending, and looks whether the directory is still there; call it now and then. */
void bd__rundir_retry(struct bd__rundir *dir);
/* Is something pending? Then what can wait elsewhere (the corpus is in the arena) had better wait there. */
bool bd__rundir_waits(const struct bd__rundir *dir);
/* Could nothing at all be written the last time? */
bool bd__rundir_stuck(const struct bd__rundir *dir);
/* So many files of the corpus will not be written any more. */
void bd__rundir_lose(struct bd__rundir *dir, uint64_t files);

#endif
