/* scan.h: the one fused pass over a module's counters after a run.
 *
 * It looks at each block of 32 counters once: skips it if all are zero; otherwise copies it to the sparse trace, checks
 * each count's bucket against what was seen before, counts the branches, and clears it.
 *
 * There are two implementations with identical results; cover.c chooses at run time.
 */
#ifndef BD_COVER_SCAN_H
#define BD_COVER_SCAN_H

#include <stdbool.h>

#include "trial/trace.h"

struct bd__scan {
    /* In: buckets seen by any run and by valid runs, one byte of bits per branch. SEEN_VALID may equal SEEN. */
    const uint8_t *seen, *seen_valid;
    /* Out: appended to; the caller provides room for every block. */
    struct bd__trace_block *block;
    uint32_t *mask;
    size_t block_count, branch_count;
    bool novel; /* some bucket was not in SEEN, or not in SEEN_VALID */
};

/* Scans and clears COUNT counters; their first block has number FIRST_BLOCK. */
typedef void bd__scan_fn(struct bd__scan *scan, uint8_t *counters, size_t count, uint32_t first_block);
typedef uint64_t bd__scan_hash_fn(const struct bd__trace_block *block, size_t count);

bd__scan_fn bd__scan_portable, bd__scan_avx2;
bd__scan_hash_fn bd__scan_hash_portable, bd__scan_hash_avx2;

#endif
