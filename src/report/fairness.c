/* fairness.c: the conditions of each technique: trials, speed, sizes. */
#include <math.h>

#include "report/number.h"
#include "report/sections.h"

/* A column: its title, and its value for one campaign. */
struct column {
    const char *title;
    double (*of)(const struct bd__campaign *campaign);
    int decimals;
};

static double share(double part, const struct bd__campaign *campaign)
{
    double trials = campaign->record.last.trials;
    return trials > 0 ? 100 * part / trials : NAN;
}

static double of_trials(const struct bd__campaign *c)
{
    return c->record.last.trials;
}

static double of_speed(const struct bd__campaign *c)
{
    return c->trials_per_second;
}

static double of_valid(const struct bd__campaign *c)
{
    return share(c->record.last.valid, c);
}

static double of_invalid(const struct bd__campaign *c)
{
    return share(c->record.last.invalid, c);
}

static double of_limited(const struct bd__campaign *c)
{
    return share(c->record.last.limited, c);
}

static double of_discarded(const struct bd__campaign *c)
{
    return share(c->record.last.discarded, c);
}

static double of_exhausted(const struct bd__campaign *c)
{
    return share(c->record.last.exhausted, c);
}

static double of_failures(const struct bd__campaign *c)
{
    return c->record.last.failures;
}

static double of_trace(const struct bd__campaign *c)
{
    return c->record.last.mean_trace;
}

static double of_input(const struct bd__campaign *c)
{
    return c->record.last.mean_input;
}

static double of_traces(const struct bd__campaign *c)
{
    return c->record.last.traces;
}

static double of_stability(const struct bd__campaign *c)
{
    return 100 * c->record.stability;
}

static double of_left_out(const struct bd__campaign *c)
{
    return c->record.last.left_out;
}

static double of_cpu(const struct bd__campaign *c)
{
    return 100 * c->cpu_share;
}

static const struct column columns[] = {
    {"trials", of_trials, 0},
    {"trials/s", of_speed, 0},
    {"valid %", of_valid, 1},
    {"invalid %", of_invalid, 1},
    {"limited %", of_limited, 1},
    {"discarded %", of_discarded, 1},
    {"exhausted %", of_exhausted, 1},
    {"failures", of_failures, 1},
    {"traces", of_traces, 0},
    {"mean trace [branches]", of_trace, 1},
    {"mean input [bytes]", of_input, 1},
    {"stability %", of_stability, 2},
    {"left out", of_left_out, 0},
    {"CPU %", of_cpu, 1},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static double mean_of(const struct bd__experiment *e, size_t subject, size_t technique, const struct column *column)
{
    double sum = 0;
    size_t count = 0;
    for (size_t r = 0; r < e->repetitions; r++) {
        const struct bd__campaign *campaign = bd__experiment_at(e, subject, technique, r);
        double value = campaign->there ? column->of(campaign) : NAN;
        if (isnan(value)) { continue; }
        sum += value;
        count++;
    }
    return count ? sum / (double)count : NAN;
}

/* A campaign that had to wait made fewer trials than it could have. */
static void warn_of_waiting(struct bd__document *doc, const struct bd__experiment *e)
{
    const double least = 0.9;
    size_t waited = 0;
    double lowest = INFINITY;
    for (size_t i = 0; i < e->subjects * e->techniques * e->repetitions; i++) {
        const struct bd__campaign *campaign = &e->campaign[i];
        if (!campaign->there || !(campaign->cpu_share < least)) { continue; }
        waited++;
        lowest = fmin(lowest, campaign->cpu_share);
    }
    if (waited == 0) { return; }
    bd__document_warning(
        doc,
        "%zu campaign%s spent less than %.0f %% of the time computing (the lowest: %.0f %%): the machine "
        "was busy, or the disk slow. Figures that depend on time are too low there.",
        waited, waited == 1 ? "" : "s", 100 * least, 100 * lowest);
}

void bd__section_fairness(struct bd__document *doc, const struct bd__results *r)
{
    const struct bd__experiment *e = r->of;
    bd__document_heading(doc, 2, "fairness", "Fairness");
    bd__document_text(
        doc,
        "All techniques share the generator, the metric and the limits%s. This table shows what still "
        "differs. B(q) grows with larger traces and with more trials, so a technique that makes larger inputs, or "
        "makes them faster, is not better for that reason alone. Branches whose counts vary are left out of "
        "traces. CPU %% is the share of its time that a campaign "
        "and its workers spent computing; the rest of the time it waited for the disk or for the processor.",
        e->manifest.blackbox.count ? ", and the instrumentation, except for `GUIDE@plain`: its times come from a build "
                                     "without instrumentation"
                                   : ", and the instrumentation");
    warn_of_waiting(doc, e);
    struct bd__table table;
    bd__table_init(&table, "fairness-table", "Conditions of the techniques: means over the repetitions");
    table.headers = 2;
    bd__table_column(&table, "Subject");
    bd__table_column(&table, "Technique");
    for (size_t i = 0; i < COLUMNS; i++) { bd__table_column(&table, columns[i].title); }
    for (size_t s = 0; s < e->subjects; s++) {
        for (size_t t = 0; t < e->techniques; t++) {
            bd__table_cell(&table, "%s", e->subject[s]);
            bd__table_cell(&table, "%s", e->technique[t]);
            for (size_t i = 0; i < COLUMNS; i++) {
                double mean = mean_of(e, s, t, &columns[i]);
                bd__table_cell(&table, "%s", bd__number(mean, columns[i].decimals).text);
            }
        }
    }
    bd__document_table(doc, &table);
    bd__table_clear(&table);
}
