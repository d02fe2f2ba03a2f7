/* javascript_statements.c: statements. As in the paper, a statement is simple or contains others. Simple ones come
 * first, so that the answer 0 is an expression. Statements that are not allowed where we are have weight 0. */
#include "javascript_parts.h"

/* ---- Lists and blocks ---- */

void bd_js__statements(struct bd_js_writer *js, double mean)
{
    while (bd_more(js->s, "more statements", mean)) {
        bd_js__put_line(js);
        bd_js__statement(js);
    }
}

void bd_js__block(struct bd_js_writer *js, const char *last)
{
    BD_RULE(js->s, "block");
    const size_t outer_names = js->name_count;
    bd_js__put(js, "{");
    js->statement_depth++;
    bd_js__statements(js, bd_js__mean_at(2, js->statement_depth));
    if (last) {
        bd_js__put_line(js);
        bd_js__put(js, last);
    }
    js->statement_depth--;
    if (js->last != '{') { bd_js__put_line(js); }
    bd_js__put(js, "}");
    bd_js__leave_block(js, outer_names);
}

static void block(struct bd_js_writer *js)
{
    bd_js__block(js, NULL);
}

void bd_js__body(struct bd_js_writer *js)
{
    enum { BLOCK, EXPRESSION, BODY_KINDS };
    static const unsigned weights[BODY_KINDS] = {3, 1};
    if (bd_pick_weighted(js->s, "body kind", weights, BODY_KINDS) == EXPRESSION) {
        js->at_start = true;
        bd_js__effect(js);
        bd_js__put(js, ";");
    } else {
        block(js);
    }
}

void bd_js__condition(struct bd_js_writer *js)
{
    bd_js__put(js, "(");
    bd_js__expression(js, BD_JS__SEQUENCE);
    bd_js__put(js, ")");
}

/* ---- Simple statements ---- */

/* name = initial value, repeated a random number of times, after KEYWORD. */
static void declarations(struct bd_js_writer *js, const char *keyword, unsigned flags)
{
    enum { MAX_TYPES = 9 };
    static const enum bd_js__type types[MAX_TYPES] = {
        BD_JS__NUMBER,   BD_JS__STRING, BD_JS__ANY,  BD_JS__ARRAY,      BD_JS__OBJECT,
        BD_JS__FUNCTION, BD_JS__REGEXP, BD_JS__DATE, BD_JS__COLLECTION,
    };
    static const unsigned weights[MAX_TYPES] = {4, 4, 6, 5, 5, 4, 1, 1, 1};
    enum { FLAT_TYPES = 2, OLD_TYPES = 8 };
    size_t kinds = js->options.modern ? MAX_TYPES : OLD_TYPES;
    if (!bd_js__may_grow(js)) { kinds = FLAT_TYPES; }
    bd_js__put(js, keyword);
    do {
        if (js->last == ',') { bd_js__put(js, " "); }
        const struct bd_js__name name = bd_js__new_name(js);
        const enum bd_js__type type = types[bd_pick_weighted(js->s, "initial type", weights, kinds)];
        bd_js__put_name(js, name);
        bd_js__put(js, " = ");
        if (type == BD_JS__ANY) {
            bd_js__expression(js, BD_JS__ASSIGNMENT);
        } else {
            bd_js__typed_literal(js, type, BD_JS__ASSIGNMENT);
        }
        /* Objects with methods are not assigned to, so that they keep them. */
        const bool plain = type == BD_JS__ANY || type == BD_JS__NUMBER || type == BD_JS__STRING;
        bd_js__declare(js, name, type, plain ? flags : flags | BD_JS__CONSTANT);
        if (!bd_more(js->s, "more declarations", 0.25)) { break; }
        bd_js__put(js, ",");
    } while (true);
    bd_js__put(js, ";");
}

static void variables(struct bd_js_writer *js)
{
    enum { VAR, LET, CONST, KEYWORDS };
    static const char *const keywords[KEYWORDS] = {"var ", "let ", "const "};
    static const unsigned flags[KEYWORDS] = {0, BD_JS__BLOCK, BD_JS__BLOCK | BD_JS__CONSTANT};
    const size_t keyword = js->options.modern ? bd_pick(js->s, "declaration kind", KEYWORDS) : VAR;
    if (js->options.modern && bd_js__may_grow(js) && bd_js__rarely(js, "takes apart", 6)) {
        bd_js__put(js, keywords[keyword]);
        bd_js__taken_apart(js, flags[keyword], false, " = ");
        bd_js__put(js, ";");
        return;
    }
    if (keyword == VAR && bd_js__rarely(js, "uninitialised", 8)) {
        bd_js__put(js, "var ");
        bd_js__put_new_name(js, BD_JS__ANY, 0);
        bd_js__put(js, ";");
        return;
    }
    declarations(js, keywords[keyword], flags[keyword]);
}

