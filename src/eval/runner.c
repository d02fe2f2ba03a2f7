/* runner.c: one process per repetition, one repetition per core, until all are done or a signal asks us to stop. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"
#include "eval/child.h"
#include "eval/eval.h"

enum { MESSAGE_SIZE = 8 << 10, EXIT_REPETITION_FAILED = 1, EXIT_REPETITION_STOPPED = 72 };
/* Seconds after which a repetition that was asked to stop is killed, and after which we no longer wait for it. */
static const double STOP_PATIENCE = 10, STOP_LIMIT = 15;

/* A core, and what runs there. */
struct job {
    pid_t pid;   /* 0: nothing */
    int message; /* a pipe that brings its error message */
    struct bd__eval_repetition *repetition;
    double started;
};

struct runner {
    struct bd__eval *eval;
    struct job job[BD__EVAL_CORES];
    size_t next;        /* first repetition that may be waiting */
    double stop_moment; /* when we were asked to stop; 0: not yet */
};

/* ---- the process of a repetition ------------------------------------------------------------- */

_Noreturn static void be_repetition(struct runner *s, const struct bd__eval_repetition *repetition, int core,
                                    int message_fd, pid_t parent)
{
    struct bd__text message = {0};
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    setpgid(0, 0); /* Ctrl-C must reach only the scheduler, which then asks us to stop */
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) { _exit(EXIT_REPETITION_STOPPED); }
    enum bd_status status = BD_SYSTEM;
    if (sched_setaffinity(0, sizeof set, &set) == 0) {
        status = bd__eval_run_repetition(s->eval, repetition, core, &message);
    } else {
        bd__text_printf(&message, "cannot pin its process to core %d: %s", core, strerror(errno));
    }
    size_t size = message.size < MESSAGE_SIZE ? message.size : MESSAGE_SIZE;
    ssize_t ignored = size ? write(message_fd, message.data, size) : 0;
    (void)ignored; /* the exit code says it anyway */
    _exit(status == BD_OK ? 0 : status == BD_INTERRUPTED ? EXIT_REPETITION_STOPPED : EXIT_REPETITION_FAILED);
}

static bool start(struct runner *s, unsigned slot, struct bd__eval_repetition *repetition)
{
    int ends[2];
    pid_t parent = getpid();
    if (pipe2(ends, O_CLOEXEC) != 0) { return false; }
    fcntl(ends[0], F_SETFL, O_NONBLOCK); /* read once the repetition has ended */
    pid_t pid;
    double until = 0;
    while ((pid = fork()) < 0 && bd__process_may_fork_later(&until)) {}
    if (pid == 0) { be_repetition(s, repetition, s->eval->core[slot], ends[1], parent); }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return false;
    }
    setpgid(pid, pid);
    s->job[slot] =
        (struct job){.pid = pid, .message = ends[0], .repetition = repetition, .started = bd__clock_seconds()};
    repetition->state = BD__EVAL_RUNNING;
    return true;
}

/* ---- the scheduler --------------------------------------------------------------------------- */

/* May it start? If it is to have the size of another one that will never be done, it is skipped. */
static bool is_ready(struct runner *s, struct bd__eval_repetition *repetition)
{
    const struct bd__eval_repetition *other = bd__eval_sized_after(s->eval, repetition);
    if (!other || other->state == BD__EVAL_DONE) { return true; }
    if (other->state == BD__EVAL_FAILED || other->state == BD__EVAL_SKIPPED) {
        repetition->state = BD__EVAL_SKIPPED;
        bd__error(s->eval->log,
                  "%s, %s, repetition %u: skipped, because it needs the size of the inputs of %s, which did not run",
                  repetition->subject, repetition->technique->name, repetition->number, other->technique->name);
    }
    return false;
}

static struct bd__eval_repetition *next_waiting(struct runner *s)
{
    struct bd__eval *eval = s->eval;
    while (s->next < eval->count && eval->repetition[s->next].state != BD__EVAL_WAITING) { s->next++; }
    for (size_t i = s->next; i < eval->count; i++) {
        struct bd__eval_repetition *repetition = &eval->repetition[i];
        if (repetition->state == BD__EVAL_WAITING && is_ready(s, repetition)) { return repetition; }
    }
    return NULL;
}

/* Gives every idle core a repetition. Returns false after a message if no process can be started. */
static bool fill(struct runner *s)
{
    for (unsigned slot = 0; slot < s->eval->jobs && s->stop_moment <= 0; slot++) {
        struct bd__eval_repetition *repetition = s->job[slot].pid ? NULL : next_waiting(s);
        if (repetition && !start(s, slot, repetition)) {
            bd__error(s->eval->log, "cannot start a process for a repetition: %s", strerror(errno));
            return false;
        }
    }
    return true;
}

