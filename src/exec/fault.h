/* fault.h: what a dying worker notes about itself. Safe with a broken heap: it only stores to memory. */
#ifndef BD_EXEC_FAULT_H
#define BD_EXEC_FAULT_H

#include "exec/pulse.h"

/* In a worker, before the target's first code: notes stack overflows and sanitizer reports in PULSE. */
void bd__fault_watch(struct bd__pulse *pulse);

#endif
