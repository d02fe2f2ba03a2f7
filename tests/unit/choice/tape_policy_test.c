#include "choice/tape_policy.h"

#include "unit/lab.h"
#include "unit/test.h"

static const unsigned weights[] = {5, 0, 1};

/* Draws of every shape, in rules. */
static void generator(struct bd_source *s)
{
    BD_RULE(s, "list");
    while (bd_more(s, "another", 3.0)) {
        BD_RULE(s, "item");
        bd_pick_weighted(s, "kind", weights, 3);
        bd_int(s, "number", -1000, 1000);
        bd_flag(s, "last");
    }
    bd_real(s, "share", 0, 1);
}

static struct bd__tape tape_of(const struct lab *lab, const struct bd__choices *choices)
{
    struct bd__text text = {0};
    struct bd__tape tape;
    bd__text_printf(&text, "%s\n", bd__tape_magic);
    bd__tape_format(&text, choices, lab->sites);
    REQUIRE(bd__tape_parse(&tape, bd__text_str(&text), text.size, "test", NULL) == BD_OK);
    bd__text_clear(&text);
    return tape;
}

TEST(a_tapes_answers_leave_parameters_that_make_them_again)
{
    static struct bd__tape_policy policy;
    struct lab lab = lab_open(3);
    for (unsigned i = 0; i < 100; i++) {
        lab_fresh(&lab, 2);
        generator(lab.s);
        struct kept first = kept_of(bd__source_end(lab.s));
        struct bd__tape tape = tape_of(&lab, &first.choices);
        bd__tape_policy_begin(&policy, &tape, lab.sites);
        bd__source_begin(lab.s, &(struct bd__plan){.stream_count = 1 + i % 2,
                                                   .policy = &policy.policy,
                                                   .op = BD__OP_SEED,
                                                   .parent = BD__NO_PARENT});
        generator(lab.s);
        struct kept seeded = kept_of(bd__source_end(lab.s));
        CHECK(same_choices(&first.choices, &seeded.choices));
        CHECK_EQ_U64(seeded.choices.stream_count, 1 + i % 2);
        struct bd__plan plan = kept_plan(&seeded);
        bd__source_begin(lab.s, &plan);
        generator(lab.s);
        struct bd__choices again = bd__source_end(lab.s);
        CHECK(same_choices(&first.choices, &again));
        kept_clear(&first);
        kept_clear(&seeded);
        bd__tape_clear(&tape);
    }
    bd__tape_reader_clear(&policy.reader);
    lab_close(&lab);
}

TEST(what_is_not_on_the_tape_is_answered_0)
{
    static struct bd__tape_policy policy;
    struct lab lab = lab_open(3);
    struct bd__tape tape;
    const char text[] = "bediv-tape 1\nlist {\n  s another 1 of 1\n  item {\n    s last 1 of 1\n  }\n}\n";
    REQUIRE(bd__tape_parse(&tape, text, strlen(text), "test", NULL) == BD_OK);
    bd__tape_policy_begin(&policy, &tape, lab.sites);
    bd__source_begin(
        lab.s,
        &(struct bd__plan){.stream_count = 2, .policy = &policy.policy, .op = BD__OP_SEED, .parent = BD__NO_PARENT});
    generator(lab.s);
    struct bd__choices choices = bd__source_end(lab.s);
    CHECK_EQ_U64(choices.choice_count, 6); /* another, kind, number, last, another, share */
    CHECK(choices.choice[0].answer == 1 && choices.choice[1].answer == 0 && choices.choice[2].answer == 0);
    CHECK(choices.choice[3].answer == 1 && choices.choice[4].answer == 0 && choices.choice[5].answer == 0);
    bd__tape_reader_clear(&policy.reader);
    bd__tape_clear(&tape);
    lab_close(&lab);
}