static const char *const labels[BD_JS__MAX_LABELS] = {"outer", "inner", "again", "done"};

void bd_js__label(struct bd_js_writer *js, bool is_loop)
{
    if (js->here.label_count == BD_JS__MAX_LABELS) { return; }
    js->here.is_loop[js->here.label_count] = is_loop;
    bd_js__put(js, labels[js->here.label_count++]);
    bd_js__put(js, ": ");
}

/* break or continue, perhaps with a label; the choice among the possible labels is a value. */
static void jump(struct bd_js_writer *js, const char *keyword, bool loops_only)
{
    const char *fitting[BD_JS__MAX_LABELS];
    size_t count = 0;
    for (size_t i = js->here.label_count; i-- > 0;) {
        if (js->here.is_loop[i] || !loops_only) { fitting[count++] = labels[i]; }
    }
    bd_js__put(js, keyword);
    const bool bare = js->here.in_loop || (js->here.in_switch && !loops_only);
    if (count > 0 && (!bare || bd_flag(js->s, "to label"))) {
        bd_js__put(js, " ");
        bd_js__put(js, fitting[bd_int(js->s, "label", 0, (int64_t)count - 1)]);
    }
    bd_js__put(js, ";");
}

static void result(struct bd_js_writer *js)
{
    bd_js__put(js, "return");
    if (bd_flag(js->s, "returns something")) {
        bd_js__put(js, " ");
        bd_js__expression(js, BD_JS__SEQUENCE);
    }
    bd_js__put(js, ";");
}

static void thrown(struct bd_js_writer *js)
{
    bd_js__put(js, "throw ");
    bd_js__expression(js, BD_JS__SEQUENCE);
    bd_js__put(js, ";");
}

/* ---- Compound statements ---- */

static void if_else(struct bd_js_writer *js)
{
    bd_js__put(js, "if ");
    bd_js__condition(js);
    bd_js__put(js, " ");
    bd_js__body(js);
    if (bd_flag(js->s, "has else")) {
        bd_js__put(js, " else ");
        bd_js__body(js);
    }
}

static void switch_case(struct bd_js_writer *js)
{
    enum { MAX_CASES = 6 };
    static const enum bd_js__type types[] = {BD_JS__NUMBER, BD_JS__STRING, BD_JS__ANY};
    const struct bd_js__place outer = js->here;
    const size_t outer_names = js->name_count;
    bd_js__put(js, "switch ");
    bd_js__condition(js);
    bd_js__put(js, " {");
    js->here.in_switch = true;
    const size_t count = bd_count(js->s, "cases", 2, MAX_CASES);
    const size_t standard = count > 0 ? bd_pick(js->s, "default case", count + 1) : 0; /* 0: none */
    for (size_t i = 0; i < count; i++) {
        bd_js__put_line(js);
        if (i + 1 == standard) {
            bd_js__put(js, "default:");
        } else {
            bd_js__put(js, "case ");
            bd_js__typed(js, types[bd_pick(js->s, "case type", BD_JS__COUNT_OF(types))], BD_JS__SEQUENCE);
            bd_js__put(js, ":");
        }
        js->statement_depth++;
        bd_js__statements(js, bd_js__mean_at(1, js->statement_depth));
        if (bd_flag(js->s, "case breaks")) {
            bd_js__put_line(js);
            bd_js__put(js, "break;");
        }
        js->statement_depth--;
        bd_js__set_hidden(js, outer_names, js->name_count, true); /* another case may not have set them */
    }
    if (js->last != '{') { bd_js__put_line(js); }
    bd_js__put(js, "}");
    bd_js__leave_block(js, outer_names);
    js->here = outer;
}

static void try_catch(struct bd_js_writer *js)
{
    enum { CATCH, FINALLY, BOTH, TRY_KINDS };
    static const unsigned weights[TRY_KINDS] = {6, 1, 2};
    /* A jump out of a `finally` would swallow an exception unseen, and mujs forgets which exception it was. */
    const size_t kinds = js->options.comparable ? FINALLY : TRY_KINDS;
    const struct bd_js__place outer = js->here;
    const size_t kind = bd_pick_weighted(js->s, "try kind", weights, kinds);
    bd_js__put(js, "try ");
    js->here.in_try = kind != FINALLY;
    block(js);
    js->here = outer;
    if (kind != FINALLY) {
        const size_t outer_names = js->name_count;
        const struct bd_js__name caught = bd_js__new_name(js);
        bd_js__put(js, " catch (");
        bd_js__put_name(js, caught);
        bd_js__declare(js, caught, BD_JS__OBJECT, BD_JS__BLOCK);
        bd_js__put(js, ") ");
        if (js->options.comparable) {
            bd_js__put(js, "{ print(");
            bd_js__put_name(js, caught);
            bd_js__put(js, "); ");
        }
        block(js);
        if (js->options.comparable) { bd_js__put(js, " }"); }
        bd_js__leave_block(js, outer_names);
    }
    if (kind != CATCH) {
        bd_js__put(js, " finally ");
        block(js);
    }
}

