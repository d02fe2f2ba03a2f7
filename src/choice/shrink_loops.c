/* shrink_loops.c: drops rounds of loops, with what was drawn in them.
 *
 *   more 1  x  y   more 1  x  y   more 0      a label that repeats, as with bd_more: everything from one such
 *   └─ a round ─┘                             choice up to another is a number of rounds
 *
 *   count 3   x y   x y   x y                 a count: it is lowered by the number of items removed
 *             └───┘ an item
 *
 * Cursor: at is the structural choice; mode 0: rounds, 1: items; size how many; step the first item to remove.
 */
#include "choice/shrink_pass.h"

/* Goes from I to the next element like it, up to COUNT times. Returns the last one reached and sets COUNT to the number
 * of steps made. */
static uint32_t rounds_from(const struct bd__shrinker *s, uint32_t i, uint32_t *count)
{
    uint32_t made = 0;
    for (uint32_t next; made < *count && (next = bd__shrink_next_alike(s, i)); i = next) { made++; }
    *count = made;
    return i;
}

static bool propose_rounds(struct bd__shrinker *s, struct bd__shrink_cursor c)
{
    uint32_t most = UINT32_MAX;
    if (!c.size) {
        rounds_from(s, c.at, &most);
        c.size = most;
    }
    uint32_t count = c.size, to = rounds_from(s, c.at, &count);
    if (!count) { return false; }
    bd__shrink_without(s, c.at, to);
    s->if_good = (struct bd__shrink_cursor){.at = c.at};
    s->if_bad = (struct bd__shrink_cursor){.at = c.at, .mode = count == 1, .size = count / 2};
    return true;
}

/* The first element after AT that occurs as often as the answer says: where the items begin. 0 if there is none. Looks
 * only at the first few. */
static uint32_t items_behind(const struct bd__shrinker *s, uint32_t at, uint32_t count)
{
    enum { LOOKED_AT = 4 };
    uint32_t i = bd__shrink_after(s, at);
    for (unsigned looked = 0; looked < LOOKED_AT && !bd__shrink_is_end(s, i); i = bd__shrink_after(s, i), looked++) {
        uint32_t more = count - 1;
        rounds_from(s, i, &more);
        if (more == count - 1) { return i; }
    }
    return 0;
}

/* Where the item at I ends if none like it follows: assumed as long as the item BEFORE it, or one element. */
static uint32_t end_of_last(const struct bd__shrinker *s, uint32_t before, uint32_t i)
{
    uint32_t elements = 0;
    for (uint32_t j = before; j < i; j = bd__shrink_after(s, j)) { elements++; }
    elements = elements ? elements : 1;
    while (elements-- && !bd__shrink_is_end(s, i)) { i = bd__shrink_after(s, i); }
    return i;
}

/* Where item INDEX begins; past the last one, where the last one ends. */
static uint32_t item_at(const struct bd__shrinker *s, uint32_t first, uint32_t index)
{
    uint32_t steps = index, at = rounds_from(s, first, &steps);
    if (steps == index) { return at; }
    uint32_t before = index >= 2 ? index - 2 : 0;
    return end_of_last(s, rounds_from(s, first, &before), at);
}

static bool propose_items(struct bd__shrinker *s, struct bd__shrink_cursor c)
{
    uint64_t answer = s->best.item[c.at].answer;
    if (answer > s->best.count) { return false; }
    uint32_t count = (uint32_t)answer, first = items_behind(s, c.at, count);
    if (!first) { return false; }
    if (!c.size) { c.size = count; }
    if (c.size > count || c.step + c.size > count) {
        c.size = c.size > count ? count : c.size / 2;
        c.step = 0;
        if (!c.size) { return false; }
    }
    bd__shrink_without(s, item_at(s, first, c.step), item_at(s, first, c.step + c.size));
    s->next.item[c.at].answer -= c.size;
    s->if_good = s->if_bad = c;
    s->if_bad.step += c.size;
    if (s->if_bad.step + c.size > count) {
        s->if_bad.step = 0;
        s->if_bad.size /= 2;
        if (!s->if_bad.size) { s->if_bad = (struct bd__shrink_cursor){.at = c.at + 1}; }
    }
    return true;
}

bool bd__shrink_loops(struct bd__shrinker *s)
{
    struct bd__shrink_cursor c = s->now;
    for (; c.at < s->best.count; c = (struct bd__shrink_cursor){.at = c.at + 1}) {
        if (!bd__shrink_is(s, c.at, BD_STRUCTURE)) { continue; }
        if (c.mode == 0 && propose_rounds(s, c)) { return true; }
        if (c.mode == 0) { c = (struct bd__shrink_cursor){.at = c.at, .mode = 1}; }
        if (s->best.item[c.at].answer && propose_items(s, c)) { return true; }
    }
    return false;
}
