#include "report/chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/number.h"
#include "report/table.h"

/* The drawing is 420 units wide; at 420 pixels, letters have their natural size. */
enum { WIDTH = 420, HEIGHT = 250, LEFT = 44, RIGHT = 316, TOP = 26, BOTTOM = 212, LABEL_GAP = 12, MOST_TICKS = 20 };

/* ---- Styles ---------------------------------------------------------------------------------- */

enum { COLOURS = 8, DASHES = 6, MARKERS = 8 };
static const char *const dashes[DASHES] = {"", "7 3", "2 2.5", "9 3 2 3", "12 4", "4 2 1 2 1 2"};

/* GUIDE@plain has the colour of its guide: it is the same strategy, at another speed. */
static size_t colour_of(const struct bd__experiment *e, size_t technique)
{
    size_t guides = e->manifest.guides.count;
    for (size_t g = 0; technique >= guides && g < guides; g++) {
        if (strcmp(e->manifest.guides.name[g], e->manifest.blackbox.name[technique - guides]) == 0) {
            return g % COLOURS;
        }
    }
    return technique % COLOURS;
}

/* Markers are about 7 units wide. Class m is filled; o is drawn with lines: a cross, a saltire, a hollow square. */
static void put_marker(struct bd__text *out, size_t technique, double x, double y)
{
    static const char *const shape[MARKERS] = {
        "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z",
        "m-2.8 -2.8h5.6v5.6h-5.6z",
        "m0 -3.6l3.6 6.2h-7.2z",
        "m0 -3.8l3.8 3.8l-3.8 3.8l-3.8 -3.8z",
        "m-3.4 0h6.8m-3.4 -3.4v6.8",
        "m-2.7 -2.7l5.4 5.4m0 -5.4l-5.4 5.4",
        "m0 3.6l3.6 -6.2h-7.2z",
        "m-2.8 -2.8h5.6v5.6h-5.6z",
    };
    static const char *const kind[MARKERS] = {"m", "m", "m", "m", "o", "o", "m", "o"};
    bd__text_printf(out, "<path class=\"%s\" d=\"M%.1f %.1f%s\"/>", kind[technique % MARKERS], x, y,
                    shape[technique % MARKERS]);
}

static void put_dash(struct bd__text *out, size_t technique)
{
    const char *dash = dashes[technique % DASHES];
    if (*dash) { bd__text_printf(out, " stroke-dasharray=\"%s\"", dash); }
}

void bd__chart_legend(struct bd__text *out, const struct bd__experiment *e)
{
    bd__text_puts(out, "<ul class=\"legend\">\n");
    for (size_t t = 0; t < e->techniques; t++) {
        bd__text_printf(out, "<li class=\"k%zu\"><svg viewBox=\"0 0 44 14\" aria-hidden=\"true\"><path class=\"l\"",
                        colour_of(e, t));
        put_dash(out, t);
        bd__text_puts(out, " d=\"M1 7h42\"/>");
        put_marker(out, t, 22, 7);
        bd__text_puts(out, "</svg>");
        bd__html_escape(out, e->technique[t]);
        bd__text_puts(out, "</li>\n");
    }
    bd__text_puts(out, "</ul>\n");
}

/* ---- Axes ------------------------------------------------------------------------------------ */

struct axis {
    double from, to, step; /* step: between ticks */
    bool logarithmic;
};

/* The smallest number of the form 1, 2 or 5 times a power of ten that is at least X. */
static double round_step(double x)
{
    double power = pow(10, floor(log10(x)));
    double digit = x / power;
    return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

static double x_of(const struct axis *axis, double x)
{
    double share = axis->logarithmic ? log(x / axis->from) / log(axis->to / axis->from)
                                     : (x - axis->from) / (axis->to - axis->from);
    return LEFT + share * (RIGHT - LEFT);
}

static double y_of(const struct axis *axis, double y)
{
    return BOTTOM - (y - axis->from) / (axis->to - axis->from) * (BOTTOM - TOP);
}

/* Begins at 0 if the values come near it; ticks are at round numbers. */
static struct axis y_axis(const struct bd__chart *chart)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t t = 0; t < chart->of->techniques; t++) {
        const struct bd__curve *curve = &chart->curve[t];
        for (size_t i = 0; i < curve->count; i++) {
            low = fmin(low, curve->low[i]);
            high = fmax(high, curve->high[i]);
        }
    }
    if (!isfinite(low)) { low = high = 0; }
    if (low < 0.5 * high || high <= 0) { low = 0; }
    if (high <= low) { high = low + (low > 0 ? 0.1 * low : 1); }
    double step = round_step((high - low) / 4.5);
    return (struct axis){floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step, step, false};
}

static struct axis x_axis(const struct bd__chart *chart)
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
        return (struct axis){from, fmax(to, 10 * from), 10, true};
    }
    to = to > 0 ? to : 1;
    return (struct axis){0, to, round_step(to / 6), false};
}

