#include "metrics/survival.h"

#include "base/rng.h"
#include "unit/test.h"

/* Freireich et al. (1963), Blood 21: weeks of remission of leukaemia, with 6-mercaptopurine and with a placebo. */
static const struct bd__wait drug[] = {{6, true},   {6, true},   {6, true},   {6, false}, {7, true},   {9, false},
                                       {10, true},  {10, false}, {11, false}, {13, true}, {16, true},  {17, false},
                                       {19, false}, {20, false}, {22, true},  {23, true}, {25, false}, {32, false},
                                       {32, false}, {34, false}, {35, false}};
static const struct bd__wait placebo[] = {{1, true},  {1, true},  {2, true},  {2, true},  {3, true},  {4, true},
                                          {4, true},  {5, true},  {5, true},  {8, true},  {8, true},  {8, true},
                                          {8, true},  {11, true}, {11, true}, {12, true}, {12, true}, {15, true},
                                          {17, true}, {22, true}, {23, true}};

/* R's survfit, and every textbook: 0.857 0.807 0.753 0.690 0.627 0.538 0.448. */
TEST(remission_of_leukaemia)
{
    static const double time[] = {6, 7, 10, 13, 16, 22, 23};
    static const size_t waiting[] = {21, 17, 15, 12, 11, 7, 6};
    static const double surviving[] = {0.8571, 0.8067, 0.7529, 0.6902, 0.6275, 0.5378, 0.4482};
    struct bd__survival_step step[21];
    REQUIRE(bd__kaplan_meier(drug, 21, step) == 7);
    for (size_t i = 0; i < 7; i++) {
        CHECK_NEAR(step[i].time, time[i], 0);
        CHECK_EQ_U64(step[i].waiting, waiting[i]);
        CHECK_NEAR(step[i].surviving, surviving[i], 5e-5);
    }
    CHECK_EQ_U64(step[0].met, 3);
}

/* R's survdiff: Chisq = 16.8 on 1 degree of freedom, p = 4e-05; observed 9, expected 19.25. */
TEST(log_rank_of_leukaemia)
{
    struct bd__log_rank test = bd__log_rank(drug, 21, placebo, 21);
    CHECK_NEAR(test.chi_square, 16.79, 0.005);
    CHECK_NEAR(test.above, 9 - 19.25, 0.005);
    CHECK_NEAR(test.p, 4.17e-5, 1e-7);
    CHECK(!test.exact);
    CHECK_NEAR(bd__log_rank(placebo, 21, drug, 21).above, -test.above, 1e-9);
}

/* Two of four met it, at 2 and 6; two gave up at 10: S is 1, 3/4, 1/2. */
TEST(restricted_mean_is_the_area)
{
    static const struct bd__wait wait[] = {{10, false}, {2, true}, {6, true}, {10, false}};
    struct bd__survival_step step[4];
    size_t steps = bd__kaplan_meier(wait, 4, step);
    CHECK_EQ_U64(steps, 2);
    CHECK_NEAR(bd__restricted_mean(step, steps, 10), 2 + 0.75 * 4 + 0.5 * 4, 1e-12);
    CHECK_NEAR(bd__restricted_mean(step, steps, 10), (2 + 6 + 10 + 10) / 4.0, 1e-12); /* all gave up at the limit */
    CHECK_NEAR(bd__restricted_mean(step, steps, 5), 2 + 0.75 * 3, 1e-12);
    CHECK_NEAR(bd__restricted_mean(step, 0, 7), 7, 0); /* nobody met it */
}

TEST(whoever_gives_up_at_a_moment_was_waiting_then)
{
    static const struct bd__wait wait[] = {{3, false}, {3, true}};
    struct bd__survival_step step[2];
    REQUIRE(bd__kaplan_meier(wait, 2, step) == 1);
    CHECK_EQ_U64(step[0].waiting, 2);
    CHECK_NEAR(step[0].surviving, 0.5, 0);
}

