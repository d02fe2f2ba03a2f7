#include "metrics/abundance.h"

#include <string.h>

void bd__abundance_init(struct bd__abundance *abundance, struct bd__arena *arena, size_t branch_span)
{
    size_t whole = (branch_span + BD__BLOCK - 1) / BD__BLOCK * BD__BLOCK;
    *abundance = (struct bd__abundance){
        .branch = bd__arena_take(arena, whole * sizeof *abundance->branch),
        .recent_all = bd__arena_take(arena, whole),
        .recent_valid = bd__arena_take(arena, whole),
    };
}

typedef uint8_t block_of_counts __attribute__((vector_size(BD__BLOCK)));

/* One more for each branch of BLOCK that was hit. */
static inline void add_block(uint8_t *recent, const struct bd__trace_block *block)
{
    block_of_counts hits, counts;
    memcpy(&hits, block->counts, sizeof hits);
    memcpy(&counts, recent, sizeof counts);
    counts -= (block_of_counts)(hits != 0); /* which is -1 where it holds */
    memcpy(recent, &counts, sizeof counts);
}

void bd__abundance_add(struct bd__abundance *abundance, const struct bd__trace *trace, bool all, bool valid)
{
    enum { RECENT_LIMIT = UINT8_MAX };
    if (!all && !valid) { return; }
    if (abundance->recent_traces == RECENT_LIMIT) { bd__abundance_fold(abundance); }
    abundance->recent_traces++;
    if (trace->block_count) {
        size_t blocks = (size_t)trace->block[trace->block_count - 1].index + 1;
        if (blocks > abundance->recent_blocks) { abundance->recent_blocks = blocks; }
    }
    for (size_t i = 0; i < trace->block_count; i++) {
        const struct bd__trace_block *block = &trace->block[i];
        size_t first = (size_t)block->index * BD__BLOCK;
        if (all) { add_block(abundance->recent_all + first, block); }
        if (valid) { add_block(abundance->recent_valid + first, block); }
    }
}

static bool is_zero(const uint8_t *recent)
{
    uint64_t word[BD__BLOCK / 8], any = 0;
    memcpy(word, recent, sizeof word);
    for (size_t i = 0; i < BD__BLOCK / 8; i++) { any |= word[i]; }
    return any == 0;
}

/* Is there anything recent in the block whose first branch this is? */
static bool is_recent(const struct bd__abundance *abundance, size_t first)
{
    return !is_zero(abundance->recent_all + first) || !is_zero(abundance->recent_valid + first);
}

static void add_recent(const struct bd__abundance *abundance, size_t branch, struct bd__hill *all,
                       struct bd__hill *valid)
{
    const struct bd__abundance_count *count = &abundance->branch[branch];
    bd__hill_grow(all, count->all, abundance->recent_all[branch]);
    bd__hill_grow(valid, count->valid, abundance->recent_valid[branch]);
}

void bd__abundance_read(const struct bd__abundance *abundance, struct bd__hill *all, struct bd__hill *valid)
{
    *all = abundance->all;
    *valid = abundance->valid;
    for (size_t first = 0; first < abundance->recent_blocks * BD__BLOCK; first += BD__BLOCK) {
        if (!is_recent(abundance, first)) { continue; }
        for (size_t b = first; b < first + BD__BLOCK; b++) { add_recent(abundance, b, all, valid); }
    }
}

void bd__abundance_fold(struct bd__abundance *abundance)
{
    for (size_t first = 0; first < abundance->recent_blocks * BD__BLOCK; first += BD__BLOCK) {
        if (!is_recent(abundance, first)) { continue; }
        for (size_t b = first; b < first + BD__BLOCK; b++) {
            struct bd__abundance_count *count = &abundance->branch[b];
            uint64_t more_all = abundance->recent_all[b], more_valid = abundance->recent_valid[b];
            add_recent(abundance, b, &abundance->all, &abundance->valid);
            abundance->recent_all[b] = abundance->recent_valid[b] = 0; /* first: killed here, rather one too few */
            count->all += more_all;
            count->valid += more_valid;
        }
    }
    abundance->recent_traces = 0;
    abundance->recent_blocks = 0;
}

void bd__abundance_recount(struct bd__abundance *abundance, size_t branch_span)
{
    bd__abundance_fold(abundance);
    struct bd__hill all = {0}, valid = {0};
    for (size_t b = 0; b < branch_span; b++) {
        bd__hill_grow(&all, 0, abundance->branch[b].all);
        bd__hill_grow(&valid, 0, abundance->branch[b].valid);
    }
    abundance->all = all;
    abundance->valid = valid;
}
