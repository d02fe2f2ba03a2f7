#include "feedback/feedback.h"

#include <string.h>

/* Enough for the structures of the largest campaign, at 8 bytes each. */
static const uint64_t STRUCTURE_MEMORY = (uint64_t)128 << 20;

void bd__feedback_init(struct bd__feedback *feedback, struct bd__arena *arena, size_t branch_span,
                       uint64_t trace_memory)
{
    *feedback = (struct bd__feedback){
        .seen = bd__arena_take(arena, branch_span),
        .seen_valid = bd__arena_take(arena, branch_span),
        .branch = bd__arena_take(arena, branch_span * sizeof(uint32_t)),
        .valid_branch = bd__arena_take(arena, branch_span * sizeof(uint32_t)),
    };
    bd__hashset_init(&feedback->traces, arena, trace_memory);
    bd__hashset_init(&feedback->structures, arena, STRUCTURE_MEMORY);
}

/* Merges a trace into SEEN and lists the branches that were never covered before. Returns the number of new buckets. */
static uint32_t merge(uint8_t *seen, const struct bd__trace *trace, uint32_t *branch, uint32_t *branch_count)
{
    uint32_t buckets = 0;
    uint32_t count = 0;
    for (size_t i = 0; i < trace->block_count; i++) {
        const struct bd__trace_block *block = &trace->block[i];
        for (uint32_t mask = trace->mask[i]; mask; mask &= mask - 1) {
            unsigned at = (unsigned)__builtin_ctz(mask);
            uint32_t b = block->index * BD__BLOCK + at;
            uint8_t bucket = bd__bucket(block->counts[at]);
            if (seen[b] & bucket) { continue; }
            if (!seen[b]) { branch[count++] = b; }
            seen[b] |= bucket;
            buckets++;
        }
    }
    *branch_count = count;
    return buckets;
}

void bd__feedback_recount(struct bd__feedback *feedback, size_t branch_span)
{
    feedback->branches = feedback->valid_branches = feedback->buckets = feedback->valid_buckets = 0;
    for (size_t b = 0; b < branch_span; b++) {
        feedback->branches += feedback->seen[b] != 0;
        feedback->buckets += (unsigned)__builtin_popcount(feedback->seen[b]);
        feedback->valid_branches += feedback->seen_valid[b] != 0;
        feedback->valid_buckets += (unsigned)__builtin_popcount(feedback->seen_valid[b]);
    }
}

struct bd__novelty bd__feedback_judge(struct bd__feedback *feedback, const struct bd__trial *trial, bool novel)
{
    bool valid = trial->outcome.verdict == BD_VALID;
    struct bd__novelty novelty = {.branch = feedback->branch, .valid_branch = feedback->valid_branch};
    struct bd__hashset_answer trace = bd__hashset_add(&feedback->traces, trial->trace.hash, valid);
    novelty.trace = trace.fresh;
    novelty.valid_trace = trace.fresh_marked;
    if (valid) { novelty.structure = bd__hashset_add(&feedback->structures, trial->choices.signature, false).fresh; }
    if (novel) {
        uint32_t buckets = merge(feedback->seen, &trial->trace, feedback->branch, &novelty.branch_count);
        novelty.bucket = buckets;
        feedback->buckets += buckets;
        feedback->branches += novelty.branch_count;
        if (valid) {
            buckets = merge(feedback->seen_valid, &trial->trace, feedback->valid_branch, &novelty.valid_branch_count);
            novelty.valid_bucket = buckets;
            feedback->valid_buckets += buckets;
            feedback->valid_branches += novelty.valid_branch_count;
        }
    }
    novelty.reach = (struct bd__reach){feedback->branches, feedback->buckets};
    novelty.valid_reach = (struct bd__reach){feedback->valid_branches, feedback->valid_buckets};
    return novelty;
}

void bd__feedback_save(const struct bd__feedback *feedback, size_t branch_span, struct bd__pack *pack)
{
    bd__pack_bytes(pack, feedback->seen, branch_span);
    bd__pack_bytes(pack, feedback->seen_valid, branch_span);
    bd__hashset_save(&feedback->traces, pack);
    bd__hashset_save(&feedback->structures, pack);
}

void bd__feedback_load(struct bd__feedback *feedback, size_t branch_span, struct bd__unpack *unpack)
{
    const uint8_t *seen = bd__unpack_bytes(unpack, branch_span, "the branches seen");
    const uint8_t *seen_valid = bd__unpack_bytes(unpack, branch_span, "the branches seen with valid inputs");
    if (!seen || !seen_valid) { return; }
    memcpy(feedback->seen, seen, branch_span);
    memcpy(feedback->seen_valid, seen_valid, branch_span);
    for (size_t b = 0; b < branch_span; b++) {
        if (seen_valid[b] & ~seen[b]) { bd__unpack_refuse(unpack, "a valid input covered what no input covered"); }
    }
    bd__feedback_recount(feedback, branch_span);
    bd__hashset_load(&feedback->traces, unpack);
    bd__hashset_load(&feedback->structures, unpack);
}
