#include "report/csv.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/curve.h"

/* ---- Fields ---------------------------------------------------------------------------------- */

static void begin_field(struct bd__text *out)
{
    if (out->size && out->data[out->size - 1] != '\n') { bd__text_puts(out, ","); }
}

void bd__csv_word(struct bd__text *out, const char *word)
{
    begin_field(out);
    if (!strpbrk(word, "\",\n\r")) {
        bd__text_puts(out, word);
        return;
    }
    bd__text_puts(out, "\"");
    for (; *word; word++) {
        if (*word == '"') { bd__text_puts(out, "\""); }
        bd__text_add(out, word, 1);
    }
    bd__text_puts(out, "\"");
}

void bd__csv_number(struct bd__text *out, double number)
{
    begin_field(out);
    if (!isnan(number)) { bd__text_printf(out, "%.10g", number); }
}

/* All of its digits, where a double would lose some. */
static void bd__csv_whole(struct bd__text *out, uint64_t number)
{
    begin_field(out);
    bd__text_number(out, number);
}

void bd__csv_numbers(struct bd__text *out, const double *number, size_t count)
{
    for (size_t i = 0; i < count; i++) { bd__csv_number(out, number[i]); }
}

void bd__csv_end(struct bd__text *out)
{
    bd__text_puts(out, "\n");
}

/* ---- Files ----------------------------------------------------------------------------------- */

static void make_campaigns(struct bd__text *out, const struct bd__results *r)
{
    enum { FIRST = 1 }; /* without `seconds`, which may be those of another clock: bd__campaign has them */
    const struct bd__experiment *e = r->of;
    bd__text_puts(out, "subject,technique,repetition,seed,core,seconds,trials_per_second,stability");
    for (size_t f = FIRST; f < BD__RECORD_FIGURES; f++) { bd__csv_word(out, bd__record_figure_list[f].name); }
    bd__text_puts(out, ",distinct_failures\n");
    for (size_t i = 0; i < e->subjects * e->techniques * e->repetitions; i++) {
        const struct bd__campaign *campaign = &e->campaign[i];
        if (!campaign->there) { continue; }
        bd__csv_word(out, e->subject[i / e->repetitions / e->techniques]);
        bd__csv_word(out, e->technique[i / e->repetitions % e->techniques]);
        bd__csv_number(out, (double)(i % e->repetitions + 1));
        bd__csv_whole(out, campaign->seed);
        bd__csv_whole(out, campaign->core);
        bd__csv_numbers(out, (double[]){campaign->seconds, campaign->trials_per_second, campaign->record.stability}, 3);
        for (size_t f = FIRST; f < BD__RECORD_FIGURES; f++) {
            bd__csv_number(out, bd__record_figure(&campaign->record.last, f));
        }
        bd__csv_number(out, (double)bd__campaign_distinct(campaign));
        bd__csv_end(out);
    }
}

static void make_measures(struct bd__text *out, const struct bd__results *r)
{
    const struct bd__experiment *e = r->of;
    bd__text_puts(out, "measure,subject,technique,n,mean,sd,median,lowest,highest,traces\n");
    for (size_t m = 0; m < BD__MEASURES; m++) {
        for (size_t s = 0; s < e->subjects; s++) {
            double level = m >= BD__EQUAL_VALID_B && m < BD__EQUAL_ALL_B       ? (double)r->level_valid[s]
                           : m >= BD__EQUAL_ALL_B && m < BD__DISTINCT_FAILURES ? (double)r->level_all[s]
                                                                               : NAN;
            for (size_t t = 0; t < e->techniques; t++) {
                const struct bd__statistics *of = bd__results_statistics(r, m, s, t);
                bd__csv_word(out, bd__measures[m].id);
                bd__csv_word(out, e->subject[s]);
                bd__csv_word(out, e->technique[t]);
                bd__csv_numbers(
                    out, (double[]){(double)of->count, of->mean, of->sd, of->median, of->lowest, of->highest, level},
                    7);
                bd__csv_end(out);
            }
        }
    }
}

