/* rescue.h: the last line of defence for a process that reads memory which another process may have overwritten. Such a
 * process checks what it reads; where a check is missing, a fault must not lose what was found. */
#ifndef BD_BASE_RESCUE_H
#define BD_BASE_RESCUE_H

#include <stdbool.h>

/* Calls WORK. Returns false if WORK ended in a fault (SIGSEGV, SIGBUS, SIGFPE, SIGILL) or abort(), or used 30 seconds
 * of CPU time without another call to bd__rescue in between. What WORK held is then leaked. Calls may be nested. Only
 * one thread of a process may use this. */
bool bd__rescue(void (*work)(void *user), void *user) __attribute__((warn_unused_result));

/* Call it first in a process forked during WORK: its faults are its own again. */
void bd__rescue_leave(void);

#endif
