/* lua_text.c: everything with its own grammar within Lua: string literals, patterns, formats. */
#include "lua_parts.h"

#define LIST(name, ...) \
    static const char *const name##_words[] = {__VA_ARGS__}; \
    static const struct bd_dict name = {name##_words, sizeof name##_words / sizeof *name##_words}

/* ---- Strings ---- */

/* TEXT, escaped for a literal between two QUOTEs. */
static void put_escaped(struct bd_out *out, const char *text, char quote)
{
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '\\' || *text == quote) {
            bd_put_char(out, '\\');
            bd_put_char(out, *text);
        } else if (c < ' ' || c == 0x7F) {
            const char decimal[] = {'\\', (char)('0' + c / 100), (char)('0' + c / 10 % 10), (char)('0' + c % 10)};
            bd_put_bytes(out, decimal, sizeof decimal);
        } else {
            bd_put_char(out, *text);
        }
    }
}

void bd_lua__quoted_word(struct bd_lua__program *p)
{
    bd_put_char(p->phrases.out, '"');
    put_escaped(p->phrases.out, bd_word(p->phrases.s, "text", &p->words.texts), '"');
    bd_put_char(p->phrases.out, '"');
}

/* Skips words with a ']', which could end the long bracket. */
static void put_long(struct bd_lua__program *p, const char *equals)
{
    struct bd_out *out = p->phrases.out;
    bd_put_char(out, '[');
    bd_put(out, equals);
    bd_put(out, "[\n");
    while (bd_more(p->phrases.s, "more lines", 1)) {
        const char *word = bd_word(p->phrases.s, "text", &p->words.texts);
        if (!strchr(word, ']')) { bd_put(out, word); }
        bd_put(out, "\n\\n [[");
    }
    bd_put_char(out, ']');
    bd_put(out, equals);
    bd_put_char(out, ']');
}

static void put_short(struct bd_lua__program *p, char quote)
{
    LIST(escapes, "\\n", "\\0", "\\\\", "\\\"", "\\'", "\\a", "\\b", "\\f", "\\r", "\\t", "\\v", "\\x00", "\\xfF",
         "\\255", "\\065", "\\7", "\\u{0}", "\\u{7F}", "\\u{80}", "\\u{7FF}", "\\u{20AC}", "\\u{D800}", "\\u{10FFFF}",
         "\\u{7FFFFFFF}", "\\z  \n  ", "\\\n", "\\\r\n", "\xC3\xA9", "\xE2\x82\xAC", "\xFF");
    bd_put_char(p->phrases.out, quote);
    while (bd_more(p->phrases.s, "more of the literal", 2)) {
        if (bd_flag(p->phrases.s, "has escape")) {
            bd_put_word(p->phrases.s, p->phrases.out, "escape sequence", &escapes);
        } else {
            put_escaped(p->phrases.out, bd_word(p->phrases.s, "text", &p->words.texts), quote);
        }
    }
    bd_put_char(p->phrases.out, quote);
}

/* One character many times: for functions that copy, search and match. */
static void put_many(struct bd_lua__program *p)
{
    const char text[] = {bd_char(p->phrases.s, "repeated character", "a0 %.([-"), 0};
    bd_put_char(p->phrases.out, '"');
    bd_put_repeated(p->phrases.out, text, bd_size(p->phrases.s, "length", 5000));
    bd_put_char(p->phrases.out, '"');
}

void bd_lua__string_literal(struct bd_lua__program *p)
{
    enum { DOUBLE, SINGLE, LONG, LONG_1, MANY, LITERALS };
    static const unsigned weights[LITERALS] = {5, 3, 1, 1, 1};
    switch (bd_pick_weighted(p->phrases.s, "literal", weights, LITERALS)) {
    case SINGLE: put_short(p, '\''); break;
    case LONG: /* a "[[" inside would be an error only in Lua 5.0 */ put_long(p, ""); break;
    case LONG_1: put_long(p, "="); break;
    case MANY: put_many(p); break;
    default: put_short(p, '"'); break;
    }
}

/* ---- Patterns ---- */

static void put_single(struct bd_lua__program *p)
{
    LIST(singles, ".", "%a", "%d", "%s", "%w", "%p", "%x", "%u", "%l", "%c", "%g", "%A", "%S", "%W", "%D", "a", "l",
         " ", "%%", "%.", "[a-z]", "[^%s,]", "[%w_]", "[]]", "[^]a-]", "[%a-z]", "[\\0-\\xff]", "-", "\\0");
    LIST(repeats, "", "*", "+", "-", "?");
    bd_put_word(p->phrases.s, p->phrases.out, "pattern class", &singles);
    bd_put_word(p->phrases.s, p->phrases.out, "pattern repeat", &repeats);
}

