/* builtins_once.c: parses jq's built-in functions once. jq parses its library of 12 KB again for each program. */
#define builtins_bind bd_jq_builtins_bind_afresh
#include <builtin.c>
#undef builtins_bind

#include "library.h"
#include "stop.h"

static block library; /* created in .setup; its instructions are on the heap */

void bd_jq_prepare_builtins(jq_state *jq)
{
    library = gen_noop();
    const int errors = builtins_bind_one(jq, &library, jq_builtins);
    assert(!errors);
    library = bind_bytecoded_builtins(library);
    library = gen_cbinding(function_list, sizeof function_list / sizeof *function_list, library);
    library = gen_builtin_list(library);
    bd_jq_offer(library);
}

/* Replaces jq's function. This one does not look for ~/.jq either. */
int builtins_bind(jq_state *jq, block *program)
{
    *program = bd_jq_bind_reachable(library, *program);
    return 0;
}
