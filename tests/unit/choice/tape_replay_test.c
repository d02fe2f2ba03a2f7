/* Replaying tapes: as they were written, and by key after an edit. */
#include "unit/choice/tape_bench.h"

/* ---- round trips ---- */

TEST(what_was_written_replays_to_the_same_choices)
{
    struct lab lab = lab_open(2);
    uint64_t total = 0;
    for (uint64_t number = 0; number < 4000; number++) {
        lab_fresh(&lab, 1 + number % 2);
        grammar_generate(lab.s, number, false);
        struct kept first = kept_of(bd__source_end(lab.s));
        char *body = strdup(formatted(&lab, &first.choices));
        struct bd__tape tape = parsed(body);
        lab_tape(&lab, &tape);
        grammar_generate(lab.s, number, false);
        struct bd__choices again = bd__source_end(lab.s);
        struct bd__text misfit = {0};
        REQUIRE(same_choices(&first.choices, &again));
        REQUIRE(!bd__tape_misfit(&lab.s->reader, &misfit));
        REQUIRE(strcmp(body, formatted(&lab, &again)) == 0);
        REQUIRE(again.stream_count == 0);
        total += again.choice_count;
        bd__tape_clear(&tape);
        kept_clear(&first);
        free(body);
    }
    CHECK(total > 100000);
    lab_close(&lab);
}

TEST(rules_nested_deeper_than_a_tape_can_say_replay_too)
{
    struct lab lab = lab_open(3);
    lab_fresh(&lab, 2);
    deep_generator(lab.s);
    struct kept first = kept_of(bd__source_end(lab.s));
    struct bd__tape tape = parsed(formatted(&lab, &first.choices));
    lab_tape(&lab, &tape);
    deep_generator(lab.s);
    struct bd__choices again = bd__source_end(lab.s);
    CHECK(same_choices(&first.choices, &again));
    bd__tape_clear(&tape);
    kept_clear(&first);
    lab_close(&lab);
}

TEST(a_tape_can_be_replayed_many_times)
{
    struct lab lab = lab_open(5);
    struct bd__tape tape = parsed("v x 3 4 of 9\n");
    for (int i = 0; i < 3; i++) {
        lab_tape(&lab, &tape);
        CHECK_EQ_U64(draw(&lab, "x", 9), 3);
        CHECK_EQ_U64(draw(&lab, "x", 9), 4);
    }
    bd__tape_clear(&tape);
    lab_close(&lab);
}

/* ---- reading by key ---- */

/* Two items of two keys each, and a tail: the six answers, as text. */
static const char *replay_items(struct lab *lab, const char *body)
{
    static char text[200];
    struct bd__tape tape = parsed(body);
    char *at = text;
    lab_tape(lab, &tape);
    for (int i = 0; i < 2; i++) {
        BD_RULE(lab->s, "item");
        uint64_t a = draw(lab, "a", 99);
        uint64_t b = draw(lab, "b", 99);
        at += snprintf(at, 60, "%d %d, ", (int)a, (int)b);
    }
    snprintf(at, 60, "%d %d", (int)draw(lab, "a", 99), (int)draw(lab, "tail", 99));
    bd__tape_clear(&tape); /* the counts of the reader stay */
    return text;
}
#define ITEM(a, b) "item {\n" a b "}\n"
#define TAIL "v a 50 of 99\nv tail 60 of 99\n"

TEST(an_edited_answer_changes_that_answer_only)
{
    struct lab lab = lab_open(6);
    CHECK_EQ_STR(
        replay_items(&lab, ITEM("v a 10 of 99\n", "v b 20 of 99\n") ITEM("v a 30 of 99\n", "v b 40 of 99\n") TAIL),
        "10 20, 30 40, 50 60");
    CHECK_EQ_STR(
        replay_items(&lab, ITEM("v a 11 of 99\n", "v b 20 of 99\n") ITEM("v a 30 of 99\n", "v b 40 of 99\n") TAIL),
        "11 20, 30 40, 50 60");
    lab_close(&lab);
}

TEST(a_removed_line_makes_that_answer_zero_only)
{
    struct lab lab = lab_open(7);
    CHECK_EQ_STR(replay_items(&lab, ITEM("", "v b 20 of 99\n") ITEM("v a 30 of 99\n", "v b 40 of 99\n") TAIL),
                 "0 20, 30 40, 50 60");
    CHECK_EQ_U64(lab.s->reader.missing, 1);
    CHECK_EQ_U64(lab.s->reader.answered, 5);
    lab_close(&lab);
}

