/* eval.h: an experiment: subjects × techniques × repetitions, on many cores, each repetition once.
 *
 *   manifest ──► schedule: the list of repetitions, in the order in which they run
 *                  │
 *   runner ──fork──► one process per repetition, pinned to a core:  campaign → failures.tsv → trial.json → rename
 *
 *   DIR/manifest.toml     a copy
 *   DIR/environment.json  the machine and the programs
 *   DIR/trials/SUBJECT/TECHNIQUE/REPETITION/
 *       a run directory, and
 *       trial.json        what ran, when, on which core
 *       failures.tsv      distinct failures
 *       timed/            technique GUIDE@plain only: the run directory of the campaign on the plain build
 *
 * Techniques are explained in store/techniques.h. One that is given the mean size of another's inputs runs after it.
 *
 * A repetition gets its final name in DIR/trials only when it is complete; until then it is REPETITION.part. So the names show
 * what is done, and an experiment continues where it stopped. The names trials/ and trial.json are from when a repetition was
 * called a trial: they stay, so that old results can be read. docs/eval.md is for users.
 */
#ifndef BD_EVAL_EVAL_H
#define BD_EVAL_EVAL_H

#include <limits.h>

#include "base/log.h"
#include "base/text.h"
#include "store/environment.h"
#include "store/manifest.h"

enum bd__eval_state {
    BD__EVAL_WAITING,
    BD__EVAL_RUNNING,
    BD__EVAL_DONE,
    BD__EVAL_FAILED,  /* reported; the next `eval run` repeats it */
    BD__EVAL_SKIPPED, /* its program cannot be run, or does not have its guide */
};

struct bd__eval_repetition {
    const char *subject;                   /* borrowed from the manifest, as is the next */
    const struct bd__technique *technique; /* what runs */
    unsigned number;                       /* from 1 */
    uint64_t seed;
    enum bd__eval_state state;
    double seconds; /* if done: how long it took */
};

enum { BD__EVAL_CORES = 1024 };

/* The folders of the builds of a subject. */
extern const char *const bd__eval_build_folder[BD__BUILDS];

struct bd__eval {
    struct bd__manifest manifest;
    const char *manifest_path;              /* borrowed */
    char dir[PATH_MAX / 2];                 /* results directory */
    struct bd__eval_repetition *repetition; /* owned */
    size_t count;
    int core[BD__EVAL_CORES]; /* one for each job */
    unsigned jobs;
    int lock; /* a descriptor; -1: not locked */
    const struct bd__log *log;
    /* Of each subject's programs at the start; 0: missing. They must not be rebuilt while the experiment runs. */
    uint64_t program_hash[BD__MANIFEST_NAMES][BD__BUILDS];
    struct bd__text failures; /* owned; one line per distinct failure: subject, tab, signature */
    size_t failure_count;
};

/* Reads the manifest and makes the schedule; writes nothing. OUT NULL: bediv-eval/NAME. JOBS 0: one per core. Repetitions
 * that are already in OUT are marked as done. */
enum bd_status bd__eval_open(struct bd__eval *eval, const char *manifest_path, const char *out, unsigned jobs,
                             const struct bd__log *log) __attribute__((warn_unused_result));
void bd__eval_close(struct bd__eval *eval);
/* Checks again which repetitions are done, and what they found. */
void bd__eval_mark_done(struct bd__eval *eval);

/* ---- paths ---- */

/* DIR/trials/SUBJECT/TECHNIQUE/REPETITION and SUFFIX. */
void bd__eval_path(char path[PATH_MAX], const struct bd__eval *eval, const struct bd__eval_repetition *repetition,
                   const char *suffix);
/* The program of a subject; BUILD is "", "plain/" or "sanitized/". */
void bd__eval_program(char path[PATH_MAX], const struct bd__eval *eval, const char *build, const char *subject);
/* Removes a folder with everything in it. Returns true if nothing is left. */
bool bd__eval_remove(const char *path);

/* ---- before it starts ---- */

/* Checks that the programs run and have the guides. Repetitions that cannot run are reported and skipped. Warns about a busy
 * machine, and about a disk that may become full. */
enum bd_status bd__eval_check(struct bd__eval *eval) __attribute__((warn_unused_result));
/* Makes and locks the results directory, or refuses one of another experiment. Writes manifest.toml and environment.json, and
 * removes what an interrupted run left. */
enum bd_status bd__eval_prepare(struct bd__eval *eval) __attribute__((warn_unused_result));
/* The hash of a program's file, as in setup.json; 0 if it cannot be read. */
uint64_t bd__eval_hash_file(const char *path);
/* The hash that a program of this repetition had when the experiment started, and whether it is still the same. */
uint64_t bd__eval_expected_hash(const struct bd__eval *eval, const struct bd__eval_repetition *repetition,
                                enum bd__build build);
bool bd__eval_program_is_same(const struct bd__eval *eval, const struct bd__eval_repetition *repetition,
                              enum bd__build build);

/* ---- running ---- */

/* The repetition whose mean input size REPETITION is to have: that of the same subject and number. NULL: it has none. */
struct bd__eval_repetition *bd__eval_sized_after(const struct bd__eval *eval,
                                                 const struct bd__eval_repetition *repetition);
/* The mean input of a finished repetition, in bytes; 0: not known. */
double bd__eval_mean_input(const struct bd__eval *eval, const struct bd__eval_repetition *repetition);

/* Runs a repetition in this process, which must be pinned already. If it fails, MESSAGE says why. */
enum bd_status bd__eval_run_repetition(const struct bd__eval *eval, const struct bd__eval_repetition *repetition,
                                       int core, struct bd__text *message) __attribute__((warn_unused_result));
/* Writes failures.tsv of the repetition whose run directory is DIR. Times come from plot_data in the run directory CLOCK. */
enum bd_status bd__eval_write_failures(const struct bd__eval *eval, const struct bd__eval_repetition *repetition,
                                       const char *dir, const char *clock, struct bd__text *message)
    __attribute__((warn_unused_result));
/* Adds the distinct failures of a finished repetition to those of the experiment. */
void bd__eval_count_failures(struct bd__eval *eval, const struct bd__eval_repetition *repetition);

/* How far an experiment is. */
struct bd__eval_progress {
    size_t done, failed, total; /* repetitions; skipped ones count as failed */
    size_t failures;            /* distinct ones so far */
    double left;                /* seconds, estimated; below 0: not known */
    const struct bd__eval_repetition *const *running;
    size_t running_count;
    bool last; /* everything has ended */
};
typedef void bd__eval_show(const struct bd__eval_progress *progress, void *user);

/* Runs the repetitions that are not done. Returns BD_OK, BD_INTERRUPTED, or an error. Those that fail are reported, and the
 * others continue. SHOW is called about once per second. */
enum bd_status bd__eval_run(struct bd__eval *eval, bd__eval_show *show, void *user) __attribute__((warn_unused_result));

/* Seconds that the repetitions not yet started will take on all cores; below 0: unknown. */
double bd__eval_left(const struct bd__eval *eval);
/* Seconds that a repetition like this one takes on its core, warm-up included; below 0: unknown. */
double bd__eval_expected(const struct bd__eval *eval, const struct bd__eval_repetition *repetition);
size_t bd__eval_count_state(const struct bd__eval *eval, enum bd__eval_state state);

#endif
