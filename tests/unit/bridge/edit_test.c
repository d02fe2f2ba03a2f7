/* Edits of tapes: what each can do, and what all of them must leave intact. */
#include "bridge/edit.h"

#include <stdlib.h>

#include "unit/test.h"

static struct bd__tape parsed(const char *body)
{
    struct bd__text text = {0};
    struct bd__tape tape;
    bd__text_printf(&text, "%s\n%s", bd__tape_magic, body);
    REQUIRE(bd__tape_parse(&tape, bd__text_str(&text), text.size, "tape", NULL) == BD_OK);
    bd__text_clear(&text);
    return tape;
}

static struct bd__draft draft_of(const struct bd__tape *tape)
{
    struct bd__draft draft = {0};
    bd__draft_copy(&draft, tape);
    return draft;
}

/* The draft in short: labels and answers, braces. */
static const char *shown(const struct bd__draft *draft)
{
    static char text[4096];
    size_t at = 0;
    for (uint32_t i = 0; i + 1 < draft->count && at < sizeof text - 64; i++) {
        const struct bd__tape_item *item = &draft->item[i];
        int more = item->type == BD__ITEM_OPEN ? snprintf(text + at, 64, "%s{ ", item->label)
                   : item->type == BD__ITEM_CLOSE
                       ? snprintf(text + at, 64, "} ")
                       : snprintf(text + at, 64, "%s%llu ", item->label, (unsigned long long)item->answer);
        at += (size_t)more;
    }
    text[at] = 0;
    return text;
}

/* Braces match, every span knows its end, every answer is in its domain. */
static bool is_whole(const struct bd__draft *draft)
{
    uint32_t open[256], depth = 0;
    for (uint32_t i = 0; i < draft->count; i++) {
        const struct bd__tape_item *item = &draft->item[i];
        if (item->type == BD__ITEM_CHOICE && item->answer > item->max) { return false; }
        if (item->type == BD__ITEM_OPEN) {
            if (depth == 256) { return true; }
            open[depth++] = i;
        }
        if (item->type == BD__ITEM_CLOSE) {
            if (depth == 0) { return i + 1 == draft->count; }
            if (draft->item[open[--depth]].end != i) { return false; }
        }
    }
    return false;
}

static const char LIST[] =
    "s more 1 of 1\nitem {\n v x 1 of 9\n}\ns more 1 of 1\nitem {\n v x 2 of 9\n}\ns more 0 of 1\n";

TEST(a_splice_takes_out_and_puts_in)
{
    struct bd__tape tape = parsed("a {\n v x 1 of 9\n}\nb {\n v y 2 of 9\n c {\n v z 3 of 9\n }\n}\n");
    struct bd__draft draft = draft_of(&tape);
    bd__draft_splice(&draft, 0, 3, tape.item + 3, 6); /* the first span becomes a copy of the second */
    CHECK_EQ_STR(shown(&draft), "b{ y2 c{ z3 } } b{ y2 c{ z3 } } ");
    CHECK(is_whole(&draft));
    bd__draft_splice(&draft, 0, 6, NULL, 0);
    CHECK_EQ_STR(shown(&draft), "b{ y2 c{ z3 } } ");
    CHECK(is_whole(&draft));
    bd__draft_splice(&draft, 1, draft.item[0].end, NULL, 0);
    CHECK_EQ_STR(shown(&draft), "b{ } ");
    CHECK(is_whole(&draft));
    bd__draft_clear(&draft);
    bd__tape_clear(&tape);
}

TEST(a_turn_of_a_loop_ends_where_the_next_begins)
{
    struct bd__tape tape = parsed(LIST);
    struct bd__draft draft = draft_of(&tape);
    CHECK_EQ_U64(bd__draft_turn(&draft, 0), 4);
    CHECK_EQ_U64(bd__draft_turn(&draft, 4), 8);
    CHECK_EQ_U64(bd__draft_turn(&draft, 8), 0); /* the last: nothing follows */
    CHECK_EQ_U64(bd__draft_turn(&draft, 1), 0); /* a span is not a choice */
    CHECK_EQ_U64(bd__draft_turn(&draft, 2), 0); /* a value decides nothing */
    bd__draft_clear(&draft);
    bd__tape_clear(&tape);
}

