/* fault.h: what a dying worker records about itself, and how it answers the supervisor before it is killed. Safe with a
 * broken heap: it only stores to memory. */
#ifndef BD_EXEC_FAULT_H
#define BD_EXEC_FAULT_H

#include <signal.h>

#include "exec/pulse.h"

/* The signal that asks a worker for its stack. A process without a handler ignores it. */
enum { BD__FAULT_QUESTION = SIGURG };

/* Call it in a worker before any code of the target runs. If the worker then dies of a signal, a sanitizer's report or
 * a call to exit(), it records in PULSE where, and whether its stack overflowed. */
void bd__fault_watch(struct bd__pulse *pulse);

/* That pulse; NULL in a process that is no worker. */
struct bd__pulse *bd__fault_pulse(void);

#endif
