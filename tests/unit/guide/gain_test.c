/* What parents are worth, by hand. */
#include "guide/gain.h"

#include <math.h>

#include "unit/guide/bench.h"
#include "unit/stats.h"
#include "unit/test.h"

struct scale {
    struct bench bench;
    struct bd__guide_tools tools;
    struct bd__gain gain;
};

static struct scale *scale_open(void)
{
    struct scale *s = calloc(1, sizeof *s);
    bench_open(&s->bench, NULL);
    s->tools = (struct bd__guide_tools){&s->bench.config, &s->bench.corpus,    &s->bench.rng,
                                        s->bench.arena,   &s->bench.abundance, BENCH_SPAN};
    bd__gain_init(&s->gain, &s->tools);
    return s;
}

static void scale_close(struct scale *s)
{
    bench_close(&s->bench);
    free(s);
}

/* TIMES distinct valid traces cover this many branches from FROM on. */
static void traces(struct scale *s, unsigned times, uint32_t from, uint32_t covers)
{
    struct bd__trial trial = story_trial(&(struct story){.from = from, .covers = covers});
    for (unsigned i = 0; i < times; i++) { bd__abundance_add(&s->bench.abundance, &trial.trace, true, true); }
}

/* Adds a parent. */
static uint32_t parent(struct scale *s, struct story story)
{
    struct bd__trial trial = story_trial(&story);
    uint32_t id = bd__corpus_add(&s->bench.corpus, &trial);
    bd__gain_add(&s->gain, &trial);
    return id;
}

TEST(gain_is_the_sum_of_mean_ln_c_minus_ln_c)
{
    struct scale *s = scale_open();
    traces(s, 100, 0, 10); /* branches 0 to 9: c = 100 */
    traces(s, 10, 10, 10); /* branches 10 to 19: c = 10 */
    uint32_t rare = parent(s, (struct story){.verdict = BD_VALID, .from = 10, .covers = 4});
    uint32_t common = parent(s, (struct story){.verdict = BD_VALID, .from = 0, .covers = 4});
    bd__gain_mend(&s->gain);
    double mean = (1000 * log(100) + 100 * log(10)) / 1100, cost = s->gain.entry[rare].cost;
    CHECK_NEAR(s->gain.mean_ln_c, mean, 1e-5);
    CHECK_NEAR(s->gain.entry[rare].weight, 4 * (mean - log(10)) / (cost * cost), 1e-10);
    CHECK_NEAR(s->gain.entry[common].weight, 0, 0); /* its branches are commoner than the mean */
    for (int i = 0; i < 100; i++) { CHECK_EQ_U64(bd__gain_choose(&s->gain, &s->bench.rng), rare); }
    scale_close(s);
}

TEST(cost_counts_the_trial_its_draws_hits_and_loops)
{
    struct bd__trial trial = story_trial(&(struct story){.covers = 40});
    ((struct bd__trace_block *)trial.trace.block)[0].counts[3] = 127;
    ((struct bd__trace_block *)trial.trace.block)[1].counts[3] = 128;
    CHECK_NEAR(bd__gain_cost(&trial), 1000 + 16 + 38 + 127 + 256, 0);
}

TEST(parents_are_chosen_in_proportion_to_gain_per_square_of_cost)
{
    struct scale *s = scale_open();
    traces(s, 100, 0, 10);
    traces(s, 10, 10, 20);
    parent(s, (struct story){.verdict = BD_VALID, .from = 10, .covers = 10});
    parent(s, (struct story){.verdict = BD_VALID, .from = 10, .covers = 20});
    s->gain.entry[1].cost *= 2;
    bd__gain_mend(&s->gain);
    double one = 10 / pow(1026, 2), other = 20 / pow(2 * 1036, 2); /* costs: 1000, a draw, hits */
    uint64_t first = 0;
    for (int i = 0; i < 20000; i++) { first += bd__gain_choose(&s->gain, &s->bench.rng) == 0; }
    double share = one / (one + other);
    CHECK(stats_mean((double)first, 20000, share, sqrt(share * (1 - share))));
    scale_close(s);
}

