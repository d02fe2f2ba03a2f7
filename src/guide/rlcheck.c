/* rlcheck.c: RLCheck (Reddy et al., ICSE 2020). The guide answers every draw itself, and learns which answers lead to
 * valid inputs that it has not made before: tabular Monte Carlo control, ε-greedy, every visit.
 *
 *     state     the choice point, its domain, and the last k choices made in the open rules
 *     Q(s, a)   mean reward of all inputs in which answer a was given in state s; 0 before the first
 *     reward    20 for a valid input with new bytes, 0 for a valid one made before, -1 for an invalid one
 *
 * It never looks at coverage. In an unseen state, and when it explores, it draws with the generator's own
 * probabilities.
 */
#include <stdatomic.h>

#include "base/hash.h"
#include "base/hashset.h"
#include "choice/source.h"
#include "guide/guide.h"

enum {
    REWARD_NEW = 20,
    REWARD_OLD = 0,
    REWARD_INVALID = -1,
    STATE_BITS = 22,             /* the table of states; none are added once it is three quarters full */
    VALUE_LIMIT = 1 << 24,       /* (state, answer) pairs */
    STEP_LIMIT = 1 << 20,        /* choices per input to learn from */
    PATH_LIMIT = 1 << 16,        /* remembered choices of open rules */
    RULE_LIMIT = BD__TAPE_DEPTH, /* open rules: the source reports no more */
    LEARNED_ANSWERS = 1 << 10    /* larger domains are not learned: hardly any answer would come again */
};
static const uint64_t INPUT_MEMORY = (uint64_t)256 << 20;

/* What is known about one answer in one state. */
struct value {
    uint64_t answer;
    double mean;
    uint32_t count, next; /* next: of the same state, 0 for none */
};

struct state {
    uint64_t key; /* 0: free */
    uint32_t first;
};

struct rlcheck {
    struct bd__guide_tools tools;
    struct bd__policy policy;
    struct bd__hashset inputs; /* hashes of valid inputs */
    struct state *state;
    struct value *value;
    uint32_t states, values; /* value 0 is never used */
    /* The current input. */
    uint32_t *step; /* values of the answers given so far */
    uint32_t steps;
    uint64_t *path; /* choices of the open rules, hashed */
    uint32_t path_size;
    uint32_t *rule; /* path_size when each of them opened */
    uint32_t rules;
};

/* ---- the table ------------------------------------------------------------------------------- */

static uint64_t key_of(const struct rlcheck *r, uint32_t site, uint64_t max)
{
    uint32_t size = (uint32_t)r->tools.config->tuning.state_size;
    if (size > r->path_size) { size = r->path_size; }
    uint64_t key = bd__hash_join(site, max, size);
    for (uint32_t i = r->path_size - size; i < r->path_size; i++) { key = bd__hash_join(key, r->path[i], 0); }
    return key ? key : 1;
}

/* Finds the state with KEY, and adds it if it is new. NULL once there is no room for more. */
static struct state *find_state(struct rlcheck *r, uint64_t key)
{
    uint64_t mask = ((uint64_t)1 << STATE_BITS) - 1, i = key & mask;
    while (r->state[i].key != key) {
        if (r->state[i].key == 0) {
            if (r->states >= (mask + 1) / 4 * 3) { return NULL; }
            r->states++;
            r->state[i].key = key;
            return &r->state[i];
        }
        i = (i + 1) & mask;
    }
    return &r->state[i];
}

static uint32_t find_value(const struct rlcheck *r, const struct state *state, uint64_t answer)
{
    uint32_t i = state->first;
    while (i && r->value[i].answer != answer) { i = r->value[i].next; }
    return i;
}

/* Records that ANSWER was given in STATE, so that it shares in the reward. */
static void note(struct rlcheck *r, struct state *state, uint64_t answer)
{
    uint32_t i = find_value(r, state, answer);
    if (!i && r->values + 1 < VALUE_LIMIT) {
        i = r->values + 1;
        r->value[i] = (struct value){.answer = answer, .next = state->first};
        r->values = i;
        atomic_signal_fence(memory_order_release); /* if the worker is killed here, the list is still intact */
        state->first = i;
    }
    if (i && r->steps < STEP_LIMIT) { r->step[r->steps++] = i; }
}

/* ---- the policy ------------------------------------------------------------------------------ */

/* Weights may differ from visit to visit, and an answer whose weight is now 0 must not be given. Nor must one beyond
 * the domain: two states may, rarely, share a key. */
static bool can_be(const struct bd_domain *domain, uint64_t answer)
{
    return answer <= domain->max && (domain->shape != BD_WEIGHTED || domain->weights[answer] > 0);
}

