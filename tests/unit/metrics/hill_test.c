#include "metrics/hill.h"

#include <stdlib.h>

#include "base/rng.h"
#include "unit/test.h"

/* The definition, in long double and by way of logarithms, so that no power of a share is lost. */
static double naive_order(const uint64_t *count, size_t species, long double q)
{
    long double n = 0, largest = -INFINITY, sum = 0;
    for (size_t i = 0; i < species; i++) { n += (long double)count[i]; }
    if (n == 0) { return 0; }
    if (q == 1) {
        for (size_t i = 0; i < species; i++) {
            long double p = (long double)count[i] / n;
            if (count[i]) { sum -= p * logl(p); }
        }
        return (double)expl(sum);
    }
    for (size_t i = 0; i < species; i++) {
        if (count[i]) { largest = fmaxl(largest, q * logl((long double)count[i] / n)); }
    }
    for (size_t i = 0; i < species; i++) {
        if (count[i]) { sum += expl(q * logl((long double)count[i] / n) - largest); }
    }
    return (double)expl((largest + logl(sum)) / (1 - q));
}

static struct bd_diversity read_all(const uint64_t *count, size_t species)
{
    struct bd__hill hill = {0};
    for (size_t i = 0; i < species; i++) { bd__hill_add(&hill, count[i]); }
    return bd__hill_read(&hill);
}

static void check_values(const uint64_t *count, size_t species, double b0, double b1, double b2, int line)
{
    struct bd_diversity b = read_all(count, species);
    test_near(b.b0, b0, 0, __FILE__, line, "b0");
    test_near(b.b1, b1, 1e-12 * b1, __FILE__, line, "b1");
    test_near(b.b2, b2, 1e-12 * b2, __FILE__, line, "b2");
    test_near(bd__hill_order(count, species, 1, 0), b0, 0, __FILE__, line, "order 0");
    test_near(bd__hill_order(count, species, 1, 1), b1, 1e-12 * b1, __FILE__, line, "order 1");
    test_near(bd__hill_order(count, species, 1, 2), b2, 1e-12 * b2, __FILE__, line, "order 2");
}
#define CHECK_VALUES(b0, b1, b2, ...) \
    check_values((const uint64_t[]){__VA_ARGS__}, sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t), b0, b1, \
                 b2, __LINE__)

static bool near(double got, double expected, double error)
{
    bool good = fabs(got - expected) <= error * expected;
    if (!good) { printf("%.17g, not %.17g\n", got, expected); }
    return good;
}

static void random_counts(struct bd__rng *rng, uint64_t *count, size_t species)
{
    unsigned bits = (unsigned)bd__rng_upto(rng, 39);
    for (size_t i = 0; i < species; i++) {
        count[i] = bd__rng_upto(rng, 5) ? bd__rng_next(rng) >> (24 + bd__rng_upto(rng, bits)) : 0;
    }
}

/* ---- worked by hand ---- */

TEST(nothing_has_diversity_zero)
{
    CHECK_VALUES(0, 0, 0, 0);
    CHECK_VALUES(0, 0, 0, 0, 0, 0);
    CHECK_NEAR(bd__hill_order(NULL, 0, 1, 1.5), 0, 0);
    CHECK_NEAR(bd__hill_order((uint64_t[]){0, 0}, 2, 1, 0.5), 0, 0);
}

TEST(one_species_has_diversity_one)
{
    CHECK_VALUES(1, 1, 1, 1);
    CHECK_VALUES(1, 1, 1, 1000000000);
    CHECK_VALUES(1, 1, 1, 0, 7, 0);
}

TEST(equal_shares_count_as_many_as_there_are)
{
    CHECK_VALUES(4, 4, 4, 1, 1, 1, 1);
    CHECK_VALUES(3, 3, 3, 1000000000, 1000000000, 1000000000);
}

TEST(three_and_one_count_as_less_than_two)
{
    /* p = 3/4, 1/4: H = 2 ln 2 - (3/4) ln 3, and 1/(9/16 + 1/16). */
    CHECK_VALUES(2, 4 / pow(3, 0.75), 1.6, 3, 1);
}

TEST(two_one_one_count_as_less_than_three)
{
    /* p = 1/2, 1/4, 1/4: H = (3/2) ln 2, and 1/(1/4 + 2/16). */
    CHECK_VALUES(3, pow(2, 1.5), 8.0 / 3, 2, 1, 1);
}

TEST(species_that_were_never_seen_do_not_matter)
{
    CHECK_VALUES(2, 4 / pow(3, 0.75), 1.6, 0, 3, 0, 0, 1, 0);
}

