/* Rules: bd_enter, bd_leave, BD_RULE, and the spans that they record. */
#include "unit/lab.h"
#include "unit/test.h"

static void flip(struct lab *lab)
{
    bd_flag(lab->s, "flip");
}

static void check_span(struct bd__choices *choices, uint32_t i, uint32_t parent, uint32_t first, uint32_t end, int line)
{
    const struct bd__span *span = &choices->span[i];
    test_eq_u64(span->parent, parent, __FILE__, line, "parent");
    test_eq_u64(span->first, first, __FILE__, line, "first");
    test_eq_u64(span->end, end, __FILE__, line, "end");
}
#define CHECK_SPAN(choices, i, parent, first, end) check_span(choices, i, parent, first, end, __LINE__)

TEST(span_zero_is_the_whole_input)
{
    struct lab lab = lab_open(1);
    lab_fresh(&lab, 2);
    flip(&lab);
    flip(&lab);
    struct bd__choices choices = bd__source_end(lab.s);
    CHECK_EQ_U64(choices.span_count, 1);
    CHECK_SPAN(&choices, 0, 0, 0, 2);
    CHECK_EQ_U64(choices.choice[1].span, 0);
    lab_close(&lab);
}

TEST(spans_nest_and_close)
{
    struct lab lab = lab_open(1);
    lab_fresh(&lab, 2);
    flip(&lab); /* 0 */
    bd_enter(lab.s, "outer");
    flip(&lab); /* 1 */
    bd_enter(lab.s, "inner");
    flip(&lab); /* 2 */
    bd_leave(lab.s);
    flip(&lab); /* 3 */
    bd_leave(lab.s);
    bd_enter(lab.s, "empty");
    bd_leave(lab.s);
    flip(&lab); /* 4 */
    struct bd__choices choices = bd__source_end(lab.s);
    REQUIRE(choices.span_count == 4 && choices.choice_count == 5);
    CHECK_SPAN(&choices, 1, 0, 1, 4);
    CHECK_SPAN(&choices, 2, 1, 2, 3);
    CHECK_SPAN(&choices, 3, 0, 4, 4);
    static const uint32_t spans[] = {0, 1, 2, 1, 0};
    for (uint32_t i = 0; i < 5; i++) { CHECK_EQ_U64(choices.choice[i].span, spans[i]); }
    CHECK_EQ_STR(lab.sites->site[choices.span[2].site].label, "inner");
    CHECK_EQ_U64(lab.sites->site[choices.span[2].site].kind, BD__RULE);
    lab_close(&lab);
}

TEST(rules_left_open_are_closed_at_the_end)
{
    struct lab lab = lab_open(1);
    lab_fresh(&lab, 2);
    bd_enter(lab.s, "a");
    flip(&lab);
    bd_enter(lab.s, "b");
    flip(&lab);
    struct bd__choices choices = bd__source_end(lab.s);
    REQUIRE(choices.span_count == 3);
    CHECK_SPAN(&choices, 0, 0, 0, 2);
    CHECK_SPAN(&choices, 1, 0, 0, 2);
    CHECK_SPAN(&choices, 2, 1, 1, 2);
    lab_close(&lab);
}

TEST(a_leave_too_many_is_harmless)
{
    struct lab lab = lab_open(1);
    lab_fresh(&lab, 2);
    bd_leave(lab.s);
    flip(&lab);
    bd_enter(lab.s, "a");
    flip(&lab);
    bd_leave(lab.s);
    bd_leave(lab.s);
    bd_leave(lab.s);
    flip(&lab);
    bd_enter(lab.s, "b");
    flip(&lab);
    bd_leave(lab.s);
    struct bd__choices choices = bd__source_end(lab.s);
    REQUIRE(choices.span_count == 3 && choices.choice_count == 4);
    CHECK_SPAN(&choices, 0, 0, 0, 4);
    CHECK_SPAN(&choices, 1, 0, 1, 2);
    CHECK_SPAN(&choices, 2, 0, 3, 4);
    CHECK_EQ_U64(choices.choice[2].span, 0);
    lab_close(&lab);
}

/* How many of 3000 nested rules are recorded, after this many leaves too many. */
static uint32_t recorded_after(int leaves)
{
    struct lab lab = lab_open(1);
    lab_fresh(&lab, 2);
    for (int i = 0; i < leaves; i++) { bd_leave(lab.s); }
    for (int i = 0; i < 3000; i++) { bd_enter(lab.s, "deep"); }
    uint32_t count = bd__source_end(lab.s).span_count;
    lab_close(&lab);
    return count;
}

