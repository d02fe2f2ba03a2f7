/* lua_generator.c: fills the holes of lua_grammar.c: scopes, variables, blocks. */
#include "lua_parts.h"

/* The depth of nested statements and expressions. Few programs come near it: most productions are leaves. */
enum { MAX_DEPTH = 12 };

/* What a production stores in its frame's numbers: the scope around the one that it opened, and its label. */
enum { BLOCK_VARIABLES, FUNCTION_VARIABLES, FUNCTION_LOOPS, FUNCTION_CONTINUES, FUNCTION_VARARG, CHUNK_HIDDEN, LABEL };

static struct bd_lua__program *program_of(struct bd_phrases *phrases)
{
    return (struct bd_lua__program *)phrases;
}

/* ---- Variables ---- */

static void declare(struct bd_lua__program *p, struct bd_lua__variable variable)
{
    if (p->variable_count < BD_LUA__MAX_VARIABLES) { p->variables[p->variable_count++] = variable; }
}

static void new_name(struct bd_lua__program *p, char kind, bool fixed)
{
    struct bd_phrase_frame *frame = p->phrases.frame;
    frame->names[frame->named] = bd_put_word(p->phrases.s, p->phrases.out, "new name", &p->words.names);
    frame->kinds[frame->named] = kind;
    frame->fixed[frame->named] = fixed;
    frame->named++;
}

static void declare_new_names(struct bd_lua__program *p)
{
    struct bd_phrase_frame *frame = p->phrases.frame;
    for (; frame->declared < frame->named; frame->declared++) {
        const unsigned i = frame->declared;
        declare(p, (struct bd_lua__variable){frame->names[i], frame->kinds[i], frame->fixed[i]});
    }
}

/* A variable in scope of kind KIND ('a' is any), or NULL if there is none. The choice is a value, because all of them
 * serve the same purpose. The innermost is the simplest. */
static const char *find_variable(struct bd_lua__program *p, char kind, bool to_assign)
{
    const char *found[BD_LUA__MAX_VARIABLES];
    size_t count = 0;
    for (unsigned i = p->variable_count; i > p->hidden; i--) {
        const struct bd_lua__variable *v = &p->variables[i - 1];
        if ((kind == 'a' || v->kind == kind) && !(to_assign && v->fixed)) { found[count++] = v->name; }
    }
    if (count == 0) { return NULL; }
    return found[bd_choose(p->phrases.s, BD_VALUE, "variable", &(struct bd_domain){.max = count - 1})];
}

static const char *literal_of(char kind)
{
    switch (kind) {
    case 'n': return "0";
    case 's': return "''";
    case 'f': return "print";
    case 'a': return "nil";
    case 'c': return "coroutine.create(print)";
    default: return "{}";
    }
}

/* A value of that kind that every program has, as text that can be indexed and called; NULL if a global must do. */
static const char *global_of(char kind)
{
    switch (kind) {
    case 's': return "_VERSION";
    case 'f': return "print";
    case 't': return "_G";
    case 'O': return "({get = rawlen})";
    case 'C': return "({new = table.pack})";
    default: return NULL;
    }
}

static void put_global(struct bd_lua__program *p)
{
    bd_put_word(p->phrases.s, p->phrases.out, "global", &p->words.names);
}

static void put_variable(struct bd_lua__program *p, char kind)
{
    const char *name = find_variable(p, kind, false);
    bd_put(p->phrases.out, name ? name : literal_of(kind));
}

static void put_assignable(struct bd_lua__program *p, char kind)
{
    const char *name = find_variable(p, kind, true);
    if (!name) { name = global_of(kind); }
    if (name) {
        bd_put(p->phrases.out, name);
    } else {
        put_global(p);
    }
}

/* ---- Scopes ---- */

static void open_function(struct bd_lua__program *p, bool vararg)
{
    unsigned *saved = p->phrases.frame->numbers;
    saved[FUNCTION_VARIABLES] = p->variable_count;
    saved[FUNCTION_LOOPS] = p->loops;
    saved[FUNCTION_CONTINUES] = p->continues;
    saved[FUNCTION_VARARG] = p->vararg;
    p->loops = 0;
    p->continues = 0;
    p->vararg = vararg;
}

static void close_function(struct bd_lua__program *p)
{
    const unsigned *saved = p->phrases.frame->numbers;
    p->variable_count = saved[FUNCTION_VARIABLES];
    p->loops = saved[FUNCTION_LOOPS];
    p->continues = saved[FUNCTION_CONTINUES];
    p->vararg = saved[FUNCTION_VARARG];
}

