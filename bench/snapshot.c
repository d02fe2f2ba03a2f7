/* snapshot: what is gained by starting every run from a saved heap? Measures the time per run, and the distinct traces
 * in 2,000 runs of the same input, in three ways:
 *   malloc    set-up, run and tear-down each time, with memory from malloc: what a user has without <bediv/heap.h>;
 *   heap      set-up and run each time, with memory from the heap; tear-down just drops it;
 *   snapshot  one set-up, and the heap restored before each run: what campaigns do.
 * The inputs are valid ones of ordinary size from the subject's generator, the same for all ways. Figures are CPU time,
 * the minimum of many short batches; the ways take turns. Each measurement has its own process.
 *
 * If the set-up cannot be repeated in one process, the way malloc does it only once, too (marked *), and there is no
 * way heap: such software is trusted to clean up after each run.
 *
 * For the way malloc, this program is linked with plain_heap.c: NAME_malloc beside NAME, called with the word `full`.
 */
#include <bediv/engine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bare.h"
#include "bench.h"
#include "campaign/setup.h"
#include "exec/heap.h"
#include "ring/ring.h"

enum {
    ROUNDS = 5,
    BATCHES = 20,
    RUNS = 2000,
    INPUTS = 8,
    TRACED = 2,
    LEAST = 100,
    MOST = 400,
    CANDIDATES = 20000,
    PIECES = 256
};
static const double BATCH_SECONDS = 0.008, ALL_SECONDS = 0.2;

enum way { SNAPSHOT, FULL };

/* In memory that all processes share. */
struct bench {
    enum way way;
    size_t saved;
    size_t piece_count;
    struct bd__heap_piece piece[PIECES];
    size_t input_count;
    struct {
        size_t size;
        uint8_t data[MOST];
    } input[INPUTS];
    double seconds;
    size_t traces;
};

struct subject {
    struct bd__ring *ring;
    uint8_t *pristine; /* of the kept pieces, before any set-up */
};

/* ---- one run ---------------------------------------------------------------------------------- */

static struct subject open_subject(struct bench *b)
{
    struct bd_config config = {.guide = "quickcheck", .seed = 1, .log = bench_log};
    struct bd__log log = {bench_log, NULL};
    struct bd__dict_file *dict = calloc(1, sizeof *dict);
    struct subject s = {.pristine = NULL};
    if (!dict || bd__ring_open(&s.ring, &bd_program, &config, &log) != BD_OK ||
        bd__rig_dictionary(dict, &s.ring->rig, &log) != BD_OK) {
        exit(1);
    }
    bd__ring_build(s.ring, &dict->dict);
    size_t size = 0;
    for (size_t i = 0; i < b->piece_count; i++) { size += b->piece[i].size; }
    uint8_t *to = s.pristine = malloc(size + 1);
    if (!to) { exit(1); }
    for (size_t i = 0; i < b->piece_count; to += b->piece[i++].size) { memcpy(to, b->piece[i].data, b->piece[i].size); }
    if (b->way == SNAPSHOT) { s.ring->rig.env = bd__target_setup(&s.ring->rig.target, 0, NULL); }
    return s;
}

/* As in a new process: the heap is empty, and variables are as they were before the first set-up. */
static void set_up_anew(struct bench *b, struct subject *s)
{
    struct bd__target *target = &s->ring->rig.target;
    const uint8_t *from = s->pristine;
    char *no_words[] = {NULL}, **argv = no_words;
    int argc = 0;
    bd__heap_begin();
    for (size_t i = 0; i < b->piece_count; from += b->piece[i++].size) {
        memcpy(b->piece[i].data, from, b->piece[i].size);
    }
    if (target->fuzzer.setup) { s->ring->rig.env = target->fuzzer.setup(&argc, &argv); }
}

