#include "report/curve.h"

#include "report/chart.h"
#include "unit/report/bench.h"
#include "unit/test.h"

enum { B1 = BD__VALID_B + 1 };

TEST(a_curve_is_linear_between_rows)
{
    struct bench bench;
    struct bd__curve curve;
    bench_init(&bench, 1, 1, 1);
    bench_run(&bench, 0, 0, 0, 10, 20, 40);
    bd__curve_of_time(&curve, &bench.of, B1, 0, 0);
    /* 41 points over 3 s; those before the first row, at 1 s, are not there. */
    CHECK_EQ_U64(curve.count, 27);
    CHECK_NEAR(curve.x[0], 3 * 14 / 40.0, 1e-12);
    CHECK_NEAR(curve.median[0], 10.5, 1e-9);
    CHECK_NEAR(curve.x[26], 3, 0);
    CHECK_NEAR(curve.median[26], 40, 0);
    CHECK_NEAR(curve.median[16], 25, 1e-9); /* at 30/40 of 3 s: 2.25 s */
    bench_end(&bench);
}

TEST(a_band_reaches_from_lowest_to_highest)
{
    struct bench bench;
    struct bd__curve curve;
    bench_init(&bench, 1, 1, 3);
    bench_run(&bench, 0, 0, 0, 1, 1, 10);
    bench_run(&bench, 0, 0, 1, 1, 1, 30);
    bench_run(&bench, 0, 0, 2, 1, 1, 20);
    bd__curve_of_time(&curve, &bench.of, B1, 0, 0);
    CHECK_EQ_U64(curve.repetitions, 3);
    CHECK_NEAR(curve.median[curve.count - 1], 20, 0);
    CHECK_NEAR(curve.low[curve.count - 1], 10, 0);
    CHECK_NEAR(curve.high[curve.count - 1], 30, 0);
    bench_end(&bench);
}

TEST(a_campaign_that_ended_early_keeps_its_last_value)
{
    struct bench bench;
    struct bd__curve curve;
    bench_init(&bench, 1, 2, 2);
    bench_run(&bench, 0, 0, 0, 1, 2, 3);
    bench_run(&bench, 0, 0, 1, 1, 2, 5);
    struct bd__campaign *longer = bench_run(&bench, 0, 1, 0, 1, 2, 7);
    longer->record.row[2].seconds = longer->seconds = 6;
    bd__curve_of_time(&curve, &bench.of, B1, 0, 0); /* the first technique ends at 3 s of 6 */
    CHECK_NEAR(curve.x[curve.count - 1], 3, 0);
    CHECK_NEAR(curve.median[curve.count - 1], 4, 0);
    bench_run(&bench, 0, 1, 1, 1, 2, 3);
    bd__curve_of_time(&curve, &bench.of, B1, 0, 1);
    CHECK_NEAR(curve.x[curve.count - 1], 6, 0);
    CHECK_NEAR(curve.low[curve.count - 1], 3, 0);
    CHECK_NEAR(curve.high[curve.count - 1], 7, 0);
    bench_end(&bench);
}

TEST(nothing_gives_no_curve)
{
    struct bench bench;
    struct bd__curve curve[3];
    bench_init(&bench, 1, 2, 2);
    bench_run(&bench, 0, 1, 0, 1, 2, 3);
    bd__curve_of_time(curve, &bench.of, B1, 0, 0);
    CHECK_EQ_U64(curve[0].count, 0);
    bd__curve_of_traces(curve, &bench.of, 0, 0);
    CHECK_EQ_U64(curve[0].count, 0);
    bd__curve_of_traces(curve, &bench.of, 0, 1); /* no traces */
    CHECK_EQ_U64(curve[2].count, 0);
    bench_end(&bench);
}

TEST(rarefaction_ends_with_the_shortest_repetition)
{
    struct bench bench;
    struct bd__curve curve[3];
    bench_init(&bench, 1, 1, 2);
    bench_traces(bench_run(&bench, 0, 0, 0, 1, 1, 1), 100, 70, 70, 70);
    bench_traces(bench_run(&bench, 0, 0, 1, 1, 1, 1), 100, 30, 30, 30);
    bd__curve_of_traces(curve, &bench.of, 0, 0);
    CHECK_EQ_U64(curve[0].count, 6); /* 1 2 5 10 20 30 */
    CHECK_NEAR(curve[1].x[5], 30, 0);
    CHECK_NEAR(curve[1].median[5], 1, 1e-9);
    bench_end(&bench);
}

TEST(a_chart_is_well_formed_whatever_it_shows)
{
    struct bench bench;
    struct bd__curve curve[2];
    struct bd__text svg = {0};
    bench_init(&bench, 1, 2, 1);
    bench_run(&bench, 0, 0, 0, 0, 0, 0); /* a flat line at 0, and a technique without a curve */
    for (size_t t = 0; t < 2; t++) { bd__curve_of_time(&curve[t], &bench.of, B1, 0, t); }
    struct bd__chart chart = {.title = "<B>", .x_title = "t", .about = "\"q\"", .curve = curve, .of = &bench.of};
    bd__chart_svg(&svg, &chart);
    chart.logarithmic = true;
    curve[0].count = 0; /* none at all */
    bd__chart_svg(&svg, &chart);
    CHECK(strstr(bd__text_str(&svg), "&lt;B&gt;") && strstr(bd__text_str(&svg), "aria-label=\"&quot;q&quot;\""));
    CHECK(!strstr(bd__text_str(&svg), "nan") && !strstr(bd__text_str(&svg), "inf"));
    bd__text_clear(&svg);
    bench_end(&bench);
}
