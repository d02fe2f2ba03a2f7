/* shrink_delete.c: removes adjacent elements from a rule, many at a time first. The generator draws 0 for whatever is
 * then missing on the tape. Removing all elements of a rule leaves the rule at its simplest. If one rule is removed,
 * the next one of its name takes its place. If a flag and the rule after it are removed, both disappear, and other
 * rules keep their answers because a tape is read by key.
 *
 * Cursor: at is the first item of the rule, step the first element to remove, size how many.
 */
#include "choice/shrink_pass.h"

/* For up to this many elements, try every position, not only multiples of their number: a few draws belong together
 * more often than many. */
enum { FEW = 4 };

static uint32_t fewer(uint32_t size)
{
    return size > 2 * FEW ? size / 2 : size > FEW ? FEW : size - 1;
}

/* The first item inside the first rule that opens at or after AT; 0 if there is none. */
static uint32_t rule_from(const struct bd__shrinker *s, uint32_t at)
{
    while (at + 1 < s->best.count && s->best.item[at].type != BD__ITEM_OPEN) { at++; }
    return at + 1 < s->best.count ? at + 1 : 0;
}

static uint32_t elements_of(const struct bd__shrinker *s, uint32_t first)
{
    uint32_t count = 0;
    for (uint32_t i = first; !bd__shrink_is_end(s, i); i = bd__shrink_after(s, i)) { count++; }
    return count;
}

static uint32_t skip(const struct bd__shrinker *s, uint32_t i, uint32_t count)
{
    while (count-- && !bd__shrink_is_end(s, i)) { i = bd__shrink_after(s, i); }
    return i;
}

bool bd__shrink_delete(struct bd__shrinker *s)
{
    struct bd__shrink_cursor c = s->now;
    if (c.at >= s->best.count || (c.at && s->best.item[c.at - 1].type != BD__ITEM_OPEN)) {
        c = (struct bd__shrink_cursor){.at = rule_from(s, c.at)}; /* the best has changed since */
        if (!c.at) { return false; }
    }
    for (;;) {
        uint32_t count = elements_of(s, c.at);
        if (c.mode == 0) { c = (struct bd__shrink_cursor){.at = c.at, .mode = 1, .size = count}; }
        while (c.size && (c.size > count || c.step + (c.size <= FEW ? c.size : 1) > count)) {
            c.size = fewer(c.size);
            c.step = 0;
        }
        if (c.size) { break; }
        c = (struct bd__shrink_cursor){.at = rule_from(s, c.at)};
        if (!c.at) { return false; }
    }
    uint32_t from = skip(s, c.at, c.step);
    bd__shrink_without(s, from, skip(s, from, c.size));
    s->if_good = s->if_bad = c;
    s->if_bad.step += c.size <= FEW ? 1 : c.size;
    return true;
}
