/* Workers that end in every way there is. Each does something small in a process of its own. */
#define _GNU_SOURCE
#include "exec/worker.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "unit/test.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UNDER_ASAN 1
#endif
#endif
#ifndef UNDER_ASAN
#define UNDER_ASAN 0
#endif

/* What worker and supervisor share. */
static struct shared {
    struct bd__pulse pulse;
    _Atomic int number;
    _Atomic unsigned ticks;
    int pipe[2];
} *shared;

enum { MEMORY = 256 << 20 };
static double timeout = 60; /* seconds: only tests of time come near it, and set their own */
static struct bd__worker worker;
static struct bd__outcome outcome;
static struct bd__text output;

static void tick(void *user)
{
    struct shared *s = user;
    s->ticks++;
}

/* Runs WORK in a worker; its outcome and output are above. */
static enum bd__worker_end run_with(void (*work)(void *), void (*on_tick)(void *))
{
    if (!shared) { shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); }
    memset(shared, 0, sizeof *shared);
    REQUIRE(pipe2(shared->pipe, O_CLOEXEC) == 0);
    bd__text_clear(&output);
    outcome = (struct bd__outcome){0};
    worker = (struct bd__worker){
        .pulse = &shared->pulse,
        .work = work,
        .work_user = shared,
        .tick = on_tick,
        .tick_user = shared,
        .timeout = timeout,
        .memory = MEMORY,
    };
    bd__worker_block_signals();
    enum bd__worker_end end = bd__worker_run(&worker, &outcome, &output);
    bd__worker_restore_signals();
    return end;
}

static enum bd__worker_end run(void (*work)(void *))
{
    return run_with(work, tick);
}

static enum bd__worker_end run_timed(void (*work)(void *))
{
    timeout = 0.2;
    enum bd__worker_end end = run(work);
    timeout = 60;
    return end;
}

static void close_pipe(void)
{
    close(shared->pipe[0]);
    close(shared->pipe[1]);
    bd__text_clear(&output);
}

/* The worker failed as EXPECTED says. */
static void check_failure(enum bd__worker_end end, enum bd__failure failure, int detail, int line)
{
    test_eq_u64(end, BD__WORKER_FAILED, __FILE__, line, "end");
    test_eq_u64(outcome.verdict, BD_FAILURE, __FILE__, line, "verdict");
    test_eq_u64(outcome.failure, failure, __FILE__, line, "failure");
    test_eq_i64(outcome.detail, detail, __FILE__, line, "detail");
    close_pipe();
}
#define CHECK_FAILURE(end, failure, detail) check_failure(end, failure, detail, __LINE__)

static void enter(void *user, enum bd__phase phase)
{
    bd__pulse_enter(&((struct shared *)user)->pulse, phase);
}

/* Until the supervisor has looked COUNT times more. */
static void wait_ticks(struct shared *s, unsigned count)
{
    for (unsigned from = s->ticks; s->ticks - from < count;) {}
}

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

/* ---- time ---- */

static void hang_in_run(void *user)
{
    enter(user, BD__PHASE_RUN);
    for (;;) { ((struct shared *)user)->number++; }
}

static void hang_in_generator(void *user)
{
    enter(user, BD__PHASE_GENERATE);
    for (;;) { ((struct shared *)user)->number++; }
}

TEST(a_run_that_takes_too_long_is_a_timeout)
{
    double start = bd__clock_seconds();
    CHECK_FAILURE(run_timed(hang_in_run), BD__FAIL_TIMEOUT, 0);
    CHECK(!outcome.in_generator);
    CHECK(bd__clock_seconds() - start >= 0.19);
}

TEST(a_generator_that_takes_too_long_is_a_timeout_too)
{
    CHECK_FAILURE(run_timed(hang_in_generator), BD__FAIL_TIMEOUT, 0);
    CHECK(outcome.in_generator);
}

static void many_short_runs(void *user)
{
    for (int i = 0; i < 8; i++) { /* 0.4 seconds in all, in none of them 0.2 */
        enter(user, i % 2 ? BD__PHASE_RUN : BD__PHASE_GENERATE);
        wait_ticks(user, 2);
        enter(user, BD__PHASE_RING);
    }
}

TEST(runs_that_are_short_each_are_no_timeout)
{
    CHECK_EQ_U64(run_timed(many_short_runs), BD__WORKER_FINISHED);
    close_pipe();
}

static void long_set_up(void *user)
{
    enter(user, BD__PHASE_SETUP);
    wait_ticks(user, 15);
    enter(user, BD__PHASE_RING);
    wait_ticks(user, 15);
}

