/* javascript_parts.h: what the files of the JavaScript generator share. Not for users.
 *
 *     javascript.c              a program: options, and the list of its statements
 *     javascript_statements.c   statements of ES5, except
 *     javascript_loops.c        loops
 *     javascript_expressions.c  expressions of ES5: operators, calls, properties
 *     javascript_literals.c     numbers, strings, arrays, objects
 *     javascript_regexp.c       regular expressions
 *     javascript_functions.c    parameters and bodies
 *     javascript_builtins.c     what engines provide: Math, String.prototype, JSON, …
 *     javascript_modern.c       what came after ES5, for .modern
 *     javascript_comparable.c   what is printed, and what is left out, for .comparable
 *     javascript_names.c        which names exist, and what they hold
 *     javascript_words.c        which words of the dictionary can be used as what
 *     javascript_put.c          writing: spacing, indentation, escapes
 */
#ifndef BD_JAVASCRIPT_PARTS_H
#define BD_JAVASCRIPT_PARTS_H

#include "javascript.h"

#include <bediv/draws.h>

#define BD_JS__COUNT_OF(array) (sizeof(array) / sizeof *(array))
#define BD_JS__DICT(array) ((struct bd_dict){array, BD_JS__COUNT_OF(array)})

/* The dictionary, filtered by use. No list is ever empty. */
struct bd_js__words {
    struct bd_dict names;      /* for what a program declares */
    struct bd_dict properties; /* any identifier, even a reserved one */
    struct bd_dict texts;      /* anything that a string can hold */
};

/* The words of the campaign's dictionary, or of our own where none of those fit. */
struct bd_js__words bd_js__words_of(struct bd_source *s, bool comparable);

/* The type that an expression should have, or that a name probably holds. */
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
    BD_JS__EVERY, /* only to ask for names: any type, known or unknown */
};

/* How tightly expressions bind, loosest first. A caller that asks for at least one of these gets parentheses around
 * anything looser. */
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
    BD_JS__CHAIN,  /* a?.b, which can be neither assigned to nor constructed */
    BD_JS__CALL,   /* anything with a call in it, which cannot follow `new` */
    BD_JS__MEMBER, /* new a.b(c) */
    BD_JS__PRIMARY,
};

enum { BD_JS__MAX_NAMES = 100, BD_JS__MAX_LABELS = 4, BD_JS__MAX_PROPERTIES = 16, BD_JS__MAX_PARAMETERS = 6 };

enum bd_js__flags {
    BD_JS__CONSTANT = 1, /* should not be assigned to */
    BD_JS__BLOCK = 2,    /* out of scope at the end of its block */
    BD_JS__HIDDEN = 4,   /* its block has ended: must not be used */
};

/* WORD, or WORD followed by NUMBER if that is not 0. */
struct bd_js__name {
    const char *word; /* borrowed from the dictionary */
    unsigned number;
    enum bd_js__type type;
    unsigned flags;
};

/* Where in the program we are, that is, which statements and expressions are allowed. A function starts with a new
 * place. */
struct bd_js__place {
    bool in_function, in_loop, in_switch, in_try;
    bool in_generator, in_async;
    bool in_method;     /* super.x is allowed */
    bool has_arguments; /* `arguments` is allowed */
    bool no_in;         /* in the head of a for, where a bare `in` would be parsed as the loop's own */
    bool strict;
    bool is_loop[BD_JS__MAX_LABELS]; /* for each label: whether `continue` can name it */
    size_t label_count;
};

/* A program being written. Lives on the stack for one call of the generator. */
struct bd_js_writer {
    struct bd_source *s;
    struct bd_out *out;
    struct bd_javascript_options options; /* defaults filled in */
    struct bd_js__words words;
    struct bd_js__place here;
    struct bd_js__name names[BD_JS__MAX_NAMES]; /* visible where we are, outermost first */
    size_t name_count;
    unsigned forgotten;                            /* number of names that did not fit */
    const char *properties[BD_JS__MAX_PROPERTIES]; /* properties that some object was given, as a ring buffer */
    size_t property_count;
    unsigned expression_depth, statement_depth, nodes;
    char last;     /* the last character written */
    bool at_start; /* of a statement, where `{` or `function` would be parsed as one */
};

