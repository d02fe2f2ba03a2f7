/* sample.h: describes one sample: a figure measured once per repetition. */
#ifndef BD_METRICS_SAMPLE_H
#define BD_METRICS_SAMPLE_H

#include <stddef.h>

/* For an empty sample all figures are NAN. SD is the sample standard deviation (n - 1), NAN for a single value. */
struct bd__sample {
    size_t count;
    double mean, sd, median, lowest, highest, quartile[2]; /* the first and the third quartile */
};
struct bd__sample bd__sample_describe(const double *value, size_t count);

/* The P-quantile (P from 0 to 1) of SORTED values, linear between neighbours (type 7 of Hyndman and Fan 1996). */
double bd__sample_quantile(const double *sorted, size_t count, double p);

/* Sorts VALUE in ascending order. */
void bd__sample_sort(double *value, size_t count);

/* The rank of each VALUE, 1 for the highest; equal values share the mean of their ranks. */
void bd__sample_ranks(const double *value, size_t count, double *rank);

#endif