static void finish(struct runner *s, struct job *job, int status)
{
    struct bd__eval_repetition *repetition = job->repetition;
    char message[MESSAGE_SIZE + 1];
    size_t size = 0;
    for (ssize_t n; size < MESSAGE_SIZE && (n = read(job->message, message + size, MESSAGE_SIZE - size)) > 0;) {
        size += (size_t)n;
    }
    message[size] = 0;
    close(job->message);
    bool stopped = s->stop_moment > 0 && !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        repetition->state = BD__EVAL_DONE;
        repetition->seconds = bd__clock_seconds() - job->started;
        bd__eval_count_failures(s->eval, repetition);
        if (size) {
            bd__warn(s->eval->log, "%s, %s, repetition %u: %s", repetition->subject, repetition->technique->name,
                     repetition->number, message);
        }
    } else if (stopped) {
        repetition->state = BD__EVAL_WAITING;
    } else {
        repetition->state = BD__EVAL_FAILED;
        bd__error(s->eval->log, "%s, %s, repetition %u: %s", repetition->subject, repetition->technique->name,
                  repetition->number,
                  size                  ? message
                  : WIFSIGNALED(status) ? "its process was killed"
                                        : "its process was stopped by a signal");
    }
    *job = (struct job){0};
}

static void reap(struct runner *s)
{
    bool give_up = s->stop_moment > 0 && bd__clock_seconds() > s->stop_moment + STOP_LIMIT;
    for (unsigned slot = 0; slot < s->eval->jobs; slot++) {
        struct job *job = &s->job[slot];
        int status = SIGKILL;
        if (job->pid && give_up) { bd__process_kill(job->pid, &status); }
        if (job->pid && (give_up || waitpid(job->pid, &status, WNOHANG) == job->pid)) { finish(s, job, status); }
    }
}

static void tell_all(const struct runner *s, int signal)
{
    for (unsigned slot = 0; slot < s->eval->jobs; slot++) {
        pid_t pid = s->job[slot].pid;
        if (pid) { kill(signal == SIGKILL ? -pid : pid, signal); }
    }
}

static void show(const struct runner *s, bd__eval_show *display, void *user, bool last)
{
    const struct bd__eval_repetition *running[BD__EVAL_CORES];
    struct bd__eval *eval = s->eval;
    struct bd__eval_progress progress = {
        .done = bd__eval_count_state(eval, BD__EVAL_DONE),
        .failed = bd__eval_count_state(eval, BD__EVAL_FAILED) + bd__eval_count_state(eval, BD__EVAL_SKIPPED),
        .total = eval->count,
        .failures = eval->failure_count,
        .left = bd__eval_left(eval),
        .running = running,
        .last = last,
    };
    double now = bd__clock_seconds(), rest = 0;
    for (unsigned slot = 0; slot < eval->jobs; slot++) {
        const struct job *job = &s->job[slot];
        if (!job->pid) { continue; }
        running[progress.running_count++] = job->repetition;
        double expected = bd__eval_expected(eval, job->repetition), passed = now - job->started;
        if (expected < 0) { progress.left = -1; }
        rest += expected > passed ? expected - passed : 0;
    }
    if (progress.left >= 0) { progress.left += rest / eval->jobs; }
    display(&progress, user);
}

/* Waits for a signal, for at most one second. */
static void wait_a_while(struct runner *s)
{
    sigset_t signals = bd__child_signals();
    int signal = sigtimedwait(&signals, NULL, &(struct timespec){1, 0});
    if (signal > 0 && signal != SIGCHLD) {
        tell_all(s, s->stop_moment > 0 ? SIGKILL : SIGTERM); /* a second request: do not wait */
        if (s->stop_moment <= 0) { s->stop_moment = bd__clock_seconds(); }
    }
    if (s->stop_moment > 0 && bd__clock_seconds() > s->stop_moment + STOP_PATIENCE) { tell_all(s, SIGKILL); }
}

enum bd_status bd__eval_run(struct bd__eval *eval, bd__eval_show *display, void *user)
{
    struct runner *s = calloc(1, sizeof *s);
    if (!s) { return BD_SYSTEM; }
    s->eval = eval;
    bool refused = false;
    for (;;) {
        reap(s);
        if (!refused && !fill(s)) {
            refused = true;
            s->stop_moment = bd__clock_seconds();
            tell_all(s, SIGTERM);
        }
        if (bd__eval_count_state(eval, BD__EVAL_RUNNING) == 0) { break; }
        show(s, display, user, false);
        wait_a_while(s);
    }
    show(s, display, user, true);
    bool stopped = s->stop_moment > 0;
    free(s);
    return refused ? BD_SYSTEM : stopped ? BD_INTERRUPTED : BD_OK;
}
