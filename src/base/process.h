/* process.h: starts programs, and watches other processes from outside. Nothing here waits without a time limit. */
#ifndef BD_BASE_PROCESS_H
#define BD_BASE_PROCESS_H

#include <sys/types.h>

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Streams of a program that are no descriptor. */
enum { BD__STREAM_INHERITED = -1, BD__STREAM_NULL = -2 /* /dev/null */ };

/* A program to start, as a child of this process. */
struct bd__program {
    const char *path;        /* NULL: argv[0]. It is not looked up in $PATH */
    const char *folder;      /* its working directory; NULL: ours */
    const char *const *argv; /* ends with NULL */
    const char *const *env;  /* ends with NULL; NULL: ours */
    int stream[3];           /* its stdin, stdout and stderr: descriptors of ours, or BD__STREAM_…; set all three */
    const int *keep;         /* further descriptors that it gets, under the same numbers … */
    size_t keep_count;       /* … and how many */
    bool close_others;       /* close every other descriptor. Otherwise it gets those without O_CLOEXEC, too: ours all
                              * have it, but our own parent may have passed us some */
    bool own_group;          /* it leads a process group, so that a Ctrl-C is for us alone */
    int death_signal;        /* which it gets when we die, however we die; 0: none */
};

/* Starts PROGRAM with no signal blocked. Signals that we handle have their default action there. Those that our own
 * parent made us ignore stay ignored: a program run under nohup must survive a hang-up. Returns the child, which the
 * caller has to reap, or -1, with errno set, if there cannot be one. Does not wait for the program: if it cannot be
 * executed, the child says why on its stderr and exits with BD__CANNOT_START. */
enum { BD__CANNOT_START = 127 }; /* as a shell does */
pid_t bd__program_start(const struct bd__program *program) __attribute__((warn_unused_result));
/* In a child that was forked by other means: becomes PROGRAM. `death_signal` is for the caller to set. */
_Noreturn void bd__program_become(const struct bd__program *program);

/* After fork() failed: true, after a moment, if trying again may help, because there were too many processes. False
 * once it has waited for a minute, or if a signal asks to stop; errno is still that of fork. UNTIL must be 0 at first. */
bool bd__process_may_fork_later(double *until);

/* Finds the program NAME in $PATH. */
bool bd__program_find(char path[PATH_MAX], const char *name);

/* What /proc says about a process, or about one thread of a process. */
struct bd__process {
    char state; /* R S D T t Z …; '?': it exists, but /proc does not show it; 0: no such process */
    pid_t parent;
    long threads;
};
struct bd__process bd__process_look(pid_t pid);

/* Its private memory in bytes; 0 if unknown. */
uint64_t bd__process_private_memory(pid_t pid);

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
