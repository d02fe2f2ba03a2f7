/* floor [TRIALS [GUIDE [ROUNDS]]]: how close is a campaign to the floor, the least that its inputs can cost?
 *
 * The floor is the same generator with bare answers, the instrumented target with its heap restored, and the fused pass
 * over the counters: no plan, no record, no judgement, no corpus, no supervisor. Two floors are measured:
 *   random  the generator with a bare random number generator;
 *   same    exactly the inputs that the campaign ran, with their answers read from a list: in bursts of fifty, because
 *           siblings resemble each other and processors benefit from that; and many bursts, because families differ.
 * A guide that comes to prefer larger inputs is slower than the random floor for that reason alone; the ratio to the
 * same inputs shows what the engine itself costs. All figures are per CPU second of all processes, measured in turns
 * within one run; a ratio is the median over the rounds. An input that crashes the target ends a recording or a floor;
 * whatever was measured until then counts. Everything that runs the target does so in a separate process.
 */
#include <bediv/engine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bare.h"
#include "bench.h"
#include "listen.h"

enum { MOST_ROUNDS = 9, BURST = 50, SAMPLE = 640 * BURST, ANSWERS = 128 << 20, WARM_UP = 500 };

/* In memory that all processes share: the inputs of a campaign, as lists of answers, and orders for a child. There is
 * room for all inputs: if only the first ones fitted, they would be those of a young campaign, which are small. */
struct bench {
    const char *guide;
    uint64_t trials, seed;
    size_t rounds;
    bool listed;
    double rate;
    size_t count;
    uint64_t *start[SAMPLE + 1];
    uint64_t answer[ANSWERS];
};
static struct bench *bench;

