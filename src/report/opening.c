/* opening.c: what a reader should know who reads no further: three sentences about the candidate, and the pictures that they are
 * from. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "report/bugs.h"
#include "report/chart.h"
#include "report/number.h"
#include "report/plots.h"
#include "report/sections.h"

/* ---- Three sentences ------------------------------------------------------------------------- */

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

/* "4 better, 30 not worse, 3 worse, 8 undecided"; what there is none of is left out. */
static void put_claims(struct bd__text *out, const struct bd__claims *claims)
{
    static const enum bd__claim order[] = {BD__CLAIM_BETTER, BD__CLAIM_NOT_WORSE, BD__CLAIM_WORSE, BD__CLAIM_UNDECIDED};
    const char *comma = "";
    for (size_t i = 0; i < BD__CLAIMS; i++) {
        if (!claims->of[order[i]]) { continue; }
        bd__text_printf(out, "%s%zu %s", comma, claims->of[order[i]], bd__claim_names[order[i]]);
        comma = ", ";
    }
    if (!*comma) { bd__text_puts(out, "nothing to compare"); }
}

/* What the candidate achieves, over all comparisons. */
static void put_first_sentence(struct bd__text *out, const struct bd__results *r)
{
    static const size_t measure[] = {BD__VALID_B, BD__VALID_B + 1, BD__DIVERSE_SHARE, BD__DIVERSE};
    static const char *const name[] = {"B(0)", "B(1)", "share of diverse valid inputs",
                                       "number of diverse valid inputs"};
    const struct bd__experiment *e = r->of;
    size_t others = e->techniques - 1;
    bd__text_printf(
        out,
        "Compared with %zu other technique%s on %zu subject%s (%zu comparisons in each measure, corrected p, "
        "α = %.2f), `%s` is",
        others, plural(others), e->subjects, plural(e->subjects), others * e->subjects, BD__ALPHA,
        e->technique[e->candidate]);
    for (size_t i = 0; i < sizeof measure / sizeof *measure; i++) {
        struct bd__claims claims = bd__results_candidate_claims(r, measure[i]);
        bd__text_printf(out, "%s in **%s** ", i ? ";" : "", name[i]);
        put_claims(out, &claims);
    }
    bd__text_puts(out, ".");
}

/* The candidate's median over another's, as a median over the subjects; NAN: none. */
static double typical_ratio(const struct bd__results *r, size_t measure, size_t other)
{
    const struct bd__experiment *e = r->of;
    double *ratio = bd__memory(e->subjects, sizeof *ratio);
    size_t count = 0;
    for (size_t s = 0; s < e->subjects; s++) {
        double mine = bd__results_statistics(r, measure, s, e->candidate)->median;
        double theirs = bd__results_statistics(r, measure, s, other)->median;
        if (mine > 0 && theirs > 0) { ratio[count++] = mine / theirs; }
    }
    double median = bd__statistics_of(ratio, count).median;
    free(ratio);
    return median;
}

/* The candidate against a technique without feedback whose inputs are as large. */
static void put_control(struct bd__text *out, const struct bd__results *r, size_t control)
{
    const struct bd__experiment *e = r->of;
    double low = INFINITY, high = -INFINITY;
    struct bd__claims b1 = bd__results_claims(r, BD__VALID_B + 1, e->candidate, control);
    struct bd__claims number = bd__results_claims(r, BD__DIVERSE, e->candidate, control);
    for (size_t s = 0; s < e->subjects; s++) {
        double ratio = bd__results_contrast(r, BD__VALID_B + 1, s, e->candidate, control)->ratio.estimate;
        low = fmin(low, ratio);
        high = fmax(high, ratio);
    }
    bd__text_printf(out, "**At the same input size**, compared with `%s`, it is in **B(1)** ", e->technique[control]);
    put_claims(out, &b1);
    if (isfinite(low)) {
        bd__text_printf(out, " (%s to %s times as high)", bd__number(low, 2).text, bd__number(high, 2).text);
    }
    bd__text_puts(out, "; in the **number of diverse valid inputs** ");
    put_claims(out, &number);
    bd__text_printf(out, ", over %zu subject%s.", b1.all, plural(b1.all));
}

