/* rescue.h: the last line of defence of a process that reads memory which another may have overwritten. What it reads is checked;
 * where a check is missing, it must not cost what was found. */
#ifndef BD_BASE_RESCUE_H
#define BD_BASE_RESCUE_H

#include <stdbool.h>

/* Calls WORK. False if it was ended by a fault (SIGSEGV, SIGBUS, SIGFPE, SIGILL), by abort(), or for it used the processor for half
 * a minute without another such call in between: what it held is leaked. Calls may be nested. Only one thread of a process may use this. */
bool bd__rescue(void (*work)(void *user), void *user) __attribute__((warn_unused_result));

/* In a process that was forked meanwhile, before anything else: faults are its own again. */
void bd__rescue_leave(void);

#endif
