/* opening.c: what a reader should know who reads no further: three sentences about the candidate (sentences.c), and the pictures that
 * they are from. */
#include <math.h>

#include "report/chart.h"
#include "report/number.h"
#include "report/plots.h"
#include "report/sections.h"

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

void bd__section_opening(struct bd__document *doc, const struct bd__results *r)
{
    struct bd__text svg = {0};
    struct bd__common_slope fit = bd__scatter_svg(&svg, r, BD__VALID_B + 1, BD__MEAN_TRACE);
    bd__document_heading(doc, 2, "verdict", "Verdict");
    bd__put_sentences(doc, r, &fit);
    if (r->of->techniques > 1) {
        put_forests(doc, r);
        put_heat_maps(doc, r);
    }
    put_scatter(doc, r, bd__text_str(&svg), &fit);
    bd__text_clear(&svg);
}
