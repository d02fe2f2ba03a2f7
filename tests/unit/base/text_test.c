#include "base/text.h"

#include <stdlib.h>

#include "unit/test.h"

TEST(the_empty_text_is_an_empty_string)
{
    struct bd__text text = {0};
    CHECK_EQ_STR(bd__text_str(&text), "");
    bd__text_add(&text, NULL, 0);
    CHECK_EQ_STR(bd__text_str(&text), "");
    bd__text_clear(&text);
    bd__text_clear(&text);
    CHECK(!text.data && !text.size && !text.capacity);
}

TEST(additions_follow_each_other_through_all_sizes)
{
    struct bd__text text = {0};
    char expected[6000] = "";
    size_t size = 0;
    for (int i = 0; i < 100; i++) {
        char piece[64];
        int length = snprintf(piece, sizeof piece, "%d,%*s", i, i % 50, "");
        bd__text_puts(&text, piece);
        memcpy(expected + size, piece, (size_t)length + 1);
        size += (size_t)length;
        REQUIRE(text.size == size && text.capacity > size);
        REQUIRE(strcmp(bd__text_str(&text), expected) == 0);
    }
    bd__text_clear(&text);
}

TEST(bytes_may_hold_nul)
{
    struct bd__text text = {0};
    bd__text_add(&text, "a\0b", 3);
    bd__text_add(&text, "\0c", 2);
    CHECK_EQ_U64(text.size, 5);
    CHECK(memcmp(text.data, "a\0b\0c", 6) == 0);
    bd__text_clear(&text);
}

TEST(printf_writes_what_does_not_fit_at_first)
{
    struct bd__text text = {0};
    bd__text_puts(&text, "<");
    bd__text_printf(&text, "%s|%1000d", "x", 7);
    bd__text_puts(&text, ">");
    CHECK_EQ_U64(text.size, 1004);
    CHECK(strncmp(text.data, "<x|   ", 6) == 0);
    CHECK_EQ_STR(text.data + 1001, " 7>");
    bd__text_clear(&text);
}

TEST(printf_of_exactly_the_room_left_is_whole)
{
    for (int length = 120; length < 136; length++) { /* the first allocation is 128 bytes */
        struct bd__text text = {0};
        bd__text_printf(&text, "%*d", length, 7);
        CHECK_EQ_U64(text.size, (uint64_t)length);
        CHECK_EQ_U64(strlen(text.data), (uint64_t)length);
        CHECK(text.data[length - 1] == '7');
        bd__text_clear(&text);
    }
}

TEST(utf8_characters_have_one_to_four_bytes)
{
    CHECK_EQ_U64(bd__text_utf8("a"), 1);
    CHECK_EQ_U64(bd__text_utf8("\xc3\xa9"), 2);
    CHECK_EQ_U64(bd__text_utf8("\xe2\x82\xac"), 3);
    CHECK_EQ_U64(bd__text_utf8("\xf0\x9f\x98\x80"), 4);
}

TEST(what_is_no_utf8_is_told)
{
    CHECK_EQ_U64(bd__text_utf8("\xff"), 0);
    CHECK_EQ_U64(bd__text_utf8("\x80"), 0);
    CHECK_EQ_U64(bd__text_utf8("\xc3"), 0); /* cut short */
    CHECK_EQ_U64(bd__text_utf8("\xe2\x82"), 0);
    CHECK_EQ_U64(bd__text_utf8("\xc0\xaf"), 0); /* longer than need be */
    CHECK_EQ_U64(bd__text_utf8("\xe0\x80\xaf"), 0);
    CHECK_EQ_U64(bd__text_utf8("\xed\xa0\x80"), 0);     /* a surrogate */
    CHECK_EQ_U64(bd__text_utf8("\xf4\x90\x80\x80"), 0); /* beyond the last */
}

TEST(numbers_are_decimal)
{
    struct bd__text text = {0};
    static const uint64_t numbers[] = {0, 7, 10, 90909, UINT64_MAX};
    for (int i = 0; i < 5; i++) {
        bd__text_number(&text, numbers[i]);
        bd__text_puts(&text, " ");
    }
    CHECK_EQ_STR(bd__text_str(&text), "0 7 10 90909 18446744073709551615 ");
    bd__text_clear(&text);
}