TEST(every_edit_leaves_the_tape_whole)
{
    struct bd__tape tape =
        parsed("n {\n s l 1 of 1\n n {\n  v k 3 of 10\n  s w 2 4 of 7\n  n {\n  }\n }\n s l 0 of 1\n}\n"
               "s more 1 of 1\nn {\n v k 0 of 18446744073709551615\n}\ns more 0 of 1\n");
    struct bd__rng rng;
    bd__rng_init(&rng, 5, 0);
    struct bd__draft draft = draft_of(&tape);
    unsigned changed = 0;
    for (int i = 0; i < 20000; i++) {
        if (i % 8 == 0) { bd__draft_copy(&draft, &tape); }
        changed += i % 3 == 2 ? bd__edit_cross(&draft, &rng, &tape)
                              : bd__edit(&draft, &rng, bd__rng_coin(&rng) ? BD_STRUCTURE : BD_VALUE);
        REQUIRE(is_whole(&draft));
    }
    CHECK(changed > 15000);
    bd__draft_clear(&draft);
    bd__tape_clear(&tape);
}

TEST(values_are_edited_without_touching_the_structure)
{
    struct bd__tape tape = parsed(LIST);
    struct bd__rng rng;
    bd__rng_init(&rng, 6, 0);
    bool other[10] = {false};
    for (int i = 0; i < 2000; i++) {
        struct bd__draft draft = draft_of(&tape);
        REQUIRE(bd__edit(&draft, &rng, BD_VALUE));
        REQUIRE(draft.count == tape.count);
        for (uint32_t j = 0; j < draft.count; j++) {
            bool value = tape.item[j].type == BD__ITEM_CHOICE && tape.item[j].kind == BD_VALUE;
            REQUIRE(value || draft.item[j].answer == tape.item[j].answer);
        }
        other[draft.item[2].answer] = true;
        bd__draft_clear(&draft);
    }
    for (int i = 0; i < 10; i++) { CHECK(other[i]); } /* every answer is reached */
    bd__tape_clear(&tape);
}

TEST(structural_edits_take_out_double_and_empty)
{
    struct bd__tape tape = parsed(LIST);
    struct bd__rng rng;
    bd__rng_init(&rng, 7, 0);
    bool shorter = false, longer = false, emptied = false, stopped = false;
    for (int i = 0; i < 2000; i++) {
        struct bd__draft draft = draft_of(&tape);
        REQUIRE(bd__edit(&draft, &rng, BD_STRUCTURE));
        const char *now = shown(&draft);
        shorter |= strcmp(now, "more1 item{ x2 } more0 ") == 0;
        longer |= strcmp(now, "more1 item{ x1 } more1 item{ x1 } more1 item{ x2 } more0 ") == 0;
        emptied |= strcmp(now, "more1 item{ } more1 item{ x2 } more0 ") == 0;
        stopped |= strcmp(now, "more0 item{ x1 } more1 item{ x2 } more0 ") == 0;
        bd__draft_clear(&draft);
    }
    CHECK(shorter);
    CHECK(longer);
    CHECK(emptied);
    CHECK(stopped);
    bd__tape_clear(&tape);
}

TEST(crossing_takes_a_span_of_the_same_rule)
{
    struct bd__tape mine = parsed("a {\n v x 1 of 9\n}\n"), other = parsed("b {\n a {\n  v x 7 of 9\n }\n}\n");
    struct bd__rng rng;
    bd__rng_init(&rng, 8, 0);
    struct bd__draft draft = draft_of(&mine);
    CHECK(bd__edit_cross(&draft, &rng, &other));
    CHECK_EQ_STR(shown(&draft), "a{ x7 } ");
    bd__draft_clear(&draft);
    bd__tape_clear(&mine);
    bd__tape_clear(&other);
}

TEST(crossing_without_a_common_rule_takes_answers)
{
    struct bd__tape mine = parsed("v x 1 1 of 3\n"), other = parsed("v x 9 2 of 9\n"), none = parsed("v y 1 of 3\n");
    struct bd__rng rng;
    bd__rng_init(&rng, 9, 0);
    struct bd__draft draft = draft_of(&mine);
    while (!bd__edit_cross(&draft, &rng, &other)) {} /* it looks for structure just as often, and there is none */
    CHECK_EQ_STR(shown(&draft), "x3 x2 ");           /* cut off at their own maximum */
    CHECK(!bd__edit_cross(&draft, &rng, &none));
    bd__draft_clear(&draft);
    bd__tape_clear(&mine);
    bd__tape_clear(&other);
    bd__tape_clear(&none);
}

TEST(nothing_can_be_edited_in_an_empty_tape)
{
    struct bd__tape tape = parsed("");
    struct bd__rng rng;
    bd__rng_init(&rng, 1, 0);
    struct bd__draft draft = draft_of(&tape);
    CHECK(!bd__edit(&draft, &rng, BD_VALUE) || draft.count == 1);
    CHECK(is_whole(&draft));
    bd__draft_clear(&draft);
    bd__tape_clear(&tape);
}
