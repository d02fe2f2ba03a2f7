/* chart.h: curves as inline SVG: one line per technique, with a band around it and its name at the end. Each technique has its own
 * colour, dashes and markers; any one of these identifies it. */
#ifndef BD_REPORT_CHART_H
#define BD_REPORT_CHART_H

#include "report/curve.h"

struct bd__chart {
    const char *title; /* what is on the y axis, with its unit */
    const char *x_title;
    const char *about;             /* for screen readers */
    double x_end;                  /* 0: where the curves end */
    double y_end;                  /* 0: at the highest value; else the axis goes from 0 to this */
    bool logarithmic;              /* the x axis */
    const struct bd__curve *curve; /* one per technique; one without points is not drawn */
    const struct bd__experiment *of;
};

void bd__chart_svg(struct bd__text *out, const struct bd__chart *chart);

/* The techniques with their colours, dashes and markers, as an HTML list. */
void bd__chart_legend(struct bd__text *out, const struct bd__experiment *experiment);

#endif
