/* counters.h: the coverage counters of the program, as the compiler's instrumentation registers them.
 *
 * Code built with -fsanitize-coverage=inline-8bit-counters,pc-table increments one byte per branch. It calls us once
 * per module (the executable, each shared object) before main, or when the module is loaded. Code built with
 * trace-pc-guard calls us at each branch instead; guards.c turns that into counters. This is one of the program's few
 * globals: a process has one set of counters.
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
    bool remote;          /* its code is in another process */
};

/* All modules so far, in order of registration. The pointer is valid until the next one is loaded. */
const struct bd__module *bd__runtime_modules(size_t *count);

/* The counters of a remote are one more module, the last one. It replaces the one of an earlier call. */
void bd__runtime_set_remote(uint8_t *counters, size_t count);

/* Has any code built with trace-pc run? We cannot count its branches. */
bool bd__runtime_traces_pc(void);

/* ---- between counters.c and guards.c ----------------------------------------------------------- */

void bd__runtime_add(uint8_t *counters, size_t count, const uintptr_t *pcs);
/* The PCs of a module with COUNT inline counters in the same file as ADDRESS; NULL if there is no such module with
 * PCs. */
const uintptr_t *bd__runtime_twin(const void *address, size_t count);
/* Decides what to do with guards registered since the last call; cheap if there are none. */
void bd__guards_settle(void);
/* Assigns PCs to the newest module of COUNT guards that lacks them. False if there is none. */
bool bd__guards_take_pcs(const uintptr_t *pcs, size_t count);

#endif
