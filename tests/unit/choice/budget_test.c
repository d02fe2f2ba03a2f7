/* Budgets: what a source answers when there is nothing left to draw from, or no reason to draw. */
#include "unit/lab.h"
#include "unit/test.h"

static uint64_t choose(struct lab *lab, enum bd_kind kind, const char *label, uint64_t max)
{
    return bd_choose(lab->s, kind, label, &(struct bd_domain){.max = max});
}

TEST(every_draw_of_the_simplest_plan_answers_zero)
{
    struct lab lab = lab_open(1);
    lab_simplest(&lab);
    CHECK(bd_spent(lab.s));
    grammar_generate(lab.s, 7, false);
    struct bd__choices choices = bd__source_end(lab.s);
    CHECK(choices.choice_count > 0);
    CHECK(!choices.exhausted);
    for (uint32_t i = 0; i < choices.choice_count; i++) { CHECK_EQ_U64(choices.choice[i].answer, 0); }
    lab_close(&lab);
}

TEST(a_stream_whose_budget_is_spent_answers_zero)
{
    uint8_t ones[10];
    memset(ones, 1, sizeof ones);
    struct lab lab = lab_open_with(1, (struct bd__source_limits){.parameter_bytes = 10, .choices = 1000}, NULL);
    lab_bytes(&lab, ones, sizeof ones, NULL, 0);
    for (int i = 0; i < 10; i++) { CHECK_EQ_U64(choose(&lab, BD_VALUE, "v", 255), 1); }
    CHECK(!bd__source_end(lab.s).exhausted);
    for (int i = 0; i < 10; i++) { CHECK_EQ_U64(choose(&lab, BD_VALUE, "v", 255), 0); }
    struct bd__choices choices = bd__source_end(lab.s);
    CHECK(choices.exhausted);
    CHECK_EQ_U64(choices.choice_count, 20); /* the zeros are choices like others */
    CHECK_EQ_U64(choices.parameters[0].size, 10);
    lab_close(&lab);
}

TEST(once_spent_a_stream_stays_spent_though_some_bytes_are_left)
{
    uint8_t ones[10];
    memset(ones, 1, sizeof ones);
    struct lab lab = lab_open_with(1, (struct bd__source_limits){.parameter_bytes = 10, .choices = 1000}, NULL);
    for (int planned = 0; planned < 2; planned++) {
        lab_bytes(&lab, ones, planned ? 10 : 0, NULL, 0);
        choose(&lab, BD_VALUE, "v", 9);
        choose(&lab, BD_VALUE, "v", 9);
        CHECK_EQ_U64(choose(&lab, BD_VALUE, "v", 9), 0); /* four bytes; two are left */
        for (int i = 0; i < 8; i++) { CHECK_EQ_U64(choose(&lab, BD_VALUE, "v", 255), 0); }
        struct bd__choices choices = bd__source_end(lab.s);
        CHECK(choices.exhausted);
        CHECK_EQ_U64(choices.parameters[0].size, 8);
    }
    lab_close(&lab);
}

TEST(the_next_trial_has_its_budget_again)
{
    struct lab lab = lab_open_with(1, (struct bd__source_limits){.parameter_bytes = 4, .choices = 1000}, NULL);
    for (int trial = 0; trial < 20; trial++) {
        uint64_t sum = 0;
        lab_fresh(&lab, 1);
        for (int i = 0; i < 4; i++) { sum += choose(&lab, BD_VALUE, "v", 255); }
        CHECK(sum > 0 && !bd__source_end(lab.s).exhausted);
        choose(&lab, BD_VALUE, "v", 255);
        CHECK(bd__source_end(lab.s).exhausted);
    }
    lab_close(&lab);
}

TEST(one_stream_spent_leaves_the_other_its_budget)
{
    uint8_t ones[8];
    memset(ones, 1, sizeof ones);
    struct lab lab = lab_open_with(1, (struct bd__source_limits){.parameter_bytes = 8, .choices = 1000}, NULL);
    lab_bytes(&lab, ones, sizeof ones, ones, sizeof ones);
    for (int i = 0; i < 8; i++) { choose(&lab, BD_STRUCTURE, "s", 255); }
    CHECK_EQ_U64(choose(&lab, BD_STRUCTURE, "s", 255), 0);
    CHECK_EQ_U64(choose(&lab, BD_VALUE, "v", 255), 1);
    CHECK(!bd_spent(lab.s)); /* not all draws answer 0 */
    for (int i = 0; i < 8; i++) { choose(&lab, BD_VALUE, "v", 255); }
    CHECK(bd_spent(lab.s));
    lab_close(&lab);
}

TEST(budgets_are_the_same_for_one_stream_and_for_two)
{
    struct lab lab = lab_open_with(1, (struct bd__source_limits){.parameter_bytes = 40, .choices = 1000}, NULL);
    uint64_t answer[3][40];
    for (unsigned streams = 1; streams <= 2; streams++) {
        lab_fresh(&lab, streams);
        for (int i = 0; i < 40; i++) { /* three values for each structural choice: values are spent first */
            answer[streams][i] = choose(&lab, i % 4 ? BD_VALUE : BD_STRUCTURE, "c", UINT32_MAX);
        }
        struct bd__choices choices = bd__source_end(lab.s);
        CHECK(choices.exhausted && bd_spent(lab.s) == false);
        CHECK_EQ_U64(choices.parameters[0].size + (streams > 1 ? choices.parameters[1].size : 0), 80);
    }
    for (int i = 0; i < 40; i++) { CHECK_EQ_U64(answer[1][i] == 0, answer[2][i] == 0); }
    lab_close(&lab);
}

