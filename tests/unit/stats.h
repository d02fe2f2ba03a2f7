/* stats.h: does a sample fit a distribution? Seeds are fixed, so a test that passes always passes; the limits are
 * those that one honest sample in a million would miss. */
#ifndef BD_UNIT_STATS_H
#define BD_UNIT_STATS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Pearson's chi-square against its quantile (Wilson and Hilferty 1931). SHARE is the share of the total that each
 * cell should get, or NULL for equal shares. */
static inline bool stats_fit(const uint64_t *count, const double *share, size_t cells)
{
    uint64_t total = 0;
    double sum = 0, degrees = (double)cells - 1, t = 2 / (9 * degrees);
    for (size_t i = 0; i < cells; i++) { total += count[i]; }
    for (size_t i = 0; i < cells; i++) {
        double expected = (double)total * (share ? share[i] : 1 / (double)cells);
        double off = (double)count[i] - expected;
        if (expected > 0) { sum += off * off / expected; }
        if (expected <= 0 && count[i]) { return false; }
    }
    double limit = degrees * pow(1 - t + 4.75 * sqrt(t), 3);
    if (sum > limit) { printf("chi-square %.1f in %zu cells, at most %.1f expected\n", sum, cells, limit); }
    return sum <= limit;
}

/* Whether the mean of COUNT values with standard deviation DEVIATION is where it should be. */
static inline bool stats_mean(double sum, uint64_t count, double mean, double deviation)
{
    double got = sum / (double)count, limit = 4.9 * deviation / sqrt((double)count);
    if (fabs(got - mean) > limit) { printf("mean %.6f, expected %.6f +- %.6f\n", got, mean, limit); }
    return fabs(got - mean) <= limit;
}

#endif
