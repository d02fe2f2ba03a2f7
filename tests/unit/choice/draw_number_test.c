/* bd_int and bd_real: uniform, both ends included, simplest where it should be. */
#include <float.h>

#include "unit/lab.h"
#include "unit/stats.h"
#include "unit/test.h"

/* Starts a trial whose next value draw of 8 bytes reads X. */
static void next_value(struct lab *lab, uint64_t x)
{
    lab_bytes(lab, "", 0, &x, sizeof x);
}

/* ---- int ---- */

TEST(int_is_uniform_and_includes_both_ends)
{
    static const int64_t ranges[][2] = {{-10, 999}, {0, 10}, {-3, -1}, {7, 9}, {-128, 127}, {0, 1}, {-1, 0}};
    struct lab lab = lab_open(1);
    for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++) {
        int64_t lo = ranges[r][0], hi = ranges[r][1];
        size_t size = (size_t)(hi - lo + 1);
        uint64_t count[1010] = {0};
        LAB_MANY(lab, 300 * size)
        {
            int64_t x = bd_int(lab.s, "x", lo, hi);
            REQUIRE(x >= lo && x <= hi);
            count[x - lo]++;
        }
        CHECK(count[0] && count[size - 1]);
        CHECK(stats_fit(count, NULL, size));
    }
    lab_close(&lab);
}

/* Four bytes and a remainder without rejection would give the lower half one part in 256 too much. */
TEST(int_is_uniform_where_a_remainder_is_most_unfair)
{
    const int64_t size = 16744062; /* 2^32 / 256.5 */
    struct lab lab = lab_open(2);
    uint64_t half[2] = {0};
    LAB_MANY(lab, 12000000)
    {
        half[bd_int(lab.s, "x", 1, size) > size / 2]++;
    }
    CHECK(stats_fit(half, NULL, 2));
    lab_close(&lab);
}

TEST(int_is_uniform_over_three_quarters_of_all_numbers)
{
    struct lab lab = lab_open(3);
    uint64_t third[3] = {0};
    LAB_MANY(lab, 100000)
    {
        uint64_t answer = bd_choose(lab.s, BD_VALUE, "x", &(struct bd_domain){.max = ((uint64_t)3 << 62) - 1});
        third[answer >> 62]++;
    }
    CHECK(stats_fit(third, NULL, 3));
    lab_close(&lab);
}

TEST(int_of_all_numbers_is_uniform)
{
    struct lab lab = lab_open(4);
    uint64_t part[64] = {0}, low[64] = {0};
    LAB_MANY(lab, 100000)
    {
        uint64_t x = (uint64_t)bd_int(lab.s, "x", INT64_MIN, INT64_MAX);
        part[x >> 58]++;
        low[x & 63]++;
    }
    CHECK(stats_fit(part, NULL, 64));
    CHECK(stats_fit(low, NULL, 64));
    lab_close(&lab);
}

TEST(int_of_all_negative_numbers_is_uniform)
{
    struct lab lab = lab_open(5);
    uint64_t part[32] = {0};
    LAB_MANY(lab, 100000)
    {
        int64_t x = bd_int(lab.s, "x", INT64_MIN, -1);
        REQUIRE(x < 0);
        part[((uint64_t)x >> 58) - 32]++;
    }
    CHECK(stats_fit(part, NULL, 32));
    lab_close(&lab);
}

TEST(int_reaches_the_ends_of_the_largest_ranges)
{
    struct lab lab = lab_open(6);
    const uint64_t middle = (uint64_t)1 << 63;
    next_value(&lab, middle - 1);
    CHECK_EQ_I64(bd_int(lab.s, "x", INT64_MIN, INT64_MAX), INT64_MAX);
    next_value(&lab, middle);
    CHECK_EQ_I64(bd_int(lab.s, "x", INT64_MIN, INT64_MAX), -1);
    next_value(&lab, UINT64_MAX);
    CHECK_EQ_I64(bd_int(lab.s, "x", INT64_MIN, INT64_MAX), INT64_MIN);
    next_value(&lab, middle - 1);
    CHECK_EQ_I64(bd_int(lab.s, "x", INT64_MIN, -1), INT64_MIN);
    next_value(&lab, middle - 2);
    CHECK_EQ_I64(bd_int(lab.s, "x", 1, INT64_MAX), INT64_MAX);
    lab_close(&lab);
}

