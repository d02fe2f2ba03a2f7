/* trace.h: what one run covered.
 *
 * A *branch* is one counter of the instrumentation, numbered through all modules. A *trace* is the
 * exact vector of 8-bit hit counts of one run, kept sparse: only the blocks of 32 counters that hold
 * something, in rising order. Its hash is its identity; two runs behave alike if their hashes agree.
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
    const uint32_t *mask;                /* of each block: which counters are not zero, as bits; borrowed */
    size_t block_count;
    size_t branch_count; /* branches covered */
    uint64_t hash;       /* 0 for the empty trace */
};

/* Zest's bucket of a hit count, its highest bit (1, 2–3, 4–7, … 128–255); 0 for 0. */
static inline uint8_t bd__bucket(uint8_t hits)
{
    return hits ? (uint8_t)(0x80u >> (__builtin_clz(hits) - 24)) : 0;
}

/* Which of a block's counters are not zero, as bits. */
static inline uint32_t bd__trace_block_mask(const struct bd__trace_block *block)
{
    uint64_t word[4];
    uint32_t mask = 0;
    __builtin_memcpy(word, block->counts, sizeof word);
    for (int i = 0; i < 4; i++) {
        /* The top bit of each byte is set iff the byte is not zero; the product gathers the eight. */
        uint64_t low = word[i] & 0x7f7f7f7f7f7f7f7fu;
        uint64_t set = ((low + 0x7f7f7f7f7f7f7f7fu) | word[i]) & 0x8080808080808080u;
        mask |= (uint32_t)(((set >> 7) * 0x0102040810204080u) >> 56) << (8 * i);
    }
    return mask;
}

#endif
