/* chart.h: curves as inline SVG: a line a technique, with a band around it, a name at its end, and colour, dashes
 * and markers of its own, so that any one of these is enough to tell it. */
#ifndef BD_REPORT_CHART_H
#define BD_REPORT_CHART_H

#include "report/curve.h"

struct bd__chart {
    const char *title; /* what is on the y axis, with its unit */
    const char *x_title;
    const char *about;             /* for those who cannot see it */
    double x_end;                  /* 0: where the curves end */
    bool logarithmic;              /* the x axis */
    const struct bd__curve *curve; /* one a technique; without points: not drawn */
    const struct bd__experiment *of;
};

void bd__chart_svg(struct bd__text *out, const struct bd__chart *chart);

/* The techniques with their colours, dashes and markers, as an HTML list. */
void bd__chart_legend(struct bd__text *out, const struct bd__experiment *experiment);

#endif