static uint64_t count_possible(const struct bd_domain *domain)
{
    if (domain->shape != BD_WEIGHTED) { return domain->max + 1; } /* max is small here */
    uint64_t count = 0;
    for (uint64_t i = 0; i <= domain->max; i++) { count += can_be(domain, i); }
    return count;
}

/* Draws an answer that was never given in STATE, so its Q is 0. Returns OTHERWISE if a few draws find none. */
static uint64_t draw_unseen(struct rlcheck *r, const struct state *state, const struct bd_domain *domain,
                            uint64_t otherwise)
{
    for (int i = 0; i < 16; i++) {
        uint64_t drawn = bd__source_draw(domain, r->tools.rng);
        if (!find_value(r, state, drawn)) { return drawn; }
    }
    return otherwise;
}

/* Draws one of the best answers: seen ones with equal probability, unseen ones with the generator's. */
static uint64_t draw_best(struct rlcheck *r, const struct state *state, const struct bd_domain *domain)
{
    double best = 0;
    uint64_t ties = 0, seen = 0, chosen = 0;
    for (uint32_t i = state->first; i; i = r->value[i].next) {
        const struct value *value = &r->value[i];
        if (!can_be(domain, value->answer)) { continue; }
        seen++;
        if (ties && value->mean < best) { continue; }
        ties = ties && value->mean == best ? ties + 1 : 1;
        best = value->mean;
        if (bd__rng_upto(r->tools.rng, ties - 1) == 0) { chosen = value->answer; }
    }
    if (seen == 0) { return bd__source_draw(domain, r->tools.rng); }
    if (best > 0) { return chosen; }
    uint64_t unseen = count_possible(domain) - seen;
    if (unseen == 0) { return chosen; }
    if (best == 0 && bd__rng_upto(r->tools.rng, ties + unseen - 1) < ties) { return chosen; }
    return draw_unseen(r, state, domain, chosen);
}

static uint64_t decide(void *guide, uint32_t site, const struct bd_domain *domain)
{
    struct rlcheck *r = guide;
    uint64_t answer;
    struct state *state = domain->max < LEARNED_ANSWERS ? find_state(r, key_of(r, site, domain->max)) : NULL;
    if (!state || !state->first || bd__rng_unit(r->tools.rng) < r->tools.config->tuning.epsilon) {
        answer = bd__source_draw(domain, r->tools.rng);
    } else {
        answer = draw_best(r, state, domain);
    }
    if (state) { note(r, state, answer); }
    /* For a large domain, record only that it was drawn: with its answer, no later state would come again. */
    uint64_t met = domain->max < LEARNED_ANSWERS ? answer : 0;
    if (r->path_size < PATH_LIMIT) { r->path[r->path_size++] = bd__hash_join(site, domain->max, met); }
    return answer;
}

static void enter(void *guide, uint32_t rule)
{
    struct rlcheck *r = guide;
    (void)rule;
    if (r->rules < RULE_LIMIT) { r->rule[r->rules++] = r->path_size; }
}

static void leave(void *guide)
{
    struct rlcheck *r = guide;
    if (r->rules) { r->path_size = r->rule[--r->rules]; }
}

/* ---- the guide ------------------------------------------------------------------------------- */

static void *create(const struct bd__guide_tools *tools)
{
    struct rlcheck *r = bd__arena_take(tools->arena, sizeof *r);
    *r = (struct rlcheck){
        .tools = *tools,
        .policy = {r, decide, enter, leave},
        .state = bd__arena_take(tools->arena, sizeof *r->state << STATE_BITS),
        .value = bd__arena_take(tools->arena, VALUE_LIMIT * sizeof *r->value),
        .step = bd__arena_take(tools->arena, STEP_LIMIT * sizeof *r->step),
        .path = bd__arena_take(tools->arena, PATH_LIMIT * sizeof *r->path),
        .rule = bd__arena_take(tools->arena, RULE_LIMIT * sizeof *r->rule),
    };
    bd__hashset_init(&r->inputs, tools->arena, INPUT_MEMORY);
    return r;
}

static void next(void *state, struct bd__plan *plan)
{
    struct rlcheck *r = state;
    r->steps = r->path_size = r->rules = 0; /* nothing remains from the previous input */
    *plan = (struct bd__plan){.stream_count = 2, .policy = &r->policy, .op = BD__OP_POLICY, .parent = BD__NO_PARENT};
}

