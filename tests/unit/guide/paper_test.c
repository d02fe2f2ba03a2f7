/* What the two variants in the paper have in common, and where they differ. */
#include "guide/paper.h"

#include "unit/guide/bench.h"
#include "unit/stats.h"
#include "unit/test.h"

/* ---- which stream to mutate (Alg. 2) ---- */

static struct bd__corpus_entry parent_with(struct bd__scores scores, size_t structure, size_t value)
{
    struct bd__corpus_entry entry = {.scores = scores};
    entry.kept.choices.parameters[BD_STRUCTURE].size = structure;
    entry.kept.choices.parameters[BD_VALUE].size = value;
    return entry;
}

/* Of 40,000 children the number that mutate the structure. */
static uint64_t structural(double epsilon, struct bd__corpus_entry parent)
{
    struct bd_tuning tuning = {.epsilon = epsilon};
    struct bd__rng rng;
    uint64_t count = 0;
    bd__rng_init(&rng, 1, 0);
    for (int i = 0; i < 40000; i++) { count += bd__paper_choose_kind(&tuning, &rng, &parent) == BD_STRUCTURE; }
    return count;
}

static const struct bd__scores structure_leads = {.tried = {10, 20}, .hit = {5, 9}};
static const struct bd__scores value_leads = {.tried = {10, 20}, .hit = {5, 11}};
static const struct bd__scores level = {.tried = {10, 20}, .hit = {5, 10}};

TEST(without_exploration_the_better_kind_is_always_chosen)
{
    CHECK_EQ_U64(structural(0, parent_with(structure_leads, 8, 8)), 40000);
    CHECK_EQ_U64(structural(0, parent_with(value_leads, 8, 8)), 0);
}

TEST(a_kind_never_tried_has_no_reward_yet)
{
    CHECK_EQ_U64(structural(0, parent_with((struct bd__scores){.tried = {1, 0}, .hit = {1, 0}}, 8, 8)), 40000);
    CHECK_EQ_U64(structural(0, parent_with((struct bd__scores){.tried = {0, 9}, .hit = {0, 1}}, 8, 8)), 0);
}

TEST(a_tie_is_decided_by_a_coin)
{
    static const struct bd__scores no_hits = {.tried = {3, 0}};
    CHECK(stats_mean((double)structural(0, parent_with(level, 8, 8)), 40000, 0.5, 0.5));
    CHECK(stats_mean((double)structural(0, parent_with((struct bd__scores){0}, 8, 8)), 40000, 0.5, 0.5));
    CHECK(stats_mean((double)structural(0, parent_with(no_hits, 8, 8)), 40000, 0.5, 0.5));
}

TEST(with_nothing_but_exploration_both_kinds_are_equally_likely)
{
    CHECK(stats_mean((double)structural(1, parent_with(structure_leads, 8, 8)), 40000, 0.5, 0.5));
    CHECK(stats_mean((double)structural(1, parent_with(value_leads, 8, 8)), 40000, 0.5, 0.5));
}

TEST(a_fifth_of_exploration_gives_the_worse_kind_a_tenth)
{
    CHECK(stats_mean((double)structural(0.2, parent_with(structure_leads, 8, 8)), 40000, 0.9, 0.3));
    CHECK(stats_mean((double)structural(0.2, parent_with(value_leads, 8, 8)), 40000, 0.1, 0.3));
}

TEST(a_stream_without_bytes_is_never_chosen)
{
    for (int epsilon = 0; epsilon <= 1; epsilon++) {
        CHECK_EQ_U64(structural(epsilon, parent_with(value_leads, 8, 0)), 40000);
        CHECK_EQ_U64(structural(epsilon, parent_with(structure_leads, 0, 8)), 0);
    }
}

/* ---- plans ---- */

TEST(without_a_corpus_the_plan_is_fresh)
{
    struct bench b;
    bench_open(&b, &bd__guide_bediv_structure);
    struct bd__plan plan = bench_next(&b);
    CHECK(plan.op == BD__OP_FRESH && plan.parent == BD__NO_PARENT && plan.stream_count == 2);
    CHECK(!plan.tape && plan.mutations == 0 && plan.stream[0].size == 0 && plan.stream[1].size == 0);
    bench_close(&b);
}

