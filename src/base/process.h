/* process.h: other processes, seen from outside. Nothing here waits without a limit. */
#ifndef BD_BASE_PROCESS_H
#define BD_BASE_PROCESS_H

#include <sys/types.h>

#include <stdbool.h>

/* What /proc says of a process. */
struct bd__process {
    char state; /* R S D T t Z …; '?': it is there, but /proc does not show it; 0: there is none */
    pid_t parent;
    long threads;
};
struct bd__process bd__process_look(pid_t pid);

/* The time that all of its threads have had on a processor so far; 0 if it is gone. */
double bd__process_cpu_seconds(pid_t pid);

/* Is it dead, reaped or not? A first thread that ended before the others looks dead, and is not. */
bool bd__process_is_dead(pid_t pid);
/* Does no thread of it run that could have begun the process: is it stopped, traced and stopped, or dead? */
bool bd__process_is_still(pid_t pid);
/* Who traces it: a debugger; 0: nobody. */
pid_t bd__process_tracer(pid_t pid);
/* Is PID a child of ANCESTOR, or a child of a child, and so on? */
bool bd__process_descends(pid_t pid, pid_t ancestor);

/* Reaps the child PID if it ends within SECONDS. A child that a debugger traces is the debugger's to reap first, even
 * when it is dead. STATUS may be NULL; it is left alone if there is nobody to reap. */
bool bd__process_reap(pid_t pid, double seconds, int *status);
/* Kills the child PID and reaps it, now or, if somebody holds it, when this is called again. */
void bd__process_kill(pid_t pid, int *status);

#endif
