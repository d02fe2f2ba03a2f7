#include "metrics/abundance.h"

#include "base/rng.h"
#include "unit/test.h"

enum { BLOCKS = 64, SPAN = BLOCKS * BD__BLOCK };

struct fixture {
    struct bd__arena *arena;
    struct bd__abundance abundance;
    struct bd__trace_block block[BLOCKS];
    uint32_t mask[BLOCKS];
    struct bd__trace trace;
};

static struct fixture *open_abundance(void)
{
    struct bd__arena *arena = bd__arena_create();
    struct fixture *f = bd__arena_take(arena, sizeof *f);
    f->arena = arena;
    bd__abundance_init(&f->abundance, arena, SPAN);
    return f;
}

static void close_abundance(struct fixture *f)
{
    bd__arena_destroy(f->arena);
}

/* ---- traces: begun, filled in rising order, added ---- */

static void begin(struct fixture *f)
{
    f->trace = (struct bd__trace){.block = f->block, .mask = f->mask};
}

static void cover(struct fixture *f, uint32_t branch, uint8_t hits)
{
    size_t *count = &f->trace.block_count;
    if (*count == 0 || f->block[*count - 1].index != branch / BD__BLOCK) {
        f->block[*count] = (struct bd__trace_block){.index = branch / BD__BLOCK};
        f->mask[*count] = 0;
        ++*count;
    }
    f->block[*count - 1].counts[branch % BD__BLOCK] = hits;
    f->mask[*count - 1] |= (uint32_t)1 << branch % BD__BLOCK;
    f->trace.branch_count++;
}

/* Leaves it to the abundance when it folds. */
static void add_unfolded(struct fixture *f, bool all, bool valid)
{
    bd__abundance_add(&f->abundance, &f->trace, all, valid);
}

static void add(struct fixture *f, bool all, bool valid)
{
    add_unfolded(f, all, valid);
    bd__abundance_fold(&f->abundance);
}

/* ---- a second opinion ---- */

static struct bd_diversity naive(const struct fixture *f, bool valid)
{
    long double n = 0, entropy = 0, squares = 0, support = 0;
    for (uint32_t b = 0; b < SPAN; b++) {
        const struct bd__abundance_count *count = &f->abundance.branch[b];
        n += (long double)(valid ? count->valid : count->all);
    }
    if (n == 0) { return (struct bd_diversity){0}; }
    for (uint32_t b = 0; b < SPAN; b++) {
        const struct bd__abundance_count *count = &f->abundance.branch[b];
        long double p = (long double)(valid ? count->valid : count->all) / n;
        if (p > 0) { entropy -= p * logl(p); }
        support += p > 0;
        squares += p * p;
    }
    return (struct bd_diversity){(double)support, (double)expl(entropy), (double)(1 / squares)};
}

static void check_like(struct bd_diversity got, struct bd_diversity expected, double error, int line)
{
    test_near(got.b0, expected.b0, 0, __FILE__, line, "b0");
    test_near(got.b1, expected.b1, error * expected.b1, __FILE__, line, "b1");
    test_near(got.b2, expected.b2, error * expected.b2, __FILE__, line, "b2");
}

/* The sums behind B(q), of all inputs or of the valid ones. */
static struct bd__hill sums(const struct fixture *f, bool of_valid)
{
    struct bd__hill all, valid;
    bd__abundance_read(&f->abundance, &all, &valid);
    return of_valid ? valid : all;
}

static struct bd_diversity diversity(const struct fixture *f, bool of_valid)
{
    struct bd__hill hill = sums(f, of_valid);
    return bd__hill_read(&hill);
}

static void check_naive(const struct fixture *f, double error, int line)
{
    check_like(diversity(f, false), naive(f, false), error, line);
    check_like(diversity(f, true), naive(f, true), error, line);
}

/* ---- counting ---- */

TEST(a_branch_is_counted_once_a_trace_however_often_it_was_hit)
{
    struct fixture *f = open_abundance();
    begin(f);
    cover(f, 0, 1);
    cover(f, 31, 255);
    cover(f, 32, 128);
    cover(f, SPAN - 1, 7);
    add(f, true, true);
    CHECK_EQ_U64(f->abundance.branch[0].all, 1);
    CHECK_EQ_U64(f->abundance.branch[31].all, 1);
    CHECK_EQ_U64(f->abundance.branch[32].valid, 1);
    CHECK_EQ_U64(f->abundance.branch[SPAN - 1].valid, 1);
    CHECK_EQ_U64(f->abundance.branch[1].all, 0);
    CHECK_EQ_U64(sums(f, false).total, 4);
    CHECK_EQ_U64(sums(f, false).support, 4);
    close_abundance(f);
}

TEST(all_and_valid_inputs_are_counted_apart)
{
    struct fixture *f = open_abundance();
    begin(f);
    cover(f, 3, 1);
    add(f, true, false); /* seen first with an invalid input, */
    add(f, false, true); /* then with a valid one */
    cover(f, 5, 1);
    add(f, true, true);
    add(f, false, false); /* seen before: nothing happens */
    CHECK(f->abundance.branch[3].all == 2 && f->abundance.branch[3].valid == 2);
    CHECK(f->abundance.branch[5].all == 1 && f->abundance.branch[5].valid == 1);
    begin(f);
    cover(f, 9, 1);
    add(f, true, false);
    CHECK(f->abundance.branch[9].all == 1 && f->abundance.branch[9].valid == 0);
    CHECK(sums(f, false).support == 3 && sums(f, true).support == 2);
    check_naive(f, 1e-12, __LINE__);
    close_abundance(f);
}

