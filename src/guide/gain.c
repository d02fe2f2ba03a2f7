#include "guide/gain.h"

#include <math.h>

void bd__gain_init(struct bd__gain *gain, const struct bd__guide_tools *tools)
{
    *gain = (struct bd__gain){
        .tools = tools,
        .entry = bd__arena_take(tools->arena, BD__CORPUS_LIMIT * sizeof *gain->entry),
        .sum = bd__arena_take(tools->arena, BD__CORPUS_LIMIT * sizeof *gain->sum),
        .ln_c = bd__arena_take(tools->arena, tools->branch_span * sizeof *gain->ln_c),
    };
}

/* ---- cost ------------------------------------------------------------------------------------ */

/* In units of one hit. A counter has 8 bits: one in its upper half has probably wrapped, in a loop. The rest are means of
 * what bench/cost fits on our subjects. */
enum { OF_A_TRIAL = 1000, OF_A_DRAW = 16, OF_A_LOOP = 256, LOOP = 128 };

double bd__gain_cost(const struct bd__trial *trial)
{
    uint64_t cost = OF_A_TRIAL + OF_A_DRAW * (uint64_t)trial->choices.choice_count;
    for (size_t i = 0; i < trial->trace.block_count; i++) {
        const uint8_t *counts = trial->trace.block[i].counts;
        for (int j = 0; j < BD__BLOCK; j++) { cost += counts[j] < LOOP ? counts[j] : OF_A_LOOP; }
    }
    return (double)cost;
}

/* ---- weights --------------------------------------------------------------------------------- */

/* A branch that no valid input has covered counts like one that a single trace covers. */
static float ln_c(const struct bd__gain *gain, size_t branch)
{
    uint64_t c = bd__abundance_valid(gain->tools->abundance, branch);
    return c > 1 ? logf((float)c) : 0;
}

/* LN_C: by branch; NULL: not computed. */
static double weight_of(const struct bd__gain *gain, const struct bd__gain_entry *entry, const float *known)
{
    static const double IF_INVALID = 0.05;
    double worth = 0;
    for (uint32_t i = 0; i < entry->block_count; i++) {
        size_t first = (size_t)entry->block[i].index * BD__BLOCK;
        for (uint32_t mask = entry->block[i].mask; mask; mask &= mask - 1) {
            size_t branch = first + (size_t)__builtin_ctz(mask);
            worth += gain->mean_ln_c - (double)(known ? known[branch] : ln_c(gain, branch));
        }
    }
    if (worth <= 0) { return 0; }
    return worth / (entry->cost * entry->cost) * (entry->invalid ? IF_INVALID : 1);
}

/* Adds the weight of the next parent to the sums. */
static void sum_up(struct bd__gain *gain, uint32_t parent, uint32_t id)
{
    gain->sum[parent] = (parent ? gain->sum[parent - 1] : 0) + gain->entry[id].weight;
}

static void weigh_all(struct bd__gain *gain)
{
    const struct bd__abundance *abundance = gain->tools->abundance;
    const struct bd__corpus *corpus = gain->tools->corpus;
    double total = 0, c_ln_c = 0;
    for (size_t b = 0; b < abundance->blocks * BD__BLOCK; b++) {
        double c = (double)bd__abundance_valid(abundance, b);
        gain->ln_c[b] = ln_c(gain, b);
        total += c;
        c_ln_c += c * (double)gain->ln_c[b];
    }
    gain->mean_ln_c = total > 0 ? c_ln_c / total : 0;
    gain->size = abundance->blocks * BD__BLOCK;
    for (uint32_t i = 0; i < corpus->parent_count; i++) {
        uint32_t id = corpus->parents[i];
        gain->entry[id].weight = weight_of(gain, &gain->entry[id], gain->ln_c);
        gain->size += corpus->entry[id].kept.branch_count;
        sum_up(gain, i, id);
    }
    gain->weighed = corpus->parent_count;
    gain->run = 0;
}

void bd__gain_add(struct bd__gain *gain, const struct bd__trial *trial)
{
    const struct bd__corpus *corpus = gain->tools->corpus;
    const struct bd__trace *trace = &trial->trace;
    uint32_t id = corpus->parents[corpus->parent_count - 1];
    struct bd__gain_entry *entry = &gain->entry[id];
    struct bd__gain_block *block =
        trace->block_count ? bd__arena_take(gain->tools->arena, trace->block_count * sizeof *block) : NULL;
    for (size_t i = 0; i < trace->block_count; i++) {
        block[i] = (struct bd__gain_block){trace->block[i].index, trace->mask[i]};
    }
    *entry = (struct bd__gain_entry){
        .block = block,
        .block_count = (uint32_t)trace->block_count,
        .invalid = trial->outcome.verdict != BD_VALID,
        .cost = bd__gain_cost(trial),
    };
    entry->weight = weight_of(gain, entry, NULL);
    sum_up(gain, corpus->parent_count - 1, id);
}

