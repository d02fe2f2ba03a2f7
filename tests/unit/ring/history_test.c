/* The last runs of a worker: what goes in comes out, until it is overwritten. */
#include "ring/history.h"

#include <stdlib.h>

#include "unit/test.h"

static struct bd__history *make(void)
{
    return calloc(1, sizeof(struct bd__history));
}

/* A run whose streams hold SEED, with these sizes. */
static void add(struct bd__history *h, unsigned seed, size_t structure, size_t values)
{
    static uint8_t bytes[2][BD__HISTORY_BYTES];
    memset(bytes[0], (int)(seed % 251), structure);
    memset(bytes[1], (int)(seed % 241), values);
    struct bd__choices choices = {.stream_count = 2, .parameters = {{bytes[0], structure}, {bytes[1], values}}};
    bd__history_add(h, &choices, BD__OP_VALUE);
}

static bool holds(const struct bd__history *h, uint64_t i, unsigned seed)
{
    struct bd__plan plan;
    if (!bd__history_plan(h, i, &plan)) { return false; }
    for (size_t k = 0; k < plan.stream[0].size; k++) { CHECK_EQ_U64(plan.stream[0].data[k], seed % 251); }
    for (size_t k = 0; k < plan.stream[1].size; k++) { CHECK_EQ_U64(plan.stream[1].data[k], seed % 241); }
    return plan.stream_count == 2 && plan.op == BD__OP_REPLAY;
}

TEST(runs_are_there_as_they_were)
{
    struct bd__history *h = make();
    struct bd__plan plan;
    for (unsigned i = 0; i < 10; i++) { add(h, i, i, 2 * i); }
    for (unsigned i = 0; i < 10; i++) {
        CHECK(holds(h, i, i));
        CHECK(bd__history_plan(h, i, &plan) && plan.stream[0].size == i && plan.stream[1].size == 2 * i);
    }
    CHECK(!bd__history_plan(h, 10, &plan));
    free(h);
}

TEST(the_oldest_are_overwritten_by_number)
{
    struct bd__history *h = make();
    for (unsigned i = 0; i < BD__HISTORY_RUNS + 100; i++) { add(h, i, 1, 1); }
    CHECK(!holds(h, 99, 99));
    CHECK(holds(h, 100, 100));
    CHECK(holds(h, BD__HISTORY_RUNS + 99, BD__HISTORY_RUNS + 99));
    free(h);
}

TEST(the_oldest_are_overwritten_by_size)
{
    struct bd__history *h = make();
    enum { LARGE = 30001, RUNS = 200 };
    for (unsigned i = 0; i < RUNS; i++) { add(h, i, LARGE, i); }
    unsigned first = RUNS;
    while (first && holds(h, first - 1, first - 1)) { first--; }
    CHECK(RUNS - first >= BD__HISTORY_BYTES / (LARGE + RUNS) - 1 && RUNS - first <= BD__HISTORY_BYTES / LARGE);
    for (unsigned i = 0; i < first; i++) { CHECK(!holds(h, i, i)); }
    free(h);
}

TEST(a_run_too_large_to_keep_ends_the_history_before_it)
{
    struct bd__history *h = make();
    add(h, 1, 10, 10);
    add(h, 2, BD__HISTORY_BYTES / 4, 1);
    add(h, 3, 10, 10);
    CHECK(!holds(h, 0, 1));
    CHECK(!holds(h, 1, 2));
    CHECK(holds(h, 2, 3));
    free(h);
}

TEST(a_new_worker_has_no_history)
{
    struct bd__history *h = make();
    add(h, 1, 10, 10);
    bd__history_clear(h);
    CHECK(!holds(h, 0, 1));
    add(h, 5, 3, 3);
    CHECK(holds(h, 0, 5));
    free(h);
}
