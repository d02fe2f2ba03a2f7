/* quickcheck.c: fresh random choices every time, without guidance (Claessen and Hughes 2000; in JQF, Zest's "totally
 * random" mode). It has no parents and learns nothing, so it has no state. */
#include "guide/guide.h"

static void *create(const struct bd__guide_tools *tools)
{
    (void)tools;
    return NULL;
}

static void next(void *state, struct bd__plan *plan)
{
    (void)state;
    *plan = (struct bd__plan){.stream_count = 2, .op = BD__OP_FRESH, .parent = BD__NO_PARENT};
}

static void observe(void *state, const struct bd__trial *trial)
{
    (void)state;
    (void)trial;
}

const struct bd__guide bd__guide_quickcheck = {
    .blackbox = true,
    .create = create,
    .next = next,
    .observe = observe,
};
