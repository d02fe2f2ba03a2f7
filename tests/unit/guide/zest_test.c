#include "unit/guide/bench.h"
#include "unit/test.h"

static void open_zest(struct bench *b)
{
    bench_open(b, &bd__guide_zest);
}

TEST(without_a_corpus_the_plan_is_one_fresh_stream)
{
    struct bench b;
    open_zest(&b);
    struct bd__plan plan = bench_next(&b);
    CHECK(plan.op == BD__OP_FRESH && plan.parent == BD__NO_PARENT && plan.stream_count == 1);
    CHECK(!plan.tape && plan.mutations == 0 && plan.stream[0].size == 0);
    bench_close(&b);
}

TEST(a_child_is_its_parents_stream_mutated)
{
    struct bench b;
    open_zest(&b);
    b.corpus.covered = 10;
    ADD(&b, .covers = 10, .stream_count = 1, .structure = 40);
    const struct bd__bytes *own = b.corpus.entry[0].kept.choices.parameters;
    uint8_t before[40];
    memcpy(before, own->data, 40);
    unsigned changed = 0;
    for (int i = 0; i < 200; i++) {
        struct bd__plan plan = bench_next(&b);
        CHECK(plan.op == BD__OP_HAVOC && plan.parent == 0 && plan.stream_count == 1 && plan.mutations > 0);
        REQUIRE(plan.stream[0].size == 40);
        changed += memcmp(plan.stream[0].data, own->data, 40) != 0;
    }
    CHECK(changed > 190);
    CHECK(memcmp(before, own->data, 40) == 0);
    bench_close(&b);
}

TEST(a_parent_without_parameters_has_fresh_children)
{
    struct bench b;
    open_zest(&b);
    ADD(&b, .covers = 1, .stream_count = 1, .structure = 0);
    struct bd__plan plan = bench_next(&b);
    CHECK(plan.stream[0].size == 0 && plan.mutations == 0 && plan.parent == 0);
    bench_close(&b);
}

TEST(any_input_with_a_new_bucket_is_kept_valid_or_not)
{
    struct bench b;
    open_zest(&b);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .bucket = true), 1);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_INVALID, .bucket = true), 1);
    bench_close(&b);
}

TEST(a_valid_input_with_a_branch_new_to_valid_inputs_is_kept)
{
    struct bench b;
    open_zest(&b);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true, .valid_branch_count = 1), 1);
    bench_close(&b);
}

TEST(a_new_trace_alone_or_a_bucket_new_to_valid_inputs_alone_is_not_kept)
{
    struct bench b;
    open_zest(&b);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .trace = true, .valid_trace = true), 0);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true), 0);
    bench_close(&b);
}

TEST(failures_and_discarded_inputs_are_not_kept)
{
    struct bench b;
    open_zest(&b);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_FAILURE), 0);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_DISCARDED), 0);
    bench_close(&b);
}

TEST(the_structure_of_an_input_does_not_matter)
{
    struct bench b;
    open_zest(&b);
    for (int i = 0; i < 3; i++) { CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .bucket = true, .signature = 7), 1); }
    bench_close(&b);
}

TEST(a_valid_input_takes_over_what_only_invalid_ones_had_covered)
{
    struct bench b;
    open_zest(&b);
    OBSERVE(&b, .verdict = BD_INVALID, .bucket = true, .branch_count = 4);
    CHECK_EQ_U64(b.corpus.entry[0].responsibilities, 4);
    OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true, .valid_branch_count = 3);
    CHECK_EQ_U64(b.corpus.entry[0].responsibilities, 1);
    CHECK_EQ_U64(b.corpus.entry[1].responsibilities, 3);
    CHECK_EQ_U64(b.corpus.favoured, 2);
    CHECK_EQ_U64(b.corpus.covered, 4); /* no branch is covered twice */
    bench_close(&b);
}

TEST(a_branch_new_to_all_and_to_valid_inputs_counts_once)
{
    struct bench b;
    open_zest(&b);
    OBSERVE(&b, .verdict = BD_VALID, .bucket = true, .valid_bucket = true, .branch_count = 4, .valid_branch_count = 4);
    CHECK_EQ_U64(b.corpus.entry[0].responsibilities, 4);
    CHECK_EQ_U64(b.corpus.covered, 4);
    bench_close(&b);
}

TEST(it_keeps_no_scores)
{
    struct bench b;
    open_zest(&b);
    ADD(&b, .covers = 1);
    OBSERVE(&b, .op = BD__OP_HAVOC, .parent = 0, .verdict = BD_VALID, .trace = true, .bucket = true);
    CHECK_EQ_U64(b.corpus.scores.tried[0] + b.corpus.scores.tried[1], 0);
    bench_close(&b);
}

TEST(a_slow_parent_has_one_child_per_visit)
{
    struct bench b;
    open_zest(&b);
    OBSERVE(&b, .verdict = BD_VALID, .bucket = true, .branch_count = 4, .covers = 4, .slow = true);
    OBSERVE(&b, .verdict = BD_VALID, .bucket = true, .branch_count = 4, .first = 4, .covers = 4);
    CHECK_EQ_U64(bench_next(&b).parent, 0);
    for (int i = 0; i < 500; i++) { CHECK_EQ_U64(bench_next(&b).parent, 1); } /* 50 * 4 / 8 * 20, as it is favoured */
    CHECK_EQ_U64(bench_next(&b).parent, 0);
    CHECK_EQ_U64(bench_next(&b).parent, 1);
    bench_close(&b);
}
