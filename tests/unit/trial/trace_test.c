#include "trial/trace.h"

#include "base/rng.h"
#include "unit/test.h"

TEST(bucket_is_the_highest_bit_of_every_count)
{
    for (unsigned hits = 0; hits < 256; hits++) {
        unsigned expected = 0;
        for (unsigned bit = 1; bit < 256; bit *= 2) {
            if (hits & bit) { expected = bit; }
        }
        CHECK_EQ_U64(bd__bucket((uint8_t)hits), expected);
    }
}

static uint32_t naive_mask(const struct bd__trace_block *block)
{
    uint32_t mask = 0;
    for (int i = 0; i < BD__BLOCK; i++) { mask |= (uint32_t)(block->counts[i] != 0) << i; }
    return mask;
}

TEST(block_mask_sees_every_count_in_every_place)
{
    struct bd__trace_block block = {0};
    CHECK_EQ_U64(bd__trace_block_mask(&block), 0);
    for (int i = 0; i < BD__BLOCK; i++) {
        for (unsigned hits = 1; hits < 256; hits++) {
            memset(block.counts, 0, sizeof block.counts);
            block.counts[i] = (uint8_t)hits;
            REQUIRE(bd__trace_block_mask(&block) == (uint32_t)1 << i);
        }
    }
}

TEST(block_mask_agrees_with_a_naive_one_on_random_blocks)
{
    struct bd__rng rng;
    bd__rng_init(&rng, 1, 0);
    for (int n = 0; n < 200000; n++) {
        struct bd__trace_block block = {.index = 5};
        uint32_t keep = (uint32_t)bd__rng_next(&rng) | (n & 1 ? (uint32_t)bd__rng_next(&rng) : 0);
        for (int i = 0; i < BD__BLOCK; i++) {
            uint8_t count = (uint8_t)bd__rng_next(&rng);
            if (n % 3 == 0) { count &= 0x81; } /* 0x80 and 0x01 are the delicate ones */
            if (keep >> i & 1) { block.counts[i] = count; }
        }
        REQUIRE(bd__trace_block_mask(&block) == naive_mask(&block));
    }
}

TEST(blocks_are_packed_so_that_hashing_them_reads_no_padding)
{
    CHECK_EQ_U64(sizeof(struct bd__trace_block), 4 + BD__BLOCK);
}
