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

/* Adds one for each branch of BLOCK that was hit. */
static inline void add_block(uint8_t *recent, const struct bd__trace_block *block)
{
    block_of_counts hits, counts;
    memcpy(&hits, block->counts, sizeof hits);
    memcpy(&counts, recent, sizeof counts);
    counts -= (block_of_counts)(hits != 0); /* the comparison gives -1 where it is true */
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
        if (blocks > abundance->blocks) { abundance->blocks = blocks; }
    }
    for (size_t i = 0; i < trace->block_count; i++) {
        const struct bd__trace_block *block = &trace->block[i];
        size_t first = (size_t)block->index * BD__BLOCK;
        if (all) { add_block(abundance->recent_all + first, block); }
        if (valid) { add_block(abundance->recent_valid + first, block); }
    }
}

void bd__abundance_read(const struct bd__abundance *abundance, struct bd__hill *all, struct bd__hill *valid)
{
    *all = *valid = (struct bd__hill){0};
    for (size_t b = 0; b < abundance->blocks * BD__BLOCK; b++) {
        const struct bd__abundance_count *count = &abundance->branch[b];
        bd__hill_add(all, count->all + abundance->recent_all[b]);
        bd__hill_add(valid, count->valid + abundance->recent_valid[b]);
    }
}

void bd__abundance_fold(struct bd__abundance *abundance)
{
    for (size_t b = 0; b < abundance->blocks * BD__BLOCK; b++) {
        struct bd__abundance_count *count = &abundance->branch[b];
        uint64_t all = abundance->recent_all[b], valid = abundance->recent_valid[b];
        abundance->recent_all[b] = abundance->recent_valid[b] = 0; /* first: a kill here counts too few, not twice */
        count->all += all;
        count->valid += valid;
    }
    abundance->recent_traces = 0;
}

void bd__abundance_save(struct bd__abundance *abundance, struct bd__pack *pack)
{
    bd__abundance_fold(abundance);
    bd__pack_u64(pack, abundance->blocks);
    for (size_t b = 0; b < abundance->blocks * BD__BLOCK; b++) {
        bd__pack_u64(pack, abundance->branch[b].all);
        bd__pack_u64(pack, abundance->branch[b].valid);
    }
}

void bd__abundance_load(struct bd__abundance *abundance, size_t branch_span, uint64_t traces, uint64_t valid_traces,
                        struct bd__unpack *unpack)
{
    enum { BLOCK_SIZE = BD__BLOCK * 2 * sizeof(uint64_t) };
    uint64_t blocks = bd__unpack_count(unpack, branch_span / BD__BLOCK, BLOCK_SIZE, "the number of blocks");
    for (size_t b = 0; b < blocks * BD__BLOCK && bd__unpack_fine(unpack); b++) {
        struct bd__abundance_count *count = &abundance->branch[b];
        count->all = bd__unpack_u64(unpack, traces, "an abundance");
        count->valid = bd__unpack_u64(unpack, valid_traces, "an abundance of valid inputs");
    }
    abundance->blocks = blocks;
}
