#include "metrics/abundance.h"

void bd__abundance_init(struct bd__abundance *abundance, struct bd__arena *arena, size_t branch_span)
{
    *abundance = (struct bd__abundance){.branch = bd__arena_take(arena, branch_span * sizeof *abundance->branch)};
}

void bd__abundance_add(struct bd__abundance *abundance, const struct bd__trace *trace, bool all, bool valid)
{
    if (!all && !valid) { return; }
    uint64_t *old_all = abundance->old[0], *old_valid = abundance->old[1];
    size_t n = 0;
    for (size_t i = 0; i < trace->block_count; i++) {
        const struct bd__trace_block *block = &trace->block[i];
        struct bd__abundance_count *counts = abundance->branch + (size_t)block->index * BD__BLOCK;
        for (uint32_t mask = trace->mask[i]; mask; mask &= mask - 1, n++) {
            struct bd__abundance_count *count = counts + __builtin_ctz(mask);
            old_all[n] = count->all;
            old_valid[n] = count->valid;
            count->all += all;
            count->valid += valid;
        }
        if (n > BD__HILL_BATCH - BD__BLOCK || i + 1 == trace->block_count) {
            if (all) { bd__hill_add(&abundance->all, old_all, n); }
            if (valid) { bd__hill_add(&abundance->valid, old_valid, n); }
            n = 0;
        }
    }
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
