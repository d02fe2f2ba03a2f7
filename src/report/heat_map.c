/* heat_map.c: Â12 as a colour: the candidate's above 0.5, the other's below. */
#include <math.h>
#include <stdio.h>

#include "report/plots.h"
#include "report/svg.h"

enum { LEFT = 116, TOP = 84, ROW = 20, LEAST_FOR_NUMBERS = 24, LETTERS = 17 };

static void put_cell(struct bd__text *out, const struct bd__contrast *of, double x, double y, double width)
{
    double a12 = of->test.a12, most = 0.75; /* so that the number stays legible */
    char text[16];
    if (isnan(a12)) { return; }
    bd__text_printf(out,
                    "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill-opacity=\"%.2f\"/>",
                    a12 >= 0.5 ? "hi" : "lo", x, y, width - 1, ROW - 1, most * 2 * fabs(a12 - 0.5));
    bool certain = of->p < BD__ALPHA;
    if (width >= LEAST_FOR_NUMBERS) {
        snprintf(text, sizeof text, "%.2f", a12);
        bd__svg_text(out, certain ? "t" : "", "middle", x + width / 2 - 0.5, y + 13.5, text);
    }
    if (certain) {
        bd__text_printf(out, "<rect class=\"a\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>", x + 0.5, y + 0.5,
                        width - 2, ROW - 2);
    }
}

void bd__heat_map_svg(struct bd__text *out, const struct bd__results *r, size_t measure)
{
    const struct bd__experiment *e = r->of;
    char about[512];
    double width = fmin(56, (double)(BD__SVG_WIDTH - LEFT) / (double)e->subjects), y = TOP;
    snprintf(about, sizeof about,
             "%s: A12 of %s against each other technique, by subject; the values are in the tables",
             bd__measures[measure].title, e->technique[e->candidate]);
    bd__svg_open(out, TOP + (int)(e->techniques - 1) * ROW + 2, about);
    bd__svg_text(out, "t", "start", 0, 12, bd__measures[measure].title);
    for (size_t s = 0; s < e->subjects; s++) {
        double x = LEFT + ((double)s + 0.5) * width;
        bd__text_printf(out, "<g transform=\"translate(%.1f %d) rotate(-45)\">", x, TOP - 6);
        bd__svg_name(out, "", "start", 0, 0, e->subject[s], 14);
        bd__text_puts(out, "</g>");
    }
    for (size_t t = 0; t < e->techniques; t++) {
        if (t == e->candidate) { continue; }
        bd__svg_name(out, "", "end", LEFT - 6, y + 13.5, e->technique[t], LETTERS);
        for (size_t s = 0; s < e->subjects; s++) {
            put_cell(out, bd__results_contrast(r, measure, s, e->candidate, t), LEFT + (double)s * width, y, width);
        }
        bd__text_puts(out, "\n");
        y += ROW;
    }
    bd__svg_close(out);
}
