/* Which tape made these bytes: the latest one, and those that are kept. */
#include "bridge/recall.h"

#include <stdio.h>

#include "unit/test.h"

static struct bd__bytes bytes_of(const char *text)
{
    return (struct bd__bytes){(const uint8_t *)text, strlen(text)};
}

static void note(struct bd__recall *recall, const char *bytes, const char *tape)
{
    struct bd__text text = {0};
    bd__text_puts(&text, tape);
    bd__recall_note(recall, bytes_of(bytes), &text);
    bd__text_clear(&text);
}

TEST(what_was_noted_is_found)
{
    struct bd__recall recall = {0};
    CHECK(!bd__recall_find(&recall, bytes_of("x")));
    note(&recall, "x", "tape of x");
    note(&recall, "", "tape of nothing");
    REQUIRE(bd__recall_find(&recall, bytes_of("x")));
    CHECK_EQ_STR(bd__text_str(bd__recall_find(&recall, bytes_of("x"))), "tape of x");
    CHECK_EQ_STR(bd__text_str(bd__recall_find(&recall, bytes_of(""))), "tape of nothing");
    CHECK(!bd__recall_find(&recall, bytes_of("y")));
    bd__recall_clear(&recall);
}

TEST(what_is_kept_outlives_a_hundred_thousand_others)
{
    struct bd__recall recall = {0};
    char bytes[32], tape[32];
    for (int i = 0; i < 5000; i++) {
        snprintf(bytes, sizeof bytes, "kept %d", i);
        snprintf(tape, sizeof tape, "tape %d", i);
        note(&recall, bytes, tape);
        REQUIRE(bd__recall_find(&recall, bytes_of(bytes)));
        bd__recall_keep(&recall, bytes_of(bytes), bd__recall_find(&recall, bytes_of(bytes)));
        bd__recall_keep(&recall, bytes_of(bytes), bd__recall_find(&recall, bytes_of(bytes))); /* twice does no harm */
    }
    for (int i = 0; i < 100000; i++) {
        snprintf(bytes, sizeof bytes, "other %d", i);
        note(&recall, bytes, "passes");
    }
    for (int i = 0; i < 5000; i++) {
        snprintf(bytes, sizeof bytes, "kept %d", i);
        snprintf(tape, sizeof tape, "tape %d", i);
        REQUIRE(bd__recall_find(&recall, bytes_of(bytes)));
        CHECK_EQ_STR(bd__text_str(bd__recall_find(&recall, bytes_of(bytes))), tape);
    }
    CHECK_EQ_U64(recall.kept_count, 5000);
    bd__recall_clear(&recall);
}
