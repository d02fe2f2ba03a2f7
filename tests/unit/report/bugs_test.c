#include "report/bugs.h"

#include "report/curve.h"
#include "unit/report/bench.h"
#include "unit/test.h"

/* Subject s0, two techniques, SIX campaigns of 3 s each: t0 finds "crash" at once in all of them, t1 in none; t1 has a timeout. */
enum { SIX = 6 };

static void note(struct bd__campaign *campaign, const char *signature, const char *kind, double seconds)
{
    campaign->found = realloc(campaign->found, (campaign->found_count + 1) * sizeof *campaign->found);
    campaign->found[campaign->found_count++] =
        (struct bd__found_failure){strdup(signature), strdup(kind), seconds, 100 * seconds, 1};
}

static void make(struct bench *bench)
{
    bench_init(bench, 2, 2, SIX);
    for (size_t r = 0; r < SIX; r++) {
        for (size_t t = 0; t < 2; t++) {
            bench_run(bench, 1, t, r, 0, 0, 1);
            struct bd__campaign *campaign = bench_run(bench, 0, t, r, 0, 0, 1);
            if (t == 0) { note(campaign, "crash", "SIGSEGV", 0.1 * (double)(r + 1)); }
            if (t == 0 && r == 0) { note(campaign, "abort", "SIGABRT", 0.05); }
            if (t == 1) { note(campaign, "timeout", "timeout", 1); }
        }
    }
}

TEST(every_campaign_counts_in_the_mean)
{
    struct bench bench;
    struct bd__bugs bugs;
    make(&bench);
    bd__bugs_gather(&bugs, &bench.of);
    REQUIRE(bugs.count == 3);
    const struct bd__bug *abort_bug = &bugs.bug[0], *crash = &bugs.bug[1];
    CHECK_EQ_STR(abort_bug->signature, "abort");
    CHECK_EQ_U64(abort_bug->hunt[0].found, 1);
    CHECK_NEAR(abort_bug->seconds, 3, 0);
    CHECK_NEAR(abort_bug->hunt[0].mean_seconds, 0.05, 1e-12);
    CHECK_NEAR(abort_bug->hunt[0].restricted_seconds, (0.05 + 5 * 3) / 6, 1e-12);
    CHECK_NEAR(abort_bug->hunt[1].restricted_seconds, 3, 1e-12);
    CHECK(isnan(abort_bug->hunt[1].mean_seconds));
    CHECK_NEAR(crash->hunt[0].restricted_seconds, 0.35, 1e-12);
    bd__bugs_clear(&bugs);
    bench_end(&bench);
}

TEST(the_first_failure_is_the_earliest_and_no_timeout)
{
    struct bench bench;
    struct bd__bugs bugs;
    make(&bench);
    bd__bugs_gather(&bugs, &bench.of);
    REQUIRE(bugs.any_count == 1); /* nothing failed on s1 */
    CHECK_NEAR(bugs.any[0].hunt[0].first_seconds, 0.05, 1e-12);
    CHECK_EQ_U64(bugs.any[0].hunt[0].found, SIX);
    CHECK_EQ_U64(bugs.any[0].hunt[1].found, 0);
    bd__bugs_clear(&bugs);
    bench_end(&bench);
}

TEST(the_candidate_is_sooner)
{
    struct bench bench;
    struct bd__bugs bugs;
    make(&bench);
    bd__bugs_gather(&bugs, &bench.of);
    const struct bd__race *race = &bugs.any[0].race[1];
    CHECK_NEAR(race->test.p, 2.0 / 924, 1e-12);
    CHECK_NEAR(race->p, 2.0 / 924, 1e-12);
    CHECK_EQ_U64(bugs.any_tests, 1);
    CHECK_NEAR(race->a12, 1, 0);
    CHECK_EQ_I64(race->sooner, 1);
    CHECK_EQ_U64(bugs.tests, 2);                         /* abort and crash, not the timeout */
    CHECK(isnan(bugs.bug[2].race[1].a12));               /* of the timeout */
    CHECK_NEAR(bugs.bug[1].race[1].p, 4.0 / 924, 1e-12); /* crash: the smaller of two */
    CHECK_NEAR(bugs.bug[0].race[1].a12, 0.5 + 1.0 / 12, 1e-12);
    CHECK_EQ_I64(bugs.bug[0].race[1].sooner, 0);
    bd__bugs_clear(&bugs);
    bench.of.candidate = 1;
    bd__bugs_gather(&bugs, &bench.of);
    CHECK_EQ_I64(bugs.any[0].race[0].sooner, -1);
    bd__bugs_clear(&bugs);
    bench_end(&bench);
}

TEST(failures_of_one_kind_are_one_failure_too)
{
    struct bench bench;
    struct bd__bugs bugs;
    make(&bench);
    for (size_t r = 0; r < SIX; r++) {
        note(bd__experiment_at(&bench.of, 0, 1, r), "crash elsewhere", "SIGSEGV", 0.1 * (double)(r + 1));
    }
    bd__bugs_gather(&bugs, &bench.of);
    REQUIRE(bugs.kind_count == 3);
    CHECK_EQ_STR(bugs.kind[0].signature, "any SIGABRT");
    CHECK_EQ_STR(bugs.kind[1].signature, "any SIGSEGV");
    CHECK_EQ_STR(bugs.kind[2].signature, "any timeout");
    CHECK_EQ_U64(bugs.kind[1].hunt[0].found, SIX);
    CHECK_EQ_U64(bugs.kind[1].hunt[1].found, SIX);
    CHECK_NEAR(bugs.kind[1].hunt[1].mean_seconds, 0.35, 1e-12);
    CHECK_EQ_U64(bugs.kind_tests, 2);             /* not the timeout */
    CHECK_NEAR(bugs.kind[1].race[1].p, 1, 1e-12); /* the same times */
    CHECK_EQ_U64(bugs.tests, 3);                  /* each crash is one of its own */
    CHECK_NEAR(bugs.bug[1].race[1].p, 3 * 2.0 / 924, 1e-12);
    bd__bugs_clear(&bugs);
    bench_end(&bench);
}

TEST(a_curve_of_waits_goes_up_in_steps_and_ends_at_the_limit)
{
    static const struct bd__wait wait[] = {{3, false}, {1, true}, {3, false}, {2, true}};
    struct bd__curve curve;
    bd__curve_of_waits(&curve, wait, 4, 3);
    REQUIRE(curve.count == 6);
    static const double x[] = {0, 1, 1, 2, 2, 3}, y[] = {0, 0, 25, 25, 50, 50};
    for (size_t i = 0; i < 6; i++) {
        CHECK_NEAR(curve.x[i], x[i], 0);
        CHECK_NEAR(curve.median[i], y[i], 1e-12);
    }
    bd__curve_of_waits(&curve, wait, 0, 3);
    CHECK_EQ_U64(curve.count, 0);
}

TEST(many_steps_fit)
{
    struct bd__wait wait[500];
    struct bd__curve curve;
    for (size_t i = 0; i < 500; i++) { wait[i] = (struct bd__wait){(double)i + 1, true}; }
    bd__curve_of_waits(&curve, wait, 500, 501);
    CHECK(curve.count <= BD__CURVE_ROOM);
    CHECK_NEAR(curve.median[curve.count - 1], 100, 1e-9);
}