TEST(leaves_too_many_make_no_room_for_more_rules)
{
    CHECK_EQ_U64(recorded_after(5), recorded_after(0));
}

static int leave_by_return(struct lab *lab, int how)
{
    BD_RULE(lab->s, "outer");
    flip(lab);
    if (how == 0) { return 0; }
    for (int i = 0; i < 3; i++) {
        BD_RULE(lab->s, "round");
        flip(lab);
        if (how == 1) { break; }
        if (how == 2) { continue; }
        if (i == 1) { return 1; }
    }
    flip(lab);
    return 2;
}

TEST(a_rule_closes_itself_however_its_block_is_left)
{
    for (int how = 0; how < 4; how++) {
        struct lab lab = lab_open(1);
        lab_fresh(&lab, 2);
        leave_by_return(&lab, how);
        flip(&lab);
        struct bd__choices choices = bd__source_end(lab.s);
        CHECK_EQ_U64(choices.choice[choices.choice_count - 1].span, 0);
        CHECK_EQ_U64(choices.span[1].end, choices.choice_count - 1);
        static const uint32_t spans[] = {2, 3, 5, 4};
        CHECK_EQ_U64(choices.span_count, spans[how]);
        for (uint32_t i = 2; i < choices.span_count; i++) { CHECK_SPAN(&choices, i, 1, i - 1, i); }
        lab_close(&lab);
    }
}

TEST(the_choices_can_be_read_while_rules_are_open)
{
    struct lab lab = lab_open(1);
    lab_fresh(&lab, 2);
    bd_enter(lab.s, "a");
    flip(&lab);
    struct bd__choices choices = bd__source_end(lab.s); /* as a supervisor does after a crash */
    CHECK_EQ_U64(choices.choice_count, 1);
    CHECK_SPAN(&choices, 1, 0, 0, 1);
    lab_close(&lab);
}

TEST(rules_deeper_than_can_be_recorded_still_nest)
{
    enum { DEPTH = 5000 };
    struct lab lab = lab_open(1);
    lab_fresh(&lab, 2);
    for (int i = 0; i < DEPTH; i++) {
        bd_enter(lab.s, "deep");
        flip(&lab);
    }
    for (int i = 0; i < DEPTH; i++) { bd_leave(lab.s); }
    bd_enter(lab.s, "after");
    flip(&lab);
    bd_leave(lab.s);
    struct bd__choices choices = bd__source_end(lab.s);
    uint32_t last = choices.span_count - 1;
    CHECK(last >= 1000 && last < DEPTH);
    CHECK_EQ_STR(lab.sites->site[choices.span[last].site].label, "after");
    CHECK_SPAN(&choices, last, 0, DEPTH, DEPTH + 1);
    CHECK_SPAN(&choices, 1, 0, 0, DEPTH);
    lab_close(&lab);
}

TEST(more_rules_than_can_be_recorded_are_harmless)
{
    struct lab lab = lab_open(1);
    lab_fresh(&lab, 2);
    bd_enter(lab.s, "all");
    for (int i = 0; i < 300000; i++) {
        bd_enter(lab.s, "x");
        bd_leave(lab.s);
    }
    flip(&lab);
    bd_leave(lab.s);
    flip(&lab);
    struct bd__choices choices = bd__source_end(lab.s);
    CHECK_EQ_U64(choices.choice[0].span, 1);
    CHECK_EQ_U64(choices.choice[1].span, 0);
    CHECK_SPAN(&choices, 1, 0, 0, 1);
    lab_close(&lab);
}

TEST(the_next_trial_starts_outside_all_rules)
{
    struct lab lab = lab_open(1);
    lab_fresh(&lab, 2);
    for (int i = 0; i < 2000; i++) { bd_enter(lab.s, "open"); }
    lab_fresh(&lab, 2);
    flip(&lab);
    struct bd__choices choices = bd__source_end(lab.s);
    CHECK_EQ_U64(choices.span_count, 1);
    CHECK_EQ_U64(choices.choice[0].span, 0);
    bd_enter(lab.s, "recorded");
    CHECK_EQ_U64(bd__source_end(lab.s).span_count, 2);
    lab_close(&lab);
}
