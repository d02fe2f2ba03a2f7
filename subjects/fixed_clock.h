/* fixed_clock.h: a clock that stands still, so that equal inputs have equal traces.
 *
 * Include it before a subject's sources with `OPTIONS -include fixed_clock.h`. Their calls, and no others, then return
 * the first second of 2022. Engines seed their random numbers with the time, too. This does not cover time zones; a
 * target sets TZ in .setup. */
#ifndef BEDIV_FIXED_CLOCK_H
#define BEDIV_FIXED_CLOCK_H

#include <sys/time.h>
#include <time.h>

enum { BD_FIXED_TIME = 1640995200 };

/* These branches do not count as branches of the software under test. */
#define BD_FIXED_CLOCK __attribute__((unused, no_sanitize("coverage"))) static inline

BD_FIXED_CLOCK time_t bd_fixed_time(time_t *t)
{
    if (t) { *t = BD_FIXED_TIME; }
    return BD_FIXED_TIME;
}

BD_FIXED_CLOCK int bd_fixed_timeofday(struct timeval *tv)
{
    *tv = (struct timeval){.tv_sec = BD_FIXED_TIME};
    return 0;
}

BD_FIXED_CLOCK int bd_fixed_clock(struct timespec *ts)
{
    *ts = (struct timespec){.tv_sec = BD_FIXED_TIME};
    return 0;
}

#define time(t) bd_fixed_time(t)
#define gettimeofday(tv, tz) bd_fixed_timeofday(tv)
#define clock_gettime(clock, ts) bd_fixed_clock(ts)

#endif