static void put_long_bracket(struct bd_lua__program *p, char bracket)
{
    bd_put_char(p->phrases.out, bracket);
    for (unsigned i = 0; i < p->chunks + 2; i++) { bd_put_char(p->phrases.out, '='); } /* literals have at most one */
    bd_put_char(p->phrases.out, bracket);
}

/* A chunk sees only its own locals. */
static void open_chunk(struct bd_lua__program *p)
{
    put_long_bracket(p, '[');
    open_function(p, true);
    p->phrases.frame->numbers[CHUNK_HIDDEN] = p->hidden;
    p->hidden = p->variable_count;
    p->chunks++;
}

static void close_chunk(struct bd_lua__program *p)
{
    p->chunks--;
    p->hidden = p->phrases.frame->numbers[CHUNK_HIDDEN];
    close_function(p);
    put_long_bracket(p, ']');
}

/* ---- Blocks ---- */

static void put_label(struct bd_lua__program *p, unsigned number)
{
    bd_put(p->phrases.out, "to_");
    bd_put_number(p->phrases.out, number);
}

static void put_own_label(struct bd_lua__program *p)
{
    unsigned *label = &p->phrases.frame->numbers[LABEL];
    if (*label == 0) { *label = ++p->labels; }
    put_label(p, *label);
}

static void statements(struct bd_lua__program *p, double mean)
{
    while (bd_more(p->phrases.s, "more statements", mean)) {
        bd_phrase(&p->phrases, bd_lua__rule_of('S'));
        bd_put_char(p->phrases.out, '\n');
    }
}

static void put_return(struct bd_lua__program *p)
{
    enum { NOTHING, ONE, TWO, TAIL_CALL, RETURNS };
    static const char *const texts[RETURNS] = {"return\n", "return `a\n", "return `a, `a\n", "return `xf(`a)\n"};
    static const unsigned weights[RETURNS] = {1, 6, 2, 2};
    bd_phrase_put(&p->phrases, texts[bd_pick_weighted(p->phrases.s, "return", weights, RETURNS)]);
}

/* A jump out of a block, which can be its last statement. */
static void put_jump(struct bd_lua__program *p)
{
    enum { RETURN, BREAK, CONTINUE, JUMPS };
    const size_t jumps = p->loops == 0 ? 1 : p->continues == 0 ? 2 : JUMPS;
    switch (bd_pick(p->phrases.s, "jump", jumps)) {
    case BREAK: bd_put(p->phrases.out, "break"); break;
    case CONTINUE:
        bd_put(p->phrases.out, "goto ");
        put_label(p, p->continues);
        break;
    default: bd_put(p->phrases.out, "return"); break;
    }
}

/* A nested block: statements with their own scope. MAY_END: nothing follows, so it can return. */
static void block(struct bd_lua__program *p, bool may_end)
{
    const unsigned outside = p->variable_count;
    bd_put_char(p->phrases.out, '\n');
    if (p->phrases.depth < MAX_DEPTH) {
        statements(p, 1.2);
        if (may_end && bd_more(p->phrases.s, "returns", 0.4)) { put_return(p); }
    }
    p->variable_count = outside;
}

static void loop_body(struct bd_lua__program *p, bool may_end)
{
    const unsigned outer = p->continues;
    p->loops++;
    p->continues = may_end && bd_more(p->phrases.s, "continue label", 0.3) ? ++p->labels : 0;
    block(p, false);
    if (p->continues) {
        bd_put(p->phrases.out, "::");
        put_label(p, p->continues);
        bd_put(p->phrases.out, "::\n");
    }
    p->continues = outer;
    p->loops--;
}

/* ---- Holes ---- */

/* Mostly zero to a dozen, with a few below zero: counts, positions, bounds of loops. */
static void put_small_integer(struct bd_lua__program *p)
{
    bd_put_int(p->phrases.s, p->phrases.out, "integer", -4, 12);
}

/* A position or a count, where a large one costs nothing: so not for string.rep, and not in loops. */
static void put_position(struct bd_lua__program *p)
{
    bd_put_number(p->phrases.out, bd_mostly_int(p->phrases.s, "position", -4, 12, INT64_MIN + 1, INT64_MAX));
}

/* A field of a table constructor. */
static void put_items(struct bd_lua__program *p)
{
    const size_t begin = bd_written(p->phrases.out);
    bd_phrase(&p->phrases, bd_lua__rule_of('a'));
    bd_put(p->phrases.out, ", ");
    bd_put_again(p->phrases.s, p->phrases.out, "item again", begin);
}