/* Is it more than size? */
static void put_second_sentence(struct bd__text *out, const struct bd__results *r, const struct bd__common_slope *fit)
{
    const struct bd__experiment *e = r->of;
    double low = INFINITY, high = -INFINITY;
    size_t control = bd__experiment_control(e, e->candidate);
    if (control != SIZE_MAX) {
        put_control(out, r, control);
        return;
    }
    for (size_t t = 0; t < e->techniques; t++) {
        double ratio = t == e->candidate ? NAN : typical_ratio(r, BD__MEAN_TRACE, t);
        low = fmin(low, ratio);
        high = fmax(high, ratio);
    }
    if (!isfinite(low)) {
        bd__text_puts(out, "How long its traces are, compared with those of the others, is not known.");
        return;
    }
    bd__text_printf(out, "Its traces are %s to %s times as long as those of the others", bd__number(low, 2).text,
                    bd__number(high, 2).text);
    if (!isnan(fit->explained)) {
        bd__text_printf(out, ", and length alone explains %.0f %% of the differences in B(1) on a subject",
                        100 * fit->explained);
    }
    bd__text_puts(out, ": without a control of the same input size (`sized` in the manifest), this experiment does not "
                       "say whether its inputs are more diverse or only larger.");
}

/* How long the candidate took to the first failure on a subject. */
static void put_races(struct bd__text *out, const struct bd__experiment *e, const struct bd__bugs *bugs)
{
    size_t sooner = 0, later = 0, all = 0;
    for (size_t i = 0; i < bugs->any_count; i++) {
        for (size_t t = 0; t < e->techniques; t++) {
            const struct bd__race *race = &bugs->any[i].race[t];
            if (t == e->candidate || isnan(race->a12)) { continue; }
            all++;
            sooner += race->sooner > 0;
            later += race->sooner < 0;
        }
    }
    if (all == 0) {
        bd__text_puts(out, ".");
        return;
    }
    bd__text_printf(out,
                    "; to the first failure on a subject it was significantly sooner than another technique in %zu, "
                    "later in %zu, and not told apart in %zu of %zu comparison%s.",
                    sooner, later, all - sooner - later, all, plural(all));
}

static void put_third_sentence(struct bd__text *out, const struct bd__results *r)
{
    const struct bd__experiment *e = r->of;
    struct bd__bugs bugs;
    size_t all = 0, mine = 0, most = 0, best = 0;
    bd__bugs_gather(&bugs, e);
    for (size_t t = 0; t < e->techniques; t++) {
        size_t found = 0;
        for (size_t i = 0; i < bugs.count; i++) { found += !bugs.bug[i].limit && bugs.bug[i].hunt[t].found; }
        if (t == e->candidate) { mine = found; }
        if (found > most) { most = found, best = t; }
    }
    for (size_t i = 0; i < bugs.count; i++) { all += !bugs.bug[i].limit; }
    if (all == 0) {
        bd__text_puts(out, "No campaign found a failure.");
    } else {
        bd__text_printf(out, "It found %zu of %zu distinct **failure%s**", mine, all, plural(all));
        if (mine < most) { bd__text_printf(out, " (`%s` found most: %zu)", e->technique[best], most); }
        put_races(out, e, &bugs);
    }
    bd__bugs_clear(&bugs);
}

/* ---- Pictures -------------------------------------------------------------------------------- */

static void put_forest(struct bd__document *doc, const struct bd__results *r, size_t measure)
{
    const struct bd__experiment *e = r->of;
    struct bd__text html = {0};
    struct bd__ratio_range range = bd__forest_range(r, measure);
    bd__text_puts(&html, "<figure>\n<figcaption>");
    bd__html_escape(&html, bd__measures[measure].title);
    bd__text_puts(&html, "</figcaption>\n<div class=\"charts\">\n");
    for (size_t t = 0; t < e->techniques; t++) {
        if (t != e->candidate) { bd__forest_svg(&html, r, measure, t, &range); }
    }
    bd__text_puts(&html, "</div>\n</figure>\n");
    bd__document_figure(doc, bd__text_str(&html), "");
    bd__text_clear(&html);
}

