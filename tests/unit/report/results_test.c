#include "report/results.h"

#include "unit/report/bench.h"
#include "unit/test.h"

enum { B1 = BD__VALID_B + 1 };

TEST(six_values_above_six_are_a_win)
{
    struct bench bench;
    bench_init(&bench, 1, 3, 6);
    for (size_t r = 0; r < 6; r++) {
        bench_run(&bench, 0, 0, r, 0, 0, 10 + (double)r);
        bench_run(&bench, 0, 1, r, 0, 0, 20 + (double)r);
        bench_run(&bench, 0, 2, r, 0, 0, r == 0 ? 30 : 11 + (double)r);
    }
    bd__results_compute(&bench.results, &bench.of);
    const struct bd__results *res = &bench.results;
    CHECK_EQ_I64(bd__results_verdict(res, B1, 0, 1, 0), 1);
    CHECK_EQ_I64(bd__results_verdict(res, B1, 0, 0, 1), -1);
    CHECK_EQ_I64(bd__results_verdict(res, B1, 0, 0, 2), 0);
    CHECK_NEAR(bd__results_contrast(res, B1, 0, 1, 0)->test.p, 2.0 / 924, 1e-15);
    CHECK_NEAR(bd__results_contrast(res, B1, 0, 1, 0)->p, 2 * 2.0 / 924, 1e-15); /* one of the candidate's two tests */
    CHECK_NEAR(bd__results_contrast(res, B1, 0, 1, 2)->p, bd__results_contrast(res, B1, 0, 2, 1)->test.p, 1e-15);
    CHECK_EQ_U64(res->tests[B1][BD__FAMILY_CANDIDATE], 2);
    CHECK_EQ_U64(res->tests[B1][BD__FAMILY_OTHERS], 1);
    CHECK_NEAR(bd__results_statistics(res, B1, 0, 0)->mean, 12.5, 1e-12);
    CHECK_NEAR(bd__results_statistics(res, BD__DIVERSE_SHARE, 0, 0)->mean, 0, 0);
    bench_end(&bench);
}

TEST(five_values_above_five_are_none_among_two_tests)
{
    struct bench bench;
    bench_init(&bench, 2, 2, 5);
    for (size_t r = 0; r < 5; r++) {
        for (size_t s = 0; s < 2; s++) {
            bench_run(&bench, s, 0, r, 0, 0, 10 + (double)r);
            bench_run(&bench, s, 1, r, 0, 0, 20 + (double)r);
        }
    }
    bd__results_compute(&bench.results, &bench.of);
    const struct bd__contrast *contrast = bd__results_contrast(&bench.results, B1, 0, 0, 1);
    CHECK_NEAR(contrast->test.p, 2.0 / 252, 1e-15);
    CHECK_NEAR(contrast->p, 2 * 2.0 / 252, 1e-15);
    CHECK_EQ_I64(bd__results_verdict(&bench.results, B1, 0, 0, 1), 0);
    CHECK_EQ_I64(contrast->claim, BD__CLAIM_UNDECIDED);
    bench_end(&bench);
}

TEST(a_contrast_seen_from_the_other_side_is_its_mirror_image)
{
    struct bench bench;
    bench_init(&bench, 1, 2, 6);
    for (size_t r = 0; r < 6; r++) {
        bench_run(&bench, 0, 0, r, 0, 0, 10 + (double)r);
        if (r < 5) { bench_run(&bench, 0, 1, r, 0, 0, 11 + 3 * (double)r); }
    }
    bd__results_compute(&bench.results, &bench.of);
    const struct bd__contrast *one = bd__results_contrast(&bench.results, B1, 0, 0, 1);
    const struct bd__contrast *other = bd__results_contrast(&bench.results, B1, 0, 1, 0);
    struct bd__rank_test test =
        bd__mann_whitney((double[]){11, 14, 17, 20, 23}, 5, (double[]){10, 11, 12, 13, 14, 15}, 6);
    CHECK_NEAR(other->test.u, test.u, 1e-12);
    CHECK_NEAR(other->test.a12, test.a12, 1e-12);
    CHECK_NEAR(other->test.p, test.p, 1e-12);
    CHECK_NEAR(one->ratio.estimate, 12.5 / 17, 1e-12);
    CHECK_NEAR(one->ratio.low * other->ratio.high, 1, 1e-12);
    CHECK(one->ratio.low < one->ratio.estimate && one->ratio.estimate < one->ratio.high);
    bench_end(&bench);
}

TEST(a_margin_makes_not_worse)
{
    struct bench bench;
    bench_init(&bench, 1, 3, 6);
    bench.of.manifest.margin_b1 = 0.97;
    for (size_t r = 0; r < 6; r++) {
        bench_run(&bench, 0, 0, r, 0, 0, 100 + 0.1 * (double)(r % 3));
        bench_run(&bench, 0, 1, r, 0, 0, 101 + 0.1 * (double)r); /* more, but by 1 % */
        bench_run(&bench, 0, 2, r, 0, 0, 110 + 0.1 * (double)r);
    }
    bd__results_compute(&bench.results, &bench.of);
    const struct bd__results *res = &bench.results;
    CHECK_EQ_I64(bd__results_verdict(res, B1, 0, 0, 1), -1);
    CHECK_EQ_I64(bd__results_contrast(res, B1, 0, 0, 1)->claim, BD__CLAIM_NOT_WORSE);
    CHECK_EQ_I64(bd__results_contrast(res, B1, 0, 0, 2)->claim, BD__CLAIM_WORSE);
    CHECK_EQ_I64(bd__results_contrast(res, B1, 0, 2, 0)->claim, BD__CLAIM_BETTER);
    struct bd__claims claims = bd__results_candidate_claims(res, B1);
    CHECK_EQ_U64(claims.all, 2);
    CHECK_EQ_U64(claims.of[BD__CLAIM_NOT_WORSE], 1);
    CHECK_EQ_U64(claims.of[BD__CLAIM_WORSE], 1);
    bench_end(&bench);
}

