#include "report/bugs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "metrics/holm.h"
#include "metrics/mann_whitney.h"
#include "report/results.h"
#include "store/failure_table.h"

/* ---- Which there are ------------------------------------------------------------------------- */

/* Appends BUG, with room for each technique. */
static void add_bug(struct bd__bug **list, size_t *count, const struct bd__experiment *e, struct bd__bug bug)
{
    *list = bd__memory_grow(*list, *count, sizeof **list);
    struct bd__bug *added = &(*list)[(*count)++];
    *added = bug;
    added->hunt = bd__memory(e->techniques, sizeof *added->hunt);
    added->race = bd__memory(e->techniques, sizeof *added->race);
}

static bool is_in(const struct bd__bug *list, size_t count, size_t subject, const char *signature)
{
    for (size_t i = 0; i < count; i++) {
        if (list[i].subject == subject && strcmp(list[i].signature, signature) == 0) { return true; }
    }
    return false;
}

/* Adds the failure to those of SUBJECT, unless it is among them. */
static void add_found(struct bd__bugs *bugs, const struct bd__experiment *e, size_t subject,
                      const struct bd__found_failure *found)
{
    struct bd__text any_of_kind = {0};
    struct bd__bug bug = {.subject = subject, .kind = found->kind, .limit = bd__failure_is_limit(found->kind)};
    bd__text_printf(&any_of_kind, "any %s", found->kind);
    if (!is_in(bugs->bug, bugs->count, subject, found->signature)) {
        bug.scope = BD__BUG_SIGNATURE;
        bug.signature = bd__memory_copy(found->signature);
        add_bug(&bugs->bug, &bugs->count, e, bug);
    }
    if (!is_in(bugs->kind, bugs->kind_count, subject, bd__text_str(&any_of_kind))) {
        bug.scope = BD__BUG_KIND;
        bug.signature = bd__memory_copy(bd__text_str(&any_of_kind));
        add_bug(&bugs->kind, &bugs->kind_count, e, bug);
    }
    if (!bug.limit && !is_in(bugs->any, bugs->any_count, subject, "any failure")) {
        bug.scope = BD__BUG_ANY;
        bug.signature = bd__memory_copy("any failure");
        bug.kind = "any";
        add_bug(&bugs->any, &bugs->any_count, e, bug);
    }
    bd__text_clear(&any_of_kind);
}

static int by_signature(const void *a, const void *b)
{
    const struct bd__bug *x = a, *y = b;
    if (x->subject != y->subject) { return x->subject < y->subject ? -1 : 1; }
    return strcmp(x->signature, y->signature);
}

/* ---- How long it took ------------------------------------------------------------------------ */

static bool is_one_of(const struct bd__bug *bug, const struct bd__found_failure *found)
{
    switch (bug->scope) {
    case BD__BUG_ANY: return !bd__failure_is_limit(found->kind);
    case BD__BUG_KIND: return strcmp(found->kind, bug->kind) == 0;
    case BD__BUG_SIGNATURE: break;
    }
    return strcmp(found->signature, bug->signature) == 0;
}

/* The first failure of CAMPAIGN that is this one; NULL: none. */
static const struct bd__found_failure *found_by(const struct bd__campaign *campaign, const struct bd__bug *bug)
{
    const struct bd__found_failure *first = NULL;
    for (size_t i = 0; i < campaign->found_count; i++) {
        const struct bd__found_failure *found = &campaign->found[i];
        if (is_one_of(bug, found) && (!first || found->seconds < first->seconds)) { first = found; }
    }
    return first;
}

static double shortest_campaign(const struct bd__experiment *e, size_t subject)
{
    double shortest = INFINITY;
    for (size_t t = 0; t < e->techniques; t++) {
        for (size_t r = 0; r < e->repetitions; r++) {
            const struct bd__campaign *campaign = bd__experiment_at(e, subject, t, r);
            if (campaign->there) { shortest = fmin(shortest, campaign->seconds); }
        }
    }
    return shortest;
}

static void follow(struct bd__hunt *hunt, const struct bd__bug *bug, const struct bd__experiment *e, size_t technique)
{
    double seconds = 0, trials = 0, first = INFINITY;
    hunt->wait = bd__memory(e->repetitions, sizeof *hunt->wait);
    for (size_t r = 0; r < e->repetitions; r++) {
        const struct bd__campaign *campaign = bd__experiment_at(e, bug->subject, technique, r);
        if (!campaign->there) { continue; }
        const struct bd__found_failure *found = found_by(campaign, bug);
        hunt->wait[hunt->campaigns++] = (struct bd__wait){found ? found->seconds : campaign->seconds, found != NULL};
        if (!found) { continue; }
        hunt->found++;
        seconds += found->seconds;
        trials += found->trial;
        first = fmin(first, found->seconds);
    }
    hunt->mean_seconds = hunt->found ? seconds / (double)hunt->found : NAN;
    hunt->mean_trial = hunt->found ? trials / (double)hunt->found : NAN;
    hunt->first_seconds = hunt->found ? first : NAN;
    struct bd__survival_step *step = bd__memory(hunt->campaigns, sizeof *step);
    size_t steps = bd__kaplan_meier(hunt->wait, hunt->campaigns, step);
    hunt->restricted_seconds = hunt->campaigns ? bd__restricted_mean(step, steps, bug->seconds) : NAN;
    free(step);
}

