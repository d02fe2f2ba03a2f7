/* shrink_values.c: lowers answers: of structural picks, of values, of many values at once.
 *
 * Cursor of lower_each and bd__shrink_together: at is the choice, step which lower answer, size how often the distance
 * was doubled.
 */
#include "choice/shrink_pass.h"

enum { SMALL = 8, HALVES = 63, NEAR = 16, STEPS = SMALL + HALVES + NEAR };

/* By how much to lower ANSWER at this step; 0: nothing to try. First come the smallest answers, ascending. Then
 * reductions by a half, a quarter and so on: a binary search if all larger answers are good. Last come the nearest
 * answers, for failures that only some answers trigger: a distance that helps is doubled as long as it helps. */
static uint64_t lower_by(uint64_t answer, const struct bd__shrink_cursor *c)
{
    if (c->step < SMALL) { return c->step < answer ? answer - c->step : 0; }
    if (answer < SMALL) { return 0; }
    if (c->step < SMALL + HALVES) { return answer >> (c->step - SMALL + 1); }
    uint64_t distance = c->step - SMALL - HALVES + 1;
    return distance <= (answer - SMALL) >> c->size ? distance << c->size : 0;
}

/* Moves the cursor to the first step, from here on, that can be tried, and returns by how much to lower; 0 if there is
 * none. */
static uint64_t find_lower(uint64_t answer, struct bd__shrink_cursor *c)
{
    for (; c->step < STEPS; c->step++, c->size = 0) {
        uint64_t by = lower_by(answer, c);
        if (!by && c->size) {
            c->size = 0;
            by = lower_by(answer, c);
        }
        if (by) { return by; }
    }
    return 0;
}

static void propose_lower(struct bd__shrinker *s, struct bd__shrink_cursor c, uint64_t by)
{
    bd__shrink_begin(s);
    bd__shrink_copy(s, 0, s->best.count);
    s->next.item[c.at].answer -= by;
    s->if_good = s->if_bad = c;
    if (c.step < SMALL) { s->if_good = (struct bd__shrink_cursor){.at = c.at + 1}; } /* nothing smaller is left */
    if (c.step >= SMALL + HALVES) { s->if_good.size++; }
    s->if_bad.step += c.size == 0;
    s->if_bad.size = 0;
}

static bool lower_each(struct bd__shrinker *s, unsigned kind)
{
    struct bd__shrink_cursor c = s->now;
    for (; c.at < s->best.count; c = (struct bd__shrink_cursor){.at = c.at + 1}) {
        if (!bd__shrink_is(s, c.at, kind)) { continue; }
        uint64_t by = find_lower(s->best.item[c.at].answer, &c);
        if (!by) { continue; }
        propose_lower(s, c, by);
        return true;
    }
    return false;
}

bool bd__shrink_picks(struct bd__shrinker *s)
{
    return lower_each(s, BD_STRUCTURE);
}

bool bd__shrink_values(struct bd__shrinker *s)
{
    return lower_each(s, BD_VALUE);
}

/* A larger answer may give a smaller input, because its alternative may draw less. Cursor: at is the choice, step + 1
 * how much larger. */
bool bd__shrink_rises(struct bd__shrinker *s)
{
    enum { TRIED_OF_ONE = 32 };
    struct bd__shrink_cursor c = s->now;
    for (; c.at < s->best.count; c = (struct bd__shrink_cursor){.at = c.at + 1}) {
        const struct bd__tape_item *item = &s->best.item[c.at];
        if (!bd__shrink_is(s, c.at, BD_STRUCTURE)) { continue; }
        if (c.step == TRIED_OF_ONE || c.step >= item->max - item->answer) { continue; }
        bd__shrink_begin(s);
        bd__shrink_copy(s, 0, s->best.count);
        s->next.item[c.at].answer += c.step + 1;
        s->if_good = (struct bd__shrink_cursor){.at = c.at};
        s->if_bad = (struct bd__shrink_cursor){.at = c.at, .step = c.step + 1};
        return true;
    }
    return false;
}

/* Sets many values to zero at once, the most first. Cursor: size how many, step how many to skip before them. */
bool bd__shrink_zeros(struct bd__shrinker *s)
{
    struct bd__shrink_cursor c = s->now;
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->best.count; i++) { count += bd__shrink_is(s, i, BD_VALUE) && s->best.item[i].answer; }
    if (!c.size) { c.size = count; }
    if (c.step >= count) {
        c.size /= 2;
        c.step = 0;
    }
    if (c.size < 2 || !count) { return false; } /* other passes lower single values */
    bd__shrink_begin(s);
    bd__shrink_copy(s, 0, s->best.count);
    uint32_t at = 0;
    for (uint32_t i = 0; i < s->best.count; i++) {
        if (!bd__shrink_is(s, i, BD_VALUE) || !s->best.item[i].answer) { continue; }
        if (at >= c.step && at - c.step < c.size) { s->next.item[i].answer = 0; }
        at++;
    }
    s->if_good = s->if_bad = c;
    s->if_bad.step += c.size;
    return true;
}

/* ---- values that must stay equal ------------------------------------------------------------------ */

static bool same_value(const struct bd__shrinker *s, uint32_t i, uint32_t j)
{
    return bd__shrink_alike(s, i, j) && s->best.item[i].answer == s->best.item[j].answer;
}

/* Is the value at AT the first of several equal ones? */
static bool leads_others(const struct bd__shrinker *s, uint32_t at)
{
    for (uint32_t i = 0; i < at; i++) {
        if (same_value(s, i, at)) { return false; }
    }
    for (uint32_t i = at + 1; i < s->best.count; i++) {
        if (same_value(s, i, at)) { return true; }
    }
    return false;
}

/* Lowers all equal values of one label together: names that must match, for example. */
bool bd__shrink_together(struct bd__shrinker *s)
{
    enum { LARGEST = 1 << 14 }; /* finding the equal ones takes a walk each */
    struct bd__shrink_cursor c = s->now;
    for (; c.at < s->best.count && s->best.count < LARGEST; c = (struct bd__shrink_cursor){.at = c.at + 1}) {
        if (!bd__shrink_is(s, c.at, BD_VALUE)) { continue; }
        if (c.step == 0 && !leads_others(s, c.at)) { continue; }
        uint64_t by = find_lower(s->best.item[c.at].answer, &c);
        if (!by) { continue; }
        propose_lower(s, c, by);
        for (uint32_t i = c.at + 1; i < s->best.count; i++) {
            if (same_value(s, i, c.at)) { s->next.item[i].answer -= by; }
        }
        return true;
    }
    return false;
}
