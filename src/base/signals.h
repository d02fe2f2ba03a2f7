/* signals.h: signals that a supervisor waits for instead of being interrupted by them. They are blocked while it works. */
#ifndef BD_BASE_SIGNALS_H
#define BD_BASE_SIGNALS_H

#include <signal.h>

#include <stdbool.h>

/* Blocks those that ask it to stop; SIGTSTP, which suspends it; SIGCHLD; and those that writing may raise. Of most only those
 * whose default action is in place: a host that handles, ignores or blocks a signal keeps it. */
void bd__signals_block(void);
/* Drops those that came meanwhile, and undoes it. */
void bd__signals_restore(void);
/* Those that were blocked. */
const sigset_t *bd__signals_waited(void);

/* Does SIGNAL_NUMBER ask to stop? Is one waiting that does? */
bool bd__signals_ask_to_stop(int signal_number);
bool bd__signals_stop_is_pending(void);

#endif
