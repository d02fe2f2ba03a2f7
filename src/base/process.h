/* process.h: other processes, seen from outside. Nothing here waits without a time limit. */
#ifndef BD_BASE_PROCESS_H
#define BD_BASE_PROCESS_H

#include <sys/types.h>

#include <stdbool.h>

/* What /proc says about a process. */
struct bd__process {
    char state; /* R S D T t Z …; '?': it exists, but /proc does not show it; 0: no such process */
    pid_t parent;
    long threads;
};
struct bd__process bd__process_look(pid_t pid);

/* The CPU time that all its threads have used so far; 0 if it no longer exists. */
double bd__process_cpu_seconds(pid_t pid);

/* Is it dead, reaped or not? A process whose main thread ended before the others looks dead but is not. */
bool bd__process_is_dead(pid_t pid);
/* Is its main thread stopped, stopped under a tracer, or dead? */
bool bd__process_is_still(pid_t pid);
/* The process that traces it, such as a debugger; 0: none. */
pid_t bd__process_tracer(pid_t pid);
/* Is PID a child of ANCESTOR, or a child of a child, and so on? */
bool bd__process_descends(pid_t pid, pid_t ancestor);

/* Reaps the child PID if it ends within SECONDS; also true if there is no such child. A child that a debugger traces
 * must be reaped by the debugger first, even when it is dead. STATUS may be NULL; it is left alone if nothing was
 * reaped. */
bool bd__process_reap(pid_t pid, double seconds, int *status);
/* Kills the child PID and reaps it: now or, if a debugger or the kernel still holds it, in a later call. */
void bd__process_kill(pid_t pid, int *status);

#endif
