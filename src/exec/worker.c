#include "exec/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/process.h"
#include "base/rescue.h"
#include "base/signals.h"
#include "exec/fault.h"
#include "exec/stack.h"
#include "exec/warden.h"

enum { TICK_MS = 20, OUTPUT_LIMIT = 1 << 20, OUTPUT_KEPT = 64 << 10 };
/* Seconds that writing a sanitizer's report may take. */
static const double REPORT_PATIENCE = 30;
/* Seconds that a worker may take to record where it is dying. */
static const double DYING_PATIENCE = 3;
/* Seconds from asking a worker to stop until it is killed: in foreign code, and anywhere. */
static const double STOP_PATIENCE = 1.0, STOP_LIMIT = 1.6;

bool bd__worker_block_signals(void)
{
    return bd__signals_block();
}

void bd__worker_restore_signals(void)
{
    bd__signals_restore();
}

/* ---- the worker's side ----------------------------------------------------------------------- */

/* 1 only in the worker: the kernel zeroes the page in every forked process, however it was forked. Such a copy has the
 * worker's memory, and shares the arena with it. */
static volatile char *is_worker;

/* For kernels that cannot do that: catches at least fork(). */
static void on_fork(void)
{
    *is_worker = 0;
}

static void mark_worker(void)
{
    size_t size = (size_t)sysconf(_SC_PAGESIZE);
    void *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) { return; }
    is_worker = page;
    *is_worker = 1;
    if (madvise(page, size, MADV_WIPEONFORK) != 0) { pthread_atfork(NULL, NULL, on_fork); }
}

void bd__worker_end_copy(void)
{
    if (is_worker && !*is_worker) { _exit(0); }
}

void bd__worker_mark_output(struct bd__pulse *pulse)
{
    struct stat info;
    atomic_store(&pulse->output_at, fstat(STDERR_FILENO, &info) == 0 ? info.st_size : 0);
}

struct start {
    struct bd__worker *worker;
    int error_file;
};

/* Shells ignore SIGINT and SIGQUIT in background jobs, and nohup ignores SIGHUP. Whether a target dies of a signal must
 * not depend on how the campaign was started. */
static void obey_signals(void)
{
    static const int ignored_by_starters[] = {SIGHUP, SIGINT, SIGQUIT};
    for (size_t i = 0; i < sizeof ignored_by_starters / sizeof *ignored_by_starters; i++) {
        struct sigaction present;
        int number = ignored_by_starters[i];
        if (sigaction(number, NULL, &present) == 0 && present.sa_handler == SIG_IGN) { signal(number, SIG_DFL); }
    }
}

static void be_worker(void *user)
{
    const struct start *start = user;
    struct bd__worker *worker = start->worker;
    struct rlimit file_size;
    bd__rescue_leave();
    setpgid(0, 0);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    obey_signals();
    bd__worker_restore_signals();
    /* A file size limit that we inherited is not the target's failure; its stderr is a file, too. */
    bool limited = getrlimit(RLIMIT_FSIZE, &file_size) == 0 && file_size.rlim_cur != RLIM_INFINITY;
    if (limited) { signal(SIGXFSZ, SIG_IGN); }
    int null = open("/dev/null", O_RDWR);
    if (null >= 0) {
        dup2(null, STDIN_FILENO);
        if (!worker->show_output) { dup2(null, STDOUT_FILENO); }
        if (null > STDERR_FILENO) { close(null); }
    }
    if (!worker->show_output && start->error_file >= 0) { dup2(start->error_file, STDERR_FILENO); }
    mark_worker();
    bd__fault_watch(worker->pulse);
    worker->work(worker->work_user);
    bd__pulse_enter(worker->pulse, BD__PHASE_DONE);
    if (worker->show_output) { fflush(stdout); }
    _exit(0); /* no destructors: the target's state no longer matters */
}

/* ---- the supervisor's side ------------------------------------------------------------------- */

static struct bd__warden at_work; /* of the running worker; pid 0: none is running */

void bd__worker_abandon(void)
{
    int status;
    if (at_work.pid) { bd__warden_end(&at_work, &status); }
    at_work.pid = 0;
}

