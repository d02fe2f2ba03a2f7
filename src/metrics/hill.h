/* hill.h: Hill numbers, the effective number of species (Hill 1973), here of branches.
 *
 *     B(q) = (Σ p_b^q)^(1/(1-q)),  p_b = c(b) / Σ c        B(0) = number of branches with c(b) > 0
 *     B(1) = exp(-Σ p_b ln p_b) = exp(ln N - (Σ c ln c)/N)  B(2) = N² / Σ c²
 *
 * Without any counts, the diversity is 0.
 */
#ifndef BD_METRICS_HILL_H
#define BD_METRICS_HILL_H

#include <bediv/engine.h>

struct bd__hill {
    uint64_t support;          /* species seen */
    uint64_t total;            /* N */
    double c_ln_c;             /* Σ c ln c */
    unsigned __int128 squares; /* Σ c² */
};

/* Adds one species with COUNT individuals; 0 adds nothing. */
void bd__hill_add(struct bd__hill *hill, uint64_t count);

struct bd_diversity bd__hill_read(const struct bd__hill *hill);

/* B(Q) for any real Q ≥ 0, directly from the counts; zeros among them do not matter. */
double bd__hill_order(const uint64_t *count, size_t species, size_t stride, double q);

#endif
