#include "metrics/abundance.h"

void bd__abundance_init(struct bd__abundance *abundance, struct bd__arena *arena, size_t branch_span)
{
    *abundance = (struct bd__abundance){.branch = bd__arena_take(arena, branch_span * sizeof *abundance->branch)};
}

void bd__abundance_add(struct bd__abundance *abundance, const struct bd__trace *trace, bool all, bool valid)
{
    if (!all && !valid) { return; }
    for (size_t i = 0; i < trace->block_count; i++) {
        struct bd__abundance_count *counts = abundance->branch + (size_t)trace->block[i].index * BD__BLOCK;
        for (uint32_t mask = trace->mask[i]; mask; mask &= mask - 1) {
            struct bd__abundance_count *count = counts + __builtin_ctz(mask);
            count->all += all;
            count->valid += valid;
        }
    }
}

void bd__abundance_read(const struct bd__abundance *abundance, size_t branch_span, struct bd_diversity *all,
                        struct bd_diversity *valid)
{
    struct bd__hill of_all = {0}, of_valid = {0};
    for (size_t b = 0; b < branch_span; b++) {
        bd__hill_add_species(&of_all, abundance->branch[b].all);
        bd__hill_add_species(&of_valid, abundance->branch[b].valid);
    }
    *all = bd__hill_read(&of_all);
    *valid = bd__hill_read(&of_valid);
}
