/* bediv/engine.h: the engine, for a main() of your own. The command line is a client of this header.
 *
 *     struct bd_config config = {.seconds = 60};
 *     struct bd_summary summary;
 *     enum bd_status status = bd_campaign_run(&my_fuzzer, &config, &summary);
 *
 * A campaign forks: call it while the process has one thread. It never calls exit() and never writes
 * to standard output.
 */
#ifndef BEDIV_ENGINE_H
#define BEDIV_ENGINE_H

#include <bediv.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BD_VERSION "0.1.0"

/* How a call ended: name, text. What the *target* does is never a status, it is data. */
#define BD_STATUS_LIST(X) \
    X(OK, "ok") \
    X(INTERRUPTED, "interrupted by a signal") \
    X(USAGE, "a setting is wrong") \
    X(NO_COVERAGE, "the target reports no coverage") \
    X(SETUP_FAILED, "the target's set-up failed") \
    X(IO, "reading or writing a file failed") \
    X(FORMAT, "a file is not what it should be") \
    X(SYSTEM, "the operating system refused") \
    X(DAMAGED, "the target wrote into the fuzzer's memory")

enum bd_status {
#define X(name, text) BD_##name,
    BD_STATUS_LIST(X)
#undef X
};
const char *bd_status_text(enum bd_status status);

enum bd_log_level { BD_LOG_INFO, BD_LOG_WARNING, BD_LOG_ERROR };

/* Constants of the strategies; docs/guides.md says where each default comes from. 0 means the
 * default; BD_NONE asks for a true zero. */
#define BD_NONE (-1.0)
struct bd_tuning {
    double epsilon;         /* share of mutations of a random kind: 0.2; rlcheck: of random answers: 0.25 */
    double children;        /* children of a parent with full coverage: 50 */
    double favoured_factor; /* times that for favoured parents: 20 */
    double mutation_count;  /* mean mutations a child: 8 */
    double mutation_size;   /* mean bytes a mutation: 4 */
    double zero_share;      /* share of children whose mutations write zeros: 0.1 */
    double havoc_share;     /* bediv-havoc: share of children mutated as Zest does: 0.1 */
    double state_size;      /* rlcheck: choices that make up a state: 5 */
    /* bediv-simple and bediv-structure: */
    const char *reward; /* "trace" (the paper): any new trace; "valid-trace" (its artifact) */
    const char *scores; /* "input" (the paper): kept with the parent; "visit" (its artifact) */
};

/* Figures of a campaign at one moment. */
struct bd_diversity {
    double b0, b1, b2; /* behavioural diversity B(q) over first-seen traces */
};
#define BD_TYPE_COUNT uint64_t
#define BD_TYPE_FLAG bool
#define BD_TYPE_REAL0 double
#define BD_TYPE_REAL2 double
#define BD_TYPE_REAL4 double
/* Its fields, one line each: <bediv/figures.def>. */
struct bd_figures {
#define BD_FIGURE(type, field, ...) BD_TYPE_##type field;
#include <bediv/figures.def>
    struct bd_diversity all, valid_only; /* over non-failing and over valid inputs */
};
/* The seeds of a campaign. */
struct bd_seeding {
    uint64_t count, run;               /* read; planned so far */
    uint64_t smallest, largest, bytes; /* sizes of the files */
    uint64_t unusable;                 /* files that were left out */
    bool started;                      /* all were run, and the guide's own inputs follow … */
    uint64_t branches, buckets;        /* … covered by then by valid ones; without seeds, by the first input */
};
struct bd_progress {
    struct bd_figures figures;
#define BD_PROGRESS(type, field, ...) BD_TYPE_##type field;
#include <bediv/figures.def>
    double seconds;           /* since the start */
    double trials_per_second; /* over the last seconds */
    double stability;         /* share of branches that repeat exactly when an input is run again; <0: not yet known */
    double last_find_seconds; /* when the corpus last grew; <0: never */
    double last_failure_seconds; /* <0: never */
    double slowest_seconds;      /* the longest run, as far as it was seen from outside: to 0.02 s */
    struct bd_seeding seeds;
    uint64_t longest; /* no input is larger than this; 0: the target has a generator, and that decides */
    const char *guide, *program, *directory;
    const char *sanitized; /* the sanitized build; NULL: there is none */
    double limit_seconds;  /* 0: none */
    uint64_t limit_trials; /* 0: none */