TEST(only_the_shares_matter)
{
    CHECK_VALUES(2, 4 / pow(3, 0.75), 1.6, 3000000000, 1000000000);
    CHECK_VALUES(2, 4 / pow(3, 0.75), 1.6, 3000000000000000, 1000000000000000);
}

/* ---- any order ---- */

TEST(equal_shares_count_the_same_in_every_order)
{
    uint64_t count[1000];
    for (int i = 0; i < 1000; i++) { count[i] = 12345; }
    static const double orders[] = {0, 1e-9, 0.5, 1 - 1e-6, 1 - 1e-9, 1, 1 + 1e-9, 1 + 1e-6, 1.5, 2, 10, 100, 1e3, 1e6};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        CHECK(near(bd__hill_order(count, 1000, 1, orders[i]), 1000, 1e-7));
    }
}

TEST(it_agrees_with_a_naive_implementation_in_any_order)
{
    static const double orders[] = {0, 0.25, 0.5, 0.9, 0.999, 1, 1.001, 1.1, 1.5, 2, 3, 10, 30, 100, 1e3, 1e4};
    static uint64_t count[500];
    struct bd__rng rng;
    bd__rng_init(&rng, 1, 0);
    for (int round = 0; round < 200; round++) {
        size_t species = 1 + bd__rng_upto(&rng, 499);
        random_counts(&rng, count, species);
        for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
            REQUIRE(near(bd__hill_order(count, species, 1, orders[i]), naive_order(count, species, orders[i]), 1e-11));
        }
        struct bd_diversity b = read_all(count, species);
        REQUIRE(near(b.b0, naive_order(count, species, 0), 1e-15));
        REQUIRE(near(b.b1, naive_order(count, species, 1), 1e-12));
        REQUIRE(near(b.b2, naive_order(count, species, 2), 1e-12));
    }
}

TEST(it_is_smooth_around_order_one)
{
    static const double offsets[] = {1e-12, 1e-9, 1e-8, 9e-8, 1.1e-7, 1e-6, 1e-5, 1e-4};
    uint64_t count[50];
    struct bd__rng rng;
    bd__rng_init(&rng, 2, 0);
    for (int round = 0; round < 100; round++) {
        random_counts(&rng, count, 50);
        for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
            for (int sign = -1; sign <= 1; sign += 2) {
                double q = 1 + sign * offsets[i];
                REQUIRE(near(bd__hill_order(count, 50, 1, q), naive_order(count, 50, q), 1e-6));
            }
        }
    }
}

TEST(diversity_falls_as_the_order_rises)
{
    uint64_t count[100];
    struct bd__rng rng;
    bd__rng_init(&rng, 3, 0);
    for (int round = 0; round < 50; round++) {
        random_counts(&rng, count, 100);
        double last = bd__hill_order(count, 100, 1, 0);
        for (double q = 0.05; q < 1000; q *= 1.07) {
            double b = bd__hill_order(count, 100, 1, q);
            REQUIRE(b <= last * (1 + 1e-9));
            last = b;
        }
        REQUIRE(last >= 1 || last == 0);
    }
}

TEST(in_large_orders_only_the_most_abundant_counts)
{
    uint64_t count[10000];
    for (int i = 0; i < 10000; i++) { count[i] = i ? 1 : 1000; }
    double limit = (9999 + 1000) / 1000.0;
    CHECK_NEAR(bd__hill_order(count, 10000, 1, 1e3), pow(limit, 1e3 / (1e3 - 1)), 1e-9);
    CHECK_NEAR(bd__hill_order(count, 10000, 1, 1e9), limit, 1e-6);
    for (int i = 0; i < 10000; i++) { count[i] = 1; }
    CHECK_NEAR(bd__hill_order(count, 10000, 1, 100), 10000, 1e-6); /* 10^-400 is no double */
    CHECK_NEAR(bd__hill_order(count, 10000, 1, INFINITY), 10000, 1e-6);
}

TEST(the_public_function_is_the_same)
{
    CHECK_NEAR(bd_hill_number((uint64_t[]){3, 0, 1}, 3, 2), 1.6, 1e-12);
    CHECK_NEAR(bd_hill_number(NULL, 0, 1), 0, 0);
}

TEST(counts_may_lie_apart)
{
    static const uint64_t pairs[] = {3, 900, 1, 900, 0, 900};
    CHECK_NEAR(bd__hill_order(pairs, 3, 2, 2), 1.6, 1e-12);
    CHECK_NEAR(bd__hill_order(pairs + 1, 3, 2, 2), 3, 1e-12);
}
