/* gain.h: what each parent is worth to behavioural diversity, and what its children cost.
 *
 * With c(b) distinct valid traces through branch b, S = Σ c and L = Σ c ln c, diversity is B(1) = exp(ln S − L/S). One more
 * trace T raises it if, and the more, the larger its *gain* is:
 *
 *     gain(T) = Σ over b in T of (L/S − ln c(b))        rare branches count in its favour, common ones against it
 *
 * Children are mostly like their parent, so a parent is chosen with a weight of max(gain, 0) / cost². Its cost is a number
 * made of the run, not a time: with a clock, the same seed would not make the same campaign. bench/cost measures how well
 * it predicts the time.
 */
#ifndef BD_GUIDE_GAIN_H
#define BD_GUIDE_GAIN_H

#include "guide/guide.h"
#include "metrics/abundance.h"

/* 32 branches of which those in MASK are covered. */
struct bd__gain_block {
    uint32_t index, mask;
};

/* By corpus entry. */
struct bd__gain_entry {
    const struct bd__gain_block *block; /* in the arena */
    uint32_t block_count;
    bool invalid;
    double cost, weight;
};

struct bd__gain {
    const struct bd__guide_tools *tools; /* borrowed */
    struct bd__gain_entry *entry;
    double *sum;        /* by parent: the weights up to and including its own */
    float *ln_c;        /* by branch; filled while weights are computed */
    double mean_ln_c;   /* L/S when the weights were computed */
    uint32_t weighed;   /* parents that the latest computation had */
    uint64_t size, run; /* branches that a computation looks at; branches run since the latest one */
};

void bd__gain_init(struct bd__gain *gain, const struct bd__guide_tools *tools);

/* Remembers what the latest corpus entry, which is TRIAL, covers and costs, and gives it a weight. */
void bd__gain_add(struct bd__gain *gain, const struct bd__trial *trial);
/* Call this after each trial: now and then it computes all weights again. That takes about one part in a hundred of the
 * time. */
void bd__gain_observe(struct bd__gain *gain, const struct bd__trial *trial);
/* Chooses a parent by weight. There must be one. */
uint32_t bd__gain_choose(const struct bd__gain *gain, struct bd__rng *rng);

/* The cost of a run: a constant, its draws, the counts of its branches. */
double bd__gain_cost(const struct bd__trial *trial);

void bd__gain_save(const struct bd__gain *gain, struct bd__pack *pack);
/* Fills GAIN, which must be empty. The corpus is loaded already. */
void bd__gain_load(struct bd__gain *gain, struct bd__unpack *unpack);
/* After a worker was killed while it added an entry. */
void bd__gain_mend(struct bd__gain *gain);

#endif
