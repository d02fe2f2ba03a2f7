/* compile_reachable.c: jq's compiler, and a short cut through it.
 *
 * jq_compile binds the program to the whole library, then drops what is not used: it asks of each definition
 * whether any of the thousands of instructions behind it refers to it, again and again until nothing more falls
 * out. What stays is what can be reached from the program, in its order; here it is found in one pass. */
#include <compile.c>

#include "library.h"

/* What `bytecode_pos` says of an instruction before it is compiled. */
enum { REACHED = -1, OFFERED = -2 };

void bd_jq_offer(block library)
{
    for (inst *i = library.first; i; i = i->next) { i->bytecode_pos = OFFERED; }
}

static void reach(block b)
{
    for (inst *i = b.first; i; i = i->next) {
        inst *definition = i->bound_by;
        if (definition && definition->bytecode_pos == OFFERED) {
            definition->bytecode_pos = REACHED;
            reach(inst_block(definition));
        }
        reach(i->subfn);
        reach(i->arglist);
    }
}

block bd_jq_bind_reachable(block library, block program)
{
    block used = gen_noop();
    block_bind_each(library, program, OP_IS_CALL_PSEUDO);
    reach(program);
    for (inst *i = library.first, *next; i; i = next) {
        next = i->next;
        if (i->bytecode_pos == REACHED) {
            i->next = i->prev = NULL;
            used = block_join(used, inst_block(i));
        }
    }
    return block_join(used, program);
}
