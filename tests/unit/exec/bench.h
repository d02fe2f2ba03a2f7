/* bench.h: a worker on a bench: what it shares with its supervisor, and how it ended. */
#ifndef BD_UNIT_EXEC_BENCH_H
#define BD_UNIT_EXEC_BENCH_H

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "exec/worker.h"
#include "triage/signature.h"
#include "unit/test.h"

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

static inline void tick(void *user)
{
    struct shared *s = user;
    s->ticks++;
}

/* Runs WORK in a worker; its outcome and output are above. */
static inline enum bd__worker_end run_with(void (*work)(void *), void (*on_tick)(void *))
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
        .reporting = bd__signature_unfinished,
    };
    bd__worker_block_signals();
    enum bd__worker_end end = bd__worker_run(&worker, &outcome, &output);
    bd__worker_restore_signals();
    return end;
}

static inline enum bd__worker_end run(void (*work)(void *))
{
    return run_with(work, tick);
}

/* A worker that may be in one call of foreign code for SECONDS. */
static inline enum bd__worker_end run_timed(void (*work)(void *), double seconds)
{
    timeout = seconds;
    enum bd__worker_end end = run(work);
    timeout = 60;
    return end;
}

static inline void close_pipe(void)
{
    close(shared->pipe[0]);
    close(shared->pipe[1]);
    bd__text_clear(&output);
}

/* The worker failed, and in this way. */
static inline void check_failure(enum bd__worker_end end, enum bd__failure failure, int detail, int line)
{
    test_eq_u64(end, BD__WORKER_FAILED, __FILE__, line, "end");
    test_eq_u64(outcome.verdict, BD_FAILURE, __FILE__, line, "verdict");
    test_eq_u64(outcome.failure, failure, __FILE__, line, "failure");
    test_eq_i64(outcome.detail, detail, __FILE__, line, "detail");
    close_pipe();
}
#define CHECK_FAILURE(end, failure, detail) check_failure(end, failure, detail, __LINE__)

static inline void enter(void *user, enum bd__phase phase)
{
    bd__pulse_enter(&((struct shared *)user)->pulse, phase);
}

/* Until the supervisor has looked COUNT times more. */
static inline void wait_ticks(struct shared *s, unsigned count)
{
    for (unsigned from = s->ticks; s->ticks - from < count;) {}
}

#endif
