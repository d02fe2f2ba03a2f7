#include "bare.h"

static bool is_bare;
static const uint64_t *next_answer; /* NULL: random answers */

void bench_bare_begin(struct bd_source *s, const uint64_t *answers)
{
    is_bare = true;
    next_answer = answers;
    s->spent = false; /* bd_discard sets it; nothing else of S is touched */
}

/* The names that --wrap asks for. */
uint64_t __real_bd_choose(struct bd_source *s, enum bd_kind kind, const char *label, const struct bd_domain *domain);
uint64_t __wrap_bd_choose(struct bd_source *s, enum bd_kind kind, const char *label, const struct bd_domain *domain);
void __real_bd_enter(struct bd_source *s, const char *rule);
void __wrap_bd_enter(struct bd_source *s, const char *rule);
void __real_bd_leave(struct bd_source *s);
void __wrap_bd_leave(struct bd_source *s);

uint64_t __wrap_bd_choose(struct bd_source *s, enum bd_kind kind, const char *label, const struct bd_domain *domain)
{
    if (!is_bare) { return __real_bd_choose(s, kind, label, domain); }
    if (domain->max == 0) { return 0; }
    return next_answer ? *next_answer++ : bd__source_draw(domain, &s->rng);
}

void __wrap_bd_enter(struct bd_source *s, const char *rule)
{
    if (!is_bare) { __real_bd_enter(s, rule); }
}

void __wrap_bd_leave(struct bd_source *s)
{
    if (!is_bare) { __real_bd_leave(s); }
}
