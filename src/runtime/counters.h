/* counters.h: the coverage counters of the program, as the compiler's instrumentation registers them.
 *
 * Code built with  -fsanitize-coverage=inline-8bit-counters,pc-table  increments one byte per branch and
 * calls us once per module (the executable, each shared object) before main, or when it is loaded. This
 * is one of the program's few globals: there is one set of counters in a process.
 */
#ifndef BD_RUNTIME_COUNTERS_H
#define BD_RUNTIME_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

struct bd__module {
    uint8_t *counters;
    size_t count;
    const uintptr_t *pcs; /* pairs (address, flags: bit 0 is "function entry"); NULL without pc-table */
};

/* All modules so far, in order of registration. The pointer is valid until the next is loaded. */
const struct bd__module *bd__runtime_modules(size_t *count);

#endif
