/* counters.h: the coverage counters of the program, as the compiler's instrumentation registers them.
 *
 * Code built with  -fsanitize-coverage=inline-8bit-counters,pc-table  increments one byte per branch and
 * calls us once per module (the executable, each shared object) before main, or when it is loaded. Code built with
 * trace-pc-guard calls us at each branch instead: guards.c makes counters of that. This is one of the program's few
 * globals: there is one set of counters in a process.
 */
#ifndef BD_RUNTIME_COUNTERS_H
#define BD_RUNTIME_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bd__module {
    uint8_t *counters;
    size_t count;
    const uintptr_t *pcs; /* pairs (address, flags: bit 0 is "function entry"); NULL without pc-table */
};

/* All modules so far, in order of registration. The pointer is valid until the next is loaded. */
const struct bd__module *bd__runtime_modules(size_t *count);

/* Was code run that is built with trace-pc? It tells of no branch that we could count. */
bool bd__runtime_traces_pc(void);

/* ---- between counters.c and guards.c ----------------------------------------------------------- */

void bd__runtime_add(uint8_t *counters, size_t count, const uintptr_t *pcs);
/* The module of COUNT inline counters with PCs that lies in the same file as ADDRESS; its PCs, or NULL. */
const uintptr_t *bd__runtime_twin(const void *address, size_t count);
/* Decides on guards that were registered since the last call; cheap if there are none. */
void bd__guards_settle(void);
/* PCs of that many guards. False if there are none that lack them. */
bool bd__guards_take_pcs(const uintptr_t *pcs, size_t count);

#endif
