/* jq_generator.c: fills the holes of jq_grammar.c: variables, functions, labels. */
#include "jq_parts.h"

/* The depth of nested filters. Few programs come near it: most productions are leaves. */
enum { MAX_DEPTH = 8 };

/* What a production stores in its frame's numbers: the scope around the one that it opened. */
enum { SCOPE_VARIABLES, SCOPE_FUNCTIONS };

static struct bd_jq__program *program_of(struct bd_phrases *phrases)
{
    return (struct bd_jq__program *)phrases;
}

/* ---- Variables ---- */

static void declare_variable(struct bd_jq__program *p, const char *name)
{
    if (p->variable_count < BD_JQ__MAX_VARIABLES) { p->variables[p->variable_count++] = name; }
}

/* The variables in a pattern belong to the production around it. */
static void new_variable(struct bd_jq__program *p)
{
    const bool in_pattern = p->binder && p->phrases.depth == p->binder_depth;
    struct bd_phrase_frame *frame = in_pattern ? p->binder : p->phrases.frame;
    bd_put_char(p->phrases.out, '$');
    frame->names[frame->named++] = bd_put_word(p->phrases.s, p->phrases.out, "new variable", &p->words.names);
}

static void declare_new_variables(struct bd_jq__program *p)
{
    struct bd_phrase_frame *frame = p->phrases.frame;
    for (; frame->declared < frame->named; frame->declared++) { declare_variable(p, frame->names[frame->declared]); }
}

static void put_pattern(struct bd_jq__program *p)
{
    struct bd_phrase_frame *outer = p->binder;
    const unsigned outer_depth = p->binder_depth;
    p->binder = p->phrases.frame;
    p->binder_depth = p->phrases.depth + 1;
    bd_phrase(&p->phrases, bd_jq__rule_of('P'));
    p->binder = outer;
    p->binder_depth = outer_depth;
}

/* The choice is a value, because all variables serve the same purpose. The innermost is the simplest. */
static void put_variable(struct bd_jq__program *p)
{
    if (p->variable_count == 0) {
        bd_put_char(p->phrases.out, '.');
        return;
    }
    const struct bd_domain domain = {.max = p->variable_count - 1};
    const uint64_t back = bd_choose(p->phrases.s, BD_VALUE, "variable", &domain);
    bd_put_char(p->phrases.out, '$');
    bd_put(p->phrases.out, p->variables[p->variable_count - 1 - back]);
}

/* ---- Functions ---- */

static void declare_function(struct bd_jq__program *p, const char *name, unsigned parameters)
{
    if (p->function_count < BD_JQ__MAX_FUNCTIONS) {
        p->functions[p->function_count++] = (struct bd_jq__function){name, parameters};
    }
}

/* def name(a; $b): …; */
static void put_definition(struct bd_jq__program *p)
{
    BD_RULE(p->phrases.s, "definition");
    struct bd_source *s = p->phrases.s;
    struct bd_out *out = p->phrases.out;
    const unsigned outer_variables = p->variable_count, outer_functions = p->function_count;
    bd_put(out, "def ");
    const char *name = bd_put_word(s, out, "new function", &p->words.names);
    const unsigned parameters = (unsigned)bd_count(s, "parameters", 0.7, BD_JQ__MAX_PARAMETERS);
    declare_function(p, name, parameters); /* before the body: the function can call itself */
    for (unsigned i = 0; i < parameters; i++) {
        bd_put(out, i == 0 ? "(" : "; ");
        const bool is_variable = bd_flag(s, "parameter is variable");
        if (is_variable) { bd_put_char(out, '$'); }
        const char *parameter = bd_put_word(s, out, "parameter", &p->words.names);
        if (is_variable) { declare_variable(p, parameter); }
        declare_function(p, parameter, 0); /* $b is also the function b */
    }
    bd_put(out, parameters ? "): " : ": ");
    bd_phrase(&p->phrases, bd_jq__rule_of('t'));
    bd_put_char(out, ';');
    p->variable_count = outer_variables;
    p->function_count = outer_functions;
    declare_function(p, name, parameters);
}

/* The choice is structure, because functions differ in their parameters. */
static void put_call(struct bd_jq__program *p)
{
    if (p->function_count == 0) {
        bd_put_char(p->phrases.out, '.');
        return;
    }
    const size_t back = bd_pick(p->phrases.s, "function", p->function_count);
    const struct bd_jq__function function = p->functions[p->function_count - 1 - back];
    bd_put(p->phrases.out, function.name);
    for (unsigned i = 0; i < function.parameters; i++) {
        bd_put(p->phrases.out, i == 0 ? "(" : "; ");
        bd_phrase(&p->phrases, bd_jq__rule_of('t'));
    }
    if (function.parameters) { bd_put_char(p->phrases.out, ')'); }
}

