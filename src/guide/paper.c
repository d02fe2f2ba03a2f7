#include "guide/paper.h"
#include "choice/source.h"
#include "guide/parents.h"

static const uint64_t STRUCTURE_MEMORY = (uint64_t)64 << 20;

struct bd__paper *bd__paper_create(const struct bd__guide_tools *tools, bool new_structure_only)
{
    struct bd__paper *b = bd__arena_take(tools->arena, sizeof *b);
    b->tools = *tools;
    b->child = bd__arena_take(tools->arena,
                              bd__source_stream_limit(tools->config->parameter_bytes)); /* as of any checkpoint */
    b->new_structure_only = new_structure_only;
    b->reward_valid_only = strcmp(tools->config->tuning.reward, "valid-trace") == 0;
    b->scores_per_visit = strcmp(tools->config->tuning.scores, "visit") == 0;
    bd__hashset_init(&b->structures, tools->arena, STRUCTURE_MEMORY);
    return b;
}

/* Eq. 4. Before the first try there is no reward. */
static double score(const struct bd__scores *scores, enum bd_kind kind)
{
    return scores->tried[kind] ? (double)scores->hit[kind] / (double)scores->tried[kind] : 0;
}

static enum bd_kind coin(struct bd__rng *rng)
{
    return bd__rng_coin(rng) ? BD_STRUCTURE : BD_VALUE;
}

enum bd_kind bd__paper_better_kind(const struct bd_tuning *tuning, struct bd__rng *rng, const struct bd__scores *scores)
{
    if (bd__rng_unit(rng) < tuning->epsilon) { return coin(rng); }
    double structure = score(scores, BD_STRUCTURE), value = score(scores, BD_VALUE);
    if (structure == value) { return coin(rng); }
    return structure > value ? BD_STRUCTURE : BD_VALUE;
}

enum bd_kind bd__paper_choose_kind(const struct bd_tuning *tuning, struct bd__rng *rng,
                                   const struct bd__corpus_entry *parent)
{
    const struct bd__bytes *parameters = parent->kept.choices.parameters;
    if (parameters[BD_VALUE].size == 0) { return BD_STRUCTURE; }
    if (parameters[BD_STRUCTURE].size == 0) { return BD_VALUE; }
    return bd__paper_better_kind(tuning, rng, &parent->scores);
}

void bd__paper_next(void *state, struct bd__plan *plan)
{
    struct bd__paper *b = state;
    *plan = (struct bd__plan){.stream_count = 2, .op = BD__OP_FRESH, .parent = BD__NO_PARENT};
    if (b->tools.corpus->parent_count == 0) { return; }
    bool switched;
    const struct bd_tuning *tuning = &b->tools.config->tuning;
    struct bd__corpus_entry *parent = bd__parents_next(b->tools.corpus, tuning, &switched);
    if (switched && b->scores_per_visit) { parent->scores = (struct bd__scores){0}; }
    enum bd_kind kind = bd__paper_choose_kind(tuning, b->tools.rng, parent);
    const struct bd__bytes *parameters = parent->kept.choices.parameters;
    size_t size = parameters[kind].size;
    if (size) { memcpy(b->child, parameters[kind].data, size); }
    plan->op = kind == BD_STRUCTURE ? BD__OP_STRUCTURE : BD__OP_VALUE;
    plan->parent = parent->kept.id;
    plan->mutations = bd__havoc(tuning, b->tools.rng, b->child, size);
    plan->stream[BD_STRUCTURE] = parameters[BD_STRUCTURE];
    plan->stream[BD_VALUE] = parameters[BD_VALUE];
    plan->stream[kind] = (struct bd__bytes){b->child, size};
}

void bd__paper_reward(struct bd__corpus *corpus, const struct bd__trial *trial, bool hit, unsigned points)
{
    if (trial->plan.op != BD__OP_STRUCTURE && trial->plan.op != BD__OP_VALUE) { return; }
    enum bd_kind kind = trial->plan.op == BD__OP_STRUCTURE ? BD_STRUCTURE : BD_VALUE;
    struct bd__scores *own = &corpus->entry[trial->plan.parent].scores, *all = &corpus->scores;
    own->tried[kind]++;
    all->tried[kind]++;
    own->hit[kind] += points;
    all->hit[kind] += hit;
}

void bd__paper_observe(void *state, const struct bd__trial *trial)
{
    struct bd__paper *b = state;
    const struct bd__novelty *novelty = &trial->novelty;
    bool hit = b->reward_valid_only ? novelty->valid_trace : novelty->trace;
    bd__paper_reward(b->tools.corpus, trial, hit, hit);
    /* Only the coverage of valid inputs counts, because others are never parents. */
    b->tools.corpus->covered += novelty->valid_branch_count;
    if (trial->outcome.verdict != BD_VALID || !novelty->valid_bucket) { return; }
    uint32_t id = trial->plan.parent;
    if (!b->new_structure_only || !bd__hashset_has(&b->structures, trial->choices.signature)) {
        /* In this order: if the worker is killed in between, this structure may get a second parent, but is never lost. */
        id = bd__corpus_add(b->tools.corpus, trial);
        bd__hashset_add(&b->structures, trial->choices.signature, false);
    }
    /* An input that does not become a parent leaves its branches to its parent, which therefore stays favoured. */
    if (id != BD__NO_PARENT) {
        bd__corpus_take_over(b->tools.corpus, id, novelty->valid_branch, novelty->valid_branch_count);
    }
}

void bd__paper_save(const void *state, struct bd__pack *pack)
{
    const struct bd__paper *b = state;
    bd__hashset_save(&b->structures, pack);
}

void bd__paper_load(void *state, struct bd__unpack *unpack)
{
    struct bd__paper *b = state;
    bd__hashset_load(&b->structures, unpack);
}

void bd__paper_mend(void *state)
{
    struct bd__paper *b = state;
    bd__hashset_recount(&b->structures);
}