TEST(an_added_line_shifts_nothing)
{
    struct lab lab = lab_open(8);
    CHECK_EQ_STR(replay_items(&lab, "v new 1 of 2\n" ITEM("v c 7 of 9\nv a 10 of 99\n", "v b 20 of 99\nv b 77 of 99\n")
                                        ITEM("s a 5 of 99\nv a 30 of 99\n", "v b 40 of 99\n") TAIL),
                 "10 20, 30 40, 50 60");
    lab_close(&lab);
}

TEST(exchanged_lines_of_different_labels_read_the_same)
{
    struct lab lab = lab_open(9);
    CHECK_EQ_STR(replay_items(&lab, "v tail 60 of 99\n" ITEM("v b 20 of 99\n", "v a 10 of 99\n")
                                        ITEM("v a 30 of 99\n", "v b 40 of 99\n") "v a 50 of 99\n"),
                 "10 20, 30 40, 50 60");
    lab_close(&lab);
}

TEST(a_removed_rule_leaves_the_last_one_of_its_name_without_answers)
{
    struct lab lab = lab_open(10);
    CHECK_EQ_STR(replay_items(&lab, ITEM("v a 30 of 99\n", "v b 40 of 99\n") TAIL), "30 40, 0 0, 50 60");
    CHECK_EQ_U64(lab.s->reader.missing, 2);
    lab_close(&lab);
}

TEST(an_added_rule_of_another_name_hides_its_answers_from_outside)
{
    struct lab lab = lab_open(11);
    CHECK_EQ_STR(
        replay_items(&lab, "other {\n" ITEM("v a 1 of 99\n", "v b 2 of 99\n") "v a 3 of 99\n}\n" ITEM(
                               "v a 10 of 99\n", "v b 20 of 99\n") ITEM("v a 30 of 99\n", "v b 40 of 99\n") TAIL),
        "10 20, 30 40, 50 60");
    lab_close(&lab);
}

TEST(rules_inside_a_rule_that_the_tape_lacks_find_nothing)
{
    struct lab lab = lab_open(12);
    struct bd__tape tape = parsed("inner {\nv x 5 of 9\n}\nv x 6 of 9\n");
    lab_tape(&lab, &tape);
    bd_enter(lab.s, "lost");
    bd_enter(lab.s, "inner"); /* not the one on the tape: that is not in "lost" */
    CHECK_EQ_U64(draw(&lab, "x", 9), 0);
    bd_leave(lab.s);
    CHECK_EQ_U64(draw(&lab, "x", 9), 0);
    bd_leave(lab.s);
    CHECK_EQ_U64(draw(&lab, "x", 9), 6);
    bd_enter(lab.s, "inner");
    CHECK_EQ_U64(draw(&lab, "x", 9), 5);
    bd_leave(lab.s);
    bd__tape_clear(&tape);
    lab_close(&lab);
}

TEST(kind_is_part_of_the_key)
{
    struct lab lab = lab_open(13);
    struct bd__tape tape = parsed("s x 5 of 9\nv x 6 of 9\n");
    lab_tape(&lab, &tape);
    CHECK_EQ_U64(bd_choose(lab.s, BD_VALUE, "x", &(struct bd_domain){.max = 9}), 6);
    CHECK_EQ_U64(bd_choose(lab.s, BD_STRUCTURE, "x", &(struct bd_domain){.max = 9}), 5);
    bd__tape_clear(&tape);
    lab_close(&lab);
}

TEST(an_answer_beyond_the_domain_is_cut_to_its_end)
{
    struct lab lab = lab_open(14);
    struct bd__tape tape = parsed("v x 80 of 99\nv x 3 of 99\n");
    lab_tape(&lab, &tape);
    CHECK_EQ_U64(draw(&lab, "x", 10), 10);
    CHECK_EQ_U64(draw(&lab, "x", 10), 3);
    CHECK_EQ_U64(lab.s->reader.changed, 2);
    bd__tape_clear(&tape);
    lab_close(&lab);
}

TEST(a_misfit_is_told_in_numbers)
{
    struct lab lab = lab_open(15);
    struct bd__tape tape = parsed("v x 1 2 of 9\nv y 3 of 9\nv z 1 1 1 1 of 9\nr {\nv x 1 of 9\n}\n");
    struct bd__text text = {0};
    lab_tape(&lab, &tape);
    draw(&lab, "x", 9);
    draw(&lab, "x", 8);
    draw(&lab, "x", 9);
    draw(&lab, "y", 9);
    draw(&lab, "w", 9);
    REQUIRE(bd__tape_misfit(&lab.s->reader, &text));
    CHECK_EQ_STR(bd__text_str(&text),
                 "3 choices answered from the tape, 1 of them with a domain of another size; 2 not on the tape, "
                 "answered 0; 5 on the tape, not drawn");
    bd__text_clear(&text);
    bd__tape_clear(&tape);
    lab_close(&lab);
}

