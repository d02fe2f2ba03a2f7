/* rarefy.h: B(q) for fewer traces than were seen.
 *
 * B(q) depends on how many first-seen traces it is computed from, so campaigns are compared at equal numbers of them
 * (rarefaction). Take n of N traces at random. A branch that c of the N covered is covered by X of the n, where X is
 * hypergeometric. Let f(k) be the expected number of branches that k of the n cover, and U = Σ k f(k) = n Σ c / N. Chao
 * et al. (2014, Ecological Monographs 84, incidence data) define
 *
 *     B(q) = (Σ_k f(k) (k/U)^q)^(1/(1-q))
 *
 * so that                                                         computed exactly from
 *     B(0) = Σ_b P(X > 0)                                         P(X = 0)
 *     B(1) = exp(ln U - Σ_b E[X ln X] / U)                        the sum over X, or a series where n c / N is large
 *     B(2) = U² / Σ_b E[X²]                                       E[X²] = μ + n (n-1) c (c-1) / (N (N-1))
 *
 * This needs only the abundances: no traces and no random numbers.
 */
#ifndef BD_METRICS_RAREFY_H
#define BD_METRICS_RAREFY_H

#include <bediv/engine.h>

/* COUNT[i * STRIDE] of TRACES covered the i-th of BRANCHES; no count may be larger than TRACES. Returns the expected
 * diversity of WANTED traces; if WANTED is TRACES or more, the diversity of all. */
struct bd_diversity bd__rarefy(const uint64_t *count, size_t branches, size_t stride, uint64_t traces, uint64_t wanted);

#endif
