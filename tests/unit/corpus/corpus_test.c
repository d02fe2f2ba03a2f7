#include "corpus/corpus.h"
#include "guide/parents.h"

#include "base/rng.h"
#include "unit/guide/bench.h"
#include "unit/test.h"

static uint32_t responsibilities(const struct bench *b)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < bd__corpus_size(&b->corpus); i++) { sum += b->corpus.entry[i].responsibilities; }
    return sum;
}

static uint32_t favoured(const struct bench *b)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < bd__corpus_size(&b->corpus); i++) { sum += b->corpus.entry[i].responsibilities > 0; }
    return sum;
}

/* ---- entries ---- */

TEST(an_entry_is_a_copy_of_its_trial)
{
    struct bench b;
    bench_open(&b, NULL);
    uint8_t bytes[] = {1, 2, 3}, structure[] = {4, 5}, values[] = {6};
    struct bd__choice choice[] = {{.answer = 7, .max = 9}};
    struct bd__span span[] = {{.end = 1}};
    struct bd__trial trial = {
        .number = 12,
        .plan = {.op = BD__OP_FRESH, .parent = BD__NO_PARENT},
        .choices = {.choice = choice, .span = span, .choice_count = 1, .span_count = 1, .stream_count = 2},
        .input = {.data = bytes, .size = 3},
        .trace = {.branch_count = 4, .hash = 0xabc},
    };
    trial.choices.parameters[0] = (struct bd__bytes){structure, 2};
    trial.choices.parameters[1] = (struct bd__bytes){values, 1};
    CHECK_EQ_U64(bd__corpus_add(&b.corpus, &trial), 0);
    memset(bytes, 0, sizeof bytes);
    memset(structure, 0, sizeof structure);
    memset(values, 0, sizeof values);
    choice[0].answer = span[0].end = 0;
    const struct bd__case *kept = &b.corpus.entry[0].kept;
    CHECK(kept->trial == 12 && kept->trace == 0xabc && kept->branch_count == 4);
    CHECK(kept->bytes.size == 3 && memcmp(kept->bytes.data, "\1\2\3", 3) == 0);
    CHECK(kept->choices.parameters[0].size == 2 && memcmp(kept->choices.parameters[0].data, "\4\5", 2) == 0);
    CHECK(kept->choices.parameters[1].size == 1 && *kept->choices.parameters[1].data == 6);
    CHECK(kept->choices.choice[0].answer == 7 && kept->choices.span[0].end == 1);
    bench_close(&b);
}

TEST(entries_are_numbered_in_order_and_know_their_generation)
{
    struct bench b;
    bench_open(&b, NULL);
    CHECK_EQ_U64(ADD(&b, .op = BD__OP_FRESH), 0);
    CHECK_EQ_U64(ADD(&b, .op = BD__OP_VALUE, .parent = 0), 1);
    CHECK_EQ_U64(ADD(&b, .op = BD__OP_VALUE, .parent = 1), 2);
    CHECK_EQ_U64(ADD(&b, .op = BD__OP_VALUE, .parent = 0), 3);
    CHECK_EQ_U64(ADD(&b, .op = BD__OP_FRESH), 4);
    static const uint32_t depths[] = {0, 1, 2, 1, 0};
    for (uint32_t i = 0; i < 5; i++) {
        CHECK_EQ_U64(b.corpus.entry[i].kept.id, i);
        CHECK_EQ_U64(b.corpus.entry[i].depth, depths[i]);
    }
    CHECK_EQ_U64(b.corpus.max_depth, 2);
    bench_close(&b);
}

/* ---- responsibilities ---- */

TEST(an_entry_is_favoured_while_it_is_responsible_for_something)
{
    struct bench b;
    bench_open(&b, NULL);
    uint32_t one = ADD(&b, .covers = 3), two = ADD(&b, .covers = 3);
    CHECK_EQ_U64(b.corpus.favoured, 0);
    bd__corpus_take_over(&b.corpus, one, (uint32_t[]){5, 6, 7}, 3);
    CHECK_EQ_U64(b.corpus.favoured, 1);
    CHECK_EQ_U64(b.corpus.entry[one].responsibilities, 3);
    bd__corpus_take_over(&b.corpus, two, (uint32_t[]){6}, 1);
    CHECK_EQ_U64(b.corpus.favoured, 2);
    CHECK_EQ_U64(b.corpus.entry[one].responsibilities, 2);
    CHECK_EQ_U64(b.corpus.entry[two].responsibilities, 1);
    bd__corpus_take_over(&b.corpus, two, (uint32_t[]){5, 7}, 2);
    CHECK_EQ_U64(b.corpus.favoured, 1);
    CHECK_EQ_U64(b.corpus.entry[one].responsibilities, 0);
    CHECK_EQ_U64(b.corpus.entry[two].responsibilities, 3);
    bench_close(&b);
}

