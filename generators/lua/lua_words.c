/* lua_words.c: which words of a dictionary can be names in Lua. Sorted once and kept: a trial compares a pointer. */
#include "lua_parts.h"

#include <stdio.h>
#include <stdlib.h>

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

/* Makes VIEW of the words of DICT to KEEP, or of our own if there is none, at STORE. Returns what is left of it. */
static const char **filter(struct bd_dict *view, const char **store, const struct bd_dict *dict,
                           bool (*keep)(const char *))
{
    size_t count = 0;
    for (size_t i = 0; i < dict->count; i++) {
        if (keep(dict->words[i])) { store[count++] = dict->words[i]; }
    }
    if (count == 0) { return filter(view, store, &own_dict, keep); }
    *view = (struct bd_dict){store, count};
    return store + count;
}

const struct bd_lua__words *bd_lua__words_of(const struct bd_dict *dict)
{
    /* A process has one dictionary, as a rule; the array it is made of tells it from another. */
    static struct bd_lua__words words;
    static const char *const *made_from; /* borrowed */
    static size_t made_count;
    static const char **store; /* owned: the arrays of WORDS, one behind the other */

    if (!dict || dict->count == 0) { dict = &own_dict; }
    if (dict->words != made_from || dict->count != made_count) {
        free(store);
        store = malloc(2 * (dict->count + own_dict.count) * sizeof *store);
        if (!store) {
            fprintf(stderr, "lua generator: out of memory for a dictionary of %zu words\n", dict->count);
            abort();
        }
        filter(&words.texts, filter(&words.names, store, dict, is_name), dict, is_text);
        made_from = dict->words;
        made_count = dict->count;
    }
    return &words;
}