TEST(missing_campaigns_make_samples_smaller)
{
    struct bench bench;
    bench_init(&bench, 1, 2, 3);
    bench_run(&bench, 0, 0, 0, 0, 0, 4);
    bench_run(&bench, 0, 0, 2, 0, 0, 8);
    bd__results_compute(&bench.results, &bench.of);
    const struct bd__results *res = &bench.results;
    CHECK_EQ_U64(bd__results_statistics(res, B1, 0, 0)->count, 2);
    CHECK_NEAR(bd__results_statistics(res, B1, 0, 0)->median, 6, 0);
    CHECK_EQ_U64(bd__results_statistics(res, B1, 0, 1)->count, 0);
    CHECK_EQ_I64(bd__results_verdict(res, B1, 0, 0, 1), 0);
    struct bd__score score = bd__results_score(res, B1, 0, 1);
    CHECK_EQ_U64(score.wins + score.losses + score.ties, 0); /* not even a tie: nothing was compared */
    CHECK_EQ_U64(bd__results_standing(res, B1, 1).subjects, 0);
    CHECK(isnan(bd__results_standing(res, B1, 1).median_rank));
    bench_end(&bench);
}

TEST(standings_are_median_ranks)
{
    static const double median[3][3] = {{5, 1, 3}, {5, 5, 1}, {1, 2, 3}}; /* by subject, then technique */
    struct bench bench;
    bench_init(&bench, 3, 3, 1);
    for (size_t s = 0; s < 3; s++) {
        for (size_t t = 0; t < 3; t++) { bench_run(&bench, s, t, 0, 0, 0, median[s][t]); }
    }
    bd__results_compute(&bench.results, &bench.of);
    struct bd__standing first = bd__results_standing(&bench.results, B1, 0);  /* ranks 1, 1.5, 3 */
    struct bd__standing second = bd__results_standing(&bench.results, B1, 1); /* 3, 1.5, 2 */
    CHECK_NEAR(first.median_rank, 1.5, 0);
    CHECK_EQ_U64(first.best, 2);
    CHECK_NEAR(second.median_rank, 2, 0);
    CHECK_NEAR(second.mean_rank, 6.5 / 3, 1e-12);
    CHECK_EQ_U64(second.best, 1);
    bench_end(&bench);
}

TEST(where_all_are_equal_nobody_is_best)
{
    struct bench bench;
    bench_init(&bench, 1, 2, 1);
    for (size_t t = 0; t < 2; t++) { bench_run(&bench, 0, t, 0, 0, 0, 5); }
    bd__results_compute(&bench.results, &bench.of);
    CHECK_NEAR(bd__results_standing(&bench.results, B1, 0).median_rank, 1.5, 0);
    CHECK_EQ_U64(bd__results_standing(&bench.results, B1, 0).best, 0);
    bench_end(&bench);
}

TEST(failures_by_a_limit_are_not_counted)
{
    struct bd__found_failure found[] = {{.kind = (char *)"SIGSEGV"}, {.kind = (char *)"timeout"}};
    struct bd__campaign campaign = {.found = found, .found_count = 2};
    CHECK_EQ_U64(bd__campaign_distinct(&campaign), 1);
}

TEST(techniques_are_compared_at_the_smallest_number_of_traces)
{
    struct bench bench;
    bench_init(&bench, 1, 2, 2);
    bench_traces(bench_run(&bench, 0, 0, 0, 0, 0, 1), 100, 40, 100, 40);
    bench_traces(bench_run(&bench, 0, 0, 1, 0, 0, 1), 50, 0, 50, 0); /* none of a valid input: it sets no level */
    bench_traces(bench_run(&bench, 0, 1, 0, 0, 0, 1), 80, 10, 8, 5);
    bd__results_compute(&bench.results, &bench.of);
    const struct bd__results *res = &bench.results;
    CHECK_NEAR(bd__results_statistics(res, BD__VALID_TRACE_SIZE, 0, 1)->mean, 0.5,
               1e-12); /* 5 of 10 cover the branch */
    CHECK_NEAR(bd__results_statistics(res, BD__ALL_TRACE_SIZE, 0, 1)->mean, 0.1, 1e-12);
    CHECK_EQ_U64(bd__results_statistics(res, BD__VALID_TRACE_SIZE, 0, 0)->count, 1);
    CHECK_EQ_U64(res->level_all[0], 50);
    CHECK_EQ_U64(res->level_valid[0], 10);
    CHECK_EQ_U64(bd__results_statistics(res, BD__EQUAL_VALID_B, 0, 0)->count, 1); /* and has no value there */
    CHECK_EQ_U64(bd__results_statistics(res, BD__EQUAL_ALL_B, 0, 0)->count, 2);
    CHECK_NEAR(bd__results_statistics(res, BD__EQUAL_VALID_B, 0, 0)->mean, 1, 1e-12);
    /* 8 of 80 traces cover the branch; 50 are taken: all but C(30,8)/C(80,8) of the ways meet it. */
    double none = 1;
    for (int i = 0; i < 8; i++) { none *= (30.0 - i) / (80 - i); }
    CHECK_NEAR(bd__results_statistics(res, BD__EQUAL_ALL_B, 0, 1)->mean, 1 - none, 1e-12);
    bench_end(&bench);
}
