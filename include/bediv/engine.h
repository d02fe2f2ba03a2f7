/* bediv/engine.h: call the engine from your own main(). The command line is a client of this header, too.
 *
 *     struct bd_config config = {.seconds = 60};
 *     struct bd_summary summary;
 *     enum bd_status status = bd_campaign_run(&my_fuzzer, &config, &summary);
 *
 * A campaign forks: run it while the process has only one thread. It never calls exit() and never writes
 * to standard output.
 */
#ifndef BEDIV_ENGINE_H
#define BEDIV_ENGINE_H

#include <bediv.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BD_VERSION "0.1.0"

/* How a call ended: name, text. Nothing that the *target* does is a status; that is data. */
#define BD_STATUS_LIST(X) \
    X(OK, "ok") \
    X(INTERRUPTED, "interrupted by a signal") \
    X(USAGE, "a setting is wrong") \
    X(NO_COVERAGE, "the target reports no coverage") \
    X(SETUP_FAILED, "the target's set-up failed") \
    X(IO, "reading or writing a file failed") \
    X(FORMAT, "a file is damaged or has the wrong format") \
    X(SYSTEM, "the operating system refused") \
    X(DAMAGED, "the target wrote into the fuzzer's memory")

enum bd_status {
#define X(name, text) BD_##name,
    BD_STATUS_LIST(X)
#undef X
};
const char *bd_status_text(enum bd_status status);

enum bd_log_level { BD_LOG_INFO, BD_LOG_WARNING, BD_LOG_ERROR };

/* ---- Settings -------------------------------------------------------------------------------- */

/* The C types of the settings. */
#define BD_MEMBER_SWITCH bool
#define BD_MEMBER_WORD const char *
#define BD_MEMBER_EITHER const char *
#define BD_MEMBER_WHOLE uint64_t
#define BD_MEMBER_MILLISECONDS uint64_t
#define BD_MEMBER_BYTES uint64_t
#define BD_MEMBER_MEGABYTES uint64_t
#define BD_MEMBER_SHARE double
#define BD_MEMBER_REAL double
#define BD_MEMBER_COUNT double
#define BD_MEMBER_SECONDS double
#define BD_MEMBER_PERIOD double

/* Constants of the strategies. 0 means the default; BD_NONE means a real zero. bediv/settings.def lists them (BD_TUNING), and
 * docs/guides.md explains them. */
#define BD_NONE (-1.0)
struct bd_tuning {
#define BD_TUNING(type, field, ...) BD_MEMBER_##type field;
#include <bediv/settings.def>
};

/* The figures of a campaign at one moment. */
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
    struct bd_diversity all, valid_only; /* over inputs that did not fail, and over valid inputs */
};
/* The seeds of a campaign. */
struct bd_seeding {
    uint64_t count, run;               /* seeds read; seeds planned so far */
    uint64_t smallest, largest, bytes; /* sizes of the files */
    uint64_t unusable;                 /* files that were skipped */
    bool started;                      /* all seeds were run; the guide's own inputs follow */
    uint64_t branches, buckets;        /* covered by valid inputs at that point; without seeds, by the first input */
};
struct bd_progress {
    struct bd_figures figures;
#define BD_PROGRESS(type, field, ...) BD_TYPE_##type field;
#include <bediv/figures.def>
    double seconds;           /* since the start */
    double trials_per_second; /* over the last seconds */
    double stability; /* share of covered branches whose counts repeat when an input is run again; <0: not yet known */
    double last_find_seconds;    /* when the corpus last grew; <0: never */
    double last_failure_seconds; /* <0: never */
    double slowest_seconds;      /* the longest run, as the supervisor saw it: to within 0.02 s */
    bool warming_up;             /* a remote target has just been started, and is slower than it will be */
    struct bd_seeding seeds;
    uint64_t longest; /* the size limit of plain bytes; 0: the target has a generator, which decides */
    const char *guide, *program, *directory;
    const char *sanitized; /* the sanitized build, or NULL */
    double limit_seconds;  /* 0: no limit */
    uint64_t limit_trials; /* 0: no limit */

    /* The last time that the campaign was resumed: after how many trials, and when (seconds since 1970). */
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
    uint64_t failures_filed; /* how many of figures.distinct_failures were saved, one folder each */
};

