/* shrink_order.c: moves an element in front of others like it, the longest moves first. The answers in the order of
 * drawing become smaller when zeros come first. A structural choice that repeats moves with its round of the loop.
 *
 * Cursor: at is the element, step how far: all the way, half of it …
 */
#include "choice/shrink_pass.h"

/* Finding similar elements takes a walk each time, so the largest tapes are left alone. */
enum { LARGEST = 1 << 14 };

/* The first item of the rule that AT is in. */
static uint32_t rule_of(const struct bd__shrinker *s, uint32_t at)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < at; i++) {
        if (s->best.item[i].type == BD__ITEM_OPEN && s->best.item[i].end > at) { first = i + 1; }
    }
    return first;
}

/* The number of elements like AT before it in its rule. */
static uint32_t count_before(const struct bd__shrinker *s, uint32_t at)
{
    uint32_t count = 0;
    for (uint32_t i = rule_of(s, at); i < at; i = bd__shrink_after(s, i)) { count += bd__shrink_alike(s, i, at); }
    return count;
}

/* The INDEX-th of those. */
static uint32_t like_it(const struct bd__shrinker *s, uint32_t at, uint32_t index)
{
    uint32_t i = rule_of(s, at);
    for (;; i = bd__shrink_after(s, i)) {
        if (bd__shrink_alike(s, i, at) && index-- == 0) { return i; }
    }
}

/* Would the answers from AT on, moved to TO, be less than those there now? */
static bool helps(const struct bd__shrinker *s, uint32_t to, uint32_t at, uint32_t end)
{
    for (; at < end; to++, at++) {
        const struct bd__tape_item *a = &s->best.item[at], *b = &s->best.item[to];
        if (a->type != b->type || a->label != b->label) { return true; } /* perhaps: they cannot be compared */
        if (a->type == BD__ITEM_CHOICE && a->answer != b->answer) { return a->answer < b->answer; }
    }
    return true; /* perhaps: what follows decides */
}

bool bd__shrink_order(struct bd__shrinker *s)
{
    struct bd__shrink_cursor c = s->now;
    for (; c.at < s->best.count && s->best.count < LARGEST; c = (struct bd__shrink_cursor){.at = c.at + 1}) {
        if (bd__shrink_is_end(s, c.at)) { continue; }
        uint32_t end =
            bd__shrink_is(s, c.at, BD_STRUCTURE) ? bd__shrink_next_alike(s, c.at) : bd__shrink_after(s, c.at);
        uint32_t count = end ? count_before(s, c.at) : 0;
        for (; c.step < 32 && count >> c.step; c.step++) {
            uint32_t to = like_it(s, c.at, count - (count >> c.step));
            if (!helps(s, to, c.at, end)) { continue; }
            bd__shrink_begin(s);
            bd__shrink_copy(s, 0, to);
            bd__shrink_copy(s, c.at, end);
            bd__shrink_copy(s, to, c.at);
            bd__shrink_copy(s, end, s->best.count);
            s->if_good = (struct bd__shrink_cursor){.at = c.at};
            s->if_bad = (struct bd__shrink_cursor){.at = c.at, .step = c.step + 1};
            return true;
        }
    }
    return false;
}
