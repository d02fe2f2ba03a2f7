/* zest.c: Zest (Padhye et al. 2019). One parameter stream. An input with a new bucket, or a valid one with a branch new
 * to valid inputs, becomes a parent. Parents take turns, and their bytes are mutated. */
#include "choice/source.h"
#include "guide/guide.h"
#include "guide/parents.h"

struct zest {
    struct bd__guide_tools tools;
    uint8_t *child; /* the mutated stream */
};

static void *create(const struct bd__guide_tools *tools)
{
    struct zest *z = bd__arena_take(tools->arena, sizeof *z);
    z->tools = *tools;
    z->child = bd__arena_take(tools->arena, bd__source_stream_limit(tools->config->parameter_bytes));
    return z;
}

static void next(void *state, struct bd__plan *plan)
{
    struct zest *z = state;
    *plan = (struct bd__plan){.stream_count = 1, .op = BD__OP_FRESH, .parent = BD__NO_PARENT};
    if (z->tools.corpus->parent_count == 0) { return; }
    bool switched;
    const struct bd_tuning *tuning = &z->tools.config->tuning;
    struct bd__corpus_entry *parent = bd__parents_next(z->tools.corpus, tuning, &switched);
    struct bd__bytes stream = parent->kept.choices.parameters[0];
    if (stream.size) { memcpy(z->child, stream.data, stream.size); }
    plan->op = BD__OP_HAVOC;
    plan->parent = parent->kept.id;
    plan->mutations = bd__havoc(tuning, z->tools.rng, z->child, stream.size);
    plan->stream[0] = (struct bd__bytes){z->child, stream.size};
}

static void observe(void *state, const struct bd__trial *trial)
{
    struct zest *z = state;
    bd__parents_keep(z->tools.corpus, trial);
}

const struct bd__guide bd__guide_zest = {
    .one_stream = true,
    .create = create,
    .next = next,
    .observe = observe,
};