struct watch {
    struct bd__worker *worker;
    struct bd__warden warden;
    int error_file;
    uint64_t beat;
    double age;         /* seconds that the target has had since the beat changed: see had */
    double age_cpu;     /* the CPU time that had been used at the last tick */
    unsigned seen;      /* ticks since then */
    unsigned dead;      /* ticks since the worker died without its warden reporting it */
    uint64_t dead_beat; /* at the last tick */
    unsigned held;      /* ticks for which a debugger has held it */
    double stop_since;  /* <0: not asked */
    double dying_for;   /* seconds that it has had since it began to die; <0: it is not dying */
    double dying_cpu;   /* the CPU time that had been used at the last tick */
    unsigned ticks;
    int status;          /* how the worker ended */
    uint64_t large_beat; /* the beat when it was last seen to be large … */
    double large_cpu;    /* … and the CPU time it had used by then */
    bool large;
    uint64_t ring_beat; /* the beat of the engine's own work that it was last seen in … */
    double ring_age;    /* … for this many seconds … */
    double ring_used;   /* … since it had used this much CPU time */
    unsigned ring_seen; /* ticks; 0: it was not there */
};

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

/* Where the target is: in the worker itself, or, while it runs, in the remote. */
static bool is_remote_running(const struct watch *w)
{
    const struct bd__remote *remote = w->worker->remote;
    return remote && bd__remote_pid(remote) && atomic_load(&w->worker->pulse->phase) == BD__PHASE_RUN;
}

/* The CPU time that the target has used so far, in seconds. */
static double cpu_used(const struct watch *w)
{
    return bd__process_cpu_seconds(is_remote_running(w) ? bd__remote_pid(w->worker->remote) : w->warden.worker);
}

/* Of ELAPSED seconds, those that the target has had: all of them, except that it is not to blame for waiting until there
 * is a processor for it, which on a busy machine is most of the time. While it waits, only the CPU time that it has used
 * counts. CPU is what it had used when these seconds began; becomes what it has used now. */
static double had(const struct watch *w, double elapsed, double *cpu)
{
    double used = *cpu;
    *cpu = cpu_used(w);
    used = *cpu - used;
    /* A remote that has answered sleeps, while the worker may have to wait until it can read the answer. */
    bool ready = bd__process_look(w->warden.worker).state == 'R' ||
                 (is_remote_running(w) && bd__process_look(bd__remote_thread(w->worker->remote)).state == 'R');
    return ready && used < elapsed ? used : elapsed;
}

/* Gets one stack from the worker, which must be running. False if it does not answer: the target may have blocked the
 * signal, or handle it itself. */
static bool ask(struct watch *w, uint32_t answers, double patience)
{
    struct bd__pulse *pulse = w->worker->pulse;
    double before = bd__clock_seconds(), waited = 0, cpu = cpu_used(w);
    if (kill(w->warden.worker, BD__FAULT_QUESTION) != 0) { return false; }
    while (atomic_load(&pulse->answers) == answers) {
        if (waited > patience || atomic_load(&pulse->dying)) { return false; }
        pause_ms(1);
        double now = bd__clock_seconds();
        waited += had(w, now - before, &cpu);
        before = now;
    }
    return true;
}

/* How often to ask a worker where it is, and how long to wait in between. */
struct asking {
    unsigned count;
    long gap_ms;
    double patience, remote_patience; /* seconds that an answer may take; a remote answers in a thread of its own, which
                                       * has to wait for a processor */
    bool exactly;                     /* keep the exact place within each function */
};

/* Stacks of a worker. */
struct sampling {
    struct bd__stack sample;          /* a copy that the target cannot change */
    struct bd__stack common, deepest; /* what all samples share; the largest one */
    unsigned taken;
};

static void take_sample(struct sampling *s, const struct bd__stack *sample)
{
    memcpy(&s->sample, sample, sizeof s->sample);
    s->sample.count = bd__stack_count(&s->sample);
    if (s->taken == 0) { memcpy(&s->common, &s->sample, sizeof s->common); }
    if (s->taken == 0 || s->sample.count > s->deepest.count) { memcpy(&s->deepest, &s->sample, sizeof s->deepest); }
    if (s->taken++) { bd__stack_intersect(&s->common, &s->sample); }
}

/* Leaves in the pulse where the remote was all the time. */
static void ask_remote(struct watch *w, struct asking questions)
{
    bd__remote_ask(w->worker->remote, questions.count, questions.gap_ms, questions.remote_patience,
                   &w->worker->pulse->account);
}

