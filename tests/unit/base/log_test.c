#include "base/log.h"

#include "unit/scratch.h"
#include "unit/test.h"

TEST(a_sink_gets_the_level_and_the_text)
{
    struct heard heard = {0};
    struct bd__log log = {heard_sink, &heard};
    bd__info(&log, "%d is %s", 7, "seven");
    CHECK_EQ_STR(heard.text, "7 is seven");
    CHECK_EQ_U64(heard.errors, 0);
    bd__error(&log, "bad");
    CHECK_EQ_STR(heard.text, "bad");
    CHECK_EQ_U64(heard.errors, 1);
    CHECK_EQ_U64(heard.count, 2);
}

TEST(a_text_that_is_too_long_is_cut)
{
    struct heard heard = {0};
    struct bd__log log = {heard_sink, &heard};
    bd__warn(&log, "%10000d", 7);
    CHECK(strlen(heard.text) > 1000 && strlen(heard.text) < 3000);
}

TEST(nothing_that_is_quoted_commands_the_terminal)
{
    struct heard heard = {0};
    struct bd__log log = {heard_sink, &heard};
    bd__error(&log, "'%s'\n\tnext", "\x1b[2J\x7f\r");
    CHECK_EQ_STR(heard.text, "'\\x1b[2J\\x7f\\r'\n\tnext");
}

TEST(nothing_that_is_quoted_passes_for_a_message)
{
    struct heard heard = {0};
    struct bd__log log = {heard_sink, &heard};
    bd__error(&log, "cannot read %s: no such file", "a\ntree: all is well\n  b");
    CHECK_EQ_STR(heard.text, "cannot read a\n  tree: all is well\n  b: no such file");
}

TEST(without_a_sink_it_goes_to_stderr)
{
    const char *path = scratch("stderr");
    REQUIRE(freopen(path, "w", stderr));
    bd__info(NULL, "one");
    bd__warn(&(struct bd__log){0}, "two");
    bd__error(NULL, "three");
    fflush(stderr);
    CHECK_EQ_STR(scratch_read(path), "bediv: one\nbediv: warning: two\nbediv: error: three\n");
}
