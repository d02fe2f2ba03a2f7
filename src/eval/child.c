#include "eval/child.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/die.h"
#include "base/process.h"
#include "base/shell.h"

enum { OUTPUT_KEPT = 256 << 10 };
static const double PATIENCE = 4; /* seconds that a program may take to end after SIGTERM; ours take 2 */

sigset_t bd__child_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    struct sigaction hangup; /* under nohup it is ignored, and must not stop us */
    if (sigaction(SIGHUP, NULL, &hangup) != 0 || hangup.sa_handler != SIG_IGN) { sigaddset(&set, SIGHUP); }
    sigaddset(&set, SIGCHLD);
    return set;
}

/* Waits for PID until END; 0: for ever. Returns true if it has ended. Otherwise STOP becomes true if we were asked to stop. */
static bool wait_for(pid_t pid, double end, int *status, struct rusage *usage, bool *stop)
{
    sigset_t signals = bd__child_signals();
    for (;;) {
        if (wait4(pid, status, WNOHANG, usage) == pid) { return true; }
        double left = end > 0 ? end - bd__clock_seconds() : 1;
        if (left <= 0) { return false; }
        if (left > 1) { left = 1; }
        struct timespec time = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
        int signal = sigtimedwait(&signals, NULL, &time);
        if (signal > 0 && signal != SIGCHLD) {
            *stop = true;
            return false;
        }
    }
}

static double seconds_in(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

static void read_output(struct bd__text *text, int fd)
{
    off_t size = lseek(fd, 0, SEEK_END), from = size > OUTPUT_KEPT ? size - OUTPUT_KEPT : 0;
    char part[4096];
    for (ssize_t n; (n = pread(fd, part, sizeof part, from)) > 0; from += n) { bd__text_add(text, part, (size_t)n); }
}

enum bd_status bd__child_run(struct bd__child *child, const char *const *argv, double seconds)
{
    *child = (struct bd__child){0};
    double began = bd__clock_seconds();
    int output = memfd_create("output", MFD_CLOEXEC), status = 0;
    if (output < 0) { return BD_SYSTEM; }
    pid_t pid = bd__program_start(&(struct bd__program){
        .argv = argv,
        .stream = {BD__STREAM_NULL, output, output},
        .death_signal = SIGTERM,
    });
    if (pid < 0) {
        close(output);
        return BD_SYSTEM;
    }
    bool stop = false, ignored = false;
    struct rusage usage = {0};
    if (!wait_for(pid, seconds > 0 ? bd__clock_seconds() + seconds : 0, &status, &usage, &stop)) {
        child->timed_out = !stop;
        kill(pid, SIGTERM);
        double end = bd__clock_seconds() + PATIENCE;
        bool ended =
            wait_for(pid, end, &status, &usage, &ignored) || (ignored && wait_for(pid, end, &status, &usage, &ignored));
        if (!ended) {
            kill(pid, SIGKILL);
            ended = wait_for(pid, bd__clock_seconds() + PATIENCE, &status, &usage, &ignored);
        }
        if (!ended) { /* a debugger holds it, or a second signal came */
            status = SIGKILL;
            bd__process_kill(pid, &status);
        }
    }
    child->seconds = bd__clock_seconds() - began;
    child->cpu_seconds = seconds_in(usage.ru_utime) + seconds_in(usage.ru_stime);
    child->exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    read_output(&child->output, output);
    close(output);
    return stop ? BD_INTERRUPTED : BD_OK;
}

void bd__child_clear(struct bd__child *child)
{
    bd__text_clear(&child->output);
}

const char *bd__child_end(const struct bd__child *child)
{
    static char text[64];
    if (child->timed_out) { return "it did not end in time and was killed"; }
    if (child->exit_code > 128) {
        const char *name = sigabbrev_np(child->exit_code - 128);
        snprintf(text, sizeof text, "killed by SIG%s", name ? name : "?");
    } else {
        snprintf(text, sizeof text, "exit code %d", child->exit_code);
    }
    return text;
}

void bd__child_command(struct bd__text *out, const char *const *argv)
{
    for (size_t i = 0; argv[i]; i++) {
        bd__text_puts(out, i ? " " : "");
        bd__shell_word(out, argv[i]);
    }
}
