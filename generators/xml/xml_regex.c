/* xml_regex.c: regular expressions as XML Schema has them (part 2, appendix F), for xs:pattern. */
#include "xml_form.h"

enum { MAX_NESTING = 4 };

static const struct bd_dict *const escapes =
    BD_XML__WORDS("\\d", "\\w", "\\s", "\\i", "\\c", "\\D", "\\W", "\\S", "\\I", "\\C", "\\.", "\\\\", "\\n", "\\t",
                  "\\-", "\\[", "\\^", "\\p{L}", "\\p{Lu}", "\\p{Nd}", "\\p{P}", "\\p{Zs}", "\\P{L}",
                  "\\p{IsBasicLatin}", "\\P{IsGreek}", "\\p{IsCyrillic}", "\\p{Sc}", "\\p{X}");

static const struct bd_dict *const ranges = BD_XML__WORDS("a-z", "A-Z", "0-9", "abc", "a", "_", "\\d", "\\w", "\\s",
                                                          "\\p{L}", "&#xE0;-&#xFF;", "+\\-", ".", "z-a");

static void put_class(struct bd_xml__maker *m, unsigned depth)
{
    BD_RULE(m->x.s, "character class");
    bd_xml__put(&m->x, bd_flag(m->x.s, "is negated") ? "[^" : "[");
    do {
        bd_xml__put(&m->x, bd_word(m->x.s, "range", ranges));
    } while (bd_more(m->x.s, "more ranges", 0.5));
    if (depth < MAX_NESTING && bd_pick_weighted(m->x.s, "subtracts", (const unsigned[]){7, 1}, 2) == 1) {
        bd_xml__put(&m->x, "-");
        put_class(m, depth + 1);
    }
    bd_xml__put(&m->x, "]");
}

static void put_quantifier(struct bd_xml__maker *m)
{
    enum { ONCE, OPTIONAL, ANY, SOME, EXACTLY, AT_LEAST, BETWEEN, QUANTIFIERS };
    static const unsigned weights[QUANTIFIERS] = {8, 2, 2, 2, 1, 1, 1};
    static const char *const signs[QUANTIFIERS] = {"", "?", "*", "+", "{", "{", "{"};
    const size_t kind = bd_pick_weighted(m->x.s, "quantifier", weights, QUANTIFIERS);
    bd_xml__put(&m->x, signs[kind]);
    if (kind < EXACTLY) { return; }
    bd_xml__put_small(m, "least", 0, 4); /* nested quantifiers multiply */
    if (kind == AT_LEAST) { bd_xml__put(&m->x, ","); }
    if (kind == BETWEEN) {
        bd_xml__put(&m->x, ",");
        bd_xml__put_small(m, "most", 3, 9);
    }
    bd_xml__put(&m->x, "}");
}

static void put_atom(struct bd_xml__maker *m, unsigned depth)
{
    enum { CHARACTER, ANY, ESCAPE, CLASS, GROUP, ATOMS };
    static const unsigned weights[ATOMS] = {6, 1, 3, 3, 2};
    char text[2] = {0};
    switch (bd_pick_weighted(m->x.s, "atom", weights, depth < MAX_NESTING ? ATOMS : GROUP)) {
    case ANY: bd_xml__put(&m->x, "."); break;
    case ESCAPE: bd_xml__put(&m->x, bd_word(m->x.s, "escape", escapes)); break;
    case CLASS: put_class(m, depth); break;
    case GROUP:
        bd_xml__put(&m->x, "(");
        bd_xml__regex(m, depth + 1);
        bd_xml__put(&m->x, ")");
        break;
    default:
        text[0] = bd_char(m->x.s, "character of pattern", "abcxyz019 -_:,/@#=");
        bd_xml__put(&m->x, text);
        break;
    }
}

void bd_xml__regex(struct bd_xml__maker *m, unsigned depth)
{
    BD_RULE(m->x.s, "regex");
    do {
        put_atom(m, depth);
        put_quantifier(m);
        if (bd_pick_weighted(m->x.s, "branches", (const unsigned[]){7, 1}, 2) == 1) { bd_xml__put(&m->x, "|"); }
    } while (bd_more(m->x.s, "more atoms", 1.5));
}
