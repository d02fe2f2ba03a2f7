/* hill.h: Hill numbers, the effective number of species (Hill 1973), here of branches.
 *
 *     B(q) = (Σ p_b^q)^(1/(1-q)),  p_b = c(b) / Σ c        B(0) = number of branches with c(b) > 0
 *     B(1) = exp(-Σ p_b ln p_b) = exp(ln N - (Σ c ln c)/N)  B(2) = N² / Σ c²
 *
 * N = Σ c, Σ c ln c and Σ c² are kept while counting, so reading B(0), B(1), B(2) costs nothing.
 * Nothing has diversity 0.
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

/* One more individual of a species that had COUNT so far. */
static inline void bd__hill_add(struct bd__hill *hill, uint64_t count);

/* A species with all its COUNT individuals at once. */
void bd__hill_add_species(struct bd__hill *hill, uint64_t count);

/* Adds the individuals counted in MORE. */
void bd__hill_join(struct bd__hill *hill, const struct bd__hill *more);

struct bd_diversity bd__hill_read(const struct bd__hill *hill);

/* B(Q) for any real Q ≥ 0, from the counts themselves; zeros among them do not matter. */
double bd__hill_order(const uint64_t *count, size_t species, size_t stride, double q);

/* ---- inline: called for every branch of every new trace ------------------------------------------
 *
 * The step of Σ c ln c. Small counts come from a table. For larger ones, c = m·2^k·(1+r) with an 11-bit
 * m and 0 ≤ r < 2^-10:
 *
 *     (c+1) ln(c+1) - c ln c  =  ln c + 1 + 1/(2c) - 1/(6c²) + …      ln c = k ln 2 + ln m + ln(1+r)
 *
 * A call of log() would cost as much as all other bookkeeping together: a trace has hundreds of
 * branches, and most have large counts.
 */
enum { BD__HILL_TABLE = 1024 };
struct bd__hill_table {
    double step[BD__HILL_TABLE];                        /* of the counts 0 … 1023 */
    double ln[BD__HILL_TABLE], inverse[BD__HILL_TABLE]; /* of the mantissas 1024 … 2047 */
};
extern struct bd__hill_table bd__hill_table; /* filled before main, then constant */

/* (c+1) ln(c+1) - c ln c, to about 1e-12. */
static inline double bd__hill_step(uint64_t c)
{
    if (c < BD__HILL_TABLE) { return bd__hill_table.step[c]; }
    int shift = 53 - __builtin_clzll(c);
    uint64_t m = c >> shift;
    double scale = 1.0 / (double)((uint64_t)1 << shift), inverse = bd__hill_table.inverse[m - BD__HILL_TABLE];
    double r = (double)(c - (m << shift)) * scale * inverse;
    double ln_c = shift * 0x1.62e42fefa39efp-1 + bd__hill_table.ln[m - BD__HILL_TABLE] +
                  r * (1 - r * (0.5 - r * (1.0 / 3 - r * 0.25)));
    double inverse_c = inverse * scale * (1 - r * (1 - r));
    return ln_c + 1 + inverse_c * (0.5 - inverse_c * (1.0 / 6));
}

static inline void bd__hill_add(struct bd__hill *hill, uint64_t count)
{
    hill->support += count == 0;
    hill->total++;
    hill->c_ln_c += bd__hill_step(count);
    hill->squares += 2 * (unsigned __int128)count + 1;
}

#endif
