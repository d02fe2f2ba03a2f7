/* signals.h: signals that the supervisor waits for instead of being interrupted. They are blocked while it works. */
#ifndef BD_BASE_SIGNALS_H
#define BD_BASE_SIGNALS_H

#include <signal.h>

#include <stdbool.h>

/* Blocks the signals that ask to stop, SIGTSTP, SIGCHLD, and the signals that a write can raise. It always blocks
 * SIGINT, SIGTERM, SIGCHLD, SIGPIPE and SIGXFSZ. It blocks the others only if their default action is in place: a host
 * that handles, ignores or blocks one of them keeps it. Returns false if they are blocked already: then somebody else will
 * restore the mask. */
bool bd__signals_block(void);
/* Drops blocked signals that have arrived, and restores the mask. */
void bd__signals_restore(void);
/* The signals that were blocked. */
const sigset_t *bd__signals_waited(void);

/* Does SIGNAL_NUMBER ask to stop? Is a signal pending that does? */
bool bd__signals_ask_to_stop(int signal_number);
bool bd__signals_stop_is_pending(void);

#endif
