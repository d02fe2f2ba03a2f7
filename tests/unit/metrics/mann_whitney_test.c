/* The file itself, to see both ways to compute p, which are its own; the library's copy is not linked. */
#include "metrics/mann_whitney.c" // NOLINT(bugprone-suspicious-include)

#include "base/rng.h"
#include "unit/test.h"

#define LENGTH(a) (sizeof(a) / sizeof *(a))

/* P by one of the two ways: p_exact or p_normal. */
static double p_of(double (*way)(const struct pool *pool), const double *a, size_t a_count, const double *b,
                   size_t b_count)
{
    struct pool pool = pool_make(a, a_count, b, b_count);
    double p = way(&pool);
    free(pool.item);
    return p;
}

/* ---- published examples ---- */

/* Wikipedia, "Mann–Whitney U test": Aesop's race of six tortoises and six hares ended T H H H H H T T T T T H.
 * The direct count there: U = 11 for the tortoises, 25 for the hares. Places, so a smaller one is better. */
TEST(tortoises_and_hares)
{
    static const double tortoise[] = {1, 7, 8, 9, 10, 11}, hare[] = {2, 3, 4, 5, 6, 12};
    struct bd__rank_test of_hares = bd__mann_whitney(tortoise, 6, hare, 6);
    CHECK_NEAR(of_hares.u, 25, 0); /* pairs in which the hare came first */
    CHECK_NEAR(bd__mann_whitney(hare, 6, tortoise, 6).u, 11, 0);
    CHECK_NEAR(of_hares.a12, 25.0 / 36, 1e-15);
    CHECK(of_hares.exact);
}

/* R's help of wilcox.test, after Hollander and Wolfe (1973), p. 69: permeability of the human chorioamnion at
 * term and at 12 to 26 weeks. One-sided, W = 35, p-value = 0.1272; without ties two-sided is twice that. */
TEST(hollander_and_wolfe)
{
    static const double at_term[] = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
    static const double early[] = {1.15, 0.88, 0.90, 0.74, 1.21};
    struct bd__rank_test test = bd__mann_whitney(at_term, 10, early, 5);
    CHECK_NEAR(test.u, 35, 0);
    CHECK_NEAR(test.p, 2 * 0.1272, 1e-4);
    CHECK_NEAR(test.a12, 0.7, 1e-15);
}

/* scipy's documentation of mannwhitneyu: age at the diagnosis of diabetes. U = 17, exact p = 0.1111, by the
 * normal approximation with continuity correction p = 0.11134688653314041. */
TEST(scipy_diabetes)
{
    static const double males[] = {19, 22, 16, 29, 24}, females[] = {20, 11, 17, 12};
    struct bd__rank_test test = bd__mann_whitney(males, 5, females, 4);
    CHECK_NEAR(test.u, 17, 0);
    CHECK_NEAR(test.p, 1.0 / 9, 1e-12);
    CHECK_NEAR(p_of(p_normal, males, 5, females, 4), 0.11134688653314041, 1e-14);
}

/* Bergmann, Ludbrook and Spooren (2000), The American Statistician 54(1), and R's package coin ("rotarod"):
 * 24 rats, 19 of them tied at the limit of 300 s. Exact, conditional on the ties: p = 0.03727. */
TEST(rotating_rats_with_ties)
{
    static const double control[] = {300, 300, 300, 300, 300, 300, 300, 300, 300, 300, 300, 300};
    static const double treated[] = {22, 300, 75, 271, 300, 18, 300, 300, 163, 300, 300, 300};
    struct bd__rank_test test = bd__mann_whitney(control, 12, treated, 12);
    CHECK_NEAR(test.p, 0.03727, 5e-6);
    CHECK_NEAR(test.p, 2 * 792.0 / 42504, 1e-12); /* the five fallen all in one group: 2 C(12,5) / C(24,5) */
    CHECK(test.exact);
}

/* R's data mtcars, wilcox.test(mpg ~ am): W = 42, p-value = 0.001871, "with continuity correction", tied. */
TEST(mileage_of_cars)
{
    static const double automatic[] = {21.4, 18.7, 18.1, 14.3, 24.4, 22.8, 19.2, 17.8, 16.4, 17.3,
                                       15.2, 10.4, 10.4, 14.7, 21.5, 15.5, 15.2, 13.3, 19.2};
    static const double manual[] = {21.0, 21.0, 22.8, 32.4, 30.4, 33.9, 27.3, 26.0, 30.4, 15.8, 19.7, 15.0, 21.4};
    CHECK_NEAR(bd__mann_whitney(automatic, LENGTH(automatic), manual, LENGTH(manual)).u, 42, 0);
    CHECK_NEAR(p_of(p_normal, automatic, LENGTH(automatic), manual, LENGTH(manual)), 0.001871, 5e-7);
}

/* R's help of wilcox.test: Ozone in May and in August of the data airquality, W = 127.5, p-value = 0.0001208. */
TEST(ozone_in_may_and_august)
{
    static const double may[] = {41, 36, 12, 18, 28, 23, 19, 8, 7,  16, 11, 14,  18,
                                 14, 34, 6,  30, 11, 1,  11, 4, 32, 23, 45, 115, 37};
    static const double august[] = {39, 9,  16, 78, 35, 66, 122, 89,  110, 44, 28,  65, 22,
                                    59, 23, 31, 44, 21, 9,  45,  168, 73,  76, 118, 84, 85};
    struct bd__rank_test test = bd__mann_whitney(may, LENGTH(may), august, LENGTH(august));
    CHECK_NEAR(test.u, 127.5, 0);
    CHECK_NEAR(test.p, 0.0001208, 5e-8);
    CHECK(!test.exact);
}

