/* javascript_parts.h: what the files of the JavaScript generator share. Not for users.
 *
 *     javascript.c              a program: options, and the list of its statements
 *     javascript_statements.c   statements of ES5, except
 *     javascript_loops.c        loops
 *     javascript_expressions.c  expressions of ES5: operators, calls, properties
 *     javascript_literals.c     numbers, strings, arrays, objects
 *     javascript_regexp.c       regular expressions
 *     javascript_functions.c    parameters and bodies
 *     javascript_builtins.c     what engines bring along: Math, String.prototype, JSON, …
 *     javascript_modern.c       what came after ES5, for .modern
 *     javascript_names.c        which names there are, and what they hold
 *     javascript_words.c        what the dictionary is good for
 *     javascript_put.c          writing: spacing, indentation, escapes
 */
#ifndef BD_JAVASCRIPT_PARTS_H
#define BD_JAVASCRIPT_PARTS_H

#include "javascript.h"

#define BD_JS__COUNT_OF(array) (sizeof(array) / sizeof *(array))
#define BD_JS__DICT(array) ((struct bd_dict){array, BD_JS__COUNT_OF(array)})

/* The dictionary, sorted by use. None is ever empty. */
struct bd_js__words {
    struct bd_dict names;      /* for what a program declares */
    struct bd_dict properties; /* any identifier, also a reserved one */
    struct bd_dict texts;      /* all that a string can hold */
};

/* The views of DICT. Made once for each dictionary and kept: the same one costs nothing. */
const struct bd_js__words *bd_js__words_of(const struct bd_dict *dict);

/* What an expression is wanted to give, or a name is believed to hold. */
enum bd_js__type {
    BD_JS__ANY,
    BD_JS__NUMBER,
    BD_JS__STRING,
    BD_JS__ARRAY,
    BD_JS__OBJECT,
    BD_JS__FUNCTION,
    BD_JS__REGEXP,
    BD_JS__DATE,
    BD_JS__CLASS, /* from here on .modern only */
    BD_JS__COLLECTION,
    BD_JS__BIGINT,
    BD_JS__EVERY, /* for asking after names only: whatever they hold, known or not */
};

/* How tightly expressions bind, loosest first. Asking for at least one of these puts parentheses around
 * whatever is looser. */
enum bd_js__binding {
    BD_JS__SEQUENCE,
    BD_JS__ASSIGNMENT,
    BD_JS__CONDITIONAL,
    BD_JS__COALESCE,
    BD_JS__OR,
    BD_JS__AND,
    BD_JS__BIT_OR,
    BD_JS__BIT_XOR,
    BD_JS__BIT_AND,
    BD_JS__EQUALITY,
    BD_JS__RELATION,
    BD_JS__SHIFT,
    BD_JS__SUM,
    BD_JS__PRODUCT,
    BD_JS__POWER,
    BD_JS__UNARY,
    BD_JS__POSTFIX,
    BD_JS__CHAIN,  /* a?.b, which may neither be assigned to nor constructed */
    BD_JS__CALL,   /* whatever has a call in it, and so cannot stand behind `new` */
    BD_JS__MEMBER, /* new a.b(c) */
    BD_JS__PRIMARY,
};

enum { BD_JS__MAX_NAMES = 100, BD_JS__MAX_LABELS = 4, BD_JS__MAX_PROPERTIES = 16, BD_JS__MAX_PARAMETERS = 6 };

enum bd_js__flags {
    BD_JS__CONSTANT = 1, /* better not assigned to */
    BD_JS__BLOCK = 2,    /* gone at its block's end */
    BD_JS__HIDDEN = 4,   /* behind its block: not to be used */
};

/* WORD, or WORD and NUMBER if that is not 0. */
struct bd_js__name {
    const char *word; /* borrowed from the dictionary */
    unsigned number;
    enum bd_js__type type;
    unsigned flags;
};

/* Where in a program we are: what statements and expressions are allowed. A function starts afresh. */
struct bd_js__place {
    bool in_function, in_loop, in_switch, in_try;
    bool in_generator, in_async;
    bool in_method;     /* super.x may stand */
    bool has_arguments; /* so may arguments */
    bool no_in;         /* the head of a for: a bare `in` would be taken for the loop's own */
    bool strict;
    bool is_loop[BD_JS__MAX_LABELS]; /* of each label: `continue` may name it */
    size_t label_count;
};

