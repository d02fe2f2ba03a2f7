#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

/* How many seconds a killed process may take to disappear. If it takes longer, a debugger or the kernel holds it. */
static const double KILL_PATIENCE = 2;

/* Reads the start of /proc/PID/NAME. False if it cannot be read. */
static bool read_about(char *text, size_t size, pid_t pid, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) { return false; }
    ssize_t got = read(fd, text, size - 1);
    close(fd);
    text[got > 0 ? got : 0] = 0;
    return got > 0;
}

struct bd__process bd__process_look(pid_t pid)
{
    struct bd__process seen = {0};
    char text[1024];
    if (!read_about(text, sizeof text, pid, "stat")) {
        seen.state = kill(pid, 0) == 0 || errno == EPERM ? '?' : 0;
        return seen;
    }
    /* A process chooses its own name, which is in parentheses and may contain parentheses; nothing after it does. */
    const char *rest = strrchr(text, ')');
    int parent = 0;
    bool good = rest && sscanf(rest, ") %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %ld",
                               &seen.state, &parent, &seen.threads) == 3;
    if (!good) { seen.state = '?'; }
    seen.parent = parent;
    return seen;
}

double bd__process_cpu_seconds(pid_t pid)
{
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) { return 0; }
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

bool bd__process_is_dead(pid_t pid)
{
    struct bd__process seen = bd__process_look(pid);
    return !seen.state || seen.state == 'X' || (seen.state == 'Z' && seen.threads <= 1);
}

bool bd__process_is_still(pid_t pid)
{
    char state = bd__process_look(pid).state;
    return !state || strchr("TtZX", state);
}

pid_t bd__process_tracer(pid_t pid)
{
    static const char key[] = "\nTracerPid:";
    char text[1024];
    const char *at = read_about(text, sizeof text, pid, "status") ? strstr(text, key) : NULL;
    return at ? atoi(at + sizeof key - 1) : 0;
}

bool bd__process_descends(pid_t pid, pid_t ancestor)
{
    enum { GENERATIONS = 1000 }; /* a limit, because the tree changes while we climb it and might seem to have cycles */
    for (int i = 0; i < GENERATIONS && pid > 1; i++) {
        pid = bd__process_look(pid).parent;
        if (pid == ancestor) { return true; }
    }
    return false;
}

bool bd__process_reap(pid_t pid, double seconds, int *status)
{
    enum { FIRST_NAP = 50000, LONGEST_NAP = 5000000 }; /* nanoseconds */
    double until = bd__clock_seconds() + seconds;
    for (long nap = FIRST_NAP;; nap = nap < LONGEST_NAP ? nap * 2 : nap) {
        pid_t got = waitpid(pid, status, WNOHANG | __WALL);
        if (got == pid || (got < 0 && errno == ECHILD)) { return true; }
        if (bd__clock_seconds() >= until) { return false; }
        nanosleep(&(struct timespec){.tv_nsec = nap}, NULL);
    }
}

/* Killed, but still held by a debugger or the kernel: to be reaped in a later call. */
static pid_t held[16];
enum { HELD = sizeof held / sizeof *held };

void bd__process_kill(pid_t pid, int *status)
{
    size_t slot = HELD;
    kill(pid, SIGKILL);
    bool gone = bd__process_reap(pid, KILL_PATIENCE, status);
    for (size_t i = 0; i < HELD; i++) {
        if (held[i] && bd__process_reap(held[i], 0, NULL)) { held[i] = 0; }
        if (!held[i]) { slot = i; }
    }
    if (!gone && slot < HELD) { held[slot] = pid; }
}
