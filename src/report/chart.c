#include "report/chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/number.h"
#include "report/svg.h"
#include "report/table.h"

enum { HEIGHT = 250, LEFT = 44, RIGHT = 316, TOP = 26, BOTTOM = 212, LABEL_GAP = 12, LETTERS = 16 };

void bd__chart_legend(struct bd__text *out, const struct bd__experiment *e)
{
    bd__text_puts(out, "<ul class=\"legend\">\n");
    for (size_t t = 0; t < e->techniques; t++) {
        bd__text_printf(out, "<li class=\"k%zu\"><svg viewBox=\"0 0 44 14\" aria-hidden=\"true\"><path class=\"l\"",
                        bd__svg_colour(e, t));
        bd__svg_dash(out, t);
        bd__text_puts(out, " d=\"M1 7h42\"/>");
        bd__svg_mark(out, t, 22, 7);
        bd__text_puts(out, "</svg>");
        bd__html_escape(out, e->technique[t]);
        bd__text_puts(out, "</li>\n");
    }
    bd__text_puts(out, "</ul>\n");
}

/* ---- Axes ------------------------------------------------------------------------------------ */

/* Begins at 0 if the values come near it; ticks are at round numbers. */
static struct bd__axis y_axis(const struct bd__chart *chart)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t t = 0; t < chart->of->techniques; t++) {
        const struct bd__curve *curve = &chart->curve[t];
        for (size_t i = 0; i < curve->count; i++) {
            low = fmin(low, curve->low[i]);
            high = fmax(high, curve->high[i]);
        }
    }
    if (chart->y_end > 0) { low = 0, high = chart->y_end; }
    if (!isfinite(low)) { low = high = 0; }
    if (low < 0.5 * high || high <= 0) { low = 0; }
    if (high <= low) { high = low + (low > 0 ? 0.1 * low : 1); }
    double step = bd__axis_step((high - low) / 4.5);
    return (struct bd__axis){
        floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step, step, false, BOTTOM, TOP};
}

static struct bd__axis x_axis(const struct bd__chart *chart)
{
    double from = INFINITY, to = chart->x_end;
    for (size_t t = 0; t < chart->of->techniques; t++) {
        const struct bd__curve *curve = &chart->curve[t];
        if (curve->count == 0) { continue; }
        from = fmin(from, curve->x[0]);
        to = fmax(to, curve->x[curve->count - 1]);
    }
    if (chart->logarithmic) {
        from = isfinite(from) && from > 0 ? from : 1;
        return (struct bd__axis){from, fmax(to, 10 * from), 10, true, LEFT, RIGHT};
    }
    to = to > 0 ? to : 1;
    return (struct bd__axis){0, to, bd__axis_step(to / 6), false, LEFT, RIGHT};
}

static void put_x_tick(struct bd__text *out, const struct bd__axis *axis, double value)
{
    double x = bd__axis_at(axis, value);
    bd__text_printf(out,
                    "<path class=\"a\" d=\"M%.1f %dv4\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>", x,
                    BOTTOM, x, BOTTOM + 16, bd__number_short(value).text);
}

static void put_axes(struct bd__text *out, const struct bd__chart *chart, const struct bd__axis *x,
                     const struct bd__axis *y)
{
    for (int i = 0; i < BD__SVG_MOST_TICKS && y->from + i * y->step <= y->to + y->step / 2; i++) {
        double value = y->from + i * y->step, at = bd__axis_at(y, value);
        if (i > 0) { bd__text_printf(out, "<path class=\"g\" d=\"M%d %.1fH%d\"/>", LEFT, at, RIGHT); }
        bd__text_printf(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>", LEFT - 5, at + 4,
                        bd__number_short(value).text);
    }
    if (x->logarithmic) {
        int first = (int)ceil(log10(x->from) - 1e-9), last = (int)floor(log10(x->to) + 1e-9);
        for (int power = first; power <= last; power++) { put_x_tick(out, x, pow(10, power)); }
    } else {
        for (int i = 0; i < BD__SVG_MOST_TICKS && i * x->step <= x->to * (1 + 1e-9); i++) {
            put_x_tick(out, x, i * x->step);
        }
    }
    bd__text_printf(out, "<path class=\"a\" d=\"M%d %dV%dH%d\"/>\n", LEFT, TOP, BOTTOM, RIGHT);
    bd__text_printf(out, "<text class=\"t\" x=\"0\" y=\"12\">");
    bd__html_escape(out, chart->title);
    bd__text_printf(out, "</text><text class=\"d\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">", (LEFT + RIGHT) / 2,
                    HEIGHT - 4);
    bd__html_escape(out, chart->x_title);
    bd__text_puts(out, "</text>\n");
}

/* ---- Curves ---------------------------------------------------------------------------------- */

/* A path of relative steps in tenths of a unit takes a third of the bytes of an absolute one. */
struct pen {
    struct bd__text *out;
    long x, y; /* in tenths */
    bool down;
};

static void put_tenths(struct bd__text *out, long tenths)
{
    if (tenths % 10) {
        bd__text_printf(out, "%s%ld.%ld", tenths < 0 ? "-" : "", labs(tenths) / 10, labs(tenths) % 10);
    } else {
        bd__text_printf(out, "%ld", tenths / 10);
    }
}

