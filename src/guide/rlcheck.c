/* rlcheck.c: RLCheck (Reddy et al., ICSE 2020). The guide answers every draw itself, and learns which answers lead to
 * valid inputs that it has not made before: tabular Monte Carlo control, ε-greedy, every visit.
 *
 *     state     the choice point, its domain, and the last k labels
 *     label     an open rule with the first choice made in it: an element and its name, a statement and its kind; if
 *               another rule is open in it, also the last choice before that: to the left or to the right; outside of all
 *               rules, each choice
 *     Q(s, a)   mean reward of all inputs in which answer a was given in state s; 0 before the first
 *     reward    20 for a valid input with new bytes, 0 for a valid one made before, -1 for an invalid one
 *
 * It never looks at coverage. In an unseen state, and when it explores, all answers are equally likely. Only counts keep
 * the generator's odds: the original has no unbounded ones.
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
    VALUE_LIMIT = 1 << 25,       /* slots for (state, answer) pairs */
    STEP_LIMIT = 1 << 20,        /* choices per input to learn from */
    RULE_LIMIT = BD__TAPE_DEPTH, /* open rules: the source reports no more */
    LABEL_LIMIT = 1 << 16,
    LEARNED_BITS = 10,
    LEARNED_ANSWERS = 1 << LEARNED_BITS /* larger domains are not learned: hardly any answer would come again */
};
static const uint64_t STATE_MASK = ((uint64_t)1 << STATE_BITS) - 1;
static const uint64_t HOME_MASK = ((uint64_t)1 << STATE_BITS) - 4; /* four states share a cache line */
static const uint64_t INPUT_MEMORY = (uint64_t)256 << 20;

/* What is known about answers, slot by slot in three parts: the means come first, because they are looked through most
 * often. All lie side by side, so a small table is one or two cache lines. */
struct values {
    int32_t *mean;    /* bits of the mean reward, plus LIFT; 0: the slot is free */
    uint32_t *answer; /* plus one; 0: the slot is free */
    uint32_t *count;
};
enum { PARTS = 3 };
/* All means are positive, so they have the same order as their bits, which compilers compare four at a time. */
static const float LIFT = 1 - REWARD_INVALID;

/* A state has a table of its values: SIZE slots from FIRST on. An answer is at the slot of its number, modulo the size,
 * or after it. All of it is in one word, because a worker may be killed while a table grows. */
struct state_table {
    uint32_t first;
    uint16_t used;
    uint16_t bits; /* size = 1 << bits; 0: no table yet */
};

struct state {
    uint64_t key;           /* 0: free */
    _Atomic uint64_t table; /* struct state_table */
};

/* An answer that was given in the current input. */
struct step {
    uint32_t state, answer;
};

struct rule_label {
    uint64_t hash; /* of the rule and its first choice */
    uint64_t last; /* of the last choice made directly in it; 0: none yet */
};

struct rlcheck {
    struct bd__guide_tools tools;
    struct bd__policy policy;
    struct bd__hashset inputs; /* hashes of valid inputs */
    struct state *state;
    uint32_t *value;         /* PARTS words for each slot */
    uint32_t states, values; /* in use: states; slots */
    /* The current input. */
    struct step *step;
    uint32_t steps;
    struct rule_label *label; /* those of open rules come last */
    uint32_t labels, rules;
    uint64_t context; /* hash of the last k labels */
};

/* ---- the tables ------------------------------------------------------------------------------ */

static struct state_table table_of(const struct state *state)
{
    struct state_table table;
    uint64_t word = atomic_load_explicit(&state->table, memory_order_relaxed);
    memcpy(&table, &word, sizeof table);
    return table;
}

static void set_table(struct state *state, struct state_table table)
{
    uint64_t word;
    memcpy(&word, &table, sizeof word);
    atomic_store_explicit(&state->table, word, memory_order_release);
}

/* Finds the state with KEY, and adds it if it is new. NULL once there is no room for more. */
static struct state *find_state(struct rlcheck *r, uint64_t key)
{
    uint64_t i = key & STATE_MASK;
    while (r->state[i].key != key) {
        if (r->state[i].key == 0) {
            if (r->states >= (STATE_MASK + 1) / 4 * 3) { return NULL; }
            r->states++;
            r->state[i].key = key;
            return &r->state[i];
        }
        i = (i + 1) & STATE_MASK;
    }
    return &r->state[i];
}

static uint32_t size_of(struct state_table table)
{
    return table.bits ? 1u << table.bits : 0;
}

