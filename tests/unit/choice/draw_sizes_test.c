#include <bediv/draws.h>

#include "unit/choice/tape_bench.h"
#include "unit/lab.h"
#include "unit/stats.h"
#include "unit/test.h"

/* ---- sizes ---- */

TEST(sizes_fade_by_a_third_with_each_order_of_magnitude)
{
    struct lab lab = lab_open(41);
    uint64_t group[8] = {0};
    static const size_t ends[8] = {1, 2, 4, 7, 10, 15, 18, 31};
    /* The last has 18 to 29, and 30, the largest, which has the odds of 15 to 29. */
    double share[8] = {81, 54, 36, 24, 8, 8, 16 / 3., 16 / 3. + 32 / 3.}, sum = 0;
    LAB_MANY(lab, 60000)
    {
        size_t size = bd_size(lab.s, "x", 30), i = 0;
        while (size >= ends[i]) { i++; }
        group[i]++;
    }
    for (int i = 0; i < 8; i++) { sum += share[i]; }
    for (int i = 0; i < 8; i++) { share[i] /= sum; }
    CHECK(stats_fit(group, share, 8));
    lab_close(&lab);
}

TEST(a_size_can_be_very_large)
{
    struct lab lab = lab_open(42);
    unsigned huge = 0, large = 0;
    LAB_MANY(lab, 100000)
    {
        const size_t size = bd_size(lab.s, "x", SIZE_MAX);
        large += size >= 1024;
        huge += size >= 1000000;
    }
    CHECK(large > 1000 && large < 1300); /* (2/3)^11 is 1 in 86 */
    CHECK(huge > 5);
    lab_close(&lab);
}

TEST(a_size_is_at_most_the_largest)
{
    struct lab lab = lab_open(43);
    static const size_t limits[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15, 16, 17, 18, 63, 64, 65, 66, 1000};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        size_t largest = 0;
        LAB_MANY(lab, 5000)
        {
            const size_t size = bd_size(lab.s, "x", limits[i]);
            largest = size > largest ? size : largest;
        }
        CHECK_EQ_U64(largest, limits[i]);
    }
    lab_close(&lab);
}

TEST(the_simplest_size_is_zero)
{
    struct lab lab = lab_open(44);
    lab_simplest(&lab);
    CHECK_EQ_U64(bd_size(lab.s, "x", 1000), 0);
    CHECK_EQ_U64(bd__source_end(lab.s).choice_count, 1);
    lab_close(&lab);
}

TEST(a_tape_replays_a_size)
{
    struct lab lab = lab_open(45);
    struct bd__tape tape = parsed("s x 69 of 200\n"); /* a size that is not large is itself */
    lab_tape(&lab, &tape);
    CHECK_EQ_U64(bd_size(lab.s, "x", 200), 69);
    bd__tape_clear(&tape);
    lab_close(&lab);
}

/* ---- references ---- */

TEST(references_are_mostly_right)
{
    struct lab lab = lab_open(46);
    uint64_t kind[4] = {0};
    const double share[3] = {30 / 32., 1 / 32., 1 / 32.};
    LAB_MANY(lab, 60000)
    {
        /* The thing itself is one of the right kind. */
        const size_t i = bd_reference(lab.s, "x", (struct bd_referents){.right = 3, .wrong = 5, .self = 2});
        kind[i < 3 ? 0 : i < 8 ? 1 : i == 8 ? 2 : 3]++;
    }
    CHECK(stats_fit(kind, share, 3));
    CHECK_EQ_U64(kind[3], 0);
    lab_close(&lab);
}

TEST(a_reference_to_itself_is_rare_and_needs_a_self)
{
    struct lab lab = lab_open(47);
    unsigned self = 0, without = 0;
    LAB_MANY(lab, 31000)
    {
        self += bd_reference(lab.s, "x", (struct bd_referents){.right = 1000, .self = 7}) == 7;
        without += bd_reference(lab.s, "x", (struct bd_referents){.right = 1000, .self = BD_NO_SELF}) == 7;
    }
    CHECK(self > 800 && self < 1200); /* one in 31 */
    CHECK(without < 100);
    lab_close(&lab);
}

TEST(without_right_things_a_reference_is_wrong)
{
    struct lab lab = lab_open(48);
    lab_fresh(&lab, 2);
    CHECK_EQ_U64(bd_reference(lab.s, "x", (struct bd_referents){.self = BD_NO_SELF}), 0); /* which nothing has */
    CHECK_EQ_U64(bd__source_end(lab.s).choice_count, 0);
    LAB_MANY(lab, 1000)
    {
        REQUIRE(bd_reference(lab.s, "x", (struct bd_referents){.wrong = 2, .self = BD_NO_SELF}) <= 2);
    }
    lab_close(&lab);
}

TEST(the_simplest_reference_is_the_first)
{
    struct lab lab = lab_open(49);
    lab_simplest(&lab);
    CHECK_EQ_U64(bd_reference(lab.s, "x", (struct bd_referents){.right = 9, .wrong = 4, .self = 3}), 0);
    CHECK_EQ_U64(bd_reference(lab.s, "x", (struct bd_referents){.right = 90000, .wrong = 4, .self = 3}), 0);
    CHECK_EQ_U64(bd_reference(lab.s, "x", (struct bd_referents){.wrong = 4, .self = 3}), 0);
    lab_close(&lab);
}
