/* javascript_expressions.c: expressions. As in the paper, an expression is a terminal (literal or name) or is made of
 * other expressions. The kinds of the latter are a table of functions here, each of which writes one kind.
 *
 * Each function gets the binding that is required where the expression occurs, and adds parentheses if it is looser. */
#include "javascript_parts.h"

/* ---- Operators ---- */

static void binary(struct bd_js_writer *js, enum bd_js__binding min)
{
    static const struct {
        const char *text;
        enum bd_js__binding binding;
    } operators[] = {
        {" + ", BD_JS__SUM},        {" - ", BD_JS__SUM},       {" * ", BD_JS__PRODUCT},   {" / ", BD_JS__PRODUCT},
        {" % ", BD_JS__PRODUCT},    {" < ", BD_JS__RELATION},  {" <= ", BD_JS__RELATION}, {" > ", BD_JS__RELATION},
        {" >= ", BD_JS__RELATION},  {" == ", BD_JS__EQUALITY}, {" != ", BD_JS__EQUALITY}, {" === ", BD_JS__EQUALITY},
        {" !== ", BD_JS__EQUALITY}, {" && ", BD_JS__AND},      {" || ", BD_JS__OR},       {" & ", BD_JS__BIT_AND},
        {" | ", BD_JS__BIT_OR},     {" ^ ", BD_JS__BIT_XOR},   {" << ", BD_JS__SHIFT},    {" >> ", BD_JS__SHIFT},
        {" >>> ", BD_JS__SHIFT},    {" ** ", BD_JS__POWER},    {" ?? ", BD_JS__COALESCE},
    };
    enum { MODERN_OPERATORS = 2 };
    const size_t count = BD_JS__COUNT_OF(operators) - (js->options.modern ? 0 : MODERN_OPERATORS);
    const size_t i = bd_choose(js->s, BD_VALUE, "binary operator", &(struct bd_domain){.max = count - 1});
    const enum bd_js__binding binding = operators[i].binding;
    enum bd_js__binding left = binding, right = (enum bd_js__binding)(binding + 1);
    if (binding == BD_JS__POWER) { left = BD_JS__POSTFIX, right = BD_JS__POWER; } /* -a ** b is a syntax error */
    if (binding == BD_JS__COALESCE) { left = right = BD_JS__BIT_OR; }             /* so is a || b ?? c */
    const bool opened = bd_js__open(js, binding, min);
    bd_js__expression(js, left);
    bd_js__put(js, operators[i].text);
    bd_js__expression(js, right);
    bd_js__close(js, opened);
}

/* `in` and `instanceof` need an object on their right, or they end the program. */
static void membership(struct bd_js_writer *js, enum bd_js__binding min)
{
    /* mujs calls the getter of a property that `in` looks for. */
    const bool instance = js->options.comparable || bd_flag(js->s, "is instanceof");
    const bool opened =
        bd_js__open(js, js->here.no_in ? BD_JS__SEQUENCE : BD_JS__RELATION, js->here.no_in ? BD_JS__PRIMARY : min);
    /* Engines need not agree on what the global object is an instance of. */
    bd_js__typed(js, instance && js->options.comparable ? BD_JS__OBJECT : BD_JS__ANY, BD_JS__RELATION);
    if (instance) {
        bd_js__put(js, " instanceof ");
        bd_js__constructor_name(js);
    } else {
        bd_js__put(js, " in ");
        bd_js__typed(js, BD_JS__OBJECT, BD_JS__SHIFT);
    }
    bd_js__close(js, opened);
}

static void unary(struct bd_js_writer *js, enum bd_js__binding min)
{
    static const char *const operators[] = {"!", "-", "+", "~", "typeof ", "void "};
    static const struct bd_dict operator_dict = BD_JS__DICT(operators);
    const bool opened = bd_js__open(js, BD_JS__UNARY, min);
    bd_js__put(js, bd_word(js->s, "unary operator", &operator_dict));
    bd_js__expression(js, BD_JS__UNARY);
    bd_js__close(js, opened);
}

static void element_or_property(struct bd_js_writer *js);
static void holder(struct bd_js_writer *js, enum bd_js__type type, enum bd_js__binding min);

