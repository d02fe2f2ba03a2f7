/* javascript.h: a generator of JavaScript programs.
 *
 *     BD_FUZZER(.name = "mine", .generate = bd_javascript_program, .run = run, .dict = "es5.dict");
 *
 * Its grammar is that of the BeDivFuzz paper's generator, grown to all of ECMAScript 5, and mended where the
 * original prints what no engine can read. A program parses, with few exceptions (README.md has the shares):
 *   - strings are quoted and escaped, and parentheses stand where precedence needs them;
 *   - break, continue, return, yield, await and super stand only where they may, labels only where they exist;
 *   - a name is used after its declaration, with a guess at what it holds, so that most calls find a function
 *     and most methods an object that has them. Programs are worth running, not only compiling;
 *   - loops mostly count to a small number.
 * No program reads the clock or draws random numbers: equal programs do equal things.
 *
 * What kind of thing a node is, how many children it has, and which built-in function is called (its
 * parameters depend on it) is structure. Which name, property, operator or constant is value.
 *
 * Names, properties and strings are words of the campaign's dictionary, or of a small one of our own:
 *   - every word that is UTF-8 may become a string;
 *   - words that are identifiers may become properties;
 *   - those of small letters only that are not reserved may become names. Two names with one word are told
 *     apart by a number. */
#ifndef BD_JAVASCRIPT_H
#define BD_JAVASCRIPT_H

#include <bediv.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Zero means the default throughout. */
struct bd_javascript_options {
    unsigned max_expression_depth; /* expressions at this depth are literals or names: 10, as in the paper */
    unsigned max_statement_depth;  /* statements at this depth hold no others: 6, as in the paper */
    unsigned max_identifiers;      /* names known at one time, at most 100: 100, as in the paper */
    unsigned max_nodes;            /* statements and expressions, after which neither holds others: 150 */
    bool modern;                   /* ES2015 to ES2022 as well: false */
};

/* Writes one program, with default options. Answers of 0 give the empty program. */
void bd_javascript_program(struct bd_source *s, struct bd_out *out);

/* The same with OPTIONS, borrowed for the call. */
void bd_javascript_program_with(struct bd_source *s, struct bd_out *out, const struct bd_javascript_options *options);

#ifdef __cplusplus
}
#endif
#endif
