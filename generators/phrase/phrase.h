/* phrase.h: a generator written down as a grammar.
 *
 * Programs in most languages are phrases within phrases. Here a rule (expression, statement) is a list of
 * productions, and a production is the text that is to be written, with holes: a backquote and what belongs there.
 *
 *     #define SUM_LEAVES(X) X(3, "`d")
 *     #define SUM_DEEP(X) X(2, "`s + `s") X(1, "(`s)")
 *     BD_PHRASE_RULE(sum, "sum", SUM_LEAVES, SUM_DEEP);
 *
 * The number before a text is its weight. Holes mean what the language's fill function makes of them: here `s
 * would call bd_phrase(p, &sum), and `d draw a digit. What a language has besides text, such as scopes, is
 * also done by holes, which then write nothing.
 *
 * Leaves must have no holes that lead back to a rule's deep productions: they are all that is offered from
 * MAX_DEPTH on, which ends the recursion. The first leaf is the simplest: it is what draws of zeros choose.
 */
#ifndef BD_PHRASE_H
#define BD_PHRASE_H

#include <bediv.h>

#ifdef __cplusplus
extern "C" {
#endif

struct bd_phrase_rule {
    const char *name; /* of the rule, and of the structural choice of a production */
    const char *const *texts;
    const unsigned *weights;
    size_t leaves; /* the first so many of the texts */
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

/* What one production remembers while it is written, for holes to refer back to. All zero at its start; what is
 * in it is the language's affair. */
enum { BD_PHRASE_NAMES = 6 };
struct bd_phrase_frame {
    const char *names[BD_PHRASE_NAMES];
    char kinds[BD_PHRASE_NAMES];
    bool fixed[BD_PHRASE_NAMES];
    unsigned named;
    unsigned declared;
    unsigned numbers[8];
};

/* A program in the making. Make it the first member of a struct of the language's own. */
struct bd_phrases {
    struct bd_source *s;
    struct bd_out *out;
    /* Writes what belongs into the hole at HOLE; returns what is left of the text behind it. */
    const char *(*fill)(struct bd_phrases *p, const char *hole);
    unsigned max_depth;
    unsigned depth;                /* of productions within productions */
    struct bd_phrase_frame *frame; /* of the production that is being written */
};

/* For bd_words_that: letters, digits and _, no digit first, and none of RESERVED. */
bool bd_phrase_is_name(const char *word, const struct bd_dict *reserved);
/* The same for any word at all. */
bool bd_phrase_is_text(const char *word);

/* Chooses a production of RULE and writes it. */
void bd_phrase(struct bd_phrases *p, const struct bd_phrase_rule *rule);
/* Writes TEXT, with holes, as part of the production that is being written. */
void bd_phrase_put(struct bd_phrases *p, const char *text);

#ifdef __cplusplus
}
#endif
#endif
