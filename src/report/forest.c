/* forest.c: ratios with their intervals.
 *
 *     subject      ├───●────┤      1.15 1.04–1.30 ▲
 */
#include <math.h>
#include <stdio.h>

#include "report/number.h"
#include "report/plots.h"
#include "report/svg.h"

enum { LEFT = 82, RIGHT = 268, TOP = 26, ROW = 17, FOOT = 26 };

/* Beyond these ratios, it does not matter by how much. */
static const double LOWEST = 0.2, HIGHEST = 5;

struct bd__ratio_range bd__forest_range(const struct bd__results *r, size_t measure)
{
    struct bd__ratio_range range = {0.95, 1.05};
    const struct bd__experiment *e = r->of;
    for (size_t s = 0; s < e->subjects; s++) {
        for (size_t t = 0; t < e->techniques; t++) {
            const struct bd__interval *ratio = &bd__results_contrast(r, measure, s, e->candidate, t)->ratio;
            if (t == e->candidate || isnan(ratio->estimate)) { continue; }
            range.from = fmin(range.from, ratio->low);
            range.to = fmax(range.to, ratio->high);
        }
    }
    range.from = fmax(range.from / 1.02, LOWEST);
    range.to = fmin(range.to * 1.02, HIGHEST);
    return range;
}

const char *bd__claim_sign(enum bd__claim claim)
{
    static const char *const sign[BD__CLAIMS] = {
        [BD__CLAIM_BETTER] = "▲", [BD__CLAIM_NOT_WORSE] = "●", [BD__CLAIM_WORSE] = "▼", [BD__CLAIM_UNDECIDED] = "○"};
    return sign[claim];
}

/* Of the style: its colour. */
static const char *class_of(enum bd__claim claim)
{
    static const char *const names[BD__CLAIMS] = {[BD__CLAIM_BETTER] = "up",
                                                  [BD__CLAIM_NOT_WORSE] = "ok",
                                                  [BD__CLAIM_WORSE] = "down",
                                                  [BD__CLAIM_UNDECIDED] = "un"};
    return names[claim];
}

/* The shapes of bd__claim_sign. */
static void put_claim(struct bd__text *out, enum bd__claim claim, double x, double y)
{
    static const char *const shape[BD__CLAIMS] = {
        [BD__CLAIM_BETTER] = "m0 -4.2l4.2 7.4h-8.4z",
        [BD__CLAIM_NOT_WORSE] = "m-3.4 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0z",
        [BD__CLAIM_WORSE] = "m0 4.2l4.2 -7.4h-8.4z",
        [BD__CLAIM_UNDECIDED] = "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z",
    };
    bd__text_printf(out, "<path class=\"%s\" d=\"M%.1f %.1f%s\"/>", claim == BD__CLAIM_UNDECIDED ? "o e" : "m", x, y,
                    shape[claim]);
}

static void put_ticks(struct bd__text *out, const struct bd__axis *x, int bottom, double margin)
{
    double step = bd__axis_step((x->to - x->from) / 6.5);
    for (double i = ceil(x->from / step); i * step <= x->to && i < ceil(x->from / step) + BD__SVG_MOST_TICKS; i++) {
        double at = bd__axis_at(x, i * step);
        char text[32];
        snprintf(text, sizeof text, "%.4g", i * step);
        bd__text_printf(out, "<path class=\"g\" d=\"M%.1f %dV%d\"/>", at, TOP - 4, bottom);
        bd__svg_text(out, "d", "middle", at, bottom + 14, text);
    }
    bd__text_printf(out, "<path class=\"a\" d=\"M%.1f %dV%d\"/>", bd__axis_at(x, 1), TOP - 4, bottom);
    if (margin > x->from) {
        bd__text_printf(out, "<path class=\"a\" stroke-dasharray=\"3 3\" d=\"M%.1f %dV%d\"/>", bd__axis_at(x, margin),
                        TOP - 4, bottom);
    }
    bd__text_puts(out, "\n");
}

static void put_interval(struct bd__text *out, const struct bd__axis *x, const struct bd__contrast *of, double y)
{
    bool known = !isnan(of->ratio.low); /* else too few values for an interval: a point alone */
    double low = known ? fmax(of->ratio.low, x->from) : of->ratio.estimate;
    double high = known ? fmin(of->ratio.high, x->to) : of->ratio.estimate;
    double estimate = fmin(fmax(of->ratio.estimate, x->from), x->to);
    bd__text_printf(out, "<g class=\"%s\"><path class=\"w2\" d=\"M%.1f %.1fH%.1f\"/>", class_of(of->claim),
                    bd__axis_at(x, fmin(low, x->to)), y, bd__axis_at(x, fmax(high, x->from)));
    if (of->ratio.low < x->from) { bd__text_printf(out, "<path class=\"m\" d=\"M%d %.1fl6 -3.5v7z\"/>", LEFT - 4, y); }
    if (of->ratio.high > x->to) { bd__text_printf(out, "<path class=\"m\" d=\"M%d %.1fl-6 -3.5v7z\"/>", RIGHT + 4, y); }
    put_claim(out, of->claim, bd__axis_at(x, estimate), y);
    bd__text_puts(out, "</g>");
}

static void put_row(struct bd__text *out, const struct bd__axis *x, const struct bd__contrast *of, double y)
{
    char text[96];
    if (isnan(of->ratio.estimate)) {
        bd__svg_text(out, "d", "start", RIGHT + 8, y + 4, isnan(of->test.a12) ? "no values" : "no ratio");
    } else {
        put_interval(out, x, of, y);
        int decimals = x->to - x->from < 0.5 || of->ratio.high < 1.095 ? 3 : 2; /* near 1, and near the margin */
        if (isnan(of->ratio.low)) {
            snprintf(text, sizeof text, "%.*f %s", decimals, of->ratio.estimate, bd__claim_sign(of->claim));
        } else {
            snprintf(text, sizeof text, "%.*f  %.*f–%.*f %s", decimals, of->ratio.estimate, decimals, of->ratio.low,
                     decimals, of->ratio.high, bd__claim_sign(of->claim));
        }
        bd__svg_text(out, of->claim == BD__CLAIM_BETTER || of->claim == BD__CLAIM_WORSE ? "t" : "", "start", RIGHT + 8,
                     y + 4, text);
    }
    bd__text_puts(out, "\n");
}

void bd__forest_svg(struct bd__text *out, const struct bd__results *r, size_t measure, size_t other,
                    const struct bd__ratio_range *range)
{
    const struct bd__experiment *e = r->of;
    char title[192], about[512];
    int bottom = TOP + (int)e->subjects * ROW;
    struct bd__axis x = {range->from, range->to, 0, true, LEFT, RIGHT};
    snprintf(title, sizeof title, "against %s", e->technique[other]);
    snprintf(about, sizeof about, "%s: ratio of the medians, %s to %s, with intervals, one row per subject",
             bd__measures[measure].title, e->technique[e->candidate], e->technique[other]);
    bd__svg_open(out, bottom + FOOT, about);
    bd__svg_name(out, "t", "start", 0, 12, title, 60);
    put_ticks(out, &x, bottom, bd__results_contrast(r, measure, 0, e->candidate, other)->margin);
    for (size_t s = 0; s < e->subjects; s++) {
        double y = TOP + ((double)s + 0.5) * ROW;
        bd__svg_name(out, "", "end", LEFT - 8, y + 4, e->subject[s], 13);
        put_row(out, &x, bd__results_contrast(r, measure, s, e->candidate, other), y);
    }
    bd__svg_close(out);
}
