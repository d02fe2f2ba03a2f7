#include "report/prospect.h"

#include <stdio.h>

#include "metrics/rank_power.h"
#include "report/results.h"

size_t bd__prospect_tests(const struct bd__manifest *m)
{
    return m->all.count > 1 ? (m->all.count - 1) * m->subjects.count : 0;
}

void bd__prospect(struct bd__prospect prospect[BD__PROSPECTS], size_t repetitions, size_t tests)
{
    static const double a12[BD__PROSPECTS] = {0.8, 0.9}, enough = 0.8;
    double strictest = BD__ALPHA / (double)(tests ? tests : 1);
    for (size_t i = 0; i < BD__PROSPECTS; i++) {
        size_t needed = 2;
        while (needed <= BD__RANK_POWER_MOST && bd__rank_power(needed, needed, a12[i], strictest) < enough) {
            needed++;
        }
        prospect[i] = (struct bd__prospect){
            .a12 = a12[i],
            .alone = bd__rank_power(repetitions, repetitions, a12[i], BD__ALPHA),
            .strictest = bd__rank_power(repetitions, repetitions, a12[i], strictest),
            .needed = needed <= BD__RANK_POWER_MOST ? needed : 0,
        };
    }
}

static void put_needed(char *text, size_t room, size_t needed)
{
    if (needed) {
        snprintf(text, room, "%zu", needed);
    } else {
        snprintf(text, room, "more than %d", BD__RANK_POWER_MOST);
    }
}

void bd__prospect_lines(struct bd__text *out, const struct bd__manifest *m)
{
    struct bd__prospect prospect[BD__PROSPECTS];
    size_t tests = bd__prospect_tests(m);
    if (tests == 0) { return; }
    bd__prospect(prospect, (size_t)m->repetitions, tests);
    bd__text_printf(
        out,
        "Power with %llu repetitions, at α = %g (%zu test%s of the candidate in each measure, corrected by Holm):\n",
        (unsigned long long)m->repetitions, BD__ALPHA, tests, tests == 1 ? "" : "s");
    for (size_t i = 0; i < BD__PROSPECTS; i++) {
        char needed[32];
        put_needed(needed, sizeof needed, prospect[i].needed);
        bd__text_printf(
            out,
            "  true A12 %.1f: %.2f for a test by itself, %.2f for the strictest; 0.80 there takes %s repetitions\n",
            prospect[i].a12, prospect[i].alone, prospect[i].strictest, needed);
    }
}

void bd__put_prospect(struct bd__document *doc, const struct bd__manifest *m)
{
    struct bd__prospect prospect[BD__PROSPECTS];
    struct bd__table table;
    size_t tests = bd__prospect_tests(m);
    if (tests == 0) { return; }
    bd__prospect(prospect, (size_t)m->repetitions, tests);
    bd__table_init(
        &table, "power",
        "Power of the planned %llu repetitions: the probability that a difference is significant at α = %.2f, if "
        "it is there",
        (unsigned long long)m->repetitions, BD__ALPHA);
    bd__table_column(&table, "True Â12");
    bd__table_column(&table, "a test by itself");
    bd__table_column(&table, "the strictest after Holm");
    bd__table_column(&table, "repetitions for 0.80 there");
    for (size_t i = 0; i < BD__PROSPECTS; i++) {
        char needed[32];
        put_needed(needed, sizeof needed, prospect[i].needed);
        bd__table_cell(&table, "%.1f", prospect[i].a12);
        bd__table_cell(&table, "%.2f", prospect[i].alone);
        bd__table_cell(&table, "%.2f", prospect[i].strictest);
        bd__table_cell(&table, "%s", needed);
    }
    bd__document_heading(doc, 3, "power-of-this", "What this experiment can see");
    bd__document_text(
        doc,
        "Each measure has %zu test%s of the candidate. Holm's procedure compares the smallest p with α / %zu, "
        "the next one with α / %zu, and so on, until one is too large; what a test can see lies between the "
        "two columns. The power is exact for Lehmann's alternatives (the values of one technique are "
        "distributed as the largest of several of the other's).",
        tests, tests == 1 ? "" : "s", tests, tests > 1 ? tests - 1 : 1);
    bd__document_table(doc, &table);
    bd__table_clear(&table);
}
