#include "unit/guide/bench.h"
#include "unit/test.h"

TEST(every_plan_is_fresh_whatever_is_in_the_corpus)
{
    struct bench b;
    bench_open(&b, &bd__guide_quickcheck);
    for (int i = 0; i < 10; i++) {
        struct bd__plan plan = bench_next(&b);
        CHECK(plan.op == BD__OP_FRESH && plan.parent == BD__NO_PARENT && plan.mutations == 0 && !plan.tape);
        CHECK(plan.stream[0].size == 0 && plan.stream[1].size == 0);
        OBSERVE(&b, .verdict = BD_VALID, .bucket = true);
    }
    bench_close(&b);
}

TEST(inputs_with_new_coverage_are_kept_for_the_record)
{
    struct bench b;
    bench_open(&b, &bd__guide_quickcheck);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .bucket = true, .branch_count = 3), 1);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_INVALID, .bucket = true, .branch_count = 2), 1);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .valid_branch_count = 1), 1);
    CHECK_EQ_U64(b.corpus.covered, 5);
    bench_close(&b);
}

TEST(inputs_without_new_coverage_are_not)
{
    struct bench b;
    bench_open(&b, &bd__guide_quickcheck);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .trace = true, .valid_trace = true), 0);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_FAILURE), 0);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_DISCARDED), 0);
    bench_close(&b);
}