TEST(a_child_mutates_one_stream_and_keeps_the_other)
{
    struct bench b;
    bench_open(&b, &bd__guide_bediv_simple);
    b.config.tuning.zero_share = 0;
    b.corpus.covered = 10;
    ADD(&b, .covers = 10, .structure = 20, .value = 30);
    const struct bd__choices *own = &b.corpus.entry[0].kept.choices;
    uint8_t before[64];
    memcpy(before, own->parameters[1].data, 30);
    unsigned changed[2] = {0}, children[2] = {0};
    for (int i = 0; i < 500; i++) {
        struct bd__plan plan = bench_next(&b);
        REQUIRE(plan.op == BD__OP_STRUCTURE || plan.op == BD__OP_VALUE);
        enum bd_kind kind = plan.op == BD__OP_STRUCTURE ? BD_STRUCTURE : BD_VALUE;
        CHECK(plan.stream_count == 2 && plan.parent == 0 && plan.mutations > 0);
        CHECK_EQ_U64(plan.stream[0].size, 20);
        CHECK_EQ_U64(plan.stream[1].size, 30);
        const struct bd__bytes *kept = own->parameters;
        CHECK(memcmp(plan.stream[!kind].data, kept[!kind].data, kept[!kind].size) == 0);
        changed[kind] += memcmp(plan.stream[kind].data, kept[kind].data, kept[kind].size) != 0;
        children[kind]++;
    }
    CHECK(changed[0] > 0.95 * children[0] && changed[1] > 0.95 * children[1] && children[0] > 100 && children[1] > 100);
    CHECK(memcmp(before, own->parameters[1].data, 30) == 0); /* the parent itself stays as it is */
    bench_close(&b);
}

/* ---- rewards (Eq. 4) ---- */

TEST(a_mutation_is_tried_once_and_hits_with_a_new_trace)
{
    struct bench b;
    bench_open(&b, &bd__guide_bediv_structure);
    ADD(&b, .covers = 1);
    ADD(&b, .covers = 1);
    OBSERVE(&b, .op = BD__OP_STRUCTURE, .parent = 1, .verdict = BD_INVALID, .trace = true);
    OBSERVE(&b, .op = BD__OP_STRUCTURE, .parent = 1, .verdict = BD_INVALID);
    OBSERVE(&b, .op = BD__OP_VALUE, .parent = 1, .verdict = BD_VALID, .trace = true, .valid_trace = true);
    OBSERVE(&b, .op = BD__OP_VALUE, .parent = 1, .verdict = BD_VALID, .valid_trace = true); /* seen before, invalid */
    OBSERVE(&b, .op = BD__OP_VALUE, .parent = 1, .verdict = BD_FAILURE);
    const struct bd__scores *own = &b.corpus.entry[1].scores, *all = &b.corpus.scores;
    CHECK(own->tried[BD_STRUCTURE] == 2 && own->hit[BD_STRUCTURE] == 1);
    CHECK(own->tried[BD_VALUE] == 3 && own->hit[BD_VALUE] == 1);
    CHECK(memcmp(own, all, sizeof *own) == 0);
    CHECK_EQ_U64(b.corpus.entry[0].scores.tried[BD_STRUCTURE], 0);
    bench_close(&b);
}

TEST(the_artifact_rewards_new_traces_of_valid_inputs_only)
{
    struct bench b;
    bench_open(&b, &bd__guide_bediv_structure);
    b.config.tuning.reward = "valid-trace";
    bench_create(&b);
    ADD(&b, .covers = 1);
    OBSERVE(&b, .op = BD__OP_STRUCTURE, .parent = 0, .verdict = BD_INVALID, .trace = true);
    CHECK_EQ_U64(b.corpus.entry[0].scores.hit[BD_STRUCTURE], 0);
    OBSERVE(&b, .op = BD__OP_STRUCTURE, .parent = 0, .verdict = BD_VALID, .valid_trace = true);
    CHECK_EQ_U64(b.corpus.entry[0].scores.hit[BD_STRUCTURE], 1);
    CHECK_EQ_U64(b.corpus.entry[0].scores.tried[BD_STRUCTURE], 2);
    bench_close(&b);
}

TEST(a_fresh_input_is_no_mutation)
{
    struct bench b;
    bench_open(&b, &bd__guide_bediv_structure);
    OBSERVE(&b, .op = BD__OP_FRESH, .verdict = BD_VALID, .trace = true, .valid_trace = true);
    CHECK_EQ_U64(b.corpus.scores.tried[0] + b.corpus.scores.tried[1], 0);
    bench_close(&b);
}

/* Three children a visit, each a hit: the scores of the first parent, after each plan. */
static void follow_scores(bool per_visit, const uint64_t *expected)
{
    struct bench b;
    bench_open(&b, &bd__guide_bediv_simple);
    b.config.tuning.scores = per_visit ? "visit" : "input";
    bench_create(&b);
    b.corpus.covered = 100;
    ADD(&b, .covers = 6, .structure = 8, .value = 8);
    ADD(&b, .covers = 6, .structure = 8, .value = 8);
    for (int i = 0; i < 12; i++) {
        struct bd__plan plan = bench_next(&b);
        const struct bd__scores *scores = &b.corpus.entry[0].scores;
        CHECK_EQ_U64(scores->tried[0] + scores->tried[1], expected[i]);
        CHECK_EQ_U64(scores->hit[0] + scores->hit[1], expected[i]);
        OBSERVE(&b, .op = plan.op, .parent = plan.parent, .verdict = BD_INVALID, .trace = true);
    }
    CHECK_EQ_U64(b.corpus.scores.tried[0] + b.corpus.scores.tried[1], 12); /* those of all are never forgotten */
    bench_close(&b);
}

