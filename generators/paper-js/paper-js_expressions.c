/* paper-js_expressions.c: expressions, literals and identifiers. */
#include "paper-js_parts.h"

typedef struct bd_paper_js__program program;

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* One of COUNT operators, as a value. */
static const char *operator_of(program *js, const char *label, const char *const *operators, size_t count)
{
    return operators[bd_paper_index(&js->choices, label, count)];
}

/* OPERATOR with a blank on both sides. */
static void put_operator(program *js, const char *operator)
{
    bd_put(js->out, " ");
    bd_put(js->out, operator);
    bd_put(js->out, " ");
}

/* ---- Identifiers ---- */

void bd_paper_js__identifier(program *js)
{
    enum { LETTERS = 25 }; /* a to y: the original excludes the last of a range */
    const size_t known = js->identifier_count;
    size_t number = known;
    if (known == 0 || (known < BD_PAPER_JS__IDENTIFIERS && bd_paper_flag(&js->choices, "is new"))) {
        js->letters[number] = (char)('a' + bd_paper_index(&js->choices, "letter", LETTERS));
        js->identifier_count++;
    } else {
        number = bd_paper_index(&js->choices, "identifier", known);
    }
    bd_put_char(js->out, js->letters[number]);
    bd_put_char(js->out, '_');
    bd_put_number(js->out, (int64_t)number);
}

void bd_paper_js__parameters(program *js)
{
    bd_put(js->out, "(");
    bd_paper_js__list(js, "parameters", 5, ", ", bd_paper_js__identifier);
    bd_put(js->out, ")");
}

/* ---- Literals ---- */

/* Not escaped: the original writes whatever characters it has drawn. */
static void string(program *js)
{
    enum { MEAN = 10, MAX_MORE = 255 };
    const size_t length = 1 + bd_paper_count(&js->choices, "string length", MEAN - 1, MAX_MORE);
    bd_put(js->out, "\"");
    for (size_t i = 0; i < length; i++) { bd_put_char(js->out, bd_paper_char(&js->choices, "character")); }
    bd_put(js->out, "\"");
}

static void property_value(program *js)
{
    bd_paper_js__identifier(js);
    bd_put(js->out, ": ");
    bd_paper_js__expression(js);
}

static void collection(program *js)
{
    if (bd_paper_flag(&js->choices, "is object")) {
        bd_put(js->out, "{");
        bd_paper_js__list(js, "properties", 3, ", ", property_value);
        bd_put(js->out, "}");
    } else {
        bd_put(js->out, "[");
        bd_paper_js__list(js, "elements", 3, ", ", bd_paper_js__expression);
        bd_put(js->out, "]");
    }
}

static void literal(program *js)
{
    enum { INTEGER, BOOLEAN, STRING, UNDEFINED, NULL_VALUE, THIS, KINDS };
    if (js->expression_depth < BD_PAPER_JS__EXPRESSION_DEPTH && bd_paper_flag(&js->choices, "is collection")) {
        collection(js);
        return;
    }
    switch (bd_paper_pick(&js->choices, "literal kind", KINDS)) {
    case BOOLEAN: bd_put(js->out, bd_paper_truth(&js->choices, "boolean") ? "true" : "false"); break;
    case STRING: string(js); break;
    case UNDEFINED: bd_put(js->out, "undefined"); break;
    case NULL_VALUE: bd_put(js->out, "null"); break;
    case THIS: bd_put(js->out, "this"); break;
    default: bd_put_number(js->out, bd_paper_int(&js->choices, "integer", -10, 999)); break;
    }
}

/* ---- Composite expressions ---- */

static void binary(program *js)
{
    static const char *const operators[] = {
        "!=", "!==", "%",   "&", "&&", "*",  "+",   ",", "-", "/",  "<",  "<<",         "<=",
        "=",  "==",  "===", ">", ">=", ">>", ">>>", "^", "|", "||", "in", "instanceof",
    };
    const char *operator= operator_of(js, "binary operator", operators, COUNT_OF(operators));
    bd_paper_js__expression(js);
    put_operator(js, operator);
    bd_paper_js__expression(js);
}

static void unary(program *js)
{
    static const char *const operators[] = {"!", "++", "--", "~", "delete", "new", "typeof"};
    bd_put(js->out, operator_of(js, "unary operator", operators, COUNT_OF(operators)));
    bd_put(js->out, " ");
    bd_paper_js__expression(js);
}

static void conditional(program *js)
{
    bd_paper_js__expression(js);
    bd_put(js->out, " ? ");
    bd_paper_js__expression(js);
    bd_put(js->out, " : ");
    bd_paper_js__expression(js);
}

/* The original draws the prefix last. Because it is a value, and is written first, it is drawn first here. */
static void call(program *js)
{
    if (bd_paper_truth(&js->choices, "has new")) { bd_put(js->out, "new "); }
    bd_paper_js__expression(js);
    bd_put(js->out, "(");
    bd_paper_js__list(js, "arguments", 3, ",", bd_paper_js__expression);
    bd_put(js->out, ")");
}

static void function(program *js)
{
    bd_put(js->out, "function");
    bd_paper_js__parameters(js);
    bd_paper_js__block(js);
}

static void arrow_function(program *js)
{
    bd_put(js->out, "(");
    bd_paper_js__list(js, "arrow parameters", 3, ", ", bd_paper_js__identifier);
    bd_put(js->out, ") => ");
    (bd_paper_flag(&js->choices, "has block") ? bd_paper_js__block : bd_paper_js__expression)(js);
}

static void property(program *js)
{
    bd_paper_js__expression(js);
    bd_put(js->out, ".");
    bd_paper_js__identifier(js);
}

static void index_into(program *js)
{
    bd_paper_js__expression(js);
    bd_put(js->out, "[");
    bd_paper_js__expression(js);
    bd_put(js->out, "]");
}

static void assignment(program *js)
{
    static const char *const operators[] = {
        "=", "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "^=", "|=", "&&=", "||=", "?\?=",
    };
    static void (*const targets[])(program *) = {bd_paper_js__identifier, index_into, property};
    const char *operator= operator_of(js, "assignment operator", operators, COUNT_OF(operators));
    targets[bd_paper_pick(&js->choices, "assignment target", COUNT_OF(targets))](js);
    put_operator(js, operator);
    bd_paper_js__expression(js);
    bd_put(js->out, ";");
}

/* ---- Any expression ---- */

void bd_paper_js__expression(program *js)
{
    static void (*const terminal[])(program *) = {literal, bd_paper_js__identifier};
    static void (*const composite[])(program *) = {
        unary, binary, conditional, call, function, property, index_into, arrow_function, assignment,
    };
    BD_RULE(js->choices.s, "expression");
    js->expression_depth++;
    bd_put(js->out, "(");
    if (js->expression_depth < BD_PAPER_JS__EXPRESSION_DEPTH && bd_paper_flag(&js->choices, "is composite")) {
        composite[bd_paper_pick(&js->choices, "composite kind", COUNT_OF(composite))](js);
    } else {
        terminal[bd_paper_pick(&js->choices, "terminal kind", COUNT_OF(terminal))](js);
    }
    bd_put(js->out, ")");
    js->expression_depth--;
}
