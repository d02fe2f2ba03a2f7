/* Programs as they are started: streams, descriptors, signals, group, environment. */
#define _GNU_SOURCE
#include "base/process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/test.h"

static const double PATIENCE = 300;

/* What a shell script wrote to stdout and stderr, if PROGRAM's other fields are set. */
struct result {
    char output[4096];
    int exit_code; /* 128 + N: killed by signal N */
};

static struct result finish(pid_t pid, int output)
{
    struct result result = {.exit_code = -1};
    int status = 0;
    REQUIRE(pid > 0);
    REQUIRE(bd__process_reap(pid, PATIENCE, &status));
    result.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    ssize_t size = pread(output, result.output, sizeof result.output - 1, 0);
    result.output[size > 0 ? size : 0] = 0;
    close(output);
    return result;
}

static struct result run(struct bd__program program, const char *script)
{
    int output = memfd_create("output", MFD_CLOEXEC);
    REQUIRE(output >= 0);
    program.argv = (const char *const[]){"/bin/sh", "-c", script, NULL};
    program.stream[0] = BD__STREAM_NULL;
    program.stream[1] = program.stream[2] = output;
    return finish(bd__program_start(&program), output);
}

TEST(streams_become_what_is_asked_for)
{
    struct result r = run((struct bd__program){0}, "cat; echo out; echo err >&2; exit 3");
    CHECK_EQ_STR(r.output, "out\nerr\n");
    CHECK_EQ_I64(r.exit_code, 3);
}

TEST(streams_may_change_places)
{
    int in = memfd_create("in", MFD_CLOEXEC), out = memfd_create("out", MFD_CLOEXEC);
    REQUIRE(in >= 0 && out >= 0);
    REQUIRE(pwrite(in, "hello\n", 6, 0) == 6);
    pid_t child = fork(); /* in a process whose stdout is descriptor 0 and whose stdin is descriptor 1 */
    if (child == 0) {
        dup2(in, 1);
        dup2(out, 0);
        pid_t pid = bd__program_start(&(struct bd__program){
            .argv = (const char *const[]){"/bin/cat", NULL},
            .stream = {1, 0, BD__STREAM_INHERITED},
        });
        int status = 1;
        bd__process_reap(pid, PATIENCE, &status);
        _exit(status != 0);
    }
    close(in);
    struct result r = finish(child, out);
    CHECK_EQ_I64(r.exit_code, 0);
    CHECK_EQ_STR(r.output, "hello\n");
}

TEST(what_cannot_be_executed_says_why)
{
    int output = memfd_create("output", MFD_CLOEXEC);
    REQUIRE(output >= 0);
    struct result r = finish(bd__program_start(&(struct bd__program){
                                 .argv = (const char *const[]){"/no/such/program", NULL},
                                 .stream = {BD__STREAM_NULL, BD__STREAM_NULL, output},
                             }),
                             output);
    CHECK_EQ_I64(r.exit_code, BD__CANNOT_START);
    CHECK_EQ_STR(r.output, "cannot start /no/such/program: No such file or directory\n");
}

TEST(the_path_may_differ_from_the_name)
{
    int output = memfd_create("output", MFD_CLOEXEC);
    REQUIRE(output >= 0);
    struct result r = finish(bd__program_start(&(struct bd__program){
                                 .path = "/bin/sh",
                                 .argv = (const char *const[]){"another", "-c", "echo $0", NULL},
                                 .stream = {BD__STREAM_NULL, output, BD__STREAM_NULL},
                             }),
                             output);
    CHECK_EQ_STR(r.output, "another\n");
}

TEST(the_environment_is_ours_unless_one_is_given)
{
    setenv("WHOSE", "ours", 1);
    CHECK_EQ_STR(run((struct bd__program){0}, "echo $WHOSE").output, "ours\n");
    CHECK_EQ_STR(run((struct bd__program){.env = (const char *const[]){"WHOSE=given", NULL}}, "echo $WHOSE").output,
                 "given\n");
}

TEST(descriptors_are_kept_passed_on_or_closed)
{
    static const char script[] = "for fd in 7 8 9; do if [ -e /dev/fd/$fd ]; then echo $fd; fi; done";
    REQUIRE(dup2(STDERR_FILENO, 7) == 7); /* as if our parent had passed it on */
    REQUIRE(dup3(STDERR_FILENO, 8, O_CLOEXEC) == 8);
    REQUIRE(dup3(STDERR_FILENO, 9, O_CLOEXEC) == 9);
    struct bd__program program = {.keep = (const int[]){9}, .keep_count = 1};
    CHECK_EQ_STR(run(program, script).output, "7\n9\n");
    program.close_others = true;
    CHECK_EQ_STR(run(program, script).output, "9\n");
    CHECK(fcntl(9, F_GETFD) == FD_CLOEXEC); /* ours stay as they were */
}

TEST(no_signal_is_blocked_and_ignored_ones_stay_ignored)
{
    sigset_t all, before;
    sigfillset(&all);
    signal(SIGHUP, SIG_IGN);
    sigprocmask(SIG_SETMASK, &all, &before);
    struct result r = run((struct bd__program){0}, "kill -HUP $$; echo survives; kill -TERM $$; echo blocked");
    sigprocmask(SIG_SETMASK, &before, NULL);
    signal(SIGHUP, SIG_DFL);
    CHECK_EQ_STR(r.output, "survives\n");
    CHECK_EQ_I64(r.exit_code, 128 + SIGTERM);
}

static struct bd__program sleeper(void)
{
    static const char *const argv[] = {"/bin/sleep", "1000", NULL};
    return (struct bd__program){.argv = argv, .stream = {BD__STREAM_NULL, BD__STREAM_NULL, BD__STREAM_NULL}};
}

TEST(a_program_leads_a_group_if_it_should)
{
    struct bd__program program = sleeper();
    pid_t same = bd__program_start(&program);
    REQUIRE(same > 0);
    CHECK_EQ_I64(getpgid(same), getpgrp());
    program.own_group = true;
    pid_t own = bd__program_start(&program);
    REQUIRE(own > 0);
    CHECK_EQ_I64(getpgid(own), own); /* at once, whoever of the two is faster */
    bd__process_kill(same, NULL);
    bd__process_kill(own, NULL);
}

TEST(a_program_dies_with_us_if_it_should)
{
    int ends[2];
    REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
    pid_t between = fork();
    if (between == 0) {
        struct bd__program program = sleeper();
        program.death_signal = SIGKILL;
        program.stream[1] = ends[1];
        _exit(bd__program_start(&program) < 0);
    }
    close(ends[1]);
    CHECK(bd__process_reap(between, PATIENCE, NULL));
    char byte;
    CHECK(read(ends[0], &byte, 1) == 0); /* the end of the last one that holds the pipe; otherwise 1000 seconds later */
    close(ends[0]);
}
