/* lua_generator.h: a generator of Lua 5.4 programs. (Lua itself has a lua.h.)
 *
 *     BD_FUZZER(.name = "mine", .generate = bd_lua_program, .run = run, .dict = "generators/lua/lua.dict");
 *
 * Programs use every kind of statement and expression of the language, the basic functions, and most of the libraries
 * string, table, math, utf8 and coroutine. They use what they declare: each variable has a kind (number, string, table,
 * function, class, object, coroutine), and where a table is needed, a table in scope is used if there is one. Nearly
 * all programs compile. Whether one runs to its end is left to chance: an index may be nil, or a bit operation may get
 * a fraction.
 *
 * Words of the campaign's dictionary become names, where Lua allows it, and the text of strings; without a dictionary,
 * a few built-in words do.
 */
#ifndef BD_LUA_GENERATOR_H
#define BD_LUA_GENERATOR_H

#include "phrase.h"
#include <bediv.h>

#ifdef __cplusplus
extern "C" {
#endif

void bd_lua_program(struct bd_source *s, struct bd_out *out);

/* The same with rules of yours, added to ours or instead of them. Ours are
 * number, string, table, metatable, function, condition, any and statement. The most useful holes (lua_grammar.c lists all):
 *
 * `a any value   `b condition   `n number   `s string   `t table   `f function   `S statement   `B block
 * `i small integer   `w quoted word   `F field   `A global   `vn number in scope (also `vs `vt `vf `va)
 * `Dn new name for a number (also `Ds `Dt `Df `Da)   `1 `2 … the first, second … of them   `; now they are in scope */
void bd_lua_program_with(struct bd_source *s, struct bd_out *out, struct bd_phrase_changes changes);

#ifdef __cplusplus
}
#endif
#endif
