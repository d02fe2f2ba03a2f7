/* worker.h: runs work in a separate process and watches it from outside.
 *
 *   supervisor ──fork──► warden ──fork──► worker: work() … turns the ring, no system call per trial
 *      │  ▲                                  │
 *      │  └── pulse ─────────────────────────┘   (shared memory)
 *      ├─ every 20 ms: tick(), the pulse, the worker's memory, signals to this process
 *      └─ at its end: finished or retired, stopped, or a failure with its outcome
 *
 * The worker has its own process group, /dev/null as stdin and stdout, and a memory file as stderr. When the supervisor
 * dies, so do the worker and everything it started (warden.h). The supervisor kills a worker only in foreign code, so
 * that shared data is never left half written. The exceptions are a worker that hangs in the engine's own code or while
 * dying, and one that does not stop when asked. While a debugger holds the worker, time limits are suspended, but
 * stopping does not wait for the debugger.
 */
#ifndef BD_EXEC_WORKER_H
#define BD_EXEC_WORKER_H

#include "base/log.h"
#include "base/text.h"
#include "exec/pulse.h"
#include "exec/remote.h"
#include "exec/stack.h"
#include "trial/trial.h"

struct bd__worker {
    struct bd__pulse *pulse;
    void (*work)(void *work_user); /* in the worker, which has finished when this returns */
    void *work_user;
    void (*tick)(void *tick_user); /* in the supervisor; may set pulse->stop. NULL: nothing to do */
    void *tick_user;
    struct bd__remote *remote;           /* where the target runs; NULL: in the worker itself */
    bool fresh;                          /* start a new remote, so that nothing ran there before */
    const struct bd__activity *activity; /* how the supervisor sees what a hanging worker does; NULL: not at all */
    /* Is worker PID, which wrote OUTPUT, writing a sanitizer's report? NULL: never. */
    bool (*reporting)(const char *output, pid_t pid);
    double timeout;   /* limit in seconds per call to generator or target */
    uint64_t memory;  /* limit on the private bytes of the worker, and on those of the remote */
    bool show_output; /* leave stdout and stderr alone */
    const struct bd__log *log;
    pid_t debugger;       /* out: the last one that held a worker; 0: none */
    bool interrupted;     /* out: a signal asked to stop */
    uint64_t peak_memory; /* out: the most bytes so far */
    double slowest;       /* out: the longest call to foreign code so far, in seconds, as far as ticks saw it */
};

enum bd__worker_end {
    BD__WORKER_FINISHED, /* work() returned */
    BD__WORKER_FAILED,   /* see the outcome; the pulse has the phase it died in */
    BD__WORKER_STOPPED,  /* did not finish in time when asked to stop, and was killed */
    BD__WORKER_NONE,     /* could not be started */
};

/* Runs one worker to its end. On a failure, sets OUTCOME. OUTPUT, unless NULL, gets at most the last 64 KiB that the
 * worker wrote to stderr, starting at the last mark if it set one. Signals that would end this process ask the worker
 * to stop; SIGTSTP suspends both. Call bd__worker_block_signals once before the first worker. */
enum bd__worker_end bd__worker_run(struct bd__worker *worker, struct bd__outcome *outcome, struct bd__text *output);

/* Starts the remote, if there is one and it is not running; bd__worker_run does it, too. If it returns anything but
 * BD__WORKER_FINISHED, there is no remote; on BD__WORKER_FAILED, OUTPUT, unless NULL, has what it wrote. */
enum bd__worker_end bd__worker_start_remote(struct bd__worker *worker, struct bd__text *output);

/* Ends the worker that is running, if any. For callers that left bd__worker_run through bd__rescue. */
void bd__worker_abandon(void);

/* In the worker: from now on counts as the start of its stderr, for the OUTPUT of bd__worker_run. Makes a system call,
 * so it is only for workers that run few inputs. */
void bd__worker_mark_output(struct bd__pulse *pulse);

/* Call it whenever generator or target return. In a process that they forked, and that returned from them as the worker
 * does, it never returns. */
void bd__worker_end_copy(void);

/* Blocks the signals that bd__worker_run waits for; they must stay blocked between workers, too. Restore undoes it.
 * Returns false if they are blocked already: then somebody else will restore them. */
bool bd__worker_block_signals(void);
void bd__worker_restore_signals(void);

#endif
