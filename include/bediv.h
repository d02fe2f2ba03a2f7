/* bediv.h: write a generator and a target, get a fuzzer.
 *
 * A *generator* makes one input by drawing choices. A *target* runs the software under test on that
 * input and says whether it was valid. bedivfuzz plans the choices, watches which branches the target
 * takes, and looks for many behaviours, each reached by many different inputs.
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
 * Build it with `bediv cc greeting.c parse.c -o greeting` and run `./greeting`. main() comes from the
 * library; to call the engine from a main() of your own see <bediv/engine.h>.
 *
 * Two rules make everything else work (replay, budgets, tapes that are edited):
 *   1. A generator depends on nothing but its draws, its dictionary and its environment.
 *   2. Drawing nothing but zeros ends, and gives the smallest input.
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

/* Where choices come from, and where a generator writes. Both live for one call of the generator. */
struct bd_source;
struct bd_out;

/* ---- Choices --------------------------------------------------------------------------------- */

/* A *structural* choice decides what exists: some branch of the generator depends on it. A *value*
 * choice only fills in. The distinction is what BeDivFuzz mutates by, so tell it truly. */
enum bd_kind { BD_STRUCTURE, BD_VALUE };

enum bd_shape {
    BD_UNIFORM,   /* every answer equally likely */
    BD_WEIGHTED,  /* answer i with probability weights[i] / sum */
    BD_GEOMETRIC, /* P(k) = p(1-p)^k with the given mean; what lies beyond max is drawn as max */
};

/* The domain of a choice point: the answers 0 .. MAX, both included, and how likely each is.
 * Answer 0 is the simplest: the fuzzer answers 0 when an input's budget is spent. An answer of weight 0 is never given:
 * if 0 has none, the first that has some is simplest. */
struct bd_domain {
    uint64_t max;
    enum bd_shape shape;
    const unsigned *weights; /* BD_WEIGHTED: max + 1 of them, borrowed; the sum must not be 0 */
    double mean;             /* BD_GEOMETRIC: > 0 */
};

/* The one primitive under every draw below. LABEL names the choice point in tapes and reports; it
 * must be a string literal, or text that stays unchanged at its address while the program runs.
 * A domain with one answer (max = 0) costs nothing and is not recorded. */
uint64_t bd_choose(struct bd_source *s, enum bd_kind kind, const char *label, const struct bd_domain *domain);

/* Structural draws. */

/* One of COUNT alternatives: 0 .. COUNT-1. Put the alternative that ends recursion first. */
size_t bd_pick(struct bd_source *s, const char *label, size_t count);
/* The same with odds: WEIGHTS has COUNT entries, not all 0. */
size_t bd_pick_weighted(struct bd_source *s, const char *label, const unsigned *weights, size_t count);
/* Yes or no, evenly; false is simplest. */
bool bd_flag(struct bd_source *s, const char *label);
/* Once more round a loop? Drawn before each round, it gives MEAN rounds on average. */
bool bd_more(struct bd_source *s, const char *label, double mean);
/* How many? Geometric with the given MEAN, at most MAX. */
size_t bd_count(struct bd_source *s, const char *label, double mean, size_t max);

/* Value draws. Ranges include both ends, and every value in them is equally likely. */

/* LO .. HI. The simplest is the value nearest to zero. */
int64_t bd_int(struct bd_source *s, const char *label, int64_t lo, int64_t hi);
/* LO .. HI in 2^53 equal steps. The simplest is LO. */
double bd_real(struct bd_source *s, const char *label, double lo, double hi);
/* Fills BUF with COUNT bytes. How many there are is structure: draw that with bd_count. */
void bd_bytes(struct bd_source *s, const char *label, uint8_t *buf, size_t count);
/* One character of ALPHABET; its first is simplest. */
char bd_char(struct bd_source *s, const char *label, const char *alphabet);

