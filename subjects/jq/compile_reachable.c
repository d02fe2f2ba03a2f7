/* compile_reachable.c: jq's compiler, and a short cut through it.
 *
 * jq_compile binds the program to all 330 definitions of the library, looking through the whole program for each. Then
 * it drops those that are not used: it asks of each whether any of the thousands of instructions behind it refers to
 * it, again and again until nothing more falls out. That is 99 % of its time. What stays is what can be reached from
 * the program, in the order of the library; here it is found in one pass, with jq's own function to bind. */
#include <compile.c>

#include "library.h"

/* What `bytecode_pos` says of an instruction before it is compiled. */
enum { REACHED = -1, OFFERED = -2 };

/* Names that a program uses without defining them: a set that may say yes too often. */
enum { NAME_SLOTS = 1024 };
struct names {
    char used[NAME_SLOTS];
};

static unsigned slot_of(const char *name)
{
    unsigned hash = 5381;
    for (; *name; name++) { hash = hash * 33 + (unsigned char)*name; }
    return hash % NAME_SLOTS;
}

static void collect_unbound(struct names *names, block b)
{
    for (inst *i = b.first; i; i = i->next) {
        if (i->symbol && !i->bound_by) { names->used[slot_of(i->symbol)] = 1; }
        collect_unbound(names, i->subfn);
        collect_unbound(names, i->arglist);
    }
}

static void reach(block b)
{
    for (inst *i = b.first; i; i = i->next) {
        inst *definition = i->bound_by;
        if (definition && definition->bytecode_pos == OFFERED) {
            definition->bytecode_pos = REACHED;
            reach(definition->subfn);
            reach(definition->arglist);
        }
        reach(i->subfn);
        reach(i->arglist);
    }
}

void bd_jq_offer(block library)
{
    block_bind_each(library, gen_noop(), OP_IS_CALL_PSEUDO); /* they know themselves now, used or not */
    for (inst *i = library.first; i; i = i->next) { i->bytecode_pos = OFFERED; }
}

block bd_jq_bind_reachable(block library, block program)
{
    struct names names = {{0}};
    collect_unbound(&names, program);
    for (inst *i = library.first; i; i = i->next) {
        if (names.used[slot_of(i->symbol)]) {
            block_bind_subblock(inst_block(i), program, OP_IS_CALL_PSEUDO | OP_HAS_BINDING, 0);
        }
    }
    reach(program);
    block used = gen_noop();
    for (inst *i = library.first, *next; i; i = next) {
        next = i->next;
        if (i->bytecode_pos == REACHED) {
            i->next = i->prev = NULL;
            used = block_join(used, inst_block(i));
        }
    }
    return block_join(used, program);
}
