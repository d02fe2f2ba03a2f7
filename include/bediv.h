/* bediv.h: write a generator and a target, get a fuzzer.
 *
 * A *generator* makes one input by drawing choices. A *target* runs the software under test on that
 * input and reports whether the input was valid. bedivfuzz decides which choices to try, watches which
 * branches the target takes, and looks for many behaviours, each reached by many different inputs.
 *
 *     #include <bediv.h>
 *
 *     static void greeting(struct bd_source *s, struct bd_out *out)
 *     {
 *         do {
 *             bd_put(out, bd_flag(s, "polite") ? "good day " : "hey ");
 *             bd_put_int(s, out, "guest", 1, 9);
 *         } while (bd_more(s, "another", 2.0));
 *     }
 *
 *     static enum bd_verdict run(const struct bd_input *in)
 *     {
 *         return parse_greeting(in->data, in->size) ? BD_VALID : BD_INVALID;
 *     }
 *
 *     BD_FUZZER(.name = "greeting", .generate = greeting, .run = run);
 *
 * Build it with `bediv cc greeting.c parse.c -o greeting` and run `./greeting`. The library provides
 * main(); to call the engine from your own main(), see <bediv/engine.h>.
 *
 * A generator must follow two rules. Replay, budgets and edited tapes rely on them:
 *   1. It depends only on its draws, its dictionary and its environment.
 *   2. If every draw answers 0, it ends, and makes the smallest input.
 */
