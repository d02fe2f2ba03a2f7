/* bootstrap.h: how many times larger is the median of A than that of B, and between which limits?
 *
 * The percentile bootstrap (Efron 1979) draws n of A's n values with replacement, m of B's, takes the ratio of the two
 * medians, and repeats that; the interval holds the middle part of the ratios. Here it is computed without drawing, as it
 * would be after infinitely many repetitions: the distribution of a resample's median is known. With the values in
 * ascending order x(1) … x(n),
 *
 *     n = 2k + 1:  P(median ≤ x(i)) = P(Binomial(n, i/n) ≥ k + 1)
 *     n = 2k:      the median is (x(i) + x(j)) / 2 with, for i < j, the probability
 *                  C(n, k) ((i/n)^k - ((i-1)/n)^k) (((n-j+1)/n)^k - ((n-j)/n)^k)
 *
 * and A and B are independent. So the same values give the same interval, and there is no seed.
 */
#ifndef BD_METRICS_BOOTSTRAP_H
#define BD_METRICS_BOOTSTRAP_H

#include <stddef.h>

struct bd__interval {
    double estimate, low, high;
};

/* With fewer values than this in a sample, the interval is too narrow to be one: its ends are at most the extremes of what was
 * seen, and with four values one end is on the wrong side of the truth in 4 to 7 % of cases instead of 2.5. */
enum { BD__INTERVAL_LEAST = 5 };

/* The ratio of the median of A to that of B, with the interval of this CONFIDENCE (0.95). Swapping A and B gives the
 * reciprocals. All NAN if a sample is empty or has a value that is not positive; the limits are NAN if a sample has fewer
 * than BD__INTERVAL_LEAST values. */
struct bd__interval bd__ratio_of_medians(const double *a, size_t a_count, const double *b, size_t b_count,
                                         double confidence);

#endif
