/* shrink_descend.c: replaces a rule with one of the same name inside it: 1+(2*(3/0)) becomes 3/0. Many generators pick
 * a kind first and have a rule for each kind. There, the pass replaces a pick, its rule and what is drawn between them
 * with the same pick from inside: together with its rule or, for a kind that has none, together with everything after
 * it in its rule.
 *
 * Cursor: at is where the rule opens, or the pick; step which one inside, in tape order; mode what to take with it.
 */
#include "choice/shrink_pass.h"

/* The outer ones come first, and lead to those further inside. */
enum { TRIED_OF_ONE = 64 };
enum { WITH_ITS_RULE, WITH_ALL_THAT_FOLLOWS, MODES };

static bool opens(const struct bd__shrinker *s, uint32_t i)
{
    return s->best.item[i].type == BD__ITEM_OPEN;
}

/* The first rule at or after I in the rule that I is in, or the end of that rule. */
static uint32_t rule_or_end(const struct bd__shrinker *s, uint32_t i)
{
    while (s->best.item[i].type == BD__ITEM_CHOICE) { i++; }
    return i;
}

/* Where the piece that begins at I ends: a rule, or a pick with its rule if it has one. In the other mode: everything
 * up to the end of the rule that I is in. */
static uint32_t end_of(const struct bd__shrinker *s, uint32_t i, uint32_t mode)
{
    uint32_t end = rule_or_end(s, i);
    if (mode == WITH_ITS_RULE) { return opens(s, end) ? bd__shrink_after(s, end) : bd__shrink_after(s, i); }
    while (!bd__shrink_is_end(s, end)) { end = bd__shrink_after(s, end); }
    return end;
}

bool bd__shrink_descend(struct bd__shrinker *s)
{
    struct bd__shrink_cursor c = s->now;
    for (; c.at + 1 < s->best.count; c = (struct bd__shrink_cursor){.at = c.at + 1}) {
        bool is_pick = bd__shrink_is(s, c.at, BD_STRUCTURE) && opens(s, rule_or_end(s, c.at));
        if ((!is_pick && !opens(s, c.at)) || c.step == TRIED_OF_ONE) { continue; }
        uint32_t end = end_of(s, c.at, WITH_ITS_RULE), seen = 0;
        for (uint32_t i = opens(s, c.at) ? c.at + 1 : rule_or_end(s, c.at); i < end; i++) {
            if (!bd__shrink_alike(s, i, c.at) || seen++ != c.step) { continue; }
            bd__shrink_begin(s);
            bd__shrink_copy(s, 0, c.at);
            bd__shrink_copy(s, i, end_of(s, i, c.mode));
            bd__shrink_copy(s, end, s->best.count);
            s->if_good = (struct bd__shrink_cursor){.at = c.at};
            s->if_bad = (struct bd__shrink_cursor){.at = c.at, .step = c.step, .mode = c.mode + 1};
            if (!is_pick || s->if_bad.mode == MODES) {
                s->if_bad = (struct bd__shrink_cursor){.at = c.at, .step = c.step + 1};
            }
            return true;
        }
    }
    return false;
}