/* A 1 and 2, B 3 and 4: at 1 A expects 1/2, at 2 1/3, later nothing. O - E = 2 - 5/6. Only that assignment and its mirror
 * image, of six, are so far off. */
TEST(two_against_two)
{
    static const struct bd__wait a[] = {{1, true}, {2, true}}, b[] = {{3, true}, {4, true}};
    struct bd__log_rank test = bd__log_rank(a, 2, b, 2);
    CHECK(test.exact);
    CHECK_NEAR(test.above, 2 - 5.0 / 6, 1e-12);
    CHECK_NEAR(test.chi_square, (7.0 / 6) * (7.0 / 6) / (1.0 / 4 + 2.0 / 9), 1e-12);
    CHECK_NEAR(test.p, 2.0 / 6, 1e-12);
}

TEST(nothing_to_compare)
{
    static const struct bd__wait none[] = {{5, false}, {5, false}, {5, false}};
    CHECK_NEAR(bd__log_rank(none, 2, none, 3).p, 1, 0);
    CHECK_NEAR(bd__log_rank(none, 2, none, 3).chi_square, 0, 0);
    CHECK_NEAR(bd__log_rank(none, 0, none, 3).p, 1, 0);
    CHECK_NEAR(bd__log_rank(none, 1, NULL, 0).p, 1, 0);
}

/* O - E moment by moment, as in a table of Mantel and Haenszel. */
static double above_of(const struct bd__wait *all, const bool *of_a, size_t count)
{
    double above = 0;
    for (size_t i = 0; i < count; i++) {
        size_t waiting = 0, a_waiting = 0, met = 0, a_met = 0;
        bool first = all[i].met;
        for (size_t k = 0; k < count; k++) {
            first = first && !(k < i && all[k].met && all[k].time == all[i].time);
            waiting += all[k].time >= all[i].time;
            a_waiting += of_a[k] && all[k].time >= all[i].time;
            met += all[k].met && all[k].time == all[i].time;
            a_met += of_a[k] && all[k].met && all[k].time == all[i].time;
        }
        if (first) { above += (double)a_met - (double)met * (double)a_waiting / (double)waiting; }
    }
    return above;
}

TEST(exact_p_counts_all_assignments)
{
    struct bd__rng rng;
    bd__rng_init(&rng, 4, 0);
    for (int round = 0; round < 60; round++) {
        struct bd__wait all[9];
        bool of_a[9];
        size_t n = 1 + bd__rng_upto(&rng, 3), m = 1 + bd__rng_upto(&rng, 4);
        for (size_t i = 0; i < n + m; i++) {
            double time = (double)bd__rng_upto(&rng, 9);
            all[i] = (struct bd__wait){time < 7 ? time : 7, time < 7};
            of_a[i] = i < n;
        }
        struct bd__log_rank test = bd__log_rank(all, n, all + n, m);
        double found = above_of(all, of_a, n + m), far = 0, ways = 0;
        CHECK_NEAR(test.above, found, 1e-12);
        for (unsigned deal = 0; deal < 1u << (n + m); deal++) {
            if ((size_t)__builtin_popcount(deal) != n) { continue; }
            for (size_t i = 0; i < n + m; i++) { of_a[i] = deal >> i & 1; }
            ways++;
            far += fabs(above_of(all, of_a, n + m)) >= fabs(found) - 1e-9;
        }
        CHECK_NEAR(test.p, far / ways, 1e-12);
    }
}

TEST(ten_against_ten_are_exact_and_near_the_approximation)
{
    struct bd__rng rng;
    bd__rng_init(&rng, 5, 0);
    for (int round = 0; round < 5; round++) {
        struct bd__wait wait[20];
        for (size_t i = 0; i < 20; i++) {
            wait[i] = (struct bd__wait){bd__rng_unit(&rng) * (i < 10 ? 1 : 1 + 0.3 * round), true};
        }
        struct bd__log_rank test = bd__log_rank(wait, 10, wait + 10, 10);
        CHECK(test.exact);
        CHECK_NEAR(test.p, erfc(sqrt(test.chi_square / 2)), 0.05);
    }
}
