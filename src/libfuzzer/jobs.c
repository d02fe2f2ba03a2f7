/* jobs.c: -jobs=N: runs this command line N times, each in its own process, some at a time. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/process.h"
#include "libfuzzer/command.h"

static int open_log(long long i)
{
    char name[64];
    snprintf(name, sizeof name, "fuzz-%lld.log", i);
    int log = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (log < 0) { bd__output_error("ERROR: cannot write %s: %s", name, strerror(errno)); }
    return log;
}

/* Starts job I, which writes to LOG: the same arguments without -jobs and -workers, and with its own seed. */
static pid_t start(const struct bd__lf *lf, int argc, char **argv, long long i, int log)
{
    char seed[64];
    const char **args = bd__memory((size_t)argc + 2, sizeof *args);
    int n = 0;
    snprintf(seed, sizeof seed, "-seed=%llu", (unsigned long long)((uint32_t)(lf->config.seed + (uint64_t)i) | 1));
    args[n++] = argv[0];
    args[n++] = seed; /* first, because ignored arguments may follow */
    for (int j = 1; j < argc; j++) {
        bool ours = strncmp(argv[j], "-jobs=", 6) == 0 || strncmp(argv[j], "-workers=", 9) == 0 ||
                    strncmp(argv[j], "-seed=", 6) == 0;
        if (!ours) { args[n++] = argv[j]; }
    }
    pid_t pid = bd__program_start(&(struct bd__program){
        .path = "/proc/self/exe",
        .argv = args,
        .stream = {BD__STREAM_INHERITED, log, log},
    });
    free(args);
    return pid;
}

/* Waits for a job to end. Returns its number, or -1, and its exit CODE. */
static long long wait_for_one(const pid_t *pid, long long jobs, int *code)
{
    int status = 0;
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

static int report_end(long long i, int code, int worst)
{
    fprintf(stderr, "================== Job %lld exited with exit code %d ============ fuzz-%lld.log\n", i, code, i);
    return code > worst ? code : worst;
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
            int log = open_log(started);
            if (log < 0) {
                worst = report_end(started, BD__EXIT_UNSAVED, worst);
                ended++;
                continue;
            }
            pid[started] = start(lf, argc, argv, started, log);
            if (pid[started] < 0) { bd__output_error("ERROR: cannot start a job: %s", strerror(errno)); }
            close(log);
        }
        int code = BD__EXIT_ENGINE;
        long long which = wait_for_one(pid, started, &code);
        if (which < 0 && errno == ECHILD) { break; }
        worst = report_end(which, code, worst);
        ended++;
    }
    free(pid);
    return ended < jobs ? BD__EXIT_ENGINE : worst;
}
