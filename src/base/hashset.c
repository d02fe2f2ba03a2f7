#include "base/hashset.h"

enum { BITS_FIRST = 12, WINDOW = 16 };
static const uint64_t MARK = 1;

static uint64_t key_of(uint64_t hash)
{
    uint64_t key = hash & ~MARK;
    return key ? key : 2;
}

/* The slot of TABLE that holds KEY, or the free one where it belongs. WINDOW slots are looked at; if all
 * are taken by others, one that KEY may push out. */
static uint64_t *slot_of(struct bd__hashset_table *table, uint64_t key, uint64_t window)
{
    uint64_t mask = ((uint64_t)1 << table->bits) - 1, home = key >> (64 - table->bits);
    for (uint64_t i = 0; i < window; i++) {
        uint64_t *slot = &table->slot[(home + i) & mask];
        if (!*slot || (*slot & ~MARK) == key) { return slot; }
    }
    return &table->slot[(home + (key >> 1) % WINDOW) & mask];
}

static uint64_t window_of(const struct bd__hashset *set)
{
    return set->approximate ? WINDOW : (uint64_t)1 << set->table->bits;
}

static size_t table_size(unsigned bits)
{
    return sizeof(struct bd__hashset_table) + (sizeof(uint64_t) << bits);
}

static struct bd__hashset_table *make_table(struct bd__arena *arena, unsigned bits)
{
    struct bd__hashset_table *table = bd__arena_take(arena, table_size(bits));
    table->bits = bits;
    return table;
}

static void grow(struct bd__hashset *set)
{
    struct bd__hashset_table *old = set->table, *table = make_table(set->arena, old->bits + 1);
    uint64_t count = (uint64_t)1 << old->bits;
    for (uint64_t i = 0; i < count; i++) {
        if (old->slot[i]) { *slot_of(table, old->slot[i] & ~MARK, 2 * count) = old->slot[i]; }
    }
    set->table = table;
    bd__arena_release(old, table_size(old->bits));
}

void bd__hashset_init(struct bd__hashset *set, struct bd__arena *arena, uint64_t limit_bytes)
{
    *set = (struct bd__hashset){.bits_limit = BITS_FIRST, .arena = arena};
    while ((sizeof(uint64_t) << (set->bits_limit + 1)) <= limit_bytes) { set->bits_limit++; }
    set->table = make_table(arena, BITS_FIRST);
}

struct bd__hashset_answer bd__hashset_add(struct bd__hashset *set, uint64_t hash, bool mark)
{
    uint64_t key = key_of(hash), *slot = slot_of(set->table, key, window_of(set));
    bool known = (*slot & ~MARK) == key;
    bool was_marked = known && (*slot & MARK);
    if (!known || (mark && !was_marked)) { *slot = key | (mark || was_marked); }
    set->marked += mark && !was_marked;
    if (!known) {
        set->count++;
        if (!set->approximate && set->count > ((uint64_t)5 << set->table->bits) / 8) {
            if (set->table->bits < set->bits_limit) {
                grow(set);
            } else {
                set->approximate = true;
            }
        }
    }
    return (struct bd__hashset_answer){.fresh = !known, .fresh_marked = mark && !was_marked};
}

bool bd__hashset_has(const struct bd__hashset *set, uint64_t hash)
{
    uint64_t key = key_of(hash);
    return (*slot_of(set->table, key, window_of(set)) & ~MARK) == key;
}
