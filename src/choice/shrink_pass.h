/* shrink_pass.h: building blocks for the passes of the shrinker. */
#ifndef BD_CHOICE_SHRINK_PASS_H
#define BD_CHOICE_SHRINK_PASS_H

#include <string.h>

#include "choice/shrink.h"

/* Proposes the candidate at the cursor, or the first one after it: builds it and sets if_good and if_bad. False if
 * there is none left. */
typedef bool bd__shrink_pass(struct bd__shrinker *s);

bd__shrink_pass bd__shrink_delete, bd__shrink_loops, bd__shrink_descend, bd__shrink_picks, bd__shrink_rises;
bd__shrink_pass bd__shrink_graft;
bd__shrink_pass bd__shrink_zeros, bd__shrink_values, bd__shrink_together, bd__shrink_order;

/* ---- building a candidate ------------------------------------------------------------------------ */

static inline void bd__shrink_begin(struct bd__shrinker *s)
{
    s->next.count = 0;
}

/* Appends items FROM .. TO-1 of the best. The finished candidate must have whole rules and be no longer than the
 * best. */
static inline void bd__shrink_copy(struct bd__shrinker *s, uint32_t from, uint32_t to)
{
    memcpy(&s->next.item[s->next.count], &s->best.item[from], (to - from) * sizeof *s->best.item);
    s->next.count += to - from;
}

static inline void bd__shrink_without(struct bd__shrinker *s, uint32_t from, uint32_t to)
{
    bd__shrink_begin(s);
    bd__shrink_copy(s, 0, from);
    bd__shrink_copy(s, to, s->best.count);
}

/* ---- elements: a choice, or a rule with everything in it ----------------------------------------- */

static inline bool bd__shrink_is_end(const struct bd__shrinker *s, uint32_t i)
{
    return s->best.item[i].type == BD__ITEM_CLOSE;
}

/* What follows the element at I: the next one, or the end of their rule. */
static inline uint32_t bd__shrink_after(const struct bd__shrinker *s, uint32_t i)
{
    return s->best.item[i].type == BD__ITEM_OPEN ? s->best.item[i].end + 1 : i + 1;
}

static inline bool bd__shrink_is(const struct bd__shrinker *s, uint32_t i, unsigned kind)
{
    return s->best.item[i].type == BD__ITEM_CHOICE && s->best.item[i].kind == kind;
}

/* Are these two elements that a loop in a generator would draw one after the other: same label, same kind? The labels
 * of a tape are those of its sites, so equal labels are equal pointers. */
static inline bool bd__shrink_alike(const struct bd__shrinker *s, uint32_t i, uint32_t j)
{
    const struct bd__tape_item *a = &s->best.item[i], *b = &s->best.item[j];
    return a->type == b->type && a->label == b->label && a->kind == b->kind && a->type != BD__ITEM_CLOSE;
}

/* The next element like I in the same rule; 0 if there is none. */
static inline uint32_t bd__shrink_next_alike(const struct bd__shrinker *s, uint32_t i)
{
    for (uint32_t j = bd__shrink_after(s, i); !bd__shrink_is_end(s, j); j = bd__shrink_after(s, j)) {
        if (bd__shrink_alike(s, i, j)) { return j; }
    }
    return 0;
}

#endif
