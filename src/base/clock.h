/* clock.h: monotonic seconds for measuring time, wall-clock seconds for showing it to people. */
#ifndef BD_BASE_CLOCK_H
#define BD_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline double bd__clock_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline uint64_t bd__clock_unix(void)
{
    return (uint64_t)time(NULL);
}

#endif
