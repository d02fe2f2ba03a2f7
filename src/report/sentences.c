/* sentences.c: the verdict about the candidate in three sentences: what it achieves, whether that is more than size, and failures. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "report/bugs.h"
#include "report/number.h"
#include "report/sections.h"

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

/* "4 better, 30 not worse, 3 worse, 8 undecided"; what there is none of is left out. */
static void put_claims(struct bd__text *out, const struct bd__claims *claims)
{
    static const enum bd__claim order[] = {BD__CLAIM_BETTER, BD__CLAIM_NOT_WORSE, BD__CLAIM_WORSE, BD__CLAIM_UNDECIDED};
    const char *comma = "";
    for (size_t i = 0; i < BD__CLAIMS; i++) {
        if (!claims->of[order[i]]) { continue; }
        bd__text_printf(out, "%s%zu %s", comma, claims->of[order[i]], bd__claim_names[order[i]]);
        comma = ", ";
    }
    if (!*comma) { bd__text_puts(out, "nothing to compare"); }
}

/* What the candidate achieves, over all comparisons. */
static void put_first_sentence(struct bd__text *out, const struct bd__results *r)
{
    static const size_t measure[] = {BD__VALID_B, BD__VALID_B + 1, BD__DIVERSE_SHARE, BD__DIVERSE};
    static const char *const name[] = {"B(0)", "B(1)", "share of diverse valid inputs",
                                       "number of diverse valid inputs"};
    const struct bd__experiment *e = r->of;
    size_t others = e->techniques - 1;
    bd__text_printf(out,
                    "Compared with %zu other technique%s on %zu subject%s (%zu comparisons in each measure; \"better\" "
                    "and \"worse\" "
                    "by corrected p, α = %.2f; \"not worse\" by 95 %% intervals), `%s` is",
                    others, plural(others), e->subjects, plural(e->subjects), others * e->subjects, BD__ALPHA,
                    e->technique[e->candidate]);
    for (size_t i = 0; i < sizeof measure / sizeof *measure; i++) {
        struct bd__claims claims = bd__results_candidate_claims(r, measure[i]);
        bd__text_printf(out, "%s in **%s** ", i ? ";" : "", name[i]);
        put_claims(out, &claims);
    }
    bd__text_puts(out, ".");
}

/* The candidate's median over another's, as a median over the subjects; NAN: none. */
static double typical_ratio(const struct bd__results *r, size_t measure, size_t other)
{
    const struct bd__experiment *e = r->of;
    double *ratio = bd__memory(e->subjects, sizeof *ratio);
    size_t count = 0;
    for (size_t s = 0; s < e->subjects; s++) {
        double mine = bd__results_statistics(r, measure, s, e->candidate)->median;
        double theirs = bd__results_statistics(r, measure, s, other)->median;
        if (mine > 0 && theirs > 0) { ratio[count++] = mine / theirs; }
    }
    double median = bd__statistics_of(ratio, count).median;
    free(ratio);
    return median;
}

/* The candidate against a technique without feedback whose inputs are as large. */
static void put_control(struct bd__text *out, const struct bd__results *r, size_t control)
{
    const struct bd__experiment *e = r->of;
    double low = INFINITY, high = -INFINITY;
    size_t missed = 0;
    struct bd__claims b1 = bd__results_claims(r, BD__VALID_B + 1, e->candidate, control);
    struct bd__claims number = bd__results_claims(r, BD__DIVERSE, e->candidate, control);
    for (size_t s = 0; s < e->subjects; s++) {
        double ratio = bd__results_contrast(r, BD__VALID_B + 1, s, e->candidate, control)->ratio.estimate;
        low = fmin(low, ratio);
        high = fmax(high, ratio);
        missed += !bd__sizes_agree(r, s, e->candidate, control);
    }
    if (missed) {
        bd__text_printf(out,
                        "**Not at the same input size** on %zu subject%s (see the warnings); compared with `%s`, it is "
                        "in **B(1)** ",
                        missed, plural(missed), e->technique[control]);
    } else {
        bd__text_printf(out, "**At the same input size**, compared with `%s`, it is in **B(1)** ",
                        e->technique[control]);
    }
    put_claims(out, &b1);
    if (isfinite(low)) {
        bd__text_printf(out, " (%s to %s times as high)", bd__number(low, 2).text, bd__number(high, 2).text);
    }
    bd__text_puts(out, "; in the **number of diverse valid inputs** ");
    put_claims(out, &number);
    bd__text_printf(out, ", over %zu subject%s.", b1.all, plural(b1.all));
}