TEST(taking_over_what_is_ones_own_changes_nothing)
{
    struct bench b;
    bench_open(&b, NULL);
    uint32_t one = ADD(&b, .covers = 3);
    for (int i = 0; i < 3; i++) { bd__corpus_take_over(&b.corpus, one, (uint32_t[]){5, 6}, 2); }
    CHECK_EQ_U64(b.corpus.entry[one].responsibilities, 2);
    CHECK_EQ_U64(b.corpus.favoured, 1);
    bd__corpus_take_over(&b.corpus, one, NULL, 0);
    CHECK_EQ_U64(b.corpus.entry[one].responsibilities, 2);
    bench_close(&b);
}

TEST(each_covered_branch_has_one_responsible_entry)
{
    struct bench b;
    bench_open(&b, NULL);
    struct bd__rng rng;
    bd__rng_init(&rng, 1, 0);
    bool covered[BENCH_SPAN] = {false};
    uint32_t count = 0;
    for (int i = 0; i < 500; i++) {
        uint32_t id = ADD(&b, .covers = 1), branch[5];
        uint32_t first = (uint32_t)bd__rng_upto(&rng, BENCH_SPAN - 5);
        for (uint32_t k = 0; k < 5; k++) {
            branch[k] = first + k;
            count += !covered[first + k];
            covered[first + k] = true;
        }
        bd__corpus_take_over(&b.corpus, id, branch, 5);
        REQUIRE(responsibilities(&b) == count);
        REQUIRE(favoured(&b) == b.corpus.favoured);
    }
    bench_close(&b);
}

/* ---- parents ---- */

/* How many children the current parent gets before the next parent's first. */
static uint64_t visit(struct bench *b, uint32_t *parent)
{
    bool switched;
    uint64_t children = 1;
    *parent = bd__parents_next(&b->corpus, &b->config.tuning, &switched)->kept.id;
    for (;;) {
        struct bd__corpus before = b->corpus;
        if (bd__parents_next(&b->corpus, &b->config.tuning, &switched)->kept.id != *parent || switched) {
            b->corpus = before; /* that was the next parent's first */
            return children;
        }
        children++;
    }
}

TEST(a_parent_has_children_in_proportion_to_its_coverage)
{
    static const uint32_t covers[] = {100, 50, 10, 7, 3, 2, 1, 0};
    struct bench b;
    bench_open(&b, NULL);
    b.corpus.covered = 100;
    for (int i = 0; i < 8; i++) { ADD(&b, .covers = covers[i]); }
    static const uint64_t expected[] = {50, 25, 5, 3, 1, 1, 1, 1}; /* 50 · covers / 100, at least one */
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t parent;
        CHECK_EQ_U64(visit(&b, &parent), expected[i]);
        CHECK_EQ_U64(parent, i);
    }
    bench_close(&b);
}

TEST(a_favoured_parent_has_twenty_times_as_many)
{
    struct bench b;
    bench_open(&b, NULL);
    b.corpus.covered = 100;
    uint32_t plain = ADD(&b, .covers = 10), favourite = ADD(&b, .covers = 10), tiny = ADD(&b, .covers = 1), parent;
    bd__corpus_take_over(&b.corpus, favourite, (uint32_t[]){1}, 1);
    bd__corpus_take_over(&b.corpus, tiny, (uint32_t[]){2}, 1);
    CHECK_EQ_U64(visit(&b, &parent), 5);
    CHECK_EQ_U64(parent, plain);
    CHECK_EQ_U64(visit(&b, &parent), 100);
    CHECK_EQ_U64(parent, favourite);
    CHECK_EQ_U64(visit(&b, &parent), 1); /* twenty times nothing, but at least one */
    CHECK_EQ_U64(parent, tiny);
    bench_close(&b);
}

