/* blend.h: one draw from several groups of alternatives, with odds for each group.
 *
 *     groups         usual: 5 alternatives, odds 3     edges: 2 alternatives, odds 1
 *     alternatives   0    1    2    3    4             5     6
 *     probability    .15  .15  .15  .15  .15           .125  .125
 *
 * If there are few alternatives, the answer of the draw is the alternative (BD_WEIGHTED), so that tapes can be read. If
 * there are many, all answers are equally likely, and an alternative has several of them, side by side. Either way, a
 * lower answer leads to the same alternative or an earlier one, which shrinking relies on.
 */
#ifndef BD_CHOICE_BLEND_H
#define BD_CHOICE_BLEND_H

#include <bediv.h>

struct bd__group {
    uint64_t count; /* of its alternatives. 0: it cannot be chosen */
    double odds;    /* of all of them together; above 0 */
};

enum { BD__BLEND_FEW = 256 };

/* Returns an alternative, counted through all GROUPS. At least one group has some. The COUNT of a group, divided by its
 * share of all odds, must be less than 2^63. */
uint64_t bd__blend(struct bd_source *s, enum bd_kind kind, const char *label, const struct bd__group *groups,
                   size_t count);

#endif
