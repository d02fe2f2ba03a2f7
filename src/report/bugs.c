#include "report/bugs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/failure_table.h"

static struct bd__bug *bug_of(struct bd__bugs *bugs, size_t subject, const struct bd__found_failure *found,
                              size_t techniques)
{
    for (size_t i = 0; i < bugs->count; i++) {
        struct bd__bug *bug = &bugs->bug[i];
        if (bug->subject == subject && strcmp(bug->signature, found->signature) == 0) { return bug; }
    }
    bugs->bug = bd__memory_grow(bugs->bug, bugs->count, sizeof *bugs->bug);
    struct bd__hunt *hunt = bd__memory(techniques, sizeof *hunt);
    for (size_t t = 0; t < techniques; t++) { hunt[t].first_seconds = INFINITY; }
    struct bd__bug *bug = &bugs->bug[bugs->count++];
    *bug = (struct bd__bug){subject, found->signature, found->kind, bd__failure_is_limit(found->kind), hunt};
    return bug;
}

static int by_signature(const void *a, const void *b)
{
    const struct bd__bug *x = a, *y = b;
    if (x->subject != y->subject) { return x->subject < y->subject ? -1 : 1; }
    return strcmp(x->signature, y->signature);
}

/* Turns sums into means, and counts the campaigns of each technique. */
static void finish(struct bd__bug *bug, const struct bd__experiment *e)
{
    for (size_t t = 0; t < e->techniques; t++) {
        struct bd__hunt *hunt = &bug->hunt[t];
        for (size_t r = 0; r < e->repetitions; r++) {
            hunt->campaigns += bd__experiment_at(e, bug->subject, t, r)->there;
        }
        hunt->mean_seconds = hunt->found ? hunt->mean_seconds / (double)hunt->found : NAN;
        hunt->mean_trial = hunt->found ? hunt->mean_trial / (double)hunt->found : NAN;
        if (!hunt->found) { hunt->first_seconds = NAN; }
    }
}

void bd__bugs_gather(struct bd__bugs *bugs, const struct bd__experiment *e)
{
    *bugs = (struct bd__bugs){0};
    for (size_t s = 0; s < e->subjects; s++) {
        for (size_t t = 0; t < e->techniques; t++) {
            for (size_t r = 0; r < e->repetitions; r++) {
                const struct bd__campaign *campaign = bd__experiment_at(e, s, t, r);
                for (size_t i = 0; campaign->there && i < campaign->found_count; i++) {
                    const struct bd__found_failure *found = &campaign->found[i];
                    struct bd__hunt *hunt = &bug_of(bugs, s, found, e->techniques)->hunt[t];
                    hunt->found++;
                    hunt->mean_seconds += found->seconds;
                    hunt->mean_trial += found->trial;
                    hunt->first_seconds = fmin(hunt->first_seconds, found->seconds);
                }
            }
        }
    }
    for (size_t i = 0; i < bugs->count; i++) { finish(&bugs->bug[i], e); }
    if (bugs->count) { qsort(bugs->bug, bugs->count, sizeof *bugs->bug, by_signature); }
}

void bd__bugs_clear(struct bd__bugs *bugs)
{
    for (size_t i = 0; i < bugs->count; i++) { free(bugs->bug[i].hunt); }
    free(bugs->bug);
    *bugs = (struct bd__bugs){0};
}