#ifndef BEDIV_H
#define BEDIV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
#define BD_EXTERN_C extern "C"
extern "C" {
#else
#define BD_EXTERN_C extern
#endif

/* The source that a generator draws choices from, and the output it writes to. Both are valid during
 * one call of the generator only. */
struct bd_source;
struct bd_out;

/* ---- Choices --------------------------------------------------------------------------------- */

/* A *structural* choice decides what the input consists of: some branch of the generator depends on
 * it. A *value* choice only fills something in. BeDivFuzz mutates the two separately, so declare each
 * choice as what it is. */
enum bd_kind { BD_STRUCTURE, BD_VALUE };

enum bd_shape {
    BD_UNIFORM,   /* every answer equally likely */
    BD_WEIGHTED,  /* answer i with probability weights[i] / sum */
    BD_GEOMETRIC, /* P(k) = p(1-p)^k with the given mean; answers beyond max become max */
};

/* The domain of a choice point: the answers 0 .. MAX, inclusive, and how likely each is.
 * Answer 0 is the simplest, and the one that draws return once the input's budget is spent.
 * An answer with weight 0 is never given; if answer 0 has weight 0, the first answer with a weight
 * above 0 is the simplest. */
struct bd_domain {
    uint64_t max;
    enum bd_shape shape;
    const unsigned *weights; /* BD_WEIGHTED: max + 1 entries, borrowed; their sum must not be 0 */
    double mean;             /* BD_GEOMETRIC: > 0 */
};

/* The primitive that every draw below is built on. LABEL names the choice point in tapes and reports.
 * It must be a string literal, or text that stays at its address, unchanged, while the program runs.
 * A draw from a domain with only one answer (max = 0) costs nothing and is not recorded. */
uint64_t bd_choose(struct bd_source *s, enum bd_kind kind, const char *label, const struct bd_domain *domain);

/* More draws, for what tests forget: <bediv/draws.h>. */

/* Structural draws. */

/* Picks one of COUNT alternatives: 0 .. COUNT-1. Put the alternative that ends recursion first. */
size_t bd_pick(struct bd_source *s, const char *label, size_t count);
/* The same with weights: WEIGHTS has COUNT entries, not all 0. */
size_t bd_pick_weighted(struct bd_source *s, const char *label, const unsigned *weights, size_t count);
/* True or false with equal probability; false is the simplest. */
bool bd_flag(struct bd_source *s, const char *label);
/* Whether a loop should run another round. Drawn before each round, it gives MEAN rounds on average. */
bool bd_more(struct bd_source *s, const char *label, double mean);
/* How many: geometric with the given MEAN, at most MAX. */
size_t bd_count(struct bd_source *s, const char *label, double mean, size_t max);

/* Value draws. Ranges include both ends, and every value in them is equally likely. */

/* An integer from LO to HI. The simplest is the one nearest to zero. */
int64_t bd_int(struct bd_source *s, const char *label, int64_t lo, int64_t hi);
/* A number from LO to HI, in 2^53 equal steps. The simplest is LO. */
double bd_real(struct bd_source *s, const char *label, double lo, double hi);
/* Fills BUF with COUNT bytes. The number of bytes is structure: draw it with bd_count. */
void bd_bytes(struct bd_source *s, const char *label, uint8_t *buf, size_t count);
/* One character of ALPHABET; the first is the simplest. */
char bd_char(struct bd_source *s, const char *label, const char *alphabet);

/* A dictionary: words that mean something to the target. Define one in your code, or load one with --dict. */
struct bd_dict {
    const char *const *words; /* borrowed, NUL-terminated */
    size_t count;
};
/* One word of DICT, or "" if it is empty; the first is the simplest. */
const char *bd_word(struct bd_source *s, const char *label, const struct bd_dict *dict);
/* The campaign's dictionary: --dict FILE, or else the .dict of BD_FUZZER; empty if neither is given. */
const struct bd_dict *bd_dictionary(const struct bd_source *s);
/* The words of the campaign's dictionary for which FIT returns true (for example: names that are not keywords of your
 * language), or if there are none, the fitting words of FALLBACK, which may be NULL. The list is filtered at the first
 * call with this FIT, then cached, so you can call it for every input. A generator can have up to 16 such lists. */
const struct bd_dict *bd_words_that(struct bd_source *s, bool (*fit)(const char *word), const struct bd_dict *fallback);

/* Rules. A rule brackets the draws that make one thing (an element, an expression), so that tapes can be read and
 * replayed piece by piece. BD_RULE leaves its rule when the block ends, however control leaves the block. */
void bd_enter(struct bd_source *s, const char *rule);
void bd_leave(struct bd_source *s);
#define BD_RULE(s, rule) \
    __attribute__((cleanup(bd_rule_end), unused)) struct bd_source *BD_JOIN(bd_rule_, __LINE__) = bd_rule_begin(s, rule)

/* Whether this input's budget is spent. From then on all draws answer 0, so recursion ends by itself. Use this only to
 * skip work that does not affect the output: a replayed tape has no budget, and must still make the same input. */
bool bd_spent(const struct bd_source *s);
/* Gives up on this input: it is counted as discarded and never run. From here on, draws answer 0. REASON may be NULL. */
void bd_discard(struct bd_source *s, const char *reason);
/* The environment: what the .setup hook returned. */
void *bd_env(const struct bd_source *s);

/* ---- Output ---------------------------------------------------------------------------------- */

/* These append to the input. Once it is larger than its budget, draws answer 0; if it outgrows its buffer, it is
 * discarded. */
void bd_put_bytes(struct bd_out *out, const void *data, size_t size);
/* In decimal. */
void bd_put_number(struct bd_out *out, int64_t number);
/* As printf does. */
void bd_print(struct bd_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline void bd_put(struct bd_out *out, const char *text)
{
    bd_put_bytes(out, text, strlen(text));
}
static inline void bd_put_char(struct bd_out *out, char c)
{
    bd_put_bytes(out, &c, 1);
}

/* Draw a value, append it to the input, and return it. */
int64_t bd_put_int(struct bd_source *s, struct bd_out *out, const char *label, int64_t lo, int64_t hi);
const char *bd_put_word(struct bd_source *s, struct bd_out *out, const char *label, const struct bd_dict *dict);
char bd_put_char_of(struct bd_source *s, struct bd_out *out, const char *label, const char *alphabet);

/* Passes an object built in memory to the target, which gets it as bd_input.object. The bytes of the
 * input are then only its printed form, for people to read. The library calls DESTROY(OBJECT) after
 * the run; if DESTROY is NULL, it does not free the object. A second call destroys and replaces the
 * first object. */
void bd_give(struct bd_out *out, void *object, void (*destroy)(void *object));

/* ---- Targets --------------------------------------------------------------------------------- */

enum bd_verdict {
    BD_VALID,     /* the software under test accepted the input */
    BD_INVALID,   /* the software under test rejected the input, as it should */
    BD_FAILURE,   /* the target itself found a bug, such as a wrong result; a crash counts as a failure too */
    BD_DISCARDED, /* the generator gave up; targets must not return this */
    BD_LIMITED,   /* a limit of the target ended the run (steps, memory, depth): neither accepted nor rejected */
};

/* One input. Everything is borrowed, and valid during the run only. Do not write to DATA. */
struct bd_input {
    const uint8_t *data;
    size_t size;
    void *object; /* from bd_give; NULL if there is none, or if a file of bytes is replayed */
    void *env;    /* what .setup returned */
};

struct bd_remote; /* <bediv/remote.h> */

/* A generator and a target, paired. Every member is optional:
 *   without .run, the target is LLVMFuzzerTestOneInput (0 means valid, anything else invalid);
 *   without .generate, inputs are plain bytes, made of chunks: which chunks there are is structure, their contents are
 *   values. */
struct bd_fuzzer {
    const char *name; /* default: the program's name */
    void (*generate)(struct bd_source *s, struct bd_out *out);
    enum bd_verdict (*run)(const struct bd_input *in);
    void *(*setup)(int *argc, char ***argv); /* called once per worker process; returns the environment */
    void (*reset)(void *env);                /* called before each run; restores a known state */
    const char *dict;                        /* path of the default dictionary */
    const struct bd_remote *remote;          /* instead of .run: the target is a process of its own */
};

#define BD_FUZZER(...) \
    BD_EXTERN_C const struct bd_fuzzer bd_program; \
    const struct bd_fuzzer bd_program = {__VA_ARGS__}

/* ---- Used by the macros ---------------------------------------------------------------------- */

#define BD_JOIN(a, b) BD_JOIN_(a, b)
#define BD_JOIN_(a, b) a##b

static inline struct bd_source *bd_rule_begin(struct bd_source *s, const char *rule)
{
    bd_enter(s, rule);
    return s;
}
static inline void bd_rule_end(struct bd_source **s)
{
    bd_leave(*s);
}

#ifdef __cplusplus
}
#endif
#endif