/* ---- Labels ---- */

static void put_label(struct bd_jq__program *p, uint64_t number)
{
    bd_put(p->phrases.out, "$out");
    bd_put_number(p->phrases.out, (int64_t)number);
}

static void put_break(struct bd_jq__program *p)
{
    if (p->labels == 0) {
        bd_put(p->phrases.out, "empty");
        return;
    }
    bd_put(p->phrases.out, "break ");
    put_label(p, p->labels - bd_choose(p->phrases.s, BD_VALUE, "label", &(struct bd_domain){.max = p->labels - 1}));
}

/* An element of an array. */
static void put_elements(struct bd_jq__program *p)
{
    const size_t begin = bd_written(p->phrases.out);
    bd_phrase(&p->phrases, bd_jq__rule_of('t'));
    bd_put(p->phrases.out, ", ");
    bd_put_again(p->phrases.s, p->phrases.out, "element again", begin);
}

/* A position or a count, where a large one costs nothing: not for ranges, and not where something is stored there. */
static void put_position(struct bd_jq__program *p)
{
    bd_put_number(p->phrases.out, bd_mostly_int(p->phrases.s, "position", -3, 9, INT64_MIN + 1, INT64_MAX));
}

/* ---- Holes ---- */

static void fill_special(struct bd_jq__program *p, char hole)
{
    unsigned *saved = p->phrases.frame->numbers;
    switch (hole) {
    case 'P': put_pattern(p); break;
    case 'D': new_variable(p); break;
    case ';': declare_new_variables(p); break;
    case 'v': put_variable(p); break;
    case 'F': put_definition(p); break;
    case 'c': put_call(p); break;
    case '[':
        saved[SCOPE_VARIABLES] = p->variable_count;
        saved[SCOPE_FUNCTIONS] = p->function_count;
        break;
    case ']':
        p->variable_count = saved[SCOPE_VARIABLES];
        p->function_count = saved[SCOPE_FUNCTIONS];
        break;
    case '(': p->labels++; break;
    case ')': p->labels--; break;
    case 'j': put_label(p, p->labels); break;
    case 'B': put_break(p); break;
    case 'i': bd_put_int(p->phrases.s, p->phrases.out, "integer", -3, 9); break;
    case 'I': put_position(p); break;
    case 'R': put_elements(p); break;
    case 'k': bd_put_word(p->phrases.s, p->phrases.out, "key", &p->words.names); break;
    case 'w': bd_jq__quoted_word(p); break;
    case 'l': bd_jq__string_literal(p); break;
    case 'r': bd_jq__regex(p); break;
    default: break;
    }
}

static const char *fill(struct bd_phrases *phrases, const char *hole)
{
    const char *label;
    const struct bd_phrase_rule *rule;
    const struct bd_dict *list;
    if (hole[0] >= '1' && hole[0] <= '9') {
        bd_put_char(phrases->out, '$');
        bd_put(phrases->out, phrases->frame->names[hole[0] - '1']);
    } else if (hole[0] != 'P' && (rule = bd_jq__rule_of(hole[0]))) {
        bd_phrase(phrases, rule);
    } else if ((list = bd_jq__list_of(hole[0], &label))) {
        bd_put_word(phrases->s, phrases->out, label, list);
    } else {
        fill_special(program_of(phrases), hole[0]);
    }
    return hole + 1;
}

/* Definitions, then a pipe of filters; some of these bind a variable for everything that follows. */
void bd_jq_program_with(struct bd_source *s, struct bd_out *out, struct bd_phrase_changes changes)
{
    enum { PLAIN, BINDING, COMMA, STAGES };
    static const char *const stages[STAGES] = {"`t", "(`t) as `P`; | `t", "`t, `t"};
    static const unsigned weights[STAGES] = {6, 2, 1};
    BD_RULE(s, "program");
    struct bd_phrase_frame frame = {.named = 0};
    struct bd_jq__program p;
    p.phrases = (struct bd_phrases){
        .s = s, .out = out, .fill = fill, .max_depth = MAX_DEPTH, .changes = changes, .frame = &frame};
    p.words = bd_jq__words_of(s);
    p.variable_count = p.function_count = p.labels = p.binder_depth = 0; /* the arrays are filled from 0 on */
    p.binder = NULL;
    while (bd_more(s, "more definitions", 0.3)) {
        put_definition(&p);
        bd_put_char(out, '\n');
    }
    do {
        bd_phrase_put(&p.phrases, stages[bd_pick_weighted(s, "stage", weights, STAGES)]);
        frame.named = frame.declared = 0;
    } while (bd_more(s, "more stages", 1.2) && (bd_put(out, " | "), true));
}

void bd_jq_program(struct bd_source *s, struct bd_out *out)
{
    bd_jq_program_with(s, out, (struct bd_phrase_changes){NULL, 0});
}
