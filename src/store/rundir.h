/* rundir.h: the run directory. This module is the only definition of its formats; docs/run-directory.md
 * describes them for people.
 *
 *   DIR/setup.json     what was run: program, flags, seed, versions
 *   DIR/corpus/        kept inputs: id:000012,src:000003,…  and the same name + .tape
 *   DIR/failures/      a folder each distinct failure: failures.h
 *   DIR/fuzzer_stats   the last figures, AFL++'s keys first
 *   DIR/plot_data      figures over time, AFL++'s columns first
 *   DIR/abundances     c(b) of every covered branch
 *
 * A file that cannot be written is kept in memory and tried again; only what is on disk counts as saved.
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
    uint64_t unsaved; /* pending files */
    bool told;        /* the present trouble was reported */
    bool row_torn;    /* plot_data lost rows */
    bool stats_old;   /* the last fuzzer_stats could not be written */
};

/* Makes the directory. PATH NULL: the first free one of bediv-out/NAME, bediv-out/NAME-2 … A directory
 * that holds something already is refused, and left as it is. */
enum bd_status bd__rundir_create(struct bd__rundir *dir, const char *path, const char *name, const struct bd__log *log)
    __attribute__((warn_unused_result));

/* Tries once more to write what is pending, then lets go of it. */
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
/* The part of a case's name that says where it comes from. */
void bd__rundir_add_origin(struct bd__text *name, const struct bd__case *kept);

/* A case as a tape, with its provenance in comments. */
void bd__rundir_tape(struct bd__text *out, const struct bd__provenance *from, const struct bd__case *kept);

void bd__rundir_save_setup(struct bd__rundir *dir, const char *json);
void bd__rundir_save_stats(struct bd__rundir *dir, const char *text);

/* One row of plot_data; the first also writes its header. */
void bd__rundir_add_row(struct bd__rundir *dir, const struct bd_progress *at);
/* fuzzer_stats' text for a moment. */
void bd__rundir_stats_text(struct bd__text *out, const struct bd_progress *at, uint64_t start_time, int pid,
                           const char *command);

/* Where a branch is, for the file of abundances: see cover.h. */
typedef bool bd__rundir_locate(uint32_t branch, const char **module, uint64_t *offset, bool *entry);
void bd__rundir_save_abundances(struct bd__rundir *dir, const struct bd__abundance *abundance, size_t branch_span,
                                bd__rundir_locate *locate);

/* Tries again to write what is pending; call it now and then. */
void bd__rundir_retry(struct bd__rundir *dir);

#endif
