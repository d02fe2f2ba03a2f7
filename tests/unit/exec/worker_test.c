/* Workers that end in every possible way. Each does something small in its own process. */
#define _GNU_SOURCE
#include "unit/exec/bench.h"

#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>

/* ---- finished ---- */

static void note_pid(void *user)
{
    struct shared *s = user;
    s->number = getpid();
}

TEST(work_that_returns_is_finished_and_was_done_elsewhere)
{
    CHECK_EQ_U64(run(note_pid), BD__WORKER_FINISHED);
    CHECK(shared->number && shared->number != getpid());
    CHECK_EQ_U64(shared->pulse.phase, BD__PHASE_DONE);
    CHECK(!worker.interrupted);
    CHECK_EQ_U64(output.size, 0);
    close_pipe();
}

TEST(a_tick_may_be_left_out)
{
    CHECK_EQ_U64(run_with(note_pid, NULL), BD__WORKER_FINISHED);
    close_pipe();
}

/* ---- failures ---- */

static void abort_in_run(void *user)
{
    enter(user, BD__PHASE_RUN);
    abort();
}

TEST(a_signal_is_a_failure_with_its_number)
{
    CHECK_FAILURE(run(abort_in_run), BD__FAIL_SIGNAL, SIGABRT);
    CHECK(!outcome.in_generator);
    CHECK_EQ_U64(shared->pulse.phase, BD__PHASE_RUN);
}

static void kill_in_generator(void *user)
{
    enter(user, BD__PHASE_GENERATE);
    kill(getpid(), SIGKILL);
}

TEST(a_failure_of_the_generator_is_told_apart)
{
    CHECK_FAILURE(run(kill_in_generator), BD__FAIL_SIGNAL, SIGKILL);
    CHECK(outcome.in_generator);
}

static void write_to_nowhere(void *user)
{
    enter(user, BD__PHASE_RUN);
    *(volatile int *)16 = 1;
}

TEST(a_wild_write_is_a_signal_or_a_report_of_the_sanitizer)
{
    if (UNDER_ASAN) {
        CHECK_FAILURE(run(write_to_nowhere), BD__FAIL_SANITIZER, 0);
    } else {
        CHECK_FAILURE(run(write_to_nowhere), BD__FAIL_SIGNAL, SIGSEGV);
    }
}

static void raise_segv(void *user)
{
    enter(user, BD__PHASE_RUN);
    raise(SIGSEGV);
}

TEST(a_signal_that_somebody_sent_is_no_stack_overflow)
{
    if (!UNDER_ASAN) { CHECK_FAILURE(run(raise_segv), BD__FAIL_SIGNAL, SIGSEGV); }
}

static int deepen(volatile char *above)
{
    volatile char room[512];
    room[0] = above[0];
    return room[0] ? 0 : deepen(room) + room[0]; /* never */
}

static void overflow_stack(void *user)
{
    volatile char start[1] = {0};
    enter(user, BD__PHASE_RUN);
    shared->number = deepen(start);
}

TEST(running_out_of_stack_is_recognised)
{
    CHECK_FAILURE(run(overflow_stack), UNDER_ASAN ? BD__FAIL_SANITIZER : BD__FAIL_STACK, 0);
}

static void exit_with_three(void *user)
{
    enter(user, BD__PHASE_RUN);
    _exit(3);
}

static void exit_with_nothing(void *user)
{
    enter(user, BD__PHASE_RUN);
    _exit(0);
}

TEST(leaving_the_process_is_a_failure_whatever_the_code)
{
    CHECK_FAILURE(run(exit_with_three), BD__FAIL_EXIT, 3);
    CHECK_FAILURE(run(exit_with_nothing), BD__FAIL_EXIT, 0);
}

static void crash_in_setup(void *user)
{
    enter(user, BD__PHASE_SETUP);
    _exit(1);
}

TEST(the_phase_in_which_a_worker_died_can_be_read)
{
    CHECK_FAILURE(run(crash_in_setup), BD__FAIL_EXIT, 1);
    CHECK_EQ_U64(shared->pulse.phase, BD__PHASE_SETUP);
}

/* ---- output ---- */

static void talk(void *user)
{
    (void)user;
    fprintf(stdout, "to nobody");
    fflush(stdout);
    fprintf(stderr, "to the supervisor");
    fflush(stderr);
    if (getchar() != EOF) { _exit(1); }
}

TEST(what_a_worker_says_on_stderr_is_kept_and_stdin_is_empty)
{
    CHECK_EQ_U64(run(talk), BD__WORKER_FINISHED);
    CHECK_EQ_STR(bd__text_str(&output), "to the supervisor");
    close_pipe();
}

static void talk_too_much(void *user)
{
    enter(user, BD__PHASE_RUN);
    for (int i = 0; i < 50000; i++) { fprintf(stderr, "line %d\n", i); }
    fflush(stderr);
    abort();
}