    /* Of the last resumption: after so many trials, and when (seconds since 1970). */
    uint64_t resumed_trials, resumed_time;
};
#undef BD_TYPE_COUNT
#undef BD_TYPE_FLAG
#undef BD_TYPE_REAL0
#undef BD_TYPE_REAL2
#undef BD_TYPE_REAL4

struct bd_summary {
    struct bd_progress last;
    char directory[1024], spill[1024], program[256];
    uint64_t seed;
    uint64_t failures_filed; /* of figures.distinct_failures: saved, a folder each */
};

/* A case, when it is found: an input that was kept, or one that failed. Everything is borrowed. */
struct bd_found {
    const uint8_t *data;
    size_t size;
    const char *tape; /* as text; NULL: the target has no generator, bytes say it all */
    uint64_t trial;
    const char *op; /* how it was planned: docs/run-directory.md */
    uint32_t mutations;
    bool is_seed, is_valid;
    const char *failure;                    /* what happened, for people; NULL: it is kept for what it covered */
    int exit_code;                          /* libFuzzer's: 0, 77 for a failure, 70 for a timeout, 71 for memory */
    const char *output;                     /* of a failure: the end of what the worker wrote to stderr */
    uint64_t branches, buckets;             /* covered by the campaign when it was kept … */
    uint64_t valid_branches, valid_buckets; /* … by valid inputs */
    const struct bd_progress *at;           /* the latest figures: they may be later than that */
};

/* Settings of a campaign. Zero means the default throughout. */
struct bd_config {
    const char *guide;        /* strategy: "bediv-structure" */
    const char *directory;    /* run directory: "bediv-out/NAME"; must not hold a campaign already, but see `resume` */
    const char *spill;        /* where files go that cannot be written there; NULL: they are kept in memory */
    uint64_t seed;            /* 0: taken from the system, and recorded */
    uint64_t trials;          /* stop after so many; 0: no limit */
    double seconds;           /* stop after so long; 0: no limit */
    uint64_t timeout_ms;      /* a run longer than this is a failure: 1000 */
    uint64_t memory_mb;       /* a worker larger than this is a failure: 2048 */
    uint64_t parameter_bytes; /* budget of one parameter stream: 10240 */
    uint64_t input_bytes;     /* an input's budget ends at this size: 1 MiB */
    uint64_t trace_memory_mb; /* for the set of traces: 512 */
    double shrink_runs;       /* at most, to make each new failure smaller: 2000; BD_NONE: it stays as it is */
    uint64_t keep_failures;   /* distinct failures that are saved; more are only counted: 1000 */
    const char *dict;         /* dictionary file; NULL: the fuzzer's */
    const char *const *seeds; /* folders or files to begin with, all of them run whatever `trials` says */
    size_t seed_count;        /* of those */
    bool only_ascii;          /* a target without a generator gets no other bytes */
    const char *sanitized;    /* a build of the same subject with sanitizers, which runs what is kept too */
    bool stop_on_failure;     /* end at the first failure */
    bool without_coverage;    /* run a target without instrumentation (quickcheck, rlcheck) */
    bool show_output;         /* let the target's stdout and stderr through */
    struct bd_tuning tuning;

    /* Going on with a campaign. `directory` is then one that holds it; settings left out are taken over from it, and
     * both limits, of trials and of time, count from its very start. */
    bool resume;
    double checkpoint_seconds; /* how often what that needs is written: 30; BD_NONE: never */