TEST(the_constants_of_the_formula_are_settings)
{
    struct bench b;
    bench_open(&b, NULL);
    b.config.tuning.children = 8;
    b.config.tuning.favoured_factor = 3;
    b.corpus.covered = 4;
    ADD(&b, .covers = 3);
    uint32_t favourite = ADD(&b, .covers = 3), parent;
    bd__corpus_take_over(&b.corpus, favourite, (uint32_t[]){1}, 1);
    CHECK_EQ_U64(visit(&b, &parent), 6);
    CHECK_EQ_U64(visit(&b, &parent), 18);
    bench_close(&b);
}

TEST(the_very_first_parent_has_a_child_even_if_it_covers_nothing)
{
    struct bench b;
    bench_open(&b, NULL);
    b.corpus.covered = 100;
    ADD(&b, .covers = 0);
    ADD(&b, .covers = 0);
    bool switched;
    CHECK_EQ_U64(bd__parents_next(&b.corpus, &b.config.tuning, &switched)->kept.id, 0);
    CHECK(!switched);
    CHECK_EQ_U64(bd__parents_next(&b.corpus, &b.config.tuning, &switched)->kept.id, 1);
    CHECK(switched);
    bench_close(&b);
}

TEST(before_anything_is_covered_a_parent_has_the_full_number)
{
    struct bench b;
    bench_open(&b, NULL);
    uint32_t parent;
    ADD(&b, .covers = 0);
    CHECK_EQ_U64(visit(&b, &parent), 50);
    bench_close(&b);
}

TEST(parents_come_in_order_of_saving_round_and_round)
{
    struct bench b;
    bench_open(&b, NULL);
    b.corpus.covered = 100;
    for (int i = 0; i < 3; i++) { ADD(&b, .covers = 6); }
    for (uint64_t cycle = 0; cycle < 3; cycle++) {
        for (uint32_t i = 0; i < 3; i++) {
            uint32_t parent;
            CHECK_EQ_U64(visit(&b, &parent), 3);
            CHECK_EQ_U64(parent, i);
            CHECK_EQ_U64(b.corpus.cycles, cycle);
        }
    }
    bool switched;
    CHECK_EQ_U64(bd__parents_next(&b.corpus, &b.config.tuning, &switched)->kept.id, 0);
    CHECK(switched);
    CHECK_EQ_U64(b.corpus.cycles, 3);
    bench_close(&b);
}

TEST(the_first_child_after_a_switch_comes_from_the_new_parent)
{
    struct bench b;
    bench_open(&b, NULL);
    b.corpus.covered = 100;
    ADD(&b, .covers = 4);
    ADD(&b, .covers = 4);
    static const struct {
        uint32_t parent;
        bool switched;
    } expected[] = {{0, false}, {0, false}, {1, true}, {1, false}, {0, true}, {0, false}, {1, true}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        bool switched;
        CHECK_EQ_U64(bd__parents_next(&b.corpus, &b.config.tuning, &switched)->kept.id, expected[i].parent);
        CHECK(switched == expected[i].switched);
    }
    bench_close(&b);
}

TEST(an_entry_saved_during_a_visit_waits_for_its_turn)
{
    struct bench b;
    bench_open(&b, NULL);
    b.corpus.covered = 100;
    uint32_t parent;
    bool switched;
    ADD(&b, .covers = 4);
    bd__parents_next(&b.corpus, &b.config.tuning, &switched);
    ADD(&b, .covers = 4);
    CHECK_EQ_U64(bd__parents_next(&b.corpus, &b.config.tuning, &switched)->kept.id, 0);
    CHECK_EQ_U64(visit(&b, &parent), 2);
    CHECK_EQ_U64(parent, 1);
    CHECK_EQ_U64(b.corpus.cycles, 0); /* the cycle is not complete until the new one has had its visit */
    visit(&b, &parent);
    CHECK_EQ_U64(b.corpus.cycles, 1);
    bench_close(&b);
}

TEST(a_corpus_of_one_switches_to_itself)
{
    struct bench b;
    bench_open(&b, NULL);
    b.corpus.covered = 100;
    b.config.tuning.children = 2;
    ADD(&b, .covers = 100);
    static const bool expected[] = {false, false, true, false, true, false};
    for (int i = 0; i < 6; i++) {
        bool switched;
        CHECK_EQ_U64(bd__parents_next(&b.corpus, &b.config.tuning, &switched)->kept.id, 0);
        CHECK(switched == expected[i]);
    }
    CHECK_EQ_U64(b.corpus.cycles, 2);
    bench_close(&b);
}