/* A dictionary: words that mean something to the target. Make one by hand, or load it with --dict. */
struct bd_dict {
    const char *const *words; /* borrowed, NUL-terminated */
    size_t count;
};
/* One word of DICT, or "" if it is empty; its first is simplest. */
const char *bd_word(struct bd_source *s, const char *label, const struct bd_dict *dict);
/* The campaign's dictionary: --dict FILE, else the .dict of BD_FUZZER; empty if neither is given. */
const struct bd_dict *bd_dictionary(const struct bd_source *s);
/* Those of its words that FIT (names, say, that are no keywords of your language); if none does, those of FALLBACK
 * that do. Sorted out at the first call with this FIT and kept, so that it may be called for every input; a generator
 * may have up to 16 such views. */
const struct bd_dict *bd_words_that(struct bd_source *s, bool (*fit)(const char *word), const struct bd_dict *fallback);

/* Rules. A rule brackets the draws that make one thing (an element, an expression), so that tapes
 * can be read and replayed piece by piece. BD_RULE closes itself however its block is left. */
void bd_enter(struct bd_source *s, const char *rule);
void bd_leave(struct bd_source *s);
#define BD_RULE(s, rule) \
    __attribute__((cleanup(bd_rule_end), unused)) struct bd_source *BD_JOIN(bd_rule_, __LINE__) = bd_rule_begin(s, rule)

/* Has this input's budget run out? All further draws answer 0, so recursion ends by itself; ask only to skip
 * work that leaves nothing in the output, for a replayed tape has no budget to run out of. */
bool bd_spent(const struct bd_source *s);
/* Gives up on this input: it is counted as discarded and never run. Draws answer 0 from here on. */
void bd_discard(struct bd_source *s, const char *reason);
/* What the .setup hook returned. */
void *bd_env(const struct bd_source *s);

/* ---- Output ---------------------------------------------------------------------------------- */

void bd_put_bytes(struct bd_out *out, const void *data, size_t size);
void bd_put_number(struct bd_out *out, int64_t number);
/* printf into the input. */
void bd_print(struct bd_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline void bd_put(struct bd_out *out, const char *text)
{
    bd_put_bytes(out, text, strlen(text));
}
static inline void bd_put_char(struct bd_out *out, char c)
{
    bd_put_bytes(out, &c, 1);
}

/* Choose and print. */
int64_t bd_put_int(struct bd_source *s, struct bd_out *out, const char *label, int64_t lo, int64_t hi);
const char *bd_put_word(struct bd_source *s, struct bd_out *out, const char *label, const struct bd_dict *dict);
char bd_put_char_of(struct bd_source *s, struct bd_out *out, const char *label, const char *alphabet);

/* Hands an object built in memory to the target, which finds it in bd_input.object; the bytes are
 * then its printed form, for people. DESTROY(OBJECT) is called after the run (NULL: nobody frees it).
 * A second object replaces, and destroys, the first. */
void bd_give(struct bd_out *out, void *object, void (*destroy)(void *object));

/* ---- Targets --------------------------------------------------------------------------------- */

enum bd_verdict {
    BD_VALID,     /* the software under test accepted the input */
    BD_INVALID,   /* it refused it, as it should */
    BD_FAILURE,   /* the target found a bug by itself (a wrong result); crashing says the same */
    BD_DISCARDED, /* not from targets: the generator gave up */
};

/* One input. Everything is borrowed for the run; DATA must not be written to. */
struct bd_input {
    const uint8_t *data;
    size_t size;
    void *object; /* from bd_give, or NULL: also when a file of bytes is replayed */
    void *env;    /* from .setup */
};

/* A generator and a target, paired. Every member may be left out:
 *   without .run,      LLVMFuzzerTestOneInput is the target (0 is valid, anything else is invalid);
 *   without .generate, inputs are plain bytes, in chunks: which there are is structure, what is in them is value. */
struct bd_fuzzer {
    const char *name; /* default: the program's name */
    void (*generate)(struct bd_source *s, struct bd_out *out);
    enum bd_verdict (*run)(const struct bd_input *in);
    void *(*setup)(int *argc, char ***argv); /* once in each worker process; returns the environment */
    void (*reset)(void *env);                /* before each run: back to a known state */
    const char *dict;                        /* path of the default dictionary */
};

#define BD_FUZZER(...) \
    BD_EXTERN_C const struct bd_fuzzer bd_program; \
    const struct bd_fuzzer bd_program = {__VA_ARGS__}

/* ---- Behind the macros ----------------------------------------------------------------------- */

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
