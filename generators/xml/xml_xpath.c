/* xml_xpath.c: expressions of XPath 1.0, by the type that is needed, so that most of them make sense:
 *
 *     expression(type):
 *         expression type      structure  if any will do
 *         node-set kind, string kind, number kind, boolean kind
 *                              structure  a path, a literal, a variable, a call, an operator, ...
 *     path: path kind, then steps, each with a kind and perhaps predicates, which are expressions
 *
 * Patterns, and the selectors of XML Schema, are paths of a simpler kind. */
#include "xml_xpath.h"

enum { MAX_NESTING = 4 };

/* An expression being written. */
struct xpath {
    struct bd_xml__maker *m;
    struct bd_source *s;
    const struct bd_xml__scope *scope;
};

static void put(const struct xpath *x, const char *text)
{
    bd_xml__put(&x->m->x, text);
}

static void expression(const struct xpath *x, enum bd_xml__xpath_type type, unsigned depth);

/* A literal in single quotes: the words contain none. */
static void put_literal(const struct xpath *x, const char *label, const struct bd_dict *words)
{
    put(x, "'");
    bd_xml__put_a_word(x->m, label, words);
    put(x, "'");
}

/* ---- Steps and paths ---- */

static void put_name(const struct xpath *x)
{
    static const unsigned weights[] = {4, 1};
    const struct bd_domain domain = {.max = 1, .shape = BD_WEIGHTED, .weights = weights};
    if (x->scope->has_prefix && bd_choose(x->s, BD_VALUE, "name has prefix", &domain) == 1) { put(x, "d:"); }
    bd_xml__put_plain(x->m, "local name");
}

static const struct bd_dict *const axes = BD_XML__WORDS(
    "child::", "descendant::", "descendant-or-self::", "parent::", "ancestor::", "ancestor-or-self::", "self::",
    "following-sibling::", "preceding-sibling::", "following::", "preceding::", "attribute::", "namespace::");
static const struct bd_dict *const node_tests =
    BD_XML__WORDS("node()", "text()", "comment()", "processing-instruction()", "processing-instruction('go')");
static const struct bd_dict *const separators = BD_XML__WORDS("/", "//");

static void put_predicates(const struct xpath *x, unsigned depth)
{
    while (depth < MAX_NESTING && bd_more(x->s, "more predicates", 0.25)) {
        put(x, "[");
        expression(x, bd_flag(x->s, "predicate is number") ? BD_XML__NUMBER : BD_XML__BOOLEAN, depth + 1);
        put(x, "]");
    }
}

static void put_step(const struct xpath *x, bool in_pattern, unsigned depth)
{
    enum { NAME, ANY, ATTRIBUTE, ANY_ATTRIBUTE, TEST, AXIS, AXIS_TEST, STEPS };
    static const unsigned weights[STEPS] = {10, 3, 4, 1, 3, 4, 1};
    switch (bd_pick_weighted(x->s, "step", weights, in_pattern ? AXIS : STEPS)) {
    case ANY: put(x, "*"); break;
    case ATTRIBUTE:
        put(x, "@");
        put_name(x);
        break;
    case ANY_ATTRIBUTE: put(x, "@*"); break;
    case TEST: put(x, bd_word(x->s, "node test", node_tests)); break;
    case AXIS:
        put(x, bd_word(x->s, "axis", axes));
        put_name(x);
        break;
    case AXIS_TEST:
        put(x, bd_word(x->s, "axis", axes));
        put(x, bd_word(x->s, "node test", node_tests));
        break;
    default: put_name(x); break;
    }
    put_predicates(x, depth);
}

static void put_steps(const struct xpath *x, bool in_pattern, unsigned depth)
{
    put_step(x, in_pattern, depth);
    while (bd_more(x->s, "more steps", 0.5)) {
        put(x, bd_word(x->s, "separator", separators));
        put_step(x, in_pattern, depth);
    }
}

static void put_path(const struct xpath *x, unsigned depth)
{
    enum { SELF, RELATIVE, PARENT, ROOT, ABSOLUTE, ANYWHERE, BELOW, PATHS };
    static const unsigned weights[PATHS] = {4, 12, 1, 1, 2, 3, 1};
    static const char *const starts[PATHS] = {".", "", "..", "/", "/", "//", ".//"};
    const size_t kind = bd_pick_weighted(x->s, "path kind", weights, PATHS);
    put(x, starts[kind]);
    if (kind != SELF && kind != PARENT && kind != ROOT) { put_steps(x, false, depth); }
}

