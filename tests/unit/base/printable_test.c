#include "base/printable.h"

#include "unit/test.h"

static void check(const char *text, const char *line, const char *lines, int number)
{
    struct bd__text one = {0}, several = {0};
    bd__printable_line(&one, text, strlen(text));
    bd__printable_lines(&several, text, strlen(text));
    test_eq_str(bd__text_str(&one), line, __FILE__, number, "as a line");
    test_eq_str(bd__text_str(&several), lines, __FILE__, number, "as lines");
    bd__text_clear(&one);
    bd__text_clear(&several);
}
#define CHECK_PRINTABLE(text, line, lines) check(text, line, lines, __LINE__)

TEST(what_can_be_shown_stays)
{
    static const char text[] = "plain \\ text, \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80";
    CHECK_PRINTABLE(text, text, text);
    CHECK_PRINTABLE("", "", "");
}

TEST(control_characters_are_spelt_out)
{
    CHECK_PRINTABLE("\x1b[2J\x07\x7f", "\\x1b[2J\\x07\\x7f", "\\x1b[2J\\x07\\x7f");
    CHECK_PRINTABLE("a\nb\tc\rd", "a\\nb\\tc\\rd", "a\nb\tc\\rd");
    CHECK_PRINTABLE("\xc2\x9b", "\\u009b", "\\u009b"); /* CSI in UTF-8 */
}

TEST(bytes_that_are_no_characters_are_spelt_out)
{
    CHECK_PRINTABLE("\x9b\xff", "\\x9b\\xff", "\\x9b\\xff");
    CHECK_PRINTABLE("\xc3", "\\xc3", "\\xc3");               /* cut off */
    CHECK_PRINTABLE("\xc0\x9b", "\\xc0\\x9b", "\\xc0\\x9b"); /* longer than need be */
}

TEST(what_rearranges_text_is_spelt_out)
{
    CHECK_PRINTABLE("a\xe2\x80\xae"
                    "b",
                    "a\\u202eb", "a\\u202eb");
    CHECK_PRINTABLE("\xe2\x81\xa6\xe2\x81\xa9", "\\u2066\\u2069", "\\u2066\\u2069");
    CHECK_PRINTABLE("\xe2\x80\xa8", "\\u2028", "\\u2028");
}

TEST(a_buffer_ends_where_its_size_says)
{
    struct bd__text out = {0};
    bd__printable_line(&out, "a\0\xe2\x82\xac", 4); /* the last character is cut in two */
    CHECK_EQ_STR(bd__text_str(&out), "a\\x00\\xe2\\x82");
    bd__text_clear(&out);
}

TEST(wide_characters_take_two_columns)
{
    size_t taken;
    CHECK_EQ_U64(bd__printable_fit("abc", 10, &taken), 3);
    CHECK_EQ_U64(taken, 3);
    CHECK_EQ_U64(bd__printable_fit("\xe4\xb8\xad\xe4\xb8\xad", 3, &taken), 3);
    CHECK_EQ_U64(taken, 2);
    CHECK_EQ_U64(bd__printable_fit("\xc3\xa9\xe2\x80\xa6", 2, &taken), 5);
    CHECK_EQ_U64(taken, 2);
    CHECK_EQ_U64(bd__printable_fit("abc", 0, &taken), 0);
}
