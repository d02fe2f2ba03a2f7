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

TEST(nothing_becomes_a_parent)
{
    struct bench b;
    bench_open(&b, &bd__guide_quickcheck);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .bucket = true, .branch_count = 3), 0);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true, .valid_branch_count = 1), 0);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_FAILURE), 0);
    bench_close(&b);
}
