/* growth.c: does a campaign slow down or grow over time? Runs ten million trials on the tree, and measures the speed
 * at 10^5 and at 10^7 trials as a ratio within one run, and the memory that the campaign's own state takes. Speed is
 * per CPU time, over a window of trials after each mark. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "bench.h"
#include "campaign/setup.h"
#include "ring/ring.h"

enum { WINDOW = 200000 };

static void run_to(struct bd__ring *ring, uint64_t trials)
{
    ring->rig.config.trials = trials;
    ring->finished = false;
    bd__loop(ring);
}

/* Trials per CPU second from trial FROM on: the best of five windows, because the machine is shared. */
static double speed_at(struct bd__ring *ring, uint64_t from)
{
    double best = 0;
    run_to(ring, from);
    for (int i = 1; i <= 5; i++) {
        double start = bench_cpu();
        run_to(ring, from + (uint64_t)i * WINDOW);
        double speed = WINDOW / (bench_cpu() - start);
        if (speed > best) { best = speed; }
    }
    return best;
}

int main(void)
{
    static const uint64_t marks[] = {100000, 1000000 + 1000000, 10000000};
    enum { MARKS = sizeof marks / sizeof *marks };
    struct bd__log log = {bench_log, NULL};
    const struct bd_guide_info *guide;
    printf("%-16s %12s %12s %12s %12s %10s\n", "guide", "at 10^5 /s", "at 2·10^6 /s", "at 10^7 /s", "ratio", "memory");
    for (size_t g = 0; (guide = bd_guide_list(g)); g++) {
        struct bd_config config = {.guide = guide->name, .seed = 1, .log = bench_log};
        struct bd__ring *ring;
        if (bd__ring_open(&ring, &bd_program, &config, &log) != BD_OK) { return 1; }
        bd__ring_build(ring, &(struct bd_dict){0});
        ring->row_at = UINT64_MAX;
        double speed[MARKS];
        for (int i = 0; i < MARKS; i++) { speed[i] = speed_at(ring, marks[i]); }
        struct rusage usage;
        getrusage(RUSAGE_SELF, &usage);
        printf("%-16s %12.0f %12.0f %12.0f %12.2f %7.0f MB\n", guide->name, speed[0], speed[1], speed[2],
               speed[2] / speed[0], (double)usage.ru_maxrss / 1024);
        fflush(stdout);
        bd__ring_close(ring);
    }
    return 0;
}
