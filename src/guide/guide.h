/* guide.h: a strategy. It decides what to try next, and learns from the result.
 *
 * Guides know parameters, choices, novelty and abundances, but no files or screens. Their state lives in the arena, so it
 * survives the death of a worker: next() and observe() must leave it consistent even if the target never returns in
 * between (the supervisor then calls observe()).
 */
#ifndef BD_GUIDE_GUIDE_H
#define BD_GUIDE_GUIDE_H

#include <bediv/engine.h>

#include "base/arena.h"
#include "base/rng.h"
#include "choice/mutate.h"
#include "corpus/corpus.h"
#include "metrics/abundance.h"
#include "trial/trial.h"

/* What a guide works with; all borrowed. */
struct bd__guide_tools {
    const struct bd_config *config; /* complete: no constant is left open, and a true zero is 0 */
    struct bd__corpus *corpus;
    struct bd__rng *rng;
    struct bd__arena *arena;
    const struct bd__abundance *abundance; /* how many traces cover each branch, that of the trial observed included */
    size_t branch_span;                    /* all branches are below */
};

struct bd__guide {
    bool blackbox;   /* works without coverage */
    bool one_stream; /* uses one stream (Zest's σ) for its plans and parents instead of two */
    double epsilon;  /* its default; 0 means the paper's 0.2 */
    double garble;   /* its default share of garbled inputs */
    /* Creates the state, in the arena. */
    void *(*create)(const struct bd__guide_tools *tools);
    /* Fills PLAN. What it points to stays valid until the next call. */
    void (*next)(void *state, struct bd__plan *plan);
    /* Is the input that the generator has just made for TRIAL worth running? If not, the campaign makes another one. It
     * does not ask about seeds, discarded inputs and copies of a parent, nor after a few in a row. NULL: each is. */
    bool (*wants)(void *state, const struct bd__trial *trial);
    /* Called for each trial, whatever its verdict. */
    void (*observe)(void *state, const struct bd__trial *trial);
    /* Save what the guide has learned besides the corpus, between two trials, and load it into a newly created state.
     * NULL: nothing. */
    void (*save)(const void *state, struct bd__pack *pack);
    void (*load)(void *state, struct bd__unpack *unpack);
    /* Recounts what a killed worker may have left half counted. NULL: nothing. */
    void (*mend)(void *state);
};

#define GUIDE(symbol, name, summary) extern const struct bd__guide bd__guide_##symbol;
#include "guide/guides.def"
#undef GUIDE

/* NULL if there is no guide of that name. */
const struct bd__guide *bd__guide_find(const char *name);
/* The name of GUIDE in the list. Constant. */
const char *bd__guide_name(const struct bd__guide *guide);

#endif
