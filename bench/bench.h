/* bench.h: what the benchmarks share. */
#ifndef BENCH_H
#define BENCH_H

#include <bediv/engine.h>
#include <stdio.h>
#include <time.h>

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

#endif