/* A case that was just found: an input that was kept, or one that failed. Everything is borrowed. */
struct bd_found {
    const uint8_t *data;
    size_t size;
    const char *tape; /* as text; NULL if the target has no generator, so the bytes are all there is */
    uint64_t trial;
    const char *op; /* how it was planned: docs/run-directory.md */
    uint32_t mutations;
    bool is_seed, is_valid;
    const char *failure;                    /* what happened, for people; NULL: it was kept for its coverage */
    int exit_code;                          /* as libFuzzer's: 0, 77 for a failure, 70 for a timeout, 71 for memory */
    const char *output;                     /* of a failure: the end of what the worker wrote to stderr */
    uint64_t branches, buckets;             /* covered by the campaign when the input was kept … */
    uint64_t valid_branches, valid_buckets; /* … and by its valid inputs */
    const struct bd_progress *at;           /* the latest figures; they may be from a later moment */
};

/* Settings of a campaign. A member that is zero has its default; where zero itself has a meaning (shrink_runs,
 * checkpoint_seconds), BD_NONE stands for it. bediv/settings.def lists the settings with type, default, limit, flag and meaning:
 *
 *     guide seed trials seconds directory spill dict sanitized timeout_ms memory_mb input_bytes parameter_bytes …
 *
 * `directory` must not hold a campaign yet, unless `resume` is set. Without `spill`, files that cannot be written are kept in
 * memory. Without `dict`, the fuzzer's own dictionary is used. A `seed` of 0 is taken from the system, and recorded. */
struct bd_config {
#define BD_SETTING(type, field, ...) BD_MEMBER_##type field;
#define BD_FIELD(type, field, ...) BD_MEMBER_##type field;
#include <bediv/settings.def>
    struct bd_tuning tuning;

    const char *const *seeds; /* folders or files to start with; all are run, whatever `trials` says */
    size_t seed_count;        /* entries in `seeds` */

    /* To resume a campaign, set `directory` to its run directory. Settings that are zero are taken from there. Both
     * limits, trials and seconds, count from the campaign's first start. */
    bool resume;

    /* Callbacks, for a display or a record of your own. All may be NULL. Only the supervising process calls them. */
    void (*progress)(const struct bd_progress *progress, void *user);   /* about ten times per second */
    void (*log)(enum bd_log_level level, const char *text, void *user); /* default: stderr */
    void (*found)(const struct bd_found *found, void *user); /* each corpus entry and failure when it is found */
    void *user;
    const volatile bool *stop; /* the campaign ends as soon as this is true; may be NULL */

    /* Calls for single inputs with the same session share the process of a remote target, which may take seconds to
     * start (bediv/remote.h). NULL: each starts its own. */
    struct bd_session *session;

    /* Recorded in setup.json, and passed to the target's .setup. */
    int argc;
    char **argv;
};
#undef BD_MEMBER_SWITCH
#undef BD_MEMBER_WORD
#undef BD_MEMBER_EITHER
#undef BD_MEMBER_WHOLE
#undef BD_MEMBER_MILLISECONDS
#undef BD_MEMBER_BYTES
#undef BD_MEMBER_MEGABYTES
#undef BD_MEMBER_SHARE
#undef BD_MEMBER_REAL
#undef BD_MEMBER_COUNT
#undef BD_MEMBER_SECONDS
#undef BD_MEMBER_PERIOD

/* Runs a campaign to its end. SUMMARY may be NULL. */
enum bd_status bd_campaign_run(const struct bd_fuzzer *fuzzer, const struct bd_config *config,
                               struct bd_summary *summary) __attribute__((warn_unused_result));

/* B(Q) for any real Q ≥ 0 over COUNT abundances, such as those in a campaign's `abundances` file. Zeros among them make
 * no difference. Returns 0 if all are zero. */
double bd_hill_number(const uint64_t *abundance, size_t count, double q);

/* The number of coverage counters in module INDEX of this process; 0 if INDEX is past the last module. *START is set to
 * the first counter; START may be NULL. */
size_t bd_module_counters(size_t index, const uint8_t **start);

/* The strategy number INDEX of the library; NULL if INDEX is past the last. */
struct bd_guide_info {
    const char *name, *summary;
};
const struct bd_guide_info *bd_guide_list(size_t index);

/* ---- Single inputs --------------------------------------------------------------------------- */

