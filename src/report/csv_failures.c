/* csv_failures.c: the CSV files about failures: who found them, when, and how the candidate compares. */
#include <math.h>

#include "base/memory.h"
#include "report/bugs.h"
#include "report/csv.h"

/* Calls PUT for any failure, for those of each kind, and for each distinct one. */
static void each_bug(struct bd__text *out, const struct bd__experiment *e,
                     void (*put)(struct bd__text *out, const struct bd__experiment *e, const struct bd__bug *bug,
                                 size_t tests))
{
    struct bd__bugs bugs;
    bd__bugs_gather(&bugs, e);
    for (size_t i = 0; i < bugs.any_count; i++) { put(out, e, &bugs.any[i], bugs.any_tests); }
    for (size_t i = 0; i < bugs.kind_count; i++) { put(out, e, &bugs.kind[i], bugs.kind_tests); }
    for (size_t i = 0; i < bugs.count; i++) { put(out, e, &bugs.bug[i], bugs.tests); }
    bd__bugs_clear(&bugs);
}

static void put_hunts(struct bd__text *out, const struct bd__experiment *e, const struct bd__bug *bug, size_t tests)
{
    (void)tests;
    for (size_t t = 0; t < e->techniques; t++) {
        const struct bd__hunt *hunt = &bug->hunt[t];
        bd__csv_word(out, e->subject[bug->subject]);
        bd__csv_word(out, bug->signature);
        bd__csv_word(out, bug->kind);
        bd__csv_word(out, e->technique[t]);
        bd__csv_numbers(out,
                        (double[]){(double)hunt->campaigns, (double)hunt->found, hunt->mean_seconds,
                                   hunt->first_seconds, hunt->mean_trial, hunt->restricted_seconds, bug->seconds},
                        7);
        bd__csv_end(out);
    }
}

void bd__csv_failures(struct bd__text *out, const struct bd__results *r)
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
            bd__csv_word(out, e->subject[bug->subject]);
            bd__csv_word(out, bug->signature);
            bd__csv_word(out, e->technique[t]);
            bd__csv_numbers(
                out, (double[]){step[i].time, (double)step[i].waiting, (double)step[i].met, step[i].surviving}, 4);
            bd__csv_end(out);
        }
        free(step);
    }
}

void bd__csv_survival(struct bd__text *out, const struct bd__results *r)
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
        bd__csv_word(out, e->subject[bug->subject]);
        bd__csv_word(out, bug->signature);
        bd__csv_word(out, e->technique[e->candidate]);
        bd__csv_word(out, e->technique[t]);
        bd__csv_numbers(out,
                        (double[]){(double)mine->campaigns, (double)mine->found, (double)theirs->campaigns,
                                   (double)theirs->found, mine->restricted_seconds - theirs->restricted_seconds,
                                   race->a12, race->test.above, race->test.chi_square, race->test.p},
                        9);
        bd__csv_word(out, race->test.exact ? "yes" : "no");
        bd__csv_numbers(out, (double[]){(double)tests, race->p}, 2);
        bd__csv_word(out, race->sooner > 0 ? "sooner" : race->sooner < 0 ? "later" : "not told apart");
        bd__csv_end(out);
    }
}

void bd__csv_failure_comparisons(struct bd__text *out, const struct bd__results *r)
{
    bd__text_puts(out, "subject,signature,first,second,n_first,found_first,n_second,found_second,"
                       "restricted_mean_difference,a12,above,chi_square,p,exact,tests,p_holm,verdict\n");
    each_bug(out, r->of, put_races);
}