/* A program in the making. Lives on the stack for one call of the generator. */
struct bd_js__program {
    struct bd_source *s;
    struct bd_out *out;
    struct bd_javascript_options options; /* defaults filled in */
    const struct bd_js__words *words;
    struct bd_js__place here;
    struct bd_js__name names[BD_JS__MAX_NAMES]; /* visible where we are, outermost first */
    size_t name_count;
    unsigned forgotten;                            /* names made that did not fit */
    const char *properties[BD_JS__MAX_PROPERTIES]; /* that some object was given, in a ring */
    size_t property_count;
    unsigned expression_depth, statement_depth, nodes;
    char last;     /* character written */
    bool at_start; /* of a statement: `{` or `function` would be read as one */
};

/* May what is made now have children? */
static inline bool bd_js__may_grow(const struct bd_js__program *js)
{
    return js->expression_depth < js->options.max_expression_depth && js->nodes < js->options.max_nodes;
}

/* The deeper, the fewer: how many children on average, where it would be MEAN at the top. Without this programs
 * grow until they are cut off; with it half of them stay below a few hundred bytes. */
static inline double bd_js__mean_at(double mean, unsigned depth)
{
    return depth > 1 ? mean / depth : mean;
}

/* With odds of one in TOTAL: is it? */
static inline bool bd_js__rarely(struct bd_js__program *js, const char *label, unsigned total)
{
    const unsigned weights[] = {total - 1, 1};
    return bd_pick_weighted(js->s, label, weights, 2) == 1;
}

/* ---- javascript_statements.c ---- */

/* Statements, MEAN of them or none, each on a line of its own. */
void bd_js__statements(struct bd_js__program *js, double mean);
/* One statement of any kind, with its semicolon. */
void bd_js__statement(struct bd_js__program *js);
/* { statements LAST }, where LAST is NULL or one more statement. */
void bd_js__block(struct bd_js__program *js, const char *last);
/* What an `if` or a loop governs: a block, or a single expression. */
void bd_js__body(struct bd_js__program *js);
/* (condition) */
void bd_js__condition(struct bd_js__program *js);
/* Writes a label, if there is one left, and makes it known. */
void bd_js__label(struct bd_js__program *js, bool is_loop);

/* ---- javascript_loops.c ---- */

void bd_js__loop(struct bd_js__program *js);
/* What a loop repeats. */
void bd_js__loop_body(struct bd_js__program *js);

/* ---- javascript_expressions.c: each binds at least as tightly as MIN ---- */

void bd_js__expression(struct bd_js__program *js, enum bd_js__binding min);
/* One that is likely to give a TYPE. */
void bd_js__typed(struct bd_js__program *js, enum bd_js__type type, enum bd_js__binding min);
/* A literal of TYPE, which is not ANY. */
void bd_js__typed_literal(struct bd_js__program *js, enum bd_js__type type, enum bd_js__binding min);
/* One that does something: what stands alone as a statement. */
void bd_js__effect(struct bd_js__program *js);
/* (arguments), as many as drawn. */
void bd_js__arguments(struct bd_js__program *js);

/* ---- javascript_literals.c, javascript_regexp.c ---- */

void bd_js__literal(struct bd_js__program *js, enum bd_js__binding min);
/* One of TYPE, which is not ANY. The caller counts it as a node: bd_js__typed_literal does. */
void bd_js__literal_of(struct bd_js__program *js, enum bd_js__type type, enum bd_js__binding min);
void bd_js__regexp(struct bd_js__program *js);
/* A property's name, for one that has just been given to an object. */
void bd_js__new_property(struct bd_js__program *js);
/* One for reading: likely one that some object has. */
void bd_js__property(struct bd_js__program *js);
const char *bd_js__property_word(struct bd_js__program *js);

/* ---- javascript_functions.c ---- */

enum bd_js__function_kind {
    BD_JS__PLAIN,
    BD_JS__GENERATOR,
    BD_JS__ASYNC,
    BD_JS__METHOD,
    BD_JS__CONSTRUCTOR,
    BD_JS__ARROW
};