static void end_worker(struct watch *w)
{
    bd__warden_end(&w->warden, &w->status);
    atomic_store(&w->worker->pulse->dying, 0); /* it died only because we killed it */
}

/* Where was the worker all the time? It must be stopped and doomed. Leaves in the pulse what its stacks have in common,
 * and kills it. */
static void take_stacks(struct watch *w, struct asking questions)
{
    struct bd__pulse *pulse = w->worker->pulse;
    const struct bd__activity *activity = w->worker->activity;
    struct sampling *s = calloc(1, sizeof *s);
    void *watch = activity && !questions.exactly ? activity->begin(w->warden.worker) : NULL;
    atomic_store(&pulse->stack.count, 0);
    kill(w->warden.worker, SIGCONT);
    while (s && s->taken < questions.count && ask(w, atomic_load(&pulse->answers), questions.patience)) {
        take_sample(s, &pulse->stack);
        pause_ms(questions.gap_ms);
        if (watch) { activity->look(watch); }
    }
    end_worker(w);
    if (watch && s && s->taken) { bd__stack_cut(&s->common, &s->deepest, activity, watch); }
    if (watch) { activity->end(watch); }
    /* The place within a function differs from sample to sample and from run to run. */
    for (uint32_t i = 0; s && !questions.exactly && i < s->common.count; i++) {
        if (s->common.function[i]) { s->common.at[i] = s->common.function[i]; }
    }
    if (s) { memcpy(&pulse->stack, &s->common, sizeof s->common); } /* no frames if nothing was sampled */
    free(s);
}

/* Stops the worker and waits until it stands still. False if it is dead. */
static bool stop_and_wait(struct watch *w)
{
    double until = bd__clock_seconds() + STOP_PATIENCE;
    if (kill(w->warden.worker, SIGSTOP) != 0) { return false; }
    /* A worker that waits inside the kernel may not stop, but it does not run either. */
    while (!bd__process_is_still(w->warden.worker) && bd__clock_seconds() < until) { pause_ms(1); }
    return !bd__process_is_dead(w->warden.worker);
}

/* Stops the worker. If it is in foreign code, in the same call as at BEAT (0: any call), asks the QUESTIONS and kills
 * it. Otherwise lets it continue, because it must not die in the middle of the engine's own work. */
static bool kill_in_foreign_code(struct watch *w, uint64_t beat, struct asking questions)
{
    if (!stop_and_wait(w)) { return false; } /* it died or ended on its own first */
    uint32_t phase = atomic_load(&w->worker->pulse->phase);
    bool foreign = bd__phase_is_foreign(phase) || phase == BD__PHASE_SETUP;
    if (foreign && (!beat || beat == atomic_load(&w->worker->pulse->beat))) {
        atomic_store(&w->worker->pulse->doomed, true);
        if (w->worker->remote && phase == BD__PHASE_RUN) {
            ask_remote(w, questions);
            end_worker(w);
        } else if (questions.count) {
            take_stacks(w, questions);
        } else {
            end_worker(w);
        }
        atomic_store(&w->worker->pulse->phase, phase); /* it may have returned and ended there */
        return true;
    }
    kill(w->warden.worker, SIGCONT);
    return false;
}

static void read_output(struct watch *w, struct bd__text *output)
{
    struct stat info;
    if (w->error_file < 0 || fstat(w->error_file, &info) != 0) { return; }
    char *buffer = malloc(OUTPUT_KEPT);
    off_t from = info.st_size > OUTPUT_KEPT ? info.st_size - OUTPUT_KEPT : 0;
    int64_t marked = atomic_load(&w->worker->pulse->output_at);
    if (marked > from && marked <= info.st_size) { from = marked; }
    ssize_t size = buffer ? pread(w->error_file, buffer, OUTPUT_KEPT, from) : 0;
    if (size > 0) { bd__text_add(output, buffer, (size_t)size); }
    free(buffer);
}

/* Is the worker writing a sanitizer's report? It may be waiting for a symbolizer. */
static bool is_reporting(struct watch *w)
{
    struct bd__text output = {0};
    if (atomic_load(&w->worker->pulse->sanitizer_report)) { return true; }
    read_output(w, &output);
    bool reporting = w->worker->reporting && w->worker->reporting(bd__text_str(&output), w->warden.worker);
    bd__text_clear(&output);
    return reporting;
}

/* Does a debugger hold the worker? A tracer that only watches (strace) lets it run, and one that the target started
 * itself does not count. */
