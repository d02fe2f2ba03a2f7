/* failure_times.c: the paper's third research question: which failures were found, how often and how soon. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "report/bugs.h"
#include "report/chart.h"
#include "report/number.h"
#include "report/sections.h"

/* ---- Tables ---------------------------------------------------------------------------------- */

static double fastest_of(const struct bd__bug *bug, size_t techniques)
{
    double fastest = INFINITY;
    for (size_t t = 0; t < techniques; t++) { fastest = fmin(fastest, bug->hunt[t].restricted_seconds); }
    return fastest;
}

/* Restricted means of COUNT failures, or of any failure. */
static void put_times(struct bd__document *doc, const struct bd__experiment *e, const struct bd__bug *bug, size_t count,
                      bool any)
{
    struct bd__table table;
    bd__table_init(
        &table, any ? "failures-first" : "failures-found",
        "%s: mean seconds until it was found, where a campaign that did not find it counts with the limit; and "
        "the share of campaigns that found it",
        any ? "The first failure of any kind but timeouts and out-of-memory" : "Each distinct failure");
    table.headers = any ? 1 : 2;
    bd__table_column(&table, "Subject");
    if (!any) { bd__table_column(&table, "Failure"); }
    bd__table_column(&table, "Limit [s]");
    for (size_t t = 0; t < e->techniques; t++) { bd__table_column(&table, e->technique[t]); }
    for (size_t i = 0; i < count; i++) {
        double fastest = fastest_of(&bug[i], e->techniques);
        bd__table_cell(&table, "%s", e->subject[bug[i].subject]);
        if (!any) { bd__table_cell(&table, "%s", bug[i].signature); }
        bd__table_cell(&table, "%s", bd__number(bug[i].seconds, bug[i].seconds < 10 ? 2 : 1).text);
        for (size_t t = 0; t < e->techniques; t++) {
            const struct bd__hunt *hunt = &bug[i].hunt[t];
            if (hunt->found == 0) {
                bd__table_cell(&table, "–");
                continue;
            }
            bd__table_cell(&table, "%s",
                           bd__number(hunt->restricted_seconds, hunt->restricted_seconds < 10 ? 2 : 1).text);
            if (hunt->restricted_seconds == fastest) { bd__table_best(&table); }
            bd__table_note(&table, "(%.0f%%)", 100 * (double)hunt->found / (double)hunt->campaigns);
        }
    }
    bd__document_table(doc, &table);
    bd__table_clear(&table);
}

static void put_race_rows(struct bd__table *table, const struct bd__experiment *e, const struct bd__bug *bug)
{
    for (size_t t = 0; t < e->techniques; t++) {
        const struct bd__hunt *mine = &bug->hunt[e->candidate], *theirs = &bug->hunt[t];
        const struct bd__race *race = &bug->race[t];
        if (t == e->candidate || isnan(race->a12) || mine->found + theirs->found == 0) { continue; }
        bd__table_cell(table, "%s", e->subject[bug->subject]);
        bd__table_cell(table, "%s", bug->signature);
        bd__table_cell(table, "%s", e->technique[t]);
        bd__table_cell(table, "%zu/%zu", mine->found, mine->campaigns);
        bd__table_cell(table, "%zu/%zu", theirs->found, theirs->campaigns);
        bd__table_cell(table, "%+.1f", mine->restricted_seconds - theirs->restricted_seconds);
        bd__table_cell(table, "%s%.2f", race->sooner > 0 ? "▲ " : race->sooner < 0 ? "▼ " : "", race->a12);
        if (race->sooner) { bd__table_best(table); }
        bd__table_cell(table, "%s", bd__number_p(race->test.p).text);
        bd__table_cell(table, "%s", bd__number_p(race->p).text);
    }
}

/* The candidate against the others. */
static void put_races(struct bd__document *doc, const struct bd__experiment *e, const struct bd__bugs *bugs)
{
    struct bd__table table;
    bd__table_init(&table, "failures-compared",
                   "%s against each other technique: campaigns that found the failure, difference of the mean seconds, "
                   "Â12 (the chance to find it sooner), and p of the log-rank test. ▲ significantly sooner, ▼ later",
                   e->technique[e->candidate]);
    table.headers = 2;
    table.words = 1;
    bd__table_column(&table, "Subject");
    bd__table_column(&table, "Failure");
    bd__table_column(&table, "Against");
    bd__table_column(&table, "Found");
    bd__table_column(&table, "The other");
    bd__table_column(&table, "Difference [s]");
    bd__table_column(&table, "Â12");
    bd__table_column(&table, "p");
    bd__table_column(&table, "corrected p");
    for (size_t i = 0; i < bugs->any_count; i++) { put_race_rows(&table, e, &bugs->any[i]); }
    for (size_t i = 0; i < bugs->count; i++) { put_race_rows(&table, e, &bugs->bug[i]); }
    if (table.cell_count) { bd__document_table(doc, &table); }
    bd__table_clear(&table);
}

