/* quickcheck_sized.c: fresh random choices every time, as quickcheck, but inputs on the wrong side of a limit are not run,
 * so that the mean size of those that are run is `mean_size`. Larger inputs cover more in a run, and so have a larger B(1):
 * this is the control that shows how much of a lead is size alone.
 *
 * The limit is learned: of the latest inputs that were made, the largest (or smallest) whose mean is the wanted one are run,
 * but at least one in LEAST_SHARE. Where only rarer inputs are that large, the mean stays below. */
#include <math.h>

#include "guide/guide.h"

static const uint64_t MANY = (uint64_t)1 << 60; /* no count gets there */
enum { SAMPLE = 1024, PERIOD = 64, LEAST_SHARE = 12 };

struct sized {
    double wanted;
    uint64_t made, run;    /* inputs */
    double run_bytes;      /* of those that were run */
    double least, most;    /* sizes that are run */
    uint32_t size[SAMPLE]; /* of the latest inputs that were made, in a ring */
    uint32_t sorted[SAMPLE];
};

static void *create(const struct bd__guide_tools *tools)
{
    struct sized *q = bd__arena_take(tools->arena, sizeof *q);
    q->wanted = tools->config->tuning.mean_size;
    q->most = HUGE_VAL;
    return q;
}

static void next(void *state, struct bd__plan *plan)
{
    (void)state;
    *plan = (struct bd__plan){.stream_count = 2, .op = BD__OP_FRESH, .parent = BD__NO_PARENT};
}

/* Shell's sort: qsort may allocate, which a trial must not. */
static void sort(uint32_t *number, uint32_t count)
{
    for (uint32_t gap = count / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11) {
        for (uint32_t i = gap; i < count; i++) {
            uint32_t moved = number[i], j = i;
            for (; j >= gap && number[j - gap] > moved; j -= gap) { number[j] = number[j - gap]; }
            number[j] = moved;
        }
    }
}

/* Sets the limits from the latest inputs. What the mean has been too low so far, the next inputs make up for. */
static void learn(struct sized *q)
{
    static const double HORIZON = 1024; /* inputs in which to make up for it */
    uint32_t count = q->made < SAMPLE ? (uint32_t)q->made : SAMPLE, few = count / LEAST_SHARE;
    double sum = 0, all = 0, owed = (q->wanted * (double)q->run - q->run_bytes) / HORIZON;
    double wanted = fmin(fmax(q->wanted + owed, q->wanted / 2), q->wanted * 2);
    memcpy(q->sorted, q->size, count * sizeof *q->sorted);
    sort(q->sorted, count);
    for (uint32_t i = 0; i < count; i++) { all += q->sorted[i]; }
    q->least = 0;
    q->most = HUGE_VAL;
    if (all < wanted * count) { /* take inputs from the large end while their mean is large enough */
        uint32_t i = count;
        while (i > 0 && (count - i < few || sum + q->sorted[i - 1] >= wanted * (count - i + 1))) {
            sum += q->sorted[--i];
        }
        q->least = q->sorted[i];
    } else {
        uint32_t i = 0;
        while (i < count && (i < few || sum + q->sorted[i] <= wanted * (i + 1))) { sum += q->sorted[i++]; }
        q->most = q->sorted[i - 1];
    }
}

static bool wants(void *state, const struct bd__trial *trial)
{
    struct sized *q = state;
    size_t size = trial->input.size;
    if (q->wanted <= 0) { return true; }
    q->size[q->made++ % SAMPLE] = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
    if (q->made % PERIOD == 0) { learn(q); }
    return (double)size >= q->least && (double)size <= q->most;
}

static void observe(void *state, const struct bd__trial *trial)
{
    struct sized *q = state;
    if (trial->outcome.verdict == BD_DISCARDED) { return; } /* it was never an input */
    q->run++;
    q->run_bytes += (double)trial->input.size;
}

static void save(const void *state, struct bd__pack *pack)
{
    const struct sized *q = state;
    bd__pack_u64(pack, q->made);
    bd__pack_u64(pack, q->run);
    bd__pack_real(pack, q->run_bytes);
    bd__pack_real(pack, q->least);
    bd__pack_real(pack, q->most);
    bd__pack_u32s(pack, q->size, SAMPLE);
}

static void load(void *state, struct bd__unpack *unpack)
{
    struct sized *q = state;
    q->made = bd__unpack_u64(unpack, MANY, "the inputs made");
    q->run = bd__unpack_u64(unpack, MANY, "the inputs run");
    q->run_bytes = bd__unpack_real(unpack, 0, 1e300, "the bytes run");
    q->least = bd__unpack_real(unpack, 0, UINT32_MAX, "the smallest input to run");
    q->most = bd__unpack_real(unpack, 0, HUGE_VAL, "the largest input to run");
    bd__unpack_u32s(unpack, q->size, SAMPLE, "the sizes of inputs");
}

const struct bd__guide bd__guide_quickcheck_sized = {
    .blackbox = true,
    .create = create,
    .next = next,
    .wants = wants,
    .observe = observe,
    .save = save,
    .load = load,
};
