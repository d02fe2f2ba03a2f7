/* questions.c: the paper's first two research questions: diverse valid inputs, behavioural diversity. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "report/chart.h"
#include "report/number.h"
#include "report/sections.h"

/* ---- Tables of a measure --------------------------------------------------------------------- */

/* The best median on a subject. */
struct best {
    size_t technique; /* that has it */
    double median;
    bool shared; /* all techniques have it: then none is best */
};

static struct best best_of(const struct bd__results *r, size_t measure, size_t subject)
{
    struct best best = {0, -INFINITY, true};
    double lowest = INFINITY;
    for (size_t t = 0; t < r->of->techniques; t++) {
        const struct bd__statistics *statistics = bd__results_statistics(r, measure, subject, t);
        if (statistics->count == 0) { continue; }
        if (statistics->median > best.median) { best = (struct best){t, statistics->median, true}; }
        lowest = fmin(lowest, statistics->median);
    }
    best.shared = best.median == lowest;
    return best;
}

static void put_sample(struct bd__table *table, const struct bd__results *r, size_t measure, size_t subject,
                       size_t technique)
{
    const struct bd__statistics *statistics = bd__results_statistics(r, measure, subject, technique);
    if (statistics->count == 0) {
        bd__table_cell(table, "–");
        return;
    }
    struct best best = best_of(r, measure, subject);
    int decimals = bd__number_decimals(statistics->mean);
    if (bd__measures[measure].counts && decimals > 1) { decimals = 1; }
    bool compared = measure < BD__COMPARED, is_best = compared && statistics->median == best.median;
    bool close = compared && !is_best && bd__results_verdict(r, measure, subject, best.technique, technique) == 0;
    bd__table_cell(table, "%s%s ± %s", close ? "≈ " : "", bd__number(statistics->mean, decimals).text,
                   bd__number(statistics->sd, decimals).text);
    if (is_best && !best.shared) { bd__table_best(table); }
    if (statistics->count < r->of->repetitions) {
        bd__table_note(table, "(%s; n = %zu)", bd__number(statistics->median, decimals).text, statistics->count);
    } else {
        bd__table_note(table, "(%s)", bd__number(statistics->median, decimals).text);
    }
}

void bd__put_measure_table(struct bd__document *doc, const struct bd__results *r, size_t measure)
{
    const struct bd__experiment *e = r->of;
    const uint64_t *level = measure >= BD__EQUAL_VALID_B && measure < BD__EQUAL_ALL_B       ? r->level_valid
                            : measure >= BD__EQUAL_ALL_B && measure < BD__DISTINCT_FAILURES ? r->level_all
                                                                                            : NULL;
    struct bd__table table;
    bd__table_init(&table, bd__measures[measure].id, "%s: mean ± standard deviation (median)",
                   bd__measures[measure].title);
    table.stacked = true;
    bd__table_column(&table, "Subject");
    if (level) { bd__table_column(&table, "Traces"); }
    for (size_t t = 0; t < e->techniques; t++) { bd__table_column(&table, e->technique[t]); }
    for (size_t s = 0; s < e->subjects; s++) {
        bd__table_cell(&table, "%s", e->subject[s]);
        if (level) { bd__table_cell(&table, "%s", bd__number((double)level[s], 0).text); }
        for (size_t t = 0; t < e->techniques; t++) { put_sample(&table, r, measure, s, t); }
    }
    bd__document_table(doc, &table);
    bd__table_clear(&table);
}

/* ---- Figures --------------------------------------------------------------------------------- */

static void put_chart(struct bd__text *out, const struct bd__chart *like, const char *subject, const char *title)
{
    char about[512];
    struct bd__chart chart = *like;
    snprintf(about, sizeof about, "%s: %s, over %s, one line per technique; the final values are in the table", subject,
             title, chart.x_title);
    chart.title = title;
    chart.about = about;
    bd__chart_svg(out, &chart);
}

