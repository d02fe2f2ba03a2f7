/* shrink_descend.c: puts in place of a rule one of the same name from inside it: of 1+(2*(3/0)) the 3/0. Many generators
 * pick a kind first, and have a rule for each kind: there a pick and its rule are replaced by the same pick inside, and
 * the rule behind that.
 *
 * Cursor: at is where the rule opens, or the pick; step which of those inside, in the order of the tape. */
#include "choice/shrink_pass.h"

/* The outer ones come first, and lead to those further in. */
enum { TRIED_OF_ONE = 64 };

static bool opens(const struct bd__shrink *s, uint32_t i)
{
    return s->best.item[i].type == BD__ITEM_OPEN;
}

/* Where what begins at I ends: a rule, or a pick with its rule, if it has one. */
static uint32_t end_of(const struct bd__shrink *s, uint32_t i)
{
    uint32_t end = bd__shrink_after(s, i);
    return !opens(s, i) && opens(s, end) ? bd__shrink_after(s, end) : end;
}

bool bd__shrink_descend(struct bd__shrink *s)
{
    struct bd__shrink_cursor c = s->now;
    for (; c.at + 1 < s->best.count; c = (struct bd__shrink_cursor){.at = c.at + 1}) {
        bool is_pick = bd__shrink_is(s, c.at, BD_STRUCTURE) && opens(s, c.at + 1);
        if ((!is_pick && !opens(s, c.at)) || c.step == TRIED_OF_ONE) { continue; }
        uint32_t end = end_of(s, c.at), seen = 0;
        for (uint32_t i = c.at + 1; i < end; i++) {
            if (!bd__shrink_alike(s, i, c.at) || seen++ != c.step) { continue; }
            bd__shrink_begin(s);
            bd__shrink_copy(s, 0, c.at);
            bd__shrink_copy(s, i, end_of(s, i));
            bd__shrink_copy(s, end, s->best.count);
            s->if_good = (struct bd__shrink_cursor){.at = c.at};
            s->if_bad = (struct bd__shrink_cursor){.at = c.at, .step = c.step + 1};
            return true;
        }
    }
    return false;
}
