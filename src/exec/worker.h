/* worker.h: work done in a process of its own, watched from outside.
 *
 *   supervisor ──fork──► warden ──fork──► worker: work() … turns the ring, no system call per trial
 *      │  ▲                                  │
 *      │  └── pulse ─────────────────────────┘   (shared memory)
 *      ├─ every 20 ms: tick(), the pulse, the worker's memory, signals to this process
 *      └─ its end: finished, retired, stopped, or a failure with its outcome
 *
 * The worker has a process group of its own, /dev/null for stdin and stdout and a memory file for stderr. It dies with its
 * supervisor, and so does all that it started (warden.h). It is only killed while it is in generator or target code: what
 * it shares is never left half written by us. While a debugger holds it, time does not count; but nobody waits for it.
 */
#ifndef BD_EXEC_WORKER_H
#define BD_EXEC_WORKER_H

#include "base/log.h"
#include "base/text.h"
#include "exec/pulse.h"
#include "exec/stack.h"
#include "trial/trial.h"

struct bd__worker {
    struct bd__pulse *pulse;
    void (*work)(void *work_user); /* in the worker; returning is finishing */
    void *work_user;
    void (*tick)(void *tick_user); /* in the supervisor; may set pulse->stop. NULL: nothing to do */
    void *tick_user;
    const struct bd__activity *activity; /* how the supervisor sees what a worker does that hangs; NULL: not at all */
    /* Is worker PID, which wrote OUTPUT, writing a sanitizer's report? NULL: never. */
    bool (*reporting)(const char *output, pid_t pid);
    double timeout;   /* seconds in generator or target */
    uint64_t memory;  /* private bytes of the worker */
    bool show_output; /* leave stdout and stderr alone */
    const struct bd__log *log;
    pid_t debugger;       /* out: the last that held a worker; 0: none did */
    bool interrupted;     /* out: a signal asked to stop */
    uint64_t peak_memory; /* out: bytes; the largest so far */
    double slowest;       /* out: seconds; the longest call of foreign code so far, as far as a tick saw it */
};

enum bd__worker_end {
    BD__WORKER_FINISHED, /* work() returned */
    BD__WORKER_FAILED,   /* see the outcome; the phase it died in is in the pulse */
    BD__WORKER_STOPPED,  /* did not finish in time when asked to stop, and was killed */
    BD__WORKER_NONE,     /* could not be started */
};

/* Runs one worker to its end. OUTCOME is filled for a failure; OUTPUT gets the last kilobytes of what
 * it wrote to stderr, since the last mark if it set one. Signals that would end this process ask the worker to stop, and SIGTSTP
 * suspends both. Call bd__worker_block_signals
 * once before the first. */
enum bd__worker_end bd__worker_run(struct bd__worker *worker, struct bd__outcome *outcome, struct bd__text *output);

/* Ends the worker that is at work, if there is one: for who has left bd__worker_run by bd__rescue. */
void bd__worker_abandon(void);

/* In the worker: of what is written to stderr only that from now on matters, and is what bd__worker_run gives out. It takes a
 * system call, so it is for workers that run few inputs. */
void bd__worker_mark_output(struct bd__pulse *pulse);

/* To be called when generator or target return: in a process that they forked, and that came back from them
 * as the worker did, it never returns. */
void bd__worker_end_copy(void);

/* Signals that bd__worker_run waits for must be blocked, also between two workers; undone by restore. */
void bd__worker_block_signals(void);
void bd__worker_restore_signals(void);

#endif
