/* comparisons.c: which technique beats which, on each subject and measure; and the methods of the report. */
#include <math.h>
#include <stdio.h>

#include "metrics/survival.h"
#include "report/curve.h"
#include "report/number.h"
#include "report/prospect.h"
#include "report/sections.h"

/* All techniques against all others, over all subjects. */
static void put_matrix(struct bd__document *doc, const struct bd__results *r, size_t measure)
{
    const struct bd__experiment *e = r->of;
    char id[64];
    struct bd__table table;
    snprintf(id, sizeof id, "matrix-%s", bd__measures[measure].id);
    bd__table_init(&table, id, "%s: wins–losses–ties of the row against the column, over all subjects",
                   bd__measures[measure].title);
    bd__table_column(&table, "");
    for (size_t b = 0; b < e->techniques; b++) { bd__table_column(&table, e->technique[b]); }
    bd__table_column(&table, "total");
    for (size_t a = 0; a < e->techniques; a++) {
        struct bd__score sum = {0, 0, 0};
        bd__table_cell(&table, "%s", e->technique[a]);
        for (size_t b = 0; b < e->techniques; b++) {
            if (a == b) {
                bd__table_cell(&table, "·");
                continue;
            }
            struct bd__score score = bd__results_score(r, measure, a, b);
            bd__table_cell(&table, "%zu–%zu–%zu", score.wins, score.losses, score.ties);
            if (score.wins > score.losses) { bd__table_best(&table); }
            sum.wins += score.wins;
            sum.losses += score.losses;
            sum.ties += score.ties;
        }
        bd__table_cell(&table, "%zu–%zu–%zu", sum.wins, sum.losses, sum.ties);
        if (sum.wins > sum.losses) { bd__table_best(&table); }
    }
    bd__document_table(doc, &table);
    bd__table_clear(&table);
}

/* Every pair of techniques, per subject. */
static void put_pairs(struct bd__document *doc, const struct bd__results *r, size_t measure)
{
    const struct bd__experiment *e = r->of;
    char id[64];
    struct bd__table table;
    snprintf(id, sizeof id, "pairs-%s", bd__measures[measure].id);
    bd__table_init(
        &table, id,
        "%s: Â12 of the first against the second technique, and corrected p. ▲ the first is significantly higher, ▼ "
        "lower; "
        "S, M, L: a small, medium, large effect",
        bd__measures[measure].title);
    table.headers = 2;
    bd__table_column(&table, "First");
    bd__table_column(&table, "Second");
    for (size_t s = 0; s < e->subjects; s++) { bd__table_column(&table, e->subject[s]); }
    for (size_t a = 0; a < e->techniques; a++) {
        for (size_t b = a + 1; b < e->techniques; b++) {
            bd__table_cell(&table, "%s", e->technique[a]);
            bd__table_cell(&table, "%s", e->technique[b]);
            for (size_t s = 0; s < e->subjects; s++) {
                const struct bd__contrast *contrast = bd__results_contrast(r, measure, s, a, b);
                const struct bd__rank_test *test = &contrast->test;
                int verdict = bd__results_verdict(r, measure, s, a, b);
                if (isnan(test->a12)) {
                    bd__table_cell(&table, "–");
                    continue;
                }
                const char *effect = bd__a12_magnitude(test->a12);
                bd__table_cell(&table, "%s%.2f%s",
                               verdict > 0   ? "▲ "
                               : verdict < 0 ? "▼ "
                                             : "",
                               test->a12,
                               *effect == 's'   ? " S"
                               : *effect == 'm' ? " M"
                               : *effect == 'l' ? " L"
                                                : "");
                if (verdict) { bd__table_best(&table); }
                bd__table_note(&table, "%s", bd__number_p(contrast->p).text);
            }
        }
    }
    bd__document_table(doc, &table);
    bd__table_clear(&table);
}

void bd__section_comparisons(struct bd__document *doc, const struct bd__results *r)
{
    bd__document_heading(doc, 2, "comparisons", "Which technique beats which");
    if (r->of->techniques < 2) {
        bd__document_text(doc, "There is only one technique, so there is nothing to compare.");
        return;
    }
    bd__document_text(
        doc,
        "A **win** on a subject is a difference that is significant at α = %.2f (Mann–Whitney U, two-sided, corrected "
        "by Holm within the measure), in favour of the row. If there is no significant difference, it is a tie, which "
        "does not mean that the two are equal. The candidate's comparisons are corrected together, and those of the "
        "other techniques with each other apart from them.",
        BD__ALPHA);
    for (size_t m = 0; m < BD__COMPARED; m++) {
        char title[160];
        snprintf(title, sizeof title, "%s, pair by pair", bd__measures[m].title);
        put_matrix(doc, r, m);
        bd__document_fold(doc, title);
        put_pairs(doc, r, m);
        bd__document_unfold(doc);
    }
}

