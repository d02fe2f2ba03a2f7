/* statistics.h: describes one sample: a figure measured once per repetition. */
#ifndef BD_METRICS_STATISTICS_H
#define BD_METRICS_STATISTICS_H

#include <stddef.h>

/* For an empty sample all figures are NAN. SD is the sample standard deviation (n - 1), NAN for a single value. */
struct bd__statistics {
    size_t count;
    double mean, sd, median, lowest, highest, quartile[2]; /* the first and the third quartile */
};
struct bd__statistics bd__statistics_of(const double *value, size_t count);

/* The P-quantile (P from 0 to 1) of SORTED values, linear between neighbours (type 7 of Hyndman and Fan 1996). */
double bd__statistics_quantile(const double *sorted, size_t count, double p);

/* Sorts VALUE in ascending order. */
void bd__statistics_sort(double *value, size_t count);

/* The rank of each VALUE, 1 for the highest; equal values share the mean of their ranks. */
void bd__statistics_ranks(const double *value, size_t count, double *rank);

#endif