static void put_contrast(struct bd__text *out, const struct bd__results *r, size_t measure, size_t subject, size_t a,
                         size_t b)
{
    const struct bd__contrast *of = bd__results_contrast(r, measure, subject, a, b);
    int verdict = bd__results_verdict(r, measure, subject, a, b);
    enum bd__family family = bd__results_family(r, a, b);
    if (isnan(of->test.a12)) { return; }
    bd__csv_word(out, bd__measures[measure].id);
    bd__csv_word(out, r->of->subject[subject]);
    bd__csv_word(out, r->of->technique[a]);
    bd__csv_word(out, r->of->technique[b]);
    bd__csv_number(out, (double)bd__results_statistics(r, measure, subject, a)->count);
    bd__csv_number(out, (double)bd__results_statistics(r, measure, subject, b)->count);
    bd__csv_numbers(out, (double[]){of->test.u, of->test.a12}, 2);
    bd__csv_word(out, bd__a12_magnitude(of->test.a12));
    bd__csv_number(out, of->test.p);
    bd__csv_word(out, of->test.exact ? "yes" : "no");
    bd__csv_word(out, family == BD__FAMILY_CANDIDATE ? "candidate" : "others");
    bd__csv_numbers(out, (double[]){(double)r->tests[measure][family], of->p}, 2);
    bd__csv_word(out, verdict > 0 ? "higher" : verdict < 0 ? "lower" : "not told apart");
    bd__csv_numbers(
        out, (double[]){of->ratio.estimate, of->ratio.low, of->ratio.high, of->margin > 0 ? of->margin : NAN}, 4);
    bd__csv_word(out, bd__claim_names[of->claim]);
    bd__csv_end(out);
}

/* The candidate is always the first of a pair: the verdict is about it. */
static void make_comparisons(struct bd__text *out, const struct bd__results *r)
{
    const struct bd__experiment *e = r->of;
    bd__text_puts(out,
                  "measure,subject,first,second,n_first,n_second,u,a12,effect,p,exact,family,tests,p_holm,difference,"
                  "ratio,ratio_low,ratio_high,margin,verdict\n");
    for (size_t m = 0; m < BD__COMPARED; m++) {
        for (size_t s = 0; s < e->subjects; s++) {
            for (size_t a = 0; a < e->techniques; a++) {
                for (size_t b = a + 1; b < e->techniques; b++) {
                    bool swapped = b == e->candidate;
                    put_contrast(out, r, m, s, swapped ? b : a, swapped ? a : b);
                }
            }
        }
    }
}

/* Each technique that has a control beside it: medians of both. What their ratio is, is in comparisons.csv if one of them is the
 * candidate, and among the others if not. */
static void make_sizes(struct bd__text *out, const struct bd__results *r)
{
    static const size_t measure[] = {
        BD__MEAN_INPUT,  BD__MEAN_TRACE, BD__VALID_TRACE_SIZE, BD__VALID_B,   BD__VALID_B + 1,
        BD__VALID_B + 2, BD__ALL_B,      BD__ALL_B + 1,        BD__ALL_B + 2, BD__DIVERSE};
    enum { SHOWN = sizeof measure / sizeof *measure };
    const struct bd__experiment *e = r->of;
    bd__text_puts(out, "subject,technique,n,control,n_control");
    for (size_t i = 0; i < SHOWN; i++) {
        bd__text_printf(out, ",%s,control_%s", bd__measures[measure[i]].id, bd__measures[measure[i]].id);
    }
    bd__csv_end(out);
    for (size_t i = 0; i < e->subjects * e->techniques; i++) {
        size_t s = i / e->techniques, t = i % e->techniques, control = bd__experiment_control(e, t);
        if (control == SIZE_MAX) { continue; }
        bd__csv_word(out, e->subject[s]);
        bd__csv_word(out, e->technique[t]);
        bd__csv_number(out, (double)bd__results_statistics(r, BD__MEAN_INPUT, s, t)->count);
        bd__csv_word(out, e->technique[control]);
        bd__csv_number(out, (double)bd__results_statistics(r, BD__MEAN_INPUT, s, control)->count);
        for (size_t k = 0; k < SHOWN; k++) {
            bd__csv_number(out, bd__results_statistics(r, measure[k], s, t)->median);
            bd__csv_number(out, bd__results_statistics(r, measure[k], s, control)->median);
        }
        bd__csv_end(out);
    }
}