static void observe(void *state, const struct bd__trial *trial)
{
    struct rlcheck *r = state;
    if (trial->outcome.verdict == BD_FAILURE) { return; }
    double reward = REWARD_INVALID;
    if (trial->outcome.verdict == BD_VALID) {
        uint64_t hash = bd__hash(trial->input.data, trial->input.size);
        reward = bd__hashset_add(&r->inputs, hash, false).fresh ? REWARD_NEW : REWARD_OLD;
    }
    for (uint32_t i = 0; i < r->steps; i++) {
        struct value *value = &r->value[r->step[i]];
        value->count += value->count < UINT32_MAX;
        value->mean += (reward - value->mean) / value->count;
    }
    r->steps = 0;
}

/* ---- in a checkpoint ----------------------------------------------------------------------------- */

enum { VALUE_SIZE = 8 + 8 + 4 + 4, STATE_SIZE = 4 + 8 + 4 };

/* Saves nothing of the current input: there is none between two trials. */
static void save(const void *guide, struct bd__pack *pack)
{
    const struct rlcheck *r = guide;
    bd__hashset_save(&r->inputs, pack);
    bd__pack_u64(pack, r->values);
    for (uint32_t i = 1; i <= r->values; i++) {
        const struct value *value = &r->value[i];
        bd__pack_u64(pack, value->answer);
        bd__pack_real(pack, value->mean);
        bd__pack_u32(pack, value->count);
        bd__pack_u32(pack, value->next);
    }
    bd__pack_u64(pack, r->states);
    for (uint32_t i = 0, left = r->states; left && i < 1u << STATE_BITS; i++) {
        if (!r->state[i].key) { continue; }
        bd__pack_u32(pack, i);
        bd__pack_u64(pack, r->state[i].key);
        bd__pack_u32(pack, r->state[i].first);
        left--;
    }
}

static void load_values(struct rlcheck *r, struct bd__unpack *unpack)
{
    uint32_t count = (uint32_t)bd__unpack_count(unpack, VALUE_LIMIT - 1, VALUE_SIZE, "the number of values");
    for (uint32_t i = 1; i <= count && bd__unpack_fine(unpack); i++) {
        struct value *value = &r->value[i];
        value->answer = bd__unpack_u64(unpack, LEARNED_ANSWERS - 1, "an answer");
        value->mean = bd__unpack_real(unpack, REWARD_INVALID, REWARD_NEW, "a mean reward");
        value->count = bd__unpack_u32(unpack, UINT32_MAX, "how often an answer was given");
        value->next = bd__unpack_u32(unpack, i - 1, "the value behind a value"); /* so that every list ends */
    }
    r->values = bd__unpack_fine(unpack) ? count : 0;
}

static void load_states(struct rlcheck *r, struct bd__unpack *unpack)
{
    uint32_t slots = 1u << STATE_BITS;
    uint64_t count = bd__unpack_count(unpack, slots / 4 * 3, STATE_SIZE, "the number of states");
    const uint8_t *from = unpack->at;
    for (uint64_t i = 0; i < count && bd__unpack_fine(unpack); i++) {
        struct state *state = &r->state[bd__unpack_u32(unpack, slots - 1, "the place of a state")];
        if (state->key) { bd__unpack_refuse(unpack, "two states are at one place"); }
        state->key = bd__unpack_u64(unpack, UINT64_MAX, "a state");
        if (!state->key) { bd__unpack_refuse(unpack, "a state is none"); }
        state->first = bd__unpack_u32(unpack, r->values, "the first value of a state");
    }
    if (!bd__unpack_fine(unpack)) { return; }
    r->states = (uint32_t)count;
    unpack->at = from; /* again, now that all are there: does a lookup find each of them? */
    for (uint64_t i = 0; i < count && bd__unpack_fine(unpack); i++) {
        const struct state *state = &r->state[bd__unpack_u32(unpack, slots - 1, "the place of a state")];
        bd__unpack_bytes(unpack, STATE_SIZE - 4, "a state");
        if (find_state(r, state->key) != state) { bd__unpack_refuse(unpack, "a state is not at its place"); }
    }
}

static void load(void *guide, struct bd__unpack *unpack)
{
    struct rlcheck *r = guide;
    bd__hashset_load(&r->inputs, unpack);
    load_values(r, unpack);
    load_states(r, unpack);
}

static void mend(void *guide)
{
    struct rlcheck *r = guide;
    bd__hashset_recount(&r->inputs);
    r->states = 0;
    for (uint64_t i = 0; i < (uint64_t)1 << STATE_BITS; i++) { r->states += r->state[i].key != 0; }
}

const struct bd__guide bd__guide_rlcheck = {
    .blackbox = true,
    .epsilon = 0.25,
    .create = create,
    .next = next,
    .observe = observe,
    .save = save,
    .load = load,
    .mend = mend,
};
