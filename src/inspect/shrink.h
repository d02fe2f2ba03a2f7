/* shrink.h: a failure's choices, made as small as can be while the failure stays the same. choice/shrink.h proposes,
 * engine/trying.h runs. */
#ifndef BD_INSPECT_SHRINK_H
#define BD_INSPECT_SHRINK_H

#include <bediv/engine.h>

#include "base/log.h"
#include "choice/tape.h"
#include "triage/evidence.h"

/* How far it is. */
struct bd__shrink_state {
    uint64_t runs;
    uint32_t structural, values;
};

struct bd__shrink_budget {
    uint64_t runs; /* whichever ends first; 0: no limit */
    double seconds;
    void (*progress)(const struct bd__shrink_state *state, void *user); /* about once a second; NULL: nobody looks */
    void *user;
    /* For a supervisor that has other work: */
    void (*tick)(void *user); /* every 20 ms; NULL: nothing to do */
    const _Atomic bool *stop; /* asks for an end, as a signal does; NULL: nobody asks */
};

struct bd__shrunk {
    char *tape; /* owned, and so is the input; never larger than the original: see trial/size.h */
    size_t tape_size;
    uint8_t *data;
    size_t size;
    uint64_t runs;
    uint32_t structural, values;
    bool smaller;
    struct bd__evidence evidence; /* owned; of the run of this input, alone */
    /* Of the original, as it was drawn here. */
    bool shown; /* it fails, and as WANTED: otherwise nothing was tried */
    struct bd__outcome outcome;
    uint32_t structural_before, values_before;
    size_t size_before;
};

/* TAPE fails with signature WANTED; looks for the smallest tape that fails likewise. BD_INTERRUPTED: RESULT is the best
 * so far. WANTED may be NULL: then TAPE is run to see. What is kept has failed in a process that ran nothing else. */
enum bd_status bd__shrink_tape(const struct bd_fuzzer *fuzzer, const struct bd_config *config,
                               const struct bd__tape *tape, const struct bd__signature *wanted,
                               const struct bd__shrink_budget *budget, struct bd__shrunk *result,
                               const struct bd__log *log) __attribute__((warn_unused_result));
void bd__shrunk_clear(struct bd__shrunk *result);

#endif
