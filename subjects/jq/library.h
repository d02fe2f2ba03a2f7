/* library.h: what compile_reachable.c provides for builtins_once.c. */
#ifndef BD_JQ_LIBRARY_H
#define BD_JQ_LIBRARY_H

#include <compile.h>

/* Marks the definitions of LIBRARY as candidates. */
void bd_jq_offer(block library);
/* Returns PROGRAM with the definitions of LIBRARY that it uses, and those that they use. Takes LIBRARY over. */
block bd_jq_bind_reachable(block library, block program);

#endif
