#include "unit/guide/bench.h"
#include "unit/stats.h"
#include "unit/test.h"

TEST(without_parents_the_plan_is_fresh)
{
    struct bench b;
    bench_open(&b, &bd__guide_bediv);
    struct bd__plan plan = bench_next(&b);
    CHECK(plan.op == BD__OP_FRESH && plan.parent == BD__NO_PARENT && plan.stream_count == 2);
    bench_close(&b);
}

TEST(a_valid_input_with_a_new_valid_bucket_and_any_with_a_new_branch_become_parents)
{
    struct bench b;
    bench_open(&b, &bd__guide_bediv);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true, .covers = 3), 1);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_INVALID, .bucket = true, .branch_count = 1, .covers = 3), 1);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_INVALID, .bucket = true, .covers = 3), 0); /* a witness, if anything */
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .trace = true, .valid_trace = true, .covers = 3), 0);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_FAILURE), 0);
    bench_close(&b);
}

TEST(shares_of_operations_are_as_documented)
{
    struct bench b;
    bench_open(&b, &bd__guide_bediv);
    OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true, .valid_branch_count = 1, .covers = 3, .structure = 8,
            .value = 8);
    enum { PLANS = 40000 };
    double count[BD__OP_LAST + 1] = {0};
    for (int i = 0; i < PLANS; i++) { count[bench_next(&b).op]++; }
    CHECK(stats_mean(count[BD__OP_FRESH], PLANS, 0.3, 0.458));
    CHECK(stats_mean(count[BD__OP_HAVOC], PLANS, 0.7 / 3, 0.423));
    CHECK(stats_mean(count[BD__OP_STRUCTURE], PLANS, 0.7 / 3, 0.423));
    CHECK(stats_mean(count[BD__OP_VALUE], PLANS, 0.7 / 3, 0.423));
    bench_close(&b);
}

TEST(a_mutation_of_one_kind_leaves_the_other_stream_as_it_is)
{
    struct bench b;
    bench_open(&b, &bd__guide_bediv);
    OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true, .covers = 3, .structure = 8, .value = 16);
    const struct bd__bytes *parent = b.corpus.entry[0].kept.choices.parameters;
    int changed[2] = {0};
    for (int i = 0; i < 2000; i++) {
        struct bd__plan plan = bench_next(&b);
        if (plan.op == BD__OP_FRESH) { continue; }
        CHECK(plan.stream_count == 2 && plan.stream[0].size == 8 && plan.stream[1].size == 16);
        bool same[2];
        for (int k = 0; k < 2; k++) { same[k] = memcmp(plan.stream[k].data, parent[k].data, parent[k].size) == 0; }
        if (plan.op == BD__OP_STRUCTURE) { CHECK(same[BD_VALUE]); }
        if (plan.op == BD__OP_VALUE) { CHECK(same[BD_STRUCTURE]); }
        if (plan.op == BD__OP_HAVOC) { changed[0] += !same[0], changed[1] += !same[1]; }
    }
    CHECK(changed[0] > 100 && changed[1] > 100);
    bench_close(&b);
}

TEST(a_parent_with_one_kind_of_choices_is_mutated_as_a_whole)
{
    struct bench b;
    bench_open(&b, &bd__guide_bediv);
    OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true, .covers = 3, .structure = 8);
    for (int i = 0; i < 1000; i++) {
        enum bd__op op = bench_next(&b).op;
        CHECK(op == BD__OP_FRESH || op == BD__OP_HAVOC);
    }
    bench_close(&b);
}

TEST(bytes_that_ran_lately_are_not_wanted_again)
{
    struct bench b;
    bench_open(&b, &bd__guide_bediv);
    struct bd__trial trial = story_trial(&(struct story){.covers = 1});
    for (int i = 0; i < 4; i++) { OBSERVE(&b, .verdict = BD_VALID); }
    CHECK(b.guide->wants(b.state, &trial));
    CHECK(!b.guide->wants(b.state, &trial));
    CHECK(b.guide->wants(b.state, &trial)); /* one in four inputs at most */
    trial.input.size--;
    CHECK(b.guide->wants(b.state, &trial));
    trial.input.object = &trial; /* an object: who knows whether it is the same? */
    CHECK(b.guide->wants(b.state, &trial));
    CHECK(b.guide->wants(b.state, &trial));
    bench_close(&b);
}

TEST(a_slow_parent_is_rarely_chosen)
{
    struct bench b;
    bench_open(&b, &bd__guide_bediv);
    OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true, .covers = 3, .structure = 8, .value = 8, .slow = true);
    OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true, .covers = 3, .structure = 8, .value = 8);
    double slow = 0, children = 0;
    for (int i = 0; i < 40000; i++) {
        struct bd__plan plan = bench_next(&b);
        slow += plan.parent == 0;
        children += plan.op != BD__OP_FRESH;
    }
    CHECK(slow > 0 && slow < children / 40);
    bench_close(&b);
}
