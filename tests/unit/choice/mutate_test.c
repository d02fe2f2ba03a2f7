#include "choice/mutate.h"

#include "unit/stats.h"
#include "unit/test.h"

static const struct bd_tuning standard = {.mutation_count = 8, .mutation_size = 4, .zero_share = 0.1};

TEST(empty_data_has_nothing_to_mutate)
{
    struct bd__rng rng;
    uint8_t guard = 7;
    bd__rng_init(&rng, 1, 0);
    struct bd__rng before = rng;
    CHECK_EQ_U64(bd__havoc(&standard, &rng, NULL, 0), 0);
    CHECK_EQ_U64(bd__havoc(&standard, &rng, &guard, 0), 0);
    CHECK_EQ_U64(guard, 7);
    CHECK_EQ_U64(bd__rng_next(&rng), bd__rng_next(&before)); /* nor is anything drawn */
}

TEST(nothing_outside_the_data_is_touched)
{
    struct bd__rng rng;
    bd__rng_init(&rng, 2, 0);
    struct bd_tuning wild = {.mutation_count = 20, .mutation_size = 30, .zero_share = 0.5};
    for (size_t size = 1; size <= 64; size++) {
        for (int i = 0; i < 300; i++) {
            uint8_t data[16 + 64 + 16];
            memset(data, 0x5a, sizeof data);
            bd__havoc(&wild, &rng, data + 16, size);
            for (size_t k = 0; k < sizeof data; k++) { REQUIRE((k >= 16 && k < 16 + size) || data[k] == 0x5a); }
        }
    }
}

TEST(it_makes_eight_mutations_on_average)
{
    struct bd__rng rng;
    bd__rng_init(&rng, 3, 0);
    uint8_t data[100] = {0};
    double sum = 0;
    for (int i = 0; i < 50000; i++) {
        unsigned count = bd__havoc(&standard, &rng, data, sizeof data);
        REQUIRE(count >= 1);
        sum += count;
    }
    CHECK(stats_mean(sum, 50000, 8, sqrt(8 * 7)));
}

TEST(a_mutation_has_four_bytes_on_average)
{
    struct bd__rng rng;
    bd__rng_init(&rng, 4, 0);
    struct bd_tuning once = {.mutation_count = 1, .mutation_size = 4, .zero_share = 1};
    static uint8_t data[1 << 16]; /* the end, where mutations are cut, is far away */
    double sum = 0;
    for (int i = 0; i < 3000; i++) {
        memset(data, 1, sizeof data);
        CHECK_EQ_U64(bd__havoc(&once, &rng, data, sizeof data), 1);
        const uint8_t *first = memchr(data, 0, sizeof data);
        REQUIRE(first);
        for (; first < data + sizeof data && !*first; first++) { sum++; }
        REQUIRE(first == data + sizeof data || !memchr(first, 0, (size_t)(data + sizeof data - first))); /* one run */
    }
    CHECK(stats_mean(sum, 3000, 4, sqrt(4 * 3)));
}

TEST(mutations_start_anywhere)
{
    struct bd__rng rng;
    bd__rng_init(&rng, 5, 0);
    struct bd_tuning once = {.mutation_count = 1, .mutation_size = 1, .zero_share = 1};
    uint64_t hit[37] = {0};
    for (int i = 0; i < 40000; i++) {
        uint8_t data[37];
        memset(data, 1, sizeof data);
        bd__havoc(&once, &rng, data, sizeof data);
        hit[(uint8_t *)memchr(data, 0, sizeof data) - data]++;
    }
    CHECK(stats_fit(hit, NULL, 37));
}

TEST(a_tenth_of_the_children_get_zeros_only)
{
    struct bd__rng rng;
    bd__rng_init(&rng, 6, 0);
    uint64_t zeros = 0;
    for (int i = 0; i < 30000; i++) {
        uint8_t data[1000];
        memset(data, 0xff, sizeof data);
        bd__havoc(&standard, &rng, data, sizeof data);
        unsigned zero = 0, other = 0;
        for (size_t k = 0; k < sizeof data; k++) {
            zero += data[k] == 0;
            other += data[k] != 0 && data[k] != 0xff;
        }
        zeros += zero && !other;
    }
    /* One random byte alone is 0 once in 256, and 1/8 · 1/4 of the children mutate one byte. */
    CHECK_NEAR((double)zeros / 30000, 0.1, 0.1 / 8);
}

TEST(written_bytes_are_uniform)
{
    struct bd__rng rng;
    bd__rng_init(&rng, 7, 0);
    struct bd_tuning wide = {
        .mutation_count = 1, .mutation_size = 1e9, .zero_share = 0}; /* all of it, from some place on */
    uint64_t count[256] = {0};
    for (int i = 0; i < 20000; i++) {
        uint8_t data[11] = {0};
        bd__havoc(&wide, &rng, data, sizeof data);
        count[data[10]]++;
    }
    CHECK(stats_fit(count, NULL, 256));
}

TEST(same_seed_gives_the_same_mutations)
{
    struct bd__rng a, b;
    bd__rng_init(&a, 8, 0);
    bd__rng_init(&b, 8, 0);
    uint8_t x[50] = {0}, y[50] = {0};
    for (int i = 0; i < 1000; i++) {
        CHECK_EQ_U64(bd__havoc(&standard, &a, x, 50), bd__havoc(&standard, &b, y, 50));
        REQUIRE(memcmp(x, y, 50) == 0);
    }
}
