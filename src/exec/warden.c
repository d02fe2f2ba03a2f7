#include "exec/warden.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"

/* In seconds: for a worker to start; for the warden to kill everything; for the warden itself to end. */
static const double START_PATIENCE = 30, CLEAN_PATIENCE = 10, END_PATIENCE = 12;
enum { ASKED = SIGTERM }; /* asks the warden to end */

/* ---- the warden's side ----------------------------------------------------------------------- */

struct ward {
    pid_t worker;
    bool ended; /* with this status */
    int status;
};

/* Reaps everything that has ended. False if no child is left. */
static bool reap(struct ward *w)
{
    for (;;) {
        int status;
        pid_t pid = waitpid(-1, &status, WNOHANG | __WALL);
        if (pid <= 0) { return pid == 0 || errno == EINTR; }
        if (WIFSTOPPED(status)) {
            /* It made us its tracer with PTRACE_TRACEME. We do not trace: deliver its signal and detach. */
            ptrace(PTRACE_DETACH, pid, NULL, WSTOPSIG(status));
        } else if (pid == w->worker) {
            w->ended = true;
            w->status = status;
        }
    }
}

/* Kills our children, including adopted orphans, and returns how many were alive. Fast, because processes that fork and
 * exit all the time are hard to catch. */
static size_t kill_children(void)
{
    char path[64];
    size_t alive = 0;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *children = fopen(path, "re");
    for (int pid; children && fscanf(children, "%d", &pid) == 1;) {
        kill(pid, SIGKILL);
        alive += !bd__process_is_dead(pid);
    }
    if (children) { fclose(children); }
    return alive;
}

/* Kills all our descendants and returns how many were alive. Thorough: for trees that grow faster than we can cut them
 * from above, and for kernels that do not list children. */
static size_t kill_descendants(void)
{
    size_t alive = 0;
    pid_t self = getpid();
    DIR *processes = opendir("/proc");
    for (struct dirent *entry; processes && (entry = readdir(processes));) {
        pid_t pid = atoi(entry->d_name);
        if (pid > 0 && bd__process_descends(pid, self) && !bd__process_is_dead(pid)) {
            kill(pid, SIGKILL);
            alive++;
        }
    }
    if (processes) { closedir(processes); }
    return alive;
}

/* Kills until nothing is left below us, or only dead processes that a debugger holds. */
static void clean(struct ward *w, const sigset_t *child)
{
    enum { THOROUGH = 8, ROUNDS_WITH_THE_DEAD = 20 };
    double until = bd__clock_seconds() + CLEAN_PATIENCE;
    int idle = 0;
    for (int round = 1; reap(w) && idle < ROUNDS_WITH_THE_DEAD && bd__clock_seconds() < until; round++) {
        size_t alive = round % THOROUGH ? kill_children() : kill_descendants();
        idle = alive ? 0 : idle + 1;
        sigtimedwait(child, NULL, &(struct timespec){.tv_nsec = 5000000});
    }
}

/* The warden may outlive the supervisor, so it must keep nothing open, such as the lock on a run directory. */
static void close_all_but(int fd)
{
    enum { MANY = 1024 };
    if (fd) { dup2(fd, 0); }
    if (close_range(1, UINT_MAX, 0) == 0) { return; }
    for (int i = 1; i < MANY; i++) { close(i); }
}

static _Noreturn void be_warden(struct ward *w, int report)
{
    sigset_t child, waited;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    waited = child;
    sigaddset(&waited, ASKED);
    prctl(PR_SET_NAME, "bediv-warden");
    close_all_but(report);
    while (reap(w) && !w->ended) {
        /* One second, because a child can be created so that its end sends no signal. */
        if (sigtimedwait(&waited, NULL, &(struct timespec){1, 0}) == ASKED) { break; }
    }
    clean(w, &child);
    bool told = !w->ended || write(0, &w->status, sizeof w->status) == sizeof w->status;
    _exit(!told);
}

/* Sends the worker's id or, if there is none, the error as a negative number. */
static bool tell(int report, pid_t worker)
{
    return write(report, &worker, sizeof worker) == sizeof worker;
}

/* In the worker: waits until the warden has closed the other end of READY, with everything else. Before that, a target could
 * stop it while it still holds the descriptors of the supervisor. */
static void wait_for_warden(const int ready[2])
{
    uint8_t nothing;
    close(ready[1]);
    while (read(ready[0], &nothing, 1) < 0 && errno == EINTR) {}
    close(ready[0]);
}

/* In the first child: becomes the warden and starts the worker. */
static _Noreturn void begin(pid_t supervisor, int report, void (*work)(void *), void *user)
{
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    setpgid(0, 0); /* Ctrl-C is for the supervisor */
    prctl(PR_SET_PDEATHSIG, ASKED);
    if (getppid() != supervisor) { _exit(1); } /* the supervisor died before the line above */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t warden = getpid();
    int ready[2];
    struct ward w = {.worker = pipe2(ready, O_CLOEXEC) == 0 ? fork() : -1};
    if (w.worker == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        wait_for_warden(ready);
        if (getppid() != warden || !tell(report, getpid())) { _exit(1); } /* before any foreign code runs */
        close(report);
        sigprocmask(SIG_SETMASK, &before, NULL);
        work(user);
        _exit(0);
    }
    if (w.worker < 0) {
        tell(report, -errno);
        _exit(1);
    }
    be_warden(&w, report);
}

/* ---- the supervisor's side ------------------------------------------------------------------- */

static bool start(struct bd__warden *w, void (*work)(void *user), void *user)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) { return false; }
    pid_t self = getpid();
    *w = (struct bd__warden){.report = ends[0], .pid = fork()};
    if (w->pid == 0) {
        close(ends[0]);
        begin(self, ends[1], work, user);
    }
    int error = errno;
    close(ends[1]);
    if (w->pid > 0) {
        setpgid(w->pid, w->pid); /* parent and child both set it, because either may be first */
        struct pollfd from = {.fd = w->report, .events = POLLIN};
        bool told = poll(&from, 1, (int)(START_PATIENCE * 1000)) == 1 &&
                    read(w->report, &w->worker, sizeof w->worker) == sizeof w->worker;
        fcntl(w->report, F_SETFL, O_NONBLOCK);
        if (told && w->worker > 0) { return true; }
        error = told ? -w->worker : ECHILD;
        bd__process_kill(w->pid, NULL);
    }
    close(w->report);
    errno = error;
    return false;
}

bool bd__warden_start(struct bd__warden *w, void (*work)(void *user), void *user)
{
    double until = 0;
    bool started;
    while (!(started = start(w, work, user)) && bd__process_may_fork_later(&until)) {}
    return started;
}

/* Call it when the warden has ended. */
static void take_report(struct bd__warden *w, int *status)
{
    if (read(w->report, status, sizeof *status) != sizeof *status) {
        kill(w->worker, SIGKILL); /* something killed its warden */
        *status = SIGKILL;
    }
    close(w->report);
}

bool bd__warden_has_ended(struct bd__warden *w, int *status)
{
    if (!bd__process_reap(w->pid, 0, NULL)) { return false; }
    take_report(w, status);
    return true;
}

void bd__warden_end(struct bd__warden *w, int *status)
{
    kill(w->worker, SIGKILL);
    kill(w->pid, ASKED);
    kill(w->pid, SIGCONT); /* the target may have stopped it */
    if (!bd__process_reap(w->pid, END_PATIENCE, NULL)) { bd__process_kill(w->pid, NULL); }
    take_report(w, status);
}