void bd_lua__pattern(struct bd_lua__program *p)
{
    enum { SINGLE, CAPTURE, POSITION, BALANCED, FRONTIER, SAME_AGAIN, ITEMS };
    static const unsigned weights[ITEMS] = {12, 4, 1, 1, 1, 1};
    struct bd_source *s = p->phrases.s;
    struct bd_out *out = p->phrases.out;
    size_t captures = 0;
    bd_put(out, bd_more(s, "anchored", 0.2) ? "'^" : "'");
    do {
        switch (bd_pick_weighted(s, "pattern item", weights, captures ? ITEMS : ITEMS - 1)) {
        case CAPTURE:
            captures++;
            bd_put_char(out, '(');
            do {
                put_single(p);
            } while (bd_more(s, "more in capture", 0.5));
            bd_put_char(out, ')');
            break;
        case POSITION: bd_put(out, "()"); break;
        case BALANCED: bd_put(out, "%b()"); break;
        case FRONTIER: bd_put(out, "%f[%w]"); break;
        case SAME_AGAIN: bd_put(out, "%1"); break;
        default: put_single(p); break;
        }
    } while (bd_more(s, "more of the pattern", 1));
    bd_put(out, bd_more(s, "to the end", 0.15) ? "$'" : "'");
}

/* ---- Formats: first what each item is, then an argument for each ---- */

enum argument { ARGUMENT_NONE, ARGUMENT_INTEGER, ARGUMENT_NUMBER, ARGUMENT_STRING, ARGUMENT_ANY };
enum { MAX_ITEMS = 4 };

/* A list of texts of format items, and the argument that such an item takes. */
struct item_kind {
    const struct bd_dict *texts;
    const char *label;
    enum argument argument;
};

struct format {
    const char *texts[MAX_ITEMS];
    enum argument arguments[MAX_ITEMS];
    size_t count;
};

static struct format draw_format(struct bd_lua__program *p, const char *label, const struct item_kind *kinds,
                                 size_t count)
{
    struct format format = {.count = 0};
    do {
        const struct item_kind *kind = &kinds[bd_pick(p->phrases.s, label, count)];
        format.texts[format.count] = bd_word(p->phrases.s, kind->label, kind->texts);
        format.arguments[format.count] = kind->argument;
        format.count++;
    } while (format.count < MAX_ITEMS && bd_more(p->phrases.s, "more items", 0.8));
    return format;
}

static void put_format(struct bd_lua__program *p, const struct format *format)
{
    bd_put_char(p->phrases.out, '\'');
    for (size_t i = 0; i < format->count; i++) { bd_put(p->phrases.out, format->texts[i]); }
    bd_put_char(p->phrases.out, '\'');
}

static void put_arguments(struct bd_lua__program *p, const struct format *format)
{
    static const char *const holes[] = {"", ", `I", ", `n", ", `s", ", `a"};
    for (size_t i = 0; i < format->count; i++) { bd_phrase_put(&p->phrases, holes[format->arguments[i]]); }
}

void bd_lua__format(struct bd_lua__program *p)
{
    LIST(integers, "%d", "%5d", "%-5d", "%05d", "%+d", "% i", "%.3d", "%x", "%#X", "%o", "%c", "%99d");
    LIST(floats, "%f", "%.3f", "%g", "%e", "%10.2f", "%a", "%.14g", "%E", "%#.0f", "%A", "%+G", "%.99f");
    LIST(strings, "%s", "%q", "%10s", "%-10s", "%.3s", "%5.1s");
    LIST(others, "%s", "%q", "%p", "%20s");
    LIST(plain, "%%", " ", "\\n", "a");
    static const struct item_kind kinds[] = {{&plain, "plain item", ARGUMENT_NONE},
                                             {&integers, "integer format", ARGUMENT_INTEGER},
                                             {&floats, "float format", ARGUMENT_NUMBER},
                                             {&strings, "string format", ARGUMENT_STRING},
                                             {&others, "any format", ARGUMENT_ANY}};
    const struct format format = draw_format(p, "format item", kinds, sizeof kinds / sizeof *kinds);
    put_format(p, &format);
    put_arguments(p, &format);
}

void bd_lua__pack(struct bd_lua__program *p, bool unpacks)
{
    LIST(integers, "b", "B", "h", "H", "i4", "I3", "l", "L", "j", "J", "T", "i16", "i1", "i7", "I16", "=I4");
    LIST(floats, "f", "d", "n");
    LIST(strings, "z", "s1", "s", "s4", "c8", "c100");
    LIST(layout, " ", "<", ">", "=", "!", "!4", "x", "Xi4", "!2Xh");
    static const struct item_kind kinds[] = {{&layout, "pack layout", ARGUMENT_NONE},
                                             {&integers, "pack integer", ARGUMENT_INTEGER},
                                             {&floats, "pack float", ARGUMENT_NUMBER},
                                             {&strings, "pack string", ARGUMENT_STRING}};
    const struct format format = draw_format(p, "pack item", kinds, sizeof kinds / sizeof *kinds);
    put_format(p, &format);
    if (unpacks) {
        bd_put(p->phrases.out, ", string.pack(");
        put_format(p, &format);
    }
    put_arguments(p, &format);
    if (unpacks) { bd_put_char(p->phrases.out, ')'); }
}
