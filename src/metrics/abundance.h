/* abundance.h: c(b), how many first-seen traces covered branch b; for all inputs that did not fail, and
 * for valid inputs. Presence is counted once a trace, however often the branch was hit. */
#ifndef BD_METRICS_ABUNDANCE_H
#define BD_METRICS_ABUNDANCE_H

#include "base/arena.h"
#include "metrics/hill.h"
#include "trial/trace.h"

/* Side by side, since a trace that is new is mostly new to both. */
struct bd__abundance_count {
    uint64_t all, valid;
};

struct bd__abundance {
    struct bd__abundance_count *branch; /* one a branch; borrowed from the arena */
};

void bd__abundance_init(struct bd__abundance *abundance, struct bd__arena *arena, size_t branch_span);

/* Counts a trace that was seen for the first time: at all, with a valid input. Thousands of branches, tens of
 * thousands of times a second: so nothing is done here but counting. */
void bd__abundance_add(struct bd__abundance *abundance, const struct bd__trace *trace, bool all, bool valid);

/* The diversity of the counts, by a pass over all branches: for the few times a second that figures are shown. */
void bd__abundance_read(const struct bd__abundance *abundance, size_t branch_span, struct bd_diversity *all,
                        struct bd_diversity *valid);

#endif
