/* bediv.c: the strategy of bedivfuzz itself. Parents that make behaviour more diverse at low cost, a share of fresh inputs,
 * and both of the paper's mutations. docs/guides.md explains it, with the same names.
 *
 *     keep a valid input with a new bucket of valid inputs, and any input with a new branch
 *     next, with fresh_share: a fresh input
 *           else a parent: with cover_share, the cheapest one of a random branch;
 *                          else with NEWEST_SHARE one of the newest, or by gain per cost²
 *                a child: with HAVOC_SHARE, σs and σv mutated as if they were one; else one of them, by a coin
 *     an input that was run lately is not run again, as long as such inputs are few
 */
#include "choice/mutate.h"
#include "choice/source.h"
#include "guide/cheapest.h"
#include "guide/gain.h"
#include "guide/paper.h"
#include "guide/recent.h"

static const double NEWEST_SHARE = 0.2, HAVOC_SHARE = 1.0 / 3;
enum { NEWEST = 16 };

struct bediv {
    struct bd__guide_tools tools;
    struct bd__gain gain;
    struct bd__cheapest cheapest;
    struct bd__recent recent;
    uint64_t run, passed_over; /* inputs */
    uint8_t *child;            /* mutated streams: σs, then σv */
};

static void *create(const struct bd__guide_tools *tools)
{
    struct bediv *b = bd__arena_take(tools->arena, sizeof *b);
    b->tools = *tools;
    bd__gain_init(&b->gain, &b->tools);
    bd__cheapest_init(&b->cheapest, tools);
    bd__recent_init(&b->recent, tools->arena);
    b->child = bd__arena_take(tools->arena, bd__source_stream_limit(tools->config->parameter_bytes));
    return b;
}

/* ---- what to try next ------------------------------------------------------------------------ */

static uint32_t one_of_the_newest(const struct bd__corpus *corpus, struct bd__rng *rng)
{
    uint32_t last = corpus->parent_count - 1;
    return corpus->parents[last - bd__rng_upto(rng, last < NEWEST - 1 ? last : NEWEST - 1)];
}

static uint32_t choose_any(const struct bediv *b)
{
    struct bd__rng *rng = b->tools.rng;
    if (bd__rng_unit(rng) < b->tools.config->tuning.cover_share && b->cheapest.count) {
        return bd__cheapest_choose(&b->cheapest, rng);
    }
    if (bd__rng_unit(rng) < NEWEST_SHARE) { return one_of_the_newest(b->tools.corpus, rng); }
    return bd__gain_choose(&b->gain, rng);
}

/* A slow input is accepted once in SLOW times; after a few others that are slow, too, whatever comes. */
static const struct bd__case *choose_parent(const struct bediv *b)
{
    enum { SLOW = 64, TRIES = 8 };
    const struct bd__case *parent = NULL;
    for (int i = 0; i < TRIES; i++) {
        parent = &b->tools.corpus->entry[choose_any(b)].kept;
        if (!parent->slow || bd__rng_upto(b->tools.rng, SLOW - 1) == 0) { break; }
    }
    return parent;
}

/* Which stream to mutate, of those that have bytes. */
static enum bd__op choose_op(struct bd__rng *rng, const struct bd__bytes *stream)
{
    if (bd__rng_unit(rng) < HAVOC_SHARE) { return BD__OP_HAVOC; }
    if (!stream[BD_STRUCTURE].size || !stream[BD_VALUE].size) { return BD__OP_HAVOC; }
    return bd__rng_coin(rng) ? BD__OP_STRUCTURE : BD__OP_VALUE;
}