/* ---- Calls ---- */

/* One character per argument: a, n, s, #, b for an expression of that type (any, nodes, string, number, boolean), k
 * the name of a key, f a format, F the name of a format, p a property, e the name of an element or function, d a
 * document. Arguments after ? can be left out, and * stands for any number of further strings. The first function in
 * each table has no arguments. */
struct function {
    const char *name;
    const char *arguments;
};
static const struct function node_functions[] = {{"current", ""}, {"id", "s"}, {"key", "ks"}, {"document", "d"}};
static const struct function string_functions[] = {
    {"string", ""},
    {"string", "a"},
    {"concat", "ss*"},
    {"substring-before", "ss"},
    {"substring-after", "ss"},
    {"substring", "s#?#"},
    {"normalize-space", "?s"},
    {"translate", "sss"},
    {"name", "?n"},
    {"local-name", "?n"},
    {"namespace-uri", "?n"},
    {"generate-id", "?n"},
    {"format-number", "#f"},
    {"format-number", "#fF"},
    {"system-property", "p"},
    {"unparsed-entity-uri", "s"},
};
static const struct function number_functions[] = {
    {"position", ""}, {"last", ""},   {"count", "n"},          {"sum", "n"}, {"number", "?a"}, {"floor", "#"},
    {"ceiling", "#"}, {"round", "#"}, {"string-length", "?s"},
};
static const struct function boolean_functions[] = {
    {"true", ""},
    {"false", ""},
    {"not", "b"},
    {"boolean", "a"},
    {"contains", "ss"},
    {"lang", "s"},
    {"starts-with", "ss"},
    {"element-available", "e"},
    {"function-available", "e"},
};

static const struct bd_dict *const formats =
    BD_XML__WORDS("0", "#,##0.00", "0.###", "#", "00%", "#.#;(#.#)", "$0", "", "#,#,#0");
static const struct bd_dict *const properties = BD_XML__WORDS("xsl:version", "xsl:vendor", "xsl:vendor-url", "a");
static const struct bd_dict *const available =
    BD_XML__WORDS("xsl:if", "xsl:template", "key", "position", "xsl:none", "d:none");
static const struct bd_dict *const documents = BD_XML__WORDS("", "other.xml", "missing.xml");
static const struct bd_dict *const literals = BD_XML__WORDS("", "a", "1", "en", "-1.5", "  two  spaces  ", "a,b;c",
                                                            "\xC3\xA9", "{}", "i2", "abcdefghij", "1e3", "x<y&z>");

static void put_name_literal(const struct xpath *x, const char *label, const struct bd_xml__names *names)
{
    put(x, "'");
    put(x, bd_xml__refer(x->m, label, names));
    put(x, "'");
}

static void put_argument(const struct xpath *x, char kind, unsigned depth)
{
    switch (kind) {
    case 'n': expression(x, BD_XML__NODES, depth); break;
    case 's': expression(x, BD_XML__STRING, depth); break;
    case '#': expression(x, BD_XML__NUMBER, depth); break;
    case 'b': expression(x, BD_XML__BOOLEAN, depth); break;
    case 'k': put_name_literal(x, "key name", &x->scope->keys); break;
    case 'F': put_name_literal(x, "format name", &x->scope->formats); break;
    case 'f': put_literal(x, "number format", formats); break;
    case 'p': put_literal(x, "property", properties); break;
    case 'e': put_literal(x, "what is available", available); break;
    case 'd': put_literal(x, "document", documents); break;
    default: expression(x, BD_XML__ANY, depth); break;
    }
}

static void put_call(const struct xpath *x, const char *label, const struct function *table, size_t count,
                     unsigned depth)
{
    const struct function *f = &table[depth < MAX_NESTING ? bd_pick(x->s, label, count) : 0];
    const char *between = "";
    put(x, f->name);
    put(x, "(");
    for (const char *kind = f->arguments; *kind; kind++) {
        if (*kind == '?') {
            if (!bd_flag(x->s, "has argument")) { break; }
        } else if (*kind == '*') {
            while (bd_more(x->s, "more arguments", 0.5)) {
                put(x, ",");
                put_argument(x, 's', depth + 1);
            }
        } else {
            put(x, between);
            put_argument(x, *kind, depth + 1);
            between = ",";
        }
    }
    put(x, ")");
}

/* ---- Expressions ---- */

