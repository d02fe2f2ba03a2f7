/* quickcheck.c: fresh random choices every time; no guidance (Claessen and Hughes 2000; in JQF, Zest's
 * "totally random" mode). Inputs with new coverage are kept for the record, never as parents. */
#include "guide/guide.h"

struct quickcheck {
    struct bd__corpus *corpus;
};

static void *create(const struct bd__guide_tools *tools)
{
    struct quickcheck *q = bd__arena_take(tools->arena, sizeof *q);
    q->corpus = tools->corpus;
    return q;
}

static void next(void *state, struct bd__plan *plan)
{
    (void)state;
    *plan = (struct bd__plan){.stream_count = 2, .op = BD__OP_FRESH, .parent = BD__NO_PARENT};
}

static void observe(void *state, const struct bd__trial *trial)
{
    struct quickcheck *q = state;
    bd__corpus_record(q->corpus, trial);
}

const struct bd__guide bd__guide_quickcheck = {
    .info = {"quickcheck", "fresh random choices for every input; no guidance"},
    .blackbox = true,
    .create = create,
    .next = next,
    .observe = observe,
};
