#include "metrics/holm.h"

#include "base/rng.h"
#include "unit/test.h"

/* R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") gives 0.03 0.06 0.06 0.02. */
TEST(four_p_values)
{
    static const double p[] = {0.01, 0.04, 0.03, 0.005};
    double corrected[4];
    bd__holm(p, 4, corrected);
    CHECK_NEAR(corrected[0], 0.03, 1e-15);
    CHECK_NEAR(corrected[1], 0.06, 1e-15); /* 1 × 0.04, but not below the one before it */
    CHECK_NEAR(corrected[2], 0.06, 1e-15);
    CHECK_NEAR(corrected[3], 0.02, 1e-15);
}

TEST(one_none_and_none_above_1)
{
    double p[] = {0.3}, large[] = {0.9, 0.8, 0.7};
    bd__holm(p, 0, p);
    CHECK_NEAR(p[0], 0.3, 0);
    bd__holm(p, 1, p);
    CHECK_NEAR(p[0], 0.3, 0);
    bd__holm(large, 3, large); /* in place */
    for (size_t i = 0; i < 3; i++) { CHECK_NEAR(large[i], 1, 0); }
}

/* As Holm's procedure is told: reject the smallest while it is below α over the number of those that remain. */
static bool rejected_step_by_step(const double *p, size_t count, size_t which, double alpha)
{
    bool done[40] = {false};
    for (size_t left = count; left > 0; left--) {
        size_t smallest = count;
        for (size_t i = 0; i < count; i++) {
            if (!done[i] && (smallest == count || p[i] < p[smallest])) { smallest = i; }
        }
        if (p[smallest] >= alpha / (double)left) { return false; }
        if (smallest == which) { return true; }
        done[smallest] = true;
    }
    return false;
}

TEST(corrected_is_below_alpha_where_the_procedure_rejects)
{
    struct bd__rng rng;
    bd__rng_init(&rng, 3, 0);
    for (int round = 0; round < 500; round++) {
        double p[40], corrected[40];
        size_t count = 1 + bd__rng_upto(&rng, 39);
        for (size_t i = 0; i < count; i++) { p[i] = pow(bd__rng_unit(&rng), 5); }
        bd__holm(p, count, corrected);
        for (size_t i = 0; i < count; i++) {
            CHECK(corrected[i] >= p[i]);
            CHECK((corrected[i] < 0.01) == rejected_step_by_step(p, count, i, 0.01));
        }
    }
}
