#include "choice/tape_index.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "choice/tape.h"

/* Items are counted from 1 here; 0 means none. An empty chain keeps its place in the table, because lookups probe past
 * it. */
struct bd__tape_chain {
    uint32_t sample; /* some item with its key; 0: the place is free */
    uint32_t first, last;
};

static struct bd__tape_key key_of(const struct bd__tape_index *index, const struct bd__tape *tape, uint32_t i)
{
    const struct bd__tape_item *item = &tape->item[i];
    return (struct bd__tape_key){item->label, index->rule[i], item->type,
                                 item->type == BD__ITEM_CHOICE ? item->kind : 0};
}

static bool same(const struct bd__tape_key *a, const struct bd__tape_key *b)
{
    return a->rule == b->rule && a->type == b->type && a->kind == b->kind && strcmp(a->label, b->label) == 0;
}

/* The chain of KEY, or the free place where it belongs. */
static struct bd__tape_chain *find(const struct bd__tape_index *index, const struct bd__tape *tape,
                                   const struct bd__tape_key *key)
{
    uint64_t hash = bd__hash_join(bd__hash(key->label, strlen(key->label)), key->rule, 2 * key->type + key->kind);
    for (uint64_t at = hash;; at++) {
        struct bd__tape_chain *chain = &index->chain[at & index->mask];
        if (!chain->sample) { return chain; }
        struct bd__tape_key other = key_of(index, tape, chain->sample - 1);
        if (same(key, &other)) { return chain; }
    }
}

static void make_room(struct bd__tape_index *index, uint32_t count)
{
    if (index->capacity < count) {
        bd__tape_index_clear(index);
        index->capacity = count;
        index->rule = bd__memory(count, sizeof *index->rule);
        index->later = bd__memory(count, sizeof *index->later);
        index->mask = 1;
        while (index->mask < 2 * (uint64_t)count) { index->mask = 2 * index->mask + 1; }
        index->chain = bd__memory((size_t)index->mask + 1, sizeof *index->chain);
    }
    memset(index->chain, 0, ((size_t)index->mask + 1) * sizeof *index->chain);
    memset(index->later, 0, count * sizeof *index->later);
}

void bd__tape_index_build(struct bd__tape_index *index, const struct bd__tape *tape, const uint8_t *used)
{
    uint32_t open[BD__TAPE_DEPTH + 1], depth = 0;
    make_room(index, tape->count);
    open[0] = tape->count - 1;
    for (uint32_t i = 0; i + 1 < tape->count; i++) {
        const struct bd__tape_item *item = &tape->item[i];
        if (item->type == BD__ITEM_CLOSE) {
            depth -= depth > 0;
            continue;
        }
        index->rule[i] = open[depth];
        if (!used[i]) {
            struct bd__tape_key key = key_of(index, tape, i);
            struct bd__tape_chain *chain = find(index, tape, &key);
            if (chain->sample) {
                index->later[chain->last - 1] = i + 1;
            } else {
                chain->sample = chain->first = i + 1;
            }
            chain->last = i + 1;
        }
        if (item->type == BD__ITEM_OPEN) {
            if (depth < BD__TAPE_DEPTH) {
                open[++depth] = item->end;
            } else {
                i = item->end; /* deeper than any reader goes */
            }
        }
    }
    index->built = true;
}

uint32_t bd__tape_index_take(struct bd__tape_index *index, const struct bd__tape *tape, const struct bd__tape_key *key)
{
    struct bd__tape_chain *chain = find(index, tape, key);
    uint32_t item = chain->sample ? chain->first : 0;
    if (item) { chain->first = index->later[item - 1]; }
    return item;
}

void bd__tape_index_clear(struct bd__tape_index *index)
{
    free(index->rule);
    free(index->later);
    free(index->chain);
    *index = (struct bd__tape_index){0};
}