/* Whether the node being made can have children. */
static inline bool bd_js__may_grow(const struct bd_js_writer *js)
{
    return js->expression_depth < js->options.max_expression_depth && js->nodes < js->options.max_nodes;
}

/* The mean number of children at DEPTH, if it is MEAN at the top: deeper nodes have fewer. Without this, programs
 * grow until they are cut off; with it, half of them stay below a few hundred bytes. */
static inline double bd_js__mean_at(double mean, unsigned depth)
{
    return depth > 1 ? mean / depth : mean;
}

/* True with a probability of one in TOTAL. */
static inline bool bd_js__rarely(struct bd_js_writer *js, const char *label, unsigned total)
{
    const unsigned weights[] = {total - 1, 1};
    return bd_pick_weighted(js->s, label, weights, 2) == 1;
}

/* ---- javascript_statements.c ---- */

/* Writes statements, each on its own line; MEAN on average, perhaps none. */
void bd_js__statements(struct bd_js_writer *js, double mean);
/* One statement of any kind, with its semicolon. */
void bd_js__statement(struct bd_js_writer *js);
/* { statements LAST }, where LAST is NULL or one more statement. */
void bd_js__block(struct bd_js_writer *js, const char *last);
/* The body of an `if` or a loop: a block, or a single expression. */
void bd_js__body(struct bd_js_writer *js);
/* (condition) */
void bd_js__condition(struct bd_js_writer *js);
/* Writes a label, if one is left, and puts it in scope. */
void bd_js__label(struct bd_js_writer *js, bool is_loop);

/* ---- javascript_loops.c ---- */

void bd_js__loop(struct bd_js_writer *js);
/* The body of a loop. */
void bd_js__loop_body(struct bd_js_writer *js);

/* ---- javascript_expressions.c: each writes one that binds at least as tightly as MIN ---- */

void bd_js__expression(struct bd_js_writer *js, enum bd_js__binding min);
/* An expression that probably has TYPE. */
void bd_js__typed(struct bd_js_writer *js, enum bd_js__type type, enum bd_js__binding min);
/* A literal of TYPE, which must not be ANY. */
void bd_js__typed_literal(struct bd_js_writer *js, enum bd_js__type type, enum bd_js__binding min);
/* An expression with an effect, to be used as a statement. */
void bd_js__effect(struct bd_js_writer *js);
/* (arguments), of a random number. */
void bd_js__arguments(struct bd_js_writer *js);

/* ---- javascript_literals.c, javascript_regexp.c ---- */

void bd_js__literal(struct bd_js_writer *js, enum bd_js__binding min);
/* A literal of TYPE, which must not be ANY. The caller must count it as a node, as bd_js__typed_literal does. */
void bd_js__literal_of(struct bd_js_writer *js, enum bd_js__type type, enum bd_js__binding min);
void bd_js__regexp(struct bd_js_writer *js);
/* Writes the name of a property that an object is just being given. */
void bd_js__new_property(struct bd_js_writer *js);
/* Writes the name of a property to read, probably one that some object has. */
void bd_js__property(struct bd_js_writer *js);
const char *bd_js__property_word(struct bd_js_writer *js);

/* ---- javascript_functions.c ---- */

enum bd_js__function_kind {
    BD_JS__PLAIN,
    BD_JS__GENERATOR,
    BD_JS__ASYNC,
    BD_JS__METHOD,
    BD_JS__CONSTRUCTOR,
    BD_JS__ARROW
};

/* function name(a, b) { … }: a declaration, which puts the name in scope. */
void bd_js__function_declaration(struct bd_js_writer *js);
/* function (a, b) { … } */
void bd_js__function(struct bd_js_writer *js, enum bd_js__binding min);
/* (a, b) { … }: everything after the name, with LEAST to MOST parameters. */
void bd_js__function_rest(struct bd_js_writer *js, enum bd_js__function_kind kind, size_t least, size_t most);
/* A function to pass to a built-in function, which calls it with two arguments. */
void bd_js__callback(struct bd_js_writer *js);

/* ---- javascript_builtins.c ---- */