/* ---- The candidate against the others -------------------------------------------------------- */

/* The chance that A is sooner. Those that did not find it are equally late. */
static double chance_to_be_sooner(const struct bd__hunt *a, const struct bd__hunt *b)
{
    double *of_a = bd__memory(a->campaigns, sizeof *of_a), *of_b = bd__memory(b->campaigns, sizeof *of_b);
    for (size_t i = 0; i < a->campaigns; i++) { of_a[i] = a->wait[i].met ? a->wait[i].time : INFINITY; }
    for (size_t i = 0; i < b->campaigns; i++) { of_b[i] = b->wait[i].met ? b->wait[i].time : INFINITY; }
    double a12 = bd__mann_whitney(of_b, b->campaigns, of_a, a->campaigns).a12;
    free(of_a);
    free(of_b);
    return a12;
}

static size_t compare(struct bd__bug *bug, size_t count, const struct bd__experiment *e)
{
    size_t tests = 0;
    double *p = bd__memory(count * e->techniques, sizeof *p);
    struct bd__race **race = bd__memory(count * e->techniques, sizeof *race);
    for (size_t i = 0; i < count; i++) {
        const struct bd__hunt *mine = &bug[i].hunt[e->candidate];
        for (size_t t = 0; t < e->techniques; t++) {
            const struct bd__hunt *theirs = &bug[i].hunt[t];
            struct bd__race *made = &bug[i].race[t];
            made->a12 = NAN;
            if (t == e->candidate || bug[i].limit) { continue; } /* limits depend on what else the machine did */
            made->test = bd__log_rank(mine->wait, mine->campaigns, theirs->wait, theirs->campaigns);
            made->p = made->test.p;
            made->a12 = chance_to_be_sooner(mine, theirs);
            if (isnan(made->a12)) { continue; }
            race[tests] = made;
            p[tests++] = made->test.p;
        }
    }
    bd__holm(p, tests, p);
    for (size_t i = 0; i < tests; i++) {
        race[i]->p = p[i];
        race[i]->sooner = !(p[i] < BD__ALPHA) ? 0 : race[i]->test.above > 0 ? 1 : -1;
    }
    free(p);
    free(race);
    return tests;
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void finish(struct bd__bug *bug, size_t count, const struct bd__experiment *e)
{
    for (size_t i = 0; i < count; i++) {
        bug[i].seconds = shortest_campaign(e, bug[i].subject);
        for (size_t t = 0; t < e->techniques; t++) { follow(&bug[i].hunt[t], &bug[i], e, t); }
    }
}

void bd__bugs_gather(struct bd__bugs *bugs, const struct bd__experiment *e)
{
    *bugs = (struct bd__bugs){0};
    for (size_t s = 0; s < e->subjects; s++) {
        for (size_t i = 0; i < e->techniques * e->repetitions; i++) {
            const struct bd__campaign *campaign = bd__experiment_at(e, s, i / e->repetitions, i % e->repetitions);
            for (size_t k = 0; campaign->there && k < campaign->found_count; k++) {
                add_found(bugs, e, s, &campaign->found[k]);
            }
        }
    }
    if (bugs->count) {
        qsort(bugs->bug, bugs->count, sizeof *bugs->bug, by_signature);
        qsort(bugs->kind, bugs->kind_count, sizeof *bugs->kind, by_signature);
    }
    finish(bugs->bug, bugs->count, e);
    finish(bugs->any, bugs->any_count, e);
    finish(bugs->kind, bugs->kind_count, e);
    bugs->tests = compare(bugs->bug, bugs->count, e);
    bugs->any_tests = compare(bugs->any, bugs->any_count, e);
    bugs->kind_tests = compare(bugs->kind, bugs->kind_count, e);
    bugs->techniques = e->techniques;
}

static void clear(struct bd__bug *bug, size_t count, size_t techniques)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t t = 0; t < techniques; t++) { free(bug[i].hunt[t].wait); }
        free(bug[i].signature);
        free(bug[i].hunt);
        free(bug[i].race);
    }
    free(bug);
}

void bd__bugs_clear(struct bd__bugs *bugs)
{
    clear(bugs->bug, bugs->count, bugs->techniques);
    clear(bugs->any, bugs->any_count, bugs->techniques);
    clear(bugs->kind, bugs->kind_count, bugs->techniques);
    *bugs = (struct bd__bugs){0};
}
