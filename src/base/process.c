#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/signals.h"

/* How many seconds a killed process may take to disappear. If it takes longer, a debugger or the kernel holds it. */
static const double KILL_PATIENCE = 2;

/* ---- starting a program ---------------------------------------------------------------------- */

/* Puts the streams into place. They are copied out of the way first, because one may have the number of another. */
static bool connect_streams(const int stream[3])
{
    int from[3];
    for (int i = 0; i < 3; i++) {
        from[i] = stream[i] == BD__STREAM_NULL ? open("/dev/null", O_RDWR | O_CLOEXEC) : stream[i];
        if (from[i] < 0) { continue; } /* inherited; there may be no /dev/null */
        from[i] = fcntl(from[i], F_DUPFD_CLOEXEC, 3);
        if (from[i] < 0) { return false; }
    }
    for (int i = 0; i < 3; i++) {
        if (from[i] >= 0 && dup2(from[i], i) < 0) { return false; }
    }
    return true;
}

static void choose_descriptors(const struct bd__program *program)
{
    enum { MANY = 1024 };
    if (program->close_others && close_range(3, UINT_MAX, CLOSE_RANGE_CLOEXEC) != 0) {
        for (int fd = 3; fd < MANY; fd++) { fcntl(fd, F_SETFD, FD_CLOEXEC); } /* an old kernel */
    }
    for (size_t i = 0; i < program->keep_count; i++) { fcntl(program->keep[i], F_SETFD, 0); }
}

_Noreturn void bd__program_become(const struct bd__program *program)
{
    const char *path = program->path ? program->path : program->argv[0];
    if (program->own_group) { setpgid(0, 0); }
    bool there = !program->folder || chdir(program->folder) == 0;
    if (there && connect_streams(program->stream)) {
        choose_descriptors(program);
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execve(path, (char *const *)program->argv, program->env ? (char *const *)program->env : environ);
    }
    dprintf(STDERR_FILENO, "cannot start %s: %s\n", path, strerror(errno));
    _exit(BD__CANNOT_START);
}

bool bd__process_may_fork_later(double *until)
{
    static const double PATIENCE = 60; /* seconds */
    int error = errno;
    double now = bd__clock_seconds();
    if (*until == 0) { *until = now + PATIENCE; }
    bool later = (error == EAGAIN || error == ENOMEM) && now < *until && !bd__signals_stop_is_pending();
    if (later) { nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL); }
    errno = error;
    return later;
}

pid_t bd__program_start(const struct bd__program *program)
{
    /* fork, not posix_spawn: a death signal must be set in the child, and handlers of pthread_atfork must run there. */
    pid_t parent = getpid(), pid;
    double until = 0;
    while ((pid = fork()) < 0 && bd__process_may_fork_later(&until)) {}
    if (pid == 0) {
        if (program->death_signal) {
            prctl(PR_SET_PDEATHSIG, program->death_signal);
            if (getppid() != parent) { _exit(BD__CANNOT_START); } /* the parent died before the line above */
        }
        bd__program_become(program);
    }
    if (pid > 0 && program->own_group) { setpgid(pid, pid); } /* both set it, because either may be first */
    return pid;
}

bool bd__program_find(char path[PATH_MAX], const char *name)
{
    const char *at = getenv("PATH");
    for (; at && *at; at += *at == ':') {
        size_t size = strcspn(at, ":");
        if (size && size < PATH_MAX / 2) {
            snprintf(path, PATH_MAX, "%.*s/%s", (int)size, at, name);
            if (access(path, X_OK) == 0) { return true; }
        }
        at += size;
    }
    return false;
}

/* ---- looking --------------------------------------------------------------------------------- */

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

uint64_t bd__process_private_memory(pid_t pid)
{
    char path[64], text[128] = "";
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) { return 0; }
    ssize_t size = read(fd, text, sizeof text - 1);
    close(fd);
    uint64_t resident, shared;
    if (size <= 0 || sscanf(text, "%*u %" SCNu64 " %" SCNu64, &resident, &shared) != 2 || shared > resident) {
        return 0;
    }
    return (resident - shared) * (uint64_t)sysconf(_SC_PAGESIZE);
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

/* ---- reaping and killing --------------------------------------------------------------------- */

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