TEST(set_up_and_the_ring_itself_are_not_timed)
{
    CHECK_EQ_U64(run_timed(long_set_up), BD__WORKER_FINISHED);
    close_pipe();
}

/* ---- memory ---- */

/* Takes SIZE bytes that count. */
static void take_memory(size_t size)
{
    char *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block != MAP_FAILED) { memset(block, 1, size); }
}

static void take_too_much(void *user)
{
    struct shared *s = user;
    enter(user, BD__PHASE_RUN);
    take_memory(MEMORY + MEMORY / 4);
    for (;;) { s->number++; } /* until it is noticed */
}

TEST(growing_beyond_the_limit_in_one_run_is_a_failure)
{
    CHECK_FAILURE(run(take_too_much), BD__FAIL_MEMORY, 0);
    CHECK(worker.peak_memory > MEMORY);
}

static void leak(void *user)
{
    struct shared *s = user;
    enter(user, BD__PHASE_RING);
    wait_ticks(s, 8); /* the size at the start is seen */
    while (!bd__pulse_asked(&s->pulse.retire)) {
        enter(user, BD__PHASE_RUN);
        take_memory(MEMORY / 64);
        enter(user, BD__PHASE_RING);
        if (++s->number == 60) { return; }
        wait_ticks(s, 1);
    }
}

TEST(growing_over_many_runs_asks_the_worker_to_retire)
{
    CHECK_EQ_U64(run(leak), BD__WORKER_FINISHED);
    CHECK(shared->pulse.retire);
    CHECK(shared->number > 16 && shared->number < 50); /* at about half of the limit */
    close_pipe();
    CHECK_EQ_U64(run(note_pid), BD__WORKER_FINISHED);
    CHECK(!shared->pulse.retire); /* its successor is not asked */
    close_pipe();
}

/* ---- stopping ---- */

static void ask_to_stop(void *user)
{
    struct shared *s = user;
    if (++s->ticks == 3) { s->pulse.stop = true; }
}

static void work_until_asked(void *user)
{
    struct shared *s = user;
    enter(user, BD__PHASE_RING);
    while (!bd__pulse_asked(&s->pulse.stop)) {}
}

TEST(a_worker_that_is_asked_to_stop_finishes)
{
    CHECK_EQ_U64(run_with(work_until_asked, ask_to_stop), BD__WORKER_FINISHED);
    CHECK(!worker.interrupted);
    close_pipe();
}

static void run_on_and_on(void *user)
{
    for (;;) { /* never too long in a call, never at an end */
        enter(user, BD__PHASE_RUN);
        ((struct shared *)user)->number++;
    }
}

TEST(a_worker_that_does_not_stop_is_killed_and_that_is_no_failure)
{
    double start = bd__clock_seconds();
    CHECK_EQ_U64(run_with(run_on_and_on, ask_to_stop), BD__WORKER_STOPPED);
    CHECK(outcome.failure == BD__FAIL_NONE);
    CHECK(bd__clock_seconds() - start < 5); /* two are promised, and are held on a machine that is not overloaded */
    close_pipe();
}

static void terminate_supervisor(void *user)
{
    struct shared *s = user;
    if (++s->ticks == 3) { kill(getpid(), SIGTERM); }
}

static void interrupt_supervisor(void *user)
{
    struct shared *s = user;
    if (++s->ticks == 3) { kill(getpid(), SIGINT); }
}

TEST(signals_to_the_supervisor_ask_the_worker_to_stop)
{
    void (*const ways[])(void *) = {terminate_supervisor, interrupt_supervisor};
    for (int i = 0; i < 2; i++) {
        CHECK_EQ_U64(run_with(work_until_asked, ways[i]), BD__WORKER_FINISHED);
        CHECK(worker.interrupted && shared->pulse.stop);
        close_pipe();
    }
}

static void look_at_signals(void *user)
{
    struct shared *s = user;
    sigset_t blocked;
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    s->number = sigismember(&blocked, SIGTERM) || sigismember(&blocked, SIGCHLD) || sigismember(&blocked, SIGINT);
}

TEST(a_worker_gets_its_signals_and_so_does_the_program_afterwards)
{
    CHECK_EQ_U64(run(look_at_signals), BD__WORKER_FINISHED);
    CHECK_EQ_I64(shared->number, 0);
    look_at_signals(shared);
    CHECK_EQ_I64(shared->number, 0);
    close_pipe();
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