static struct values values_of(const struct rlcheck *r, struct state_table table)
{
    uint32_t *first = r->value + (size_t)PARTS * table.first, size = size_of(table);
    return (struct values){(int32_t *)first, first + size, first + 2 * (size_t)size};
}

static int32_t bits_of(float mean)
{
    int32_t bits;
    memcpy(&bits, &mean, sizeof bits);
    return bits;
}

static float mean_of(int32_t bits)
{
    float mean;
    memcpy(&mean, &bits, sizeof mean);
    return mean;
}

/* The slot of ANSWER in TABLE, which has one free at least; a free one if the answer was never given. */
static uint32_t slot_of(const struct rlcheck *r, struct state_table table, uint64_t answer)
{
    uint32_t mask = size_of(table) - 1, i = (uint32_t)answer & mask;
    const uint32_t *given = values_of(r, table).answer;
    while (given[i] && given[i] != answer + 1) { i = (i + 1) & mask; }
    return i;
}

static bool was_given(const struct rlcheck *r, const struct state *state, uint64_t answer)
{
    struct state_table table = table_of(state);
    return table.bits && values_of(r, table).answer[slot_of(r, table, answer)];
}

static void set_value(struct values to, uint32_t slot, uint64_t answer, uint32_t count, float mean)
{
    to.count[slot] = count;
    to.mean[slot] = bits_of(mean);
    to.answer[slot] = (uint32_t)answer + 1;
}

/* Makes room for one more value. One slot always stays free, so that every search ends. */
static bool make_room(struct rlcheck *r, struct state *state, uint64_t max)
{
    enum { SMALLEST = 2, SMALL = 3 }; /* bits */
    struct state_table old = table_of(state);
    uint32_t size = size_of(old);
    if (size && (old.used < size / 4 * 3 || max + 1 < size)) { return true; }
    struct state_table grown = {.first = r->values, .used = old.used, .bits = (uint16_t)(old.bits + 1)};
    if (!size) { grown.bits = max + 1 < 1u << SMALLEST ? SMALLEST : SMALL; }
    if (r->values + size_of(grown) > VALUE_LIMIT) { return old.used + 1u < size; }
    r->values += size_of(grown);
    struct values from = values_of(r, old), to = values_of(r, grown);
    for (uint32_t i = 0; i < size; i++) {
        if (!from.answer[i]) { continue; }
        uint32_t answer = from.answer[i] - 1;
        set_value(to, slot_of(r, grown, answer), answer, from.count[i], mean_of(from.mean[i]));
    }
    set_table(state, grown);
    return true;
}

