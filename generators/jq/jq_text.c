/* jq_text.c: everything with its own grammar within jq: strings, regular expressions; and the dictionary. */
#include "jq_parts.h"

#define LIST(name, ...) \
    static const char *const name##_words[] = {__VA_ARGS__}; \
    static const struct bd_dict name = {name##_words, sizeof name##_words / sizeof *name##_words}

/* ---- Strings ---- */

static void put_escaped(struct bd_out *out, const char *text)
{
    static const char digits[] = "0123456789abcdef";
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '\\' || c == '"') {
            bd_put_char(out, '\\');
            bd_put_char(out, *text);
        } else if (c < ' ') {
            const char escape[] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
            bd_put_bytes(out, escape, sizeof escape);
        } else {
            bd_put_char(out, *text);
        }
    }
}

void bd_jq__quoted_word(struct bd_jq__program *p)
{
    bd_put_char(p->phrases.out, '"');
    put_escaped(p->phrases.out, bd_word(p->phrases.s, "text", &p->words.texts));
    bd_put_char(p->phrases.out, '"');
}

/* One character or escape many times: for functions that copy, search and match. */
static void put_long(struct bd_jq__program *p)
{
    LIST(repeated, "a", " ", "0", ",", "\\n", "\xC3\xA9");
    const char *text = bd_word(p->phrases.s, "repeated character", &repeated);
    bd_put_repeated(p->phrases.out, text, bd_size(p->phrases.s, "length", 5000));
}

void bd_jq__string_literal(struct bd_jq__program *p)
{
    enum { TEXT, ESCAPE, INTERPOLATION, LONG, PIECES };
    LIST(escapes, "\\n", "\\t", "\\r", "\\b", "\\f", "\\\\", "\\/", "\\\"", "\\u0000", "\\u00e9", "\\u20ac",
         "\\uD83D\\uDE00", "\\uDC00", "\\uFFFF", "\xC3\xA9", "\xF0\x9F\x98\x80", "\xFF", "'", "<&>");
    static const unsigned weights[PIECES] = {12, 8, 12, 1};
    struct bd_source *s = p->phrases.s;
    struct bd_out *out = p->phrases.out;
    bd_put_char(out, '"');
    while (bd_more(s, "more of the literal", 1.5)) {
        switch (bd_pick_weighted(s, "piece", weights, PIECES)) {
        case ESCAPE: bd_put_word(s, out, "escape", &escapes); break;
        case INTERPOLATION: bd_phrase_put(&p->phrases, "\\(`t)"); break;
        case LONG: put_long(p); break;
        default: put_escaped(out, bd_word(s, "text", &p->words.texts)); break;
        }
    }
    bd_put_char(out, '"');
}

/* ---- Regular expressions, in oniguruma's Perl syntax; backslashes are doubled for jq ---- */

enum { REGEX_DEPTH = 3 };

static void put_pattern(struct bd_jq__program *p, unsigned depth);

static void put_atom(struct bd_jq__program *p, unsigned depth)
{
    enum { SINGLE, GROUP, ATOMS };
    LIST(singles, ".", "a", "o", "[a-z]", "\\\\d", "\\\\w", "\\\\s", "[^,]", "\\\\b", "^", "$", " ", "\\\\W",
         "[[:alpha:]]", "\\\\p{L}", "[^\\\\]\\\\-a]", "\\\\x41", "\\\\x{20ac}", "\\\\h", "\\\\R", "\\\\X", "\\\\K",
         "\\\\A", "\\\\z", "[a-c&&[^b]]", "\xC3\xA9", "\\\\N", "\\\\p{^Lu}", "\\\\1", "\\\\k<x>", "(?i)",
         "\\\\Qa.b\\\\E");
    LIST(openings, "(", "(?:", "(?<x>", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?i:", "(?<name>");
    static const unsigned weights[ATOMS] = {5, 2};
    if (depth < REGEX_DEPTH && bd_pick_weighted(p->phrases.s, "regex atom", weights, ATOMS) == GROUP) {
        bd_put_word(p->phrases.s, p->phrases.out, "regex group", &openings);
        put_pattern(p, depth + 1);
        bd_put_char(p->phrases.out, ')');
    } else {
        bd_put_word(p->phrases.s, p->phrases.out, "regex single", &singles);
    }
}

static void put_pattern(struct bd_jq__program *p, unsigned depth)
{
    LIST(repeats, "", "*", "+", "?", "*?", "+?", "{2}", "{1,3}", "{2,}", "{,2}", "?+", "{0}", "++");
    struct bd_source *s = p->phrases.s;
    do {
        put_atom(p, depth);
        bd_put_word(s, p->phrases.out, "regex repeat", &repeats);
        if (bd_more(s, "regex alternative", 0.15)) {
            bd_put_char(p->phrases.out, '|');
            put_atom(p, depth);
        }
    } while (bd_more(s, "more of the regex", 0.8));
}

void bd_jq__regex(struct bd_jq__program *p)
{
    BD_RULE(p->phrases.s, "regex");
    bd_put_char(p->phrases.out, '"');
    put_pattern(p, 0);
    bd_put_char(p->phrases.out, '"');
}

/* ---- Words: which words of a dictionary can be names. ---- */

/* The fallback if no word of the dictionary fits; jq.dict has more. The first is the simplest name. */
static const char *const own_words[] = {"a", "b", "id", "name", "items", "price", "", "foo bar", "1", "\xC3\xA9"};
static const struct bd_dict own_dict = {own_words, sizeof own_words / sizeof *own_words};

/* Keywords, and names whose usual meaning programs need. */
static const char *const taken_words[] = {
    "true",   "false",   "null", "nan",   "empty", "def",    "if",      "then", "else", "elif", "end",     "as",
    "reduce", "foreach", "try",  "catch", "label", "import", "include", "and",  "or",   "not",  "__loc__", "module"};
static const struct bd_dict taken = {taken_words, sizeof taken_words / sizeof *taken_words};

static bool is_name(const char *word)
{
    return bd_phrase_is_name(word, &taken);
}

struct bd_jq__words bd_jq__words_of(struct bd_source *s)
{
    return (struct bd_jq__words){
        .names = *bd_words_that(s, is_name, &own_dict),
        .texts = *bd_words_that(s, bd_phrase_is_text, &own_dict),
    };
}
