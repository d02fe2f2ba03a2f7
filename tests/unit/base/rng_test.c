#include "base/rng.h"

#include "unit/stats.h"
#include "unit/test.h"

static struct bd__rng rng_of(uint64_t seed)
{
    struct bd__rng rng;
    bd__rng_init(&rng, seed, 0);
    return rng;
}

TEST(next_is_xoshiro256_plus_plus)
{
    /* From the authors' C code, with the state 1, 2, 3, 4. */
    static const uint64_t expected[] = {41943041,
                                        58720359,
                                        3588806011781223,
                                        3591011842654386,
                                        9228616714210784205u,
                                        9973669472204895162u,
                                        14011001112246962877u,
                                        12406186145184390807u,
                                        15849039046786891736u,
                                        10450023813501588000u};
    struct bd__rng rng = {{1, 2, 3, 4}};
    for (int i = 0; i < 10; i++) { CHECK_EQ_U64(bd__rng_next(&rng), expected[i]); }
}

TEST(splitmix_is_the_published_one)
{
    static const uint64_t expected[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                        4593380528125082431u, 16408922859458223821u};
    uint64_t x = 1234567;
    for (int i = 0; i < 5; i++) { CHECK_EQ_U64(bd__splitmix(&x), expected[i]); }
}

TEST(same_seed_gives_the_same_sequence)
{
    struct bd__rng a = rng_of(42), b = rng_of(42);
    for (int i = 0; i < 10000; i++) { REQUIRE(bd__rng_next(&a) == bd__rng_next(&b)); }
}

TEST(other_seeds_and_streams_give_other_sequences)
{
    static const uint64_t pairs[][2] = {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {UINT64_MAX, 0}, {2, 2}};
    enum { PAIRS = sizeof pairs / sizeof *pairs };
    for (int a = 0; a < PAIRS; a++) {
        for (int b = 0; b < a; b++) {
            struct bd__rng x, y;
            bd__rng_init(&x, pairs[a][0], pairs[a][1]);
            bd__rng_init(&y, pairs[b][0], pairs[b][1]);
            unsigned equal = 0;
            for (int i = 0; i < 1000; i++) { equal += bd__rng_next(&x) == bd__rng_next(&y); }
            CHECK_EQ_U64(equal, 0);
        }
    }
}

TEST(copying_a_generator_forks_its_sequence)
{
    struct bd__rng a = rng_of(7);
    bd__rng_next(&a);
    struct bd__rng b = a;
    uint64_t first = bd__rng_next(&a);
    bd__rng_next(&a);
    CHECK_EQ_U64(bd__rng_next(&b), first);
}

TEST(upto_reaches_both_ends_and_nothing_beyond)
{
    struct bd__rng rng = rng_of(1);
    for (uint64_t max = 0; max <= 70; max++) {
        bool low = false, high = false;
        for (int i = 0; i < 2000; i++) {
            uint64_t x = bd__rng_upto(&rng, max);
            REQUIRE(x <= max);
            low |= x == 0;
            high |= x == max;
        }
        CHECK(low && high);
    }
}

TEST(upto_is_uniform_over_small_domains)
{
    static const unsigned sizes[] = {2, 3, 5, 6, 7, 10, 100, 256, 257, 1000};
    struct bd__rng rng = rng_of(2);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        uint64_t count[1000] = {0};
        for (unsigned i = 0; i < 1000 * sizes[s]; i++) { count[bd__rng_upto(&rng, sizes[s] - 1)]++; }
        CHECK(stats_fit(count, NULL, sizes[s]));
    }
}

/* 3·2^62 answers: multiplying without rejection would favour every third, a remainder the lowest third. */
TEST(upto_is_uniform_where_rejection_matters_most)
{
    const uint64_t size = (uint64_t)3 << 62;
    struct bd__rng rng = rng_of(3);
    uint64_t residue[3] = {0}, third[3] = {0};
    for (int i = 0; i < 300000; i++) {
        uint64_t x = bd__rng_upto(&rng, size - 1);
        REQUIRE(x < size);
        residue[x % 3]++;
        third[x / (size / 3)]++;
    }
    CHECK(stats_fit(residue, NULL, 3));
    CHECK(stats_fit(third, NULL, 3));
}

