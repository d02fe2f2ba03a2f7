/* contrasts.c: every technique against every other: p, corrected p, ratio, and what may be said. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "metrics/holm.h"
#include "report/results.h"

static double margin_of(const struct bd__manifest *m, size_t measure)
{
    const double order[3] = {m->margin_b0, m->margin_b1, m->margin_b2};
    if (measure >= BD__VALID_B && measure < BD__DISTINCT_FAILURES) { return order[(measure - BD__VALID_B) % 3]; }
    if (measure == BD__DIVERSE_SHARE || measure == BD__DIVERSE_OF_VALID) { return m->margin_share; }
    return measure == BD__DIVERSE ? m->margin_number : 0;
}

static struct bd__contrast *contrast_of(struct bd__results *r, size_t measure, size_t subject, size_t technique,
                                        size_t other)
{
    size_t techniques = r->of->techniques;
    return &r->contrast[((measure * r->of->subjects + subject) * techniques + technique) * techniques + other];
}

enum bd__family bd__results_family(const struct bd__results *r, size_t technique, size_t other)
{
    bool candidate = technique == r->of->candidate || other == r->of->candidate;
    return candidate ? BD__FAMILY_CANDIDATE : BD__FAMILY_OTHERS;
}

static struct bd__contrast measure_contrast(const struct bd__results *r, size_t measure, size_t subject, size_t a,
                                            size_t b)
{
    const double *of_a = bd__results_values(r, measure, subject, a), *of_b = bd__results_values(r, measure, subject, b);
    size_t a_count = bd__results_statistics(r, measure, subject, a)->count;
    size_t b_count = bd__results_statistics(r, measure, subject, b)->count;
    struct bd__rank_test test = bd__mann_whitney(of_a, a_count, of_b, b_count);
    return (struct bd__contrast){
        .test = test,
        .p = test.p,
        .ratio = bd__ratio_of_medians(of_a, a_count, of_b, b_count, BD__CONFIDENCE),
        .margin = margin_of(&r->of->manifest, measure),
    };
}

/* The same, seen from the other technique; PAIRS: number of pairs of values. */
static struct bd__contrast mirrored(const struct bd__contrast *of, double pairs)
{
    struct bd__contrast mirror = *of;
    mirror.test.a12 = 1 - of->test.a12;
    mirror.test.u = pairs - of->test.u;
    mirror.ratio = (struct bd__interval){1 / of->ratio.estimate, 1 / of->ratio.high, 1 / of->ratio.low};
    return mirror;
}

static void measure_contrasts(struct bd__results *r, size_t measure, size_t subject)
{
    for (size_t a = 0; a < r->of->techniques; a++) {
        for (size_t b = a; b < r->of->techniques; b++) { /* also with itself: 0.5, and 1 */
            struct bd__contrast *contrast = contrast_of(r, measure, subject, a, b);
            *contrast = measure_contrast(r, measure, subject, a, b);
            double pairs = (double)(bd__results_statistics(r, measure, subject, a)->count *
                                    bd__results_statistics(r, measure, subject, b)->count);
            *contrast_of(r, measure, subject, b, a) = mirrored(contrast, pairs);
        }
    }
}

/* Corrects the p of one measure, over all subjects and over the pairs of FAMILY, each of which counts once. */
static void correct(struct bd__results *r, size_t measure, enum bd__family family)
{
    const struct bd__experiment *e = r->of;
    size_t count = 0, most = e->subjects * e->techniques * e->techniques;
    struct bd__contrast **of = bd__memory(most, sizeof *of), **mirror = bd__memory(most, sizeof *mirror);
    double *p = bd__memory(most, sizeof *p);
    for (size_t s = 0; s < e->subjects; s++) {
        for (size_t a = 0; a < e->techniques; a++) {
            for (size_t b = a + 1; b < e->techniques; b++) {
                of[count] = contrast_of(r, measure, s, a, b);
                mirror[count] = contrast_of(r, measure, s, b, a);
                if (bd__results_family(r, a, b) != family || isnan(of[count]->test.a12)) { continue; }
                p[count] = of[count]->test.p;
                count++;
            }
        }
    }
    bd__holm(p, count, p);
    for (size_t i = 0; i < count; i++) { of[i]->p = mirror[i]->p = p[i]; }
    r->tests[measure][family] = count;
    free(of);
    free(mirror);
    free(p);
}

void bd__contrasts_compute(struct bd__results *r)
{
    const struct bd__experiment *e = r->of;
    for (size_t m = 0; m < BD__COMPARED; m++) {
        size_t pairs = e->techniques * e->techniques;
        for (size_t s = 0; s < e->subjects; s++) { measure_contrasts(r, m, s); }
        for (size_t family = 0; family < BD__FAMILIES; family++) { correct(r, m, (enum bd__family)family); }
        for (size_t i = 0; i < e->subjects * pairs; i++) {
            struct bd__contrast *of = &r->contrast[m * e->subjects * pairs + i];
            of->claim = bd__claim_of(of->p, BD__ALPHA, of->test.a12, of->ratio.low, of->margin);
        }
    }
}

/* ---- Reading --------------------------------------------------------------------------------- */

int bd__results_verdict(const struct bd__results *r, size_t measure, size_t subject, size_t technique, size_t other)
{
    const struct bd__contrast *contrast = bd__results_contrast(r, measure, subject, technique, other);
    return !(contrast->p < BD__ALPHA) ? 0 : contrast->test.a12 > 0.5 ? 1 : -1;
}

struct bd__score bd__results_score(const struct bd__results *r, size_t measure, size_t technique, size_t other)
{
    struct bd__score score = {0, 0, 0};
    for (size_t s = 0; s < r->of->subjects; s++) {
        if (isnan(bd__results_contrast(r, measure, s, technique, other)->test.a12)) {
            continue;
        } /* one has no values */
        int verdict = bd__results_verdict(r, measure, s, technique, other);
        score.wins += verdict > 0;
        score.losses += verdict < 0;
        score.ties += verdict == 0;
    }
    return score;
}

struct bd__claims bd__results_claims(const struct bd__results *r, size_t measure, size_t technique, size_t other)
{
    struct bd__claims claims = {{0}, 0};
    for (size_t s = 0; s < r->of->subjects; s++) {
        const struct bd__contrast *contrast = bd__results_contrast(r, measure, s, technique, other);
        if (isnan(contrast->test.a12)) { continue; }
        claims.of[contrast->claim]++;
        claims.all++;
    }
    return claims;
}

struct bd__claims bd__results_candidate_claims(const struct bd__results *r, size_t measure)
{
    struct bd__claims sum = {{0}, 0};
    for (size_t t = 0; t < r->of->techniques; t++) {
        if (t == r->of->candidate) { continue; }
        struct bd__claims claims = bd__results_claims(r, measure, r->of->candidate, t);
        for (size_t i = 0; i < BD__CLAIMS; i++) { sum.of[i] += claims.of[i]; }
        sum.all += claims.all;
    }
    return sum;
}
