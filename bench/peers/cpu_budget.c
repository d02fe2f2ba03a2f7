/* cpu_budget: runs a command on one core until its processes have used a given CPU time together.
 *
 *   cpu_budget SECONDS CORE REPORT COMMAND [ARGUMENT...]
 *
 * User and system time of the command and of all its descendants counts, also of those that have ended. When it is used
 * up, the command gets SIGTERM, and half a minute later whatever is left is killed. REPORT gets one line: the CPU
 * seconds used until the last process was gone, and how the command ended: `exit N` or `signal N`; then `budget` if it
 * was stopped here.
 *
 * All processes share one core, so the CPU time cannot grow faster than the clock: after a sleep for as long as is left
 * of the budget, it is not exceeded. That takes few looks at /proc, which cost the command nothing. */
#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"

static const double PATIENCE = 30, SHORTEST_NAP = 0.01;

static _Noreturn void give_up(const char *what)
{
    fprintf(stderr, "cpu_budget: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* ---- the processes below us -------------------------------------------------------------------- */

/* Calls VISIT for each; returns the sum. */
static double for_each_descendant(double (*visit)(pid_t pid))
{
    double sum = 0;
    DIR *all = opendir("/proc");
    if (!all) { give_up("/proc"); }
    for (const struct dirent *entry; (entry = readdir(all));) {
        pid_t pid = atoi(entry->d_name);
        if (pid > 0 && bd__process_descends(pid, getpid())) { sum += visit(pid); }
    }
    closedir(all);
    return sum;
}

/* The CPU time of PID and of those of its children that it has reaped. 0 if it is gone: then we, or its parent, have
 * it. */
static double cpu_seconds(pid_t pid)
{
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file) { return 0; }
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = 0;
    unsigned long user, system;
    long user_of_children, system_of_children;
    const char *rest = strrchr(text, ')'); /* the name before it may contain anything */
    if (!rest || sscanf(rest, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld", &user, &system,
                        &user_of_children, &system_of_children) != 4) {
        return 0;
    }
    return (double)(user + system + (unsigned long)(user_of_children + system_of_children)) /
           (double)sysconf(_SC_CLK_TCK);
}

static double kill_one(pid_t pid)
{
    kill(pid, SIGKILL);
    return 0;
}

/* The CPU time of those that are gone, exactly. */
static double cpu_of_reaped(void)
{
    struct rusage use;
    getrusage(RUSAGE_CHILDREN, &use);
    return (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
           1e-6 * (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
}

static double cpu_of_all(void)
{
    return cpu_of_reaped() + for_each_descendant(cpu_seconds);
}

/* ---- one command ------------------------------------------------------------------------------- */

static sigset_t signals; /* a child ended, or somebody wants us to end */

/* Sleeps until the command has ended, or that long. True if it has ended; *WANTED if we are asked to end. */
static bool ends_within(pid_t command, double seconds, int *status, bool *wanted)
{
    for (double until = bd__clock_seconds() + seconds;;) {
        pid_t gone;
        while ((gone = waitpid(-1, status, WNOHANG)) > 0) {
            if (gone == command) { return true; }
        }
        double left = until - bd__clock_seconds();
        if (left <= 0 || *wanted) { return false; }
        struct timespec nap = {.tv_sec = (time_t)left, .tv_nsec = (long)(1e9 * (left - (double)(time_t)left))};
        int signal = sigtimedwait(&signals, NULL, &nap);
        *wanted = signal == SIGINT || signal == SIGTERM || signal == SIGHUP;
    }
}

/* Whatever the command leaves behind: orphans are our children. */
static void end_the_rest(void)
{
    do {
        for_each_descendant(kill_one);
    } while (waitpid(-1, NULL, 0) > 0 || errno == EINTR);
}

static pid_t start(const char *core, char **command)
{
    char path[PATH_MAX];
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(atoi(core), &cores);
    if (sched_setaffinity(0, sizeof cores, &cores) != 0) { give_up(core); }
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) { give_up("subreaper"); }
    bool named = !strchr(command[0], '/');
    if (named && !bd__program_find(path, command[0])) { give_up(command[0]); }
    struct bd__program program = {
        .path = named ? path : command[0],
        .argv = (const char *const *)command,
        .stream = {BD__STREAM_NULL, BD__STREAM_INHERITED, BD__STREAM_INHERITED},
        .own_group = true,
        .death_signal = SIGKILL,
    };
    pid_t pid = bd__program_start(&program);
    if (pid < 0) { give_up(command[0]); }
    return pid;
}

int main(int argc, char **argv)
{
    double budget = argc > 4 ? atof(argv[1]) : 0;
    if (budget <= 0) {
        fprintf(stderr, "usage: cpu_budget SECONDS CORE REPORT COMMAND [ARGUMENT...]\n");
        return 2;
    }
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &signals, NULL);

    pid_t command = start(argv[2], argv + 4);
    bool wanted = false, spent = false, ended = false;
    int status = 0;
    while (!ended && !wanted && !spent) {
        double left = budget - cpu_of_all();
        spent = left <= 0;
        if (!spent) { ended = ends_within(command, left > SHORTEST_NAP ? left : SHORTEST_NAP, &status, &wanted); }
    }
    if (!ended) {
        bool again = false;
        kill(command, SIGTERM);
        if (!ends_within(command, PATIENCE, &status, &again)) {
            kill(command, SIGKILL);
            waitpid(command, &status, 0);
        }
    }
    end_the_rest();
    if (wanted) { return 128 + SIGTERM; }

    FILE *report = fopen(argv[3], "w");
    if (!report) { give_up(argv[3]); }
    bool exited = WIFEXITED(status);
    fprintf(report, "%.2f %s %d%s\n", cpu_of_reaped(), exited ? "exit" : "signal",
            exited ? WEXITSTATUS(status) : WTERMSIG(status), spent ? " budget" : "");
    if (fclose(report) != 0) { give_up(argv[3]); }
    return 0;
}