TEST(upto_is_uniform_near_half_of_all_numbers)
{
    static const uint64_t largest[] = {((uint64_t)1 << 63) - 2, ((uint64_t)1 << 63) - 1, (uint64_t)1 << 63,
                                       ((uint64_t)1 << 63) + 1};
    for (int k = 0; k < 4; k++) {
        struct bd__rng rng = rng_of(4);
        uint64_t eighth[8] = {0}, residue[5] = {0};
        for (int i = 0; i < 100000; i++) {
            uint64_t x = bd__rng_upto(&rng, largest[k]);
            REQUIRE(x <= largest[k]);
            eighth[x / (largest[k] / 8 + 1)]++;
            residue[x % 5]++;
        }
        CHECK(stats_fit(eighth, NULL, 8));
        CHECK(stats_fit(residue, NULL, 5));
    }
}

TEST(upto_of_all_numbers_uses_every_bit)
{
    struct bd__rng rng = rng_of(5);
    uint64_t ones[64] = {0};
    for (int i = 0; i < 100000; i++) {
        uint64_t x = bd__rng_upto(&rng, UINT64_MAX);
        for (int bit = 0; bit < 64; bit++) { ones[bit] += x >> bit & 1; }
    }
    for (int bit = 0; bit < 64; bit++) { CHECK(stats_mean((double)ones[bit], 100000, 0.5, 0.5)); }
}

TEST(unit_is_uniform_and_stays_below_one)
{
    struct bd__rng rng = rng_of(6);
    uint64_t tenth[10] = {0};
    for (int i = 0; i < 200000; i++) {
        double x = bd__rng_unit(&rng);
        REQUIRE(x >= 0 && x < 1);
        tenth[(int)(x * 10)]++;
    }
    CHECK(stats_fit(tenth, NULL, 10));
}

TEST(coin_is_fair)
{
    struct bd__rng rng = rng_of(7);
    uint64_t side[2] = {0};
    for (int i = 0; i < 200000; i++) { side[bd__rng_coin(&rng)]++; }
    CHECK(stats_fit(side, NULL, 2));
}

TEST(geometric_has_its_mean)
{
    static const double means[] = {1.1, 1.5, 4, 8, 100, 5000};
    struct bd__rng rng = rng_of(8);
    for (size_t m = 0; m < sizeof means / sizeof *means; m++) {
        double sum = 0, mean = means[m];
        for (int i = 0; i < 200000; i++) { sum += (double)bd__rng_geometric(&rng, mean); }
        CHECK(stats_mean(sum, 200000, mean, sqrt(mean * (mean - 1))));
    }
}

TEST(geometric_has_its_distribution)
{
    static const double means[] = {4, 7.5, 8}; /* powers of two are drawn in their own way */
    enum { CELLS = 40 };
    struct bd__rng rng = rng_of(9);
    for (size_t m = 0; m < sizeof means / sizeof *means; m++) {
        uint64_t count[CELLS] = {0};
        double share[CELLS], p = 1 / means[m], left = 1;
        for (int k = 0; k < CELLS - 1; k++) {
            share[k] = p * pow(1 - p, k); /* P(k+1) */
            left -= share[k];
        }
        share[CELLS - 1] = left;
        for (int i = 0; i < 200000; i++) {
            uint64_t x = bd__rng_geometric(&rng, means[m]);
            REQUIRE(x >= 1);
            count[x < CELLS ? x - 1 : CELLS - 1]++;
        }
        CHECK(stats_fit(count, share, CELLS));
    }
}

TEST(geometric_of_a_mean_of_one_or_less_is_one)
{
    struct bd__rng rng = rng_of(10);
    for (int i = 0; i < 1000; i++) {
        CHECK_EQ_U64(bd__rng_geometric(&rng, 1), 1);
        CHECK_EQ_U64(bd__rng_geometric(&rng, 0), 1);
        CHECK_EQ_U64(bd__rng_geometric(&rng, -3), 1);
    }
}
