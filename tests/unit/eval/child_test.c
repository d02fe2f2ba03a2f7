#include "eval/child.h"

#include <signal.h>
#include <unistd.h>

#include "unit/test.h"

/* Runs a shell script. */
static enum bd_status run(struct bd__child *child, const char *script, double seconds)
{
    sigset_t signals = bd__child_signals();
    sigprocmask(SIG_BLOCK, &signals, NULL);
    return bd__child_run(child, (const char *const[]){"/bin/sh", "-c", script, NULL}, seconds);
}

TEST(output_and_exit_code_come_back)
{
    struct bd__child child;
    REQUIRE(run(&child, "echo out; echo err >&2; exit 3", 0) == BD_OK);
    CHECK_EQ_I64(child.exit_code, 3);
    CHECK(!child.timed_out);
    CHECK_EQ_STR(bd__text_str(&child.output), "out\nerr\n");
    CHECK_EQ_STR(bd__child_end(&child), "exit code 3");
    bd__child_clear(&child);
}

TEST(time_that_it_and_its_children_compute_is_counted)
{
    struct bd__child child;
    REQUIRE(run(&child, "/bin/sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done'; sleep 0.2", 0) == BD_OK);
    CHECK(child.cpu_seconds > 0.001);
    CHECK(child.seconds > child.cpu_seconds + 0.1); /* asleep, it computes nothing */
    bd__child_clear(&child);
}

TEST(a_signal_is_told)
{
    struct bd__child child;
    REQUIRE(run(&child, "kill -SEGV $$", 0) == BD_OK);
    CHECK_EQ_STR(bd__child_end(&child), "killed by SIGSEGV");
    bd__child_clear(&child);
}

TEST(of_much_output_the_end_is_kept)
{
    struct bd__child child;
    REQUIRE(run(&child, "head -c 1000000 /dev/zero | tr '\\0' x; echo end", 0) == BD_OK);
    CHECK_EQ_U64(child.output.size, 256 << 10);
    CHECK_EQ_STR(bd__text_tail(&child.output, 5), "xend\n");
    bd__child_clear(&child);
}

TEST(it_ends_when_its_time_is_over)
{
    struct bd__child child;
    REQUIRE(run(&child, "exec sleep 1000", 0.2) == BD_OK);
    CHECK(child.timed_out);
    CHECK(child.seconds < 500);
    bd__child_clear(&child);
}

TEST(who_does_not_end_when_asked_is_killed)
{
    struct bd__child child;
    signal(SIGTERM, SIG_IGN); /* inherited, so that it is deaf from the beginning */
    REQUIRE(run(&child, "exec sleep 1000", 0.2) == BD_OK);
    signal(SIGTERM, SIG_DFL);
    CHECK(child.timed_out);
    CHECK_EQ_I64(child.exit_code, 128 + SIGKILL);
    bd__child_clear(&child);
}

TEST(a_request_to_stop_is_passed_on)
{
    struct bd__child child;
    CHECK(run(&child, "trap 'echo asked; exit 9' TERM; kill -INT $PPID; while :; do sleep 0.1; done", 0) ==
          BD_INTERRUPTED);
    CHECK_EQ_I64(child.exit_code, 9);
    CHECK_EQ_STR(bd__text_str(&child.output), "asked\n");
    bd__child_clear(&child);
}

TEST(what_cannot_be_started_says_why)
{
    struct bd__child child;
    CHECK(bd__child_run(&child, (const char *const[]){"/no/such/program", NULL}, 0) == BD_OK);
    CHECK_EQ_I64(child.exit_code, 127);
    CHECK_EQ_STR(bd__text_str(&child.output), "cannot start /no/such/program: No such file or directory\n");
    bd__child_clear(&child);
}

TEST(commands_are_quoted_for_the_shell)
{
    struct bd__text text = {0};
    bd__child_command(&text, (const char *const[]){"a/b", "-o", "two words", "it's", "", "$x", NULL});
    CHECK_EQ_STR(bd__text_str(&text), "a/b -o 'two words' 'it'\\''s' '' '$x'");
    bd__text_clear(&text);
}