TEST(it_knows_which_entries_have_been_parents)
{
    struct bench b;
    bench_open(&b, NULL);
    b.corpus.covered = 100;
    uint32_t parent;
    for (int i = 0; i < 3; i++) { ADD(&b, .covers = 2); }
    CHECK_EQ_U64(b.corpus.visited, 0);
    visit(&b, &parent);
    CHECK_EQ_U64(b.corpus.visited, 1);
    visit(&b, &parent);
    visit(&b, &parent);
    CHECK_EQ_U64(b.corpus.visited, 3);
    visit(&b, &parent);
    CHECK_EQ_U64(b.corpus.visited, 3);
    bench_close(&b);
}

/* ---- witnesses ---- */

/* What the ring does for a trial that brings something new, which the guide wants as a parent, or does not. */
static void bring(struct bench *b, bool as_parent, struct story story)
{
    struct bd__trial trial = story_trial(&story);
    bd__corpus_expect(&b->corpus);
    if (as_parent) { bd__corpus_add(&b->corpus, &trial); }
    bd__corpus_settle(&b->corpus, &trial);
}

TEST(what_is_new_is_kept_once_whether_or_not_the_guide_wants_it)
{
    struct bench b;
    bench_open(&b, NULL);
    bring(&b, true, (struct story){.covers = 1});
    bring(&b, false, (struct story){.covers = 2});
    bring(&b, false, (struct story){.covers = 3});
    bring(&b, true, (struct story){.covers = 4});
    CHECK_EQ_U64(bd__corpus_size(&b.corpus), 4);
    static const bool witness[] = {false, true, true, false};
    for (uint32_t i = 0; i < 4; i++) {
        CHECK_EQ_U64(b.corpus.entry[i].kept.branch_count, i + 1);
        CHECK(b.corpus.entry[i].kept.witness == witness[i]);
    }
    CHECK_EQ_U64(b.corpus.parent_count, 2);
    CHECK(b.corpus.parents[0] == 0 && b.corpus.parents[1] == 3);
    bench_close(&b);
}

TEST(what_is_not_new_leaves_nothing_behind)
{
    struct bench b;
    bench_open(&b, NULL);
    struct bd__trial trial = story_trial(&(struct story){.covers = 1});
    bd__corpus_settle(&b.corpus, &trial);
    CHECK_EQ_U64(bd__corpus_size(&b.corpus), 0);
    bring(&b, false, (struct story){.covers = 1});
    bd__corpus_settle(&b.corpus, &trial); /* it is settled already */
    CHECK_EQ_U64(bd__corpus_size(&b.corpus), 1);
    bench_close(&b);
}

TEST(witnesses_have_no_turn_and_count_in_no_figure_of_parents)
{
    struct bench b;
    bench_open(&b, NULL);
    b.corpus.covered = 100;
    b.config.tuning.children = 2;
    for (int i = 0; i < 12; i++) { bring(&b, i % 4 == 2, (struct story){.covers = 1}); }
    bring(&b, false, (struct story){.covers = 1, .op = BD__OP_VALUE, .parent = 2});
    for (uint32_t turn = 0; turn < 2; turn++) {
        for (uint32_t i = 2; i < 12; i += 4) {
            uint32_t parent;
            CHECK_EQ_U64(visit(&b, &parent), 1);
            CHECK_EQ_U64(parent, i);
        }
    }
    CHECK_EQ_U64(b.corpus.visited, 3);
    CHECK_EQ_U64(b.corpus.cycles, 1);
    CHECK_EQ_U64(b.corpus.max_depth, 0);
    bench_close(&b);
}

/* Killed between the two, it is an entry that no list names. */
TEST(a_parent_that_was_not_listed_is_listed_by_the_recount)
{
    struct bench b;
    bench_open(&b, NULL);
    for (int i = 0; i < 6; i++) { bring(&b, i % 2, (struct story){.covers = 1}); }
    b.corpus.parent_count--;
    bd__corpus_recount(&b.corpus, BENCH_SPAN);
    CHECK_EQ_U64(b.corpus.parent_count, 3);
    for (uint32_t i = 0; i < 3; i++) { CHECK_EQ_U64(b.corpus.parents[i], 2 * i + 1); }
    bench_close(&b);
}
