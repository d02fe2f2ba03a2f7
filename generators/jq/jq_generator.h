/* jq_generator.h: a generator of jq 1.6 programs. (jq itself has a jq.h.)
 *
 *     BD_FUZZER(.name = "mine", .generate = bd_jq_program, .run = run, .dict = "generators/jq/jq.dict");
 *
 * Programs have every kind of term and operator of the language but modules (import, include), and call nearly all
 * built-in functions. Variables are ones that were bound by `as`, function calls are of functions that were defined, with
 * as many parameters as they have, `break` is to a label around it. Nearly all programs compile; whether one runs
 * without an error is left to chance: it may add a string to a number.
 *
 * The words of the campaign's dictionary become keys of the document, names and the text of strings; without one, a few
 * words of our own do. Give it the keys of the document that programs are run on.
 */
#ifndef BD_JQ_GENERATOR_H
#define BD_JQ_GENERATOR_H

#include <bediv.h>

#ifdef __cplusplus
extern "C" {
#endif

void bd_jq_program(struct bd_source *s, struct bd_out *out);

#ifdef __cplusplus
}
#endif
#endif
