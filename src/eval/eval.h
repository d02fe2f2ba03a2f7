/* eval.h: an experiment: subjects × techniques × repetitions, run on many cores, each trial once.
 *
 *   manifest ──► plan: the list of trials, in the order in which they are run
 *                  │
 *   scheduler ──fork──► a process a trial, pinned to a core:  campaign → failures.tsv → trial.json → rename
 *
 *   DIR/manifest.toml     a copy
 *   DIR/environment.json  the machine and the programs
 *   DIR/trials/SUBJECT/TECHNIQUE/REPETITION/
 *       a run directory, and
 *       trial.json        what was run, when, on which core
 *       failures.tsv      distinct failures
 *       timed/            technique GUIDE@plain only: the run directory of the run on the plain build
 *
 * A trial has its place in DIR/trials only when it is complete: until then it is REPETITION.part. So what is done
 * can be seen from the names, and an experiment goes on where it stopped. docs/eval.md is for users.
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
    BD__EVAL_FAILED,  /* told, and to be repeated by the next `eval run` */
    BD__EVAL_SKIPPED, /* its program is missing, or does not know its guide */
};

struct bd__eval_trial {
    const char *subject, *guide; /* borrowed from the manifest */
    char technique[96];          /* the guide, or GUIDE@plain */
    unsigned repetition;         /* from 1 */
    bool plain;                  /* timed on the plain build, then repeated on the instrumented one */
    uint64_t seed;
    enum bd__eval_state state;
    double seconds; /* done: how long it took */
};

enum { BD__EVAL_CORES = 1024 };

/* Where the builds of a subject lie. */
extern const char *const bd__eval_build_folder[BD__BUILDS];

struct bd__eval {
    struct bd__manifest manifest;
    const char *manifest_path;    /* borrowed */
    char dir[PATH_MAX / 2];       /* of the results */
    struct bd__eval_trial *trial; /* owned */
    size_t count;
    int core[BD__EVAL_CORES]; /* one for each job */
    unsigned jobs;
    int lock; /* a descriptor; -1: not locked */
    const struct bd__log *log;
    /* Of each subject's programs at the start, 0: not there. Nobody may build them anew meanwhile. */
    uint64_t program_hash[BD__MANIFEST_NAMES][BD__BUILDS];
    struct bd__text failures; /* owned; a line a distinct failure that was found: subject, tab, signature */
    size_t failure_count;
};

/* Reads the manifest and makes the plan; writes nothing. OUT NULL: bediv-eval/NAME. JOBS 0: one a core. What is
 * already done in OUT is marked so. */
enum bd_status bd__eval_open(struct bd__eval *eval, const char *manifest_path, const char *out, unsigned jobs,
                             const struct bd__log *log) __attribute__((warn_unused_result));
void bd__eval_close(struct bd__eval *eval);
/* Looks anew which trials are done, and what they found. */
void bd__eval_mark_done(struct bd__eval *eval);

/* ---- paths ---- */

/* DIR/trials/SUBJECT/TECHNIQUE/REPETITION and SUFFIX. */
void bd__eval_path(char path[PATH_MAX], const struct bd__eval *eval, const struct bd__eval_trial *trial,
                   const char *suffix);
/* The program of a subject; BUILD is "", "plain/" or "sanitized/". */
void bd__eval_program(char path[PATH_MAX], const struct bd__eval *eval, const char *build, const char *subject);
/* Removes a folder and all that is in it; true if there is nothing left. */
bool bd__eval_remove(const char *path);

/* ---- before it starts ---- */

/* Do the programs answer, and do they know the guides? Trials that cannot be run are told and skipped. Warns of
 * a busy machine, and of a disk that may become full. */
enum bd_status bd__eval_check(struct bd__eval *eval) __attribute__((warn_unused_result));
/* Makes and locks the results directory, or refuses one of another experiment; sees to manifest.toml and
 * environment.json; removes what an interrupted run left. */
enum bd_status bd__eval_prepare(struct bd__eval *eval) __attribute__((warn_unused_result));
/* The hash of a program's file, as setup.json has it; 0 if it cannot be read. */
uint64_t bd__eval_hash_file(const char *path);
/* The hash of a program of this trial when the experiment started; is it still the same? */
uint64_t bd__eval_expected_hash(const struct bd__eval *eval, const struct bd__eval_trial *trial, enum bd__build build);
bool bd__eval_program_is_same(const struct bd__eval *eval, const struct bd__eval_trial *trial, enum bd__build build);

/* ---- running ---- */

/* Runs a trial in this process, which is to be pinned already. If it fails, MESSAGE says why. */
enum bd_status bd__eval_run_trial(const struct bd__eval *eval, const struct bd__eval_trial *trial, int core,
                                  struct bd__text *message) __attribute__((warn_unused_result));
/* Writes failures.tsv of the trial whose run directory is DIR; CLOCK is the run directory whose plot_data tells
 * the time. */
enum bd_status bd__eval_write_failures(const struct bd__eval *eval, const struct bd__eval_trial *trial, const char *dir,
                                       const char *clock, struct bd__text *message) __attribute__((warn_unused_result));
/* Adds the distinct failures of a trial that is done to those of the experiment. */
void bd__eval_count_failures(struct bd__eval *eval, const struct bd__eval_trial *trial);

/* A moment of an experiment. */
struct bd__eval_progress {
    size_t done, failed, total; /* trials; skipped ones are failed ones */
    size_t failures;            /* distinct ones, so far */
    double left;                /* seconds, estimated; below 0: not known */
    const struct bd__eval_trial *const *running;
    size_t running_count;
    bool last; /* nothing runs any more */
};
typedef void bd__eval_show(const struct bd__eval_progress *progress, void *user);

/* Runs what is not done. BD_OK, BD_INTERRUPTED, or what went wrong; trials that fail are told, and the others go on.
 * SHOW is called about once a second. */
enum bd_status bd__eval_run(struct bd__eval *eval, bd__eval_show *show, void *user) __attribute__((warn_unused_result));

/* Seconds that the trials not yet started will take on all cores; below 0: not known. */
double bd__eval_left(const struct bd__eval *eval);
/* Seconds that a trial like this one takes on its core. */
double bd__eval_expected(const struct bd__eval *eval, const struct bd__eval_trial *trial);
size_t bd__eval_count_state(const struct bd__eval *eval, enum bd__eval_state state);

#endif
