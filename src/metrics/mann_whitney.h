/* mann_whitney.h: compares two samples without assumptions about their distribution.
 *
 * Mann and Whitney's U (1947) counts the pairs (a, b) in which a is larger; an equal pair counts half. U / (n m) is
 * Vargha and Delaney's A12 (2000): the chance that a run of A gets more than a run of B. The p-value is two-sided: the
 * probability that U is at least this far from its mean if A and B do not differ.
 */
#ifndef BD_METRICS_MANN_WHITNEY_H
#define BD_METRICS_MANN_WHITNEY_H

#include <stdbool.h>
#include <stddef.h>

struct bd__rank_test {
    double u;   /* of the first sample */
    double a12; /* 0.5: no difference; 1: every a is above every b. NAN if a sample is empty */
    double p;   /* 1 if a sample is empty */
    bool exact; /* p is exact, else from the normal approximation */
};

/* Compares A with B. P is exact if both together have at most BD__MANN_WHITNEY_EXACT values. */
enum { BD__MANN_WHITNEY_EXACT = 40 };
struct bd__rank_test bd__mann_whitney(const double *a, size_t a_count, const double *b, size_t b_count);

/* The smallest p-value that samples of these sizes can have: 2 / C(n + m, n). */
double bd__mann_whitney_smallest_p(size_t a_count, size_t b_count);

/* Vargha and Delaney's names for an A12, on either side of 0.5: "negligible", "small" (from 0.56), "medium" (0.64),
 * "large" (0.71). */
const char *bd__a12_magnitude(double a12);

#endif