TEST(an_invalid_parent_counts_a_twentieth)
{
    struct scale *s = scale_open();
    traces(s, 100, 0, 10);
    traces(s, 10, 10, 10);
    parent(s, (struct story){.verdict = BD_VALID, .from = 10, .covers = 4});
    parent(s, (struct story){.verdict = BD_INVALID, .from = 10, .covers = 4});
    bd__gain_mend(&s->gain);
    CHECK_NEAR(s->gain.entry[1].weight * 20, s->gain.entry[0].weight, 1e-9);
    scale_close(s);
}

TEST(without_any_gain_all_parents_are_equally_likely)
{
    struct scale *s = scale_open();
    for (int i = 0; i < 4; i++) { parent(s, (struct story){.verdict = BD_VALID, .covers = 4}); }
    uint64_t count[4] = {0};
    for (int i = 0; i < 20000; i++) { count[bd__gain_choose(&s->gain, &s->bench.rng)]++; }
    for (int i = 0; i < 4; i++) { CHECK(stats_mean((double)count[i], 20000, 0.25, 0.433)); }
    scale_close(s);
}

TEST(weights_are_computed_again_when_enough_has_run)
{
    struct scale *s = scale_open();
    traces(s, 100, 0, 10);
    traces(s, 10, 10, 10);
    parent(s, (struct story){.verdict = BD_VALID, .from = 10, .covers = 4});
    bd__gain_mend(&s->gain);
    double before = s->gain.entry[0].weight;
    traces(s, 1000, 10, 4); /* its branches become common */
    struct bd__trial trial = story_trial(&(struct story){.covers = 4});
    for (int i = 0; i < 8 * (32 + 4) / 4; i++) { bd__gain_observe(&s->gain, &trial); }
    CHECK_NEAR(s->gain.entry[0].weight, before, 0);
    bd__gain_observe(&s->gain, &trial); /* more than eight times a block, and the branches of all parents */
    CHECK(s->gain.entry[0].weight < before);
    scale_close(s);
}

TEST(what_was_saved_chooses_as_before)
{
    struct scale *s = scale_open(), *t = scale_open();
    struct bd__pack pack = {0};
    struct bd__unpack unpack = {0};
    traces(s, 100, 0, 10);
    traces(s, 10, 10, 30);
    for (uint32_t i = 1; i < 20; i++) {
        struct story story = {.verdict = i % 3 ? BD_VALID : BD_INVALID, .from = 10, .covers = i};
        parent(s, story);
        ADD(&t->bench, .verdict = story.verdict, .from = 10, .covers = i);
    }
    bd__gain_mend(&s->gain);
    parent(s, (struct story){.verdict = BD_VALID, .from = 12, .covers = 9}); /* with an estimate */
    ADD(&t->bench, .verdict = BD_VALID, .from = 12, .covers = 9);
    bd__pack_begin(&pack, "gain-test...", 1);
    bd__pack_section(&pack, "GAIN");
    bd__gain_save(&s->gain, &pack);
    bd__pack_end(&pack);
    REQUIRE(bd__unpack_begin(&unpack, pack.out.data, pack.out.size, "gain-test...", 1) &&
            bd__unpack_section(&unpack, "GAIN"));
    bd__gain_load(&t->gain, &unpack);
    REQUIRE(bd__unpack_end(&unpack));
    for (int i = 0; i < 1000; i++) {
        CHECK_EQ_U64(bd__gain_choose(&s->gain, &s->bench.rng), bd__gain_choose(&t->gain, &t->bench.rng));
    }
    bd__pack_clear(&pack);
    bd__unpack_clear(&unpack);
    scale_close(s);
    scale_close(t);
}
