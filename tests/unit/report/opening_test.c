/* The top of a report: three sentences and their pictures, as HTML. */
#include "report/plots.h"
#include "report/sections.h"
#include "unit/report/bench.h"
#include "unit/test.h"

static size_t count_of(const struct bd__text *text, const char *part)
{
    size_t count = 0;
    for (const char *at = bd__text_str(text); (at = strstr(at, part)); at++) { count++; }
    return count;
}

/* On SUBJECTS subjects, t0 has B(1) of 200 and more, each further technique 10 less; traces are half as long as B(1). */
static void make(struct bench *bench, size_t subjects, size_t techniques, size_t repetitions)
{
    bench_init(bench, subjects, techniques, repetitions);
    bench->of.manifest.margin_b1 = 0.97;
    for (size_t s = 0; s < subjects; s++) {
        for (size_t t = 0; t < techniques; t++) {
            for (size_t r = 0; r < repetitions; r++) {
                double b1 = 200 - 10 * (double)t + (double)r / 4;
                struct bd__campaign *campaign = bench_run(bench, s, t, r, 0, 0, b1);
                campaign->record.last.mean_trace = b1 / 2;
            }
        }
    }
    bd__results_compute(&bench->results, &bench->of);
}

static void open_report(struct bd__document *doc, const struct bench *bench)
{
    bd__document_init(doc, "t");
    bd__section_opening(doc, &bench->results);
}

TEST(three_sentences_come_first)
{
    struct bench bench;
    struct bd__document doc;
    make(&bench, 2, 3, 8);
    open_report(&doc, &bench);
    const char *begin = strstr(bd__text_str(&doc.markdown), "## Verdict\n\n");
    REQUIRE(begin);
    static const char expected[] =
        "## Verdict\n\n"
        "Compared with 2 other techniques on 2 subjects (4 comparisons in each measure; \"better\" and \"worse\" by "
        "corrected p, α = 0.01; \"not worse\" by 95 % intervals), `t0` "
        "is in **B(0)** 4 undecided; in "
        "**B(1)** 4 "
        "better; in **share of diverse valid inputs** 4 undecided; in **number of diverse valid inputs** 4 "
        "undecided.\n\n"
        "Its traces are 1.05 to 1.11 times as long as those of the others, and length goes along with 100 % of the "
        "differences in B(1) on a subject: without a control of the same input size (`sized` in the manifest), this "
        "experiment does not say whether its inputs are more diverse or only larger.\n\n"
        "No campaign found a failure.\n\n";
    char found[sizeof expected];
    snprintf(found, sizeof found, "%s", begin);
    CHECK_EQ_STR(found, expected);
    bd__document_clear(&doc);
    bench_end(&bench);
}

TEST(there_is_a_plot_for_every_other_technique)
{
    struct bench bench;
    struct bd__document doc;
    make(&bench, 2, 3, 8);
    open_report(&doc, &bench);
    CHECK_EQ_U64(count_of(&doc.html, "role=\"img\""), 5 * 2 + 6 + 1);
    CHECK_EQ_U64(count_of(&doc.html, "class=\"up\""), 4); /* B(1) is better, on two subjects, than two techniques */
    CHECK_EQ_U64(count_of(&doc.html, "nan"), 0);
    CHECK_EQ_U64(count_of(&doc.html, "inf"), 0);
    bd__document_clear(&doc);
    bench_end(&bench);
}

TEST(a_control_takes_the_second_sentence)
{
    struct bench bench;
    struct bd__document doc;
    make(&bench, 2, 2, 8);
    struct bd__techniques *all = &bench.of.manifest.all;
    all->one = calloc(2, sizeof *all->one);
    all->count = 2;
    snprintf(all->one[0].name, sizeof all->one[0].name, "t0");
    snprintf(all->one[1].name, sizeof all->one[1].name, "t1");
    snprintf(all->one[1].size_of, sizeof all->one[1].size_of, "t0");
    open_report(&doc, &bench);
    CHECK(strstr(bd__text_str(&doc.markdown),
                 "**At the same input size**, compared with `t1`, it is in **B(1)** 2 better "
                 "(1.05 to 1.05 times as high); in the **number of diverse valid inputs** 2 "
                 "undecided, over 2 subjects.\n"));
    bd__document_clear(&doc);
    bench_end(&bench);
}

TEST(one_technique_alone_is_compared_with_nothing)
{
    struct bench bench;
    struct bd__document doc;
    make(&bench, 1, 1, 1);
    open_report(&doc, &bench);
    CHECK(strstr(bd__text_str(&doc.markdown), "There is only one technique, `t0`, so there is nothing to compare."));
    CHECK_EQ_U64(count_of(&doc.html, "role=\"img\""), 1);
    bd__document_clear(&doc);
    bench_end(&bench);
}

TEST(campaigns_without_values_leave_gaps)
{
    struct bench bench;
    struct bd__document doc;
    bench_init(&bench, 2, 2, 3);
    bench_run(&bench, 0, 0, 0, 0, 0, 5);
    bench_run(&bench, 1, 1, 0, 0, 0, 0);
    bd__results_compute(&bench.results, &bench.of);
    open_report(&doc, &bench);
    CHECK_EQ_U64(count_of(&doc.html, "nan"), 0);
    CHECK(count_of(&doc.html, "no values") >= 2);
    CHECK(strstr(bd__text_str(&doc.markdown), "in **B(1)** nothing to compare"));
    bd__document_clear(&doc);
    bench_end(&bench);
}

TEST(wide_intervals_are_cut_at_the_range)
{
    struct bench bench;
    struct bd__text svg = {0};
    bench_init(&bench, 1, 2, 5);
    for (size_t r = 0; r < 5; r++) {
        bench_run(&bench, 0, 0, r, 0, 0, 1000);
        bench_run(&bench, 0, 1, r, 0, 0, 1);
    }
    bd__results_compute(&bench.results, &bench.of);
    struct bd__ratio_range range = bd__forest_range(&bench.results, BD__VALID_B + 1);
    CHECK_NEAR(range.to, 5, 0);
    bd__forest_svg(&svg, &bench.results, BD__VALID_B + 1, 1, &range);
    CHECK(strstr(bd__text_str(&svg), "1000.00  1000.00–1000.00"));
    bd__text_clear(&svg);
    bench_end(&bench);
}

TEST(names_are_escaped_and_cut)
{
    struct bench bench;
    struct bd__document doc;
    make(&bench, 1, 2, 2);
    free(bench.of.technique[1]);
    bench.of.technique[1] = strdup("<b>a technique with a very long name indeed");
    open_report(&doc, &bench);
    CHECK_EQ_U64(count_of(&doc.html, "<b>"), 0);
    CHECK(count_of(&doc.html, ">&lt;b&gt;a technique w…</text>") == 6); /* in the heat maps */
    bd__document_clear(&doc);
    bench_end(&bench);
}
