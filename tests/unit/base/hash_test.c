#include "base/hash.h"

#include "base/rng.h"
#include "unit/stats.h"
#include "unit/test.h"

TEST(hash_is_xxh3)
{
    /* The values of the xxHash distribution for the empty input and for a byte of zero. */
    CHECK_EQ_U64(bd__hash("", 0), 0x2d06800538d394c2u);
    CHECK_EQ_U64(bd__hash("\0", 1), 0xc44bdff4074eecdbu);
}

TEST(join_depends_on_the_order_of_everything)
{
    CHECK(bd__hash_join(1, 2, 3) != bd__hash_join(1, 3, 2));
    CHECK(bd__hash_join(1, 2, 3) != bd__hash_join(2, 1, 3));
    CHECK(bd__hash_join(1, 2, 3) != bd__hash_join(3, 2, 1));
    CHECK(bd__hash_join(bd__hash_join(0, 1, 2), 3, 4) != bd__hash_join(bd__hash_join(0, 3, 4), 1, 2));
}

TEST(join_of_small_numbers_does_not_collide)
{
    enum { SIDE = 50, BITS = 19 };
    static uint64_t seen[1 << BITS]; /* open addressing; 125,000 members */
    unsigned collisions = 0;
    for (uint64_t n = 0; n < SIDE * SIDE * SIDE; n++) {
        uint64_t hash = bd__hash_join(n / (SIDE * SIDE), n / SIDE % SIDE, n % SIDE), i = hash >> (64 - BITS);
        while (seen[i] && seen[i] != hash) { i = (i + 1) & ((1 << BITS) - 1); }
        collisions += seen[i] == hash;
        seen[i] = hash;
    }
    CHECK_EQ_U64(collisions, 0);
}

TEST(join_spreads_each_argument_over_all_bits)
{
    for (int argument = 0; argument < 3; argument++) {
        uint64_t ones[64] = {0};
        for (uint64_t i = 0; i < 20000; i++) {
            uint64_t n[3] = {7, 7, 7};
            n[argument] = i;
            uint64_t hash = bd__hash_join(n[0], n[1], n[2]);
            for (int bit = 0; bit < 64; bit++) { ones[bit] += hash >> bit & 1; }
        }
        for (int bit = 0; bit < 64; bit++) { CHECK(stats_mean((double)ones[bit], 20000, 0.5, 0.5)); }
    }
}
