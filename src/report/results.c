#include "report/results.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "metrics/rarefy.h"

static double at_diverse_share(const struct bd__record_figures *f)
{
    return f->trials > 0 ? 100 * f->valid_traces / f->trials : NAN;
}

static double at_diverse_of_valid(const struct bd__record_figures *f)
{
    return f->valid > 0 ? 100 * f->valid_traces / f->valid : NAN;
}

#define AT(field) \
    static double at_##field(const struct bd__record_figures *f) \
    { \
        return f->field; \
    }
AT(valid_traces)
AT(valid_b0)
AT(valid_b1)
AT(valid_b2)
AT(b0)
AT(b1)
AT(b2)
AT(mean_input)
AT(mean_trace)
#undef AT

const struct bd__measure bd__measures[BD__MEASURES] = {
    [BD__DIVERSE_SHARE] = {"diverse_share", "Diverse valid inputs, % of all trials", false, at_diverse_share},
    [BD__DIVERSE_OF_VALID] = {"diverse_of_valid", "Diverse valid inputs, % of valid ones", false, at_diverse_of_valid},
    [BD__DIVERSE] = {"diverse", "Diverse valid inputs, number", true, at_valid_traces},
    [BD__VALID_B] = {"valid_b0", "B(0), valid inputs", true, at_valid_b0},
    {"valid_b1", "B(1), valid inputs", false, at_valid_b1},
    {"valid_b2", "B(2), valid inputs", false, at_valid_b2},
    [BD__ALL_B] = {"b0", "B(0), all inputs", true, at_b0},
    {"b1", "B(1), all inputs", false, at_b1},
    {"b2", "B(2), all inputs", false, at_b2},
    [BD__EQUAL_VALID_B] = {"equal_valid_b0", "B(0) at equal numbers of traces, valid inputs", false, NULL},
    {"equal_valid_b1", "B(1) at equal numbers of traces, valid inputs", false, NULL},
    {"equal_valid_b2", "B(2) at equal numbers of traces, valid inputs", false, NULL},
    [BD__EQUAL_ALL_B] = {"equal_b0", "B(0) at equal numbers of traces, all inputs", false, NULL},
    {"equal_b1", "B(1) at equal numbers of traces, all inputs", false, NULL},
    {"equal_b2", "B(2) at equal numbers of traces, all inputs", false, NULL},
    [BD__DISTINCT_FAILURES] = {"failures", "Distinct failures", true, NULL},
    [BD__VALID_TRACE_SIZE] = {"valid_trace_size", "Branches in a distinct trace of valid inputs", false, NULL},
    [BD__ALL_TRACE_SIZE] = {"trace_size", "Branches in a distinct trace of all inputs", false, NULL},
    [BD__MEAN_INPUT] = {"mean_input", "Mean input [bytes]", false, at_mean_input},
    [BD__MEAN_TRACE] = {"mean_trace", "Mean trace [branches]", false, at_mean_trace},
};

/* ---- Indexes --------------------------------------------------------------------------------- */

static size_t place(const struct bd__results *r, size_t measure, size_t subject, size_t technique)
{
    return (measure * r->of->subjects + subject) * r->of->techniques + technique;
}

const double *bd__results_values(const struct bd__results *r, size_t measure, size_t subject, size_t technique)
{
    return r->value + place(r, measure, subject, technique) * r->of->repetitions;
}

const struct bd__statistics *bd__results_statistics(const struct bd__results *r, size_t measure, size_t subject,
                                                    size_t technique)
{
    return &r->statistics[place(r, measure, subject, technique)];
}

const struct bd__contrast *bd__results_contrast(const struct bd__results *r, size_t measure, size_t subject,
                                                size_t technique, size_t other)
{
    return &r->contrast[place(r, measure, subject, technique) * r->of->techniques + other];
}

/* ---- Computing ------------------------------------------------------------------------------- */

/* The smallest number of traces that a campaign on SUBJECT had, ignoring campaigns without any. */
static uint64_t level_of(const struct bd__experiment *e, size_t subject, bool valid)
{
    double level = 0;
    for (size_t t = 0; t < e->techniques; t++) {
        for (size_t i = 0; i < e->repetitions; i++) {
            const struct bd__campaign *campaign = bd__experiment_at(e, subject, t, i);
            const struct bd__record_figures *last = &campaign->record.last;
            double traces = !campaign->there ? 0 : valid ? last->valid_traces : last->traces;
            if (traces > 0 && (level == 0 || traces < level)) { level = traces; }
        }
    }
    return (uint64_t)level;
}

/* B(q) of a campaign at LEVEL traces; NAN if it had none. */
static void rarefied(double b[3], const struct bd__record *record, bool valid, uint64_t level)
{
    double traces = valid ? record->last.valid_traces : record->last.traces;
    b[0] = b[1] = b[2] = NAN;
    if (traces <= 0 || record->branch_count == 0) { return; }
    const uint64_t *count = valid ? &record->branch[0].valid : &record->branch[0].all;
    struct bd_diversity at = bd__rarefy(count, record->branch_count, 2, (uint64_t)traces, level);
    b[0] = at.b0;
    b[1] = at.b1;
    b[2] = at.b2;
}

