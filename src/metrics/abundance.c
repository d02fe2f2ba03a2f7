#include "metrics/abundance.h"

void bd__abundance_init(struct bd__abundance *abundance, struct bd__arena *arena, size_t branch_span)
{
    *abundance = (struct bd__abundance){.branch = bd__arena_take(arena, branch_span * sizeof *abundance->branch)};
}

void bd__abundance_add(struct bd__abundance *abundance, const struct bd__trace *trace, bool all, bool valid)
{
    if (!all && !valid) { return; }
    /* Summed here first and added once: fewer roundings, and no chain through memory. */
    struct bd__hill more_all = {0}, more_valid = {0};
    for (size_t i = 0; i < trace->block_count; i++) {
        const struct bd__trace_block *block = &trace->block[i];
        struct bd__abundance_count *counts = abundance->branch + (size_t)block->index * BD__BLOCK;
        for (uint32_t mask = bd__trace_block_mask(block); mask; mask &= mask - 1) {
            struct bd__abundance_count *count = counts + __builtin_ctz(mask);
            if (all) { bd__hill_add(&more_all, count->all++); }
            if (valid) { bd__hill_add(&more_valid, count->valid++); }
        }
    }
    bd__hill_join(&abundance->all, &more_all);
    bd__hill_join(&abundance->valid, &more_valid);
}

void bd__abundance_recount(struct bd__abundance *abundance, size_t branch_span)
{
    struct bd__hill all = {0}, valid = {0};
    for (size_t b = 0; b < branch_span; b++) {
        bd__hill_add_species(&all, abundance->branch[b].all);
        bd__hill_add_species(&valid, abundance->branch[b].valid);
    }
    abundance->all = all;
    abundance->valid = valid;
}
