#include "choice/blend.h"

/* Alternatives per unit of odds: those of the group where this is largest are the least likely ones. */
static double crowd(const struct bd__group *group)
{
    return (double)group->count / group->odds;
}

static double largest_crowd(const struct bd__group *groups, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        if (groups[i].count && crowd(&groups[i]) > most) { most = crowd(&groups[i]); }
    }
    return most;
}

static uint64_t among_few(struct bd_source *s, enum bd_kind kind, const char *label, const struct bd__group *groups,
                          size_t count)
{
    enum { LEAST = 64 }; /* the smallest weight: so rounding the others down hardly changes the odds */
    const double most = largest_crowd(groups, count);
    unsigned weights[BD__BLEND_FEW];
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        const double weight = LEAST * (most / crowd(&groups[i]));
        for (uint64_t j = 0; j < groups[i].count; j++) { weights[used++] = (unsigned)weight; }
    }
    return bd_choose(s, kind, label, &(struct bd_domain){.max = used - 1, .shape = BD_WEIGHTED, .weights = weights});
}

/* How many answers each alternative of GROUP has. Odds can be sums of fractions: what should be 1 may be a little less. */
static uint64_t answers_each(const struct bd__group *group, double most)
{
    return (uint64_t)(most / crowd(group) + 1e-6);
}

static uint64_t among_many(struct bd_source *s, enum bd_kind kind, const char *label, const struct bd__group *groups,
                           size_t count)
{
    const double most = largest_crowd(groups, count);
    uint64_t answers = 0, before = 0;
    for (size_t i = 0; i < count; i++) {
        if (groups[i].count) { answers += groups[i].count * answers_each(&groups[i], most); }
    }
    uint64_t answer = bd_choose(s, kind, label, &(struct bd_domain){.max = answers - 1});
    for (size_t i = 0; i < count; i++) {
        if (!groups[i].count) { continue; }
        const uint64_t each = answers_each(&groups[i], most), taken = groups[i].count * each;
        if (answer < taken) { return before + answer / each; }
        answer -= taken;
        before += groups[i].count;
    }
    return 0; /* not reached: the answer is one of those counted above */
}

uint64_t bd__blend(struct bd_source *s, enum bd_kind kind, const char *label, const struct bd__group *groups,
                   size_t count)
{
    uint64_t alternatives = 0;
    for (size_t i = 0; i < count; i++) { alternatives += groups[i].count; }
    return alternatives <= BD__BLEND_FEW ? among_few(s, kind, label, groups, count)
                                         : among_many(s, kind, label, groups, count);
}
