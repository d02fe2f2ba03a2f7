/* overview.c: what was run, which technique is best, and what that means in words. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/number.h"
#include "report/sections.h"

/* The measures of the summary: those of the paper's questions. */
static const size_t headline[] = {
    BD__DIVERSE_SHARE,     BD__DIVERSE,           BD__VALID_B, BD__VALID_B + 1, BD__VALID_B + 2, BD__EQUAL_VALID_B,
    BD__EQUAL_VALID_B + 1, BD__EQUAL_VALID_B + 2, BD__ALL_B,   BD__ALL_B + 1,   BD__ALL_B + 2,   BD__DISTINCT_FAILURES,
};
enum { HEADLINES = sizeof headline / sizeof *headline };

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

/* Warns about subjects where even the two techniques with the most campaigns cannot differ significantly. */
static void warn_of_small_samples(struct bd__document *doc, const struct bd__results *r)
{
    const struct bd__experiment *e = r->of;
    size_t tests = most_tests(r);
    for (size_t s = 0; s < e->subjects; s++) {
        size_t most = 0, second = 0;
        for (size_t t = 0; t < e->techniques; t++) {
            size_t count = campaigns_of(e, s, t);
            if (count > most) {
                second = most;
                most = count;
            } else if (count > second) {
                second = count;
            }
        }
        double smallest = second ? bd__mann_whitney_smallest_p(most, second) : 0;
        if (smallest * (double)tests < BD__ALPHA) { continue; }
        bd__document_warning(
            doc,
            "On `%s` there are at most %zu against %zu campaigns, so the smallest possible p is %s, and "
            "%s after correction for %zu test%s: no difference can be significant at α = %.2f.",
            e->subject[s], most, second, bd__number_p(smallest).text,
            bd__number_p(fmin(1, smallest * (double)tests)).text, tests, plural(tests), BD__ALPHA);
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
}

/* ---- Which is best --------------------------------------------------------------------------- */

static void put_standings(struct bd__document *doc, const struct bd__results *r)
{
    const struct bd__experiment *e = r->of;
    struct bd__table table;
    bd__table_init(
        &table, "who-is-best",
        "Which technique is best: its rank by median (1 is best), median over the subjects. In small letters: on how "
        "many subjects it has the highest median, alone or shared with some but not all");
    bd__table_column(&table, "Measure");
    for (size_t t = 0; t < e->techniques; t++) { bd__table_column(&table, e->technique[t]); }
    for (size_t i = 0; i < HEADLINES; i++) {
        double best = INFINITY, worst = -INFINITY;
        for (size_t t = 0; t < e->techniques; t++) {
            double rank = bd__results_standing(r, headline[i], t).median_rank;
            best = fmin(best, rank);
            worst = fmax(worst, rank);
        }
        bd__table_cell(&table, "%s", bd__measures[headline[i]].title);
        for (size_t t = 0; t < e->techniques; t++) {
            struct bd__standing standing = bd__results_standing(r, headline[i], t);
            bd__table_cell(&table, "%s", bd__number(standing.median_rank, 1).text);
            if (standing.median_rank == best && best < worst) { bd__table_best(&table); }
            if (standing.subjects) { bd__table_note(&table, "(%zu/%zu)", standing.best, standing.subjects); }
        }
    }
    bd__document_table(doc, &table);
    bd__table_clear(&table);
}

static bool is_bediv(const char *technique)
{
    return strncmp(technique, "bediv", 5) == 0;
}

static void put_against_baselines(struct bd__document *doc, const struct bd__results *r)
{
    const struct bd__experiment *e = r->of;
    struct bd__table table;
    bd__table_init(&table, "against-baselines",
                   "The BeDivFuzz guides against the others: number of subjects where they are significantly better – "
                   "significantly worse – not significantly different (Mann–Whitney U, corrected by Holm, α = %.2f)",
                   BD__ALPHA);
    table.headers = 2;
    bd__table_column(&table, "Technique");
    bd__table_column(&table, "against");
    for (size_t i = 0; i < HEADLINES; i++) { bd__table_column(&table, bd__measures[headline[i]].title); }
    for (size_t a = 0; a < e->techniques; a++) {
        for (size_t b = 0; b < e->techniques; b++) {
            if (!is_bediv(e->technique[a]) || is_bediv(e->technique[b])) { continue; }
            bd__table_cell(&table, "%s", e->technique[a]);
            bd__table_cell(&table, "%s", e->technique[b]);
            for (size_t i = 0; i < HEADLINES; i++) {
                struct bd__score score = bd__results_score(r, headline[i], a, b);
                bd__table_cell(&table, "%zu–%zu–%zu", score.wins, score.losses, score.ties);
                if (score.wins > score.losses) { bd__table_best(&table); }
            }
        }
    }
    if (table.cell_count) { bd__document_table(doc, &table); }
    bd__table_clear(&table);
}

/* ---- In words -------------------------------------------------------------------------------- */

/* Adds NAME to a list: "`a`", then ", `b`". */
static void add_name(struct bd__text *list, const char *name)
{
    bd__text_printf(list, "%s`%s`", list->size ? ", " : "", name);
}

/* Says which techniques rank first and last, and on how many subjects each has the highest median. */
static void put_ranking(struct bd__document *doc, const struct bd__results *r, size_t measure)
{
    const struct bd__experiment *e = r->of;
    double best = INFINITY, worst = -INFINITY;
    size_t subjects = 0;
    struct bd__text first = {0}, last = {0}, highest = {0};
    for (size_t t = 0; t < e->techniques; t++) {
        double rank = bd__results_standing(r, measure, t).median_rank;
        best = fmin(best, rank);
        worst = fmax(worst, rank);
    }
    for (size_t t = 0; t < e->techniques; t++) {
        struct bd__standing standing = bd__results_standing(r, measure, t);
        if (standing.subjects > subjects) { subjects = standing.subjects; }
        if (standing.median_rank == best) { add_name(&first, e->technique[t]); }
        if (standing.median_rank == worst) { add_name(&last, e->technique[t]); }
        if (standing.best) {
            add_name(&highest, e->technique[t]);
            bd__text_printf(&highest, " (%zu)", standing.best);
        }
    }
    const char *title = bd__measures[measure].title;
    if (best == worst) {
        bd__document_item(doc, "**%s**: all techniques rank the same.", title);
    } else if (isfinite(best)) {
        bd__document_item(doc,
                          "**%s**: first by median rank: %s (%s); last: %s (%s). Techniques with the highest median, "
                          "and on how many of %zu "
                          "subject%s: %s.",
                          title, bd__text_str(&first), bd__number(best, 1).text, bd__text_str(&last),
                          bd__number(worst, 1).text, subjects, plural(subjects),
                          highest.size ? bd__text_str(&highest) : "none");
    }
    bd__text_clear(&first);
    bd__text_clear(&last);
    bd__text_clear(&highest);
}

/* The ratio of TECHNIQUE's median to the other's, as a median over the subjects; NAN if there is none. */
static double ratio_to(const struct bd__results *r, size_t measure, size_t technique, size_t other)
{
    double *ratio = bd__memory(r->of->subjects, sizeof *ratio);
    size_t count = 0;
    for (size_t s = 0; s < r->of->subjects; s++) {
        double mine = bd__results_statistics(r, measure, s, technique)->median;
        double theirs = bd__results_statistics(r, measure, s, other)->median;
        if (mine >= 0 && theirs > 0) { ratio[count++] = mine / theirs; }
    }
    double median = bd__statistics_of(ratio, count).median;
    free(ratio);
    return median;
}

static void put_subjects(struct bd__text *out, size_t count, const struct bd__text *names)
{
    bd__text_printf(out, "%zu", count);
    if (count) { bd__text_printf(out, " (%s)", bd__text_str(names)); }
}

/* As in the paper: on which subjects is TECHNIQUE significantly above all baselines, or below one of them? */
static void put_verdict(struct bd__document *doc, const struct bd__results *r, size_t technique, size_t measure)
{
    const struct bd__experiment *e = r->of;
    struct bd__text above = {0}, below = {0}, ratios = {0}, line = {0};
    size_t above_count = 0, below_count = 0;
    for (size_t s = 0; s < e->subjects; s++) {
        size_t baselines = 0, beaten = 0, lost = 0;
        for (size_t b = 0; b < e->techniques; b++) {
            if (is_bediv(e->technique[b])) { continue; }
            int verdict = bd__results_verdict(r, measure, s, technique, b);
            baselines++; /* one without values does not count as beaten */
            beaten += verdict > 0;
            lost += verdict < 0;
        }
        if (baselines && beaten == baselines) { add_name(&above, e->subject[s]), above_count++; }
        if (lost) { add_name(&below, e->subject[s]), below_count++; }
    }
    for (size_t b = 0; b < e->techniques; b++) {
        double ratio = ratio_to(r, measure, technique, b);
        if (is_bediv(e->technique[b]) || isnan(ratio)) { continue; }
        bd__text_printf(&ratios, "%s%s × `%s`", ratios.size ? ", " : "", bd__number(ratio, 2).text, e->technique[b]);
    }
    put_subjects(&line, above_count, &above);
    bd__text_puts(&line, " and below at least one on ");
    put_subjects(&line, below_count, &below);
    bd__document_item(
        doc,
        "In **%s**, `%s` is significantly above every baseline on %s of %zu subject%s. In the median over "
        "the subjects, it reaches %s.",
        bd__measures[measure].title, e->technique[technique], bd__text_str(&line), e->subjects, plural(e->subjects),
        bd__text_str(&ratios));
    bd__text_clear(&above);
    bd__text_clear(&below);
    bd__text_clear(&ratios);
    bd__text_clear(&line);
}

static void put_reading(struct bd__document *doc, const struct bd__results *r)
{
    static const size_t asked[] = {BD__DIVERSE_SHARE, BD__DIVERSE,           BD__VALID_B,          BD__VALID_B + 1,
                                   BD__VALID_B + 2,   BD__EQUAL_VALID_B + 1, BD__DISTINCT_FAILURES};
    static const size_t judged[] = {BD__DIVERSE_SHARE, BD__VALID_B + 1, BD__EQUAL_VALID_B + 1};
    const struct bd__experiment *e = r->of;
    bool any_baseline = false;
    bd__document_heading(doc, 3, "reading", "In words");
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) { put_ranking(doc, r, asked[i]); }
    for (size_t t = 0; t < e->techniques; t++) { any_baseline = any_baseline || !is_bediv(e->technique[t]); }
    for (size_t t = 0; t < e->techniques; t++) {
        for (size_t i = 0; any_baseline && is_bediv(e->technique[t]) && i < sizeof judged / sizeof *judged; i++) {
            put_verdict(doc, r, t, judged[i]);
        }
    }
}

void bd__section_summary(struct bd__document *doc, const struct bd__results *r)
{
    bd__document_heading(doc, 2, "summary", "Summary");
    put_what_was_run(doc, r->of);
    put_where(doc, r->of);
    put_warnings(doc, r);
    put_standings(doc, r);
    put_against_baselines(doc, r);
    put_reading(doc, r);
}
