/* bench.h: a guide on a bench: its tools, and trials made by hand. */
#ifndef BD_UNIT_GUIDE_BENCH_H
#define BD_UNIT_GUIDE_BENCH_H

#include <stdlib.h>

#include "guide/guide.h"
#include "ring/settings.h"

enum { BENCH_SPAN = 256 };

struct bench {
    struct bd__arena *arena;
    struct bd_config config; /* complete */
    struct bd__corpus corpus;
    struct bd__abundance abundance;
    struct bd__rng rng;
    const struct bd__guide *guide;
    void *state;
};

/* The guide's state, from the constants as they are. */
static inline void bench_create(struct bench *b)
{
    b->state = b->guide->create(
        &(struct bd__guide_tools){&b->config, &b->corpus, &b->rng, b->arena, &b->abundance, BENCH_SPAN});
}

static inline void bench_open(struct bench *b, const struct bd__guide *guide)
{
    *b = (struct bench){.arena = bd__arena_create(), .guide = guide};
    b->config = bd__settings_standard;
    b->config.parameter_bytes = 64;
    bd__corpus_init(&b->corpus, b->arena, BENCH_SPAN);
    bd__abundance_init(&b->abundance, b->arena, BENCH_SPAN);
    bd__rng_init(&b->rng, 1, 2);
    if (guide) { bench_create(b); }
}

static inline void bench_close(struct bench *b)
{
    bd__arena_destroy(b->arena);
}

/* The result of a trial; everything that is not given is zero. */
struct story {
    enum bd_verdict verdict;
    bool trace, valid_trace, bucket, valid_bucket;
    uint32_t branch_count, valid_branch_count; /* new branches: this many, from FIRST on */
    uint32_t first;
    uint64_t signature; /* spread, as hashes are: sets of them tell 63 bits apart */
    uint32_t covers;    /* branches, of which the first is FROM */
    uint32_t from;
    bool slow;
    enum bd__op op;
    uint32_t parent;         /* of the mutations */
    unsigned stream_count;   /* 0: two */
    size_t structure, value; /* sizes of the streams */
};

static inline struct bd__trial story_trial(const struct story *story)
{
    static uint8_t bytes[64] = "the parameters of a trial";
    static uint32_t numbers[BENCH_SPAN], mask[BENCH_SPAN / BD__BLOCK];
    static struct bd__trace_block block[BENCH_SPAN / BD__BLOCK];
    size_t blocks = 0;
    memset(block, 0, sizeof block);
    for (uint32_t b = 0; b < BENCH_SPAN / BD__BLOCK; b++) {
        block[blocks].index = b;
        for (uint32_t i = 0; i < BD__BLOCK; i++) {
            block[blocks].counts[i] = b * BD__BLOCK + i - story->from < story->covers;
        }
        mask[blocks] = bd__trace_block_mask(&block[blocks]);
        if (mask[blocks]) { blocks++; }
    }
    static struct bd__choice choice[1];
    static struct bd__span span[1];
    for (uint32_t i = 0; i < BENCH_SPAN; i++) { numbers[i] = story->first + i; }
    bool fresh = story->op == BD__OP_FRESH;
    return (struct bd__trial){
        .plan = {.op = story->op, .parent = fresh ? BD__NO_PARENT : story->parent, .mutations = fresh ? 0 : 3},
        .choices = {.choice = choice,
                    .span = span,
                    .choice_count = 1,
                    .span_count = 1,
                    .signature = story->signature * 0x9e3779b97f4a7c15u,
                    .stream_count = story->stream_count ? story->stream_count : 2,
                    .parameters = {{bytes, story->structure}, {bytes, story->value}}},
        .input = {.data = bytes, .size = 5},
        .outcome = {.verdict = story->verdict},
        .slow = story->slow,
        .trace = {.block = block, .mask = mask, .block_count = blocks, .branch_count = story->covers},
        .novelty = {.trace = story->trace,
                    .valid_trace = story->valid_trace,
                    .bucket = story->bucket,
                    .valid_bucket = story->valid_bucket,
                    .branch = numbers,
                    .valid_branch = numbers,
                    .branch_count = story->branch_count,
                    .valid_branch_count = story->valid_branch_count},
    };
}

/* The guide observes a trial; returns how many entries its corpus grew by. */
static inline uint32_t bench_observe(struct bench *b, struct story story)
{
    struct bd__trial trial = story_trial(&story);
    uint32_t before = bd__corpus_size(&b->corpus);
    b->guide->observe(b->state, &trial);
    return bd__corpus_size(&b->corpus) - before;
}
#define OBSERVE(b, ...) bench_observe(b, (struct story){__VA_ARGS__})

static inline uint32_t bench_add(struct bench *b, struct story story)
{
    struct bd__trial trial = story_trial(&story);
    return bd__corpus_add(&b->corpus, &trial);
}
#define ADD(b, ...) bench_add(b, (struct story){__VA_ARGS__})

static inline struct bd__plan bench_next(struct bench *b)
{
    struct bd__plan plan;
    memset(&plan, 0xff, sizeof plan); /* a guide fills all of it */
    b->guide->next(b->state, &plan);
    return plan;
}

#endif