TEST(spent_is_said_as_soon_as_all_further_draws_answer_zero)
{
    struct lab lab = lab_open_with(1, (struct bd__source_limits){.parameter_bytes = 8, .choices = 1000}, NULL);
    lab_fresh(&lab, 1);
    for (int i = 0; i < 9; i++) { choose(&lab, BD_VALUE, "v", 255); }
    for (int i = 0; i < 8; i++) { choose(&lab, BD_STRUCTURE, "s", 255); }
    CHECK(!bd_spent(lab.s));
    choose(&lab, BD_STRUCTURE, "s", 255);
    CHECK(bd_spent(lab.s));
    lab_fresh(&lab, 1);
    CHECK(!bd_spent(lab.s));
    lab_close(&lab);
}

TEST(a_loop_that_only_ends_on_zero_ends)
{
    struct lab lab = lab_open_with(1, (struct bd__source_limits){.parameter_bytes = 10240, .choices = 1 << 20}, NULL);
    for (unsigned streams = 1; streams <= 2; streams++) {
        unsigned rounds = 0;
        lab_fresh(&lab, streams);
        while (bd_more(lab.s, "more", 1e9)) { rounds++; }
        CHECK_EQ_U64(rounds, 10240 / 4);
        CHECK(bd__source_end(lab.s).exhausted);
    }
    lab_close(&lab);
}

TEST(past_the_limit_of_choices_draws_answer_zero_and_are_not_recorded)
{
    struct lab lab = lab_open_with(1, (struct bd__source_limits){.parameter_bytes = 10240, .choices = 50}, NULL);
    lab_fresh(&lab, 2);
    for (int i = 0; i < 50; i++) { choose(&lab, BD_VALUE, "v", 255); }
    CHECK(!bd_spent(lab.s) && !bd__source_end(lab.s).exhausted);
    for (int i = 0; i < 50; i++) { CHECK_EQ_U64(choose(&lab, BD_STRUCTURE, "s", 255), 0); }
    struct bd__choices choices = bd__source_end(lab.s);
    CHECK(bd_spent(lab.s) && choices.exhausted);
    CHECK_EQ_U64(choices.choice_count, 50);
    CHECK_EQ_U64(choices.structural_count, 0);
    lab_close(&lab);
}

/* ---- giving up ---- */

TEST(discarding_keeps_the_first_reason_and_answers_zero_from_then_on)
{
    struct lab lab = lab_open(1);
    lab_fresh(&lab, 2);
    CHECK(!bd__source_end(lab.s).discarded);
    bd_discard(lab.s, "first");
    bd_discard(lab.s, "second");
    CHECK(bd_spent(lab.s));
    for (int i = 0; i < 20; i++) { CHECK_EQ_U64(choose(&lab, BD_VALUE, "v", UINT64_MAX), 0); }
    struct bd__choices choices = bd__source_end(lab.s);
    CHECK_EQ_STR(choices.discarded, "first");
    CHECK(!choices.exhausted);
    lab_fresh(&lab, 2);
    CHECK(!bd_spent(lab.s) && !bd__source_end(lab.s).discarded);
    lab_close(&lab);
}

TEST(discarding_without_a_reason_still_discards)
{
    struct lab lab = lab_open(1);
    lab_fresh(&lab, 2);
    bd_discard(lab.s, NULL);
    CHECK(bd__source_end(lab.s).discarded);
    lab_close(&lab);
}

/* A spent budget, a choice too many, a tape: none of them gives an answer that the generator excluded. */
TEST(an_answer_of_weight_zero_is_never_given)
{
    static const unsigned weights[] = {0, 0, 4, 0, 1, 0};
    struct bd_domain domain = {.max = 5, .shape = BD_WEIGHTED, .weights = weights};
    struct lab lab = lab_open_with(1, (struct bd__source_limits){.parameter_bytes = 8, .choices = 20}, NULL);
    lab_simplest(&lab);
    CHECK_EQ_U64(bd_choose(lab.s, BD_STRUCTURE, "x", &domain), 2);
    lab_fresh(&lab, 2);
    for (int i = 0; i < 30; i++) {
        uint64_t answer = bd_choose(lab.s, BD_STRUCTURE, "x", &domain);
        CHECK(answer == 2 || answer == 4);
    }
    struct bd__tape tape = {0};
    const char text[] = "bediv-tape 1\ns x 0 1 3 5 4 of 5\n";
    REQUIRE(bd__tape_parse(&tape, text, sizeof text - 1, "tape", &(struct bd__log){0}) == BD_OK);
    lab_tape(&lab, &tape);
    static const uint64_t expected[] = {2, 2, 4, 4, 4};
    for (int i = 0; i < 5; i++) { CHECK_EQ_U64(bd_choose(lab.s, BD_STRUCTURE, "x", &domain), expected[i]); }
    bd__tape_clear(&tape);
    lab_close(&lab);
}