static void next(void *state, struct bd__plan *plan)
{
    struct bediv *b = state;
    const struct bd_tuning *tuning = &b->tools.config->tuning;
    struct bd__rng *rng = b->tools.rng;
    *plan = (struct bd__plan){.stream_count = 2, .op = BD__OP_FRESH, .parent = BD__NO_PARENT};
    if (!b->tools.corpus->parent_count || bd__rng_unit(rng) < tuning->fresh_share) { return; }

    const struct bd__case *parent = choose_parent(b);
    const struct bd__bytes *stream = parent->choices.parameters;
    uint8_t *structure = b->child, *value = b->child + stream[BD_STRUCTURE].size;
    size_t structure_size = stream[BD_STRUCTURE].size, value_size = stream[BD_VALUE].size;
    if (structure_size) { memcpy(structure, stream[BD_STRUCTURE].data, structure_size); }
    if (value_size) { memcpy(value, stream[BD_VALUE].data, value_size); }
    plan->parent = parent->id;
    plan->op = choose_op(rng, stream);
    switch (plan->op) {
    case BD__OP_STRUCTURE: plan->mutations = bd__havoc(tuning, rng, structure, structure_size); break;
    case BD__OP_VALUE: plan->mutations = bd__havoc(tuning, rng, value, value_size); break;
    default: plan->mutations = bd__havoc(tuning, rng, b->child, structure_size + value_size); break;
    }
    plan->stream[BD_STRUCTURE] = (struct bd__bytes){structure, structure_size};
    plan->stream[BD_VALUE] = (struct bd__bytes){value, value_size};
}

/* Where a generator can make only a few inputs, they all come again. Then they are run: otherwise only what is new in
 * another way would be left, such as inputs that the generator gives up. */
static bool wants(void *state, const struct bd__trial *trial)
{
    enum { RUN_FOR_EACH = 4 };
    struct bediv *b = state;
    if (trial->input.object || b->tools.config->run_copies) { return true; }
    if (!bd__recent_has(&b->recent, bd__hash(trial->input.data, trial->input.size))) { return true; }
    if (b->run / RUN_FOR_EACH <= b->passed_over) { return true; }
    b->passed_over++;
    return false;
}

/* ---- what came of it ------------------------------------------------------------------------- */

static void observe(void *state, const struct bd__trial *trial)
{
    struct bediv *b = state;
    struct bd__corpus *corpus = b->tools.corpus;
    const struct bd__novelty *novelty = &trial->novelty;
    bool valid = trial->outcome.verdict == BD_VALID;
    b->run++;
    bd__paper_reward(corpus, trial, novelty->trace, novelty->trace);
    corpus->covered += novelty->branch_count;
    if (novelty->branch_count || (valid && novelty->valid_bucket)) {
        uint32_t id = bd__corpus_add(corpus, trial);
        bd__corpus_take_over(corpus, id, novelty->branch, novelty->branch_count);
        bd__corpus_take_over(corpus, id, novelty->valid_branch, novelty->valid_branch_count);
        corpus->visited = corpus->parent_count; /* no parent waits for its turn */
        bd__gain_add(&b->gain, trial);
        if (valid) { bd__cheapest_add(&b->cheapest, &b->gain, id); }
    }
    bd__gain_observe(&b->gain, trial);
}

/* ---- checkpoints ----------------------------------------------------------------------------- */

static void save(const void *state, struct bd__pack *pack)
{
    const struct bediv *b = state;
    bd__gain_save(&b->gain, pack);
    bd__cheapest_save(&b->cheapest, pack);
    bd__recent_save(&b->recent, pack);
    bd__pack_u64(pack, b->run);
    bd__pack_u64(pack, b->passed_over);
}

static void load(void *state, struct bd__unpack *unpack)
{
    struct bediv *b = state;
    bd__gain_load(&b->gain, unpack);
    bd__cheapest_load(&b->cheapest, &b->tools, unpack);
    bd__recent_load(&b->recent, unpack);
    b->run = bd__unpack_u64(unpack, UINT64_MAX, "the inputs run");
    b->passed_over = bd__unpack_u64(unpack, UINT64_MAX, "the inputs passed over");
}

static void mend(void *state)
{
    struct bediv *b = state;
    bd__gain_mend(&b->gain);
    bd__cheapest_mend(&b->cheapest);
}

const struct bd__guide bd__guide_bediv = {
    .garble = 0.1,
    .create = create,
    .next = next,
    .wants = wants,
    .observe = observe,
    .save = save,
    .load = load,
    .mend = mend,
};
