/* jq_parts.h: what the files of the jq generator share. Not for users.
 *
 *     jq_grammar.c    the rules, as text with holes; the list of holes
 *     jq_generator.c  fills the holes: variables, functions, labels
 *     jq_text.c       everything with its own grammar: strings, regular expressions; the dictionary
 */
#ifndef BD_JQ_PARTS_H
#define BD_JQ_PARTS_H

#include "jq_generator.h"

#include <bediv/draws.h>
#include <phrase.h>

struct bd_jq__words {
    struct bd_dict names; /* identifiers that are not keywords; never empty */
    struct bd_dict texts; /* anything; never empty */
};

/* The words of the campaign's dictionary, or of our own where none of those fit. */
struct bd_jq__words bd_jq__words_of(struct bd_source *s);

struct bd_jq__function {
    const char *name; /* borrowed from the dictionary */
    unsigned parameters;
};

/* Whatever exceeds these limits is declared but never used. */
enum { BD_JQ__MAX_VARIABLES = 32, BD_JQ__MAX_FUNCTIONS = 16, BD_JQ__MAX_PARAMETERS = 3 };

/* A program being written. Lives on the stack for one call of the generator. */
struct bd_jq__program {
    struct bd_phrases phrases; /* must be first: this is the part that phrase.h knows */
    struct bd_jq__words words;
    const char *variables[BD_JQ__MAX_VARIABLES]; /* in scope, outermost first */
    struct bd_jq__function functions[BD_JQ__MAX_FUNCTIONS];
    unsigned variable_count, function_count;
    unsigned labels;                /* around us: $out1 … */
    struct bd_phrase_frame *binder; /* the frame of the production whose pattern is being written, or NULL */
    unsigned binder_depth;          /* depth of that pattern */
};

/* ---- jq_grammar.c ---- */

/* The rule for a hole LETTER, or NULL. */
const struct bd_phrase_rule *bd_jq__rule_of(char letter);
/* The words that a hole LETTER chooses from, or NULL. Sets *LABEL to the label of the choice. */
const struct bd_dict *bd_jq__list_of(char letter, const char **label);

/* ---- jq_text.c ---- */

void bd_jq__quoted_word(struct bd_jq__program *p);
/* With escapes and interpolations. */
void bd_jq__string_literal(struct bd_jq__program *p);
void bd_jq__regex(struct bd_jq__program *p);

#endif