    /* For people, and for a record of your own. All may be NULL. They are called in the supervising process only. */
    void (*progress)(const struct bd_progress *progress, void *user);   /* about ten times a second */
    void (*log)(enum bd_log_level level, const char *text, void *user); /* default: stderr */
    void (*found)(const struct bd_found *found, void *user);            /* corpus entries and failures, as they come */
    void *user;
    const volatile bool *stop; /* ends the campaign as soon as it is true; NULL: nobody does */

    /* Recorded in setup.json, and handed to the target's set-up. */
    int argc;
    char **argv;
};

/* Runs a campaign to its end. SUMMARY may be NULL. */
enum bd_status bd_campaign_run(const struct bd_fuzzer *fuzzer, const struct bd_config *config,
                               struct bd_summary *summary) __attribute__((warn_unused_result));

/* B(Q) for any real Q ≥ 0 over COUNT abundances, such as those of a campaign's `abundances` file; zeros among
 * them do not matter. 0 if all are zero. */
double bd_hill_number(const uint64_t *abundance, size_t count, double q);

/* How many coverage counters module INDEX of this process has; 0 past the last. START may be NULL. */
size_t bd_module_counters(size_t index, const uint8_t **start);

/* One strategy of the library, or NULL past the last. */
struct bd_guide_info {
    const char *name, *summary;
};
const struct bd_guide_info *bd_guide_list(size_t index);

/* ---- Single inputs --------------------------------------------------------------------------- */

/* What one run came to. Texts are owned by the result. */
struct bd_replay {
    enum bd_verdict verdict;
    int exit_code;      /* libFuzzer's for it: 0, 77 for a failure, 70 for a timeout, 71 for memory */
    char *failure;      /* what happened, for people; NULL unless verdict is BD_FAILURE */
    char code[32];      /* the same for programs: "sig:11", "timeout,generator"; "" unless verdict is BD_FAILURE */
    char *signature;    /* which failure: its kind and place; NULL unless verdict is BD_FAILURE */
    char *stack;        /* where, a line a call; "" if not known, or if a sanitizer's report in `output` has it */
    char *output;       /* the end of what the target wrote to stderr; "" if nothing */
    char *misfit;       /* how a tape did not fit its generator; NULL if it did */
    uint64_t trace;     /* its hash; 0 after a failure, and for a target without coverage */
    uint64_t structure; /* structural signature; 0 for a file of bytes */
    size_t branches;    /* covered */
    uint8_t
        *buckets; /* by branch: the bucket of its count as a bit, 0 if it was not covered; NULL if `branches` is 0 */
    size_t bucket_span; /* branches that it speaks of */
    size_t size;        /* of the input */
    uint8_t *data;      /* the input itself; NULL if the generator failed */
    char *tape;         /* the choices, as text; NULL for a file of bytes without its tape */
};

/* Runs one saved file in a process of its own: a tape, plain bytes, or a failure's folder: its input, after those that it
 * needs before it. A pipe is read to its end, and so is standard input, which is "-". Bytes that have their tape beside them (PATH.tape, and it still makes these bytes) are made anew from
 * it, so that the target gets its object too. */
enum bd_status bd_replay_file(const struct bd_fuzzer *fuzzer, const struct bd_config *config, const char *path,
                              struct bd_replay *result) __attribute__((warn_unused_result));
/* The same without running the target: the verdict is BD_DISCARDED unless the generator failed. */
enum bd_status bd_generate_file(const struct bd_fuzzer *fuzzer, const struct bd_config *config, const char *path,
                                struct bd_replay *result) __attribute__((warn_unused_result));
void bd_replay_clear(struct bd_replay *result);

/* Calls VISIT with each saved input that PATH stands for, until it returns false: PATH itself, if it is no folder, or a
 * failure's; the inputs of a folder and of those below it, in the order of their names; of a run directory those of its
 * corpus, unless FAILURES_ONLY, then its failures' folders. A folder without any is an error. */
