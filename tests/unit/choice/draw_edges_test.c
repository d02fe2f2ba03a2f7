#include <bediv/draws.h>
#include <float.h>

#include "unit/choice/tape_bench.h"
#include "unit/lab.h"
#include "unit/stats.h"
#include "unit/test.h"

/* How many of DRAWS numbers from LEAST to MOST are NUMBER. */
static unsigned times(int64_t number, int64_t least, int64_t most, unsigned draws)
{
    struct lab lab = lab_open(31);
    unsigned count = 0;
    LAB_MANY(lab, draws)
    {
        const int64_t drawn = bd_edge_int(lab.s, "x", least, most);
        REQUIRE(drawn >= least && drawn <= most);
        count += drawn == number;
    }
    lab_close(&lab);
    return count;
}

/* ---- integers ---- */

TEST(edges_of_types_and_of_the_range_are_frequent)
{
    static const int64_t edges[] = {0, 1, 127, 128, 255, 256, 257, 65535, 65536, 77777, 77776};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) { CHECK(times(edges[i], 0, 77777, 20000) > 100); }
    CHECK(times(-128, -40000, 40000, 20000) > 100);
    CHECK(times(-32769, -40000, 40000, 20000) > 100);
    CHECK(times(INT64_MIN, INT64_MIN, INT64_MAX, 20000) > 50);
    CHECK(times(INT64_MAX, INT64_MIN, INT64_MAX, 20000) > 50);
    CHECK(times(4294967296, 0, INT64_MAX, 20000) > 50);
}

TEST(the_other_half_is_uniform)
{
    struct lab lab = lab_open(32);
    uint64_t tenth[10] = {0};
    LAB_MANY(lab, 40000)
    {
        const int64_t x = bd_edge_int(lab.s, "x", 70000, 899999); /* few types have edges in it */
        if (x > 70001 && x < 899998) { tenth[(x - 70000) / 83000]++; }
    }
    CHECK(stats_fit(tenth, NULL, 10));
    CHECK(tenth[0] > 1700 && tenth[0] < 2300);
    lab_close(&lab);
}

TEST(every_integer_of_a_small_range_comes)
{
    struct lab lab = lab_open(33);
    unsigned seen[21] = {0};
    LAB_MANY(lab, 10000)
    {
        seen[bd_edge_int(lab.s, "x", -10, 10) + 10]++;
    }
    for (int i = 0; i < 21; i++) { CHECK(seen[i] > 100); }
    lab_close(&lab);
}

TEST(an_edge_integer_is_simplest_nearest_to_zero)
{
    static const int64_t ranges[][3] = {{5, 9, 5},
                                        {-9, -5, -5},
                                        {-10, 10, 0},
                                        {500, 70000, 500},
                                        {INT64_MIN, INT64_MAX, 0},
                                        {INT64_MIN, INT64_MIN + 1, INT64_MIN + 1},
                                        {INT64_MIN, -3, -3},
                                        {3, INT64_MAX, 3},
                                        {7, 7, 7},
                                        {7, 3, 7}};
    struct lab lab = lab_open(34);
    lab_simplest(&lab);
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        CHECK_EQ_I64(bd_edge_int(lab.s, "x", ranges[i][0], ranges[i][1]), ranges[i][2]);
        CHECK_EQ_I64(bd_mostly_int(lab.s, "x", ranges[i][0], ranges[i][1], -1, INT64_MAX), ranges[i][2]);
    }
    lab_close(&lab);
}

TEST(integers_stay_in_ranges_of_every_width)
{
    struct lab lab = lab_open(35);
    struct bd__rng rng;
    bd__rng_init(&rng, 35, 0);
    LAB_MANY(lab, 50000)
    {
        const int64_t a = (int64_t)(bd__rng_next(&rng) >> bd__rng_upto(&rng, 63)) * (n_ % 2 ? 1 : -1);
        const int64_t b = (int64_t)bd__rng_next(&rng) >> bd__rng_upto(&rng, 63);
        const int64_t least = a < b ? a : b, most = a < b ? b : a;
        const int64_t x = bd_edge_int(lab.s, "x", least, most), y = bd_mostly_int(lab.s, "y", least, most, least, most);
        REQUIRE(x >= least && x <= most);
        REQUIRE(y >= least && y <= most);
    }
    lab_close(&lab);
}

