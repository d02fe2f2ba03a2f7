/* sizes.c: what B(q) and the number of diverse inputs are computed from: how large are the inputs and their traces, and what does
 * a technique without feedback reach at the same size? */
#include <math.h>
#include <stdint.h>

#include "report/number.h"
#include "report/sections.h"

/* A technique's median, and what it is of its control's. */
static void put_median(struct bd__table *table, const struct bd__results *r, size_t measure, size_t subject,
                       size_t technique, size_t control)
{
    double median = bd__results_statistics(r, measure, subject, technique)->median;
    int decimals = bd__number_decimals(median);
    if (bd__measures[measure].counts && decimals > 1) { decimals = 1; }
    bd__table_cell(table, "%s", bd__number(median, decimals).text);
    if (control == SIZE_MAX || measure >= BD__COMPARED) { return; }
    const struct bd__contrast *contrast = bd__results_contrast(r, measure, subject, technique, control);
    if (isnan(contrast->ratio.estimate)) { return; }
    if (isnan(contrast->ratio.low)) {
        bd__table_note(table, "(× %.2f)", contrast->ratio.estimate);
        return;
    }
    bd__table_note(table, "(× %.2f, %.2f–%.2f)", contrast->ratio.estimate, contrast->ratio.low, contrast->ratio.high);
    if (contrast->claim == BD__CLAIM_BETTER) { bd__table_best(table); }
}

/* B(q) of valid inputs, or of all, beside the sizes of inputs and traces. */
void bd__put_sizes(struct bd__document *doc, const struct bd__results *r, bool valid)
{
    const struct bd__experiment *e = r->of;
    size_t b = valid ? BD__VALID_B : BD__ALL_B, traces = valid ? BD__VALID_TRACE_SIZE : BD__ALL_TRACE_SIZE;
    const size_t measure[] = {BD__MEAN_INPUT, BD__MEAN_TRACE, traces, b, b + 1, b + 2, BD__DIVERSE};
    static const char *const title[] = {
        "mean input [bytes]",  "mean trace [branches]", "mean distinct trace [branches]", "B(0)", "B(1)", "B(2)",
        "diverse valid inputs"};
    size_t columns = valid ? 7 : 6;
    bool controlled = false;
    struct bd__table table;
    for (size_t t = 0; t < e->techniques; t++) { controlled = controlled || bd__experiment_control(e, t) != SIZE_MAX; }
    bd__table_init(&table, valid ? "sizes-valid" : "sizes-all",
                   "B(q) of %s inputs%s beside the sizes that it follows: medians%s", valid ? "valid" : "all",
                   valid ? ", and the number of diverse ones," : "",
                   controlled ? ". In small letters: the ratio to the control of the same mean input size, with its "
                                "interval; bold: better than the control"
                              : "");
    table.headers = 2;
    table.stacked = true;
    bd__table_column(&table, "Subject");
    bd__table_column(&table, "Technique");
    for (size_t i = 0; i < columns; i++) { bd__table_column(&table, title[i]); }
    for (size_t s = 0; s < e->subjects; s++) {
        for (size_t t = 0; t < e->techniques; t++) {
            bd__table_cell(&table, "%s", e->subject[s]);
            bd__table_cell(&table, "%s", e->technique[t]);
            for (size_t i = 0; i < columns; i++) {
                put_median(&table, r, measure[i], s, t, bd__experiment_control(e, t));
            }
        }
    }
    bd__document_table(doc, &table);
    bd__table_clear(&table);
}

bool bd__sizes_agree(const struct bd__results *r, size_t subject, size_t technique, size_t control)
{
    static const double most = 0.05;
    double wanted = bd__results_statistics(r, BD__MEAN_INPUT, subject, technique)->median;
    double found = bd__results_statistics(r, BD__MEAN_INPUT, subject, control)->median;
    return !(fabs(found - wanted) > most * wanted); /* true for NAN: there is nothing to compare */
}

/* A control that missed its size says nothing. */
void bd__warn_of_sizes(struct bd__document *doc, const struct bd__results *r)
{
    const struct bd__experiment *e = r->of;
    for (size_t t = 0; t < e->techniques; t++) {
        size_t control = bd__experiment_control(e, t);
        for (size_t s = 0; control != SIZE_MAX && s < e->subjects; s++) {
            if (bd__sizes_agree(r, s, t, control)) { continue; }
            double wanted = bd__results_statistics(r, BD__MEAN_INPUT, s, t)->median;
            double found = bd__results_statistics(r, BD__MEAN_INPUT, s, control)->median;
            bd__document_warning(
                doc,
                "On `%s` the inputs of `%s` have %s bytes in the median of the means, those of `%s` %s: "
                "they are not of the same size, so that comparison is not one at the same size.",
                e->subject[s], e->technique[control], bd__number(found, 1).text, e->technique[t],
                bd__number(wanted, 1).text);
        }
    }
}
