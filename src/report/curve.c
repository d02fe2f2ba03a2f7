#include "report/curve.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "metrics/rarefy.h"

double bd__curve_longest(const struct bd__experiment *e, size_t subject)
{
    double longest = 0;
    for (size_t t = 0; t < e->techniques; t++) {
        for (size_t r = 0; r < e->repetitions; r++) {
            const struct bd__campaign *campaign = bd__experiment_at(e, subject, t, r);
            if (campaign->there) { longest = fmax(longest, campaign->seconds); }
        }
    }
    return longest;
}

static double value_at(const struct bd__record *record, size_t measure, double seconds)
{
    const struct bd__record_figures *row = record->row;
    size_t next = 0;
    if (seconds < row[0].seconds) { return NAN; }
    while (next < record->row_count && row[next].seconds <= seconds) { next++; }
    double before = bd__measures[measure].at(&row[next - 1]);
    if (next == record->row_count) { return before; }
    double after = bd__measures[measure].at(&row[next]);
    double step = row[next].seconds - row[next - 1].seconds;
    return before + (after - before) * (seconds - row[next - 1].seconds) / step;
}

static void add_point(struct bd__curve *curve, double x, const double *value, size_t count)
{
    struct bd__statistics of = bd__statistics_of(value, count);
    bool quartiles = count >= BD__BAND_BY_QUARTILES;
    curve->x[curve->count] = x;
    curve->median[curve->count] = of.median;
    curve->low[curve->count] = quartiles ? of.quartile[0] : of.lowest;
    curve->high[curve->count] = quartiles ? of.quartile[1] : of.highest;
    curve->count++;
    curve->repetitions = count;
}

void bd__curve_of_time(struct bd__curve *curve, const struct bd__experiment *e, size_t measure, size_t subject,
                       size_t technique)
{
    *curve = (struct bd__curve){0};
    double end = 0, all = bd__curve_longest(e, subject);
    for (size_t r = 0; r < e->repetitions; r++) {
        const struct bd__campaign *campaign = bd__experiment_at(e, subject, technique, r);
        if (campaign->there) { end = fmax(end, campaign->seconds); }
    }
    double *value = bd__memory(e->repetitions, sizeof *value), step = all / (BD__CURVE_POINTS - 1);
    for (size_t i = 0; i < BD__CURVE_POINTS && step > 0; i++) {
        double seconds = (double)i * step;
        if (seconds >= end + step) { break; }
        seconds = fmin(seconds, end); /* the technique may end between two points */
        size_t count = 0;
        bool whole = true;
        for (size_t r = 0; r < e->repetitions; r++) {
            const struct bd__campaign *campaign = bd__experiment_at(e, subject, technique, r);
            if (!campaign->there) { continue; }
            value[count] = value_at(&campaign->record, measure, seconds);
            whole = whole && !isnan(value[count++]);
        }
        if (count && whole) { add_point(curve, seconds, value, count); }
    }
    free(value);
}

void bd__curve_of_traces(struct bd__curve curve[3], const struct bd__experiment *e, size_t subject, size_t technique)
{
    double reach = INFINITY;
    for (size_t i = 0; i < 3; i++) { curve[i] = (struct bd__curve){0}; }
    for (size_t r = 0; r < e->repetitions; r++) {
        const struct bd__campaign *campaign = bd__experiment_at(e, subject, technique, r);
        if (campaign->there) { reach = fmin(reach, campaign->record.last.valid_traces); }
    }
    if (!isfinite(reach) || reach < 1) { return; }
    double *value[3];
    for (size_t k = 0; k < 3; k++) { value[k] = bd__memory(e->repetitions, sizeof *value[k]); }
    static const double round[3] = {1, 2, 5};
    bool last = false;
    for (size_t i = 0; !last && i < BD__CURVE_POINTS; i++) {
        size_t decade = i / 3;
        double traces = round[i % 3] * pow(10, (double)decade);
        last = traces >= reach; /* the last point is the exact end */
        traces = fmin(traces, reach);
        size_t count = 0;
        for (size_t r = 0; r < e->repetitions; r++) {
            const struct bd__campaign *campaign = bd__experiment_at(e, subject, technique, r);
            const struct bd__record *record = &campaign->record;
            if (!campaign->there || record->branch_count == 0) { continue; }
            struct bd_diversity b = bd__rarefy(&record->branch[0].valid, record->branch_count, 2,
                                               (uint64_t)record->last.valid_traces, (uint64_t)traces);
            value[0][count] = b.b0;
            value[1][count] = b.b1;
            value[2][count++] = b.b2;
        }
        for (size_t k = 0; k < 3 && count; k++) { add_point(&curve[k], traces, value[k], count); }
    }
    for (size_t k = 0; k < 3; k++) { free(value[k]); }
}

static void add_step(struct bd__curve *curve, double x, double value)
{
    curve->x[curve->count] = x;
    curve->median[curve->count] = curve->low[curve->count] = curve->high[curve->count] = value;
    curve->count++;
}

void bd__curve_of_waits(struct bd__curve *curve, const struct bd__wait *wait, size_t count, double limit)
{
    const size_t most = BD__CURVE_ROOM / 2 - 1;
    *curve = (struct bd__curve){.repetitions = count};
    if (count == 0) { return; }
    struct bd__survival_step *step = bd__memory(count, sizeof *step);
    size_t steps = bd__kaplan_meier(wait, count, step), stride = steps / most + 1;
    double value = 0;
    add_step(curve, 0, 0);
    for (size_t i = 0; i < steps && step[i].time < limit; i++) {
        if ((i + 1) % stride != 0 && i + 1 < steps) { continue; }
        add_step(curve, step[i].time, value);
        value = 100 * (1 - step[i].surviving);
        add_step(curve, step[i].time, value);
    }
    add_step(curve, limit, value);
    free(step);
}
