/* survival.h: how long until something happens, if some campaigns end before it does.
 *
 * A campaign that did not find a failure says only that it takes longer than the campaign did: its time is censored. To leave
 * it out makes a technique that seldom finds the failure look fast.
 *
 *     S(t) = Π over the moments t_i ≤ t of (1 - d_i / n_i)         Kaplan and Meier (1958)
 *     restricted mean = ∫ S(t) dt from 0 to a limit                Irwin (1949)
 *     log-rank: O - E = Σ over A of (d - Λ(time))                  Mantel (1966)
 *
 * where n_i are still waiting just before t_i, d_i of them meet it there, and Λ(t) = Σ d_i / n_i up to t is Nelson and
 * Aalen's, of both samples together. What is censored at a moment counts as waiting at that moment.
 */
#ifndef BD_METRICS_SURVIVAL_H
#define BD_METRICS_SURVIVAL_H

#include <stdbool.h>
#include <stddef.h>

struct bd__wait {
    double time;
    bool met; /* it happened then; else it had not happened by then */
};

struct bd__survival_step {
    double time;
    size_t waiting, met;
    double surviving; /* S from this moment on; before the first step it is 1 */
};

/* The steps of S(t), ascending in time: one for each moment at which something was met. STEP has room for COUNT. Returns
 * their number. */
size_t bd__kaplan_meier(const struct bd__wait *wait, size_t count, struct bd__survival_step *step);

/* The mean time until it happens, where whatever takes longer than LIMIT counts as LIMIT. */
double bd__restricted_mean(const struct bd__survival_step *step, size_t steps, double limit);

struct bd__log_rank {
    double above;      /* O - E: how many more of A met it than expected if A and B do not differ */
    double chi_square; /* with one degree of freedom; 0 if nothing was met */
    double p;          /* two-sided; 1 if a sample is empty or nothing was met */
    bool exact;        /* by permutation: all ways to assign the times to A and B; else from chi_square */
};

/* Compares A with B. P is exact if both together have at most BD__LOG_RANK_EXACT values. The permutation assumes that both
 * were given the same time. */
enum { BD__LOG_RANK_EXACT = 20 };
struct bd__log_rank bd__log_rank(const struct bd__wait *a, size_t a_count, const struct bd__wait *b, size_t b_count);

#endif
