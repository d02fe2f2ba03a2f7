/* garble.h: inputs that are wrong on purpose.
 *
 * A generator writes what a sensible author would write. Some bugs wait for what nobody sensible writes: a part that is
 * missing, twice there, a hundred times there, in the wrong place; a number at the edge of its type. So a share of all
 * inputs is garbled after the generator has written them.
 *
 * It is drawn like everything else, after the generator's own choices, and in rules named "garble". So it is on
 * the tape, a mutation can change it, and shrinking removes what is not needed of it. A generator draws nothing of this.
 */
#ifndef BD_GEN_GARBLE_H
#define BD_GEN_GARBLE_H

#include "choice/source.h"
#include "gen/out.h"

/* Damages the input in OUT, with probability SHARE in one or more places. A tape decides by what it has. SCRATCH has
 * room for BD__GARBLE_PIECE bytes. */
void bd__garble(struct bd_source *s, struct bd_out *out, double share, uint8_t *scratch);

/* The largest part of an input that is copied. */
enum { BD__GARBLE_PIECE = 16 << 10 };

#endif
