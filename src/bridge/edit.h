/* edit.h: tapes, changed at random. What an edit leaves out is for the generator to draw anew: see `fresh` in struct
 * bd__plan.
 *
 * An edit is of one kind. A structural one changes answers that decide what exists, or takes out, doubles, swaps or
 * empties whole spans and turns of loops. One of values changes answers that fill in, and leaves the structure alone.
 */
#ifndef BD_BRIDGE_EDIT_H
#define BD_BRIDGE_EDIT_H

#include "base/rng.h"
#include "choice/tape.h"

/* A tape that can be changed. Labels are borrowed from the tapes that it was copied from. {0} is an empty one. */
struct bd__draft {
    struct bd__tape_item *item; /* owned; the last closes the whole, as in a tape */
    uint32_t count, capacity;
};

void bd__draft_copy(struct bd__draft *draft, const struct bd__tape *tape);
void bd__draft_clear(struct bd__draft *draft);
/* The draft as a tape, for reading; true until it is changed. Not to be cleared. */
struct bd__tape bd__draft_tape(const struct bd__draft *draft);

/* A few random edits of KIND; of the other kind if there is nothing of this one. False if there is nothing at all. */
bool bd__edit(struct bd__draft *draft, struct bd__rng *rng, enum bd_kind kind);

/* A span of DRAFT becomes one of OTHER, of the same rule. If they have no rule in common, the answers of one label
 * become those that OTHER has. False if they have nothing in common. */
bool bd__edit_cross(struct bd__draft *draft, struct bd__rng *rng, const struct bd__tape *other);

/* ---- one by one ----------------------------------------------------------------------------------- */

/* Puts COUNT items of FROM (no part of DRAFT) in the place of items AT .. END-1. */
void bd__draft_splice(struct bd__draft *draft, uint32_t at, uint32_t end, const struct bd__tape_item *from,
                      uint32_t count);

/* Is there a turn of a loop at AT: a structural choice, and later in its span the next one of its label? Then where
 * that one is, else 0. */
uint32_t bd__draft_turn(const struct bd__draft *draft, uint32_t at);

#endif
