/* guide.h: a strategy. It decides what to try next, and learns from the result.
 *
 * Guides know parameters, choices and novelty, but no files, screens or metrics. Their state lives in the arena, so it
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
#include "trial/trial.h"

/* Every constant of every strategy, with the defaults filled in. */
struct bd__guide_settings {
    double epsilon;
    double children, favoured_factor;
    struct bd__havoc havoc;
    double havoc_share;     /* bediv-havoc: share of children mutated as in Zest */
    uint32_t state_size;    /* rlcheck: choices that make up a state */
    bool reward_valid_only; /* reward a mutation for a new trace only if the input is valid */
    bool scores_per_visit;  /* reset a parent's scores when a visit begins */
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
    bool one_stream; /* uses one stream (Zest's σ) for its plans and parents instead of two */
    double epsilon;  /* its default; 0 means the paper's 0.2 */
    /* Creates the state, in the arena. */
    void *(*create)(const struct bd__guide_tools *tools);
    /* Fills PLAN. What it points to stays valid until the next call. */
    void (*next)(void *state, struct bd__plan *plan);
    /* Called for each trial, whatever its verdict. */
    void (*observe)(void *state, const struct bd__trial *trial);
    /* Save what the guide has learned besides the corpus, between two trials, and load it into a newly created state.
     * NULL: nothing. */
    void (*save)(const void *state, struct bd__pack *pack);
    void (*load)(void *state, struct bd__unpack *unpack);
    /* Recounts what a killed worker may have left half counted. NULL: nothing. */
    void (*mend)(void *state);
};

extern const struct bd__guide bd__guide_quickcheck, bd__guide_zest, bd__guide_bediv_simple, bd__guide_bediv_structure,
    bd__guide_bediv_havoc, bd__guide_rlcheck;

/* NULL if there is no guide of that name. */
const struct bd__guide *bd__guide_find(const char *name);

#endif