static double cpu_of(int who)
{
    struct rusage u;
    getrusage(who, &u);
    return (double)u.ru_utime.tv_sec + (double)u.ru_stime.tv_sec +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

/* ---- the inputs of a campaign ---------------------------------------------------------------- */

static uint64_t every, seen;

static void keep_answers(const struct bd__trial *t)
{
    uint64_t *end = bench->start[bench->count];
    if (seen++ / BURST % every || bench->count == SAMPLE ||
        end + t->choices.choice_count + 1 > bench->answer + ANSWERS) {
        return;
    }
    for (uint32_t i = 0; i < t->choices.choice_count; i++) { *end++ = t->choices.choice[i].answer; }
    bench->start[++bench->count] = end;
}

/* Runs the campaign again with the same seed, and keeps its inputs. */
static void record(void *unused)
{
    (void)unused;
    every = bench->trials / SAMPLE + 1;
    bench->count = 0;
    bench->start[0] = bench->answer;
    bench_listen(bench_open_ring(bench->guide, bench->trials, bench->seed), keep_answers);
}

/* ---- measuring ------------------------------------------------------------------------------- */

static void run_floor(struct bd__ring *ring, uint64_t first, uint64_t count)
{
    for (uint64_t i = first; i < first + count; i++) {
        bench_bare_begin(ring->rig.source, bench->listed ? bench->start[i % bench->count] : NULL);
        bd__out_begin(&ring->rig.out);
        ring->rig.target.fuzzer.generate(ring->rig.source, &ring->rig.out);
        struct bd_input input = {ring->rig.out.data, ring->rig.out.size, ring->rig.out.object, ring->rig.env};
        bool novel;
        bd__target_reset(&ring->rig.target, ring->rig.env);
        bd__target_run(&ring->rig.target, &input, ring->rig.out.capacity);
        bd__out_end(&ring->rig.out);
        bd__cover_collect(&ring->rig.cover, ring->feedback.seen, ring->feedback.seen_valid, &novel);
    }
}

/* Floor executions per CPU second, on the recorded or on random inputs. */
static void measure_floor(void *unused)
{
    (void)unused;
    struct bd__ring *ring = bench_open_ring("quickcheck", bench->trials, bench->seed);
    ring->rig.env = bd__target_setup(&ring->rig.target, 0, NULL);
    ring->rig.source->env = ring->rig.env;
    uint64_t count = bench->trials / 8;
    if (bench->listed) { count = (count / bench->count + 1) * bench->count; } /* whole passes over the list */
    run_floor(ring, 0, WARM_UP);
    bd__cover_reset();
    double start = bench_cpu();
    for (uint64_t done = 0; done < count; done += BURST) {
        run_floor(ring, done, BURST);
        bench->rate = (double)(done + BURST) / (bench_cpu() - start);
    }
}

static double floor_rate(bool listed)
{
    bench->listed = listed;
    bench->rate = 0;
    bench_try_in_child(measure_floor, NULL);
    if (bench->rate == 0) { exit(1); }
    return bench->rate;
}

/* In $TMPDIR. Run directories are removed only at the end: ext4 is slow to create files where many were just deleted.
 * If other programs delete files there too, set TMPDIR to a directory in memory: /dev/shm. */
static char scratch[256];

static bool make_scratch(void)
{
    const char *parent = getenv("TMPDIR");
    snprintf(scratch, sizeof scratch, "%s/bediv-floor-XXXXXX", parent && *parent ? parent : "/tmp");
    return mkdtemp(scratch);
}

static void remove_scratch(void)
{
    char command[300];
    snprintf(command, sizeof command, "rm -rf %s", scratch);
    if (system(command) != 0) { fprintf(stderr, "cannot remove %s\n", scratch); }
}

static double campaign_rate(const char *guide, uint64_t trials, uint64_t seed, struct bd_summary *summary)
{
    static unsigned number;
    char directory[300];
    snprintf(directory, sizeof directory, "%s/%u", scratch, number++);
    struct bd_config config = {
        .guide = guide,
        .directory = directory,
        .trials = trials,
        .seed = seed,
        .tuning = {.garble_share = BD_NONE}, /* the floor has none */
        .log = bench_log,
    };
    double start = cpu_of(RUSAGE_SELF) + cpu_of(RUSAGE_CHILDREN);
    if (bd_campaign_run(&bd_program, &config, summary) != BD_OK) { exit(1); }
    double seconds = cpu_of(RUSAGE_SELF) + cpu_of(RUSAGE_CHILDREN) - start;
    return (double)trials / seconds;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *value)
{
    qsort(value, bench->rounds, sizeof *value, by_size);
    return value[bench->rounds / 2];
}

static void measure(const char *guide)
{
    double of_random[MOST_ROUNDS], of_same[MOST_ROUNDS], rate[MOST_ROUNDS];
    struct bd_summary summary;
    bench->guide = guide;
    bench_try_in_child(record, NULL);
    if (bench->count == 0) { exit(1); }
    for (size_t i = 0; i < bench->rounds; i++) {
        double random_before = floor_rate(false), same_before = floor_rate(true);
        rate[i] = campaign_rate(guide, bench->trials, bench->seed, &summary);
        double random_after = floor_rate(false), same_after = floor_rate(true);
        of_random[i] = rate[i] / ((random_before + random_after) / 2);
        of_same[i] = rate[i] / ((same_before + same_after) / 2);
    }
    double speed = median(rate);
    printf("%-12s %-16s %12.0f %10.2f %10.2f %10.0f %10.0f %8.0f%%\n", bd_program.name, guide, speed, median(of_same),
           median(of_random), summary.last.figures.mean_input, summary.last.figures.mean_trace,
           100.0 * (double)summary.last.figures.traces / (double)summary.last.figures.trials);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    if (!make_scratch() || atexit(remove_scratch) != 0) { return 1; }
    bench = bench_share(sizeof *bench);
    bench->trials = argc > 1 ? strtoull(argv[1], NULL, 10) : 200000;
    bench->seed = 1;
    bench->rounds = argc > 3 ? strtoul(argv[3], NULL, 10) : 3;
    if (bench->rounds < 1 || bench->rounds > MOST_ROUNDS) { return 2; }
    const struct bd_guide_info *guide;
    for (size_t i = 0; (guide = bd_guide_list(i)); i++) {
        if (argc < 3 || strcmp(argv[2], guide->name) == 0) { measure(guide->name); }
    }
    return 0;
}