/* function name(a, b) { … }: a declaration, which makes its name known. */
void bd_js__function_declaration(struct bd_js__program *js);
/* function (a, b) { … } */
void bd_js__function(struct bd_js__program *js, enum bd_js__binding min);
/* (a, b) { … }: what follows the name. At least LEAST and at most MOST parameters. */
void bd_js__function_rest(struct bd_js__program *js, enum bd_js__function_kind kind, size_t least, size_t most);
/* Something to hand to a built-in function that calls it with two arguments. */
void bd_js__callback(struct bd_js__program *js);

/* ---- javascript_builtins.c ---- */

void bd_js__builtin_call(struct bd_js__program *js, enum bd_js__binding min);
/* A call that gives a TYPE, which is not ANY; false, and nothing written, if there is none. */
bool bd_js__builtin_giving(struct bd_js__program *js, enum bd_js__type type, enum bd_js__binding min);
void bd_js__builtin_new(struct bd_js__program *js, enum bd_js__binding min);
/* Math.PI, 'abc'.length */
void bd_js__builtin_property(struct bd_js__program *js, enum bd_js__binding min);
/* The name of a global of the engine's; and of one that can construct. */
void bd_js__global(struct bd_js__program *js);
void bd_js__constructor_name(struct bd_js__program *js);

/* ---- javascript_modern.c, for .modern only ---- */

void bd_js__modern_statement(struct bd_js__program *js);
void bd_js__modern_expression(struct bd_js__program *js, enum bd_js__binding min);
void bd_js__modern_method(struct bd_js__program *js);
void bd_js__arrow(struct bd_js__program *js, enum bd_js__binding min);
void bd_js__class_literal(struct bd_js__program *js);
void bd_js__bigint(struct bd_js__program *js, enum bd_js__binding min);
/* [a, b = 1, ...c] or {a: b, ...c}, then FROM, then an array. Declares the pattern's names with FLAGS. A LENIENT
 * pattern can take apart whatever it gets. */
void bd_js__taken_apart(struct bd_js__program *js, unsigned flags, bool lenient, const char *from);

/* ---- javascript_names.c ---- */

/* A name that is not visible here. Not known until it is declared. */
struct bd_js__name bd_js__new_name(struct bd_js__program *js);
void bd_js__declare(struct bd_js__program *js, struct bd_js__name name, enum bd_js__type type, unsigned flags);
/* Writes one of those that hold a TYPE and have none of the flags WITHOUT; false if there is none. Who asks first
 * whether there is, and gives this choice no weight if not, must do without it all the same: a tape that was
 * edited may choose it. */
bool bd_js__put_some_name(struct bd_js__program *js, enum bd_js__type type, unsigned without);
bool bd_js__has_name(const struct bd_js__program *js, enum bd_js__type type, unsigned without);
/* Hides the names FROM … TO - 1 of the stack, or shows them again. */
void bd_js__set_hidden(struct bd_js__program *js, size_t from, size_t to, bool hidden);
/* Forgets the names of a block that began when there were COUNT of them. */
void bd_js__leave_block(struct bd_js__program *js, size_t count);
/* Writes a new name, and declares it. */
void bd_js__put_new_name(struct bd_js__program *js, enum bd_js__type type, unsigned flags);

/* ---- javascript_put.c: writes, and draws nothing ---- */

void bd_js__put(struct bd_js__program *js, const char *text);
void bd_js__put_number(struct bd_js__program *js, int64_t number);
void bd_js__put_name(struct bd_js__program *js, struct bd_js__name name);
/* TEXT in quotes, escaped. */
void bd_js__put_string(struct bd_js__program *js, const char *text);
/* The same for what follows on: one character of a string in single quotes. */
void bd_js__put_escaped(struct bd_js__program *js, char c, char quote);
/* A new line, indented. */
void bd_js__put_line(struct bd_js__program *js);
/* Writes "(" if what binds like BINDING needs it where MIN is asked for; gives that to close. */
bool bd_js__open(struct bd_js__program *js, enum bd_js__binding binding, enum bd_js__binding min);
void bd_js__close(struct bd_js__program *js, bool opened);

#endif
