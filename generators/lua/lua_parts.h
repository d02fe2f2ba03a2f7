/* lua_parts.h: what the files of the Lua generator share. Not for users.
 *
 *     lua_grammar.c    the rules, as text with holes; the list of holes
 *     lua_generator.c  filling the holes: scopes, variables, blocks
 *     lua_text.c       what has a grammar of its own: literals, patterns, formats
 *     lua_words.c      what the dictionary is good for
 */
#ifndef BD_LUA_PARTS_H
#define BD_LUA_PARTS_H

#include "lua_generator.h"

#include <phrase.h>

struct bd_lua__words {
    struct bd_dict names; /* identifiers that are no keywords; never empty */
    struct bd_dict texts; /* anything; never empty */
};

/* The views of the campaign's dictionary, or of our own words where it has none that fit. */
struct bd_lua__words bd_lua__words_of(struct bd_source *s);

struct bd_lua__variable {
    const char *name; /* borrowed from the dictionary */
    char kind;        /* a letter: see lua_grammar.c */
    bool fixed;       /* <const>, <close>: may not be assigned to */
};

/* Lua allows 200 locals in a function. What does not fit here is declared but never used. */
enum { BD_LUA__MAX_VARIABLES = 96 };

/* A program in the making. Lives on the stack for one call of the generator. */
struct bd_lua__program {
    struct bd_phrases phrases; /* first: rules know no more of us */
    struct bd_lua__words words;
    struct bd_lua__variable variables[BD_LUA__MAX_VARIABLES]; /* in scope, outermost first */
    unsigned variable_count;
    unsigned hidden;    /* the first so many belong to another chunk */
    unsigned loops;     /* around us, in this function */
    unsigned continues; /* the number of the innermost loop's label, 0: it has none */
    unsigned labels;    /* so far; each has a number of its own */
    unsigned chunks;    /* around us: programs in strings of programs */
    bool vararg;        /* is there a ... here? */
};

/* ---- lua_grammar.c ---- */

/* The rule that is asked for by a hole LETTER, or NULL. */
const struct bd_phrase_rule *bd_lua__rule_of(char letter);
/* The words that a hole LETTER chooses from, or NULL; *LABEL becomes the choice's label. */
const struct bd_dict *bd_lua__list_of(char letter, const char **label);

/* ---- lua_text.c ---- */

void bd_lua__quoted_word(struct bd_lua__program *p);
void bd_lua__string_literal(struct bd_lua__program *p);
void bd_lua__pattern(struct bd_lua__program *p);
/* The arguments of string.format: '%d', 1 */
void bd_lua__format(struct bd_lua__program *p);
/* The arguments of string.pack: '<i4', 1; or, UNPACKS, of string.unpack: '<i4', string.pack('<i4', 1) */
void bd_lua__pack(struct bd_lua__program *p, bool unpacks);

#endif
