/* scan_portable.c: the fused pass in plain C, eight counters at a time. The vector version uses it for an incomplete
 * last block. */
#include <string.h>

#include "base/hash.h"
#include "cover/scan.h"

static void keep(struct bd__scan *scan, const uint8_t *counters, size_t count, uint32_t index)
{
    struct bd__trace_block *block = &scan->block[scan->block_count++];
    memset(block->counts, 0, BD__BLOCK);
    memcpy(block->counts, counters, count);
    block->index = index;
    size_t first = (size_t)index * BD__BLOCK;
    uint32_t mask = bd__trace_block_mask(block);
    scan->mask[scan->block_count - 1] = mask;
    for (; mask; mask &= mask - 1) {
        unsigned i = (unsigned)__builtin_ctz(mask);
        uint8_t bucket = bd__bucket(block->counts[i]);
        scan->novel |= (bucket & ~scan->seen[first + i]) || (bucket & ~scan->seen_valid[first + i]);
        scan->branch_count++;
    }
}

void bd__scan_portable(struct bd__scan *scan, uint8_t *counters, size_t count, uint32_t first_block)
{
    for (size_t at = 0; at < count; at += BD__BLOCK) {
        uint8_t *block = counters + at;
        size_t size = count - at < BD__BLOCK ? count - at : BD__BLOCK;
        uint64_t word[4] = {0};
        memcpy(word, block, size);
        if (!(word[0] | word[1] | word[2] | word[3])) { continue; }
        keep(scan, block, size, first_block + (uint32_t)(at / BD__BLOCK));
        memset(block, 0, size);
    }
}

uint64_t bd__scan_hash_portable(const struct bd__trace_block *block, size_t count)
{
    return bd__hash(block, count * sizeof *block);
}
