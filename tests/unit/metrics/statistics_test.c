#include "metrics/statistics.h"

#include "unit/test.h"

TEST(a_sample_is_described)
{
    static const double value[] = {9, 2, 4, 4, 5, 4, 7, 5}; /* deviations -3 -1 -1 -1 0 0 2 4: squares sum to 32 */
    struct bd__statistics s = bd__statistics_of(value, 8);
    CHECK_EQ_U64(s.count, 8);
    CHECK_NEAR(s.mean, 5, 1e-12);
    CHECK_NEAR(s.sd, sqrt(32.0 / 7), 1e-12);
    CHECK_NEAR(s.median, 4.5, 0);
    CHECK_NEAR(s.lowest, 2, 0);
    CHECK_NEAR(s.highest, 9, 0);
    CHECK_NEAR(value[0], 9, 0); /* left as it was */
}

/* Type 7 of Hyndman and Fan (1996), R's default: quantile(c(1, 2, 3, 4)) gives 1.75 and 3.25. */
TEST(quartiles_lie_between_values)
{
    static const double value[] = {4, 2, 1, 3};
    struct bd__statistics s = bd__statistics_of(value, 4);
    CHECK_NEAR(s.quartile[0], 1.75, 1e-12);
    CHECK_NEAR(s.quartile[1], 3.25, 1e-12);
}

TEST(close_values_keep_their_spread)
{
    static const double value[] = {1e9 + 1, 1e9 + 2, 1e9 + 3};
    CHECK_NEAR(bd__statistics_of(value, 3).sd, 1, 1e-6);
}

TEST(one_value_and_none)
{
    static const double value[] = {3};
    struct bd__statistics one = bd__statistics_of(value, 1), none = bd__statistics_of(NULL, 0);
    CHECK_NEAR(one.mean, 3, 0);
    CHECK(isnan(one.sd)); /* one value says nothing of their spread */
    CHECK_NEAR(one.quartile[1], 3, 0);
    CHECK_EQ_U64(none.count, 0);
    CHECK(isnan(none.mean) && isnan(none.median) && isnan(none.sd));
}

TEST(ties_share_their_ranks)
{
    static const double value[] = {10, 30, 20, 30, 5};
    double rank[5];
    bd__statistics_ranks(value, 5, rank);
    CHECK_NEAR(rank[0], 4, 0);
    CHECK_NEAR(rank[1], 1.5, 0);
    CHECK_NEAR(rank[2], 3, 0);
    CHECK_NEAR(rank[3], 1.5, 0);
    CHECK_NEAR(rank[4], 5, 0);
}
