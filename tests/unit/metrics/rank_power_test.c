#include "metrics/rank_power.h"

#include "base/rng.h"
#include "metrics/mann_whitney.h"
#include "unit/test.h"

/* With 5 against 5 and α = 0.01, only complete separation has p < α: 2/252. If P(a > b) = 0.9 and A is F^9, the five highest are
 * all of A with 45/50 · 36/41 · 27/32 · 18/23 · 9/14, the five lowest with 1/10 · 1/9.8 · … = nearly never. */
TEST(five_against_five_by_hand)
{
    double highest = 45.0 / 50 * 36 / 41 * 27 / 32 * 18 / 23 * 9 / 14;
    double lowest = 5.0 / 50 * 4 / 49 * 3 / 48 * 2 / 47 * 1 / 46;
    CHECK_NEAR(bd__rank_power(5, 5, 0.9, 0.01), highest + lowest, 1e-12);
    CHECK_NEAR(bd__rank_power(4, 4, 0.9, 0.01), 0, 0); /* 2/70 is the smallest p */
}

TEST(without_a_difference_it_is_the_rate_of_false_alarms)
{
    CHECK_NEAR(bd__rank_power(5, 5, 0.5, 0.01), 2.0 / 252, 1e-12);
    for (size_t n = 3; n < 12; n++) { CHECK(bd__rank_power(n, n + 1, 0.5, 0.05) < 0.05); }
}

TEST(it_grows_with_the_sample_and_the_difference)
{
    CHECK(bd__rank_power(10, 10, 0.8, 0.01) > bd__rank_power(8, 8, 0.8, 0.01));
    CHECK(bd__rank_power(10, 10, 0.9, 0.01) > bd__rank_power(10, 10, 0.8, 0.01));
    CHECK(bd__rank_power(10, 10, 0.8, 0.01) > bd__rank_power(10, 10, 0.8, 0.001));
    CHECK(bd__rank_power(100, 100, 0.8, 1e-4) > 0.999);
    CHECK_NEAR(bd__rank_power(7, 9, 0.2, 0.01), bd__rank_power(9, 7, 0.8, 0.01), 1e-2); /* nearly the same question */
}

/* The test itself, on samples from F^k: the k-th root of a uniform number. */
TEST(simulation_agrees)
{
    static const struct {
        size_t n, m;
        double a12, alpha;
    } cases[] = {{5, 5, 0.9, 0.01}, {8, 6, 0.8, 0.05}, {10, 10, 0.8, 0.01}};
    struct bd__rng rng;
    bd__rng_init(&rng, 6, 0);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        enum { ROUNDS = 4000 };
        size_t seen = 0;
        for (int round = 0; round < ROUNDS; round++) {
            double a[10], b[10], power = cases[k].a12 / (1 - cases[k].a12);
            for (size_t i = 0; i < cases[k].n; i++) { a[i] = pow(bd__rng_unit(&rng), 1 / power); }
            for (size_t i = 0; i < cases[k].m; i++) { b[i] = bd__rng_unit(&rng); }
            seen += bd__mann_whitney(a, cases[k].n, b, cases[k].m).p < cases[k].alpha;
        }
        double expected = bd__rank_power(cases[k].n, cases[k].m, cases[k].a12, cases[k].alpha);
        CHECK_NEAR((double)seen / ROUNDS, expected, 0.03);
    }
}
