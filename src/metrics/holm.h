/* holm.h: p-values corrected for the number of tests.
 *
 * Holm (1979): with the m p-values in ascending order, p(1) ≤ … ≤ p(m), the corrected ones are
 *
 *     p'(i) = min(1, max over j ≤ i of (m - j + 1) p(j))
 *
 * Whoever rejects what has p' < α is wrong anywhere in the family with a probability of at most α, whatever the tests
 * have to do with each other.
 */
#ifndef BD_METRICS_HOLM_H
#define BD_METRICS_HOLM_H

#include <stddef.h>

/* CORRECTED[i] is that of P[i]; both may be the same array. No P may be NAN. */
void bd__holm(const double *p, size_t count, double *corrected);

#endif
