/* javascript.h: a generator of JavaScript programs.
 *
 *     BD_FUZZER(.name = "mine", .generate = bd_javascript_program, .run = run, .dict = "es5.dict");
 *
 * The grammar is that of the BeDivFuzz paper's generator, extended to all of ECMAScript 5, and corrected where the
 * original prints programs that no engine can parse. With few exceptions, programs parse (README.md has the shares):
 *   - strings are quoted and escaped, and there are parentheses wherever precedence needs them;
 *   - break, continue, return, yield, await and super occur only where they are allowed, and labels exist;
 *   - names are declared before they are used, and the generator tracks what each probably holds. So most calls
 *     call a function, and most methods exist on their object: programs are worth running, not only compiling;
 *   - most loops count to a small number.
 * No program reads the clock or draws random numbers: equal programs behave the same.
 *
 * Structure is: what kind of node there is, how many children it has, and which built-in function is called (its
 * parameters depend on that). Values are: which name, property, operator or constant.
 *
 * Names, properties and strings are words of the campaign's dictionary, or of a small built-in one:
 *   - every word that is valid UTF-8 can become a string;
 *   - words that are identifiers can become properties;
 *   - words of lower-case letters that are not reserved can become names. If two names use the same word, a number
 *     tells them apart. */
#ifndef BD_JAVASCRIPT_H
#define BD_JAVASCRIPT_H

#include <bediv.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes a program; for the functions below. */
struct bd_js_writer;

/* A statement of yours, such as a call of what your program gives to scripts. PUT draws and writes it with the
 * functions below, which know what is needed between two tokens. */
struct bd_javascript_statement {
    unsigned weight; /* all statements of ours together have 20 */
    void (*put)(struct bd_source *s, struct bd_js_writer *writer);
};
enum { BD_JAVASCRIPT_MAX_STATEMENTS = 16 };

/* TEXT as it is. */
void bd_javascript_put(struct bd_js_writer *writer, const char *text);
/* An expression that can be an argument. */
void bd_javascript_put_expression(struct bd_js_writer *writer);
/* Statements in braces. */
void bd_javascript_put_block(struct bd_js_writer *writer);

/* A member that is zero has its default, which the comment gives. */
struct bd_javascript_options {
    unsigned max_expression_depth; /* expressions at this depth are literals or names: 10, as in the paper */
    unsigned max_statement_depth;  /* statements at this depth contain no others: 6, as in the paper */
    unsigned max_identifiers;      /* names known at one time: 100, as in the paper, and at most that */
    unsigned max_nodes;            /* after this many statements and expressions, new ones contain no others: 150 */
    bool modern;                   /* also generate ES2015 to ES2022: false */
    bool comparable;               /* print results, and leave out what ES5 lets engines do differently: false */
    /* Statements of yours, added to ours; at most BD_JAVASCRIPT_MAX_STATEMENTS, borrowed: none */
    const struct bd_javascript_statement *statements;
    size_t statement_count;
};

/* Writes one program with default options. If all answers are 0, it is empty. */
void bd_javascript_program(struct bd_source *s, struct bd_out *out);

/* The same with OPTIONS, which are borrowed during the call. */
void bd_javascript_program_with(struct bd_source *s, struct bd_out *out, const struct bd_javascript_options *options);

#ifdef __cplusplus
}
#endif
#endif
