/* child.h: runs programs to their end: campaigns, replays, `PROGRAM list`.
 *
 * The caller must have blocked the signals of bd__child_signals. If one of them asks us to stop, the program gets SIGTERM, and
 * a few seconds to end.
 */
#ifndef BD_EVAL_CHILD_H
#define BD_EVAL_CHILD_H

#include <signal.h>

#include "base/text.h"

#include <bediv/engine.h>

/* How a program ended. */
struct bd__child {
    int exit_code;          /* 128 + N if signal N killed it */
    bool timed_out;         /* it was stopped because its time was over */
    double seconds;         /* of wall time */
    double cpu_seconds;     /* of it and the children it waited for, in user and kernel mode */
    struct bd__text output; /* owned; stdout and stderr, the last 256 KiB */
};

/* The signals that ask us to stop (INT, TERM, HUP), and SIGCHLD. */
sigset_t bd__child_signals(void);

/* Runs ARGV, which ends with NULL, for at most SECONDS (0: no limit). Returns BD_INTERRUPTED if we were asked to stop,
 * BD_SYSTEM if no process can be started. The caller clears CHILD in any case. */
enum bd_status bd__child_run(struct bd__child *child, const char *const *argv, double seconds)
    __attribute__((warn_unused_result));
void bd__child_clear(struct bd__child *child);

/* How it ended, in words: "exit code 2", "killed by SIGSEGV", "it did not end in time and was killed". Valid until the next
 * call. */
const char *bd__child_end(const struct bd__child *child);

/* Appends ARGV as a user would type it. */
void bd__child_command(struct bd__text *out, const char *const *argv);

#endif
