/* rank_power.h: how likely is a Mann–Whitney test to see a difference of a given size?
 *
 * For an exact answer, the alternative is Lehmann's (1953): the values of A are distributed as the largest of k draws from
 * the distribution of B, F^k. Then P(a > b) = k / (k + 1), and k need not be whole. Going through all values from the highest
 * to the lowest, if n of A and m of B remain, the next one is of A with probability k n / (k n + m) (Savage 1956): the
 * distribution of U follows by recursion, without assuming anything about F.
 */
#ifndef BD_METRICS_RANK_POWER_H
#define BD_METRICS_RANK_POWER_H

#include <stddef.h>

/* The probability that the exact two-sided test has p < ALPHA, for samples of N and M, if A12 is the true one (0 < A12 < 1)
 * and there are no ties. Beyond BD__RANK_POWER_MOST values in a sample, both are taken to be so large. */
enum { BD__RANK_POWER_MOST = 100 };
double bd__rank_power(size_t n, size_t m, double a12, double alpha);

#endif
