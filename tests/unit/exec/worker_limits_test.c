/* Workers that take too long, grow too large, or are asked to stop. */
#define _GNU_SOURCE
#include "unit/exec/bench.h"

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
    CHECK_FAILURE(run_timed(hang_in_run, 0.2), BD__FAIL_TIMEOUT, 0);
    CHECK(!outcome.in_generator);
    CHECK(bd__clock_seconds() - start >= 0.19);
}

TEST(a_generator_that_takes_too_long_is_a_timeout_too)
{
    CHECK_FAILURE(run_timed(hang_in_generator, 0.2), BD__FAIL_TIMEOUT, 0);
    CHECK(outcome.in_generator);
}

static void many_short_runs(void *user)
{
    for (int i = 0; i < 8; i++) { /* more than a second in all, a few ticks each */
        enter(user, i % 2 ? BD__PHASE_RUN : BD__PHASE_GENERATE);
        wait_ticks(user, 8);
        enter(user, BD__PHASE_RING);
    }
}

TEST(runs_that_are_short_each_are_no_timeout)
{
    CHECK_EQ_U64(run_timed(many_short_runs, 1), BD__WORKER_FINISHED);
    close_pipe();
}

static void a_long_and_a_short_run(void *user)
{
    enter(user, BD__PHASE_RUN);
    for (int i = 0; i < 1000 && !bd__pulse_was_slow(&shared->pulse); i++) { wait_ticks(user, 1); }
    shared->number = bd__pulse_was_slow(&shared->pulse);
    enter(user, BD__PHASE_RING);
    enter(user, BD__PHASE_RUN);
    shared->number += 2 * bd__pulse_was_slow(&shared->pulse);
    enter(user, BD__PHASE_RING);
}

TEST(a_run_that_takes_a_tenth_of_the_limit_is_slow_and_the_next_one_is_not)
{
    CHECK_EQ_U64(run_timed(a_long_and_a_short_run, 1), BD__WORKER_FINISHED);
    CHECK_EQ_U64(shared->number, 1);
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
    CHECK_EQ_U64(run_timed(long_set_up, 0.2), BD__WORKER_FINISHED);
    close_pipe();
}

static void report_slowly(void *user)
{
    struct shared *s = user;
    enter(user, BD__PHASE_RUN);
    bool of_another = s->number;
    dprintf(STDERR_FILENO, "==%d==ERROR: AddressSanitizer: heap-buffer-overflow\n", of_another ? 1 : (int)getpid());
    while (of_another) { pause(); }
    wait_ticks(user, 30);
    enter(user, BD__PHASE_RING);
}

TEST(a_report_of_a_sanitizer_may_take_its_time)
{
    CHECK_EQ_U64(run_timed(report_slowly, 0.2), BD__WORKER_FINISHED);
    close_pipe();
}

static void quote_a_report(void *user)
{
    ((struct shared *)user)->number = 1;
    report_slowly(user);
}

TEST(a_report_of_another_process_excuses_nobody)
{
    CHECK_FAILURE(run_timed(quote_a_report, 0.2), BD__FAIL_TIMEOUT, 0);
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

static void do_nothing(void *user)
{
    (void)user;
}

TEST(growing_over_many_runs_asks_the_worker_to_retire)
{
    CHECK_EQ_U64(run(leak), BD__WORKER_FINISHED);
    CHECK(shared->pulse.retire);
    CHECK(shared->number > 16 && shared->number < 50); /* at about half of the limit */
    close_pipe();
    CHECK_EQ_U64(run(do_nothing), BD__WORKER_FINISHED);
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
    CHECK_EQ_U64(run_with(run_on_and_on, ask_to_stop), BD__WORKER_STOPPED);
    CHECK(outcome.failure == BD__FAIL_NONE);
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