/* Is it more than size? */
static void put_second_sentence(struct bd__text *out, const struct bd__results *r, const struct bd__common_slope *fit)
{
    const struct bd__experiment *e = r->of;
    double low = INFINITY, high = -INFINITY;
    size_t control = bd__experiment_control(e, e->candidate);
    if (control != SIZE_MAX) {
        put_control(out, r, control);
        return;
    }
    for (size_t t = 0; t < e->techniques; t++) {
        double ratio = t == e->candidate ? NAN : typical_ratio(r, BD__MEAN_TRACE, t);
        low = fmin(low, ratio);
        high = fmax(high, ratio);
    }
    if (!isfinite(low)) {
        bd__text_puts(out, "How long its traces are, compared with those of the others, is not known.");
        return;
    }
    bd__text_printf(out, "Its traces are %s to %s times as long as those of the others", bd__number(low, 2).text,
                    bd__number(high, 2).text);
    if (!isnan(fit->explained)) {
        bd__text_printf(out, ", and length goes along with %.0f %% of the differences in B(1) on a subject",
                        100 * fit->explained);
    }
    bd__text_puts(out, ": without a control of the same input size (`sized` in the manifest), this experiment does not "
                       "say whether its inputs are more diverse or only larger.");
}

/* How long the candidate took to the first failure on a subject. */
static void put_races(struct bd__text *out, const struct bd__experiment *e, const struct bd__bugs *bugs)
{
    size_t sooner = 0, later = 0, all = 0;
    for (size_t i = 0; i < bugs->any_count; i++) {
        for (size_t t = 0; t < e->techniques; t++) {
            const struct bd__race *race = &bugs->any[i].race[t];
            if (t == e->candidate || isnan(race->a12)) { continue; }
            all++;
            sooner += race->sooner > 0;
            later += race->sooner < 0;
        }
    }
    if (all == 0) {
        bd__text_puts(out, ".");
        return;
    }
    bd__text_printf(out,
                    "; to the first failure on a subject it was significantly sooner than another technique in %zu, "
                    "later in %zu, and not told apart in %zu of %zu comparison%s.",
                    sooner, later, all - sooner - later, all, plural(all));
}

static void put_third_sentence(struct bd__text *out, const struct bd__results *r)
{
    const struct bd__experiment *e = r->of;
    struct bd__bugs bugs;
    size_t all = 0, mine = 0, most = 0, best = 0;
    bd__bugs_gather(&bugs, e);
    for (size_t t = 0; t < e->techniques; t++) {
        size_t found = 0;
        for (size_t i = 0; i < bugs.count; i++) { found += !bugs.bug[i].limit && bugs.bug[i].hunt[t].found; }
        if (t == e->candidate) { mine = found; }
        if (found > most) { most = found, best = t; }
    }
    for (size_t i = 0; i < bugs.count; i++) { all += !bugs.bug[i].limit; }
    if (all == 0) {
        bd__text_puts(out, "No campaign found a failure.");
    } else {
        bd__text_printf(out, "It found %zu of %zu distinct **failure%s**", mine, all, plural(all));
        if (mine < most) { bd__text_printf(out, " (`%s` found most: %zu)", e->technique[best], most); }
        put_races(out, e, &bugs);
    }
    bd__bugs_clear(&bugs);
}

void bd__put_sentences(struct bd__document *doc, const struct bd__results *r, const struct bd__common_slope *fit)
{
    struct bd__text sentence[3] = {0};
    if (r->of->techniques > 1) {
        put_first_sentence(&sentence[0], r);
        put_second_sentence(&sentence[1], r, fit);
    } else {
        bd__text_printf(&sentence[0], "There is only one technique, `%s`, so there is nothing to compare.",
                        r->of->technique[0]);
    }
    put_third_sentence(&sentence[2], r);
    for (size_t i = 0; i < 3; i++) {
        if (sentence[i].size) { bd__document_text(doc, "%s", bd__text_str(&sentence[i])); }
        bd__text_clear(&sentence[i]);
    }
}