TEST(scores_stay_with_their_parent)
{
    follow_scores(false, (const uint64_t[]){0, 1, 2, 3, 3, 3, 3, 4, 5, 6, 6, 6});
}

TEST(scores_per_visit_start_anew_at_each_visit)
{
    follow_scores(true, (const uint64_t[]){0, 1, 2, 3, 3, 3, 0, 1, 2, 3, 3, 3});
}

/* ---- what is kept (Alg. 1) ---- */

static const struct bd__guide *const both[] = {&bd__guide_bediv_simple, &bd__guide_bediv_structure};

TEST(valid_inputs_with_new_coverage_are_kept)
{
    for (int i = 0; i < 2; i++) {
        struct bench b;
        bench_open(&b, both[i]);
        CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .bucket = true, .valid_bucket = true, .signature = 1), 1);
        CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true, .signature = 2), 1);
        bench_close(&b);
    }
}

TEST(without_new_coverage_of_valid_inputs_nothing_is_kept)
{
    for (int i = 0; i < 2; i++) {
        struct bench b;
        bench_open(&b, both[i]);
        CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .trace = true, .valid_trace = true, .signature = 1), 0);
        bench_close(&b);
    }
}

TEST(invalid_failing_and_discarded_inputs_are_never_kept)
{
    static const enum bd_verdict verdicts[] = {BD_INVALID, BD_FAILURE, BD_DISCARDED};
    for (int i = 0; i < 2; i++) {
        for (int v = 0; v < 3; v++) {
            struct bench b;
            bench_open(&b, both[i]);
            CHECK_EQ_U64(OBSERVE(&b, .verdict = verdicts[v], .trace = true, .bucket = true, .branch_count = 3), 0);
            CHECK_EQ_U64(b.corpus.covered, 0);
            bench_close(&b);
        }
    }
}

TEST(simple_keeps_inputs_of_a_known_structure)
{
    struct bench b;
    bench_open(&b, &bd__guide_bediv_simple);
    for (int i = 0; i < 3; i++) {
        CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true, .signature = 7), 1);
    }
    bench_close(&b);
}

TEST(structure_keeps_one_input_of_each_structure)
{
    struct bench b;
    bench_open(&b, &bd__guide_bediv_structure);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true, .signature = 7), 1);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true, .signature = 7), 0);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true, .signature = 8), 1);
    bench_close(&b);
}

TEST(a_structure_counts_as_known_only_once_an_input_of_it_is_kept)
{
    struct bench b;
    bench_open(&b, &bd__guide_bediv_structure);
    OBSERVE(&b, .verdict = BD_VALID, .trace = true, .signature = 7);    /* covers nothing new */
    OBSERVE(&b, .verdict = BD_INVALID, .bucket = true, .signature = 7); /* not valid */
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true, .signature = 7), 1);
    bench_close(&b);
}

TEST(a_kept_input_becomes_responsible_for_what_it_covers_first)
{
    for (int i = 0; i < 2; i++) {
        struct bench b;
        bench_open(&b, both[i]);
        OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true, .valid_branch_count = 4, .signature = 1);
        CHECK_EQ_U64(b.corpus.entry[0].responsibilities, 4);
        CHECK_EQ_U64(b.corpus.covered, 4);
        CHECK_EQ_U64(b.corpus.favoured, 1);
        bench_close(&b);
    }
}

TEST(what_is_not_kept_leaves_its_branches_to_its_parent)
{
    struct bench b;
    bench_open(&b, &bd__guide_bediv_structure);
    OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true, .valid_branch_count = 4, .signature = 1);
    OBSERVE(&b, .op = BD__OP_VALUE, .parent = 0, .verdict = BD_VALID, .valid_bucket = true, .valid_branch_count = 2,
            .first = 10, .signature = 1);
    CHECK_EQ_U64(bd__corpus_size(&b.corpus), 1);
    CHECK_EQ_U64(b.corpus.entry[0].responsibilities, 6);
    CHECK_EQ_U64(b.corpus.covered, 6);
    bench_close(&b);
}

TEST(what_is_not_kept_and_has_no_parent_leaves_them_to_nobody)
{
    struct bench b;
    bench_open(&b, &bd__guide_bediv_structure);
    OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true, .valid_branch_count = 4, .signature = 1);
    OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true, .valid_branch_count = 2, .first = 10, .signature = 1);
    CHECK_EQ_U64(b.corpus.entry[0].responsibilities, 4);
    CHECK_EQ_U64(b.corpus.covered, 6);
    bench_close(&b);
}
