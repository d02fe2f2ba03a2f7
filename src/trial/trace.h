/* trace.h: what one run covered.
 *
 * A *branch* is one counter of the instrumentation, numbered through all modules. A *trace* is the exact vector of
 * 8-bit hit counts of one run. It is stored sparsely: only the blocks of 32 counters with at least one that is not
 * zero, in ascending order. Its hash identifies it; two runs behave alike if their hashes are equal.
 */
#ifndef BD_TRIAL_TRACE_H
#define BD_TRIAL_TRACE_H

#include <stddef.h>
#include <stdint.h>

enum { BD__BLOCK = 32 };

struct __attribute__((packed)) bd__trace_block {
    uint32_t index; /* its first branch is index * BD__BLOCK */
    uint8_t counts[BD__BLOCK];
};

struct bd__trace {
    const struct bd__trace_block *block; /* borrowed */
    const uint32_t *mask;                /* per block: a bit for each counter that is not zero; borrowed */
    size_t block_count;
    size_t branch_count; /* branches covered */
    uint64_t hash;       /* 0 for the empty trace */
};

/* Zest's bucket for a hit count: its highest bit (1, 2–3, 4–7, … 128–255); 0 for 0. */
static inline uint8_t bd__bucket(uint8_t hits)
{
    return hits ? (uint8_t)(0x80u >> (__builtin_clz(hits) - 24)) : 0;
}

/* A bit for each counter of a block that is not zero. */
static inline uint32_t bd__trace_block_mask(const struct bd__trace_block *block)
{
    uint64_t word[4];
    uint32_t mask = 0;
    __builtin_memcpy(word, block->counts, sizeof word);
    for (int i = 0; i < 4; i++) {
        /* Sets the top bit of each byte that is not zero; the multiplication gathers the eight bits. */
        uint64_t low = word[i] & 0x7f7f7f7f7f7f7f7fu;
        uint64_t set = ((low + 0x7f7f7f7f7f7f7f7fu) | word[i]) & 0x8080808080808080u;
        mask |= (uint32_t)(((set >> 7) * 0x0102040810204080u) >> 56) << (8 * i);
    }
    return mask;
}

#endif
