/* common_slope.h: how much of the differences within groups does one quantity explain of another?
 *
 * One straight line per group, all with the same slope (analysis of covariance). With x and y as deviations from the means of
 * their groups,
 *
 *     slope = Σ x y / Σ x²       explained = (Σ x y)² / (Σ x² Σ y²)
 */
#ifndef BD_METRICS_COMMON_SLOPE_H
#define BD_METRICS_COMMON_SLOPE_H

#include <stddef.h>

struct bd__common_slope {
    double slope, explained; /* explained: 0 … 1, of the variance within groups; NAN if x or y does not vary there */
};

/* GROUP[i] is the number of the group of the i-th point, below COUNT. */
struct bd__common_slope bd__common_slope(const double *x, const double *y, const size_t *group, size_t count);

#endif