void bd__gain_observe(struct bd__gain *gain, const struct bd__trial *trial)
{
    /* Weighing a branch takes about a thousandth of the time of running one. The corpus may grow by an eighth between two
     * computations, because new parents begin with an estimate. */
    enum { TIMES = 8, GROWTH = 8 };
    uint32_t parents = gain->tools->corpus->parent_count;
    gain->run += trial->trace.branch_count;
    if (parents && (gain->run > TIMES * gain->size || parents > gain->weighed + gain->weighed / GROWTH + GROWTH)) {
        weigh_all(gain);
    }
}

uint32_t bd__gain_choose(const struct bd__gain *gain, struct bd__rng *rng)
{
    const struct bd__corpus *corpus = gain->tools->corpus;
    uint32_t low = 0, high = corpus->parent_count - 1;
    double total = gain->sum[high];
    if (!(total > 0)) { return corpus->parents[bd__rng_upto(rng, high)]; }
    double at = bd__rng_unit(rng) * total;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (gain->sum[middle] > at) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return corpus->parents[low];
}

/* ---- checkpoints ----------------------------------------------------------------------------- */

void bd__gain_save(const struct bd__gain *gain, struct bd__pack *pack)
{
    const struct bd__corpus *corpus = gain->tools->corpus;
    bd__pack_real(pack, gain->mean_ln_c);
    bd__pack_u32(pack, gain->weighed);
    bd__pack_u64(pack, gain->size);
    bd__pack_u64(pack, gain->run);
    for (uint32_t i = 0; i < corpus->parent_count; i++) {
        const struct bd__gain_entry *entry = &gain->entry[corpus->parents[i]];
        bd__pack_real(pack, entry->cost);
        bd__pack_real(pack, entry->weight);
        bd__pack_u64(pack, entry->block_count);
        for (uint32_t j = 0; j < entry->block_count; j++) {
            bd__pack_u32(pack, entry->block[j].index);
            bd__pack_u32(pack, entry->block[j].mask);
        }
    }
}

static void load_entry(struct bd__gain *gain, uint32_t id, struct bd__unpack *unpack)
{
    struct bd__gain_entry *entry = &gain->entry[id];
    entry->invalid = gain->tools->corpus->entry[id].kept.outcome.verdict != BD_VALID;
    entry->cost = bd__unpack_real(unpack, 0, 1e18, "the cost of a parent");
    entry->weight = bd__unpack_real(unpack, 0, 1e18, "the weight of a parent");
    uint32_t most = (uint32_t)(gain->tools->branch_span / BD__BLOCK);
    uint32_t count = (uint32_t)bd__unpack_count(unpack, most, 2 * sizeof(uint32_t), "the blocks of a parent");
    struct bd__gain_block *block = count ? bd__arena_take(gain->tools->arena, count * sizeof *block) : NULL;
    for (uint32_t i = 0; i < count && bd__unpack_fine(unpack); i++) {
        block[i].index = bd__unpack_u32(unpack, most - 1, "a block of a parent");
        block[i].mask = bd__unpack_u32(unpack, UINT32_MAX, "a block of a parent");
    }
    if (count && entry->cost < OF_A_TRIAL) { bd__unpack_refuse(unpack, "a parent costs less than a trial"); }
    entry->block = block;
    entry->block_count = count;
}

void bd__gain_load(struct bd__gain *gain, struct bd__unpack *unpack)
{
    const struct bd__corpus *corpus = gain->tools->corpus;
    gain->mean_ln_c = bd__unpack_real(unpack, 0, 1e18, "the mean of ln c");
    gain->weighed = bd__unpack_u32(unpack, corpus->parent_count, "the parents that were weighed");
    gain->size = bd__unpack_u64(unpack, UINT64_MAX / 16, "the branches of all parents");
    gain->run = bd__unpack_u64(unpack, UINT64_MAX, "the branches run");
    for (uint32_t i = 0; i < corpus->parent_count && bd__unpack_fine(unpack); i++) {
        load_entry(gain, corpus->parents[i], unpack);
        sum_up(gain, i, corpus->parents[i]);
    }
}

void bd__gain_mend(struct bd__gain *gain)
{
    if (gain->tools->corpus->parent_count) { weigh_all(gain); }
}