static bool is_traced(struct watch *w)
{
    enum { TICKS = 5 }; /* after which we log it */
    pid_t tracer = bd__process_look(w->warden.worker).state == 't' ? bd__process_tracer(w->warden.worker) : 0;
    if (!tracer || tracer == w->warden.pid || bd__process_descends(tracer, w->warden.pid)) {
        w->held = 0;
        return false;
    }
    if (++w->held >= TICKS && w->worker->debugger != tracer) {
        w->worker->debugger = tracer;
        bd__warn(w->worker->log, "a debugger (pid %d) holds the worker; time limits are suspended", (int)tracer);
    }
    return true;
}

static bool overdue(struct watch *w, double elapsed)
{
    struct bd__pulse *pulse = w->worker->pulse;
    uint64_t beat = atomic_load(&pulse->beat);
    uint32_t phase = atomic_load(&pulse->phase);
    if (beat != w->beat || !bd__phase_is_foreign(phase)) {
        w->beat = beat;
        w->age = 0;
        w->age_cpu = cpu_used(w);
        w->seen = 0;
        return false;
    }
    if (atomic_load(&pulse->dying) || is_traced(w)) { return false; } /* dying has its own limit; a debugger has none */
    w->age += had(w, elapsed, &w->age_cpu);
    w->seen++;
    double grace = w->worker->remote ? bd__remote_grace(w->worker->remote) : 0;
    if (w->age > w->worker->slowest && grace == 0) { w->worker->slowest = w->age; }
    /* Guides give the children of such an input less time. Like a timeout, this depends on the clock, so it is only for
     * runs that take far longer than most. */
    static const double SLOW = 0.1;
    /* Time that passed all at once may have passed while everything was stopped, or the clock may have been set ahead.
     * Give the worker a few more ticks. */
    enum { TICKS = 4, TICKS_TO_BE_SLOW = 2 };
    if (w->age >= SLOW * w->worker->timeout && w->seen >= TICKS_TO_BE_SLOW && grace == 0) {
        atomic_store(&pulse->slow_beat, beat);
    }
    double limit = w->worker->timeout + grace;
    if (w->age < limit || w->seen < TICKS) { return false; }
    /* A report takes as long as finding the names of functions takes. That is not the target's fault. */
    return w->age >= limit + REPORT_PATIENCE || !is_reporting(w);
}

/* Ends a worker that never leaves the engine's own code: a target has overwritten the engine's data. Growing a set of a
 * hundred million hashes takes about two seconds. Elapsed time alone says little, because the machine may be busy with
 * other work. */
static bool end_if_hung_in_engine(struct watch *w, double elapsed)
{
    /* The limit is TIMES the time limit, in CPU time, but at least LEAST seconds. A worker that sleeps gets ASLEEP times
     * as long, by the clock. */
    static const double TIMES = 10, LEAST = 3, ASLEEP = 10;
    struct bd__pulse *pulse = w->worker->pulse;
    uint64_t beat = atomic_load(&pulse->beat);
    if (atomic_load(&pulse->phase) != BD__PHASE_RING || beat != w->ring_beat || !w->ring_seen) {
        w->ring_seen = atomic_load(&pulse->phase) == BD__PHASE_RING;
        w->ring_beat = beat;
        w->ring_age = 0;
        w->ring_used = w->ring_seen ? bd__process_cpu_seconds(w->warden.worker) : 0;
        return false;
    }
    enum { TICKS = 4 };
    double limit = TIMES * w->worker->timeout > LEAST ? TIMES * w->worker->timeout : LEAST;
    w->ring_age += elapsed;
    if (w->ring_seen++ < TICKS || w->ring_age < limit) { return false; }
    if (bd__process_cpu_seconds(w->warden.worker) - w->ring_used < limit && w->ring_age < ASLEEP * limit) {
        return false;
    }
    if (is_traced(w)) { return false; }
    bd__warden_end(&w->warden, &w->status);
    return true;
}

/* Has the worker had a chance to end its run since it was first seen to be large? If it is waiting for a CPU, it has
 * not. */
static bool has_had_cpu_time(const struct watch *w)
{
    static const double ENOUGH = 0.01; /* seconds */
    char state = bd__process_look(w->warden.worker).state;
    return state == 'S' || bd__process_cpu_seconds(w->warden.worker) - w->large_cpu >= ENOUGH;
}