void bd_js__builtin_call(struct bd_js_writer *js, enum bd_js__binding min);
/* Writes a call that returns TYPE, which must not be ANY. Returns false, and writes nothing, if there is none. */
bool bd_js__builtin_giving(struct bd_js_writer *js, enum bd_js__type type, enum bd_js__binding min);
void bd_js__builtin_new(struct bd_js_writer *js, enum bd_js__binding min);
/* Math.PI, 'abc'.length */
void bd_js__builtin_property(struct bd_js_writer *js, enum bd_js__binding min);
/* Writes the name of one of the engine's globals; of one that is a constructor. */
void bd_js__global(struct bd_js_writer *js);
void bd_js__constructor_name(struct bd_js_writer *js);

/* ---- javascript_modern.c, for .modern only ---- */

void bd_js__modern_statement(struct bd_js_writer *js);
void bd_js__modern_expression(struct bd_js_writer *js, enum bd_js__binding min);
void bd_js__modern_method(struct bd_js_writer *js);
void bd_js__arrow(struct bd_js_writer *js, enum bd_js__binding min);
void bd_js__class_literal(struct bd_js_writer *js);
void bd_js__bigint(struct bd_js_writer *js, enum bd_js__binding min);
/* [a, b = 1, ...c] or {a: b, ...c}, then FROM, then an array. Declares the names in the pattern with FLAGS. A LENIENT
 * pattern can destructure any value. */
void bd_js__taken_apart(struct bd_js_writer *js, unsigned flags, bool lenient, const char *from);

/* ---- javascript_comparable.c, for .comparable only ---- */

/* Whether engines must agree on the built-in function NAME, called as the generator does. */
bool bd_js__is_comparable_function(const char *name);
/* Whether objects can have the property WORD without touching something on which engines differ. */
bool bd_js__is_comparable_property(const char *word);
/* Whether engines must agree on strings with TEXT, which is valid. */
bool bd_js__is_comparable_text(const char *text);
/* print(a, b); */
void bd_js__print(struct bd_js_writer *js);
/* The last line of a program: prints what its names hold. Draws nothing. */
void bd_js__print_names(struct bd_js_writer *js);

/* ---- javascript_names.c ---- */

/* Makes a name that is not visible here. It is not in scope until it is declared. */
struct bd_js__name bd_js__new_name(struct bd_js_writer *js);
void bd_js__declare(struct bd_js_writer *js, struct bd_js__name name, enum bd_js__type type, unsigned flags);
/* Writes a name that holds TYPE and has none of the flags in WITHOUT; returns false if there is none. A caller that
 * gives this choice no weight if there is no such name must still handle false: an edited tape can choose it. */
bool bd_js__put_some_name(struct bd_js_writer *js, enum bd_js__type type, unsigned without);
bool bd_js__has_name(const struct bd_js_writer *js, enum bd_js__type type, unsigned without);
/* Hides the names FROM … TO - 1 of the stack, or shows them again. */
void bd_js__set_hidden(struct bd_js_writer *js, size_t from, size_t to, bool hidden);
/* Forgets the names of a block that began when there were COUNT of them. */
void bd_js__leave_block(struct bd_js_writer *js, size_t count);
/* Writes a new name, and declares it. */
void bd_js__put_new_name(struct bd_js_writer *js, enum bd_js__type type, unsigned flags);

/* ---- javascript_put.c: writes, and draws nothing ---- */

void bd_js__put(struct bd_js_writer *js, const char *text);
void bd_js__put_number(struct bd_js_writer *js, int64_t number);
void bd_js__put_name(struct bd_js_writer *js, struct bd_js__name name);
/* TEXT in quotes, escaped. */
void bd_js__put_string(struct bd_js_writer *js, const char *text);
/* One character of a string, escaped for QUOTE. */
void bd_js__put_escaped(struct bd_js_writer *js, char c, char quote);
/* A new line, indented. */
void bd_js__put_line(struct bd_js_writer *js);
/* Writes "(" if an expression that binds like BINDING needs it where MIN is required. Pass the result to
 * bd_js__close. */
bool bd_js__open(struct bd_js_writer *js, enum bd_js__binding binding, enum bd_js__binding min);
void bd_js__close(struct bd_js_writer *js, bool opened);

#endif
