/* javascript_functions.c: parameters and bodies. A function has its own place and scope. Its name is known only after
 * it, so that few programs recurse, and even fewer forever. */
#include "javascript_parts.h"

/* One parameter; returns false if none can follow it. */
static bool parameter(struct bd_js_writer *js)
{
    enum { PLAIN, DEFAULTED, PATTERN, REST, PARAMETER_KINDS };
    static const unsigned weights[PARAMETER_KINDS] = {12, 2, 2, 1};
    const size_t kinds = js->options.modern ? PARAMETER_KINDS : DEFAULTED;
    switch (bd_pick_weighted(js->s, "parameter kind", weights, kinds)) {
    case DEFAULTED: {
        const struct bd_js__name name = bd_js__new_name(js);
        bd_js__put_name(js, name);
        bd_js__put(js, " = ");
        bd_js__expression(js, BD_JS__ASSIGNMENT);
        bd_js__declare(js, name, BD_JS__ANY, 0);
        return true;
    }
    case PATTERN:
        bd_js__taken_apart(js, 0, true, " = "); /* without a default, a missing argument would be an error */
        return true;
    case REST:
        bd_js__put(js, "...");
        bd_js__put_new_name(js, BD_JS__ARRAY, 0);
        return false;
    default: bd_js__put_new_name(js, BD_JS__ANY, 0); return true;
    }
}

static void parameters(struct bd_js_writer *js, size_t least, size_t most)
{
    const size_t count = most > least ? least + bd_count(js->s, "parameters", 1.3, most - least) : least;
    bd_js__put(js, "(");
    for (size_t i = 0; i < count; i++) {
        if (i > 0) { bd_js__put(js, ", "); }
        if (least == most) { /* a setter or a callback: plain names only */
            bd_js__put_new_name(js, BD_JS__ANY, 0);
        } else if (!parameter(js)) {
            break;
        }
    }
    bd_js__put(js, ")");
}

static void body(struct bd_js_writer *js, enum bd_js__function_kind kind)
{
    bd_js__put(js, " {");
    js->statement_depth++;
    if (kind == BD_JS__CONSTRUCTOR && !bd_js__rarely(js, "never constructed", 16)) {
        bd_js__put_line(js);
        bd_js__put(js, "super"); /* before anything else: `this` does not exist until super was called */
        bd_js__arguments(js);
        bd_js__put(js, ";");
    }
    if (bd_js__may_grow(js)) { /* otherwise functions would nest without end */
        bd_js__statements(js, bd_js__mean_at(1.5, js->statement_depth));
    }
    if (bd_flag(js->s, "ends in return")) {
        bd_js__put_line(js);
        bd_js__put(js, "return ");
        bd_js__expression(js, BD_JS__SEQUENCE);
        bd_js__put(js, ";");
    }
    js->statement_depth--;
    if (js->last != '{') { bd_js__put_line(js); }
    bd_js__put(js, "}");
}

void bd_js__function_rest(struct bd_js_writer *js, enum bd_js__function_kind kind, size_t least, size_t most)
{
    BD_RULE(js->s, "function");
    const struct bd_js__place outer = js->here;
    const size_t outer_names = js->name_count;
    const bool arrow = kind == BD_JS__ARROW;
    js->here = (struct bd_js__place){
        .in_function = true,
        .in_method = kind == BD_JS__METHOD || kind == BD_JS__CONSTRUCTOR || (arrow && outer.in_method),
        /* An accessor gets the name of its property as an additional argument from duktape. */
        .has_arguments = arrow ? outer.has_arguments : !(js->options.comparable && kind == BD_JS__METHOD),
        .strict = outer.strict,
        .no_in = outer.no_in,
    };
    parameters(js, least, most);
    js->here.in_generator = kind == BD_JS__GENERATOR; /* only now: parameters are not part of the generator */
    js->here.in_async = kind == BD_JS__ASYNC;
    if (arrow) { bd_js__put(js, " =>"); }
    body(js, kind);
    js->name_count = outer_names;
    js->here = outer;
}

/* Writes the keyword; returns the kind of function. */
static enum bd_js__function_kind keyword(struct bd_js_writer *js)
{
    static const struct {
        const char *text;
        enum bd_js__function_kind kind;
    } keywords[] = {{"function ", BD_JS__PLAIN}, {"function* ", BD_JS__GENERATOR}, {"async function ", BD_JS__ASYNC}};
    static const unsigned weights[] = {4, 1, 1};
    const size_t kinds = js->options.modern ? BD_JS__COUNT_OF(keywords) : 1;
    const size_t i = bd_pick_weighted(js->s, "function kind", weights, kinds);
    bd_js__put(js, keywords[i].text);
    return keywords[i].kind;
}

void bd_js__function_declaration(struct bd_js_writer *js)
{
    /* In ES5, a block cannot contain a declaration. */
    const bool variable = js->options.comparable && js->statement_depth > 0;
    struct bd_js__name name;
    if (variable) {
        name = bd_js__new_name(js);
        bd_js__put(js, "var ");
        bd_js__put_name(js, name);
        bd_js__put(js, " = ");
    }
    const enum bd_js__function_kind kind = keyword(js);
    if (!variable) {
        name = bd_js__new_name(js);
        bd_js__put_name(js, name);
    }
    bd_js__function_rest(js, kind, 0, BD_JS__MAX_PARAMETERS);
    if (variable) { bd_js__put(js, ";"); }
    bd_js__declare(js, name, BD_JS__FUNCTION, BD_JS__CONSTANT);
}

void bd_js__function(struct bd_js_writer *js, enum bd_js__binding min)
{
    if (js->options.modern && bd_flag(js->s, "is arrow")) {
        bd_js__arrow(js, min);
        return;
    }
    const bool opened = js->at_start;
    if (opened) { bd_js__put(js, "("); }
    const enum bd_js__function_kind kind = keyword(js);
    if (bd_js__rarely(js, "function named", 4)) { bd_js__put_name(js, bd_js__new_name(js)); }
    bd_js__function_rest(js, kind, 0, BD_JS__MAX_PARAMETERS);
    bd_js__close(js, opened);
}

/* function (a, b) { return …; } */
static void short_function(struct bd_js_writer *js)
{
    const struct bd_js__place outer = js->here;
    const size_t outer_names = js->name_count;
    js->here = (struct bd_js__place){
        .in_function = true,
        .has_arguments = true,
        .strict = outer.strict,
        .no_in = outer.no_in,
    };
    bd_js__put(js, "function ");
    parameters(js, 2, 2);
    bd_js__put(js, " { return ");
    bd_js__expression(js, BD_JS__SEQUENCE);
    bd_js__put(js, "; }");
    js->name_count = outer_names;
    js->here = outer;
}

void bd_js__callback(struct bd_js_writer *js)
{
    enum { SHORT, DECLARED, ANY_FUNCTION, CALLBACK_KINDS };
    const unsigned weights[CALLBACK_KINDS] = {6, bd_js__has_name(js, BD_JS__FUNCTION, 0) ? 3 : 0, 1};
    const size_t kind = bd_pick_weighted(js->s, "callback kind", weights, CALLBACK_KINDS);
    if (kind == DECLARED && bd_js__put_some_name(js, BD_JS__FUNCTION, 0)) { return; }
    if (kind == ANY_FUNCTION) {
        bd_js__function(js, BD_JS__ASSIGNMENT);
    } else {
        short_function(js);
    }
}