static enum bd_verdict run(struct bench *b, struct subject *s, size_t size)
{
    if (b->way == FULL) { set_up_anew(b, s); }
    bd__target_reset(&s->ring->rig.target, s->ring->rig.env); /* restores the heap, if it was saved */
    bd__cover_reset();
    struct bd_input input = {s->ring->rig.out.data, size, NULL, s->ring->rig.env};
    return bd__target_run(&s->ring->rig.target, &input, s->ring->rig.out.capacity);
}

static size_t load(struct bench *b, struct subject *s, size_t i)
{
    memcpy(s->ring->rig.out.data, b->input[i].data, b->input[i].size);
    return b->input[i].size;
}

/* ---- measurements, each in its own process --------------------------------------------- */

static void look_at_set_up(void *bench)
{
    struct bench *b = bench;
    struct subject s = open_subject(b);
    if (b->way == FULL) { set_up_anew(b, &s); }
    b->saved = bd__heap_saved();
    while (b->piece_count < PIECES && bd__heap_kept(b->piece_count, &b->piece[b->piece_count])) { b->piece_count++; }
}

static size_t make_input(struct subject *s)
{
    bench_bare_begin(s->ring->rig.source, NULL);
    bd__out_begin(&s->ring->rig.out);
    s->ring->rig.target.fuzzer.generate(s->ring->rig.source, &s->ring->rig.out);
    bd__out_end(&s->ring->rig.out);
    return s->ring->rig.out.size;
}

/* Fails if the subject cannot be set up repeatedly. */
static void repeat_set_up(void *bench)
{
    struct subject s = open_subject(bench);
    for (int i = 0; i < 50; i++) { run(bench, &s, make_input(&s)); }
}

/* The first valid inputs of ordinary size. */
static void find_inputs(void *bench)
{
    struct bench *b = bench;
    struct subject s = open_subject(b);
    for (int i = 0; i < CANDIDATES && b->input_count < INPUTS; i++) {
        size_t size = make_input(&s);
        if (size < LEAST || size > MOST || run(b, &s, size) != BD_VALID) { continue; }
        memcpy(b->input[b->input_count].data, s.ring->rig.out.data, size);
        b->input[b->input_count++].size = size;
    }
}

static void time_runs(void *bench)
{
    struct bench *b = bench;
    struct subject s = open_subject(b);
    b->seconds = 1e9;
    for (double end = bench_cpu() + ALL_SECONDS; bench_cpu() < end;) {
        uint64_t count = 0;
        double start = bench_cpu(), took = 0;
        while (took < BATCH_SECONDS) {
            for (size_t i = 0; i < b->input_count; i++, count++) { run(b, &s, load(b, &s, i)); }
            took = bench_cpu() - start;
        }
        if (took / (double)count < b->seconds) { b->seconds = took / (double)count; }
    }
}

static size_t distinct_traces(struct bench *b, struct subject *s, size_t size)
{
    static uint64_t seen[RUNS];
    enum { WARM_UP = 8 }; /* as in a campaign */
    size_t count = 0;
    for (int i = 0; i < WARM_UP + RUNS; i++) {
        run(b, s, size);
        struct bd__trace trace =
            bd__cover_collect(&s->ring->rig.cover, s->ring->feedback.seen, s->ring->feedback.seen, NULL);
        size_t k = 0;
        while (k < count && seen[k] != trace.hash) { k++; }
        if (k == count && i >= WARM_UP) { seen[count++] = trace.hash; }
    }
    return count;
}

/* For the input that varies most. */
static void count_traces(void *bench)
{
    struct bench *b = bench;
    struct subject s = open_subject(b);
    size_t inputs = b->way == SNAPSHOT ? b->input_count : 1; /* a full set-up may take milliseconds */
    for (size_t i = 0; i < inputs; i++) {
        size_t count = distinct_traces(b, &s, load(b, &s, i));
        if (count > b->traces) { b->traces = count; }
    }
}

/* ---- the table -------------------------------------------------------------------------------- */

