/* phrase.h: generators written as grammars.
 *
 * In most languages, programs are phrases nested in phrases. Here a rule (expression, statement) is a list of
 * productions, and a production is the text to write, with holes: a backquote followed by what goes there.
 *
 *     #define SUM_LEAVES(X) X(3, "`d")
 *     #define SUM_DEEP(X) X(2, "`s + `s") X(1, "(`s)")
 *     BD_PHRASE_RULE(sum, "sum", SUM_LEAVES, SUM_DEEP);
 *
 * The number before each text is its weight. The language's fill function decides what holes mean: here `s would call
 * bd_phrase(p, &sum), and `d would draw a digit. Holes also do what is not text, such as opening a scope; these write
 * nothing.
 *
 * A leaf must not have holes that lead back to deep productions: from MAX_DEPTH on, only leaves are offered, and that
 * ends the recursion. The first leaf is the simplest, which answers of 0 choose.
 *
 * A grammar of ours can be changed without copying it: see struct bd_phrase_change, and examples/extend.
 */
#ifndef BD_PHRASE_H
#define BD_PHRASE_H

#include <bediv.h>

#ifdef __cplusplus
extern "C" {
#endif

struct bd_phrase_rule {
    const char *name; /* of the rule, and label of the structural choice of a production */
    const char *const *texts;
    const unsigned *weights;
    size_t leaves; /* the first texts are leaves: this many */
    size_t count;
};

#define BD_PHRASE_TEXT(weight, text) text,
#define BD_PHRASE_WEIGHT(weight, text) weight,
#define BD_PHRASE_ONE(weight, text) +1
#define BD_PHRASE_RULE(rule, name, LEAVES, DEEP) \
    static const char *const rule##_texts[] = {LEAVES(BD_PHRASE_TEXT) DEEP(BD_PHRASE_TEXT)}; \
    static const unsigned rule##_weights[] = {LEAVES(BD_PHRASE_WEIGHT) DEEP(BD_PHRASE_WEIGHT)}; \
    static const struct bd_phrase_rule rule = {name, rule##_texts, rule##_weights, 0 LEAVES(BD_PHRASE_ONE), \
                                               sizeof rule##_texts / sizeof *rule##_texts}

/* A rule of a language, and a rule of yours that writes it instead, sometimes or always. Holes in your texts mean what
 * they mean in that language, and its other rules lead to yours wherever they led to the one that you changed. */
struct bd_phrase_change {
    const char *rule; /* the name of the language's rule, as on tapes: "statement" */
    /* Yours writes it once in ODDS + 1 times, which is a structural choice "changed rule". If ODDS is 0, always; it then
     * needs leaves. A rule without leaves is not used from the maximum depth on. */
    unsigned odds;
    const struct bd_phrase_rule *by;
};

/* A list of changes. At each rule, the first that fits is asked, then the next. */
struct bd_phrase_changes {
    const struct bd_phrase_change *list; /* borrowed */
    size_t count;
};

/* What one production remembers while it is written, so that holes can refer back to it. It starts as all zeros; the
 * language decides what to store in it. */
enum { BD_PHRASE_NAMES = 6 };
struct bd_phrase_frame {
    const char *names[BD_PHRASE_NAMES];
    char kinds[BD_PHRASE_NAMES];
    bool fixed[BD_PHRASE_NAMES];
    unsigned named;
    unsigned declared;
    unsigned numbers[8];
};

/* A program being written. Make it the first member of the language's own struct. */
struct bd_phrases {
    struct bd_source *s;
    struct bd_out *out;
    /* Fills the hole at HOLE; returns the rest of the text after it. */
    const char *(*fill)(struct bd_phrases *p, const char *hole);
    unsigned max_depth;
    struct bd_phrase_changes changes; /* made by the user */
    unsigned depth;                   /* of nested productions */
    struct bd_phrase_frame *frame;    /* of the production being written */
};

/* For bd_words_that: true for letters, digits and _, not starting with a digit, and not in RESERVED. */
bool bd_phrase_is_name(const char *word, const struct bd_dict *reserved);
/* For bd_words_that: true for any word. */
bool bd_phrase_is_text(const char *word);

/* Chooses a production of RULE and writes it. */
void bd_phrase(struct bd_phrases *p, const struct bd_phrase_rule *rule);
/* Writes TEXT, with holes, as part of the production being written. */
void bd_phrase_put(struct bd_phrases *p, const char *text);

#ifdef __cplusplus
}
#endif
#endif
