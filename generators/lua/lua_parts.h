/* lua_parts.h: what the files of the Lua generator share. Not for users.
 *
 *     lua_grammar.c    the rules, as text with holes; the list of holes
 *     lua_generator.c  fills the holes: scopes, variables, blocks
 *     lua_text.c       everything with its own grammar: literals, patterns, formats
 *     lua_words.c      which words of the dictionary can be used as what
 */
#ifndef BD_LUA_PARTS_H
#define BD_LUA_PARTS_H

#include "lua_generator.h"

#include <bediv/draws.h>
#include <phrase.h>

struct bd_lua__words {
    struct bd_dict names; /* identifiers that are not keywords; never empty */
    struct bd_dict texts; /* anything; never empty */
};

/* The words of the campaign's dictionary, or of our own where none of those fit. */
struct bd_lua__words bd_lua__words_of(struct bd_source *s);

struct bd_lua__variable {
    const char *name; /* borrowed from the dictionary */
    char kind;        /* a letter: see lua_grammar.c */
    bool fixed;       /* <const> or <close>: cannot be assigned to */
};

/* Lua allows 200 locals per function. Variables beyond this limit are declared but never used. */
enum { BD_LUA__MAX_VARIABLES = 96 };

/* A program being written. Lives on the stack for one call of the generator. */
struct bd_lua__program {
    struct bd_phrases phrases; /* must be first: this is the part that phrase.h knows */
    struct bd_lua__words words;
    struct bd_lua__variable variables[BD_LUA__MAX_VARIABLES]; /* in scope, outermost first */
    unsigned variable_count;
    unsigned hidden;    /* this many, from the first on, belong to another chunk */
    unsigned loops;     /* number of loops around us in this function */
    unsigned continues; /* number of the innermost loop's label; 0: it has none */
    unsigned labels;    /* number of labels so far; each has its own number */
    unsigned chunks;    /* number of chunks around us: programs in strings of programs */
    bool vararg;        /* `...` is allowed here */
};

/* ---- lua_grammar.c ---- */

/* The rule for a hole LETTER, or NULL. */
const struct bd_phrase_rule *bd_lua__rule_of(char letter);
/* The words that a hole LETTER chooses from, or NULL. Sets *LABEL to the label of the choice. */
const struct bd_dict *bd_lua__list_of(char letter, const char **label);

/* ---- lua_text.c ---- */

void bd_lua__quoted_word(struct bd_lua__program *p);
void bd_lua__string_literal(struct bd_lua__program *p);
void bd_lua__pattern(struct bd_lua__program *p);
/* The arguments of string.format: '%d', 1 */
void bd_lua__format(struct bd_lua__program *p);
/* The arguments of string.pack: '<i4', 1; if UNPACKS, of string.unpack: '<i4', string.pack('<i4', 1) */
void bd_lua__pack(struct bd_lua__program *p, bool unpacks);

#endif