struct figures {
    double seconds;
    size_t traces;
    bool once; /* the set-up was not repeated */
};

static void keep_best(struct figures *best, double seconds, size_t traces)
{
    if (best->seconds == 0 || seconds < best->seconds) { best->seconds = seconds; }
    if (traces > best->traces) { best->traces = traces; }
}

static void measure(struct bench *b, enum way way, bool traces, struct figures *best)
{
    b->way = way;
    b->traces = 0;
    bench_in_child(time_runs, b);
    if (traces) { bench_in_child(count_traces, b); }
    keep_best(best, b->seconds, b->traces);
}

/* The other program, NAME_malloc. */
static void measure_malloc(const char *name, bool traces, struct figures *best)
{
    char command[4200];
    double seconds;
    size_t count;
    int once;
    snprintf(command, sizeof command, "'%s_malloc' full %d", name, traces);
    FILE *other = popen(command, "r");
    if (!other || fscanf(other, "%lf %zu %d", &seconds, &count, &once) != 3) {
        fprintf(stderr, "%s did not answer\n", command);
        exit(1);
    }
    pclose(other);
    keep_best(best, seconds, count);
    best->once = once;
}

static const char *show_time(char *text, size_t size, const struct figures *f)
{
    snprintf(text, size, f->seconds > 0 ? "%.1f%s" : "-", f->seconds * 1e6, f->once ? "*" : "");
    return text;
}

static const char *show_gain(char *text, size_t size, const struct figures *f, const struct figures *snapshot)
{
    snprintf(text, size, f->seconds > 0 ? "%.1fx" : "-", f->seconds / snapshot->seconds);
    return text;
}

static const char *show_traces(char *text, size_t size, const struct figures *f)
{
    snprintf(text, size, f->seconds > 0 ? "%zu" : "-", f->traces);
    return text;
}

static void print_row(size_t saved, const struct figures *plain, const struct figures *full,
                      const struct figures *snapshot)
{
    char text[8][32], size[32];
    snprintf(size, sizeof size, saved ? "%zu KB" : "-", saved >> 10);
    printf("%-12s %8s %9s %9s %9s %9s %9s %9s %9s %9s\n", bd_program.name, size, show_time(text[0], 32, plain),
           show_time(text[1], 32, full), show_time(text[2], 32, snapshot), show_gain(text[3], 32, plain, snapshot),
           show_gain(text[4], 32, full, snapshot), show_traces(text[5], 32, plain), show_traces(text[6], 32, full),
           show_traces(text[7], 32, snapshot));
}

int main(int argc, char **argv)
{
    struct bench *b = bench_share(sizeof *b);
    struct figures plain = {0}, full = {0}, snapshot = {0};
    bench_in_child(look_at_set_up, b);
    b->way = FULL;
    bool repeats = bench_try_in_child(repeat_set_up, b);
    if (!repeats) { b->way = SNAPSHOT; }
    bench_in_child(find_inputs, b);
    if (!b->input_count) {
        fprintf(stderr, "%s: no valid input of %d to %d bytes in %d\n", bd_program.name, LEAST, MOST, CANDIDATES);
        return 1;
    }
    if (argc > 2 && strcmp(argv[1], "full") == 0) {
        measure(b, repeats ? FULL : SNAPSHOT, argv[2][0] == '1', &full);
        printf("%.9f %zu %d\n", full.seconds, full.traces, !repeats);
        return 0;
    }
    bool uses_heap = b->saved || b->piece_count;
    for (int i = 0; i < ROUNDS; i++) {
        measure(b, SNAPSHOT, i == 0, &snapshot);
        if (uses_heap && repeats) { measure(b, FULL, i == 0, &full); }
        if (uses_heap) { measure_malloc(argv[0], i == 0, &plain); }
    }
    print_row(b->saved, &plain, &full, &snapshot);
    return 0;
}
