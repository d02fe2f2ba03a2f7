/* javascript_regexp.c: regular expression literals. Only the part of ES5's syntax that all engines parse alike:
 * references are only to closed groups, and quantifiers follow only what can be repeated. */
#include "javascript_parts.h"

enum { MAX_DEPTH = 3, MAX_TERMS = 6 };

struct regexp {
    struct bd_js_writer *js;
    size_t groups; /* closed so far: what \1 … can refer to */
};

static const char *const escapes[] = {"\\d", "\\w", "\\s", "\\D",   "\\W",     "\\S",
                                      "\\.", "\\/", "\\n", "\\x41", "\\u00e9", "\\x00"};
static const struct bd_dict escape_dict = BD_JS__DICT(escapes);

static const char *const classes[] = {"[abc]",    "[a-z]", "[^0-9]", "[A-Z_]",    "[\\d.]",           "[^]",
                                      "[\\s\\S]", "[-+]",  "[]",     "[\\]\\\\]", "[\\u0100-\\uffff]"};
static const struct bd_dict class_dict = BD_JS__DICT(classes);

static const char *const assertions[] = {"^", "$", "\\b", "\\B"};
static const struct bd_dict assertion_dict = BD_JS__DICT(assertions);
static const struct bd_dict comparable_assertions = {assertions, 2}; /* mujs forgets what came before a later match */

static const char *const quantifiers[] = {"*", "+", "?", "*?", "+?", "??", "{2}", "{0}", "{1,}", "{0,3}", "{2,3}?"};
static const struct bd_dict quantifier_dict = BD_JS__DICT(quantifiers);

/* The last three flags came after ES5. */
static const char *const flags[] = {"", "g", "i", "m", "gi", "gim", "y", "s", "gu"};
static const struct bd_dict old_flags = {flags, 6};
static const struct bd_dict all_flags = BD_JS__DICT(flags);

static void alternatives(struct regexp *r, unsigned depth);

static void group(struct regexp *r, unsigned depth)
{
    enum { CAPTURE, PLAIN, AHEAD, NOT_AHEAD, BEHIND, NOT_BEHIND, GROUP_KINDS };
    static const char *const openings[GROUP_KINDS] = {"(", "(?:", "(?=", "(?!", "(?<=", "(?<!"};
    static const unsigned weights[GROUP_KINDS] = {4, 2, 1, 1, 1, 1};
    const size_t kind = bd_pick_weighted(r->js->s, "group kind", weights, r->js->options.modern ? GROUP_KINDS : BEHIND);
    bd_js__put(r->js, openings[kind]);
    alternatives(r, depth + 1);
    bd_js__put(r->js, ")");
    r->groups += kind == CAPTURE;
    if (kind <= PLAIN && bd_flag(r->js->s, "group repeated")) {
        bd_js__put(r->js, bd_word(r->js->s, "quantifier", &quantifier_dict));
    }
}

static void term(struct regexp *r, unsigned depth)
{
    struct bd_js_writer *js = r->js;
    enum { CHARACTER, ANY, CLASS, ESCAPE, ASSERTION, GROUP, REFERENCE, TERM_KINDS };
    /* To mujs, a reference from inside a group is an error, if that group is the one it refers to. */
    const bool can_refer = r->groups > 0 && (depth == 0 || !js->options.comparable);
    const unsigned weights[TERM_KINDS] = {6, 2, 3, 3, 2, depth < MAX_DEPTH ? 3 : 0, can_refer ? 1 : 0};
    switch (bd_pick_weighted(js->s, "term kind", weights, TERM_KINDS)) {
    case ANY: bd_js__put(js, "."); break;
    case CLASS: bd_js__put(js, bd_word(js->s, "class", &class_dict)); break;
    case ESCAPE: bd_js__put(js, bd_word(js->s, "escape", &escape_dict)); break;
    case ASSERTION:
        bd_js__put(js, bd_word(js->s, "assertion", js->options.comparable ? &comparable_assertions : &assertion_dict));
        return;
    case GROUP: group(r, depth); return;
    case REFERENCE:
        bd_js__put(js, "(?:\\"); /* in brackets, so that no digit can follow */
        bd_js__put_number(js, bd_int(js->s, "group", 1, (int64_t)r->groups));
        bd_js__put(js, ")");
        return; /* not repeated: if the group matched nothing, mujs and duktape repeat it forever */
    default: {
        const char text[] = {bd_char(js->s, "pattern character", "abcxyzAB019 -_,:='\"%<>"), 0};
        bd_js__put(js, text);
        break;
    }
    }
    if (bd_js__rarely(js, "repeated", 3)) { bd_js__put(js, bd_word(js->s, "quantifier", &quantifier_dict)); }
}

static void alternatives(struct regexp *r, unsigned depth)
{
    for (;;) {
        const size_t count = bd_count(r->js->s, "terms", 1.5, MAX_TERMS);
        for (size_t i = 0; i <= count; i++) { term(r, depth); }
        if (!bd_more(r->js->s, "more alternatives", 0.25)) { return; }
        bd_js__put(r->js, "|");
    }
}

void bd_js__regexp(struct bd_js_writer *js)
{
    BD_RULE(js->s, "regexp");
    struct regexp r = {js, 0};
    const bool opened = js->at_start; /* after a brace, mujs parses the slash as a division */
    if (opened) { bd_js__put(js, "("); }
    bd_js__put(js, "/");
    alternatives(&r, 0);
    bd_js__put(js, "/");
    bd_js__put(js, bd_word(js->s, "regexp flags", js->options.modern ? &all_flags : &old_flags));
    bd_js__close(js, opened);
}
