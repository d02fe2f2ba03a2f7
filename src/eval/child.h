/* child.h: programs that are run to their end: campaigns, replays, `PROGRAM list`.
 *
 * Whoever calls these has the signals of bd__child_signals blocked. A signal that asks to stop is passed on to the
 * program, which then gets a few seconds to end.
 */
#ifndef BD_EVAL_CHILD_H
#define BD_EVAL_CHILD_H

#include <signal.h>

#include "base/text.h"

#include <bediv/engine.h>

/* What a program came to. */
struct bd__child {
    int exit_code;          /* 128 + N if signal N killed it */
    bool timed_out;         /* it was killed, for its time was over */
    double seconds;         /* that it ran */
    double cpu_seconds;     /* that it and the children it waited for computed, in user and kernel mode */
    struct bd__text output; /* owned; stdout and stderr, the last part of much */
};

/* Those that ask to stop (INT, TERM, HUP), and SIGCHLD. */
sigset_t bd__child_signals(void);

/* Runs ARGV, which ends with NULL, for at most SECONDS (0: no limit). BD_INTERRUPTED if we were asked to
 * stop, BD_SYSTEM if it cannot be started. CHILD is to be cleared in any case. */
enum bd_status bd__child_run(struct bd__child *child, const char *const *argv, double seconds)
    __attribute__((warn_unused_result));
void bd__child_clear(struct bd__child *child);

/* How it ended, for people: "exit code 2", "killed by SIGSEGV", "it did not end by itself, and was killed". */
const char *bd__child_end(const struct bd__child *child);

/* ARGV as one would type it. */
void bd__child_command(struct bd__text *out, const char *const *argv);

#endif