/* What calls can share: see bd_config. Closing ends the remote. */
struct bd_session *bd_session_open(void);
void bd_session_close(struct bd_session *session);

/* The result of one run. It owns its texts and data; free them with bd_replay_clear. */
struct bd_replay {
    enum bd_verdict verdict;
    int exit_code;      /* as libFuzzer's: 0, 77 for a failure, 70 for a timeout, 71 for memory */
    char *failure;      /* what happened, for people; NULL unless verdict is BD_FAILURE */
    char code[32];      /* the same for programs: "sig:11", "timeout,generator"; "" unless verdict is BD_FAILURE */
    char *signature;    /* identifies the failure by kind and place; NULL unless verdict is BD_FAILURE */
    char *stack;        /* one line per call; "" if unknown, or if a sanitizer's report in `output` has it */
    char *output;       /* the end of what the target wrote to stderr; "" if it wrote nothing */
    char *misfit;       /* how the tape did not fit its generator; NULL if it did */
    uint64_t trace;     /* hash of the trace; 0 after a failure, or if the target has no coverage */
    uint64_t structure; /* structural signature; 0 for a file of bytes */
    size_t branches;    /* branches covered */
    uint8_t *buckets;   /* per branch: the bucket of its count as one bit, or 0; NULL if `branches` is 0 */
    size_t bucket_span; /* entries in `buckets` */
    size_t size;        /* of the input */
    uint8_t *data;      /* the input itself; NULL if the generator failed */
    char *tape;         /* the choices, as text; NULL for a file of bytes without a tape */
};

/* Runs one saved input in its own process; the remote of a session may have run others before, but a failure is only
 * reported if the input also fails in a new one. PATH is a tape, plain bytes, or the folder of a failure. From such a
 * folder, the inputs that the failure needs first are run first, in the same process. "-" is standard input; it and
 * pipes are read to their end. If bytes have their tape beside them (PATH.tape), and it still makes these bytes, the
 * input is made from the tape, so that the target gets its object, too. */
enum bd_status bd_replay_file(const struct bd_fuzzer *fuzzer, const struct bd_config *config, const char *path,
                              struct bd_replay *result) __attribute__((warn_unused_result));
/* The same, but the target does not run. The verdict is BD_DISCARDED unless the generator failed. */
enum bd_status bd_generate_file(const struct bd_fuzzer *fuzzer, const struct bd_config *config, const char *path,
                                struct bd_replay *result) __attribute__((warn_unused_result));
void bd_replay_clear(struct bd_replay *result);

/* Calls VISIT with the path of each saved input that PATH stands for, until VISIT returns false. If PATH is a file or
 * the folder of a failure, that is PATH itself. If it is a run directory, these are the inputs in its corpus, or the
 * folders of its failures if FAILURES_ONLY. For any other folder, these are the inputs in it and below it, ordered by
 * name. A folder without inputs is an error. */
enum bd_status bd_inputs_visit(const struct bd_config *config, const char *path, bool failures_only,
                               bool (*visit)(const char *path, void *user), void *user)
    __attribute__((warn_unused_result));

/* ---- Shrinking and minimising ------------------------------------------------------------------ */

struct bd_size {
    uint32_t structural, values; /* numbers of choices */
    size_t bytes;
};
/* The result of shrinking. */
struct bd_shrink {
    char path[1024];   /* of the smaller input; its tape is PATH.tape */
    char failure[384]; /* the signature of the failure that it shows */
    struct bd_size from, to;
    uint64_t runs;
    double seconds;
};

/* Looks for the smallest input that shows the same failure as the saved input PATH: a tape, bytes with their tape
 * beside them, the folder of a failure, or plain bytes if the target has no generator. Writes it to OUT and OUT.tape,
 * which must not exist yet. If OUT is NULL, writes it to PATH.shrunk and replaces an earlier one. At most CONFIG's
 * `trials` runs are made, in at most CONFIG's `seconds`; 0 means no limit. The result is never larger than the
 * original: it has fewer bytes, or as many bytes and fewer structural choices, and so on (docs/shrinking.md). After
 * BD_INTERRUPTED, the smallest input found so far has been written. */
enum bd_status bd_shrink_file(const struct bd_fuzzer *fuzzer, const struct bd_config *config, const char *path,
                              const char *out, struct bd_shrink *result) __attribute__((warn_unused_result));

