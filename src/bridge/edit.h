/* edit.h: random changes to tapes. The generator draws again what an edit removes: see `fresh` in struct bd__plan.
 *
 * An edit is of one kind. A structural edit changes answers that decide what exists, or removes, duplicates, replaces
 * or empties whole spans and turns of loops. A value edit changes only answers that fill in, and leaves the structure
 * alone.
 */
#ifndef BD_BRIDGE_EDIT_H
#define BD_BRIDGE_EDIT_H

#include "base/rng.h"
#include "choice/tape.h"

/* A tape that can be changed. Its labels are borrowed from the tapes it was copied from. {0} is an empty one. */
struct bd__draft {
    struct bd__tape_item *item; /* owned; the last one closes the whole input, as in a tape */
    uint32_t count, capacity;
};

void bd__draft_copy(struct bd__draft *draft, const struct bd__tape *tape);
void bd__draft_clear(struct bd__draft *draft);
/* The draft as a tape, for reading; valid until the draft changes. Do not clear it. */
struct bd__tape bd__draft_tape(const struct bd__draft *draft);

/* Makes a few random edits of KIND, or of the other kind if there is nothing to edit. False if there is nothing at
 * all. */
bool bd__edit(struct bd__draft *draft, struct bd__rng *rng, enum bd_kind kind);

/* Replaces a span of DRAFT with one of OTHER from the same rule. If it finds no common rule, replaces the answers of
 * one label with those in OTHER. False if there is nothing in common. */
bool bd__edit_cross(struct bd__draft *draft, struct bd__rng *rng, const struct bd__tape *other);

/* ---- single steps -------------------------------------------------------------------------------- */

/* Replaces items AT .. END-1 with COUNT items of FROM, which must not be part of DRAFT. Does nothing if the draft would
 * grow too large. */
void bd__draft_splice(struct bd__draft *draft, uint32_t at, uint32_t end, const struct bd__tape_item *from,
                      uint32_t count);

/* If a turn of a loop begins at AT, a structural choice with another one of its label later in the same span, returns
 * where that next one is, else 0. */
uint32_t bd__draft_turn(const struct bd__draft *draft, uint32_t at);

#endif
