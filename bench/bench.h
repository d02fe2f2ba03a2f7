/* bench.h: what the benchmarks share. */
#ifndef BENCH_H
#define BENCH_H

#include <bediv/engine.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The subject that the benchmark is linked with. */
extern const struct bd_fuzzer bd_program;

/* For struct bd_config: errors only. */
static inline void bench_log(enum bd_log_level level, const char *text, void *user)
{
    (void)user;
    if (level == BD_LOG_ERROR) { fprintf(stderr, "%s\n", text); }
}

/* CPU seconds of this process. */
static inline double bench_cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Zeroed memory that this process and its children share. */
static inline void *bench_share(size_t size)
{
    void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (shared == MAP_FAILED) { exit(1); }
    return shared;
}

/* Does WORK in a new process: a subject is set up once per process, and never in this one. Returns false if that
 * process failed. */
static inline bool bench_try_in_child(void (*work)(void *user), void *user)
{
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stdout)) { _exit(1); } /* as in a worker: subjects print */
        work(user);
        _exit(0);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static inline void bench_in_child(void (*work)(void *user), void *user)
{
    if (!bench_try_in_child(work, user)) {
        fprintf(stderr, "%s: a measurement failed\n", bd_program.name);
        exit(1);
    }
}

#endif