/* The same, but returns the smaller input in memory and writes no files. Free RESULT with bd_shrunk_clear. */
struct bd_shrunk {
    struct bd_shrink made; /* its path is "" */
    char *tape;            /* NULL: PATH does not fail, or cannot be read */
    uint8_t *data;
    char *failure; /* what the smaller input does, for people */
    char code[32]; /* the same for programs, as in bd_replay */
    char *output;  /* the end of what the target then writes to stderr */
};
enum bd_status bd_shrink_in_memory(const struct bd_fuzzer *fuzzer, const struct bd_config *config, const char *path,
                                   struct bd_shrunk *result) __attribute__((warn_unused_result));
void bd_shrunk_clear(struct bd_shrunk *result);

/* The result of minimising or merging. */
struct bd_minimised {
    uint64_t inputs, kept, bytes, bytes_kept;    /* merging: inputs already in TO count as kept */
    uint64_t added;                              /* merging: kept inputs that were not in TO before */
    uint64_t failures;                           /* inputs that failed; they are filed in TO/failures */
    uint64_t unreadable;                         /* files that are not inputs; each is reported */
    uint64_t features, branches, valid_branches; /* covered by all inputs together, and by the kept ones */
    uint64_t features_added, branches_added;     /* merging: what nothing in TO covered before */
    uint64_t unstable;                           /* features that were missing when the kept inputs ran once more */
    double seconds;
};

/* Runs all inputs of COUNT folders or run directories, FROM, and copies to the folder TO a small set with the same
 * coverage: the same branches in the same buckets, and for valid inputs what valid inputs covered. TO must be empty.
 * With MERGE, the inputs in TO stay, and only inputs that add coverage are copied. Failing inputs are filed in
 * TO/failures, one folder per distinct failure, as in a run directory. */
enum bd_status bd_minimise(const struct bd_fuzzer *fuzzer, const struct bd_config *config, const char *const *from,
                           size_t count, const char *to, bool merge, struct bd_minimised *result)
    __attribute__((warn_unused_result));

/* Makes COUNT inputs from fresh random choices in a separate process, without running the target. Then it calls SINK in
 * this process for each input (index, bytes, tape as text), until SINK returns false. Inputs that the generator
 * discarded are skipped. If the generator fails, SINK gets the inputs made until then, and the status is
 * BD_SETUP_FAILED. */
typedef bool bd_sample_sink(uint64_t index, const struct bd_input *input, const char *tape, void *user);
enum bd_status bd_sample(const struct bd_fuzzer *fuzzer, const struct bd_config *config, uint64_t count,
                         bd_sample_sink *sink, void *user) __attribute__((warn_unused_result));

/* What bd_check_generator found out about one choice point: a label with its kind. It changed the answer of one draw at a
 * time and left all other answers as they were. */
struct bd_choice_point {
    const char *label;
    enum bd_kind kind;
    bool two_kinds;   /* the label is also used for draws of the other kind */
    uint64_t drawn;   /* how often, in all samples */
    uint64_t changed; /* how often a draw of it got another answer … */
    uint64_t steered; /* … and other choice points followed, so it decides what is drawn … */
    uint64_t ranged;  /* … or the same ones followed, one of them with another range or other weights … */
    uint64_t silent;  /* … or the input stayed the same, byte for byte */
};

/* What it found out about the whole generator. */
struct bd_generator_check {
    uint64_t seed;
    uint64_t samples, skipped; /* random inputs; of these: discarded, out of budget, or too long to check */
    uint64_t draws, changes;   /* in all samples; draws that got another answer */
    uint64_t drifted;          /* samples that the same answers did not make again: the generator uses something else */
    size_t simplest, smallest; /* bytes of the input whose answers are all 0; of the smallest sample */
    uint64_t smaller;          /* samples smaller than the simplest */
};

/* Checks the rules for generators on SAMPLES random inputs, in a separate process, without running the target. Then it
 * calls SINK for each choice point that was drawn. */
typedef void bd_choice_point_sink(const struct bd_choice_point *point, void *user);
enum bd_status bd_check_generator(const struct bd_fuzzer *fuzzer, const struct bd_config *config, uint64_t samples,
                                  struct bd_generator_check *check, bd_choice_point_sink *sink, void *user)
    __attribute__((warn_unused_result));

#ifdef __cplusplus
}
#endif
#endif