/* A row of charts per subject: one for each of COUNT measures. */
static void put_growth(struct bd__document *doc, const struct bd__results *r, const size_t *measure, size_t count,
                       const char *const *title)
{
    const struct bd__experiment *e = r->of;
    struct bd__curve *curve = bd__memory(e->techniques, sizeof *curve);
    struct bd__text html = {0};
    bd__chart_legend(&html, e);
    for (size_t s = 0; s < e->subjects; s++) {
        bd__text_puts(&html, "<figure>\n<figcaption>");
        bd__html_escape(&html, e->subject[s]);
        bd__text_printf(&html, "</figcaption>\n<div class=\"charts%s\">\n", count == 2 ? " two" : "");
        for (size_t i = 0; i < count; i++) {
            for (size_t t = 0; t < e->techniques; t++) { bd__curve_of_time(&curve[t], e, measure[i], s, t); }
            struct bd__chart chart = {.x_title = "time [s]", .x_end = bd__curve_longest(e, s), .curve = curve, .of = e};
            put_chart(&html, &chart, e->subject[s], title[i]);
        }
        bd__text_puts(&html, "</div>\n</figure>\n");
    }
    bd__document_figure(doc, bd__text_str(&html), "The curves are in report.html, their values in csv/curves.csv.");
    bd__text_clear(&html);
    free(curve);
}

static void put_rarefaction(struct bd__document *doc, const struct bd__results *r)
{
    static const char *const title[3] = {"B(0) [branches]", "B(1) [branches]", "B(2) [branches]"};
    const struct bd__experiment *e = r->of;
    struct bd__curve *curve = bd__memory(3 * e->techniques, sizeof *curve); /* sorted by order q, then by technique */
    struct bd__text html = {0};
    bd__chart_legend(&html, e);
    for (size_t s = 0; s < e->subjects; s++) {
        for (size_t t = 0; t < e->techniques; t++) {
            struct bd__curve of[3];
            bd__curve_of_traces(of, e, s, t);
            for (size_t q = 0; q < 3; q++) { curve[q * e->techniques + t] = of[q]; }
        }
        bd__text_puts(&html, "<figure>\n<figcaption>");
        bd__html_escape(&html, e->subject[s]);
        bd__text_puts(&html, "</figcaption>\n<div class=\"charts\">\n");
        for (size_t q = 0; q < 3; q++) {
            struct bd__chart chart = {.x_title = "distinct traces of valid inputs",
                                      .logarithmic = true,
                                      .curve = curve + q * e->techniques,
                                      .of = e};
            put_chart(&html, &chart, e->subject[s], title[q]);
        }
        bd__text_puts(&html, "</div>\n</figure>\n");
    }
    bd__document_figure(doc, bd__text_str(&html),
                        "The curves are in report.html, their values in csv/rarefaction.csv.");
    bd__text_clear(&html);
    free(curve);
}

/* ---- RQ1 ------------------------------------------------------------------------------------- */

void bd__section_rq1(struct bd__document *doc, const struct bd__results *r)
{
    static const size_t measure[] = {BD__DIVERSE_SHARE, BD__DIVERSE};
    static const char *const title[] = {"Diverse valid inputs [% of trials]", "Diverse valid inputs [number]"};
    bd__document_heading(doc, 2, "rq1", "RQ1: diverse valid inputs");
    bd__document_text(doc,
                      "A valid input is **diverse** if no earlier valid input had the same trace. In the tables, the "
                      "highest median of a subject is bold; ≈ marks values that do not differ significantly from it "
                      "(Mann–Whitney U, corrected by Holm, α = %.2f).",
                      BD__ALPHA);
    bd__put_measure_table(doc, r, BD__DIVERSE_SHARE);
    bd__put_measure_table(doc, r, BD__DIVERSE_OF_VALID);
    bd__put_measure_table(doc, r, BD__DIVERSE);
    bd__document_heading(doc, 3, "rq1-growth", "Over time");
    bd__document_text(
        doc,
        "Lines are medians of the repetitions. Bands reach from the lowest to the highest value; with %d or "
        "more repetitions, from quartile to quartile. Not every vertical axis begins at 0.",
        BD__BAND_BY_QUARTILES);
    put_growth(doc, r, measure, 2, title);
}