/* Every length of UTF-8 that utf8.char can produce, up to 2^31. */
static void put_code_point(struct bd_lua__program *p)
{
    static const char *const words[] = {"65",       "0",         "127",       "128",       "0x7FF",    "0x800",
                                        "0xD800",   "0xFFFF",    "0x10000",   "0x10FFFF",  "0x110000", "0x1FFFFF",
                                        "0x200000", "0x3FFFFFF", "0x4000000", "0x7FFFFFFF"};
    static const struct bd_dict points = {words, sizeof words / sizeof *words};
    bd_put_word(p->phrases.s, p->phrases.out, "code point", &points);
}

static bool fill_scope(struct bd_lua__program *p, char hole)
{
    switch (hole) {
    case ';': declare_new_names(p); return true;
    case 'h': declare(p, (struct bd_lua__variable){"self", 't', false}); return true;
    case '[': p->phrases.frame->numbers[BLOCK_VARIABLES] = p->variable_count; return true;
    case ']': p->variable_count = p->phrases.frame->numbers[BLOCK_VARIABLES]; return true;
    case '(': open_function(p, false); return true;
    case '{': open_function(p, true); return true;
    case ')':
    case '}': close_function(p); return true;
    case '<': open_chunk(p); return true;
    case '>': close_chunk(p); return true;
    default: return false;
    }
}

static bool fill_text(struct bd_lua__program *p, char hole)
{
    switch (hole) {
    case 'i': put_small_integer(p); return true;
    case 'I': put_position(p); return true;
    case 'R': put_items(p); return true;
    case 'y': bd_put_int(p->phrases.s, p->phrases.out, "byte", 0, 255); return true;
    case 'u': put_code_point(p); return true;
    case 'w': bd_lua__quoted_word(p); return true;
    case 'l': bd_lua__string_literal(p); return true;
    case 'p': bd_lua__pattern(p); return true;
    case 'm': bd_lua__format(p); return true;
    case 'k': bd_lua__pack(p, false); return true;
    case 'U': bd_lua__pack(p, true); return true;
    case 'F': bd_put_word(p->phrases.s, p->phrases.out, "field", &p->words.names); return true;
    case 'A': put_global(p); return true;
    case 'V': bd_put(p->phrases.out, p->vararg ? "..." : "nil"); return true;
    case 'j': put_own_label(p); return true;
    case 'J': put_jump(p); return true;
    case 'B': block(p, true); return true;
    case 'N': block(p, false); return true;
    case 'L': loop_body(p, true); return true;
    case 'Q': loop_body(p, false); return true;
    default: return false;
    }
}

static const char *fill(struct bd_phrases *phrases, const char *hole)
{
    struct bd_lua__program *p = program_of(phrases);
    const char *label;
    const struct bd_phrase_rule *rule;
    const struct bd_dict *list;
    switch (hole[0]) {
    case 'v': put_variable(p, hole[1]); return hole + 2;
    case 'x': put_assignable(p, hole[1]); return hole + 2;
    case 'D': new_name(p, hole[1], false); return hole + 2;
    case 'K': new_name(p, hole[1], true); return hole + 2;
    default: break;
    }
    if (hole[0] >= '1' && hole[0] <= '9') {
        bd_put(phrases->out, phrases->frame->names[hole[0] - '1']);
    } else if ((rule = bd_lua__rule_of(hole[0]))) {
        bd_phrase(phrases, rule);
    } else if ((list = bd_lua__list_of(hole[0], &label))) {
        bd_put_word(phrases->s, phrases->out, label, list);
    } else if (!fill_scope(p, hole[0])) {
        fill_text(p, hole[0]);
    }
    return hole + 1;
}

void bd_lua_program_with(struct bd_source *s, struct bd_out *out, struct bd_phrase_changes changes)
{
    BD_RULE(s, "program");
    struct bd_phrase_frame frame = {.named = 0};
    struct bd_lua__program p;
    p.phrases = (struct bd_phrases){
        .s = s, .out = out, .fill = fill, .max_depth = MAX_DEPTH, .changes = changes, .frame = &frame};
    p.words = bd_lua__words_of(s);
    p.variable_count = p.hidden = p.loops = p.continues = p.labels = p.chunks = 0; /* VARIABLES is filled from 0 on */
    p.vararg = true;
    while (bd_more(s, "more of the program", 6)) {
        bd_phrase(&p.phrases, bd_lua__rule_of('S'));
        bd_put_char(out, '\n');
    }
    if (bd_more(s, "returns", 0.4)) { put_return(&p); }
}

void bd_lua_program(struct bd_source *s, struct bd_out *out)
{
    bd_lua_program_with(s, out, (struct bd_phrase_changes){NULL, 0});
}
