/* standings.c: the candidate against the others, and which technique is best on each measure. */
#include <math.h>

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

/* The candidate against each other technique. */
static void put_candidate(struct bd__document *doc, const struct bd__results *r)
{
    const struct bd__experiment *e = r->of;
    struct bd__table table;
    bd__table_init(&table, "candidate",
                   "%s against each other technique: on how many subjects it is better – not worse – undecided – worse",
                   e->technique[e->candidate]);
    bd__table_column(&table, "Measure");
    for (size_t t = 0; t < e->techniques; t++) {
        if (t != e->candidate) { bd__table_column(&table, e->technique[t]); }
    }
    for (size_t i = 0; i < HEADLINES; i++) {
        bd__table_cell(&table, "%s", bd__measures[headline[i]].title);
        for (size_t t = 0; t < e->techniques; t++) {
            if (t == e->candidate) { continue; }
            struct bd__claims claims = bd__results_claims(r, headline[i], e->candidate, t);
            bd__table_cell(&table, "%zu–%zu–%zu–%zu", claims.of[BD__CLAIM_BETTER], claims.of[BD__CLAIM_NOT_WORSE],
                           claims.of[BD__CLAIM_UNDECIDED], claims.of[BD__CLAIM_WORSE]);
            if (claims.of[BD__CLAIM_BETTER] > claims.of[BD__CLAIM_WORSE]) { bd__table_best(&table); }
        }
    }
    if (e->techniques > 1) { bd__document_table(doc, &table); }
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

void bd__put_standings(struct bd__document *doc, const struct bd__results *r)
{
    static const size_t asked[] = {BD__DIVERSE_SHARE, BD__DIVERSE,           BD__VALID_B,          BD__VALID_B + 1,
                                   BD__VALID_B + 2,   BD__EQUAL_VALID_B + 1, BD__DISTINCT_FAILURES};
    put_candidate(doc, r);
    put_standings(doc, r);
    bd__document_heading(doc, 3, "reading", "In words");
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) { put_ranking(doc, r, asked[i]); }
}