static void put_forests(struct bd__document *doc, const struct bd__results *r)
{
    bd__document_heading(doc, 3, "forest", "By how much: ratio of medians");
    bd__document_text(
        doc,
        "`%s` divided by each other technique, with %.0f %% intervals: more than 1 means that it has more. "
        "▲ better, ▼ worse (corrected p below %.2f); ● not worse: the whole interval is above the margin "
        "(dashed line); ○ undecided.",
        r->of->technique[r->of->candidate], 100 * BD__CONFIDENCE, BD__ALPHA);
    put_forest(doc, r, BD__VALID_B);
    put_forest(doc, r, BD__VALID_B + 1);
    bd__document_fold(doc, "The same for B(2), and for share and number of diverse valid inputs");
    put_forest(doc, r, BD__VALID_B + 2);
    put_forest(doc, r, BD__DIVERSE_SHARE);
    put_forest(doc, r, BD__DIVERSE);
    bd__document_unfold(doc);
    bd__document_figure(doc, "", "The plots are in report.html, their values in csv/comparisons.csv.");
}

static void put_heat_maps(struct bd__document *doc, const struct bd__results *r)
{
    static const size_t measure[] = {BD__VALID_B,       BD__VALID_B + 1, BD__VALID_B + 2,
                                     BD__DIVERSE_SHARE, BD__DIVERSE,     BD__DISTINCT_FAILURES};
    struct bd__text html = {0};
    bd__document_heading(doc, 3, "heat-map", "How surely: Â12");
    bd__document_text(
        doc,
        "The probability that a campaign of `%s` has more than one of the other technique: 1 (blue) always, "
        "0.5 (white) no difference, 0 (orange) never. Framed and bold: the corrected p is below %.2f.",
        r->of->technique[r->of->candidate], BD__ALPHA);
    bd__text_puts(&html, "<div class=\"charts\">\n");
    for (size_t i = 0; i < sizeof measure / sizeof *measure; i++) { bd__heat_map_svg(&html, r, measure[i]); }
    bd__text_puts(&html, "</div>\n");
    bd__document_figure(doc, bd__text_str(&html), "The plots are in report.html, their values in csv/comparisons.csv.");
    bd__text_clear(&html);
}

static void put_scatter(struct bd__document *doc, const struct bd__results *r, const char *svg,
                        const struct bd__common_slope *fit)
{
    struct bd__text html = {0};
    bd__document_heading(doc, 3, "size", "B(1) against the length of traces");
    if (isnan(fit->explained)) {
        bd__document_text(doc,
                          "Larger inputs cover more branches each, and have a higher B(1) for that alone. One point "
                          "per campaign, relative to the mean of all campaigns on its subject.");
    } else {
        bd__document_text(
            doc,
            "Larger inputs cover more branches each, and have a higher B(1) for that alone. One point per "
            "campaign, relative to the mean of all campaigns on its subject. The dashed line has the slope "
            "%s and explains %.0f %% of the variance within subjects. What matters is how far a technique "
            "lies above it.",
            bd__number(fit->slope, 2).text, 100 * fit->explained);
    }
    bd__chart_legend(&html, r->of);
    bd__text_printf(&html, "<div class=\"charts one\">\n%s</div>\n", svg);
    bd__document_figure(doc, bd__text_str(&html), "The plot is in report.html, its values in csv/campaigns.csv.");
    bd__text_clear(&html);
}

/* Three sentences, a paragraph each. */
static void put_sentences(struct bd__document *doc, const struct bd__results *r, const struct bd__common_slope *fit)
{
    struct bd__text sentence[3] = {0};
    if (r->of->techniques > 1) {
        put_first_sentence(&sentence[0], r);
        put_second_sentence(&sentence[1], r, fit);
    } else {
        bd__text_printf(&sentence[0], "There is only one technique, `%s`, so there is nothing to compare.",
                        r->of->technique[0]);
    }
    put_third_sentence(&sentence[2], r);
    for (size_t i = 0; i < 3; i++) {
        if (sentence[i].size) { bd__document_text(doc, "%s", bd__text_str(&sentence[i])); }
        bd__text_clear(&sentence[i]);
    }
}

void bd__section_opening(struct bd__document *doc, const struct bd__results *r)
{
    struct bd__text svg = {0};
    struct bd__common_slope fit = bd__scatter_svg(&svg, r, BD__VALID_B + 1, BD__MEAN_TRACE);
    bd__document_heading(doc, 2, "verdict", "Verdict");
    put_sentences(doc, r, &fit);
    if (r->of->techniques > 1) {
        put_forests(doc, r);
        put_heat_maps(doc, r);
    }
    put_scatter(doc, r, bd__text_str(&svg), &fit);
    bd__text_clear(&svg);
}