/* Mean number of branches per distinct trace: each branch counts once for every trace that covers it. */
static double trace_size(const struct bd__record *record, bool valid)
{
    double traces = valid ? record->last.valid_traces : record->last.traces, sum = 0;
    for (size_t i = 0; i < record->branch_count; i++) {
        sum += (double)(valid ? record->branch[i].valid : record->branch[i].all);
    }
    return traces > 0 ? sum / traces : NAN;
}

static void measure_campaign(double value[BD__MEASURES], const struct bd__results *r,
                             const struct bd__campaign *campaign, size_t subject)
{
    for (size_t m = 0; m < BD__MEASURES; m++) {
        if (bd__measures[m].at) { value[m] = bd__measures[m].at(&campaign->record.last); }
    }
    rarefied(value + BD__EQUAL_VALID_B, &campaign->record, true, r->level_valid[subject]);
    rarefied(value + BD__EQUAL_ALL_B, &campaign->record, false, r->level_all[subject]);
    value[BD__DISTINCT_FAILURES] = (double)bd__campaign_distinct(campaign);
    value[BD__VALID_TRACE_SIZE] = trace_size(&campaign->record, true);
    value[BD__ALL_TRACE_SIZE] = trace_size(&campaign->record, false);
}

static void measure_cell(struct bd__results *r, size_t subject, size_t technique)
{
    const struct bd__experiment *e = r->of;
    size_t count[BD__MEASURES] = {0};
    for (size_t i = 0; i < e->repetitions; i++) {
        const struct bd__campaign *campaign = bd__experiment_at(e, subject, technique, i);
        double value[BD__MEASURES];
        if (!campaign->there) { continue; }
        measure_campaign(value, r, campaign, subject);
        for (size_t m = 0; m < BD__MEASURES; m++) {
            if (isnan(value[m])) { continue; }
            r->value[place(r, m, subject, technique) * e->repetitions + count[m]++] = value[m];
        }
    }
    for (size_t m = 0; m < BD__MEASURES; m++) {
        const double *values = bd__results_values(r, m, subject, technique);
        r->statistics[place(r, m, subject, technique)] = bd__statistics_of(values, count[m]);
    }
}

void bd__results_compute(struct bd__results *r, const struct bd__experiment *e)
{
    size_t cells = BD__MEASURES * e->subjects * e->techniques;
    *r = (struct bd__results){
        .of = e,
        .value = bd__memory(cells * e->repetitions, sizeof *r->value),
        .statistics = bd__memory(cells, sizeof *r->statistics),
        .contrast = bd__memory(cells * e->techniques, sizeof *r->contrast),
        .level_all = bd__memory(e->subjects, sizeof *r->level_all),
        .level_valid = bd__memory(e->subjects, sizeof *r->level_valid),
    };
    for (size_t s = 0; s < e->subjects; s++) {
        r->level_all[s] = level_of(e, s, false);
        r->level_valid[s] = level_of(e, s, true);
        for (size_t t = 0; t < e->techniques; t++) { measure_cell(r, s, t); }
    }
    bd__contrasts_compute(r);
}

void bd__results_clear(struct bd__results *r)
{
    free(r->value);
    free(r->statistics);
    free(r->contrast);
    free(r->level_all);
    free(r->level_valid);
    *r = (struct bd__results){0};
}

/* ---- Reading --------------------------------------------------------------------------------- */

struct bd__standing bd__results_standing(const struct bd__results *r, size_t measure, size_t technique)
{
    struct bd__standing standing = {0};
    double *ranks = bd__memory(r->of->subjects, sizeof *ranks);
    double *median = bd__memory(r->of->techniques, sizeof *median), *rank = bd__memory(r->of->techniques, sizeof *rank);
    for (size_t s = 0; s < r->of->subjects; s++) {
        size_t count = 0, mine = 0;
        double highest = -INFINITY, lowest = INFINITY;
        if (bd__results_statistics(r, measure, s, technique)->count == 0) { continue; }
        for (size_t t = 0; t < r->of->techniques; t++) {
            const struct bd__statistics *statistics = bd__results_statistics(r, measure, s, t);
            if (statistics->count == 0) { continue; }
            if (t == technique) { mine = count; }
            highest = fmax(highest, statistics->median);
            lowest = fmin(lowest, statistics->median);
            median[count++] = statistics->median;
        }
        bd__statistics_ranks(median, count, rank);
        standing.best += median[mine] == highest && highest > lowest;
        ranks[standing.subjects++] = rank[mine];
    }
    struct bd__statistics of = bd__statistics_of(ranks, standing.subjects);
    standing.median_rank = of.median;
    standing.mean_rank = of.mean;
    free(ranks);
    free(median);
    free(rank);
    return standing;
}