static void with(struct bd_js_writer *js)
{
    bd_js__put(js, "with (");
    bd_js__typed(js, BD_JS__OBJECT, BD_JS__SEQUENCE);
    bd_js__put(js, ") ");
    block(js);
}

static void labelled_block(struct bd_js_writer *js)
{
    const struct bd_js__place outer = js->here;
    bd_js__label(js, false);
    block(js);
    js->here = outer;
}

/* ---- Any statement ---- */

static void simple(struct bd_js_writer *js)
{
    enum { EXPRESSION, VARIABLES, RETURN, BREAK, CONTINUE, THROW, EMPTY, DEBUGGER, PRINT, SIMPLE_KINDS };
    const struct bd_js__place *here = &js->here;
    bool loop_label = false;
    for (size_t i = 0; i < here->label_count; i++) { loop_label |= here->is_loop[i]; }
    const unsigned weights[SIMPLE_KINDS] = {
        [EXPRESSION] = 40,
        [VARIABLES] = js->name_count < 3 ? 80 : 30, /* at first, declare something to work with */
        [RETURN] = here->in_function ? 5 : 0,
        [BREAK] = here->in_loop || here->in_switch || here->label_count > 0 ? 8 : 0,
        [CONTINUE] = here->in_loop || loop_label ? 4 : 0,
        [THROW] = here->in_try ? 12 : 1,
        [EMPTY] = 1,
        [DEBUGGER] = 1,
        [PRINT] = 30,
    };
    const size_t kinds = js->options.comparable ? SIMPLE_KINDS : PRINT;
    switch (bd_pick_weighted(js->s, "simple kind", weights, kinds)) {
    case VARIABLES: variables(js); break;
    case RETURN: result(js); break;
    case BREAK: jump(js, "break", false); break;
    case CONTINUE: jump(js, "continue", true); break;
    case THROW: thrown(js); break;
    case EMPTY: bd_js__put(js, ";"); break;
    case DEBUGGER: bd_js__put(js, "debugger;"); break;
    case PRINT: bd_js__print(js); break;
    default:
        bd_js__effect(js);
        bd_js__put(js, ";");
        break;
    }
}

static void compound(struct bd_js_writer *js)
{
    enum { IF, LOOP, FUNCTION, SWITCH, TRY, BLOCK, WITH, MODERN, COMPOUND_KINDS };
    const unsigned weights[COMPOUND_KINDS] = {6, 7, 6, 2, 4, 1, js->here.strict ? 0 : 1, 5};
    const size_t kinds = js->options.modern ? COMPOUND_KINDS : MODERN;
    switch (bd_pick_weighted(js->s, "compound kind", weights, kinds)) {
    case LOOP: bd_js__loop(js); break;
    case FUNCTION: bd_js__function_declaration(js); break;
    case SWITCH: switch_case(js); break;
    case TRY: try_catch(js); break;
    case BLOCK: labelled_block(js); break;
    case WITH: with(js); break;
    case MODERN: bd_js__modern_statement(js); break;
    default: if_else(js); break;
    }
}

/* Writes a statement of the user's, if there are any and one is chosen. */
static bool of_the_user(struct bd_js_writer *js)
{
    enum { OURS = 20 };
    const size_t count = js->options.statement_count;
    unsigned weights[1 + BD_JAVASCRIPT_MAX_STATEMENTS] = {OURS};
    for (size_t i = 0; i < count; i++) { weights[1 + i] = js->options.statements[i].weight; }
    const size_t chosen = bd_pick_weighted(js->s, "own statement", weights, 1 + count);
    if (chosen > 0) { js->options.statements[chosen - 1].put(js->s, js); }
    return chosen > 0;
}

void bd_js__statement(struct bd_js_writer *js)
{
    BD_RULE(js->s, "statement");
    js->nodes++;
    js->at_start = true;
    const bool grows = bd_js__may_grow(js) && js->statement_depth < js->options.max_statement_depth;
    if (grows && of_the_user(js)) { return; }
    const unsigned deeper = 8 / (1 + js->statement_depth); /* fewer, the deeper it is */
    const unsigned weights[] = {12, grows ? (deeper ? deeper : 1) : 0};
    if (bd_pick_weighted(js->s, "is compound", weights, 2) == 1) {
        compound(js);
    } else {
        simple(js);
    }
}