/* Something that can be assigned to, and should be: names keep their type, so that the generator can rely on it. */
static enum bd_js__type target(struct bd_js_writer *js)
{
    enum { PART, NAME, NUMBER, STRING, TARGET_KINDS };
    static const enum bd_js__type types[TARGET_KINDS] = {BD_JS__ANY, BD_JS__ANY, BD_JS__NUMBER, BD_JS__STRING};
    unsigned weights[TARGET_KINDS] = {6, 6, 6, 3};
    for (size_t i = NAME; i < TARGET_KINDS; i++) {
        if (!bd_js__has_name(js, types[i], BD_JS__CONSTANT)) { weights[i] = 0; }
    }
    const size_t kind = bd_pick_weighted(js->s, "target kind", weights, TARGET_KINDS);
    if (kind != PART && bd_js__put_some_name(js, types[kind], BD_JS__CONSTANT)) { return types[kind]; }
    element_or_property(js);
    return BD_JS__ANY;
}

static void deletion(struct bd_js_writer *js, enum bd_js__binding min)
{
    const bool opened = bd_js__open(js, BD_JS__UNARY, min);
    bd_js__put(js, "delete ");
    if (js->options.comparable) { /* with a key of null or undefined, duktape mistakes the property for the object */
        holder(js, BD_JS__OBJECT, BD_JS__CALL);
        bd_js__put(js, ".");
        bd_js__property(js);
    } else {
        element_or_property(js); /* not a name: strict mode forbids that */
    }
    bd_js__close(js, opened);
}

static void update(struct bd_js_writer *js, enum bd_js__binding min)
{
    static const char *const operators[] = {"++", "--"};
    static const struct bd_dict operator_dict = BD_JS__DICT(operators);
    const bool postfix = bd_flag(js->s, "is postfix");
    const char *sign = bd_word(js->s, "update operator", &operator_dict);
    const bool opened = bd_js__open(js, postfix ? BD_JS__POSTFIX : BD_JS__UNARY, min);
    if (!postfix) { bd_js__put(js, sign); }
    target(js);
    if (postfix) { bd_js__put(js, sign); }
    bd_js__close(js, opened);
}

static void conditional(struct bd_js_writer *js, enum bd_js__binding min)
{
    const bool opened = bd_js__open(js, BD_JS__CONDITIONAL, min);
    bd_js__expression(js, BD_JS__COALESCE);
    bd_js__put(js, " ? ");
    bd_js__expression(js, BD_JS__ASSIGNMENT);
    bd_js__put(js, " : ");
    bd_js__expression(js, BD_JS__ASSIGNMENT);
    bd_js__close(js, opened);
}

static void assignment(struct bd_js_writer *js, enum bd_js__binding min)
{
    static const char *const operators[] = {
        " = ",  " += ",  " -= ",  " *= ",   " /= ",  " %= ",  " &= ",  " |= ",
        " ^= ", " <<= ", " >>= ", " >>>= ", " **= ", " &&= ", " ||= ", " ?\?= ",
    };
    static const struct bd_dict string_dict = {operators, 2};
    static const struct bd_dict old_dict = {operators, 12};
    static const struct bd_dict all_dict = BD_JS__DICT(operators);
    const bool opened = bd_js__open(js, BD_JS__ASSIGNMENT, min);
    const enum bd_js__type type = target(js);
    const struct bd_dict *dict = js->options.modern ? &all_dict : &old_dict;
    if (type == BD_JS__ANY && bd_flag(js->s, "is plain")) {
        bd_js__put(js, " = ");
    } else if (type == BD_JS__STRING) {
        bd_js__put(js, bd_word(js->s, "string assignment", &string_dict));
    } else {
        bd_js__put(js, bd_word(js->s, "assignment operator", dict));
    }
    bd_js__typed(js, type, BD_JS__ASSIGNMENT);
    bd_js__close(js, opened);
}

static void sequence(struct bd_js_writer *js, enum bd_js__binding min)
{
    const bool opened = bd_js__open(js, BD_JS__SEQUENCE, min);
    bd_js__effect(js);
    bd_js__put(js, ", ");
    bd_js__expression(js, BD_JS__ASSIGNMENT);
    bd_js__close(js, opened);
}

/* ---- Properties and elements ---- */

/* What comes before a dot or bracket. After `new`, it must not contain a call. */
static void holder(struct bd_js_writer *js, enum bd_js__type type, enum bd_js__binding min)
{
    bd_js__typed(js, type, min > BD_JS__CALL ? BD_JS__MEMBER : BD_JS__CALL);
}

