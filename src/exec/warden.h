/* warden.h: a worker's parent, and the parent of all that the worker starts.
 *
 *   supervisor ──fork──► warden ──fork──► worker ──► whatever the target starts
 *       ▲                  │ ▲                              │
 *       └── pipe: id, end ─┘ └── orphans (child subreaper) ─┘
 *
 * The supervisor may be a host's process, with children of its own: it neither reaps nor kills anything but wardens. A warden
 * has nobody else below it, so it may kill and reap everything there is, in whatever session or group: when the worker ends,
 * when it is told to, and when the supervisor dies. It runs no foreign code. It never stops to think for long: whatever
 * cannot be reaped, because a debugger holds it, is left to init.
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

/* Starts a warden and its worker, which calls WORK(USER) and ends when that returns. False, with errno, if it cannot. Signals
 * are blocked as in bd__signals_block; the worker has them so as well. */
bool bd__warden_start(struct bd__warden *w, void (*work)(void *user), void *user);

/* Has all ended? STATUS gets how the worker did: as if killed by SIGKILL, if the warden was killed before it could
 * say. Never waits. */
bool bd__warden_has_ended(struct bd__warden *w, int *status);

/* Kills all, and waits for that for a few seconds at most. */
void bd__warden_end(struct bd__warden *w, int *status);

#endif