TEST(int_answers_go_away_from_zero)
{
    static const int64_t around[] = {0, 1, 2, -1, -2, -3}, above[] = {5, 6, 7, 8, 9, 10},
                         below[] = {-2, -3, -4, -5, -6};
    struct lab lab = lab_open(7);
    for (uint32_t i = 0; i < 6; i++) { /* an answer is four bytes here, taken modulo the size */
        uint32_t bytes[3] = {i, i, i};
        lab_bytes(&lab, "", 0, bytes, sizeof bytes);
        CHECK_EQ_I64(bd_int(lab.s, "around", -3, 2), around[i]);
        CHECK_EQ_I64(bd_int(lab.s, "above", 5, 10), above[i]);
        if (i < 5) { CHECK_EQ_I64(bd_int(lab.s, "below", -6, -2), below[i]); }
    }
    lab_close(&lab);
}

TEST(int_is_simplest_nearest_to_zero)
{
    static const int64_t ranges[][3] = {{-10, 999, 0},
                                        {5, 9, 5},
                                        {-9, -5, -5},
                                        {0, 10, 0},
                                        {-10, 0, 0},
                                        {INT64_MIN, INT64_MAX, 0},
                                        {INT64_MIN, -1, -1},
                                        {INT64_MIN, INT64_MIN + 1, INT64_MIN + 1},
                                        {INT64_MAX - 1, INT64_MAX, INT64_MAX - 1}};
    struct lab lab = lab_open(8);
    lab_simplest(&lab);
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        CHECK_EQ_I64(bd_int(lab.s, "x", ranges[i][0], ranges[i][1]), ranges[i][2]);
    }
    lab_close(&lab);
}

TEST(int_of_one_number_is_that_number_and_no_choice)
{
    struct lab lab = lab_open(9);
    lab_fresh(&lab, 2);
    CHECK_EQ_I64(bd_int(lab.s, "x", 5, 5), 5);
    CHECK_EQ_I64(bd_int(lab.s, "x", INT64_MIN, INT64_MIN), INT64_MIN);
    CHECK_EQ_I64(bd_int(lab.s, "x", 7, 3), 7); /* an empty range is its first */
    CHECK_EQ_U64(bd__source_end(lab.s).choice_count, 0);
    lab_close(&lab);
}

/* ---- real ---- */

TEST(real_includes_both_ends)
{
    struct lab lab = lab_open(10);
    next_value(&lab, 0);
    CHECK_NEAR(bd_real(lab.s, "x", -2.5, 7.1), -2.5, 0);
    next_value(&lab, (uint64_t)1 << 53);
    CHECK_NEAR(bd_real(lab.s, "x", -2.5, 7.1), 7.1, 0);
    next_value(&lab, (uint64_t)1 << 52);
    CHECK_NEAR(bd_real(lab.s, "x", -2.5, 7.5), 2.5, 0);
    next_value(&lab, ((uint64_t)1 << 53) + 1); /* as many answers as steps, and one */
    CHECK_NEAR(bd_real(lab.s, "x", -2.5, 7.1), -2.5, 0);
    lab_close(&lab);
}

TEST(real_is_uniform)
{
    struct lab lab = lab_open(11);
    uint64_t tenth[10] = {0};
    LAB_MANY(lab, 100000)
    {
        double x = bd_real(lab.s, "x", -3, 7);
        REQUIRE(x >= -3 && x <= 7);
        tenth[x < 7 ? (int)floor(x + 3) : 9]++;
    }
    CHECK(stats_fit(tenth, NULL, 10));
    lab_close(&lab);
}

TEST(real_does_not_overflow)
{
    struct lab lab = lab_open(12);
    double least = 0, most = 0;
    LAB_MANY(lab, 10000)
    {
        double x = bd_real(lab.s, "x", -DBL_MAX, DBL_MAX);
        REQUIRE(isfinite(x));
        least = x < least ? x : least;
        most = x > most ? x : most;
    }
    CHECK(least < -0.9 * DBL_MAX && most > 0.9 * DBL_MAX);
    lab_close(&lab);
}

TEST(real_never_leaves_its_range)
{
    struct lab lab = lab_open(13);
    struct bd__rng rng;
    bd__rng_init(&rng, 13, 0);
    LAB_MANY(lab, 200000)
    {
        double lo = bd__rng_unit(&rng) - 0.5, hi = lo;
        for (uint64_t steps = bd__rng_upto(&rng, 4); steps; steps--) { hi = nextafter(hi, 1); }
        double x = bd_real(lab.s, "x", lo, hi);
        REQUIRE(x >= lo && x <= hi);
    }
    lab_close(&lab);
}

TEST(real_is_simplest_at_its_low_end)
{
    struct lab lab = lab_open(14);
    lab_simplest(&lab);
    CHECK_NEAR(bd_real(lab.s, "x", -0.1, 5), -0.1, 0);
    lab_close(&lab);
}