TEST(mostly_usual_integers_are_edges_one_time_in_sixteen)
{
    struct lab lab = lab_open(36);
    unsigned usual = 0, edges = 0;
    LAB_MANY(lab, 32000)
    {
        const int64_t x = bd_mostly_int(lab.s, "x", 20, 29, 1000, INT64_MAX); /* no edge is also usual */
        usual += x >= 20 && x <= 29;
        edges += x >= 1000;
    }
    CHECK_EQ_U64(usual + edges, 32000);
    CHECK(edges > 1800 && edges < 2200);
    lab_close(&lab);
}

TEST(an_edge_integer_of_a_small_range_is_its_number_on_the_tape)
{
    struct lab lab = lab_open(39);
    struct bd__tape tape = parsed("v x 77 of 200\nv x 101 of 200\n");
    lab_tape(&lab, &tape);
    CHECK_EQ_I64(bd_edge_int(lab.s, "x", -100, 100), 77);
    CHECK_EQ_I64(bd_edge_int(lab.s, "x", -100, 100), -1);
    bd__tape_clear(&tape);
    lab_close(&lab);
}

/* What is drawn in a small range can be read on the tape: the number of the integer, and after these, of the edge. */
TEST(a_usual_integer_is_its_number_on_the_tape)
{
    struct lab lab = lab_open(37);
    struct bd__tape tape = parsed("v x 7 of 40\nv x 9 of 40\nv x 13 of 40\n");
    lab_tape(&lab, &tape);
    CHECK_EQ_I64(bd_mostly_int(lab.s, "x", 0, 9, 65530, 65540), 7);
    CHECK_EQ_I64(bd_mostly_int(lab.s, "x", 0, 9, 65530, 65540), 9);
    CHECK_EQ_I64(bd_mostly_int(lab.s, "x", 0, 9, 65530, 65540), 65536); /* after 65530, 65531 and 65535 */
    bd__tape_clear(&tape);
    lab_close(&lab);
}

/* ---- texts and reals ---- */

TEST(edge_numbers_are_all_different_and_begin_with_the_simplest)
{
    CHECK_EQ_STR(bd_edge_numbers.words[0], "0");
    CHECK(bd_edge_numbers.count > 60);
    for (size_t i = 0; i < bd_edge_numbers.count; i++) {
        for (size_t j = 0; j < i; j++) { CHECK(strcmp(bd_edge_numbers.words[i], bd_edge_numbers.words[j]) != 0); }
    }
}

TEST(special_reals_are_all_kinds_of_doubles)
{
    struct lab lab = lab_open(38);
    unsigned zeros = 0, denormal = 0, infinite = 0, nan = 0, largest = 0, past_integers = 0;
    LAB_MANY(lab, 10000)
    {
        const double x = bd_special_real(lab.s, "x");
        zeros += fpclassify(x) == FP_ZERO && signbit(x);
        denormal += fpclassify(x) == FP_SUBNORMAL;
        infinite += isinf(x) != 0;
        nan += isnan(x) != 0;
        largest += fpclassify(x) == FP_NORMAL && x >= DBL_MAX;
        past_integers += fpclassify(x) == FP_NORMAL && fabs(x - 0x1p53) < 3;
    }
    CHECK(zeros && denormal && infinite && nan && largest && past_integers);
    lab_simplest(&lab);
    const double simplest = bd_special_real(lab.s, "x");
    CHECK(fpclassify(simplest) == FP_ZERO && !signbit(simplest));
    lab_close(&lab);
}