/* Growth over many runs is a leak: once half of the room between its size at the start and the limit is used up, this
 * asks the worker to retire, and a fresh one replaces it. Growth beyond the limit in one run is a failure, if the worker
 * is seen large twice in that run. */
static bool too_large(struct watch *w)
{
    struct bd__pulse *pulse = w->worker->pulse;
    uint64_t memory = bd__process_private_memory(w->warden.worker), limit = w->worker->memory,
             beat = atomic_load(&pulse->beat);
    uint64_t there = w->worker->remote ? bd__process_private_memory(bd__remote_pid(w->worker->remote)) : 0;
    if (memory + there > w->worker->peak_memory) { w->worker->peak_memory = memory + there; }
    if (there > limit) { /* what it leaves behind after a run is its own business, up to the limit */
        w->large = true;
        bool again = w->large_beat == beat;
        w->large_beat = beat;
        return again && atomic_load(&pulse->phase) == BD__PHASE_RUN;
    }
    uint64_t at_start = atomic_load(&pulse->set_up_memory);
    if (atomic_load(&pulse->phase) == BD__PHASE_SETUP) { return memory > limit || at_start > limit; }
    if (at_start > limit) { at_start = limit; } /* the target has overwritten it */
    w->large = memory > at_start + (limit - at_start) / 2;
    if (!w->large) { return false; }
    atomic_store(&pulse->retire, true);
    if (w->large_beat != beat) {
        w->large_beat = beat;
        w->large_cpu = bd__process_cpu_seconds(w->warden.worker);
        return false;
    }
    return memory > limit && has_had_cpu_time(w);
}

/* Ends a worker that does not finish dying, because some lock is never released. */
static bool end_if_hung_dying(struct watch *w, double elapsed)
{
    if (!atomic_load(&w->worker->pulse->dying)) { return false; }
    double more = had(w, elapsed, &w->dying_cpu);
    w->dying_for = w->dying_for < 0 || is_traced(w) ? 0 : w->dying_for + more;
    if (w->dying_for < DYING_PATIENCE) { return false; }
    bd__warden_end(&w->warden, &w->status);
    return true;
}

/* Ends a worker that is dead but whose end is not reported: something holds it or its warden. */
static bool end_if_dead_and_held(struct watch *w)
{
    enum { TICKS = 50 };
    uint64_t beat = atomic_load(&w->worker->pulse->beat);
    bool dead = beat == w->dead_beat && bd__process_is_dead(w->warden.worker); /* a changing beat means it is alive */
    w->dead_beat = beat;
    w->dead = dead ? w->dead + 1 : 0;
    if (w->dead < TICKS) { return false; }
    bd__warden_end(&w->warden, &w->status);
    return true;
}

static void keep_output_small(struct watch *w)
{
    struct stat info;
    if (w->error_file >= 0 && fstat(w->error_file, &info) == 0 && info.st_size > OUTPUT_LIMIT) {
        /* If this fails, the file stays large until the worker ends. */
        if (ftruncate(w->error_file, 0) == 0) { atomic_store(&w->worker->pulse->output_at, 0); }
    }
}

static struct bd__outcome failed(const struct bd__pulse *pulse, enum bd__failure failure, int detail)
{
    bool in_generator = atomic_load(&pulse->phase) == BD__PHASE_GENERATE;
    return (struct bd__outcome){BD_FAILURE, failure, detail, in_generator};
}

/* How a worker died that the supervisor did not kill. */
static struct bd__outcome outcome_of(const struct bd__pulse *pulse, int status)
{
    if (atomic_load(&pulse->sanitizer_report)) { return failed(pulse, BD__FAIL_SANITIZER, 0); }
    if (atomic_load(&pulse->stack_overflow)) { return failed(pulse, BD__FAIL_STACK, 0); }
    int dying = atomic_load(&pulse->dying);
    if (dying > 0 && dying < NSIG && WIFSIGNALED(status)) { return failed(pulse, BD__FAIL_SIGNAL, dying); }
    if (WIFSIGNALED(status)) { return failed(pulse, BD__FAIL_SIGNAL, WTERMSIG(status)); }
    return failed(pulse, BD__FAIL_EXIT, WEXITSTATUS(status));
}

/* For a run that takes too long, the samples should not all come from one short call. A run that grows must not
 * continue for long. */
