/* paper-js.h: JavaScript programs in the form of the BeDivFuzz paper, for repeating its experiments.
 *
 *     BD_FUZZER(.name = "mine", .generate = bd_paper_js_program, .run = run);
 *
 * Its grammar, limits, choice points and printed form are those of the original's current
 * SplitJavaScriptCodeGenerator, including what no engine can parse: break outside of loops, assignments that end in
 * ";)", strings of arbitrary characters, quotes and line ends among them. About half of the programs that remain are
 * valid.
 *
 *     program     statement
 *     statement   simple, or compound (never at depth 6)
 *         simple      nothing, expression, break, continue, return, throw, var
 *         compound    if, for, while, function, switch, try, block
 *     expression  in parentheses; terminal, or composite (never at depth 10)
 *         terminal    literal, identifier
 *         composite   binary, unary, conditional, call, function, property, index, arrow function, assignment
 *
 * Structure is: which kind of node, how many of something, whether an identifier is new, how long a string is. Values
 * are: operators, letters and numbers, which identifier, the characters of a string, and whether a call has "new"
 * before it. That last one is a slip by the paper's definition, because a branch of its generator depends on it. But
 * nothing else depends on it: it is one of two prefixes, as an operator is one of 25. So it is a value here, too.
 *
 * An input that needs more than 10,240 choice bytes is discarded, as in the original (paper.h): 50 % of random
 * programs, and most of those that contain a block.
 *
 * bd_javascript_program in javascript.h is what to use for anything else: its programs parse, and do something.
 */
#ifndef BD_PAPER_JS_H
#define BD_PAPER_JS_H

#include <bediv.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes one program. If all answers are 0, it is empty. */
void bd_paper_js_program(struct bd_source *s, struct bd_out *out);

#ifdef __cplusplus
}
#endif
#endif
