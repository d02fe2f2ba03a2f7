/* jobs.c: -jobs=N: runs this command line N times, each in its own process, some at a time. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "libfuzzer/command.h"

/* Becomes job I: the same arguments without -jobs and -workers, and with its own seed. */
static _Noreturn void be_job(const struct bd__lf *lf, int argc, char **argv, long long i)
{
    char log[64], seed[64];
    char **args = bd__memory((size_t)argc + 2, sizeof *args);
    int n = 0;
    snprintf(log, sizeof log, "fuzz-%lld.log", i);
    snprintf(seed, sizeof seed, "-seed=%llu", (unsigned long long)((uint32_t)(lf->config.seed + (uint64_t)i) | 1));
    args[n++] = argv[0];
    args[n++] = seed; /* first, because ignored arguments may follow */
    for (int j = 1; j < argc; j++) {
        bool ours = strncmp(argv[j], "-jobs=", 6) == 0 || strncmp(argv[j], "-workers=", 9) == 0 ||
                    strncmp(argv[j], "-seed=", 6) == 0;
        if (!ours) { args[n++] = argv[j]; }
    }
    int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (fd < 0 || dup2(fd, STDERR_FILENO) < 0 || dup2(fd, STDOUT_FILENO) < 0) {
        bd__output_error("ERROR: cannot write %s: %s", log, strerror(errno));
        _exit(BD__EXIT_UNSAVED);
    }
    execv("/proc/self/exe", args);
    _exit(BD__EXIT_ENGINE);
}

/* Waits for a job to end. Returns its number, or -1, and its exit CODE. */
static long long wait_for_one(const pid_t *pid, long long jobs, int *code)
{
    int status;
    pid_t ended;
    do {
        ended = wait(&status);
    } while (ended < 0 && errno == EINTR);
    *code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    for (long long i = 0; i < jobs; i++) {
        if (ended > 0 && pid[i] == ended) { return i; }
    }
    return -1;
}

int bd__lf_jobs(const struct bd__lf *lf, int argc, char **argv)
{
    long long jobs = lf->flags.jobs, workers = lf->flags.workers, started = 0, ended = 0;
    if (!workers) { workers = sysconf(_SC_NPROCESSORS_ONLN) / 2; }
    if (workers < 1) { workers = 1; }
    pid_t *pid = bd__memory((size_t)jobs, sizeof *pid);
    int worst = BD__EXIT_FINE;
    while (ended < jobs) {
        for (; started < jobs && started - ended < workers; started++) {
            fflush(NULL);
            pid[started] = fork();
            if (pid[started] == 0) { be_job(lf, argc, argv, started); }
            if (pid[started] < 0) { bd__output_error("ERROR: cannot start a job: %s", strerror(errno)); }
        }
        int code = BD__EXIT_ENGINE;
        long long which = wait_for_one(pid, started, &code);
        if (which < 0 && errno == ECHILD) { break; }
        ended++;
        fprintf(stderr, "================== Job %lld exited with exit code %d ============ fuzz-%lld.log\n", which,
                code, which);
        if (code > worst) { worst = code; }
    }
    free(pid);
    return ended < jobs ? BD__EXIT_ENGINE : worst;
}
