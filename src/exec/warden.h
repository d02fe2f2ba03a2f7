/* warden.h: the parent of a worker, and of everything the worker starts.
 *
 *   supervisor ──fork──► warden ──fork──► worker ──► whatever the target starts
 *       ▲                  │ ▲                              │
 *       └── pipe: id, end ─┘ └── orphans (child subreaper) ─┘
 *
 * The supervisor may be a host's process with children of its own, so it reaps and kills nothing but wardens. A warden
 * has only the worker and its descendants below it, so it may kill and reap all of them, in whatever session or group:
 * when the worker ends, when the supervisor asks, and when the supervisor dies. It runs no foreign code. It does not
 * wait long: what it cannot reap, because a debugger holds it, is left to init.
 */
#ifndef BD_EXEC_WARDEN_H
#define BD_EXEC_WARDEN_H

#include <sys/types.h>

#include <stdbool.h>

struct bd__warden {
    pid_t pid;
    pid_t worker;
    int report; /* reading end of the pipe */
};

/* Starts a warden and its worker, which calls WORK(USER) and ends when that returns. False, with errno set, if that
 * fails. The caller must have called bd__signals_block; the worker inherits the signal mask. */
bool bd__warden_start(struct bd__warden *w, void (*work)(void *user), void *user);

/* Have the warden and all below it ended? Sets STATUS to how the worker ended; if the warden was killed before it could
 * report that, to death by SIGKILL. Never waits. */
bool bd__warden_has_ended(struct bd__warden *w, int *status);

/* Kills them all, waiting at most about 14 seconds. Sets STATUS as above. */
void bd__warden_end(struct bd__warden *w, int *status);

#endif