static void put_bug_counts(struct bd__document *doc, const struct bd__experiment *e, const struct bd__bugs *bugs)
{
    struct bd__table table;
    bd__table_init(&table, "failures-counted",
                   "Number of distinct failures that each technique found in any of its campaigns, without timeouts "
                   "and out-of-memory");
    bd__table_column(&table, "Subject");
    bd__table_column(&table, "all techniques");
    for (size_t t = 0; t < e->techniques; t++) { bd__table_column(&table, e->technique[t]); }
    for (size_t s = 0; s < e->subjects; s++) {
        size_t all = 0;
        for (size_t i = 0; i < bugs->count; i++) { all += bugs->bug[i].subject == s && !bugs->bug[i].limit; }
        bd__table_cell(&table, "%s", e->subject[s]);
        bd__table_cell(&table, "%zu", all);
        for (size_t t = 0; t < e->techniques; t++) {
            size_t met = 0;
            for (size_t i = 0; i < bugs->count; i++) {
                const struct bd__bug *bug = &bugs->bug[i];
                met += bug->subject == s && !bug->limit && bug->hunt[t].found;
            }
            bd__table_cell(&table, "%zu", met);
            if (met && met == all) { bd__table_best(&table); }
        }
    }
    bd__document_table(doc, &table);
    bd__table_clear(&table);
}

/* ---- Curves ---------------------------------------------------------------------------------- */

static void put_curves(struct bd__document *doc, const struct bd__experiment *e, const struct bd__bug *bug,
                       size_t count)
{
    struct bd__curve *curve = bd__memory(e->techniques, sizeof *curve);
    struct bd__text html = {0};
    bd__chart_legend(&html, e);
    bd__text_puts(&html, "<div class=\"charts\">\n");
    for (size_t i = 0; i < count; i++) {
        char title[200], about[512];
        snprintf(title, sizeof title, "%s: %s", e->subject[bug[i].subject], bug[i].signature);
        snprintf(about, sizeof about, "%s: share of campaigns that found it, over time, one line per technique", title);
        for (size_t t = 0; t < e->techniques; t++) {
            bd__curve_of_waits(&curve[t], bug[i].hunt[t].wait, bug[i].hunt[t].campaigns, bug[i].seconds);
        }
        bd__text_puts(&html, "<figure>\n<figcaption>");
        bd__html_escape(&html, title);
        bd__text_puts(&html, "</figcaption>\n");
        struct bd__chart chart = {.title = "campaigns that have found it [%]",
                                  .about = about,
                                  .x_title = "time [s]",
                                  .x_end = bug[i].seconds,
                                  .y_end = 100,
                                  .curve = curve,
                                  .of = e};
        bd__chart_svg(&html, &chart);
        bd__text_puts(&html, "</figure>\n");
    }
    bd__text_puts(&html, "</div>\n");
    bd__document_figure(doc, bd__text_str(&html), "The curves are in report.html, their values in csv/survival.csv.");
    bd__text_clear(&html);
    free(curve);
}

/* ---- The section ----------------------------------------------------------------------------- */

/* Says in how many campaigns not every example of a failure was run on the sanitized build. */
static void put_left_aside(struct bd__document *doc, const struct bd__experiment *e)
{
    size_t campaigns = 0;
    double looked_at = 0, examples = 0;
    for (size_t i = 0; i < e->subjects * e->techniques * e->repetitions; i++) {
        const struct bd__campaign *campaign = &e->campaign[i];
        if (!campaign->there || campaign->examples == 0) { continue; }
        campaigns++;
        looked_at += campaign->looked_at;
        examples += campaign->examples;
    }
    if (campaigns == 0) { return; }
    bd__document_warning(doc,
                         "In %zu campaign%s there were too many examples of failures to run each on the sanitized "
                         "build: %s of %s were run, "
                         "the first of every folder first. Other failures may hide among the rest.",
                         campaigns, campaigns == 1 ? "" : "s", bd__number(looked_at, 0).text,
                         bd__number(examples, 0).text);
}

static void put_explanation(struct bd__document *doc)
{
    bd__document_text(
        doc,
        "Failures with the same signature count as one. A campaign that did not find a failure says only that this "
        "takes longer than the campaign did. To average over the others alone would favour techniques that seldom "
        "find it, so every campaign counts here: the mean is restricted to the limit (the area below the curve of "
        "Kaplan and Meier), and the log-rank test compares the curves. The shortest mean is bold; – means that no "
        "campaign found it. Timeouts and out-of-memory (`timeout`, `memory`) depend on what else the machine did: "
        "they are in these tables, but never count as distinct failures.");
}

void bd__section_rq3(struct bd__document *doc, const struct bd__results *r)
{
    struct bd__bugs bugs;
    bd__bugs_gather(&bugs, r->of);
    bd__document_heading(doc, 2, "rq3", "RQ3: failures");
    if (bugs.count == 0) {
        bd__document_text(doc, "No campaign found a failure.");
    } else {
        put_explanation(doc);
        put_left_aside(doc, r->of);
        if (bugs.any_count) {
            put_times(doc, r->of, bugs.any, bugs.any_count, true);
            bd__document_heading(doc, 3, "rq3-first", "Time to the first failure");
            put_curves(doc, r->of, bugs.any, bugs.any_count);
        }
        put_times(doc, r->of, bugs.bug, bugs.count, false);
        bd__document_fold(doc, "Curves of each failure");
        put_curves(doc, r->of, bugs.bug, bugs.count);
        bd__document_unfold(doc);
        put_races(doc, r->of, &bugs);
        put_bug_counts(doc, r->of, &bugs);
        bd__put_measure_table(doc, r, BD__DISTINCT_FAILURES);
    }
    bd__bugs_clear(&bugs);
}
