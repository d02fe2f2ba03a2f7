/* svg.h: what all charts share: the marks and colours of techniques, axes, and text. A drawing is BD__SVG_WIDTH units wide; at
 * so many pixels, letters have their natural size. Colours are classes of the page's style (document.c). */
#ifndef BD_REPORT_SVG_H
#define BD_REPORT_SVG_H

#include "report/experiment.h"

enum { BD__SVG_WIDTH = 420, BD__SVG_MOST_TICKS = 20 };

/* ABOUT: for screen readers. */
void bd__svg_open(struct bd__text *out, int height, const char *about);
void bd__svg_close(struct bd__text *out);

/* TEXT with its ANCHOR ("start", "middle", "end") at X, Y. STYLE: t a title, d dim, "" neither. */
void bd__svg_text(struct bd__text *out, const char *style, const char *anchor, double x, double y, const char *text);

/* The same, cut to about this many LETTERS, with … at the end: names may be long, and the page must not become wider. */
void bd__svg_name(struct bd__text *out, const char *style, const char *anchor, double x, double y, const char *name,
                  size_t letters);

/* ---- techniques ---- */

/* The number k of the class "k%zu", which sets the colour. GUIDE@plain has that of its guide: it is the same strategy. */
size_t bd__svg_colour(const struct bd__experiment *experiment, size_t technique);
/* A marker about 7 units wide. */
void bd__svg_mark(struct bd__text *out, size_t technique, double x, double y);
/* The attribute that makes a line dashed, for techniques that have it. */
void bd__svg_dash(struct bd__text *out, size_t technique);

/* ---- axes ---- */

/* Values FROM … TO lie at START … END. */
struct bd__axis {
    double from, to, step; /* step: between ticks; 10, if logarithmic, means powers of ten */
    bool logarithmic;
    double start, end;
};
double bd__axis_at(const struct bd__axis *axis, double value);
/* The smallest number of the form 1, 2 or 5 times a power of ten that is at least X. */
double bd__axis_step(double x);

#endif
