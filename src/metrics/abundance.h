/* abundance.h: c(b), the number of first-seen traces that covered branch b, for all inputs that did not fail and for
 * valid inputs. A trace counts once per branch, however often the branch was hit.
 *
 * Every branch of every new trace must be counted, which makes this the hottest part of the bookkeeping. So recent
 * traces are counted in bytes, a block of branches at a time, and folded into the full counts every 255 traces. The
 * sums for B(q) are computed only when read, a few times per second: the logarithms would cost more than all the
 * counting.
 */
#ifndef BD_METRICS_ABUNDANCE_H
#define BD_METRICS_ABUNDANCE_H

#include "base/arena.h"
#include "base/pack.h"
#include "metrics/hill.h"
#include "trial/trace.h"

/* Side by side, because a new trace is usually new to both. */
struct bd__abundance_count {
    uint64_t all, valid;
};

struct bd__abundance {
    struct bd__abundance_count *branch; /* one per branch; borrowed from the arena */
    uint8_t *recent_all, *recent_valid; /* not folded in yet, one byte per branch; borrowed likewise */
    unsigned recent_traces;             /* traces in the recent counts */
    size_t blocks;                      /* all counts beyond this many blocks are zero */
};

void bd__abundance_init(struct bd__abundance *abundance, struct bd__arena *arena, size_t branch_span);

/* Counts a trace seen for the first time: at all, and with a valid input. */
void bd__abundance_add(struct bd__abundance *abundance, const struct bd__trace *trace, bool all, bool valid);

/* c(b) of valid inputs. */
static inline uint64_t bd__abundance_valid(const struct bd__abundance *abundance, size_t branch)
{
    return abundance->branch[branch].valid + abundance->recent_valid[branch];
}

/* The sums for B(q) so far, for all inputs and for valid ones. Changes nothing. */
void bd__abundance_read(const struct bd__abundance *abundance, struct bd__hill *all, struct bd__hill *valid);

/* Brings the counts up to date, at the end, for code that reads them directly. */
void bd__abundance_fold(struct bd__abundance *abundance);

/* Folds first. */
void bd__abundance_save(struct bd__abundance *abundance, struct bd__pack *pack);
/* Fills ABUNDANCE, which must be empty. Branch numbers must be below BRANCH_SPAN, and counts at most TRACES and
 * VALID_TRACES. */
void bd__abundance_load(struct bd__abundance *abundance, size_t branch_span, uint64_t traces, uint64_t valid_traces,
                        struct bd__unpack *unpack);

#endif
