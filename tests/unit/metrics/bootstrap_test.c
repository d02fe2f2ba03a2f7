/* The file itself, to see the distribution of a median, which is its own; the library's copy is not linked. */
#include "metrics/bootstrap.c" // NOLINT(bugprone-suspicious-include)

#include "base/rng.h"
#include "unit/test.h"

/* Of the values 1, 2, 3, all 27 resamples have the median 1 in 7 ways (111 and 11x in six), 2 in 13, 3 in 7. */
TEST(the_median_of_a_resample_of_three)
{
    static const double value[] = {3, 1, 2};
    struct atoms atoms = medians_of(value, 3);
    REQUIRE(atoms.count == 3);
    CHECK_NEAR(atoms.one[0].p, 7.0 / 27, 1e-12);
    CHECK_NEAR(atoms.one[1].p, 13.0 / 27, 1e-12);
    CHECK_NEAR(atoms.one[2].p, 7.0 / 27, 1e-12);
    free(atoms.one);
}

/* Of two: 1 1, 1 2, 2 1, 2 2. */
TEST(the_median_of_a_resample_of_two)
{
    static const double value[] = {1, 2};
    struct atoms atoms = medians_of(value, 2);
    REQUIRE(atoms.count == 3);
    CHECK_NEAR(atoms.one[0].p, 0.25, 1e-12);
    CHECK_NEAR(atoms.one[1].value, 1.5, 0);
    CHECK_NEAR(atoms.one[1].p, 0.5, 1e-12);
    free(atoms.one);
}

/* P(median ≤ LIMIT) over all n^n resamples. */
static double by_all_resamples(const double *value, size_t n, double limit)
{
    size_t all = 1, below = 0;
    for (size_t i = 0; i < n; i++) { all *= n; }
    for (size_t one = 0; one < all; one++) {
        double drawn[6];
        for (size_t i = 0, rest = one; i < n; i++, rest /= n) { drawn[i] = value[rest % n]; }
        below += bd__statistics_of(drawn, n).median <= limit;
    }
    return (double)below / (double)all;
}

TEST(medians_are_those_of_all_resamples)
{
    struct bd__rng rng;
    bd__rng_init(&rng, 8, 0);
    for (int round = 0; round < 12; round++) {
        double value[6];
        size_t n = 1 + (size_t)round % 6;
        for (size_t i = 0; i < n; i++) { value[i] = (double)bd__rng_upto(&rng, 8); } /* ties, too */
        struct atoms atoms = medians_of(value, n);
        double sum = 0;
        for (size_t i = 0; i < atoms.count; i++) {
            sum += atoms.one[i].p;
            if (i + 1 < atoms.count && atoms.one[i + 1].value <= atoms.one[i].value) { continue; }
            CHECK_NEAR(sum, by_all_resamples(value, n, atoms.one[i].value), 1e-10);
        }
        free(atoms.one);
    }
}

TEST(larger_samples_keep_all_of_the_probability)
{
    static double value[401];
    static const size_t sizes[] = {10, 21, 100, 400, 401};
    for (size_t i = 0; i < 401; i++) { value[i] = (double)i; }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct atoms atoms = medians_of(value, sizes[i]);
        double sum = 0;
        for (size_t k = 0; k < atoms.count; k++) { sum += atoms.one[k].p; }
        CHECK_NEAR(sum, 1, 1e-8);
        free(atoms.one);
    }
}

/* With five values, the outer 2.5 % of the medians lie in the outermost value, which is the median of 5.8 % of the resamples
 * (1 to 5 of five draws at one value of five: P(Binomial(5, 0.2) ≥ 3)); for a ratio of two such medians, 5.8 % squared is the
 * outermost, and the next ones follow. */
TEST(the_interval_of_a_known_ratio)
{
    static const double a[] = {20, 21, 22, 23, 24}, b[] = {10, 10, 10, 10, 10};
    struct bd__interval of = bd__ratio_of_medians(a, 5, b, 5, 0.95);
    CHECK_NEAR(of.estimate, 2.2, 1e-12);
    CHECK_NEAR(of.low, 2.0, 1e-12);
    CHECK_NEAR(of.high, 2.4, 1e-12);
    CHECK_NEAR(bd__ratio_of_medians(a, 5, b, 5, 0.8).low, 2.1, 1e-12); /* 5.8 % are less than 10 % */
}

TEST(swapping_the_samples_gives_reciprocals)
{
    static const double a[] = {1, 4, 2, 8, 5, 7}, b[] = {3, 1, 4, 1, 5};
    struct bd__interval ab = bd__ratio_of_medians(a, 6, b, 5, 0.95), ba = bd__ratio_of_medians(b, 5, a, 6, 0.95);
    CHECK_NEAR(ab.estimate * ba.estimate, 1, 1e-12);
    CHECK_NEAR(ab.low * ba.high, 1, 1e-12);
    CHECK_NEAR(ab.high * ba.low, 1, 1e-12);
    CHECK(ab.low < ab.estimate && ab.estimate < ab.high);
}

