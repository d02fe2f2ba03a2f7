/* bench.h: an experiment written by hand: subjects "s0" …, techniques "t0" … */
#ifndef BD_UNIT_REPORT_BENCH_H
#define BD_UNIT_REPORT_BENCH_H

#include <stdio.h>
#include <stdlib.h>

#include "report/results.h"

struct bench {
    struct bd__experiment of;
    struct bd__results results;
};

static inline char *bench_name(char letter, size_t number)
{
    char *name = calloc(1, 24);
    if (!name) { abort(); }
    snprintf(name, 24, "%c%zu", letter, number);
    return name;
}

static inline void bench_init(struct bench *bench, size_t subjects, size_t techniques, size_t repetitions)
{
    *bench = (struct bench){0};
    struct bd__experiment *e = &bench->of;
    e->subjects = subjects;
    e->techniques = techniques;
    e->repetitions = repetitions;
    e->technique = calloc(techniques, sizeof *e->technique);
    e->campaign = calloc(subjects * techniques * repetitions, sizeof *e->campaign);
    e->manifest.subjects.count = subjects;
    e->manifest.guides.count = techniques;
    e->subject = (const char **)e->manifest.subjects.name;
    for (size_t i = 0; i < subjects; i++) { e->manifest.subjects.name[i] = bench_name('s', i); }
    for (size_t i = 0; i < techniques; i++) { e->technique[i] = bench_name('t', i); }
}

/* A campaign of three seconds, with a row at 1, 2 and 3, whose B(1) of valid inputs are these. */
static inline struct bd__campaign *bench_run(struct bench *bench, size_t s, size_t t, size_t r, double first,
                                             double second, double third)
{
    struct bd__campaign *campaign = bd__experiment_at(&bench->of, s, t, r);
    struct bd__record *record = &campaign->record;
    double value[3] = {first, second, third};
    record->row = calloc(3, sizeof *record->row);
    record->row_count = 3;
    for (size_t i = 0; i < 3; i++) {
        record->row[i] = (struct bd__record_figures){
            .seconds = (double)i + 1, .trials = 100 * ((double)i + 1), .valid = 10, .valid_b1 = value[i]};
    }
    record->last = record->row[2];
    campaign->seconds = 3;
    campaign->there = campaign->identical = true;
    bench->of.there++;
    return campaign;
}

static inline void bench_traces(struct bd__campaign *campaign, double traces, double valid, uint64_t all_count,
                                uint64_t valid_count)
{
    campaign->record.last.traces = traces;
    campaign->record.last.valid_traces = valid;
    campaign->record.branch = calloc(1, sizeof *campaign->record.branch);
    campaign->record.branch[0] = (struct bd__abundance_count){all_count, valid_count};
    campaign->record.branch_count = 1;
}

static inline void bench_end(struct bench *bench)
{
    bd__results_clear(&bench->results);
    bd__experiment_clear(&bench->of);
}

#endif