static void put_points(struct bd__text *out, const char *measure, const char *subject, const char *technique,
                       const struct bd__curve *curve)
{
    for (size_t i = 0; i < curve->count; i++) {
        bd__csv_word(out, measure);
        bd__csv_word(out, subject);
        bd__csv_word(out, technique);
        bd__csv_numbers(
            out, (double[]){(double)curve->repetitions, curve->x[i], curve->median[i], curve->low[i], curve->high[i]},
            5);
        bd__csv_end(out);
    }
}

static void make_curves(struct bd__text *out, const struct bd__results *r)
{
    const struct bd__experiment *e = r->of;
    bd__text_puts(out, "measure,subject,technique,n,seconds,median,low,high\n");
    for (size_t m = 0; m < BD__MEASURES; m++) {
        for (size_t s = 0; bd__measures[m].at && s < e->subjects; s++) {
            for (size_t t = 0; t < e->techniques; t++) {
                struct bd__curve curve;
                bd__curve_of_time(&curve, e, m, s, t);
                put_points(out, bd__measures[m].id, e->subject[s], e->technique[t], &curve);
            }
        }
    }
}

static void make_rarefaction(struct bd__text *out, const struct bd__results *r)
{
    const struct bd__experiment *e = r->of;
    bd__text_puts(out, "measure,subject,technique,n,traces,median,low,high\n");
    for (size_t s = 0; s < e->subjects; s++) {
        for (size_t t = 0; t < e->techniques; t++) {
            struct bd__curve curve[3];
            bd__curve_of_traces(curve, e, s, t);
            for (size_t q = 0; q < 3; q++) {
                put_points(out, bd__measures[BD__VALID_B + q].id, e->subject[s], e->technique[t], &curve[q]);
            }
        }
    }
}

static void make_ranks(struct bd__text *out, const struct bd__results *r)
{
    bd__text_puts(out, "measure,technique,subjects,median_rank,mean_rank,best_on\n");
    for (size_t m = 0; m < BD__COMPARED; m++) {
        for (size_t t = 0; t < r->of->techniques; t++) {
            struct bd__standing of = bd__results_standing(r, m, t);
            bd__csv_word(out, bd__measures[m].id);
            bd__csv_word(out, r->of->technique[t]);
            bd__csv_numbers(out, (double[]){(double)of.subjects, of.median_rank, of.mean_rank, (double)of.best}, 4);
            bd__csv_end(out);
        }
    }
}

void bd__csv_make(struct bd__csv csv[BD__CSV_FILES], const struct bd__results *results)
{
    static const struct {
        const char *name;
        void (*make)(struct bd__text *out, const struct bd__results *r);
    } files[BD__CSV_FILES] = {
        {"campaigns", make_campaigns},
        {"measures", make_measures},
        {"comparisons", make_comparisons},
        {"curves", make_curves},
        {"rarefaction", make_rarefaction},
        {"failures", bd__csv_failures},
        {"ranks", make_ranks},
        {"survival", bd__csv_survival},
        {"failure_comparisons", bd__csv_failure_comparisons},
        {"sizes", make_sizes},
    };
    for (size_t i = 0; i < BD__CSV_FILES; i++) {
        csv[i] = (struct bd__csv){.name = files[i].name};
        files[i].make(&csv[i].text, results);
    }
}