static const struct asking NOTHING = {0}, WHERE_THE_TIME_GOES = {8, 10, 2, 10, false},
                           WHERE_IT_GROWS = {3, 1, 0.2, 0.5, false}, WHERE_IT_REPORTS = {1, 0, 2, 2, true};

/* Kills a worker that hangs, or was asked to stop, in foreign code. A worker that is REPORTING has already failed, and
 * its stack shows where. False if it is not in foreign code, or has ended. */
static bool kill_overdue(struct watch *w, uint64_t beat, struct asking questions, bool *reporting)
{
    *reporting = is_reporting(w);
    if (*reporting) { questions = atomic_load(&w->worker->pulse->sanitizer_report) ? NOTHING : WHERE_IT_REPORTS; }
    return kill_in_foreign_code(w, beat, questions);
}

/* SIGTSTP: stops with the worker until we are continued. The kernel decides whether stopping is allowed. */
static void suspend(struct watch *w)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTSTP);
    kill(w->warden.worker, SIGSTOP);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    sigprocmask(SIG_BLOCK, &set, NULL);
    kill(w->warden.worker, SIGCONT);
}

/* Sleeps for one tick, or until a signal arrives. */
static void sleep_a_tick(struct watch *w)
{
    int signal_number = sigtimedwait(bd__signals_waited(), NULL, &(struct timespec){.tv_nsec = TICK_MS * 1000000L});
    if (signal_number == SIGTSTP) { suspend(w); }
    if (signal_number > 0 && bd__signals_ask_to_stop(signal_number)) {
        w->worker->interrupted = true;
        atomic_store(&w->worker->pulse->stop, true);
    }
}

/* The worker has ended, for whatever reason. */
static enum bd__worker_end ended(const struct watch *w, struct bd__outcome *outcome)
{
    if (atomic_load(&w->worker->pulse->phase) == BD__PHASE_DONE) { return BD__WORKER_FINISHED; }
    *outcome = outcome_of(w->worker->pulse, w->status);
    return BD__WORKER_FAILED;
}

/* Watches one worker until it has ended. */
static enum bd__worker_end watch_worker(struct watch *w, struct bd__outcome *outcome)
{
    struct bd__worker *worker = w->worker;
    struct bd__pulse *pulse = worker->pulse;
    double before = bd__clock_seconds();
    for (;;) {
        double asleep = bd__clock_seconds();
        sleep_a_tick(w);
        if (bd__warden_has_ended(&w->warden, &w->status)) { return ended(w, outcome); }
        /* If we slept long, the whole machine was stalled or suspended, and so was the worker: a tick counts at most
         * twice its length. The time that our own work took counts in full. */
        double now = bd__clock_seconds(), slept = now - asleep;
        double elapsed = asleep - before + (slept < 2e-3 * TICK_MS ? slept : 2e-3 * TICK_MS);
        before = now;
        if (worker->tick) { worker->tick(worker->tick_user); }
        if (end_if_hung_dying(w, elapsed) || end_if_dead_and_held(w)) { return ended(w, outcome); }
        if (end_if_hung_in_engine(w, elapsed)) {
            *outcome = failed(pulse, BD__FAIL_TIMEOUT, 0);
            return BD__WORKER_FAILED;
        }
        bool reporting = false;
        if (overdue(w, elapsed) && kill_overdue(w, w->beat, WHERE_THE_TIME_GOES, &reporting)) {
            *outcome = failed(pulse, reporting ? BD__FAIL_SANITIZER : BD__FAIL_TIMEOUT, 0);
            return BD__WORKER_FAILED;
        }
        if (w->ticks++ % 4 == 0 || w->large) {
            keep_output_small(w);
            if (too_large(w) && kill_in_foreign_code(w, w->large_beat, WHERE_IT_GROWS)) {
                *outcome = failed(pulse, BD__FAIL_MEMORY, 0);
                return BD__WORKER_FAILED;
            }
        }
        if (atomic_load(&pulse->stop)) {
            if (w->stop_since < 0) { w->stop_since = now; }
            double waited = now - w->stop_since;
            if (waited > STOP_PATIENCE && kill_overdue(w, 0, NOTHING, &reporting)) {
                if (!reporting) { return BD__WORKER_STOPPED; }
                *outcome = failed(pulse, BD__FAIL_SANITIZER, 0);
                return BD__WORKER_FAILED;
            }
            if (waited > STOP_LIMIT) {
                bd__warden_end(&w->warden, &w->status);
                return ended(w, outcome);
            }
        }
    }
}