static void put_x_tick(struct bd__text *out, const struct axis *axis, double value)
{
    double x = x_of(axis, value);
    bd__text_printf(out,
                    "<path class=\"a\" d=\"M%.1f %dv4\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>", x,
                    BOTTOM, x, BOTTOM + 16, bd__number_short(value).text);
}

static void put_axes(struct bd__text *out, const struct bd__chart *chart, const struct axis *x, const struct axis *y)
{
    for (int i = 0; i < MOST_TICKS && y->from + i * y->step <= y->to + y->step / 2; i++) {
        double value = y->from + i * y->step, at = y_of(y, value);
        if (i > 0) { bd__text_printf(out, "<path class=\"g\" d=\"M%d %.1fH%d\"/>", LEFT, at, RIGHT); }
        bd__text_printf(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>", LEFT - 5, at + 4,
                        bd__number_short(value).text);
    }
    if (x->logarithmic) {
        int first = (int)ceil(log10(x->from) - 1e-9), last = (int)floor(log10(x->to) + 1e-9);
        for (int power = first; power <= last; power++) { put_x_tick(out, x, pow(10, power)); }
    } else {
        for (int i = 0; i < MOST_TICKS && i * x->step <= x->to * (1 + 1e-9); i++) { put_x_tick(out, x, i * x->step); }
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

static void put_band(struct bd__text *out, const struct bd__curve *curve, const struct axis *x, const struct axis *y)
{
    struct pen pen = {.out = out};
    bd__text_puts(out, "<path class=\"b\" d=\"");
    for (size_t i = 0; i < curve->count; i++) { pen_to(&pen, x_of(x, curve->x[i]), y_of(y, curve->high[i])); }
    for (size_t i = curve->count; i-- > 0;) { pen_to(&pen, x_of(x, curve->x[i]), y_of(y, curve->low[i])); }
    bd__text_puts(out, "z\"/>");
}

static void put_line(struct bd__text *out, const struct bd__curve *curve, const struct axis *x, const struct axis *y,
                     size_t technique)
{
    struct pen pen = {.out = out};
    bd__text_puts(out, "<path class=\"l\"");
    put_dash(out, technique);
    bd__text_puts(out, " d=\"");
    for (size_t i = 0; i < curve->count; i++) { pen_to(&pen, x_of(x, curve->x[i]), y_of(y, curve->median[i])); }
    bd__text_puts(out, "\"/>");
    /* Shift the markers of different curves, so that they do not cover each other. */
    size_t apart = curve->count > 10 ? 10 : curve->count;
    for (size_t i = technique % apart; i < curve->count; i += apart) {
        put_marker(out, technique, x_of(x, curve->x[i]), y_of(y, curve->median[i]));
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

static void put_names(struct bd__text *out, const struct bd__chart *chart, const struct axis *x, const struct axis *y)
{
    const struct bd__experiment *e = chart->of;
    struct label *label = bd__memory(e->techniques, sizeof *label);
    size_t count = 0;
    for (size_t t = 0; t < e->techniques; t++) {
        const struct bd__curve *curve = &chart->curve[t];
        if (curve->count == 0) { continue; }
        size_t last = curve->count - 1;
        label[count++] = (struct label){t, x_of(x, curve->x[last]), y_of(y, curve->median[last]), 0};
    }
    qsort(label, count, sizeof *label, by_end);
    spread(label, count);
    for (size_t i = 0; i < count && count <= (BOTTOM - TOP) / LABEL_GAP; i++) {
        bd__text_printf(out,
                        "<g class=\"k%zu\"><path class=\"j\" d=\"M%.1f %.1fL%d %.1fh4\"/>"
                        "<text class=\"n\" x=\"%d\" y=\"%.1f\">",
                        colour_of(e, label[i].technique), label[i].x, label[i].end, RIGHT + 8, label[i].at, RIGHT + 14,
                        label[i].at + 3.5);
        bd__html_escape(out, e->technique[label[i].technique]);
        bd__text_puts(out, "</text></g>");
    }
    bd__text_puts(out, "\n");
    free(label);
}

void bd__chart_svg(struct bd__text *out, const struct bd__chart *chart)
{
    const struct bd__experiment *e = chart->of;
    struct axis x = x_axis(chart), y = y_axis(chart);
    bd__text_printf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH, HEIGHT);
    bd__html_escape(out, chart->about);
    bd__text_puts(out, "\">\n");
    put_axes(out, chart, &x, &y);
    for (size_t t = 0; t < e->techniques; t++) {
        if (chart->curve[t].count == 0) { continue; }
        bd__text_printf(out, "<g class=\"k%zu\">", colour_of(e, t));
        put_band(out, &chart->curve[t], &x, &y);
        bd__text_puts(out, "</g>\n");
    }
    for (size_t t = 0; t < e->techniques; t++) { /* all lines are above all bands */
        if (chart->curve[t].count == 0) { continue; }
        bd__text_printf(out, "<g class=\"k%zu\">", colour_of(e, t));
        put_line(out, &chart->curve[t], &x, &y, t);
        bd__text_puts(out, "</g>\n");
    }
    put_names(out, chart, &x, &y);
    bd__text_puts(out, "</svg>\n");
}
