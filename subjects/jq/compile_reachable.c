/* compile_reachable.c: jq's compiler, with a shortcut.
 *
 * jq_compile binds the program to all 330 definitions of the library, and searches the whole program for each. Then it
 * drops the unused ones: for each, it checks whether any of the thousands of instructions after it refers to it, and
 * repeats this until nothing more is dropped. That takes 99 % of its time. What remains is what can be reached from the
 * program, in the order of the library. This file finds it in one pass, and uses jq's own function to bind. */
#include <compile.c>

#include "library.h"

/* The value of `bytecode_pos` in an instruction that has not been compiled yet. */
enum { REACHED = -1, OFFERED = -2 };

/* Names that a program uses without defining them: a set that can have false positives. */
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
    block_bind_each(library, gen_noop(), OP_IS_CALL_PSEUDO); /* bind them to themselves, used or not */
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