/* The usual way: resamples drawn at random. */
TEST(drawing_resamples_gives_the_same_interval)
{
    enum { ROUNDS = 100000 };
    static double ratio[ROUNDS];
    struct bd__rng rng;
    double a[8], b[7];
    bd__rng_init(&rng, 11, 0);
    for (size_t i = 0; i < 8; i++) { a[i] = 100 + 30 * bd__rng_unit(&rng); }
    for (size_t i = 0; i < 7; i++) { b[i] = 90 + 30 * bd__rng_unit(&rng); }
    for (size_t round = 0; round < ROUNDS; round++) {
        double of_a[8], of_b[7];
        for (size_t i = 0; i < 8; i++) { of_a[i] = a[bd__rng_upto(&rng, 7)]; }
        for (size_t i = 0; i < 7; i++) { of_b[i] = b[bd__rng_upto(&rng, 6)]; }
        ratio[round] = bd__statistics_of(of_a, 8).median / bd__statistics_of(of_b, 7).median;
    }
    struct bd__interval of = bd__ratio_of_medians(a, 8, b, 7, 0.95);
    size_t below = 0, above = 0;
    for (size_t i = 0; i < ROUNDS; i++) {
        below += ratio[i] < of.low * (1 - 1e-12);
        above += ratio[i] > of.high * (1 + 1e-12);
    }
    CHECK(below <= 0.025 * ROUNDS * 1.1 && above <= 0.025 * ROUNDS * 1.1); /* at most 2.5 % lie outside … */
    below = above = 0;
    for (size_t i = 0; i < ROUNDS; i++) {
        below += ratio[i] <= of.low * (1 + 1e-12);
        above += ratio[i] >= of.high * (1 - 1e-12);
    }
    CHECK(below >= 0.025 * ROUNDS * 0.9 && above >= 0.025 * ROUNDS * 0.9); /* … and no shorter one has that */
}

/* How often the interval covers the true ratio, 1: the claim "not worse" rests on it. Values as of campaigns: log-normal. */
TEST(the_interval_covers_the_truth_about_as_often_as_it_says)
{
    static const size_t sizes[] = {5, 10, 20};
    struct bd__rng rng;
    bd__rng_init(&rng, 12, 0);
    for (size_t k = 0; k < 3; k++) {
        size_t n = sizes[k], rounds = 2000, above = 0, below = 0;
        for (size_t round = 0; round < rounds; round++) {
            double v[2][20];
            for (size_t s = 0; s < 2; s++) {
                for (size_t i = 0; i < n; i++) {
                    double u = 1 - bd__rng_unit(&rng), angle = 2 * acos(-1) * bd__rng_unit(&rng);
                    v[s][i] = exp(0.05 * sqrt(-2 * log(u)) * cos(angle));
                }
            }
            struct bd__interval of = bd__ratio_of_medians(v[0], n, v[1], n, 0.95);
            above += of.low > 1;
            below += of.high < 1;
        }
        CHECK(above < 0.035 * (double)rounds); /* the side that matters: 2.5 % plus what chance does to 2,000 rounds */
        CHECK(below < 0.035 * (double)rounds);
        CHECK(above + below > 0.01 * (double)rounds); /* and it is not needlessly long */
    }
}

TEST(what_has_no_ratio)
{
    static const double a[] = {1, 2}, zero[] = {0, 2};
    CHECK(isnan(bd__ratio_of_medians(a, 2, zero, 2, 0.95).low));
    CHECK(isnan(bd__ratio_of_medians(zero, 2, a, 2, 0.95).estimate));
    CHECK(isnan(bd__ratio_of_medians(a, 2, a, 0, 0.95).high));
}

TEST(few_values_have_a_ratio_but_no_interval)
{
    static const double a[] = {1, 2, 3, 4, 5}, b[] = {2, 4, 6, 8, 10};
    for (size_t n = 1; n <= 5; n++) {
        struct bd__interval made = bd__ratio_of_medians(a, n, b, 5, 0.95);
        CHECK_NEAR(made.estimate, (double)(n + 1) / 2 / 6, 1e-15);
        CHECK(isnan(made.low) == (n < BD__INTERVAL_LEAST) && isnan(made.high) == (n < BD__INTERVAL_LEAST));
        CHECK(isnan(bd__ratio_of_medians(b, 5, a, n, 0.95).low) == (n < BD__INTERVAL_LEAST));
    }
}
