/* javascript_modern.c: ECMAScript after the fifth edition: arrows, classes, templates, patterns, generators,
 * promises, optional chains, big integers. For .modern only; ES5 engines cannot parse any of it. */
#include "javascript_parts.h"

/* ---- Arrows ---- */

void bd_js__arrow(struct bd_js_writer *js, enum bd_js__binding min)
{
    const bool opened = bd_js__open(js, BD_JS__ASSIGNMENT, min);
    if (bd_flag(js->s, "arrow has body")) {
        bd_js__function_rest(js, BD_JS__ARROW, 0, BD_JS__MAX_PARAMETERS);
    } else {
        const struct bd_js__place outer = js->here;
        const size_t outer_names = js->name_count;
        js->here.in_generator = js->here.in_async = false;
        bd_js__put_new_name(js, BD_JS__ANY, 0);
        bd_js__put(js, " => ");
        js->at_start = true; /* a brace would start a body */
        bd_js__expression(js, BD_JS__ASSIGNMENT);
        js->name_count = outer_names;
        js->here = outer;
    }
    bd_js__close(js, opened);
}

/* ---- Patterns ---- */

static void pattern_name(struct bd_js_writer *js, unsigned flags)
{
    const struct bd_js__name name = bd_js__new_name(js);
    bd_js__put_name(js, name);
    if (bd_js__rarely(js, "has default", 4)) {
        bd_js__put(js, " = ");
        bd_js__expression(js, BD_JS__ASSIGNMENT);
    }
    bd_js__declare(js, name, BD_JS__ANY, flags);
}

static void pattern(struct bd_js_writer *js, unsigned flags, bool lenient)
{
    enum { MAX_NAMES = 4 };
    const bool object = lenient || bd_flag(js->s, "is object pattern"); /* few values have elements */
    const size_t count = bd_count(js->s, "pattern names", 2, MAX_NAMES);
    bd_js__put(js, object ? "{" : "[");
    for (size_t i = 0; i < count; i++) {
        if (i > 0) { bd_js__put(js, ", "); }
        if (i + 1 == count && bd_js__rarely(js, "takes rest", 4)) {
            bd_js__put(js, "...");
            bd_js__put_new_name(js, object ? BD_JS__OBJECT : BD_JS__ARRAY, flags);
            break;
        }
        if (object) {
            bd_js__property(js);
            bd_js__put(js, ": ");
        }
        pattern_name(js, flags);
    }
    bd_js__put(js, object ? "}" : "]");
}

void bd_js__taken_apart(struct bd_js_writer *js, unsigned flags, bool lenient, const char *from)
{
    const size_t before = js->name_count;
    pattern(js, flags, lenient);
    const size_t after = js->name_count;
    bd_js__put(js, from);
    bd_js__set_hidden(js, before, after, true); /* they exist, but cannot be read yet */
    bd_js__typed(js, BD_JS__ARRAY, BD_JS__ASSIGNMENT);
    bd_js__set_hidden(js, before, after, false);
}

/* ---- Classes and methods ---- */

/* [async] [*] name(parameters) { … }, or a computed name, a spread, a shorthand. */
void bd_js__modern_method(struct bd_js_writer *js)
{
    enum { METHOD, GENERATOR, ASYNC, COMPUTED, SPREAD, SHORTHAND, METHOD_KINDS };
    const unsigned weights[METHOD_KINDS] = {4, 1, 1, 2, 2, bd_js__has_name(js, BD_JS__EVERY, 0) ? 3 : 0};
    switch (bd_pick_weighted(js->s, "method kind", weights, METHOD_KINDS)) {
    case GENERATOR:
        bd_js__put(js, "*");
        bd_js__new_property(js);
        bd_js__function_rest(js, BD_JS__GENERATOR, 0, BD_JS__MAX_PARAMETERS);
        break;
    case ASYNC:
        bd_js__put(js, "async ");
        bd_js__new_property(js);
        bd_js__function_rest(js, BD_JS__ASYNC, 0, BD_JS__MAX_PARAMETERS);
        break;
    case COMPUTED:
        bd_js__put(js, "[");
        bd_js__expression(js, BD_JS__ASSIGNMENT);
        bd_js__put(js, "]: ");
        bd_js__expression(js, BD_JS__ASSIGNMENT);
        break;
    case SPREAD:
        bd_js__put(js, "...");
        bd_js__typed(js, BD_JS__OBJECT, BD_JS__ASSIGNMENT);
        break;
    case SHORTHAND:
        if (!bd_js__put_some_name(js, BD_JS__EVERY, 0)) { bd_js__constructor_name(js); }
        break;
    default:
        bd_js__new_property(js);
        bd_js__function_rest(js, BD_JS__METHOD, 0, BD_JS__MAX_PARAMETERS);
        break;
    }
}

