#include "choice/tape_policy.h"

static uint64_t answer(void *state, uint32_t site, const struct bd_domain *domain)
{
    struct bd__tape_policy *p = state;
    const struct bd__site *known = &p->sites->site[site];
    return bd__tape_answer(&p->reader, known->label, known->kind, domain->max);
}

static void enter(void *state, uint32_t rule)
{
    struct bd__tape_policy *p = state;
    bd__tape_enter(&p->reader, p->sites->site[rule].label);
}

static void leave(void *state)
{
    struct bd__tape_policy *p = state;
    bd__tape_leave(&p->reader);
}

void bd__tape_policy_begin(struct bd__tape_policy *p, const struct bd__tape *tape, const struct bd__sites *sites)
{
    p->policy = (struct bd__policy){p, answer, enter, leave};
    p->sites = sites;
    bd__tape_rewind(&p->reader, tape);
}