TEST(of_much_output_the_end_is_kept)
{
    enum bd__worker_end end = run(talk_too_much);
    CHECK(output.size >= 10000 && output.size <= 64 << 10);
    CHECK(output.size > 11 && strcmp(output.data + output.size - 11, "line 49999\n") == 0);
    CHECK_FAILURE(end, BD__FAIL_SIGNAL, SIGABRT);
}

/* ---- processes ---- */

/* True once nobody holds the writing end of the pipe any more. */
static bool all_gone(void)
{
    char byte;
    close(shared->pipe[1]);
    bool gone = read(shared->pipe[0], &byte, 1) == 0;
    close(shared->pipe[0]);
    return gone;
}

static void start_a_child_and_crash(void *user)
{
    enter(user, BD__PHASE_RUN);
    if (fork() == 0) {
        for (;;) { pause(); }
    }
    abort();
}

TEST(what_a_worker_started_ends_with_it)
{
    CHECK_EQ_U64(run(start_a_child_and_crash), BD__WORKER_FAILED);
    CHECK(all_gone());
}

static void start_a_daemon(void *user)
{
    enter(user, BD__PHASE_RUN);
    pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() > 0) { _exit(0); }
        for (;;) { pause(); }
    }
    waitpid(child, NULL, 0);
}

TEST(so_does_a_daemon_in_a_session_of_its_own)
{
    CHECK_EQ_U64(run(start_a_daemon), BD__WORKER_FINISHED);
    CHECK(all_gone());
}

TEST(the_hosts_own_children_are_left_alone)
{
    int subreaper = 1, status = 0;
    pid_t living = fork(), dead = living ? fork() : 0;
    if (living == 0) {
        for (;;) { pause(); }
    }
    if (dead == 0) { _exit(7); }
    CHECK_EQ_U64(run(start_a_daemon), BD__WORKER_FINISHED);
    CHECK(all_gone());
    CHECK_EQ_I64(waitpid(living, NULL, WNOHANG), 0);
    CHECK_EQ_I64(waitpid(dead, &status, 0), dead); /* it was not reaped by somebody else */
    CHECK_EQ_I64(WEXITSTATUS(status), 7);
    CHECK(prctl(PR_GET_CHILD_SUBREAPER, &subreaper) == 0 && !subreaper);
    kill(living, SIGKILL);
    CHECK_EQ_I64(waitpid(living, NULL, 0), living);
    CHECK(waitpid(-1, NULL, WNOHANG) < 0); /* there is nobody else */
}

static void return_twice_by_clone(void *user)
{
    struct shared *s = user;
    long child = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL); /* the C library does not notice */
    bd__worker_end_copy();
    if (child > 0) { waitpid((pid_t)child, NULL, 0); }
    s->number++;
}

TEST(so_does_a_copy_that_the_library_does_not_know_of)
{
    CHECK_EQ_U64(run(return_twice_by_clone), BD__WORKER_FINISHED);
    CHECK_EQ_I64(shared->number, 1);
    close_pipe();
}

static void be_traced_and_abort(void *user)
{
    enter(user, BD__PHASE_RUN);
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    abort();
}

TEST(a_target_that_wants_to_be_traced_dies_of_its_signal)
{
    CHECK_FAILURE(run(be_traced_and_abort), BD__FAIL_SIGNAL, SIGABRT);
}

static void kill_parent(void *user)
{
    enter(user, BD__PHASE_RUN);
    kill(getppid(), SIGKILL);
    for (;;) { pause(); }
}

TEST(a_target_that_kills_its_parent_kills_only_itself)
{
    CHECK_FAILURE(run(kill_parent), BD__FAIL_SIGNAL, SIGKILL);
}

static void return_twice(void *user)
{
    struct shared *s = user;
    pid_t child = fork();
    bd__worker_end_copy();
    if (child > 0) { waitpid(child, NULL, 0); }
    s->number++;
}

TEST(a_copy_of_the_worker_ends_when_the_target_returns)
{
    CHECK_EQ_U64(run(return_twice), BD__WORKER_FINISHED);
    CHECK_EQ_I64(shared->number, 1);
    close_pipe();
}

static void hang_in_ring(void *user)
{
    struct shared *s = user;
    enter(user, BD__PHASE_RING);
    s->number = getpid();
    for (;;) { pause(); }
}

TEST(a_worker_dies_with_its_supervisor)
{
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    pid_t supervisor = fork();
    if (supervisor == 0) {
        run(hang_in_ring);
        _exit(0);
    }
    while (!shared->number) {}
    kill(supervisor, SIGKILL);
    waitpid(supervisor, NULL, 0);
    memcpy(shared->pipe, ends, sizeof ends);
    CHECK(all_gone());
}

TEST(many_workers_in_a_row_leave_nothing_behind)
{
    int before = open("/dev/null", O_RDONLY);
    close(before);
    for (int i = 0; i < 30; i++) {
        CHECK_EQ_U64(run(exit_with_three), BD__WORKER_FAILED);
        close_pipe();
    }
    int after = open("/dev/null", O_RDONLY);
    close(after);
    CHECK_EQ_I64(after, before);
    CHECK(waitpid(-1, NULL, WNOHANG) < 0); /* no process either */
}
