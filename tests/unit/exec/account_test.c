#include "exec/account.h"

#include <stdio.h>
#include <string.h>

#include "unit/test.h"

static struct bd__account account, other;

static void set(struct bd__account *to, const char *text, bool stack_only)
{
    bd__account_set(to, text, strlen(text), stack_only);
}

TEST(kind_message_and_frames_are_read)
{
    struct bd__account_frame frame;
    const char *at = NULL;
    size_t length;
    set(&account, "a.Wrong\nwhy not\n0\tlib.f\tF.x\t12\n1\town.g\t\t\n", false);
    CHECK(strncmp(bd__account_kind(&account, &length), "a.Wrong\n", 8) == 0 && length == 7);
    CHECK(strncmp(bd__account_message(&account, &length), "why not\n", 8) == 0 && length == 7);
    REQUIRE(bd__account_next(&account, &at, &frame));
    CHECK(!frame.own && frame.function_size == 5 && frame.file_size == 3);
    CHECK_EQ_U64(frame.line, 12);
    REQUIRE(bd__account_next(&account, &at, &frame));
    CHECK(frame.own && frame.function_size == 5 && frame.file_size == 0 && frame.line == 0);
    CHECK(!bd__account_next(&account, &at, &frame));
}

TEST(a_stack_alone_has_no_kind)
{
    struct bd__account_frame frame;
    const char *at = NULL;
    size_t length;
    set(&account, "1\tf\tF\t1\n", true);
    bd__account_kind(&account, &length);
    CHECK_EQ_U64(length, 0);
    CHECK(bd__account_next(&account, &at, &frame));
}

TEST(lines_that_are_no_frames_are_skipped_and_a_cut_line_is_dropped)
{
    struct bd__account_frame frame;
    const char *at = NULL;
    set(&account, "kind\nmessage\nnonsense\n2\tf\tF\t1\n1\tf\tF\n1\t\tF\t3\n1\tgood\tF\t9\n1\tcut\tF\t1", false);
    REQUIRE(bd__account_next(&account, &at, &frame));
    CHECK_EQ_U64(frame.line, 9);
    CHECK(!bd__account_next(&account, &at, &frame));
}

TEST(text_that_is_empty_or_too_long_is_no_problem)
{
    static char many[200 << 10];
    struct bd__account_frame frame;
    const char *at = NULL;
    size_t length;
    bd__account_set(&account, "", 0, false);
    CHECK(account.size == 0 && !bd__account_next(&account, &at, &frame));
    bd__account_message(&account, &length);
    CHECK_EQ_U64(length, 0);
    memset(many, 'x', sizeof many);
    bd__account_set(&account, many, sizeof many, false);
    CHECK(account.size == 0); /* not one whole line */
    for (size_t i = 99; i < sizeof many; i += 100) { many[i] = '\n'; }
    bd__account_set(&account, many, sizeof many, false);
    CHECK(account.size > 0 && account.size < sizeof account.text && account.text[account.size - 1] == '\n');
}

TEST(stacks_share_their_outer_frames)
{
    set(&account, "1\ta\tF\t1\n1\tloop\tF\t5\n1\tmain\tF\t9\n", true);
    set(&other, "1\tb\tF\t1\n1\tc\tF\t1\n1\tloop\tF\t6\n1\tmain\tF\t9\n", true);
    bd__account_intersect(&account, &other);
    CHECK_EQ_STR(account.text, "1\tloop\tF\t5\n1\tmain\tF\t9\n"); /* active in both, at another line */
    set(&other, "1\tmain\tF\t9\n", true);
    bd__account_intersect(&account, &other);
    CHECK_EQ_STR(account.text, "1\tmain\tF\t9\n");
    set(&other, "1\tstart\tF\t9\n", true);
    bd__account_intersect(&account, &other);
    CHECK(account.size == 0);
}
