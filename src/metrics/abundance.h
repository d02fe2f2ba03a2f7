/* abundance.h: c(b), how many first-seen traces covered branch b; for all inputs that did not fail, and
 * for valid inputs. Presence is counted once a trace, however often the branch was hit.
 *
 * Every branch of every new trace is one to count: the hottest place of the bookkeeping. So what the last traces
 * add is counted in bytes, a block of branches at a time, and folded into the counts every 255 traces. The sums behind
 * B(q) are made when somebody looks, a few times a second: logarithms would cost more than all the counting.
 */
#ifndef BD_METRICS_ABUNDANCE_H
#define BD_METRICS_ABUNDANCE_H

#include "base/arena.h"
#include "base/pack.h"
#include "metrics/hill.h"
#include "trial/trace.h"

/* Side by side, since a trace that is new is mostly new to both. */
struct bd__abundance_count {
    uint64_t all, valid;
};

struct bd__abundance {
    struct bd__abundance_count *branch; /* one a branch; borrowed from the arena */
    uint8_t *recent_all, *recent_valid; /* not folded in yet, a byte a branch; borrowed likewise */
    unsigned recent_traces;             /* how many */
    size_t blocks;                      /* all of it lies in the first so many blocks */
};

void bd__abundance_init(struct bd__abundance *abundance, struct bd__arena *arena, size_t branch_span);

/* Counts a trace that was seen for the first time: at all, with a valid input. */
void bd__abundance_add(struct bd__abundance *abundance, const struct bd__trace *trace, bool all, bool valid);

/* The sums behind B(q) as they are now, for all inputs and for valid ones. Changes nothing. */
void bd__abundance_read(const struct bd__abundance *abundance, struct bd__hill *all, struct bd__hill *valid);

/* Brings the counts up to date: at the end, for those who read them one by one. */
void bd__abundance_fold(struct bd__abundance *abundance);

/* Folds first. */
void bd__abundance_save(struct bd__abundance *abundance, struct bd__pack *pack);
/* Fills ABUNDANCE, which must be empty. BRANCH_SPAN: how far branches reach. No branch was covered by more than TRACES
 * and VALID_TRACES. */
void bd__abundance_load(struct bd__abundance *abundance, size_t branch_span, uint64_t traces, uint64_t valid_traces,
                        struct bd__unpack *unpack);

#endif
