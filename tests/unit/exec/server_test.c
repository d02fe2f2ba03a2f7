/* A server, which is another program that answers: asked, looked at, dead, silent. */
#include "exec/server.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "unit/test.h"

static char *sh(const char *script, char *argv[4])
{
    signal(SIGPIPE, SIG_IGN);
    argv[0] = "/bin/sh";
    argv[1] = "-c";
    argv[2] = (char *)script;
    argv[3] = NULL;
    return argv[0];
}

static enum bd__server_state wait_for(struct bd__server *server)
{
    double until = bd__clock_seconds() + 300;
    enum bd__server_state state;
    while ((state = bd__server_look(server)) == BD__SERVER_BUSY && bd__clock_seconds() < until) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return state;
}

TEST(questions_are_answered_in_turn)
{
    char *argv[4];
    sh("while read -r line; do echo \"<$line>\"; done", argv);
    struct bd__server server = {.argv = argv};
    for (int i = 0; i < 3; i++) {
        char question[16], expected[16];
        snprintf(question, sizeof question, "q %d", i);
        snprintf(expected, sizeof expected, "<q %d>", i);
        REQUIRE(bd__server_ask(&server, question));
        REQUIRE(wait_for(&server) == BD__SERVER_ANSWERED);
        CHECK_EQ_STR(bd__text_str(&server.answer), expected);
    }
    bd__server_end(&server);
    CHECK_EQ_I64(server.pid, 0);
}

TEST(a_long_answer_comes_whole)
{
    char *argv[4];
    sh("read -r line; head -c 1000000 /dev/zero | tr '\\0' x; echo; read -r line", argv);
    struct bd__server server = {.argv = argv};
    REQUIRE(bd__server_ask(&server, "go"));
    REQUIRE(wait_for(&server) == BD__SERVER_ANSWERED);
    CHECK_EQ_U64(server.answer.size, 1000000);
    bd__server_end(&server);
}

TEST(one_that_dies_is_noticed_and_can_be_asked_again)
{
    char *argv[4];
    sh("read -r line; [ \"$line\" = die ] && kill -KILL $$; echo alive", argv);
    struct bd__server server = {.argv = argv};
    REQUIRE(bd__server_ask(&server, "die"));
    CHECK(wait_for(&server) == BD__SERVER_DIED);
    CHECK_EQ_I64(server.pid, 0);
    CHECK(bd__server_look(&server) == BD__SERVER_DIED);
    REQUIRE(bd__server_ask(&server, "live"));
    CHECK(wait_for(&server) == BD__SERVER_ANSWERED);
    CHECK_EQ_STR(bd__text_str(&server.answer), "alive");
    bd__server_end(&server);
}

TEST(one_that_does_not_exist_dies_at_once)
{
    char *argv[] = {"/nowhere/at/all", NULL};
    signal(SIGPIPE, SIG_IGN);
    struct bd__server server = {.argv = argv};
    if (bd__server_ask(&server, "anything")) { CHECK(wait_for(&server) == BD__SERVER_DIED); }
    bd__server_end(&server);
}

TEST(looking_at_a_silent_one_does_not_wait)
{
    char *argv[4];
    sh("exec sleep 1000", argv);
    struct bd__server server = {.argv = argv};
    REQUIRE(bd__server_ask(&server, "hello"));
    CHECK(bd__server_look(&server) == BD__SERVER_BUSY); /* otherwise it would have seen its end */
    pid_t pid = server.pid;
    bd__server_end(&server);
    CHECK(kill(pid, 0) != 0); /* gone, and waited for */
}

TEST(a_question_that_is_too_long_is_refused)
{
    char *argv[4], question[5000];
    sh("cat", argv);
    memset(question, 'x', sizeof question);
    question[sizeof question - 1] = 0;
    struct bd__server server = {.argv = argv};
    CHECK(!bd__server_ask(&server, question));
    CHECK_EQ_I64(server.pid, 0);
    bd__server_end(&server);
}