static const struct bd_dict *const operators = BD_XML__WORDS("+", "-", "*", "div", "mod");
static const struct bd_dict *const fractions = BD_XML__WORDS("0.5", "1.", ".25", "1234567.891", "99999999999999999999");
static const struct bd_dict *const comparisons = BD_XML__WORDS("=", "!=", "<", "<=", ">", ">=");
static const struct bd_dict *const connectives = BD_XML__WORDS("and", "or");

static void put_variable(const struct xpath *x)
{
    put(x, "$");
    put(x, bd_xml__refer(x->m, "variable", &x->scope->variables));
}

/* In parentheses, because the context may bind more tightly. */
static void put_operation(const struct xpath *x, const char *label, const struct bd_dict *words,
                          enum bd_xml__xpath_type operands, unsigned depth)
{
    put(x, "(");
    expression(x, operands, depth + 1);
    put(x, " ");
    bd_xml__put_a_word(x->m, label, words);
    put(x, " ");
    expression(x, operands, depth + 1);
    put(x, ")");
}

static void put_nodes(const struct xpath *x, unsigned depth)
{
    enum { PATH, VARIABLE, CALL, UNION, FILTER, KINDS };
    const unsigned weights[KINDS] = {16, x->scope->variables.count > 0 ? 2 : 0, 2, 2, 1};
    switch (depth < MAX_NESTING ? bd_pick_weighted(x->s, "node-set kind", weights, KINDS) : PATH) {
    case VARIABLE: put_variable(x); break;
    case CALL: put_call(x, "node-set function", node_functions, BD_XML__COUNT_OF(node_functions), depth); break;
    case UNION:
        put_path(x, depth + 1);
        put(x, "|");
        expression(x, BD_XML__NODES, depth + 1);
        break;
    case FILTER:
        put(x, "(");
        expression(x, BD_XML__NODES, depth + 1);
        put(x, ")[");
        expression(x, BD_XML__NUMBER, depth + 1);
        put(x, "]");
        if (bd_flag(x->s, "filter goes on")) {
            put(x, "/");
            put_steps(x, false, depth + 1);
        }
        break;
    default: put_path(x, depth); break;
    }
}

static void put_string(const struct xpath *x, unsigned depth)
{
    enum { LITERAL, NODES, CALL, VARIABLE, KINDS };
    const unsigned weights[KINDS] = {6, 4, 4, x->scope->variables.count > 0 ? 2 : 0};
    switch (depth < MAX_NESTING ? bd_pick_weighted(x->s, "string kind", weights, KINDS) : LITERAL) {
    case NODES: put_nodes(x, depth + 1); break;
    case CALL: put_call(x, "string function", string_functions, BD_XML__COUNT_OF(string_functions), depth); break;
    case VARIABLE: put_variable(x); break;
    default: put_literal(x, "literal", literals); break;
    }
}

static void put_number(const struct xpath *x, unsigned depth)
{
    enum { DIGITS, CALL, ARITHMETIC, NEGATION, FRACTION, NODES, VARIABLE, KINDS };
    const unsigned weights[KINDS] = {6, 4, 3, 1, 1, 2, x->scope->variables.count > 0 ? 1 : 0};
    switch (depth < MAX_NESTING ? bd_pick_weighted(x->s, "number kind", weights, KINDS) : DIGITS) {
    case CALL: put_call(x, "number function", number_functions, BD_XML__COUNT_OF(number_functions), depth); break;
    case ARITHMETIC: put_operation(x, "arithmetic", operators, BD_XML__NUMBER, depth); break;
    case NEGATION:
        put(x, "-");
        expression(x, BD_XML__NUMBER, depth + 1);
        break;
    case FRACTION: put(x, bd_word(x->s, "fraction", fractions)); break;
    case NODES: put_nodes(x, depth + 1); break;
    case VARIABLE: put_variable(x); break;
    default: bd_xml__put_small(x->m, "whole number", 0, 12); break;
    }
}

static void put_boolean(const struct xpath *x, unsigned depth)
{
    enum { CALL, NODES, COMPARISON, LOGIC, KINDS };
    static const unsigned weights[KINDS] = {4, 4, 6, 2};
    switch (depth < MAX_NESTING ? bd_pick_weighted(x->s, "boolean kind", weights, KINDS) : CALL) {
    case NODES: put_nodes(x, depth + 1); break;
    case COMPARISON: put_operation(x, "comparison", comparisons, BD_XML__ANY, depth); break;
    case LOGIC: put_operation(x, "connective", connectives, BD_XML__BOOLEAN, depth); break;
    default: put_call(x, "boolean function", boolean_functions, BD_XML__COUNT_OF(boolean_functions), depth); break;
    }
}

