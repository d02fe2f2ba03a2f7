/* overview.c: what was run, where, and what went wrong. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/number.h"
#include "report/sections.h"

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static void put_budget(struct bd__text *out, const struct bd__manifest *m)
{
    if (m->seconds > 0) {
        bd__text_printf(out, "%s s each", bd__number(m->seconds, m->seconds == floor(m->seconds) ? 0 : 1).text);
    } else {
        bd__text_printf(out, "%s trials each", bd__number((double)m->trials, 0).text);
    }
}

static void put_what_was_run(struct bd__document *doc, const struct bd__experiment *e)
{
    struct bd__text budget = {0}, flags = {0};
    const struct bd__manifest *m = &e->manifest;
    size_t planned = e->subjects * e->techniques * e->repetitions;
    put_budget(&budget, m);
    for (size_t i = 0; i < m->flags.count; i++) {
        bd__text_puts(&flags, " ");
        bd__document_code(&flags, m->flags.name[i]);
    }
    bd__document_text(doc,
                      "%zu subject%s × %zu technique%s × %zu repetition%s of %s: %s campaign%s, %s complete. "
                      "Seed of the experiment: %llu. Flags of every campaign:%s.",
                      e->subjects, plural(e->subjects), e->techniques, plural(e->techniques), e->repetitions,
                      plural(e->repetitions), bd__text_str(&budget), bd__number((double)planned, 0).text,
                      plural(planned), bd__number((double)e->there, 0).text, (unsigned long long)m->seed,
                      flags.size ? bd__text_str(&flags) : " none");
    if (m->blackbox.count) {
        bd__document_text(
            doc, "A technique `GUIDE@plain` is a blackbox guide measured in the paper's way: timed on the build "
                 "without instrumentation, then with exactly the same inputs on the instrumented build, to see what "
                 "they cover. Its times are those of the first campaign.");
    }
    bd__text_clear(&budget);
    bd__text_clear(&flags);
}

/* The range of the load average when campaigns started. */
static void put_load(struct bd__table *table, const struct bd__experiment *e)
{
    double lowest = INFINITY, highest = -INFINITY;
    for (size_t i = 0; i < e->subjects * e->techniques * e->repetitions; i++) {
        if (!e->campaign[i].there) { continue; }
        lowest = fmin(lowest, e->campaign[i].load);
        highest = fmax(highest, e->campaign[i].load);
    }
    if (!isfinite(lowest)) { return; }
    bd__table_cell(table, "load average at the start of campaigns");
    bd__table_cell(table, "%.2f to %.2f", lowest, highest);
}

static void put_where(struct bd__document *doc, const struct bd__experiment *e)
{
    if (e->facts.count == 0) { return; }
    struct bd__table table;
    bd__table_init(&table, "environment", "Where it ran (environment.json)");
    table.words = 1;
    bd__table_column(&table, "What");
    bd__table_column(&table, "Value");
    for (size_t i = 0; i < e->facts.count; i++) {
        bd__table_cell(&table, "%s", e->facts.one[i].name);
        bd__table_cell(&table, "%s", e->facts.one[i].value);
    }
    put_load(&table, e);
    bd__document_fold(doc, "Where it ran");
    bd__document_table(doc, &table);
    bd__document_unfold(doc);
    bd__table_clear(&table);
}

/* ---- Warnings -------------------------------------------------------------------------------- */

static bool same_programs(const struct bd__experiment *e, size_t subject)
{
    const char *first = NULL;
    for (size_t t = 0; t < e->techniques; t++) {
        for (size_t r = 0; r < e->repetitions; r++) {
            const struct bd__campaign *campaign = bd__experiment_at(e, subject, t, r);
            if (!campaign->there) { continue; }
            if (first && strcmp(first, campaign->record.program_hash) != 0) { return false; }
            first = campaign->record.program_hash;
        }
    }
    return true;
}

/* Number of campaigns of TECHNIQUE on SUBJECT. */
static size_t campaigns_of(const struct bd__experiment *e, size_t subject, size_t technique)
{
    size_t count = 0;
    for (size_t r = 0; r < e->repetitions; r++) { count += bd__experiment_at(e, subject, technique, r)->there; }
    return count;
}

