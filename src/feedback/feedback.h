/* feedback.h: is it new? Remembers everything seen so far and judges each trial against it. */
#ifndef BD_FEEDBACK_FEEDBACK_H
#define BD_FEEDBACK_FEEDBACK_H

#include "base/arena.h"
#include "base/hashset.h"
#include "trial/trial.h"

struct bd__feedback {
    /* Buckets seen, one byte of bits per branch. The scan of the counters reads them, too. */
    uint8_t *seen, *seen_valid;
    uint64_t branches, valid_branches; /* covered at least once */
    uint64_t buckets, valid_buckets;   /* bits in SEEN, in SEEN_VALID */
    struct bd__hashset traces;         /* marked: seen with a valid input */
    struct bd__hashset structures;     /* of valid inputs */
    uint32_t *branch, *valid_branch;   /* room for a trial's novelty */
};

void bd__feedback_init(struct bd__feedback *feedback, struct bd__arena *arena, size_t branch_span,
                       uint64_t trace_memory);

/* Recounts branches and buckets, after a worker was killed while judging. */
void bd__feedback_recount(struct bd__feedback *feedback, size_t branch_span);

/* Saves what was seen of the first BRANCH_SPAN branches, and the sets of traces and structures. */
void bd__feedback_save(const struct bd__feedback *feedback, size_t branch_span, struct bd__pack *pack);
/* Fills FEEDBACK, which must be freshly initialised. */
void bd__feedback_load(struct bd__feedback *feedback, size_t branch_span, struct bd__unpack *unpack);

/* Judges a run that did not fail, and remembers it. NOVEL is what the scan found. If it is false, no bucket is new, and
 * only trace and structure are looked up. */
struct bd__novelty bd__feedback_judge(struct bd__feedback *feedback, const struct bd__trial *trial, bool novel);

#endif
