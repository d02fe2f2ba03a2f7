/* copy.h: a case that lies in memory shared with a target, copied to where nobody else can write, and checked. Who reads
 * shared memory itself reads whatever a wild pointer left there; of a copy each number is looked at once, and holds. */
#ifndef BD_TRIAL_COPY_H
#define BD_TRIAL_COPY_H

#include "base/arena.h"
#include "trial/trial.h"

/* What a source records at most. */
enum { BD__CHOICE_LIMIT = 1 << 20, BD__SPAN_LIMIT = 1 << 18 };

/* Could a generator with these SITES have made these choices? Only counts and pointers are taken on trust. */
bool bd__choices_are_sound(const struct bd__choices *choices, const struct bd__sites *sites);

/* A copy of FROM and of all that it points to in ARENA, in one block; free() it. NULL if it is not sound. */
struct bd__case *bd__case_copy(const struct bd__case *from, struct bd__arena *arena, const struct bd__sites *sites);

#endif
