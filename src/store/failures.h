/* failures.h: writes and reads the failures of a campaign: one folder per distinct failure. The only definition of this
 * format; docs/run-directory.md describes it for users.
 *
 *   failures/KIND-in-FUNCTION-HASH8/
 *       input, input.tape   the smallest input so far
 *       report.txt          what happens with it: the stack, the sanitizer's report or the end of stderr
 *       sanitized.txt       what the sanitized build reports for it, if there is one
 *       seen/               the first few inputs as found: id:000000,sig:06,…  and the same name + .tape
 *       earlier/            tapes to run before the input, in order, if the failure needs them
 *       failure.json        all that is known; written last, so a folder that has it is complete
 */
#ifndef BD_STORE_FAILURES_H
#define BD_STORE_FAILURES_H

#include "store/rundir.h"
#include "triage/signature.h"

/* A file in its folder, by number, from 0: a size_t. */
#define BD__FAILURES_EARLIER "earlier/%06zu.tape"

/* Does a failure happen again in a process that has run nothing else? */
enum bd__reproducible {
    BD__REPRODUCIBLE_UNKNOWN, /* not verified, or not to the end */
    BD__REPRODUCIBLE_YES,
    BD__REPRODUCIBLE_EARLIER, /* after the inputs in earlier/ */
    BD__REPRODUCIBLE_NO,
};
extern const char *const bd__reproducible_names[];

enum { BD__FAILURE_NAME = 160, BD__FAILURE_EXAMPLES = 5 };

/* All failures with one signature. */
struct bd__distinct {
    char name[BD__FAILURE_NAME]; /* of its folder */
    struct bd__signature signature;
    struct bd__frame *frame; /* owned; of the software under test, innermost first */
    size_t frame_count;
    char found_by[64]; /* "fuzzing" or "the sanitized build" */
    enum bd__reproducible reproducible;
    bool examined;     /* it was verified and, if possible, shrunk */
    uint32_t earlier;  /* inputs in earlier/ */
    uint32_t examples; /* inputs in seen/ */
    uint64_t count;    /* how often it was met … */
    uint64_t first_trial, last_trial;
    double first_seconds, last_seconds; /* … and when */
    /* The smallest input. */
    uint64_t size, structural, values; /* bytes; choices of either kind */
    uint64_t input_trial;
    uint64_t shrink_runs; /* spent on shrinking its inputs */
    double shrink_seconds;
    char program[256], guide[32];
    uint64_t seed;
    char *reproduce, *shrink; /* owned; commands to type */
    bool changed;             /* since failure.json was written */
};

void bd__distinct_clear(struct bd__distinct *distinct);
/* Replaces its frames by a copy of COUNT others. */
void bd__distinct_set_frames(struct bd__distinct *distinct, const struct bd__frame *frame, size_t count);

/* Writes the name of the folder for SIGNATURE: safe in every file system and shell, and the same in every run. */
void bd__failures_name(char name[BD__FAILURE_NAME], const struct bd__signature *signature);

/* ---- writing: like all files of a run directory, these may become pending ---- */

/* Is its folder on disk, or waiting to be written? Somebody may have removed it. */
bool bd__failures_has(struct bd__rundir *dir, const struct bd__distinct *distinct);

/* Writes the whole folder of a new failure, found with KEPT. True if it is on disk. */
bool bd__failures_save_new(struct bd__rundir *dir, const struct bd__provenance *from, struct bd__distinct *distinct,
                           const struct bd__case *kept, const char *report);
/* Adds KEPT to seen/. */
void bd__failures_save_example(struct bd__rundir *dir, const struct bd__provenance *from, struct bd__distinct *distinct,
                               const struct bd__case *kept);
/* Replaces the smallest input by KEPT. */
void bd__failures_save_input(struct bd__rundir *dir, const struct bd__provenance *from, struct bd__distinct *distinct,
                             const struct bd__case *kept, const char *report);
/* Replaces the smallest input by the result of shrinking. */
struct bd__failures_input {
    struct bd__bytes bytes, tape;
    uint64_t structural, values; /* choices */
    uint64_t trial;              /* the trial that made the input it was shrunk from */
};
void bd__failures_save_shrunk(struct bd__rundir *dir, struct bd__distinct *distinct,
                              const struct bd__failures_input *input, const char *report);
/* Replaces the report of the smallest input, which stays. */
void bd__failures_save_report(struct bd__rundir *dir, struct bd__distinct *distinct, const char *report);
/* Writes what the sanitized build reports for the smallest input. It is removed when another input replaces that. */
void bd__failures_save_sanitized(struct bd__rundir *dir, const struct bd__distinct *distinct, const char *text);
/* Writes the inputs to run before it, as tapes. If COUNT is 0, it needs none any more. */
void bd__failures_save_earlier(struct bd__rundir *dir, struct bd__distinct *distinct, char *const *tape, size_t count);
/* Stages failure.json if something has changed since it was written. It is written at the next bd__rundir_commit. */
void bd__failures_save_json(struct bd__rundir *dir, struct bd__distinct *distinct);

/* Is KEPT smaller than the smallest input so far? See trial/size.h. */
bool bd__failures_is_smaller(const struct bd__distinct *distinct, const struct bd__case *kept);

/* ---- reading ---- */

struct bd__failures {
    struct bd__distinct *one; /* owned; when read, ordered by first trial */
    size_t count;
};

/* Reads the folders of the run directory DIR. Skips damaged ones and adds a line about each to PROBLEMS. False if there
 * is no such run directory. */
bool bd__failures_read(struct bd__failures *failures, const char *dir, struct bd__text *problems);
/* Reads one folder, by its path. */
bool bd__failures_read_folder(struct bd__distinct *distinct, const char *path, struct bd__text *problems);
void bd__failures_clear(struct bd__failures *failures);
/* Is PATH a failure's folder? */
bool bd__failures_is_folder(const char *path);

#endif
