/* jq_generator.h: a generator of jq 1.6 programs. (jq itself has a jq.h.)
 *
 *     BD_FUZZER(.name = "mine", .generate = bd_jq_program, .run = run, .dict = "generators/jq/jq.dict");
 *
 * Programs use every kind of term and operator of the language except modules (import, include), and call nearly all
 * built-in functions. Variables were bound by `as`, functions were defined and get as many arguments as they have
 * parameters, and `break` leaves a label around it. Nearly all programs compile. Whether one runs without an error is
 * left to chance: it may add a string to a number.
 *
 * Words of the campaign's dictionary become keys of the document, names, and the text of strings; without a dictionary,
 * a few built-in words do. Put the keys of the document that programs run on into your dictionary.
 */
#ifndef BD_JQ_GENERATOR_H
#define BD_JQ_GENERATOR_H

#include "phrase.h"
#include <bediv.h>

#ifdef __cplusplus
extern "C" {
#endif

void bd_jq_program(struct bd_source *s, struct bd_out *out);

/* The same with rules of yours, added to ours or instead of them. Ours are
 * filter, path, number, string, array, object, entry, condition and pattern. The most useful holes (jq_grammar.c lists all):
 *
 * `t any filter   `p path   `n number   `s string   `a array   `o object   `b condition
 * `i small integer   `w quoted word   `k key   `v variable in scope, else .
 * `D new variable   `1 `2 … the first, second … of them   `; now they are in scope, up to `] of the `[ before */
void bd_jq_program_with(struct bd_source *s, struct bd_out *out, struct bd_phrase_changes changes);

#ifdef __cplusplus
}
#endif
#endif