enum bd_status bd_inputs_visit(const struct bd_config *config, const char *path, bool failures_only,
                               bool (*visit)(const char *path, void *user), void *user)
    __attribute__((warn_unused_result));

/* ---- Smaller ones ------------------------------------------------------------------------------ */

struct bd_size {
    uint32_t structural, values; /* choices */
    size_t bytes;
};
/* What shrinking came to. */
struct bd_shrink {
    char path[1024];   /* of the smaller input; its tape is PATH.tape */
    char failure[384]; /* which failure it shows: its signature */
    struct bd_size from, to;
    uint64_t runs;
    double seconds;
};

/* Looks for the smallest input that shows the same failure as the saved file PATH: a tape, bytes with their tape beside
 * them, a failure's folder, or for a target without a generator plain bytes. Writes it to OUT and OUT.tape, which
 * must not be there yet; NULL: PATH.shrunk, replacing one of before. CONFIG's trials and seconds limit it. The result is never larger:
 * it has fewer bytes, or as many and fewer structural choices, and so on (docs/shrinking.md). BD_INTERRUPTED: the smallest so far was written. */
enum bd_status bd_shrink_file(const struct bd_fuzzer *fuzzer, const struct bd_config *config, const char *path,
                              const char *out, struct bd_shrink *result) __attribute__((warn_unused_result));

/* The same, and nothing is written: the smaller input itself. To be cleared. */
struct bd_shrunk {
    struct bd_shrink made; /* its path is "" */
    char *tape;            /* NULL: PATH does not fail, or cannot be read */
    uint8_t *data;
    char *failure; /* what happens with it, for people … */
    char code[32]; /* … and for programs: see bd_replay */
    char *output;  /* … and the end of what the target then writes to stderr */
};
enum bd_status bd_shrink_in_memory(const struct bd_fuzzer *fuzzer, const struct bd_config *config, const char *path,
                                   struct bd_shrunk *result) __attribute__((warn_unused_result));
void bd_shrunk_clear(struct bd_shrunk *result);

/* What minimising came to. */
struct bd_minimised {
    uint64_t inputs, kept, bytes, bytes_kept;    /* merging: those that were in TO already count as kept */
    uint64_t added;                              /* merging: of the kept, those that were not */
    uint64_t failures;                           /* inputs that failed: filed in TO/failures */
    uint64_t unreadable;                         /* files that are no input: told one by one */
    uint64_t features, branches, valid_branches; /* that the inputs cover together, and so do those kept */
    uint64_t features_added, branches_added;     /* merging: those that nothing in TO covered before */
    uint64_t unstable;                           /* features that did not show again when the kept were run once more */
    double seconds;
};

/* Runs all inputs of COUNT folders, or run directories, and copies to the folder TO a smallest set that covers the same:
 * the same branches in the same buckets, and by valid inputs what valid inputs covered. TO must hold nothing yet.
 * With MERGE what is in TO stays, and of FROM only what adds something is copied. Failing inputs are filed in
 * TO/failures. */
enum bd_status bd_minimise(const struct bd_fuzzer *fuzzer, const struct bd_config *config, const char *const *from,
                           size_t count, const char *to, bool merge, struct bd_minimised *result)
    __attribute__((warn_unused_result));

/* Makes COUNT inputs from fresh random choices, without running the target, in a process of its own; then
 * SINK gets each (index, bytes, tape as text), in this process, until it answers false. Inputs that the
 * generator discarded are passed over. If the generator fails, SINK gets those before, and the status is
 * BD_SETUP_FAILED. */
typedef bool bd_sample_sink(uint64_t index, const struct bd_input *input, const char *tape, void *user);
enum bd_status bd_sample(const struct bd_fuzzer *fuzzer, const struct bd_config *config, uint64_t count,
                         bd_sample_sink *sink, void *user) __attribute__((warn_unused_result));

#ifdef __cplusplus
}
#endif
#endif
