/* lua_words.c: which words of a dictionary can be names in Lua. */
#include "lua_parts.h"

/* The fallback; lua.dict has more. The first is the simplest name. */
static const char *const own_words[] = {
    "x", "y", "n", "i", "value", "key", "list", "name", "", "0x10", "%d", "hello world",
};
static const struct bd_dict own_dict = {own_words, sizeof own_words / sizeof *own_words};

/* Keywords, and names that programs need for what they mean. */
static bool is_taken(const char *word)
{
    static const char *const taken[] = {"string", "table",    "math",   "utf8", "coroutine", "print",  "self", "_G",
                                        "_ENV",   "and",      "break",  "do",   "else",      "elseif", "end",  "false",
                                        "for",    "function", "goto",   "if",   "in",        "local",  "nil",  "not",
                                        "or",     "repeat",   "return", "then", "true",      "until",  "while"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        if (strcmp(word, taken[i]) == 0) { return true; }
    }
    return false;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_name(const char *word)
{
    if (!is_letter(word[0])) { return false; }
    for (const char *at = word; *at; at++) {
        if (!is_letter(*at) && !(*at >= '0' && *at <= '9')) { return false; }
    }
    return !is_taken(word);
}

static bool is_text(const char *word)
{
    (void)word;
    return true;
}

struct bd_lua__words bd_lua__words_of(struct bd_source *s)
{
    return (struct bd_lua__words){
        .names = *bd_words_that(s, is_name, &own_dict),
        .texts = *bd_words_that(s, is_text, &own_dict),
    };
}
