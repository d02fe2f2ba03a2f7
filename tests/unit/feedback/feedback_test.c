#include "feedback/feedback.h"

#include "base/hash.h"
#include "unit/test.h"

enum { BLOCKS = 4 };

struct fixture {
    struct bd__arena *arena;
    struct bd__feedback feedback;
    struct bd__trace_block block[BLOCKS];
    uint32_t mask[BLOCKS];
    struct bd__trial trial;
};

static struct fixture open_feedback(void)
{
    struct fixture f = {.arena = bd__arena_create()};
    bd__feedback_init(&f.feedback, f.arena, BLOCKS * BD__BLOCK, 1 << 20);
    return f;
}

/* Judges a run that hit each of a list of (branch, hits), up to a zero. */
static struct bd__novelty judge(struct fixture *f, enum bd_verdict verdict, uint64_t signature,
                                const unsigned (*hits)[2])
{
    struct bd__trace trace = {.block = f->block, .mask = f->mask};
    memset(f->block, 0, sizeof f->block);
    memset(f->mask, 0, sizeof f->mask);
    for (; (*hits)[1]; hits++) {
        unsigned branch = (*hits)[0];
        if (trace.block_count == 0 || f->block[trace.block_count - 1].index != branch / BD__BLOCK) {
            f->block[trace.block_count++].index = branch / BD__BLOCK;
        }
        f->block[trace.block_count - 1].counts[branch % BD__BLOCK] = (uint8_t)(*hits)[1];
        f->mask[trace.block_count - 1] |= (uint32_t)1 << branch % BD__BLOCK;
        trace.branch_count++;
    }
    trace.hash = trace.block_count ? bd__hash(f->block, trace.block_count * sizeof *f->block) : 0;
    f->trial = (struct bd__trial){.choices.signature = signature, .outcome.verdict = verdict, .trace = trace};
    return bd__feedback_judge(&f->feedback, &f->trial, true);
}
#define JUDGE(f, verdict, signature, ...) judge(f, verdict, signature, (const unsigned[][2]){__VA_ARGS__, {0, 0}})

static void check_branches(const uint32_t *got, uint32_t count, const uint32_t *expected, uint32_t expected_count,
                           int line)
{
    test_eq_u64(count, expected_count, __FILE__, line, "branches");
    for (uint32_t i = 0; i < count && i < expected_count; i++) {
        test_eq_u64(got[i], expected[i], __FILE__, line, "branch");
    }
}
#define LIST(...) (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), __LINE__

TEST(the_first_valid_run_is_new_in_every_way)
{
    struct fixture f = open_feedback();
    struct bd__novelty n = JUDGE(&f, BD_VALID, 1, {0, 1}, {33, 200}, {127, 2});
    CHECK(n.trace && n.valid_trace && n.structure && n.bucket && n.valid_bucket);
    check_branches(n.branch, n.branch_count, LIST(0, 33, 127));
    check_branches(n.valid_branch, n.valid_branch_count, LIST(0, 33, 127));
    CHECK_EQ_U64(f.feedback.branches, 3);
    CHECK_EQ_U64(f.feedback.valid_branches, 3);
    bd__arena_destroy(f.arena);
}

TEST(the_same_run_again_is_new_in_no_way)
{
    struct fixture f = open_feedback();
    JUDGE(&f, BD_VALID, 1, {0, 1}, {33, 200});
    struct bd__novelty n = JUDGE(&f, BD_VALID, 1, {0, 1}, {33, 200});
    CHECK(!n.trace && !n.valid_trace && !n.structure && !n.bucket && !n.valid_bucket);
    CHECK(n.branch_count == 0 && n.valid_branch_count == 0);
    CHECK_EQ_U64(f.feedback.traces.count, 1);
    CHECK_EQ_U64(f.feedback.structures.count, 1);
    bd__arena_destroy(f.arena);
}

TEST(an_invalid_run_is_new_only_to_runs_of_all_kinds)
{
    struct fixture f = open_feedback();
    struct bd__novelty n = JUDGE(&f, BD_INVALID, 1, {5, 1});
    CHECK(n.trace && n.bucket && n.branch_count == 1);
    CHECK(!n.valid_trace && !n.structure && !n.valid_bucket && n.valid_branch_count == 0);
    CHECK_EQ_U64(f.feedback.branches, 1);
    CHECK_EQ_U64(f.feedback.valid_branches, 0);
    CHECK_EQ_U64(f.feedback.structures.count, 0);
    bd__arena_destroy(f.arena);
}