/* Members of a class cannot have these names, or only some kinds of member can. */
static void class_property(struct bd_js_writer *js)
{
    const char *word = bd_js__property_word(js);
    bd_js__put(js, word);
    if (strcmp(word, "constructor") == 0 || strcmp(word, "prototype") == 0) { bd_js__put(js, "_"); }
}

/* = value, an expression that is not inside any function. */
static void initial_value(struct bd_js_writer *js)
{
    const struct bd_js__place outer = js->here;
    js->here = (struct bd_js__place){.strict = true};
    bd_js__put(js, " = ");
    bd_js__literal(js, BD_JS__ASSIGNMENT);
    bd_js__put(js, ";");
    js->here = outer;
}

/* A class member other than the constructor. */
static void class_member(struct bd_js_writer *js)
{
    enum { METHOD, FIELD, GETTER, SETTER, GENERATOR, ASYNC, MEMBER_KINDS };
    static const char *const prefixes[MEMBER_KINDS] = {"", "", "get ", "set ", "*", "async "};
    static const unsigned weights[MEMBER_KINDS] = {5, 4, 2, 1, 1, 1};
    if (bd_js__rarely(js, "static", 5)) { bd_js__put(js, "static "); }
    const size_t kind = bd_pick_weighted(js->s, "class member kind", weights, MEMBER_KINDS);
    bd_js__put(js, prefixes[kind]);
    class_property(js);
    switch (kind) {
    case FIELD: initial_value(js); break;
    case GETTER: bd_js__function_rest(js, BD_JS__METHOD, 0, 0); break;
    case SETTER: bd_js__function_rest(js, BD_JS__METHOD, 1, 1); break;
    case GENERATOR: bd_js__function_rest(js, BD_JS__GENERATOR, 0, BD_JS__MAX_PARAMETERS); break;
    case ASYNC: bd_js__function_rest(js, BD_JS__ASYNC, 0, BD_JS__MAX_PARAMETERS); break;
    default: bd_js__function_rest(js, BD_JS__METHOD, 0, BD_JS__MAX_PARAMETERS); break;
    }
}

/* Everything after the class name: [extends …] { members } */
static void class_rest(struct bd_js_writer *js)
{
    const struct bd_js__place outer = js->here;
    const bool derived = bd_js__may_grow(js) && bd_js__rarely(js, "derived", 3);
    js->here.strict = true;
    if (derived) {
        bd_js__put(js, " extends ");
        const bool own = bd_js__has_name(js, BD_JS__CLASS, 0) && bd_flag(js->s, "extends own");
        if (!own || !bd_js__put_some_name(js, BD_JS__CLASS, 0)) { bd_js__constructor_name(js); }
    }
    bd_js__put(js, " {");
    js->statement_depth++;
    if (bd_js__may_grow(js) && bd_flag(js->s, "has constructor")) {
        bd_js__put_line(js);
        bd_js__put(js, "constructor");
        bd_js__function_rest(js, derived ? BD_JS__CONSTRUCTOR : BD_JS__METHOD, 0, BD_JS__MAX_PARAMETERS);
    }
    while (bd_js__may_grow(js) && bd_more(js->s, "more class members", 1.5)) {
        bd_js__put_line(js);
        class_member(js);
    }
    js->statement_depth--;
    if (js->last != '{') { bd_js__put_line(js); }
    bd_js__put(js, "}");
    js->here = outer;
}

void bd_js__class_literal(struct bd_js_writer *js)
{
    const bool opened = js->at_start;
    if (opened) { bd_js__put(js, "("); }
    bd_js__put(js, "class");
    class_rest(js);
    bd_js__close(js, opened);
}

static void class_declaration(struct bd_js_writer *js)
{
    const struct bd_js__name name = bd_js__new_name(js);
    bd_js__put(js, "class ");
    bd_js__put_name(js, name);
    class_rest(js);
    bd_js__declare(js, name, BD_JS__CLASS, BD_JS__CONSTANT | BD_JS__BLOCK);
}

/* ---- Other expressions ---- */

void bd_js__bigint(struct bd_js_writer *js, enum bd_js__binding min)
{
    static const char *const edges[] = {
        "0n",
        "1n",
        "-1n",
        "255n",
        "0xFFFFFFFFFFFFFFFFn",
        "9007199254740993n",
        "-9223372036854775808n",
        "340282366920938463463374607431768211456n",
    };
    static const struct bd_dict edge_dict = BD_JS__DICT(edges);
    const char *text = bd_word(js->s, "bigint", &edge_dict);
    const bool opened = bd_js__open(js, *text == '-' ? BD_JS__UNARY : BD_JS__PRIMARY, min);
    bd_js__put(js, text);
    bd_js__close(js, opened);
}

