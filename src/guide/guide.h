/* guide.h: a strategy. It says what to try next, and learns from what came of it.
 *
 * Guides know parameters, choices and novelty; they know no files, no screens and no metrics. Their
 * state lives in the arena, so it survives a worker's death: next() and observe() must leave it sound
 * even if the target never returns in between (observe() is then called by the supervisor).
 */
#ifndef BD_GUIDE_GUIDE_H
#define BD_GUIDE_GUIDE_H

#include <bediv/engine.h>

#include "base/arena.h"
#include "base/rng.h"
#include "choice/mutate.h"
#include "corpus/corpus.h"
#include "trial/trial.h"

/* Every constant of every strategy, with the defaults filled in. */
struct bd__guide_settings {
    double epsilon;
    double children, favoured_factor;
    struct bd__havoc havoc;
    double havoc_share;     /* bediv-havoc: children mutated as Zest does */
    uint32_t state_size;    /* rlcheck: choices that make up a state */
    bool reward_valid_only; /* a mutation's reward is a new trace: of a valid input only? */
    bool scores_per_visit;  /* forget a parent's scores when it is left */
    size_t parameter_bytes;
};

/* What a guide works with; all borrowed. */
struct bd__guide_tools {
    const struct bd__guide_settings *settings;
    struct bd__corpus *corpus;
    struct bd__rng *rng;
    struct bd__arena *arena;
};

struct bd__guide {
    struct bd_guide_info info;
    bool blackbox;   /* works without coverage */
    bool one_stream; /* plans, and wants its parents, in one stream (Zest's σ) instead of two */
    double epsilon;  /* its default; 0: 0.2, the paper's */
    /* State in the arena. */
    void *(*create)(const struct bd__guide_tools *tools);
    /* Fills PLAN; what it points to stays valid until the next call. */
    void (*next)(void *state, struct bd__plan *plan);
    /* Called for each trial, whatever its verdict. */
    void (*observe)(void *state, const struct bd__trial *trial);
    /* What it has learned besides the corpus, between two trials, and back into a state just created. NULL: nothing. */
    void (*save)(const void *state, struct bd__pack *pack);
    void (*load)(void *state, struct bd__unpack *unpack);
    /* Counts anew what a worker may have left half counted that was killed in its midst. NULL: nothing. */
    void (*mend)(void *state);
};

extern const struct bd__guide bd__guide_quickcheck, bd__guide_zest, bd__guide_bediv_simple, bd__guide_bediv_structure,
    bd__guide_bediv_havoc, bd__guide_rlcheck;

/* NULL if there is none of that name. */
const struct bd__guide *bd__guide_find(const char *name);

#endif
