/* library.h: from compile_reachable.c to builtins_once.c. */
#ifndef BD_JQ_LIBRARY_H
#define BD_JQ_LIBRARY_H

#include <compile.h>

/* Marks the definitions of LIBRARY as ones to choose from. */
void bd_jq_offer(block library);
/* Those definitions of LIBRARY that PROGRAM uses, and those that they use, and PROGRAM. LIBRARY is used up. */
block bd_jq_bind_reachable(block library, block program);

#endif