TEST(hand_worked_abundances_give_hand_worked_diversities)
{
    struct fixture *f = open_abundance();
    begin(f);
    cover(f, 1, 9);
    cover(f, 40, 1);
    add(f, true, true);
    begin(f);
    cover(f, 1, 3);
    add(f, true, false);
    add(f, true, false); /* 3 and 1 of all; 1 and 1 of the valid */
    check_like(diversity(f, false), (struct bd_diversity){2, 4 / pow(3, 0.75), 1.6}, 1e-12, __LINE__);
    check_like(diversity(f, true), (struct bd_diversity){2, 2, 2}, 1e-12, __LINE__);
    close_abundance(f);
}

TEST(an_empty_trace_changes_nothing)
{
    struct fixture *f = open_abundance();
    begin(f);
    add(f, true, true);
    CHECK_EQ_U64(sums(f, false).total, 0);
    check_like(diversity(f, false), (struct bd_diversity){0}, 0, __LINE__);
    close_abundance(f);
}

/* More traces than a byte can count. */
TEST(what_is_not_folded_yet_never_overflows)
{
    struct fixture *f = open_abundance();
    begin(f);
    cover(f, 2, 1);
    cover(f, SPAN - 1, 200);
    for (int i = 0; i < 1000; i++) { add_unfolded(f, true, i % 2); }
    begin(f);
    cover(f, 2, 1);
    for (int i = 0; i < 300; i++) { add_unfolded(f, true, false); }
    bd__abundance_fold(&f->abundance);
    bd__abundance_fold(&f->abundance); /* nothing is left to fold */
    CHECK(f->abundance.branch[2].all == 1300 && f->abundance.branch[2].valid == 500);
    CHECK(f->abundance.branch[SPAN - 1].all == 1000 && f->abundance.branch[SPAN - 1].valid == 500);
    CHECK_EQ_U64(sums(f, false).total, 2300);
    check_naive(f, 1e-12, __LINE__);
    close_abundance(f);
}

/* When figures are shown depends on the clock; what they are must not, to the last bit. */
TEST(reading_changes_nothing_and_sees_everything)
{
    struct fixture *f = open_abundance(), *g = open_abundance();
    struct bd__rng rng;
    bd__rng_init(&rng, 6, 0);
    for (int round = 0; round < 3000; round++) {
        begin(f);
        for (uint32_t b = 0; b < SPAN; b += 1 + (uint32_t)bd__rng_upto(&rng, 40)) { cover(f, b, 1); }
        bool is_valid = bd__rng_coin(&rng);
        add_unfolded(f, true, is_valid);
        bd__abundance_add(&g->abundance, &f->trace, true, is_valid);
        if (bd__rng_upto(&rng, 9) == 0) { REQUIRE(sums(f, false).total > 0); }
    }
    struct bd__hill before[2] = {sums(f, false), sums(f, true)};
    bd__abundance_fold(&f->abundance);
    for (int valid = 0; valid < 2; valid++) {
        struct bd__hill folded = sums(f, valid), never_read = sums(g, valid);
        CHECK(before[valid].c_ln_c == folded.c_ln_c && folded.c_ln_c == never_read.c_ln_c);
        CHECK(before[valid].total == folded.total && before[valid].support == folded.support);
    }
    check_naive(f, 1e-12, __LINE__);
    close_abundance(f);
    close_abundance(g);
}

TEST(after_a_million_additions_the_sums_are_those_of_the_counts)
{
    struct fixture *f = open_abundance();
    struct bd__rng rng;
    bd__rng_init(&rng, 1, 0);
    uint64_t additions = 0;
    for (int round = 0; additions < 2000000; round++) {
        begin(f);
        /* Some branches are in every trace, most in few: density falls along the span. */
        for (uint32_t b = 0; b < SPAN; b += 1 + (uint32_t)bd__rng_upto(&rng, b / 8)) { cover(f, b, 1); }
        additions += f->trace.branch_count;
        add_unfolded(f, true, bd__rng_coin(&rng));
        if (round % 1000 == 0) {
            bd__abundance_fold(&f->abundance);
            check_naive(f, 1e-12, __LINE__);
        }
    }
    bd__abundance_fold(&f->abundance);
    check_naive(f, 1e-12, __LINE__);
    CHECK_EQ_U64(sums(f, false).total, additions);
    close_abundance(f);
}

TEST(counts_of_a_billion_keep_their_digits)
{
    struct fixture *f = open_abundance();
    struct bd__rng rng;
    bd__rng_init(&rng, 5, 0);
    for (uint32_t b = 0; b < SPAN; b++) {
        f->abundance.branch[b].all = 1000000000 + bd__rng_upto(&rng, 1000000000);
        f->abundance.branch[b].valid = bd__rng_upto(&rng, 1000000000000);
    }
    f->abundance.blocks = BLOCKS;
    check_naive(f, 1e-11, __LINE__);
    for (int round = 0; round < 2000; round++) {
        begin(f);
        for (uint32_t b = 0; b < SPAN; b += 1 + (uint32_t)bd__rng_upto(&rng, 10)) { cover(f, b, 1); }
        add_unfolded(f, true, true);
    }
    bd__abundance_fold(&f->abundance);
    check_naive(f, 1e-11, __LINE__);
    close_abundance(f);
}