/* Makes ANSWER known in STATE. False if there is no room for it. */
static bool know(struct rlcheck *r, struct state *state, uint64_t answer, uint64_t max)
{
    if (was_given(r, state, answer)) { return true; }
    if (!make_room(r, state, max)) { return false; }
    struct state_table table = table_of(state);
    set_value(values_of(r, table), slot_of(r, table, answer), answer, 0, LIFT);
    table.used++;
    set_table(state, table);
    return true;
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

/* Any answer: all are equally likely, except the numbers of a count. */
static uint64_t draw_any(struct rlcheck *r, const struct bd_domain *domain)
{
    enum { TRIES = 64 };
    bool is_count = domain->shape == BD_GEOMETRIC && domain->max > 1;
    for (int i = 0; i < TRIES && !is_count && domain->max < LEARNED_ANSWERS; i++) {
        uint64_t drawn = bd__rng_upto(r->tools.rng, domain->max);
        if (can_be(domain, drawn)) { return drawn; }
    }
    return bd__source_draw(domain, r->tools.rng);
}

/* Draws an answer that was never given in STATE, so its Q is 0. Returns OTHERWISE if a few draws find none. */
static uint64_t draw_unseen(struct rlcheck *r, const struct state *state, const struct bd_domain *domain,
                            uint64_t otherwise)
{
    for (int i = 0; i < 16; i++) {
        uint64_t drawn = draw_any(r, domain);
        if (!was_given(r, state, drawn)) { return drawn; }
    }
    return otherwise;
}

/* The answers with the highest mean, of those that can be given now. */
struct best_values {
    int32_t mean; /* bits, plus LIFT; 0: there are none */
    uint32_t ties, seen, slot;
};

/* The best of all values of TABLE; the slot is a random one of them. */
static struct best_values find_best(struct rlcheck *r, struct state_table table)
{
    const int32_t *mean = values_of(r, table).mean;
    uint32_t size = size_of(table), ties = 0, slot = 0;
    int32_t most = 0;
    for (uint32_t i = 0; i < size; i++) { most = mean[i] > most ? mean[i] : most; }
    for (uint32_t i = 0; i < size; i++) { ties += mean[i] == most; }
    uint64_t skip = ties > 1 ? bd__rng_upto(r->tools.rng, ties - 1) : 0;
    while (mean[slot] != most || skip--) { slot++; }
    return (struct best_values){most, ties, table.used, slot};
}

/* The same for a domain in which some answers cannot be given now. */
static struct best_values find_best_possible(struct rlcheck *r, struct state_table table,
                                             const struct bd_domain *domain)
{
    struct best_values best = {0};
    struct values values = values_of(r, table);
    for (uint32_t i = 0; i < size_of(table); i++) {
        if (!values.answer[i] || !can_be(domain, values.answer[i] - 1)) { continue; }
        int32_t mean = values.mean[i];
        best.seen++;
        if (mean < best.mean) { continue; }
        best.ties = mean == best.mean ? best.ties + 1 : 1;
        best.mean = mean;
        if (best.ties == 1 || bd__rng_upto(r->tools.rng, best.ties - 1) == 0) { best.slot = i; }
    }
    return best;
}

/* Draws one of the best answers: those that were given, and those that were not, whose Q is 0. */
static uint64_t draw_best(struct rlcheck *r, const struct state *state, const struct bd_domain *domain)
{
    struct state_table table = table_of(state);
    bool all = domain->shape != BD_WEIGHTED;
    struct best_values best = all ? find_best(r, table) : find_best_possible(r, table, domain);
    uint64_t chosen = best.seen ? values_of(r, table).answer[best.slot] - 1 : 0;
    if (!best.seen || chosen > domain->max) { return draw_any(r, domain); }
    if (best.mean > bits_of(LIFT)) { return chosen; }
    uint64_t possible = count_possible(domain), unseen = possible > best.seen ? possible - best.seen : 0;
    if (unseen == 0) { return chosen; }
    if (best.mean == bits_of(LIFT) && bd__rng_upto(r->tools.rng, best.ties + unseen - 1) < best.ties) { return chosen; }
    return draw_unseen(r, state, domain, chosen);
}

/* The labels have changed. Computes the new context, and fetches the cache line where its states begin: the generator
 * usually works a little before its next draw, and most states are not in the cache. */
static void change_context(struct rlcheck *r)
{
    uint32_t size = (uint32_t)r->tools.config->tuning.state_size;
    if (size > r->labels) { size = r->labels; }
    uint64_t hash = size + 1;
    for (uint32_t i = r->labels - size; i < r->labels; i++) {
        const struct rule_label *label = &r->label[i];
        hash = bd__hash_join(hash, label->hash, i + 1 < r->labels ? label->last : 0);
    }
    r->context = hash;
    __builtin_prefetch(&r->state[hash & HOME_MASK], 1);
}

/* All states of one context begin their search at the same place, so that they mostly share a cache line. */
static uint64_t key_of(const struct rlcheck *r, uint32_t site, uint64_t max)
{
    uint64_t key = (bd__hash_join(r->context, site, max) & ~STATE_MASK) | (r->context & HOME_MASK);
    return key ? key : 1;
}

/* An answer becomes part of its rule's label. Of a large domain only the fact that it was drawn does: with its answer, no
 * later state would come again. */
static void add_to_label(struct rlcheck *r, uint32_t site, uint64_t max, uint64_t answer)
{
    uint64_t hash = bd__hash_join(site, max, max < LEARNED_ANSWERS ? answer : 0) | 1;
    if (!r->rules) {
        if (r->labels < LABEL_LIMIT - RULE_LIMIT) { r->label[r->labels++] = (struct rule_label){.hash = hash}; }
        change_context(r);
        return;
    }
    struct rule_label *rule = &r->label[r->labels - 1];
    if (!rule->last) {
        rule->hash = bd__hash_join(rule->hash, hash, 0);
        change_context(r);
    }
    rule->last = hash;
}

static uint64_t decide(void *guide, uint32_t site, const struct bd_domain *domain)
{
    struct rlcheck *r = guide;
    uint64_t max = domain->max, answer;
    struct state *state = max < LEARNED_ANSWERS ? find_state(r, key_of(r, site, max)) : NULL;
    if (!state || !table_of(state).used || bd__rng_unit(r->tools.rng) < r->tools.config->tuning.epsilon) {
        answer = draw_any(r, domain);
    } else {
        answer = draw_best(r, state, domain);
    }
    if (state && r->steps < STEP_LIMIT && know(r, state, answer, max)) {
        r->step[r->steps++] = (struct step){(uint32_t)(state - r->state), (uint32_t)answer};
    }
    add_to_label(r, site, max, answer);
    return answer;
}

static void enter(void *guide, uint32_t rule)
{
    struct rlcheck *r = guide;
    if (r->rules == RULE_LIMIT) { return; }
    r->rules++;
    r->label[r->labels++] = (struct rule_label){.hash = bd__hash_join(rule, 0, 1)};
    change_context(r);
}

static void leave(void *guide)
{
    struct rlcheck *r = guide;
    if (!r->rules) { return; }
    r->rules--;
    r->labels--;
    change_context(r);
}

/* ---- the guide ------------------------------------------------------------------------------- */

static void *create(const struct bd__guide_tools *tools)
{
    struct rlcheck *r = bd__arena_take(tools->arena, sizeof *r);
    *r = (struct rlcheck){
        .tools = *tools,
        .policy = {r, decide, enter, leave},
        .state = bd__arena_take(tools->arena, sizeof *r->state << STATE_BITS),
        .value = bd__arena_take(tools->arena, PARTS * VALUE_LIMIT * sizeof *r->value),
        .step = bd__arena_take(tools->arena, STEP_LIMIT * sizeof *r->step),
        .label = bd__arena_take(tools->arena, LABEL_LIMIT * sizeof *r->label),
    };
    bd__hashset_init(&r->inputs, tools->arena, INPUT_MEMORY);
    return r;
}

static void next(void *state, struct bd__plan *plan)
{
    struct rlcheck *r = state;
    r->steps = r->labels = r->rules = 0; /* nothing remains from the previous input */
    change_context(r);
    *plan = (struct bd__plan){.stream_count = 2, .policy = &r->policy, .op = BD__OP_POLICY, .parent = BD__NO_PARENT};
}

static void observe(void *state, const struct bd__trial *trial)
{
    struct rlcheck *r = state;
    if (trial->outcome.verdict == BD_FAILURE) { return; }
    float reward = REWARD_INVALID;
    if (trial->outcome.verdict == BD_VALID) {
        uint64_t hash = bd__hash(trial->input.data, trial->input.size);
        reward = bd__hashset_add(&r->inputs, hash, false).fresh ? REWARD_NEW : REWARD_OLD;
    }
    for (uint32_t i = 0; i < r->steps; i++) {
        struct state_table table = table_of(&r->state[r->step[i].state]);
        struct values values = values_of(r, table);
        uint32_t slot = slot_of(r, table, r->step[i].answer), *count = &values.count[slot];
        float mean = mean_of(values.mean[slot]);
        *count += *count < UINT32_MAX;
        values.mean[slot] = bits_of(mean + (LIFT + reward - mean) / (float)*count);
    }
    r->steps = 0;
}

/* ---- in a checkpoint ----------------------------------------------------------------------------- */

enum { VALUE_SIZE = 4 + 4 + 4 + 8, STATE_SIZE = 4 + 8 + 1 + 8, LARGEST_BITS = LEARNED_BITS + 1 };

/* Saves nothing of the current input: there is none between two trials. Slots are saved with their places, because ties are
 * broken in their order. */
static void save(const void *guide, struct bd__pack *pack)
{
    const struct rlcheck *r = guide;
    bd__hashset_save(&r->inputs, pack);
    bd__pack_u64(pack, r->values);
    bd__pack_u64(pack, r->states);
    for (uint32_t i = 0, left = r->states; left && i < 1u << STATE_BITS; i++) {
        if (!r->state[i].key) { continue; }
        struct state_table table = table_of(&r->state[i]);
        bd__pack_u32(pack, i);
        bd__pack_u64(pack, r->state[i].key);
        bd__pack_u8(pack, (uint8_t)table.bits);
        bd__pack_u64(pack, table.used);
        struct values values = values_of(r, table);
        for (uint32_t slot = 0; slot < size_of(table); slot++) {
            if (!values.answer[slot]) { continue; }
            bd__pack_u32s(pack, (uint32_t[]){slot, values.answer[slot] - 1, values.count[slot]}, 3);
            bd__pack_real(pack, (double)mean_of(values.mean[slot]));
        }
        left--;
    }
}

/* Loads the values of one state. A search must find each of them, and must end. */
static void load_table(struct rlcheck *r, struct state *state, struct bd__unpack *unpack)
{
    struct state_table table = {.first = r->values, .bits = bd__unpack_u8(unpack, LARGEST_BITS, "the size of a table")};
    uint32_t size = size_of(table);
    table.used = (uint16_t)bd__unpack_count(unpack, size ? size - 1 : 0, VALUE_SIZE, "the number of values of a state");
    if (r->values + size > VALUE_LIMIT) { bd__unpack_refuse(unpack, "there are too many values"); }
    if (!bd__unpack_fine(unpack)) { return; }
    r->values += size;
    struct values values = values_of(r, table);
    const uint8_t *from = unpack->at;
    for (int round = 0; round < 2; round++) { /* fills the slots; then, now that all are there, looks each of them up */
        unpack->at = from;
        for (uint32_t i = 0; i < table.used && bd__unpack_fine(unpack); i++) {
            uint32_t slot = bd__unpack_u32(unpack, size - 1, "the place of a value");
            uint32_t answer = bd__unpack_u32(unpack, LEARNED_ANSWERS - 1, "an answer");
            uint32_t count = bd__unpack_u32(unpack, UINT32_MAX, "how often an answer was given");
            double mean = bd__unpack_real(unpack, 1, (double)LIFT + REWARD_NEW, "a mean reward");
            if (round == 0 && values.answer[slot]) { bd__unpack_refuse(unpack, "two values are at one place"); }
            if (round == 0) { set_value(values, slot, answer, count, (float)mean); }
            if (round == 1 && slot_of(r, table, answer) != slot) {
                bd__unpack_refuse(unpack, "a value is not at its place");
            }
        }
    }
    set_table(state, table);
}

static void load_states(struct rlcheck *r, struct bd__unpack *unpack)
{
    uint32_t slots = 1u << STATE_BITS;
    uint64_t values = bd__unpack_u64(unpack, VALUE_LIMIT, "the number of slots");
    uint64_t count = bd__unpack_count(unpack, slots / 4 * 3, STATE_SIZE, "the number of states");
    uint64_t loaded = 0;
    for (; loaded < count && bd__unpack_fine(unpack); loaded++) {
        struct state *state = &r->state[bd__unpack_u32(unpack, slots - 1, "the place of a state")];
        if (state->key) { bd__unpack_refuse(unpack, "two states are at one place"); }
        state->key = bd__unpack_u64(unpack, UINT64_MAX, "a state");
        if (!state->key) { bd__unpack_refuse(unpack, "a state is none"); }
        load_table(r, state, unpack);
    }
    r->states = (uint32_t)loaded;
    if (r->values > values) { bd__unpack_refuse(unpack, "there are more values than slots"); }
    if (!bd__unpack_fine(unpack)) { return; }
    r->values = (uint32_t)values;          /* with the room that smaller tables left behind: it is not used again */
    for (uint32_t i = 0; i < slots; i++) { /* does a lookup find each of them? */
        if (r->state[i].key && find_state(r, r->state[i].key) != &r->state[i]) {
            bd__unpack_refuse(unpack, "a state is not at its place");
            return;
        }
    }
}

static void load(void *guide, struct bd__unpack *unpack)
{
    struct rlcheck *r = guide;
    bd__hashset_load(&r->inputs, unpack);
    load_states(r, unpack);
}

/* The table as it is in memory, with its values counted again. The target may have written there, too: a table that cannot
 * be one is forgotten. */
static struct state_table recounted(const struct rlcheck *r, struct state_table table)
{
    uint32_t size = table.bits <= LARGEST_BITS ? size_of(table) : 0, used = 0;
    if (!size || table.first > VALUE_LIMIT - size) { return (struct state_table){0}; }
    const uint32_t *answer = values_of(r, table).answer;
    for (uint32_t i = 0; i < size; i++) { used += answer[i] != 0; }
    table.used = (uint16_t)used;
    return used < size ? table : (struct state_table){0};
}

static void mend(void *guide)
{
    struct rlcheck *r = guide;
    bd__hashset_recount(&r->inputs);
    r->states = 0;
    for (uint32_t i = 0; i < 1u << STATE_BITS; i++) {
        if (!r->state[i].key) { continue; }
        r->states++;
        set_table(&r->state[i], recounted(r, table_of(&r->state[i])));
    }
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
