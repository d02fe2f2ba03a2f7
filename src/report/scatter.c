/* scatter.c: does a measure only follow the size of inputs? One point per campaign, with the line through all of them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "metrics/common_slope.h"
#include "report/plots.h"
#include "report/svg.h"

enum { HEIGHT = 300, LEFT = 44, RIGHT = 410, TOP = 26, BOTTOM = 258 };

struct points {
    double *x, *y; /* owned; logarithms, minus the mean of the subject */
    size_t *subject, *technique;
    size_t count;
};

/* Subtracts the mean of the points from FIRST on. */
static void centre(double *value, size_t first, size_t count)
{
    double sum = 0;
    for (size_t i = first; i < count; i++) { sum += value[i]; }
    for (size_t i = first; i < count; i++) { value[i] -= sum / (double)(count - first); }
}

static struct points gather(const struct bd__results *r, size_t measure, size_t size)
{
    const struct bd__experiment *e = r->of;
    size_t most = e->subjects * e->techniques * e->repetitions;
    struct points points = {bd__memory(most, sizeof(double)), bd__memory(most, sizeof(double)),
                            bd__memory(most, sizeof(size_t)), bd__memory(most, sizeof(size_t)), 0};
    for (size_t s = 0; s < e->subjects; s++) {
        size_t first = points.count;
        for (size_t t = 0; t < e->techniques; t++) {
            for (size_t i = 0; i < e->repetitions; i++) {
                const struct bd__campaign *campaign = bd__experiment_at(e, s, t, i);
                double x = campaign->there ? bd__measures[size].at(&campaign->record.last) : 0;
                double y = campaign->there ? bd__measures[measure].at(&campaign->record.last) : 0;
                if (!(x > 0 && y > 0)) { continue; }
                points.x[points.count] = log(x);
                points.y[points.count] = log(y);
                points.subject[points.count] = s;
                points.technique[points.count++] = t;
            }
        }
        centre(points.x, first, points.count);
        centre(points.y, first, points.count);
    }
    return points;
}

static struct bd__axis axis_of(const double *value, size_t count, double start, double end)
{
    double low = log(0.95), high = log(1.05);
    for (size_t i = 0; i < count; i++) {
        low = fmin(low, value[i]);
        high = fmax(high, value[i]);
    }
    double from = exp(low) / 1.01, to = exp(high) * 1.01;
    return (struct bd__axis){from, to, bd__axis_step((to - from) / 5), true, start, end};
}

static void put_axes(struct bd__text *out, const struct bd__axis *x, const struct bd__axis *y)
{
    char text[32];
    for (double i = ceil(x->from / x->step); i * x->step <= x->to; i++) {
        double at = bd__axis_at(x, i * x->step);
        snprintf(text, sizeof text, "%.4g", i * x->step);
        bd__text_printf(out, "<path class=\"a\" d=\"M%.1f %dv4\"/>", at, BOTTOM);
        bd__svg_text(out, "", "middle", at, BOTTOM + 16, text);
    }
    for (double i = ceil(y->from / y->step); i * y->step <= y->to; i++) {
        double at = bd__axis_at(y, i * y->step);
        snprintf(text, sizeof text, "%.4g", i * y->step);
        bd__text_printf(out, "<path class=\"g\" d=\"M%d %.1fH%d\"/>", LEFT, at, RIGHT);
        bd__svg_text(out, "", "end", LEFT - 5, at + 4, text);
    }
    bd__text_printf(out, "<path class=\"a\" d=\"M%d %dV%dH%d\"/>\n", LEFT, TOP, BOTTOM, RIGHT);
}

/* All logarithms have the mean 0, so the line goes through (1, 1). */
static void put_line(struct bd__text *out, const struct bd__axis *x, const struct bd__axis *y, double slope)
{
    double from = x->from, to = x->to;
    if (slope != 0) { /* cut where it leaves the drawing above or below */
        double one = pow(y->from, 1 / slope), other = pow(y->to, 1 / slope);
        from = fmax(from, fmin(one, other));
        to = fmin(to, fmax(one, other));
    }
    bd__text_printf(out, "<path class=\"a\" stroke-dasharray=\"6 4\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
                    bd__axis_at(x, from), bd__axis_at(y, pow(from, slope)), bd__axis_at(x, to),
                    bd__axis_at(y, pow(to, slope)));
}

struct bd__common_slope bd__scatter_svg(struct bd__text *out, const struct bd__results *r, size_t measure, size_t size)
{
    const struct bd__experiment *e = r->of;
    struct points points = gather(r, measure, size);
    struct bd__common_slope fit = bd__common_slope(points.x, points.y, points.subject, points.count);
    struct bd__axis x = axis_of(points.x, points.count, LEFT, RIGHT), y = axis_of(points.y, points.count, BOTTOM, TOP);
    char text[256], about[600];
    snprintf(text, sizeof text, "%s, as a ratio to the subject's mean", bd__measures[measure].title);
    snprintf(about, sizeof about, "%s, against: %s; one point per campaign", text, bd__measures[size].title);
    bd__svg_open(out, HEIGHT, about);
    bd__svg_text(out, "t", "start", 0, 12, text);
    put_axes(out, &x, &y);
    snprintf(text, sizeof text, "%s, as a ratio to the subject's mean", bd__measures[size].title);
    bd__svg_text(out, "d", "middle", (LEFT + RIGHT) / 2.0, HEIGHT - 4, text);
    if (!isnan(fit.slope)) { put_line(out, &x, &y, fit.slope); }
    for (size_t t = 0; t < e->techniques; t++) {
        bd__text_printf(out, "<g class=\"k%zu\">", bd__svg_colour(e, t));
        for (size_t i = 0; i < points.count; i++) {
            if (points.technique[i] != t) { continue; }
            bd__svg_mark(out, t, bd__axis_at(&x, exp(points.x[i])), bd__axis_at(&y, exp(points.y[i])));
        }
        bd__text_puts(out, "</g>\n");
    }
    bd__svg_close(out);
    free(points.x);
    free(points.y);
    free(points.subject);
    free(points.technique);
    return fit;
}