TEST(a_trace_first_seen_invalid_is_a_new_valid_trace_when_it_is_valid)
{
    struct fixture f = open_feedback();
    JUDGE(&f, BD_INVALID, 1, {5, 1});
    struct bd__novelty n = JUDGE(&f, BD_VALID, 1, {5, 1});
    CHECK(!n.trace && n.valid_trace);
    CHECK(!n.bucket && n.branch_count == 0);
    CHECK(n.valid_bucket && n.structure);
    check_branches(n.valid_branch, n.valid_branch_count, LIST(5));
    n = JUDGE(&f, BD_INVALID, 1, {5, 1});
    CHECK(!n.trace && !n.valid_trace);
    CHECK_EQ_U64(f.feedback.traces.count, 1);
    CHECK_EQ_U64(f.feedback.traces.marked, 1);
    bd__arena_destroy(f.arena);
}

TEST(another_bucket_of_a_known_branch_is_new_but_no_new_branch)
{
    struct fixture f = open_feedback();
    JUDGE(&f, BD_VALID, 1, {5, 2});
    struct bd__novelty n = JUDGE(&f, BD_VALID, 1, {5, 4});
    CHECK(n.trace && n.bucket && n.valid_bucket);
    CHECK(n.branch_count == 0 && n.valid_branch_count == 0);
    CHECK_EQ_U64(f.feedback.branches, 1);
    bd__arena_destroy(f.arena);
}

TEST(another_count_in_a_known_bucket_is_a_new_trace_only)
{
    struct fixture f = open_feedback();
    JUDGE(&f, BD_VALID, 1, {5, 2});
    struct bd__novelty n = JUDGE(&f, BD_VALID, 1, {5, 3});
    CHECK(n.trace && n.valid_trace);
    CHECK(!n.bucket && !n.valid_bucket);
    bd__arena_destroy(f.arena);
}

TEST(buckets_of_all_and_of_valid_runs_are_kept_apart)
{
    struct fixture f = open_feedback();
    JUDGE(&f, BD_VALID, 1, {5, 1});
    JUDGE(&f, BD_INVALID, 1, {5, 8}, {6, 1});
    CHECK(f.feedback.buckets == 3 && f.feedback.valid_buckets == 1);
    struct bd__novelty n = JUDGE(&f, BD_VALID, 1, {5, 9}, {6, 1}); /* known, but not from valid runs */
    CHECK(!n.bucket && n.valid_bucket);
    check_branches(n.valid_branch, n.valid_branch_count, LIST(6));
    CHECK_EQ_U64(f.feedback.seen[5], 1 | 8);
    CHECK_EQ_U64(f.feedback.seen_valid[5], 1 | 8);
    CHECK(f.feedback.buckets == 3 && f.feedback.valid_buckets == 3);
    bd__arena_destroy(f.arena);
}

TEST(of_a_trace_only_the_unknown_branches_are_listed)
{
    struct fixture f = open_feedback();
    JUDGE(&f, BD_VALID, 1, {1, 1}, {64, 1});
    struct bd__novelty n = JUDGE(&f, BD_VALID, 1, {0, 1}, {1, 1}, {63, 1}, {64, 2}, {65, 1});
    check_branches(n.branch, n.branch_count, LIST(0, 63, 65));
    CHECK_EQ_U64(f.feedback.branches, 5);
    bd__arena_destroy(f.arena);
}

TEST(a_structure_is_new_once_and_only_to_valid_runs)
{
    struct fixture f = open_feedback();
    CHECK(!JUDGE(&f, BD_INVALID, 7, {1, 1}).structure);
    CHECK(JUDGE(&f, BD_VALID, 7, {1, 1}).structure);
    CHECK(!JUDGE(&f, BD_VALID, 7, {2, 1}).structure); /* though the trace is another */
    CHECK(JUDGE(&f, BD_VALID, 8, {2, 1}).structure);
    CHECK(JUDGE(&f, BD_VALID, 0, {2, 1}).structure); /* the structure of an input without structure */
    CHECK_EQ_U64(f.feedback.structures.count, 3);
    bd__arena_destroy(f.arena);
}

TEST(the_empty_trace_is_a_trace)
{
    struct fixture f = open_feedback();
    struct bd__novelty n = JUDGE(&f, BD_VALID, 1, {0, 0});
    CHECK(n.trace && n.valid_trace && !n.bucket && n.branch_count == 0);
    CHECK(!JUDGE(&f, BD_VALID, 1, {0, 0}).trace);
    bd__arena_destroy(f.arena);
}

TEST(without_the_word_of_the_scan_no_bucket_is_looked_at)
{
    struct fixture f = open_feedback();
    JUDGE(&f, BD_VALID, 1, {1, 1});
    f.trial.trace.hash = 99; /* another trace, in known buckets as far as the scan saw */
    struct bd__novelty n = bd__feedback_judge(&f.feedback, &f.trial, false);
    CHECK(n.trace && n.valid_trace && !n.bucket && !n.valid_bucket && n.branch_count == 0);
    bd__arena_destroy(f.arena);
}