/* ---- properties known in advance ---- */

TEST(five_against_five_has_a_smallest_p)
{
    static const double low[] = {1, 2, 3, 4, 5}, high[] = {6, 7, 8, 9, 10};
    struct bd__rank_test test = bd__mann_whitney(low, 5, high, 5);
    CHECK_NEAR(test.p, 2.0 / 252, 1e-15);
    CHECK_NEAR(test.a12, 0, 0);
    CHECK_NEAR(bd__mann_whitney_smallest_p(5, 5), 2.0 / 252, 1e-15);
    CHECK_NEAR(bd__mann_whitney_smallest_p(4, 4), 2.0 / 70, 1e-15);
    CHECK_NEAR(bd__mann_whitney_smallest_p(1, 1), 1, 0);
    CHECK_NEAR(bd__mann_whitney(high, 5, low, 5).a12, 1, 0);
    CHECK_NEAR(bd__mann_whitney(high, 5, low, 5).p, 2.0 / 252, 1e-15);
}

TEST(equal_values_tell_nothing)
{
    static const double same[] = {7, 7, 7, 7, 7, 7};
    struct bd__rank_test test = bd__mann_whitney(same, 3, same, 3);
    CHECK_NEAR(test.p, 1, 0);
    CHECK_NEAR(test.a12, 0.5, 0);
    CHECK_NEAR(p_of(p_normal, same, 3, same, 3), 1, 0);
}

TEST(an_empty_sample_differs_from_nothing)
{
    static const double some[] = {1, 2};
    CHECK_NEAR(bd__mann_whitney(some, 2, NULL, 0).p, 1, 0);
    CHECK(isnan(bd__mann_whitney(some, 2, NULL, 0).a12));
    CHECK_NEAR(bd__mann_whitney(NULL, 0, NULL, 0).p, 1, 0);
}

TEST(magnitudes_are_those_of_vargha_and_delaney)
{
    CHECK_EQ_STR(bd__a12_magnitude(0.5), "negligible");
    CHECK_EQ_STR(bd__a12_magnitude(0.55), "negligible");
    CHECK_EQ_STR(bd__a12_magnitude(0.56), "small");
    CHECK_EQ_STR(bd__a12_magnitude(0.44), "small");
    CHECK_EQ_STR(bd__a12_magnitude(0.63), "small");
    CHECK_EQ_STR(bd__a12_magnitude(0.64), "medium");
    CHECK_EQ_STR(bd__a12_magnitude(0.36), "medium");
    CHECK_EQ_STR(bd__a12_magnitude(0.71), "large");
    CHECK_EQ_STR(bd__a12_magnitude(0.29), "large");
    CHECK_EQ_STR(bd__a12_magnitude(0), "large");
}

/* ---- a second implementation: every way to deal the values, one by one ---- */

static double pairs_above(const double *a, size_t n, const double *b, size_t m)
{
    double u = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < m; k++) { u += a[i] > b[k] ? 1 : a[i] == b[k] ? 0.5 : 0; }
    }
    return u;
}

static double p_by_dealing(const double *value, size_t n, size_t m)
{
    double distance = fabs(pairs_above(value, n, value + n, m) - (double)(n * m) / 2), far = 0, all = 0;
    for (unsigned deal = 0; deal < 1u << (n + m); deal++) {
        if ((size_t)__builtin_popcount(deal) != n) { continue; }
        double a[16], b[16];
        size_t as = 0, bs = 0;
        for (size_t i = 0; i < n + m; i++) {
            if (deal >> i & 1) {
                a[as++] = value[i];
            } else {
                b[bs++] = value[i];
            }
        }
        all++;
        far += fabs(pairs_above(a, n, b, m) - (double)(n * m) / 2) >= distance;
    }
    return far / all;
}

TEST(exact_p_is_what_dealing_gives)
{
    struct bd__rng rng;
    bd__rng_init(&rng, 5, 0);
    for (int round = 0; round < 300; round++) {
        size_t n = 1 + bd__rng_upto(&rng, 4), m = 1 + bd__rng_upto(&rng, 4);
        double value[10];
        uint64_t range = bd__rng_upto(&rng, 12); /* a small one makes ties */
        for (size_t i = 0; i < n + m; i++) { value[i] = (double)bd__rng_upto(&rng, range); }
        struct bd__rank_test test = bd__mann_whitney(value, n, value + n, m);
        CHECK_NEAR(test.p, p_by_dealing(value, n, m), 1e-12);
        CHECK_NEAR(test.u, pairs_above(value, n, value + n, m), 0);
        CHECK_NEAR(test.a12, test.u / (double)(n * m), 1e-15);
    }
}

TEST(exact_and_normal_agree_on_larger_samples)
{
    struct bd__rng rng;
    bd__rng_init(&rng, 6, 0);
    for (int round = 0; round < 20; round++) {
        double value[60];
        for (size_t i = 0; i < 60; i++) { value[i] = (double)bd__rng_upto(&rng, 50) + (i < 30 ? round : 0); }
        CHECK_NEAR(p_of(p_exact, value, 30, value + 30, 30), p_of(p_normal, value, 30, value + 30, 30), 0.004);
    }
}