static void property(struct bd_js_writer *js, enum bd_js__binding min)
{
    const bool opened = bd_js__open(js, BD_JS__MEMBER, min);
    holder(js, BD_JS__OBJECT, min);
    bd_js__put(js, ".");
    bd_js__property(js);
    bd_js__close(js, opened);
}

static void element(struct bd_js_writer *js, enum bd_js__binding min)
{
    const bool opened = bd_js__open(js, BD_JS__MEMBER, min);
    const bool keyed = bd_flag(js->s, "is keyed");
    holder(js, keyed ? BD_JS__OBJECT : BD_JS__ARRAY, min);
    bd_js__put(js, "[");
    if (keyed) {
        bd_js__expression(js, BD_JS__SEQUENCE);
    } else {
        bd_js__put_number(js, bd_int(js->s, "index", 0, 9));
    }
    bd_js__put(js, "]");
    bd_js__close(js, opened);
}

static void element_or_property(struct bd_js_writer *js)
{
    if (bd_flag(js->s, "is element")) {
        element(js, BD_JS__CALL);
    } else {
        holder(js, BD_JS__OBJECT, BD_JS__CALL);
        bd_js__put(js, ".");
        bd_js__new_property(js);
    }
}

/* ---- Calls ---- */

void bd_js__arguments(struct bd_js_writer *js)
{
    enum { MAX_ARGUMENTS = 6 };
    const size_t count = bd_count(js->s, "arguments", bd_js__mean_at(1.5, js->expression_depth), MAX_ARGUMENTS);
    bd_js__put(js, "(");
    for (size_t i = 0; i < count; i++) {
        if (i > 0) { bd_js__put(js, ", "); }
        if (js->options.modern && bd_js__rarely(js, "spread", 12)) {
            bd_js__put(js, "...");
            bd_js__typed(js, BD_JS__ARRAY, BD_JS__ASSIGNMENT);
        } else {
            bd_js__expression(js, BD_JS__ASSIGNMENT);
        }
    }
    bd_js__put(js, ")");
}

static void call(struct bd_js_writer *js, enum bd_js__binding min)
{
    enum { FUNCTION, METHOD, EXPRESSION, CALLEE_KINDS };
    static const unsigned weights[CALLEE_KINDS] = {80, 2, 1};
    const bool opened = bd_js__open(js, BD_JS__CALL, min);
    switch (bd_pick_weighted(js->s, "callee kind", weights, CALLEE_KINDS)) {
    case METHOD: property(js, BD_JS__CALL); break;
    case EXPRESSION: bd_js__expression(js, BD_JS__CALL); break;
    default: bd_js__typed(js, BD_JS__FUNCTION, BD_JS__CALL); break;
    }
    bd_js__arguments(js);
    bd_js__close(js, opened);
}

static void construction(struct bd_js_writer *js, enum bd_js__binding min)
{
    /* In later editions, most functions are arrows and others that cannot construct. */
    const bool class = js->options.modern && !bd_js__rarely(js, "constructs by function", 6);
    const bool opened = bd_js__open(js, BD_JS__MEMBER, min);
    bd_js__put(js, "new ");
    bd_js__typed(js, class ? BD_JS__CLASS : BD_JS__FUNCTION, BD_JS__MEMBER);
    bd_js__arguments(js);
    bd_js__close(js, opened);
}

/* ---- Names ---- */

/* A name declared by the program or by the engine; seldom one that nobody declared. */
static void reference(struct bd_js_writer *js)
{
    enum { DECLARED, GLOBAL, UNDECLARED, REFERENCE_KINDS };
    static const unsigned weights[REFERENCE_KINDS] = {200, 20, 1};
    switch (bd_pick_weighted(js->s, "reference kind", weights, REFERENCE_KINDS)) {
    case GLOBAL: bd_js__global(js); break;
    case UNDECLARED: bd_js__put(js, bd_word(js->s, "undeclared name", &js->words.names)); break;
    default:
        if (!bd_js__put_some_name(js, BD_JS__EVERY, 0)) {
            bd_js__put(js, js->here.has_arguments ? "arguments" : "this");
        }
        break;
    }
}

/* ---- Any expression ---- */

