#include "report/svg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/table.h"

void bd__svg_open(struct bd__text *out, int height, const char *about)
{
    bd__text_printf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", BD__SVG_WIDTH, height);
    bd__html_escape(out, about);
    bd__text_puts(out, "\">\n");
}

void bd__svg_close(struct bd__text *out)
{
    bd__text_puts(out, "</svg>\n");
}

void bd__svg_text(struct bd__text *out, const char *style, const char *anchor, double x, double y, const char *text)
{
    bd__text_puts(out, "<text");
    if (*style) { bd__text_printf(out, " class=\"%s\"", style); }
    bd__text_printf(out, " x=\"%.1f\" y=\"%.1f\"", x, y);
    if (strcmp(anchor, "start") != 0) { bd__text_printf(out, " text-anchor=\"%s\"", anchor); }
    bd__text_puts(out, ">");
    bd__html_escape(out, text);
    bd__text_puts(out, "</text>");
}

void bd__svg_name(struct bd__text *out, const char *style, const char *anchor, double x, double y, const char *name,
                  size_t letters)
{
    char cut[256];
    size_t size = strlen(name), end = letters - 1;
    if (size <= letters || letters >= sizeof cut - 4) {
        bd__svg_text(out, style, anchor, x, y, name);
        return;
    }
    while (end > 0 && ((unsigned char)name[end] & 0xc0) == 0x80) { end--; } /* not in the middle of a character */
    snprintf(cut, sizeof cut, "%.*s…", (int)end, name);
    bd__svg_text(out, style, anchor, x, y, cut);
}

/* ---- Techniques ------------------------------------------------------------------------------ */

enum { COLOURS = 8, DASHES = 6, MARKERS = 8 };
static const char *const dashes[DASHES] = {"", "7 3", "2 2.5", "9 3 2 3", "12 4", "4 2 1 2 1 2"};

size_t bd__svg_colour(const struct bd__experiment *e, size_t technique)
{
    const struct bd__techniques *all = &e->manifest.all;
    bool plain = technique < all->count && all->one[technique].plain;
    for (size_t t = 0; plain && t < all->count; t++) {
        if (strcmp(all->one[t].name, all->one[technique].guide) == 0) { return t % COLOURS; }
    }
    return technique % COLOURS;
}

/* Class m is filled; o is drawn with lines: a cross, a saltire, a hollow square. */
void bd__svg_mark(struct bd__text *out, size_t technique, double x, double y)
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

void bd__svg_dash(struct bd__text *out, size_t technique)
{
    const char *dash = dashes[technique % DASHES];
    if (*dash) { bd__text_printf(out, " stroke-dasharray=\"%s\"", dash); }
}

/* ---- Axes ------------------------------------------------------------------------------------ */

double bd__axis_at(const struct bd__axis *axis, double value)
{
    double share = axis->logarithmic ? log(value / axis->from) / log(axis->to / axis->from)
                                     : (value - axis->from) / (axis->to - axis->from);
    return axis->start + share * (axis->end - axis->start);
}

double bd__axis_step(double x)
{
    double power = pow(10, floor(log10(x)));
    double digit = x / power;
    return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}
