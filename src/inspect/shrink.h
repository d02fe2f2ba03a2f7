/* shrink.h: looks for the smallest choices with the same failure. choice/shrink.h proposes candidates, inspect/trying.h
 * runs them. */
#ifndef BD_INSPECT_SHRINK_H
#define BD_INSPECT_SHRINK_H

#include <bediv/engine.h>

#include "base/log.h"
#include "choice/tape.h"
#include "triage/evidence.h"

/* Progress so far. */
struct bd__shrink_state {
    uint64_t runs;
    uint32_t structural, values;
};

struct bd__shrink_budget {
    uint64_t runs; /* shrinking ends at whichever limit comes first; 0: no limit */
    double seconds;
    uint64_t least_runs; /* … but not before this many runs; 0: no least */
    void (*progress)(const struct bd__shrink_state *state, void *user); /* called about once per second; may be NULL */
    void *user;
    /* For a supervisor with other work to do: */
    void (*tick)(void *user); /* called every 20 ms; may be NULL */
    const _Atomic bool *stop; /* set to interrupt shrinking, as a signal does; may be NULL */
};

struct bd__shrunk {
    char *tape; /* the smallest tape; owned, like its input, data. Never larger than the original: see trial/size.h */
    size_t tape_size;
    uint8_t *data;
    size_t size;
    uint64_t runs;
    uint32_t structural, values;
    bool smaller;
    struct bd__evidence evidence; /* owned; from a run of this input alone */
    /* About the original, as it was drawn here. */
    bool shown; /* it fails as WANTED; if not, no candidate was tried */
    struct bd__outcome outcome;
    uint32_t structural_before, values_before;
    size_t size_before;
};

/* Looks for the smallest tape that fails with the same signature as TAPE. If WANTED is not NULL, TAPE must fail with
 * that signature. RESULT has failed in a process that ran nothing else but the warm-up; clear it with bd__shrunk_clear.
 * After BD_INTERRUPTED it is the best so far. */
enum bd_status bd__shrink_tape(const struct bd_fuzzer *fuzzer, const struct bd_config *config,
                               const struct bd__tape *tape, const struct bd__signature *wanted,
                               const struct bd__shrink_budget *budget, struct bd__shrunk *result,
                               const struct bd__log *log) __attribute__((warn_unused_result));
void bd__shrunk_clear(struct bd__shrunk *result);

#endif
