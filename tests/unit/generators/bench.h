/* bench.h: a generator of generators/ on a bench, as a campaign has it. */
#ifndef BD_UNIT_GENERATORS_BENCH_H
#define BD_UNIT_GENERATORS_BENCH_H

#include <bediv/engine.h>

#include "choice/tape.h"
#include "gen/out.h"
#include "unit/lab.h"
#include "unit/scratch.h"
#include "unit/test.h"

enum { BENCH_ROOM = 1 << 20 };

struct bench {
    void (*generator)(struct bd_source *s, struct bd_out *out);
    struct lab lab;
    struct bd_out out;
};

/* As large as a campaign's by default, so that its budgets are the same. */
static inline struct bench bench_open(void (*generator)(struct bd_source *, struct bd_out *),
                                      const struct bd_dict *dict)
{
    const struct bd__source_limits limits = {.parameter_bytes = 10240, .choices = 1 << 16};
    struct bench b = {.generator = generator, .lab = lab_open_with(7, limits, dict)};
    b.out = (struct bd_out){.data = malloc(BENCH_ROOM + 1), .capacity = BENCH_ROOM, .budget = BENCH_ROOM};
    b.out.spend = &b.lab.s->spent;
    return b;
}

static inline void bench_close(struct bench *b)
{
    free(b->out.data);
    lab_close(&b->lab);
}

/* Generates by the plan that the lab has begun; the input is then a string in out.data. */
static inline struct bd__choices bench_generate(struct bench *b)
{
    bd__out_begin(&b->out);
    b->generator(b->lab.s, &b->out);
    b->out.data[b->out.size] = 0;
    return bd__source_end(b->lab.s);
}

/* Generates by the lines of a tape; draws that it does not answer are 0. */
static inline struct bd__choices bench_replay(struct bench *b, const char *lines)
{
    char text[4096];
    struct bd__tape tape;
    struct heard heard = {0};
    snprintf(text, sizeof text, "%s%s", "bediv-tape 1\n", lines);
    REQUIRE(bd__tape_parse(&tape, text, strlen(text), "tape", &(struct bd__log){heard_sink, &heard}) == BD_OK);
    lab_tape(&b->lab, &tape);
    const struct bd__choices choices = bench_generate(b);
    bd__tape_clear(&tape);
    return choices;
}

static inline const char *bench_text(const struct bench *b)
{
    return (const char *)b->out.data;
}

/* ---- the rules for generators ---- */

static inline enum bd_verdict bench_never_run(const struct bd_input *input)
{
    (void)input;
    return BD_INVALID;
}

static inline void bench_check_point(const struct bd_choice_point *point, void *user)
{
    unsigned *points = user;
    bool steers = point->kind == BD_VALUE && point->steered,
         idle = point->changed >= 20 && point->silent == point->changed;
    test_check(!steers && !idle && !point->two_kinds, __FILE__, __LINE__, point->label);
    ++*points;
}

/* What the command check-generator calls wrong. DICT: a file; NULL: none. */
static inline void bench_check_rules(void (*generator)(struct bd_source *, struct bd_out *), const char *dict)
{
    const struct bd_fuzzer fuzzer = {.name = "bench", .generate = generator, .run = bench_never_run};
    const struct bd_config config = {.seed = 1, .dict = dict};
    struct bd_generator_check check;
    unsigned points = 0;
    REQUIRE(bd_check_generator(&fuzzer, &config, 1000, &check, bench_check_point, &points) == BD_OK);
    CHECK(points > 5);
    CHECK_EQ_U64(check.samples, 1000);
    CHECK(check.smaller == 0 && check.drifted == 0);
}

/* ---- what random inputs are like ---- */

struct bench_figures {
    double discarded;                               /* share */
    double structural, values, choice_bytes, bytes; /* means of the others */
    unsigned median_choice_bytes;
};

static inline int bench_by_number(const void *a, const void *b)
{
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

/* SAMPLES random inputs in one stream if STREAMS is 1, as zest has them. COST says how many bytes the original reads
 * for a choice. */
static inline struct bench_figures bench_measure(struct bench *b, unsigned streams, unsigned samples,
                                                 unsigned (*cost)(const char *label, uint64_t max))
{
    struct bench_figures sum = {0};
    unsigned *bytes = calloc(samples, sizeof *bytes), kept = 0;
    for (unsigned i = 0; i < samples; i++) {
        lab_fresh(&b->lab, streams);
        const struct bd__choices choices = bench_generate(b);
        CHECK(!choices.exhausted); /* our own budget never ends before the original's */
        if (choices.discarded) { continue; }
        for (uint32_t j = 0; j < choices.choice_count; j++) {
            bytes[kept] += cost(b->lab.sites->site[choices.choice[j].site].label, choices.choice[j].max);
        }
        CHECK(bytes[kept] <= 10240);
        sum.structural += choices.structural_count;
        sum.values += choices.choice_count - choices.structural_count;
        sum.choice_bytes += bytes[kept++];
        sum.bytes += (double)b->out.size;
    }
    qsort(bytes, kept, sizeof *bytes, bench_by_number);
    const struct bench_figures mean = {
        .discarded = 1 - (double)kept / samples,
        .structural = sum.structural / kept,
        .values = sum.values / kept,
        .choice_bytes = sum.choice_bytes / kept,
        .bytes = sum.bytes / kept,
        .median_choice_bytes = bytes[kept / 2],
    };
    free(bytes);
    return mean;
}

#endif