/* The largest number of tests that are corrected together with one of the candidate's. */
static size_t most_tests(const struct bd__results *r)
{
    size_t most = 0;
    for (size_t m = 0; m < BD__COMPARED; m++) {
        size_t tests = r->tests[m][BD__FAMILY_CANDIDATE];
        most = tests > most ? tests : most;
    }
    return most;
}

/* The numbers of campaigns of the two techniques with the most campaigns on SUBJECT. */
struct two_largest {
    size_t first, second;
};

static struct two_largest two_largest(const struct bd__experiment *e, size_t subject)
{
    struct two_largest of = {0, 0};
    for (size_t t = 0; t < e->techniques; t++) {
        size_t count = campaigns_of(e, subject, t);
        if (count > of.first) {
            of = (struct two_largest){count, of.first};
        } else if (count > of.second) {
            of.second = count;
        }
    }
    return of;
}

/* Warns about subjects where even the two techniques with the most campaigns cannot differ significantly: once for all that have
 * the same numbers. */
static void warn_of_small_samples(struct bd__document *doc, const struct bd__results *r)
{
    const struct bd__experiment *e = r->of;
    size_t tests = most_tests(r);
    for (size_t s = 0; s < e->subjects; s++) {
        struct two_largest of = two_largest(e, s);
        struct bd__text names = {0};
        bool told = false;
        for (size_t k = 0; k < e->subjects; k++) {
            struct two_largest other = two_largest(e, k);
            if (other.first != of.first || other.second != of.second) { continue; }
            told = told || k < s;
            bd__text_printf(&names, "%s`%s`", names.size ? ", " : "", e->subject[k]);
        }
        double smallest = of.second ? bd__mann_whitney_smallest_p(of.first, of.second) : 0;
        if (!told && smallest * (double)tests >= BD__ALPHA) {
            bd__document_warning(
                doc,
                "On %s there are at most %zu against %zu campaigns, so the smallest possible p is %s, and %s after "
                "correction for %zu test%s: no difference can be significant at α = %.2f.",
                bd__text_str(&names), of.first, of.second, bd__number_p(smallest).text,
                bd__number_p(fmin(1, smallest * (double)tests)).text, tests, plural(tests), BD__ALPHA);
        }
        bd__text_clear(&names);
    }
}

static void put_warnings(struct bd__document *doc, const struct bd__results *r)
{
    const struct bd__experiment *e = r->of;
    size_t planned = e->subjects * e->techniques * e->repetitions, inexact = 0, different = 0;
    for (size_t i = 0; i < planned; i++) {
        const struct bd__campaign *campaign = &e->campaign[i];
        inexact += campaign->there && !campaign->record.traces_exact;
        different += campaign->there && !campaign->identical;
    }
    if (e->there < planned) {
        bd__document_warning(doc,
                             "**Incomplete**: %zu of %zu campaigns are missing or damaged. They are left out of every "
                             "figure, and listed under “Left out” at the end.",
                             planned - e->there, planned);
    }
    for (size_t s = 0; s < e->subjects; s++) {
        if (!same_programs(e, s)) {
            bd__document_warning(doc,
                                 "The campaigns on `%s` used different builds of it: their figures are not "
                                 "comparable.",
                                 e->subject[s]);
        }
    }
    if (inexact) {
        bd__document_warning(
            doc,
            "In %zu campaign%s the set of traces became full: the numbers of traces are too high there, which also "
            "affects B(q). A larger `--trace-memory` helps.",
            inexact, plural(inexact));
    }
    if (different) {
        bd__document_warning(
            doc, "In %zu campaign%s of a technique `GUIDE@plain` the repeated inputs were not all the same.", different,
            plural(different));
    }
    warn_of_small_samples(doc, r);
    bd__warn_of_sizes(doc, r);
}

void bd__section_summary(struct bd__document *doc, const struct bd__results *r)
{
    bd__document_heading(doc, 2, "summary", "Summary");
    put_what_was_run(doc, r->of);
    put_where(doc, r->of);
    put_warnings(doc, r);
    bd__put_standings(doc, r);
}
