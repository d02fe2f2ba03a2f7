#include "base/hashset.h"

#include "base/die.h"

enum { BITS_FIRST = 12, BITS_MOST = 40, WINDOW = 16 };
static const uint64_t MARK = 1;

static uint64_t key_of(uint64_t hash)
{
    uint64_t key = hash & ~MARK;
    return key ? key : 2;
}

/* The slot of TABLE that holds KEY, or the free slot where it belongs. Looks at WINDOW slots; if other keys occupy all
 * of them, returns one that KEY may evict. */
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

/* ---- recounting, saving and loading ----------------------------------------------------------- */

/* Are the numbers consistent? A table doubles when it is five eighths full, so after that it is at least five
 * sixteenths full. A killed process may have added a hash without counting it. */
bool bd__hashset_is_plausible(const struct bd__hashset *set)
{
    unsigned bits = set->table->bits;
    if (bits < BITS_FIRST || bits > set->bits_limit || set->bits_limit > BITS_MOST) { return false; }
    uint64_t full = ((uint64_t)5 << bits) / 8;
    if (set->marked > set->count + 1) { return false; }
    if (set->approximate) { return bits == set->bits_limit; }
    return set->count <= full + 1 && (bits == BITS_FIRST || set->count + 1 >= full / 2);
}

/* A target may have overwritten the set. A loop over all slots might then run through all of memory. */
static void insist(const struct bd__hashset *set)
{
    if (!bd__hashset_is_plausible(set)) { bd__die("a set of hashes is damaged"); }
}

static void count_slots(const struct bd__hashset_table *table, uint64_t *count, uint64_t *marked)
{
    *count = *marked = 0;
    for (uint64_t i = 0; i < (uint64_t)1 << table->bits; i++) {
        *count += table->slot[i] != 0;
        *marked += table->slot[i] & MARK;
    }
}

void bd__hashset_recount(struct bd__hashset *set)
{
    insist(set);
    if (!set->approximate) { count_slots(set->table, &set->count, &set->marked); }
}

/* Slots are saved in groups of GROUP: a bit mask of the occupied ones, then their contents. */
enum { GROUP = 64 };
_Static_assert(1 << BITS_FIRST >= GROUP, "a table has whole groups");

void bd__hashset_save(const struct bd__hashset *set, struct bd__pack *pack)
{
    const struct bd__hashset_table *table = set->table;
    insist(set);
    bd__pack_u8(pack, (uint8_t)table->bits);
    bd__pack_u8(pack, set->approximate);
    bd__pack_u64(pack, set->count);
    bd__pack_u64(pack, set->marked);
    for (uint64_t first = 0; first < (uint64_t)1 << table->bits; first += GROUP) {
        uint64_t taken = 0, slot[GROUP];
        size_t count = 0;
        for (uint64_t i = 0; i < GROUP; i++) {
            uint64_t found = table->slot[first + i];
            taken |= (uint64_t)(found != 0) << i;
            if (found) { slot[count++] = found; }
        }
        bd__pack_u64(pack, taken);
        bd__pack_u64s(pack, slot, count);
    }
}

static void load_slots(struct bd__hashset_table *table, struct bd__unpack *unpack)
{
    for (uint64_t first = 0; first < (uint64_t)1 << table->bits && bd__unpack_fine(unpack); first += GROUP) {
        uint64_t taken = bd__unpack_u64(unpack, UINT64_MAX, "a group of slots");
        for (; taken; taken &= taken - 1) {
            uint64_t *slot = &table->slot[first + (uint64_t)__builtin_ctzll(taken)];
            *slot = bd__unpack_u64(unpack, UINT64_MAX, "a slot");
            if (!(*slot & ~MARK)) { bd__unpack_refuse(unpack, "a slot that is taken is empty"); }
        }
    }
}

/* Checks what must hold for an exact set: correct counts, room to grow, and every hash where a lookup finds it. */
static void check_exact(const struct bd__hashset *set, struct bd__unpack *unpack)
{
    struct bd__hashset_table *table = set->table;
    uint64_t count, marked, slots = (uint64_t)1 << table->bits;
    count_slots(table, &count, &marked);
    if (count != set->count || marked != set->marked || count > slots / 8 * 5) {
        bd__unpack_refuse(unpack, "a set of hashes holds other numbers of them than it says");
        return;
    }
    for (uint64_t i = 0; i < slots; i++) {
        uint64_t key = table->slot[i] & ~MARK;
        if (key && slot_of(table, key, slots) != &table->slot[i]) {
            bd__unpack_refuse(unpack, "a hash is not at its place");
            return;
        }
    }
}

void bd__hashset_load(struct bd__hashset *set, struct bd__unpack *unpack)
{
    unsigned bits = bd__unpack_u8(unpack, (uint8_t)set->bits_limit, "the size of a set of hashes");
    set->approximate = bd__unpack_bool(unpack, "whether a set of hashes is approximate");
    set->count = bd__unpack_u64(unpack, (uint64_t)1 << 60, "the number of hashes");
    set->marked = bd__unpack_u64(unpack, set->count, "the number of marked hashes");
    if (bits < BITS_FIRST || (set->approximate && bits != set->bits_limit)) {
        bd__unpack_refuse(unpack, "a set of hashes has 2^%u slots", bits);
    }
    /* Every group needs at least its mask. Checking that first means we never touch much more memory than there are
     * bytes to fill it. */
    size_t least = ((size_t)1 << bits) / GROUP * sizeof(uint64_t);
    if (bd__unpack_fine(unpack) && least > (size_t)(unpack->end - unpack->at)) {
        bd__unpack_refuse(unpack, "a set of hashes is cut short");
    }
    if (!bd__unpack_fine(unpack)) { return; }
    if (bits > set->table->bits) { set->table = make_table(set->arena, bits); }
    load_slots(set->table, unpack);
    if (bd__unpack_fine(unpack) && !set->approximate) { check_exact(set, unpack); }
}
