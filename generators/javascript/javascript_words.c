/* javascript_words.c: which words of a dictionary JavaScript can use, and for what. */
#include "javascript_parts.h"

/* The fallback if no word of the dictionary fits: enough for names, properties and strings to differ. */
static const char *const own_words[] = {
    "a",      "b",       "c",     "x",     "y",    "i",       "key",      "value", "item", "list", "count",
    "result", "name",    "index", "total", "data", "options", "callback", "node",  "left", "next", "Foo",
    "Bar",    "default", "",      "12",    "-0",   "Hello",   "a,b;c",    "it's",  "\n",
};
static const struct bd_dict own_dict = BD_JS__DICT(own_words);

/* Words that some edition, in some mode, forbids as a name; and names that have a meaning everywhere. */
static const char *const reserved[] = {
    "abstract", "arguments",  "as",           "async",     "await",    "boolean",  "break",     "byte",       "case",
    "catch",    "char",       "class",        "const",     "continue", "debugger", "default",   "delete",     "do",
    "double",   "else",       "enum",         "eval",      "export",   "extends",  "false",     "final",      "finally",
    "float",    "for",        "from",         "function",  "get",      "goto",     "if",        "implements", "import",
    "in",       "instanceof", "int",          "interface", "let",      "long",     "native",    "new",        "null",
    "of",       "package",    "private",      "protected", "public",   "return",   "set",       "short",      "static",
    "super",    "switch",     "synchronized", "this",      "throw",    "throws",   "transient", "true",       "try",
    "typeof",   "undefined",  "var",          "void",      "volatile", "while",    "with",      "yield",
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

/* An ASCII identifier, which all engines parse alike, even if it is reserved. */
static bool is_property(const char *word)
{
    if (!is_letter(*word)) { return false; }
    while (is_letter(*word) || is_digit(*word)) { word++; }
    return *word == 0;
}

/* Lower-case letters only: a variable named toString or Math would break code that relies on the original. */
static bool is_name(const char *word)
{
    for (size_t i = 0; i < BD_JS__COUNT_OF(reserved); i++) {
        if (strcmp(word, reserved[i]) == 0) { return false; }
    }
    return *word && word[strspn(word, "abcdefghijklmnopqrstuvwxyz")] == 0;
}

/* The number of bytes in the UTF-8 character at T; 0 if it is broken, or a line end that ES5 forbids in strings. */
static size_t character_size(const unsigned char *t)
{
    const size_t size = t[0] < 0x80 ? 1 : t[0] < 0xC2 ? 0 : t[0] < 0xE0 ? 2 : t[0] < 0xF0 ? 3 : t[0] < 0xF5 ? 4 : 0;
    for (size_t i = 1; i < size; i++) {
        if ((t[i] & 0xC0) != 0x80) { /* also true of the final NUL */
            return 0;
        }
    }
    const bool overlong = (t[0] == 0xE0 && t[1] < 0xA0) || (t[0] == 0xF0 && t[1] < 0x90);
    const bool surrogate = t[0] == 0xED && t[1] >= 0xA0;
    const bool beyond = t[0] == 0xF4 && t[1] >= 0x90;
    const bool line_end = t[0] == 0xE2 && t[1] == 0x80 && (t[2] == 0xA8 || t[2] == 0xA9);
    return overlong || surrogate || beyond || line_end ? 0 : size;
}

static bool is_text(const char *word)
{
    const unsigned char *at = (const unsigned char *)word;
    while (*at) {
        const size_t size = character_size(at);
        if (size == 0) { return false; }
        at += size;
    }
    return true;
}

static bool is_comparable_property(const char *word)
{
    return is_property(word) && bd_js__is_comparable_property(word);
}

static bool is_comparable_name(const char *word)
{
    return is_name(word) && bd_js__is_comparable_property(word); /* a global variable is a property */
}

static bool is_comparable_text(const char *word)
{
    return is_text(word) && bd_js__is_comparable_text(word);
}

struct bd_js__words bd_js__words_of(struct bd_source *s, bool comparable)
{
    if (comparable) {
        return (struct bd_js__words){
            .names = *bd_words_that(s, is_comparable_name, &own_dict),
            .properties = *bd_words_that(s, is_comparable_property, &own_dict),
            .texts = *bd_words_that(s, is_comparable_text, &own_dict),
        };
    }
    return (struct bd_js__words){
        .names = *bd_words_that(s, is_name, &own_dict),
        .properties = *bd_words_that(s, is_property, &own_dict),
        .texts = *bd_words_that(s, is_text, &own_dict),
    };
}
