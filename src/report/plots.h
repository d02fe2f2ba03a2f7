/* plots.h: the drawings at the top of a report, as inline SVG. */
#ifndef BD_REPORT_PLOTS_H
#define BD_REPORT_PLOTS_H

#include "metrics/common_slope.h"
#include "report/results.h"

/* Forest plot: the ratio of the candidate's median of MEASURE to that of OTHER, with its interval, on each subject. A dashed
 * line shows the margin. FROM, TO: the range of ratios; what lies beyond is cut, and ends in an arrow. */
struct bd__ratio_range {
    double from, to;
};
void bd__forest_svg(struct bd__text *out, const struct bd__results *r, size_t measure, size_t other,
                    const struct bd__ratio_range *range);
/* The range that shows all intervals of MEASURE, within limits. */
struct bd__ratio_range bd__forest_range(const struct bd__results *r, size_t measure);
/* The sign of a claim, as in the plot: ▲ ● ▼ ○. */
const char *bd__claim_sign(enum bd__claim claim);

/* Heat map: Â12 of the candidate against each other technique (rows) on each subject (columns). */
void bd__heat_map_svg(struct bd__text *out, const struct bd__results *r, size_t measure);

/* MEASURE against SIZE, each as a ratio to the subject's mean; a point per campaign, both axes logarithmic. Returns the line
 * through them. */
struct bd__common_slope bd__scatter_svg(struct bd__text *out, const struct bd__results *r, size_t measure, size_t size);

#endif