static void expression(const struct xpath *x, enum bd_xml__xpath_type type, unsigned depth)
{
    static const enum bd_xml__xpath_type types[] = {BD_XML__NODES, BD_XML__STRING, BD_XML__NUMBER, BD_XML__BOOLEAN};
    static const unsigned weights[] = {6, 3, 3, 1};
    BD_RULE(x->s, "expression");
    if (type == BD_XML__ANY) {
        type = types[bd_pick_weighted(x->s, "expression type", weights, BD_XML__COUNT_OF(types))];
    }
    switch (type) {
    case BD_XML__STRING: put_string(x, depth); break;
    case BD_XML__NUMBER: put_number(x, depth); break;
    case BD_XML__BOOLEAN: put_boolean(x, depth); break;
    default: put_nodes(x, depth); break;
    }
}

void bd_xml__xpath(struct bd_xml__maker *m, const struct bd_xml__scope *scope, enum bd_xml__xpath_type type)
{
    const struct xpath x = {m, m->x.s, scope};
    expression(&x, type, 0);
}

/* ---- Patterns: XSLT 1.0, section 5.2 ---- */

void bd_xml__xpath_pattern(struct bd_xml__maker *m, const struct bd_xml__scope *scope)
{
    enum { ROOT, STEPS, ABSOLUTE, ANYWHERE, ID, KEY, PATTERNS };
    static const char *const starts[PATTERNS] = {"/", "", "/", "//", "", ""};
    const unsigned weights[PATTERNS] = {4, 16, 1, 1, 1, scope->keys.count > 0 ? 2 : 0};
    const struct xpath x = {m, m->x.s, scope};
    BD_RULE(x.s, "pattern");
    for (;;) {
        const size_t kind = bd_pick_weighted(x.s, "pattern kind", weights, PATTERNS);
        put(&x, starts[kind]);
        if (kind == ID) {
            put(&x, "id(");
            put_literal(&x, "literal", literals);
            put(&x, ")");
        } else if (kind == KEY) {
            put(&x, "key(");
            put_name_literal(&x, "key name", &scope->keys);
            put(&x, ",");
            put_literal(&x, "literal", literals);
            put(&x, ")");
        } else if (kind != ROOT) {
            put_steps(&x, true, 1);
        }
        if (!bd_more(x.s, "more patterns", 0.2)) { return; }
        put(&x, "|");
    }
}

void bd_xml__xpath_name_test(struct bd_xml__maker *m, const struct bd_xml__scope *scope)
{
    static const unsigned weights[] = {4, 1};
    const struct xpath x = {m, m->x.s, scope};
    if (bd_pick_weighted(m->x.s, "name test", weights, 2) == 1) {
        put(&x, "*");
    } else {
        put_name(&x);
    }
}

/* ---- Selectors: XML Schema part 1, section 3.11.6 ---- */

static void put_selector_step(struct bd_xml__maker *m, const char *own)
{
    static const unsigned weights[] = {7, 1};
    if (bd_pick_weighted(m->x.s, "name test", weights, 2) == 1) {
        bd_xml__put(&m->x, "*");
    } else {
        bd_xml__put(&m->x, own);
        bd_xml__put_plain(m, "local name");
    }
}

void bd_xml__xpath_selector(struct bd_xml__maker *m, const char *own, bool is_field)
{
    static const unsigned seldom[] = {5, 1};
    BD_RULE(m->x.s, "selector path");
    struct bd_source *s = m->x.s;
    for (;;) {
        if (bd_pick_weighted(s, "selects descendants", seldom, 2) == 1) { bd_xml__put(&m->x, ".//"); }
        if (bd_pick_weighted(s, "selects itself", seldom, 2) == 1) {
            bd_xml__put(&m->x, ".");
        } else {
            put_selector_step(m, own);
        }
        while (bd_more(s, "more selector steps", 0.5)) {
            bd_xml__put(&m->x, "/");
            put_selector_step(m, own);
        }
        if (is_field && bd_flag(s, "selects attribute")) {
            bd_xml__put(&m->x, "/@");
            put_selector_step(m, own);
        }
        if (bd_pick_weighted(s, "selects more", seldom, 2) == 0) { return; }
        bd_xml__put(&m->x, "|");
    }
}
