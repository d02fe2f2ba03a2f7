/* floor [TRIALS [GUIDE]]: how near is a campaign to the floor, the least that its inputs can cost?
 *
 * The floor is the same generator fed with bare answers, the instrumented target, and the fused pass over the
 * counters: no plan, no record, no judgement, no corpus, no supervisor. Two floors are measured:
 *   random  the generator with a bare random number generator;
 *   same    the very inputs that the campaign ran, their answers read from a list: bursts of a hundred in a
 *           row, for siblings resemble each other, and processors like that.
 * A guide that comes to like larger inputs is slower than the random floor for that reason alone; the ratio to
 * the same inputs shows what the engine itself costs. All figures are per CPU second of all processes, taken
 * in turns within one run; a ratio is the median over the rounds.
 */
#include <bediv/engine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bench.h"
#include "engine/campaign.h"
#include "engine/setup.h"

enum { ROUNDS = 3, BURST = 100, SAMPLE = 80 * BURST, ANSWERS = 16 << 20 };

static double cpu_of(int who)
{
    struct rusage u;
    getrusage(who, &u);
    return (double)u.ru_utime.tv_sec + (double)u.ru_stime.tv_sec +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

/* ---- the inputs of a campaign, as lists of answers ------------------------------------------------- */

struct recording {
    struct bd__guide guide; /* the guide, listened to */
    const struct bd__guide *inner;
    uint64_t every, seen;
    uint64_t *answer, *start[SAMPLE + 1];
    size_t count;
};
static struct recording recording;

static void *create(const struct bd__guide_tools *tools)
{
    return recording.inner->create(tools);
}

static void next(void *state, struct bd__plan *plan)
{
    recording.inner->next(state, plan);
}

static void observe(void *state, const struct bd__trial *t)
{
    struct recording *r = &recording;
    recording.inner->observe(state, t);
    uint64_t *end = r->start[r->count];
    if (r->seen++ / BURST % r->every || r->count == SAMPLE || end + t->choices.choice_count + 1 > r->answer + ANSWERS) {
        return;
    }
    for (uint32_t i = 0; i < t->choices.choice_count; i++) { *end++ = t->choices.choice[i].answer; }
    r->start[++r->count] = end;
}

/* Runs the campaign once more in this process, same seed, and keeps its inputs. */
static void record(const char *guide, uint64_t trials, uint64_t seed)
{
    struct bd_config config = {.guide = guide, .trials = trials, .seed = seed, .log = bench_log};
    struct bd__log log = {bench_log, NULL};
    struct bd__dict_file dict;
    struct bd__campaign *c;
    if (bd__campaign_open(&c, &bd_program, &config, &log) != BD_OK || bd__setup_dictionary(&dict, c, &log) != BD_OK) {
        exit(1);
    }
    recording.inner = c->guide;
    recording.guide = (struct bd__guide){.info = {guide, ""}, .create = create, .next = next, .observe = observe};
    recording.every = trials / SAMPLE + 1;
    recording.seen = recording.count = 0;
    recording.start[0] = recording.answer;
    c->guide = &recording.guide;
    bd__campaign_build(c, &dict.dict);
    c->row_at = UINT64_MAX; /* nobody takes rows here */
    bd__loop(c);
    bd__campaign_close(c);
    bd__dict_clear(&dict);
}

/* ---- measuring ------------------------------------------------------------------------------- */

/* Floor executions per CPU second. LISTED: over the recording, else over COUNT random inputs. */
static double floor_rate(struct bd__campaign *c, bool listed, uint64_t count)
{
    bd__cover_reset();
    double start = bench_cpu();
    if (listed) { count = (count / recording.count + 1) * recording.count; } /* whole turns through the list */
    for (uint64_t i = 0; i < count; i++) {
        bd__source_begin_bare(c->source, listed ? recording.start[i % recording.count] : NULL);
        bd__out_begin(&c->out);
        c->target.fuzzer.generate(c->source, &c->out);
        struct bd_input input = {c->out.data, c->out.size, c->out.object, c->target.env};
        bool novel;
        bd__target_run(&c->target, &input, c->out.capacity);
        bd__out_end(&c->out);
        bd__cover_collect(&c->cover, c->feedback.seen, c->feedback.seen_valid, &novel);
    }
    return (double)count / (bench_cpu() - start);
}

/* Run directories are removed at the very end: ext4 is slow to create files where many were just deleted. */
static char scratch[] = "/tmp/bediv-floor-XXXXXX";

static void remove_scratch(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", scratch);
    if (system(command) != 0) { fprintf(stderr, "could not remove %s\n", scratch); }
}

static double campaign_rate(const char *guide, uint64_t trials, uint64_t seed, struct bd_summary *summary)
{
    static unsigned number;
    char directory[128];
    snprintf(directory, sizeof directory, "%s/%u", scratch, number++);
    struct bd_config config = {
        .guide = guide, .directory = directory, .trials = trials, .seed = seed, .log = bench_log};
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
    qsort(value, ROUNDS, sizeof *value, by_size);
    return value[ROUNDS / 2];
}

static void measure(struct bd__campaign *c, const char *guide, uint64_t trials)
{
    const uint64_t seed = 1, share = trials / 8;
    double of_random[ROUNDS], of_same[ROUNDS], rate[ROUNDS];
    struct bd_summary summary;
    record(guide, trials, seed);
    for (int i = 0; i < ROUNDS; i++) {
        double random_before = floor_rate(c, false, share), same_before = floor_rate(c, true, share);
        rate[i] = campaign_rate(guide, trials, seed, &summary);
        double random_after = floor_rate(c, false, share), same_after = floor_rate(c, true, share);
        of_random[i] = rate[i] / ((random_before + random_after) / 2);
        of_same[i] = rate[i] / ((same_before + same_after) / 2);
    }
    double speed = median(rate);
    printf("%-10s %-16s %12.0f %10.2f %10.2f %10.0f %10.0f %8.0f%%\n", bd_program.name, guide, speed, median(of_same),
           median(of_random), summary.last.figures.mean_input, summary.last.figures.mean_trace,
           100.0 * (double)summary.last.figures.traces / (double)summary.last.figures.trials);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    uint64_t trials = argc > 1 ? strtoull(argv[1], NULL, 10) : 200000;
    struct bd_config config = {.guide = "quickcheck", .seed = 1, .log = bench_log};
    struct bd__log log = {bench_log, NULL};
    struct bd__dict_file dict;
    struct bd__campaign *c;
    if (!mkdtemp(scratch) || atexit(remove_scratch) != 0) { return 1; }
    recording.answer = malloc(ANSWERS * sizeof *recording.answer);
    if (!recording.answer || bd__campaign_open(&c, &bd_program, &config, &log) != BD_OK ||
        bd__setup_dictionary(&dict, c, &log) != BD_OK) {
        return 1;
    }
    bd__campaign_build(c, &dict.dict);
    bd__target_setup(&c->target, 0, NULL);
    c->source->env = c->target.env;
    const struct bd_guide_info *guide;
    for (size_t i = 0; (guide = bd_guide_list(i)); i++) {
        if (argc < 3 || strcmp(argv[2], guide->name) == 0) { measure(c, guide->name, trials); }
    }
    bd__campaign_close(c);
    return 0;
}