/* ---- the remote ---------------------------------------------------------------------------------- */

/* While the remote starts: do what is due. False if the campaign is to stop. */
static bool tick_while_starting(void *user)
{
    struct bd__worker *worker = user;
    int signal_number = sigtimedwait(bd__signals_waited(), NULL, &(struct timespec){0});
    if (signal_number == SIGTSTP) { raise(SIGSTOP); }
    if (signal_number > 0 && bd__signals_ask_to_stop(signal_number)) {
        worker->interrupted = true;
        atomic_store(&worker->pulse->stop, true);
    }
    if (worker->tick) { worker->tick(worker->tick_user); }
    return !atomic_load(&worker->pulse->stop);
}

enum bd__worker_end bd__worker_start_remote(struct bd__worker *worker, struct bd__text *output)
{
    struct bd__remote *remote = worker->remote;
    if (!remote) { return BD__WORKER_FINISHED; }
    if (worker->fresh) { bd__remote_stop(remote, NULL); }
    switch (bd__remote_start(remote, tick_while_starting, worker)) {
    case BD__REMOTE_READY: return BD__WORKER_FINISHED;
    case BD__REMOTE_STOPPED: return BD__WORKER_STOPPED;
    case BD__REMOTE_DIED: break;
    }
    if (output) { bd__remote_output(remote, output); }
    return BD__WORKER_FAILED;
}

/* The worker has ended. If it was waiting for the remote, the remote is of no further use; and if the remote ended
 * first, OUTCOME becomes how. */
static void settle_remote(struct bd__worker *worker, enum bd__worker_end end, struct bd__outcome *outcome,
                          struct bd__text *output)
{
    struct bd__remote *remote = worker->remote;
    if (output) { bd__remote_output(remote, output); }
    if (end == BD__WORKER_FINISHED || atomic_load(&worker->pulse->phase) != BD__PHASE_RUN) { return; }
    bool lost = end == BD__WORKER_FAILED && outcome->failure == BD__FAIL_EXIT && outcome->detail == BD__REMOTE_LOST;
    int status = 0;
    if (lost) {
        bool ended = bd__remote_ended(remote, &status); /* else it closed its pipes, and that is the end for us */
        *outcome = ended ? outcome_of(worker->pulse, status) : failed(worker->pulse, BD__FAIL_EXIT, 0);
    } else {
        bd__remote_stop(remote, NULL);
    }
}

enum bd__worker_end bd__worker_run(struct bd__worker *worker, struct bd__outcome *outcome, struct bd__text *output)
{
    struct bd__pulse *pulse = worker->pulse;
    atomic_store(&pulse->phase, BD__PHASE_SETUP);
    atomic_store(&pulse->stack_overflow, false);
    atomic_store(&pulse->sanitizer_report, false);
    atomic_store(&pulse->retire, false);
    atomic_store(&pulse->doomed, false);
    atomic_store(&pulse->dying, 0);
    atomic_store(&pulse->stack.count, 0);
    atomic_store(&pulse->output_at, 0);
    atomic_store(&pulse->set_up_memory, 0);
    pulse->account.size = 0;
    enum bd__worker_end started = bd__worker_start_remote(worker, output);
    if (started != BD__WORKER_FINISHED) {
        *outcome = failed(pulse, BD__FAIL_EXIT, 0);
        return started;
    }

    struct watch w = {.worker = worker, .stop_since = -1, .dying_for = -1};
    w.error_file = worker->show_output ? -1 : memfd_create("bediv-stderr", MFD_CLOEXEC);
    if (w.error_file >= 0) { fcntl(w.error_file, F_SETFL, O_APPEND); }
    fflush(NULL); /* buffered output must not be written twice */
    enum bd__worker_end end = BD__WORKER_NONE;
    if (bd__warden_start(&w.warden, be_worker, &(struct start){worker, w.error_file})) {
        at_work = w.warden;
        end = watch_worker(&w, outcome);
        at_work.pid = 0;
        bd__arena_follow();
        if (output) { read_output(&w, output); }
        if (worker->remote) { settle_remote(worker, end, outcome, output); }
    } else {
        bd__error(worker->log, "cannot start a worker process: %s", strerror(errno));
    }
    if (w.error_file >= 0) { close(w.error_file); }
    return end;
}