static void modern(struct bd_js_writer *js, enum bd_js__binding min)
{
    bd_js__modern_expression(js, min);
}

static const struct {
    void (*write)(struct bd_js_writer *js, enum bd_js__binding min);
    unsigned weight;
} operations[] = {
    {binary, 14},
    {unary, 5},
    {conditional, 3},
    {call, 8},
    {bd_js__function, 4},
    {property, 5},
    {element, 4},
    {assignment, 4},
    {update, 2},
    {construction, 2},
    {sequence, 1},
    {deletion, 1},
    {membership, 2},
    {bd_js__builtin_call, 16},
    {bd_js__builtin_new, 2},
    {bd_js__builtin_property, 4},
    {modern, 12},
};

static void operation(struct bd_js_writer *js, enum bd_js__binding min)
{
    unsigned weights[BD_JS__COUNT_OF(operations)];
    for (size_t i = 0; i < BD_JS__COUNT_OF(operations); i++) { weights[i] = operations[i].weight; }
    const size_t count = BD_JS__COUNT_OF(operations) - !js->options.modern;
    operations[bd_pick_weighted(js->s, "operation", weights, count)].write(js, min);
}

void bd_js__expression(struct bd_js_writer *js, enum bd_js__binding min)
{
    enum { LITERAL, NAME, OPERATION, EXPRESSION_KINDS };
    BD_RULE(js->s, "expression");
    js->nodes++;
    js->expression_depth++;
    const unsigned deeper = 10 / js->expression_depth; /* fewer, the deeper it is */
    const unsigned operations_here = bd_js__may_grow(js) ? (deeper ? deeper : 1) : 0;
    const unsigned weights[EXPRESSION_KINDS] = {5, 6, operations_here};
    switch (bd_pick_weighted(js->s, "expression kind", weights, EXPRESSION_KINDS)) {
    case NAME: reference(js); break;
    case OPERATION: operation(js, min); break;
    default: bd_js__literal(js, min); break;
    }
    js->expression_depth--;
}

/* A call that returns TYPE, if IS_CALL and there is one; otherwise a literal. */
static void typed_node(struct bd_js_writer *js, enum bd_js__type type, bool is_call, enum bd_js__binding min)
{
    js->nodes++;
    js->expression_depth++;
    if (!is_call || !bd_js__builtin_giving(js, type, min)) { bd_js__literal_of(js, type, min); }
    js->expression_depth--;
}

void bd_js__typed_literal(struct bd_js_writer *js, enum bd_js__type type, enum bd_js__binding min)
{
    typed_node(js, type, false, min);
}

void bd_js__typed(struct bd_js_writer *js, enum bd_js__type type, enum bd_js__binding min)
{
    enum { LITERAL, NAME, CALL, EXPRESSION, TYPED_KINDS };
    if (type == BD_JS__ANY) {
        bd_js__expression(js, min);
        return;
    }
    const bool grows = bd_js__may_grow(js);
    const unsigned weights[TYPED_KINDS] = {24, bd_js__has_name(js, type, 0) ? 48 : 0, grows ? 8 : 0, grows ? 1 : 0};
    const size_t kind = bd_pick_weighted(js->s, "typed kind", weights, TYPED_KINDS);
    if (kind == NAME && bd_js__put_some_name(js, type, 0)) { return; }
    if (kind == EXPRESSION) {
        bd_js__expression(js, min);
    } else {
        typed_node(js, type, kind == CALL, min);
    }
}

void bd_js__effect(struct bd_js_writer *js)
{
    enum { EXPRESSION, ASSIGNMENT, CALL, BUILTIN, UPDATE, EFFECT_KINDS };
    static const unsigned weights[EFFECT_KINDS] = {2, 6, 5, 6, 1};
    const size_t kinds = bd_js__may_grow(js) ? EFFECT_KINDS : ASSIGNMENT;
    switch (bd_pick_weighted(js->s, "effect kind", weights, kinds)) {
    case ASSIGNMENT: assignment(js, BD_JS__ASSIGNMENT); break;
    case CALL: call(js, BD_JS__ASSIGNMENT); break;
    case BUILTIN: bd_js__builtin_call(js, BD_JS__ASSIGNMENT); break;
    case UPDATE: update(js, BD_JS__ASSIGNMENT); break;
    default: bd_js__expression(js, BD_JS__ASSIGNMENT); break;
    }
}
