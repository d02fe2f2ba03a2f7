#include "metrics/common_slope.h"

#include "unit/test.h"

/* Group 0: (1, 1) (3, 5), deviations (-1, -2) (1, 2). Group 1: (10, 0) (12, 2), deviations (-1, -1) (1, 1). */
TEST(two_groups_with_one_slope)
{
    static const double x[] = {1, 10, 3, 12}, y[] = {1, 0, 5, 2};
    static const size_t group[] = {0, 1, 0, 1};
    struct bd__common_slope of = bd__common_slope(x, y, group, 4);
    CHECK_NEAR(of.slope, 6.0 / 4, 1e-12);
    CHECK_NEAR(of.explained, 36.0 / (4 * 10), 1e-12);
}

TEST(what_lies_between_groups_does_not_count)
{
    static const double x[] = {1, 2, 101, 102}, y[] = {50, 51, 7, 8};
    static const size_t group[] = {0, 0, 1, 1};
    CHECK_NEAR(bd__common_slope(x, y, group, 4).slope, 1, 1e-12);
    CHECK_NEAR(bd__common_slope(x, y, group, 4).explained, 1, 1e-12);
}

TEST(nothing_varies)
{
    static const double x[] = {1, 1, 2}, y[] = {3, 4, 5};
    static const size_t group[] = {0, 0, 1};
    CHECK(isnan(bd__common_slope(x, y, group, 3).slope));
    CHECK(isnan(bd__common_slope(x, y, group, 0).explained));
}