/* ---- RQ2 ------------------------------------------------------------------------------------- */

void bd__section_rq2(struct bd__document *doc, const struct bd__results *r)
{
    static const size_t valid[] = {BD__VALID_B, BD__VALID_B + 1, BD__VALID_B + 2};
    static const size_t all[] = {BD__ALL_B, BD__ALL_B + 1, BD__ALL_B + 2};
    static const char *const valid_title[] = {"B(0), valid inputs [branches]", "B(1), valid inputs [branches]",
                                              "B(2), valid inputs [branches]"};
    static const char *const all_title[] = {"B(0), all inputs [branches]", "B(1), all inputs [branches]",
                                            "B(2), all inputs [branches]"};
    bd__document_heading(doc, 2, "rq2", "RQ2: behavioural diversity");
    bd__document_text(
        doc, "B(q) is an effective number of branches. B(0) counts every covered branch, B(1) weighs each by its "
             "share of the distinct traces, B(2) counts mostly the common ones. The tables give it for valid inputs, "
             "and for all inputs that did not fail.");
    bd__document_text(doc,
                      "A technique whose inputs each cover more has a higher B(q) for that alone. So the first table "
                      "shows how large the inputs and their traces are, over all trials, and the distinct traces of "
                      "valid inputs.");
    bd__put_sizes(doc, r, true);
    for (size_t q = 0; q < 3; q++) { bd__put_measure_table(doc, r, valid[q]); }
    bd__put_measure_table(doc, r, BD__VALID_TRACE_SIZE);
    bd__document_heading(doc, 3, "rq2-growth", "Valid inputs, over time");
    put_growth(doc, r, valid, 3, valid_title);
    bd__document_heading(doc, 3, "rq2-all", "All inputs");
    bd__put_sizes(doc, r, false);
    for (size_t q = 0; q < 3; q++) { bd__put_measure_table(doc, r, all[q]); }
    bd__put_measure_table(doc, r, BD__ALL_TRACE_SIZE);
    bd__document_fold(doc, "All inputs, over time");
    put_growth(doc, r, all, 3, all_title);
    bd__document_unfold(doc);

    bd__document_heading(doc, 3, "rq2-equal", "At equal numbers of traces");
    bd__document_text(
        doc,
        "B(q) depends on how many distinct traces it is computed from, so a faster technique has an advantage that "
        "says nothing about its inputs. Here all campaigns on a subject are compared at the same number of traces, "
        "that of the least productive one (column Traces): the B(q) to expect from this many of their traces, picked "
        "at random. Campaigns without such traces are left out.");
    for (size_t q = 0; q < 3; q++) { bd__put_measure_table(doc, r, BD__EQUAL_VALID_B + q); }
    for (size_t s = 0; s < r->of->subjects; s++) {
        if (r->level_valid[s] >= 1000) { continue; }
        bd__document_warning(doc,
                             "On `%s` the campaigns are compared at only %llu traces of valid inputs, because the "
                             "least productive one had no "
                             "more; the curves below go further.",
                             r->of->subject[s], (unsigned long long)r->level_valid[s]);
    }
    for (size_t q = 0; q < 3; q++) { bd__put_measure_table(doc, r, BD__EQUAL_ALL_B + q); }
    bd__document_heading(doc, 3, "rq2-rarefaction", "Valid inputs, over the number of traces");
    bd__document_text(
        doc,
        "Each line ends where the least productive repetition of the technique ends. A line above another means more "
        "diverse inputs, whatever the speed; larger traces still help (see the sizes above).");
    put_rarefaction(doc, r);
}