/* ---- Method ---------------------------------------------------------------------------------- */

static void put_missing(struct bd__document *doc, const struct bd__experiment *e)
{
    struct bd__table table;
    bd__table_init(&table, "missing", "Campaigns that are left out");
    table.words = 3;
    bd__table_column(&table, "Subject");
    bd__table_column(&table, "Technique");
    bd__table_column(&table, "Repetition");
    bd__table_column(&table, "Why");
    for (size_t s = 0; s < e->subjects; s++) {
        for (size_t t = 0; t < e->techniques; t++) {
            for (size_t r = 0; r < e->repetitions; r++) {
                const struct bd__campaign *campaign = bd__experiment_at(e, s, t, r);
                if (campaign->there) { continue; }
                bd__table_cell(&table, "%s", e->subject[s]);
                bd__table_cell(&table, "%s", e->technique[t]);
                bd__table_cell(&table, "%zu", r + 1);
                bd__table_cell(&table, "%s", bd__text_str(&campaign->why));
            }
        }
    }
    if (table.cell_count) {
        bd__document_table(doc, &table);
    } else {
        bd__document_text(doc, "No campaign is missing.");
    }
    bd__table_clear(&table);
}

static void put_claims_method(struct bd__document *doc, const struct bd__results *r)
{
    const struct bd__manifest *m = &r->of->manifest;
    bd__document_item(doc,
                      "**Ratios** are those of medians. Their %.0f %% intervals are percentile bootstrap intervals, "
                      "computed exactly instead of by drawing resamples. They are not corrected for the number of "
                      "comparisons.",
                      100 * BD__CONFIDENCE);
    bd__document_item(
        doc,
        "**Better**: the corrected p is below α, and Â12 above 0.5. **Not worse**: not better, but the whole interval "
        "of "
        "the ratio lies above the margin. **Worse**: neither, and the corrected p is below α. **Undecided**: neither. "
        "Margins of this experiment: %g for B(0), %g for B(1), %g for B(2), %g for the share of diverse inputs%s.",
        m->margin_b0, m->margin_b1, m->margin_b2, m->margin_share,
        m->margin_number > 0 ? " (and one for their number)" : "; none for their number");
}

void bd__section_method(struct bd__document *doc, const struct bd__results *r)
{
    bd__document_heading(doc, 2, "method", "Method");
    bd__document_item(doc, "**Values** are those at the end of a campaign, from `fuzzer_stats` in its run directory. "
                           "Standard deviations are those of "
                           "samples (n − 1).");
    bd__document_item(
        doc,
        "**Curves** are interpolated linearly between the rows of `plot_data`, at %d equally spaced times. "
        "Times are in seconds since the start; for a technique `GUIDE@plain`, since the start of the "
        "campaign on the plain build. A campaign that ended early keeps its last value.",
        BD__CURVE_POINTS);
    bd__document_item(
        doc,
        "**Mann–Whitney U**, two-sided. Up to %d values in total it is exact, by counting all ways to assign the "
        "values to "
        "the two techniques, ties included; beyond that, it is the normal approximation, corrected for ties and "
        "continuity. p is corrected by Holm's procedure within each measure: the candidate's comparisons on all "
        "subjects "
        "form one family, those of the other techniques with each other another. α = %.2f.",
        BD__MANN_WHITNEY_EXACT, BD__ALPHA);
    put_claims_method(doc, r);
    bd__document_item(doc,
                      "**Â12** (Vargha and Delaney) is the probability that a campaign of the first technique has a "
                      "higher value than one of the second; 0.5 means no difference. Effects are small from 0.56, "
                      "medium from 0.64, large from 0.71, and symmetrically below 0.5.");
    bd__document_item(
        doc,
        "**Times to a failure**: Kaplan and Meier's estimate, its mean restricted to the shortest campaign on the "
        "subject, and the log-rank test: exact, by permutation, up to %d values in total, else from χ². Corrected by "
        "Holm within the first failures, and within the distinct ones.",
        BD__LOG_RANK_EXACT);
    bd__document_item(doc, "**Equal numbers of traces**: rarefaction in closed form (Chao et al. 2014, for incidence "
                           "data) from the `abundances` of a campaign; it uses no random numbers.");
    bd__document_item(
        doc,
        "**Ranks**: on each subject the techniques are ranked by their medians; ties share the mean of their ranks.");
    bd__document_item(doc,
                      "**Files**: `csv/` has every value: `campaigns`, `measures`, `comparisons`, `sizes`, `curves`, "
                      "`rarefaction`, `failures`, `survival`, `failure_comparisons`, `ranks`.");
    bd__put_prospect(doc, &r->of->manifest);
    bd__document_heading(doc, 3, "left-out", "Left out");
    put_missing(doc, r->of);
}
