/* lua_words.c: which words of a dictionary can be names in Lua. */
#include "lua_parts.h"

/* The fallback if no word of the dictionary fits; lua.dict has more. The first is the simplest name. */
static const char *const own_words[] = {
    "x", "y", "n", "i", "value", "key", "list", "name", "", "0x10", "%d", "hello world",
};
static const struct bd_dict own_dict = {own_words, sizeof own_words / sizeof *own_words};

/* Keywords, and names whose usual meaning programs need. */
static const char *const taken_words[] = {
    "string", "table", "math",   "utf8",   "coroutine", "print", "self",     "_G",    "_ENV", "and", "break",
    "do",     "else",  "elseif", "end",    "false",     "for",   "function", "goto",  "if",   "in",  "local",
    "nil",    "not",   "or",     "repeat", "return",    "then",  "true",     "until", "while"};
static const struct bd_dict taken = {taken_words, sizeof taken_words / sizeof *taken_words};

static bool is_name(const char *word)
{
    return bd_phrase_is_name(word, &taken);
}

struct bd_lua__words bd_lua__words_of(struct bd_source *s)
{
    return (struct bd_lua__words){
        .names = *bd_words_that(s, is_name, &own_dict),
        .texts = *bd_words_that(s, bd_phrase_is_text, &own_dict),
    };
}