static void pen_to(struct pen *pen, double x, double y)
{
    long to_x = lround(10 * x), to_y = lround(10 * y);
    bd__text_puts(pen->out, pen->down ? "l" : "M");
    put_tenths(pen->out, pen->down ? to_x - pen->x : to_x);
    bd__text_puts(pen->out, " ");
    put_tenths(pen->out, pen->down ? to_y - pen->y : to_y);
    pen->x = to_x;
    pen->y = to_y;
    pen->down = true;
}

static void put_band(struct bd__text *out, const struct bd__curve *curve, const struct bd__axis *x,
                     const struct bd__axis *y)
{
    struct pen pen = {.out = out};
    bd__text_puts(out, "<path class=\"b\" d=\"");
    for (size_t i = 0; i < curve->count; i++) {
        pen_to(&pen, bd__axis_at(x, curve->x[i]), bd__axis_at(y, curve->high[i]));
    }
    for (size_t i = curve->count; i-- > 0;) {
        pen_to(&pen, bd__axis_at(x, curve->x[i]), bd__axis_at(y, curve->low[i]));
    }
    bd__text_puts(out, "z\"/>");
}

static void put_line(struct bd__text *out, const struct bd__curve *curve, const struct bd__axis *x,
                     const struct bd__axis *y, size_t technique)
{
    struct pen pen = {.out = out};
    bd__text_puts(out, "<path class=\"l\"");
    bd__svg_dash(out, technique);
    bd__text_puts(out, " d=\"");
    for (size_t i = 0; i < curve->count; i++) {
        pen_to(&pen, bd__axis_at(x, curve->x[i]), bd__axis_at(y, curve->median[i]));
    }
    bd__text_puts(out, "\"/>");
    /* Shift the markers of different curves, so that they do not cover each other. */
    size_t apart = curve->count > 10 ? 10 : curve->count;
    for (size_t i = technique % apart; i < curve->count; i += apart) {
        bd__svg_mark(out, technique, bd__axis_at(x, curve->x[i]), bd__axis_at(y, curve->median[i]));
    }
}

/* ---- Names at the ends ----------------------------------------------------------------------- */

struct label {
    size_t technique;
    double x, end, at; /* end of the curve; AT: height of the name */
};

static int by_end(const void *a, const void *b)
{
    const struct label *x = a, *y = b;
    if (x->end != y->end) { return x->end < y->end ? -1 : 1; }
    return x->technique < y->technique ? -1 : 1;
}

/* Moves names apart: downwards, then back up from the lower edge. */
static void spread(struct label *label, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double least = i ? label[i - 1].at + LABEL_GAP : TOP;
        label[i].at = fmax(label[i].end, least);
    }
    for (size_t i = count; i-- > 0;) {
        double most = i + 1 < count ? label[i + 1].at - LABEL_GAP : BOTTOM;
        label[i].at = fmin(label[i].at, most);
    }
}

static void put_names(struct bd__text *out, const struct bd__chart *chart, const struct bd__axis *x,
                      const struct bd__axis *y)
{
    const struct bd__experiment *e = chart->of;
    struct label *label = bd__memory(e->techniques, sizeof *label);
    size_t count = 0;
    for (size_t t = 0; t < e->techniques; t++) {
        const struct bd__curve *curve = &chart->curve[t];
        if (curve->count == 0) { continue; }
        size_t last = curve->count - 1;
        label[count++] = (struct label){t, bd__axis_at(x, curve->x[last]), bd__axis_at(y, curve->median[last]), 0};
    }
    qsort(label, count, sizeof *label, by_end);
    spread(label, count);
    for (size_t i = 0; i < count && count <= (BOTTOM - TOP) / LABEL_GAP; i++) {
        bd__text_printf(out, "<g class=\"k%zu\"><path class=\"j\" d=\"M%.1f %.1fL%d %.1fh4\"/>",
                        bd__svg_colour(e, label[i].technique), label[i].x, label[i].end, RIGHT + 8, label[i].at);
        bd__svg_name(out, "n", "start", RIGHT + 14, label[i].at + 3.5, e->technique[label[i].technique], LETTERS);
        bd__text_puts(out, "</g>");
    }
    bd__text_puts(out, "\n");
    free(label);
}

void bd__chart_svg(struct bd__text *out, const struct bd__chart *chart)
{
    const struct bd__experiment *e = chart->of;
    struct bd__axis x = x_axis(chart), y = y_axis(chart);
    bd__svg_open(out, HEIGHT, chart->about);
    put_axes(out, chart, &x, &y);
    for (size_t t = 0; t < e->techniques; t++) {
        if (chart->curve[t].count == 0) { continue; }
        bd__text_printf(out, "<g class=\"k%zu\">", bd__svg_colour(e, t));
        put_band(out, &chart->curve[t], &x, &y);
        bd__text_puts(out, "</g>\n");
    }
    for (size_t t = 0; t < e->techniques; t++) { /* all lines are above all bands */
        if (chart->curve[t].count == 0) { continue; }
        bd__text_printf(out, "<g class=\"k%zu\">", bd__svg_colour(e, t));
        put_line(out, &chart->curve[t], &x, &y, t);
        bd__text_puts(out, "</g>\n");
    }
    put_names(out, chart, &x, &y);
    bd__svg_close(out);
}
