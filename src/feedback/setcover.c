#include "feedback/setcover.h"

#include "base/memory.h"

struct greedy_cover {
    struct bd__setcover_item *item;
    uint32_t *covered; /* per feature: how many chosen items have it; from SPAN on, how many with `twice` */
    size_t span;
    uint32_t *heap; /* items, the most promising on top */
    uint64_t *gain; /* per item: what it added when last checked */
    size_t size;
};

static uint64_t gain_of(const struct greedy_cover *c, const struct bd__setcover_item *item)
{
    uint64_t gain = 0;
    for (uint32_t i = 0; i < item->count; i++) {
        gain += !c->covered[item->feature[i]];
        gain += item->twice && !c->covered[c->span + item->feature[i]];
    }
    return gain;
}

static void count_in(struct greedy_cover *c, const struct bd__setcover_item *item, uint32_t more)
{
    for (uint32_t i = 0; i < item->count; i++) {
        c->covered[item->feature[i]] += more;
        if (item->twice) { c->covered[c->span + item->feature[i]] += more; }
    }
}

/* ---- the heap ---------------------------------------------------------------------------------- */

static bool is_better(const struct greedy_cover *c, uint32_t a, uint32_t b)
{
    if (c->gain[a] != c->gain[b]) { return c->gain[a] > c->gain[b]; }
    if (c->item[a].cost != c->item[b].cost) { return c->item[a].cost < c->item[b].cost; }
    return a < b;
}

static void sink(struct greedy_cover *c, size_t at)
{
    for (;;) {
        size_t best = at, child = 2 * at + 1;
        for (size_t i = child; i < child + 2 && i < c->size; i++) {
            if (is_better(c, c->heap[i], c->heap[best])) { best = i; }
        }
        if (best == at) { return; }
        uint32_t swap = c->heap[at];
        c->heap[at] = c->heap[best];
        c->heap[best] = swap;
        at = best;
    }
}

static void make_heap(struct greedy_cover *c, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        c->gain[i] = c->item[i].chosen ? 0 : gain_of(c, &c->item[i]);
        if (c->gain[i]) { c->heap[c->size++] = (uint32_t)i; }
    }
    for (size_t i = c->size / 2; i-- > 0;) { sink(c, i); }
}

static void choose(struct greedy_cover *c)
{
    while (c->size) {
        uint32_t top = c->heap[0];
        uint64_t gain = gain_of(c, &c->item[top]);
        if (gain == c->gain[top] && gain) { /* still as good as it looked, so no other can be better */
            c->item[top].chosen = true;
            count_in(c, &c->item[top], 1);
            gain = 0;
        }
        c->gain[top] = gain;
        if (!gain) { c->heap[0] = c->heap[--c->size]; }
        sink(c, 0);
    }
}

/* ---- dropping ---------------------------------------------------------------------------------- */

static bool is_superfluous(const struct greedy_cover *c, const struct bd__setcover_item *item)
{
    for (uint32_t i = 0; i < item->count; i++) {
        if (c->covered[item->feature[i]] < 2) { return false; }
        if (item->twice && c->covered[c->span + item->feature[i]] < 2) { return false; }
    }
    return true;
}

static int by_cost(const void *a, const void *b)
{
    const struct bd__setcover_item *x = *(struct bd__setcover_item *const *)a;
    const struct bd__setcover_item *y = *(struct bd__setcover_item *const *)b;
    if (x->cost != y->cost) { return x->cost > y->cost ? -1 : 1; }
    return x > y ? -1 : 1;
}

static void drop(struct greedy_cover *c, struct bd__setcover_item **chosen, size_t count)
{
    if (count) { qsort(chosen, count, sizeof(struct bd__setcover_item *), by_cost); }
    for (size_t i = 0; i < count; i++) {
        if (!is_superfluous(c, chosen[i])) { continue; }
        chosen[i]->chosen = false;
        count_in(c, chosen[i], UINT32_MAX); /* subtracts one */
    }
}

uint64_t bd__setcover(struct bd__setcover_item *item, size_t count, size_t span)
{
    struct greedy_cover c = {
        .item = item,
        .covered = bd__memory(2 * span, sizeof *c.covered),
        .span = span,
        .heap = bd__memory(count, sizeof *c.heap),
        .gain = bd__memory(count, sizeof *c.gain),
    };
    struct bd__setcover_item **chosen = bd__memory(count, sizeof(struct bd__setcover_item *));
    bool *stays = bd__memory(count, sizeof *stays);
    uint64_t features = 0;
    size_t chosen_count = 0;
    for (size_t i = 0; i < count; i++) {
        stays[i] = item[i].chosen;
        if (stays[i]) { count_in(&c, &item[i], 1); }
    }
    make_heap(&c, count);
    choose(&c);
    for (size_t i = 0; i < 2 * span; i++) { features += c.covered[i] > 0; }
    for (size_t i = 0; i < count; i++) {
        if (item[i].chosen && !stays[i]) { chosen[chosen_count++] = &item[i]; }
    }
    drop(&c, chosen, chosen_count);
    free(stays);
    free((void *)chosen);
    free(c.gain);
    free(c.heap);
    free(c.covered);
    return features;
}
