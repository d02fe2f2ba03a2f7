/* fault.h: what a dying worker notes about itself, and what it is asked before it is killed. Safe with a broken heap: it
 * only stores to memory. */
#ifndef BD_EXEC_FAULT_H
#define BD_EXEC_FAULT_H

#include <signal.h>

#include "exec/pulse.h"

/* By which a worker is asked for its stack; ignored by whoever has no handler for it. */
enum { BD__FAULT_QUESTION = SIGURG };

/* In a worker, before the target's first code: notes in PULSE where it dies, of a signal, a sanitizer's report or a call
 * of exit(), and whether the stack overflowed. */
void bd__fault_watch(struct bd__pulse *pulse);

#endif