TEST(each_kind_of_misfit_alone_is_one)
{
    static const char *const bodies[] = {"v x 1 of 9\n", "", "v x 1 1 of 9\n", "v x 1 of 8\n"};
    struct lab lab = lab_open(16);
    for (int i = 0; i < 4; i++) {
        struct bd__tape tape = parsed(bodies[i]);
        struct bd__text text = {0};
        lab_tape(&lab, &tape);
        draw(&lab, "x", 9);
        CHECK(bd__tape_misfit(&lab.s->reader, &text) == (i > 0));
        bd__text_clear(&text);
        bd__tape_clear(&tape);
    }
    lab_close(&lab);
}

/* ---- what an edited tape lacks ---- */

TEST(what_a_tape_lacks_is_drawn_at_random_while_it_may)
{
    struct lab lab = lab_open(11);
    struct bd__tape tape = parsed("v x 3 of 1000000\n");
    struct bd__plan plan = {.tape = &tape, .fresh = 5, .parent = BD__NO_PARENT};
    bd__source_begin(lab.s, &plan);
    CHECK_EQ_U64(draw(&lab, "x", 1000000), 3);
    unsigned nonzero = 0;
    for (int i = 0; i < 5; i++) { nonzero += draw(&lab, "x", 1000000) != 0; }
    CHECK(nonzero >= 4);
    for (int i = 0; i < 5; i++) { CHECK_EQ_U64(draw(&lab, "x", 1000000), 0); } /* no more fresh ones */
    struct bd__choices choices = bd__source_end(lab.s);
    CHECK_EQ_U64(choices.choice_count, 11); /* all are recorded */
    bd__tape_clear(&tape);
    lab_close(&lab);
}

TEST(what_a_tape_lacks_answers_zero_by_default)
{
    struct lab lab = lab_open(12);
    struct bd__tape tape = parsed("v x 3 of 1000000\n");
    lab_tape(&lab, &tape);
    CHECK_EQ_U64(draw(&lab, "x", 1000000), 3);
    for (int i = 0; i < 5; i++) { CHECK_EQ_U64(draw(&lab, "x", 1000000), 0); }
    bd__tape_clear(&tape);
    lab_close(&lab);
}

/* ---- tapes that fit badly ---- */

/* Questions in another order than on the tape, some with labels that it does not have, in COUNT rules that all have
 * the same labels: the answers come in the tape's own order, label by label. Enough lookups fail for the reader to
 * stop walking and use its index. */
TEST(answers_by_key_do_not_depend_on_the_order_of_the_questions)
{
    enum { RULES = 5, LABELS = 7, EACH = 300 };
    static const char *const label[LABELS + 1] = {"a", "b", "c", "d", "e", "f", "g", "absent"};
    struct bd__text text = {0};
    struct bd__rng rng;
    bd__rng_init(&rng, 11, 1);
    for (int rule = 0; rule < RULES; rule++) {
        bd__text_puts(&text, "rule {\n");
        for (int i = 0; i < EACH; i++) {
            for (int l = 0; l < LABELS; l++) {
                bd__text_printf(&text, "v %s %d of 99999\n", label[l], rule * 10000 + i * 10 + l);
            }
        }
        bd__text_puts(&text, "}\n");
    }
    struct bd__tape tape = parsed(bd__text_str(&text));
    struct lab lab = lab_open(7);
    lab_tape(&lab, &tape);
    bool indexed_early = false;
    for (int rule = 0; rule < RULES; rule++) {
        unsigned asked[LABELS + 1] = {0};
        bd_enter(lab.s, "rule");
        for (int i = 0; i < 3000; i++) {
            uint64_t l = bd__rng_upto(&rng, LABELS);
            bool there = l < LABELS && asked[l] < EACH;
            uint64_t expected = there ? (uint64_t)rule * 10000 + asked[l] * 10 + l : 0;
            REQUIRE(draw(&lab, label[l], 99999) == expected);
            asked[l]++;
        }
        bd_leave(lab.s);
        indexed_early |= rule == 0 && lab.s->reader.index.built;
    }
    CHECK(indexed_early);
    bd__tape_clear(&tape);
    bd__text_clear(&text);
    lab_close(&lab);
}

TEST(a_tape_that_fits_needs_no_index)
{
    struct lab lab = lab_open(2);
    for (uint64_t number = 0; number < 100; number++) {
        lab_fresh(&lab, 2);
        grammar_generate(lab.s, number, false);
        struct kept first = kept_of(bd__source_end(lab.s));
        struct bd__tape tape = parsed(formatted(&lab, &first.choices));
        lab_tape(&lab, &tape);
        grammar_generate(lab.s, number, false);
        bd__source_end(lab.s);
        CHECK(!lab.s->reader.index.built);
        bd__tape_clear(&tape);
        kept_clear(&first);
    }
    lab_close(&lab);
}
