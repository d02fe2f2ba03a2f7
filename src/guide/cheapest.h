/* cheapest.h: for each branch that valid inputs cover, a cheap valid parent that covers it: none is cheaper by more than a
 * tenth. To choose the parent of a
 * random branch is to give every branch the same attention, however few inputs reach it, and at little cost. */
#ifndef BD_GUIDE_CHEAPEST_H
#define BD_GUIDE_CHEAPEST_H

#include "guide/gain.h"

struct bd__cheapest {
    uint32_t *owner;  /* by branch: entry + 1; 0: no valid parent covers it */
    uint32_t *branch; /* those with an owner */
    uint32_t count;
};

void bd__cheapest_init(struct bd__cheapest *cheapest, const struct bd__guide_tools *tools);
/* Parent ID is valid, and GAIN knows it. */
void bd__cheapest_add(struct bd__cheapest *cheapest, const struct bd__gain *gain, uint32_t id);
/* After a worker was killed while it added a parent: forgets a branch that has no owner yet. */
void bd__cheapest_mend(struct bd__cheapest *cheapest);
/* The owner of a random branch. There must be one. */
uint32_t bd__cheapest_choose(const struct bd__cheapest *cheapest, struct bd__rng *rng);

void bd__cheapest_save(const struct bd__cheapest *cheapest, struct bd__pack *pack);
/* Fills CHEAPEST, which must be empty. The corpus is loaded already. */
void bd__cheapest_load(struct bd__cheapest *cheapest, const struct bd__guide_tools *tools, struct bd__unpack *unpack);

#endif