static void bigint_sum(struct bd_js_writer *js, enum bd_js__binding min)
{
    static const char *const operators[] = {" + ", " - ", " * ", " / ", " % ", " & ", " | ", " ^ ", " < ", " == "};
    static const struct bd_dict operator_dict = BD_JS__DICT(operators);
    const bool opened = bd_js__open(js, BD_JS__BIT_OR, min);
    bd_js__bigint(js, BD_JS__UNARY);
    bd_js__put(js, bd_word(js->s, "bigint operator", &operator_dict));
    bd_js__bigint(js, BD_JS__UNARY);
    bd_js__close(js, opened);
}

static void template_literal(struct bd_js_writer *js, enum bd_js__binding min)
{
    (void)min; /* binds like a name */
    enum { MAX_PARTS = 4 };
    if (bd_js__rarely(js, "tagged", 6)) { bd_js__put(js, "String.raw"); }
    const size_t count = bd_count(js->s, "template parts", 1, MAX_PARTS);
    bd_js__put(js, "`");
    for (size_t i = 0; i <= count; i++) {
        if (i > 0) {
            bd_js__put(js, "${");
            bd_js__expression(js, BD_JS__SEQUENCE);
            bd_js__put(js, "}");
        }
        const char *text = bd_word(js->s, "string", &js->words.texts);
        for (; *text; text++) {
            if (*text == '$') { bd_js__put(js, "\\"); } /* ${ would start an expression */
            bd_js__put_escaped(js, *text, '`');
        }
    }
    bd_js__put(js, "`");
}

static void chain(struct bd_js_writer *js, enum bd_js__binding min)
{
    enum { PROPERTY, ELEMENT, CALL, CHAIN_KINDS };
    const bool opened = bd_js__open(js, BD_JS__CHAIN, min);
    bd_js__expression(js, BD_JS__CHAIN);
    bd_js__put(js, "?.");
    switch (bd_pick(js->s, "chain kind", CHAIN_KINDS)) {
    case ELEMENT:
        bd_js__put(js, "[");
        bd_js__expression(js, BD_JS__SEQUENCE);
        bd_js__put(js, "]");
        break;
    case CALL: bd_js__arguments(js); break;
    default: bd_js__property(js); break;
    }
    bd_js__close(js, opened);
}

/* yield or await where they are allowed; otherwise an arrow function. */
static void suspension(struct bd_js_writer *js, enum bd_js__binding min)
{
    if (js->here.in_generator) {
        const bool opened = bd_js__open(js, BD_JS__ASSIGNMENT, min);
        const bool delegated = bd_js__rarely(js, "delegated", 4);
        bd_js__put(js, delegated ? "yield* " : "yield ");
        bd_js__typed(js, delegated ? BD_JS__ARRAY : BD_JS__ANY, BD_JS__ASSIGNMENT);
        bd_js__close(js, opened);
    } else if (js->here.in_async) {
        const bool opened = bd_js__open(js, BD_JS__UNARY, min);
        bd_js__put(js, "await ");
        bd_js__expression(js, BD_JS__UNARY);
        bd_js__close(js, opened);
    } else {
        bd_js__arrow(js, min);
    }
}

/* super.name or new.target where they are allowed; otherwise a template. */
static void super_or_target(struct bd_js_writer *js, enum bd_js__binding min)
{
    if (js->here.in_method) {
        bd_js__put(js, "super.");
        bd_js__property(js);
    } else if (js->here.has_arguments) { /* so we are in a real function, not an arrow */
        bd_js__put(js, "new.target");
    } else {
        template_literal(js, min);
    }
}

void bd_js__modern_expression(struct bd_js_writer *js, enum bd_js__binding min)
{
    static void (*const kinds[])(struct bd_js_writer *, enum bd_js__binding) = {
        template_literal, bd_js__arrow, chain, suspension, super_or_target, bigint_sum,
    };
    static const unsigned weights[] = {5, 4, 3, 4, 2, 2};
    kinds[bd_pick_weighted(js->s, "modern expression kind", weights, BD_JS__COUNT_OF(kinds))](js, min);
}

/* ---- Statements ---- */

static void for_of(struct bd_js_writer *js)
{
    const size_t outer_names = js->name_count;
    const bool awaits = js->here.in_async && bd_flag(js->s, "awaits");
    bd_js__put(js, awaits ? "for await (const " : "for (const ");
    const unsigned flags = BD_JS__BLOCK | BD_JS__CONSTANT;
    if (bd_js__rarely(js, "element taken apart", 4)) {
        bd_js__taken_apart(js, flags, true, " of ");
    } else {
        const struct bd_js__name name = bd_js__new_name(js);
        bd_js__put_name(js, name);
        bd_js__put(js, " of ");
        bd_js__typed(js, BD_JS__ARRAY, BD_JS__ASSIGNMENT);
        bd_js__declare(js, name, BD_JS__ANY, flags);
    }
    bd_js__put(js, ") ");
    bd_js__loop_body(js);
    bd_js__leave_block(js, outer_names);
}

void bd_js__modern_statement(struct bd_js_writer *js)
{
    if (bd_flag(js->s, "is class")) {
        class_declaration(js);
    } else {
        for_of(js);
    }
}
