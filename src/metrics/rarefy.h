/* rarefy.h: B(q) at a smaller number of traces than were seen.
 *
 * B(q) depends on how many first-seen traces it is computed from, so two campaigns are compared at equal
 * numbers of them (rarefaction). Of N traces, n are taken at random; a branch that c of the N covered is covered
 * by X of the n, and X is hypergeometric. With f(k), the expected number of branches that k of the n cover,
 * and U = Σ k f(k) = n Σ c / N, Chao et al. (2014, Ecological Monographs 84, incidence data) define
 *
 *     B(q) = (Σ_k f(k) (k/U)^q)^(1/(1-q))
 *
 * so that                                                         exactly, from
 *     B(0) = Σ_b P(X > 0)                                         P(X = 0)
 *     B(1) = exp(ln U - Σ_b E[X ln X] / U)                        the sum over X, or a series where n c / N is large
 *     B(2) = U² / Σ_b E[X²]                                       E[X²] = μ + n (n-1) c (c-1) / (N (N-1))
 *
 * It needs no more than the abundances: neither the traces nor a random number.
 */
#ifndef BD_METRICS_RAREFY_H
#define BD_METRICS_RAREFY_H

#include <bediv/engine.h>

/* COUNT[i * STRIDE] of TRACES covered the i-th of BRANCHES; what is expected of WANTED of the traces. At least
 * TRACES wanted: that of all. No count is larger than TRACES. */
struct bd_diversity bd__rarefy(const uint64_t *count, size_t branches, size_t stride, uint64_t traces, uint64_t wanted);

#endif
