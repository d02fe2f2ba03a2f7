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

static void put_word(struct bd__text *out, const char *word)
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

/* An empty field if NUMBER is NAN. */
static void put_number(struct bd__text *out, double number)
{
    begin_field(out);
    if (!isnan(number)) { bd__text_printf(out, "%.10g", number); }
}

/* All of its digits, where a double would lose some. */
static void put_whole(struct bd__text *out, uint64_t number)
{
    begin_field(out);
    bd__text_number(out, number);
}

static void put_numbers(struct bd__text *out, const double *number, size_t count)
{
    for (size_t i = 0; i < count; i++) { put_number(out, number[i]); }
}

static void end_row(struct bd__text *out)
{
    bd__text_puts(out, "\n");
}

/* ---- Files ----------------------------------------------------------------------------------- */

static void make_campaigns(struct bd__text *out, const struct bd__results *r)
{
    enum { FIRST = 1 }; /* without `seconds`, which may be those of another clock: bd__campaign has them */
    const struct bd__experiment *e = r->of;
    bd__text_puts(out, "subject,technique,repetition,seed,core,seconds,trials_per_second,stability");
    for (size_t f = FIRST; f < BD__RECORD_FIGURES; f++) { put_word(out, bd__record_figure_list[f].name); }
    bd__text_puts(out, ",distinct_failures\n");
    for (size_t i = 0; i < e->subjects * e->techniques * e->repetitions; i++) {
        const struct bd__campaign *campaign = &e->campaign[i];
        if (!campaign->there) { continue; }
        put_word(out, e->subject[i / e->repetitions / e->techniques]);
        put_word(out, e->technique[i / e->repetitions % e->techniques]);
        put_number(out, (double)(i % e->repetitions + 1));
        put_whole(out, campaign->seed);
        put_whole(out, campaign->core);
        put_numbers(out, (double[]){campaign->seconds, campaign->trials_per_second, campaign->record.stability}, 3);
        for (size_t f = FIRST; f < BD__RECORD_FIGURES; f++) {
            put_number(out, bd__record_figure(&campaign->record.last, f));
        }
        put_number(out, (double)bd__campaign_distinct(campaign));
        end_row(out);
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
                put_word(out, bd__measures[m].id);
                put_word(out, e->subject[s]);
                put_word(out, e->technique[t]);
                put_numbers(out,
                            (double[]){(double)of->count, of->mean, of->sd, of->median, of->lowest, of->highest, level},
                            7);
                end_row(out);
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
    put_word(out, bd__measures[measure].id);
    put_word(out, r->of->subject[subject]);
    put_word(out, r->of->technique[a]);
    put_word(out, r->of->technique[b]);
    put_number(out, (double)bd__results_statistics(r, measure, subject, a)->count);
    put_number(out, (double)bd__results_statistics(r, measure, subject, b)->count);
    put_numbers(out, (double[]){of->test.u, of->test.a12}, 2);
    put_word(out, bd__a12_magnitude(of->test.a12));
    put_number(out, of->test.p);
    put_word(out, of->test.exact ? "yes" : "no");
    put_word(out, family == BD__FAMILY_CANDIDATE ? "candidate" : "others");
    put_numbers(out, (double[]){(double)r->tests[measure][family], of->p}, 2);
    put_word(out, verdict > 0 ? "higher" : verdict < 0 ? "lower" : "not told apart");
    put_numbers(out, (double[]){of->ratio.estimate, of->ratio.low, of->ratio.high, of->margin > 0 ? of->margin : NAN},
                4);
    put_word(out, bd__claim_names[of->claim]);
    end_row(out);
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
    end_row(out);
    for (size_t i = 0; i < e->subjects * e->techniques; i++) {
        size_t s = i / e->techniques, t = i % e->techniques, control = bd__experiment_control(e, t);
        if (control == SIZE_MAX) { continue; }
        put_word(out, e->subject[s]);
        put_word(out, e->technique[t]);
        put_number(out, (double)bd__results_statistics(r, BD__MEAN_INPUT, s, t)->count);
        put_word(out, e->technique[control]);
        put_number(out, (double)bd__results_statistics(r, BD__MEAN_INPUT, s, control)->count);
        for (size_t k = 0; k < SHOWN; k++) {
            put_number(out, bd__results_statistics(r, measure[k], s, t)->median);
            put_number(out, bd__results_statistics(r, measure[k], s, control)->median);
        }
        end_row(out);
    }
}

static void put_points(struct bd__text *out, const char *measure, const char *subject, const char *technique,
                       const struct bd__curve *curve)
{
    for (size_t i = 0; i < curve->count; i++) {
        put_word(out, measure);
        put_word(out, subject);
        put_word(out, technique);
        put_numbers(
            out, (double[]){(double)curve->repetitions, curve->x[i], curve->median[i], curve->low[i], curve->high[i]},
            5);
        end_row(out);
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

/* Calls PUT for any failure and for each distinct one. */
static void each_bug(struct bd__text *out, const struct bd__experiment *e,
                     void (*put)(struct bd__text *out, const struct bd__experiment *e, const struct bd__bug *bug,
                                 size_t tests))
{
    struct bd__bugs bugs;
    bd__bugs_gather(&bugs, e);
    for (size_t i = 0; i < bugs.any_count; i++) { put(out, e, &bugs.any[i], bugs.any_tests); }
    for (size_t i = 0; i < bugs.count; i++) { put(out, e, &bugs.bug[i], bugs.tests); }
    bd__bugs_clear(&bugs);
}

static void put_hunts(struct bd__text *out, const struct bd__experiment *e, const struct bd__bug *bug, size_t tests)
{
    (void)tests;
    for (size_t t = 0; t < e->techniques; t++) {
        const struct bd__hunt *hunt = &bug->hunt[t];
        put_word(out, e->subject[bug->subject]);
        put_word(out, bug->signature);
        put_word(out, bug->kind);
        put_word(out, e->technique[t]);
        put_numbers(out,
                    (double[]){(double)hunt->campaigns, (double)hunt->found, hunt->mean_seconds, hunt->first_seconds,
                               hunt->mean_trial, hunt->restricted_seconds, bug->seconds},
                    7);
        end_row(out);
    }
}

static void make_failures(struct bd__text *out, const struct bd__results *r)
{
    bd__text_puts(out, "subject,signature,kind,technique,campaigns,found,mean_seconds,first_seconds,mean_trial,"
                       "restricted_mean_seconds,limit_seconds\n");
    each_bug(out, r->of, put_hunts);
}

static void put_survival(struct bd__text *out, const struct bd__experiment *e, const struct bd__bug *bug, size_t tests)
{
    (void)tests;
    for (size_t t = 0; t < e->techniques; t++) {
        const struct bd__hunt *hunt = &bug->hunt[t];
        struct bd__survival_step *step = bd__memory(hunt->campaigns, sizeof *step);
        size_t steps = bd__kaplan_meier(hunt->wait, hunt->campaigns, step);
        for (size_t i = 0; i < steps; i++) {
            put_word(out, e->subject[bug->subject]);
            put_word(out, bug->signature);
            put_word(out, e->technique[t]);
            put_numbers(out, (double[]){step[i].time, (double)step[i].waiting, (double)step[i].met, step[i].surviving},
                        4);
            end_row(out);
        }
        free(step);
    }
}

static void make_survival(struct bd__text *out, const struct bd__results *r)
{
    bd__text_puts(out, "subject,signature,technique,seconds,waiting,found,surviving\n");
    each_bug(out, r->of, put_survival);
}

static void put_races(struct bd__text *out, const struct bd__experiment *e, const struct bd__bug *bug, size_t tests)
{
    for (size_t t = 0; t < e->techniques; t++) {
        const struct bd__hunt *mine = &bug->hunt[e->candidate], *theirs = &bug->hunt[t];
        const struct bd__race *race = &bug->race[t];
        if (t == e->candidate || isnan(race->a12)) { continue; }
        put_word(out, e->subject[bug->subject]);
        put_word(out, bug->signature);
        put_word(out, e->technique[e->candidate]);
        put_word(out, e->technique[t]);
        put_numbers(out,
                    (double[]){(double)mine->campaigns, (double)mine->found, (double)theirs->campaigns,
                               (double)theirs->found, mine->restricted_seconds - theirs->restricted_seconds, race->a12,
                               race->test.above, race->test.chi_square, race->test.p},
                    9);
        put_word(out, race->test.exact ? "yes" : "no");
        put_numbers(out, (double[]){(double)tests, race->p}, 2);
        put_word(out, race->sooner > 0 ? "sooner" : race->sooner < 0 ? "later" : "not told apart");
        end_row(out);
    }
}

static void make_failure_comparisons(struct bd__text *out, const struct bd__results *r)
{
    bd__text_puts(out, "subject,signature,first,second,n_first,found_first,n_second,found_second,"
                       "restricted_mean_difference,a12,above,chi_square,p,exact,tests,p_holm,verdict\n");
    each_bug(out, r->of, put_races);
}

static void make_ranks(struct bd__text *out, const struct bd__results *r)
{
    bd__text_puts(out, "measure,technique,subjects,median_rank,mean_rank,best_on\n");
    for (size_t m = 0; m < BD__COMPARED; m++) {
        for (size_t t = 0; t < r->of->techniques; t++) {
            struct bd__standing of = bd__results_standing(r, m, t);
            put_word(out, bd__measures[m].id);
            put_word(out, r->of->technique[t]);
            put_numbers(out, (double[]){(double)of.subjects, of.median_rank, of.mean_rank, (double)of.best}, 4);
            end_row(out);
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
        {"failures", make_failures},
        {"ranks", make_ranks},
        {"survival", make_survival},
        {"failure_comparisons", make_failure_comparisons},
        {"sizes", make_sizes},
    };
    for (size_t i = 0; i < BD__CSV_FILES; i++) {
        csv[i] = (struct bd__csv){.name = files[i].name};
        files[i].make(&csv[i].text, results);
    }
}
