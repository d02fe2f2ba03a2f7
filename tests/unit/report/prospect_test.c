#include "report/prospect.h"

#include "metrics/mann_whitney.h"
#include "unit/test.h"

/* Five repetitions and one test: only complete separation counts, which Lehmann's alternative with Â12 = 0.9 makes with probability
 * 45/50 · 36/41 · 27/32 · 18/23 · 9/14 (tests/unit/metrics/rank_power_test.c). With two tests, nothing is significant. */
TEST(five_repetitions_see_little)
{
    struct bd__prospect prospect[BD__PROSPECTS];
    bd__prospect(prospect, 5, 1);
    CHECK_NEAR(prospect[1].a12, 0.9, 0);
    CHECK_NEAR(prospect[1].alone, 0.335, 0.001);
    CHECK_NEAR(prospect[1].strictest, prospect[1].alone, 0);
    bd__prospect(prospect, 5, 2);
    CHECK_NEAR(prospect[1].strictest, 0, 0);
    CHECK(prospect[0].alone < prospect[1].alone);
}

TEST(the_repetitions_needed_are_enough)
{
    struct bd__prospect prospect[BD__PROSPECTS], with[BD__PROSPECTS], without[BD__PROSPECTS];
    bd__prospect(prospect, 5, 45);
    for (size_t i = 0; i < BD__PROSPECTS; i++) {
        REQUIRE(prospect[i].needed > 5);
        bd__prospect(with, prospect[i].needed, 45);
        bd__prospect(without, prospect[i].needed - 1, 45);
        CHECK(with[i].strictest >= 0.8);
        CHECK(without[i].strictest < 0.8);
    }
    CHECK(prospect[0].needed > prospect[1].needed);
}

TEST(tests_are_those_of_the_candidate)
{
    struct bd__manifest manifest = {.repetitions = 5};
    struct bd__text lines = {0};
    manifest.subjects.count = 9;
    manifest.all.count = 1;
    CHECK_EQ_U64(bd__prospect_tests(&manifest), 0);
    bd__prospect_lines(&lines, &manifest);
    CHECK_EQ_U64(lines.size, 0);
    manifest.all.count = 6;
    CHECK_EQ_U64(bd__prospect_tests(&manifest), 45);
    bd__prospect_lines(&lines, &manifest);
    CHECK(strstr(bd__text_str(&lines), "Power with 5 repetitions, at α = 0.01 (45 tests"));
    CHECK(strstr(bd__text_str(&lines),
                 "  true A12 0.9: 0.34 for a test by itself, 0.00 for the strictest; 0.80 there takes "));
    bd__text_clear(&lines);
}
