#include "guide/cheapest.h"

void bd__cheapest_init(struct bd__cheapest *cheapest, const struct bd__guide_tools *tools)
{
    *cheapest = (struct bd__cheapest){
        .owner = bd__arena_take(tools->arena, tools->branch_span * sizeof *cheapest->owner),
        .branch = bd__arena_take(tools->arena, tools->branch_span * sizeof *cheapest->branch),
    };
}

void bd__cheapest_add(struct bd__cheapest *cheapest, const struct bd__gain *gain, uint32_t id)
{
    static const double CHEAPER = 0.9; /* or a branch would change hands for nothing */
    const struct bd__gain_entry *entry = &gain->entry[id];
    for (uint32_t i = 0; i < entry->block_count; i++) {
        for (uint32_t mask = entry->block[i].mask; mask; mask &= mask - 1) {
            uint32_t b = entry->block[i].index * BD__BLOCK + (uint32_t)__builtin_ctz(mask);
            uint32_t *owner = &cheapest->owner[b];
            if (!*owner) {
                cheapest->branch[cheapest->count++] = b;
            } else if (entry->cost >= CHEAPER * gain->entry[*owner - 1].cost) {
                continue;
            }
            *owner = id + 1;
        }
    }
}

void bd__cheapest_mend(struct bd__cheapest *cheapest)
{
    if (cheapest->count && !cheapest->owner[cheapest->branch[cheapest->count - 1]]) { cheapest->count--; }
}

uint32_t bd__cheapest_choose(const struct bd__cheapest *cheapest, struct bd__rng *rng)
{
    return cheapest->owner[cheapest->branch[bd__rng_upto(rng, cheapest->count - 1)]] - 1;
}

void bd__cheapest_save(const struct bd__cheapest *cheapest, struct bd__pack *pack)
{
    bd__pack_u64(pack, cheapest->count);
    for (uint32_t i = 0; i < cheapest->count; i++) {
        bd__pack_u32(pack, cheapest->branch[i]);
        bd__pack_u32(pack, cheapest->owner[cheapest->branch[i]]);
    }
}

void bd__cheapest_load(struct bd__cheapest *cheapest, const struct bd__guide_tools *tools, struct bd__unpack *unpack)
{
    const struct bd__corpus *corpus = tools->corpus;
    uint32_t last = (uint32_t)tools->branch_span - 1;
    uint32_t count = (uint32_t)bd__unpack_count(unpack, tools->branch_span, 2 * sizeof(uint32_t), "owned branches");
    for (uint32_t i = 0; i < count && bd__unpack_fine(unpack); i++) {
        uint32_t b = bd__unpack_u32(unpack, last, "an owned branch");
        uint32_t owner = bd__unpack_u32(unpack, bd__corpus_size(corpus), "the owner of a branch");
        if (!bd__unpack_fine(unpack)) { return; }
        if (!owner || corpus->entry[owner - 1].kept.witness || cheapest->owner[b]) {
            bd__unpack_refuse(unpack, "branch %u has no owner, or two", b);
            return;
        }
        cheapest->branch[cheapest->count++] = b;
        cheapest->owner[b] = owner;
    }
}
