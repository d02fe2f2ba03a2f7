/* copy.h: copies a case out of memory shared with a target, to where nobody else can write, and checks it. Code that
 * reads shared memory directly sees whatever a wild pointer left there. In a copy each number is checked once and stays
 * valid. */
#ifndef BD_TRIAL_COPY_H
#define BD_TRIAL_COPY_H

#include "base/arena.h"
#include "trial/trial.h"

/* The most that a source records. */
enum { BD__CHOICE_LIMIT = 1 << 20, BD__SPAN_LIMIT = 1 << 18 };

/* Could a generator with these SITES have made these choices? The counts and pointers themselves are not checked. */
bool bd__choices_are_sound(const struct bd__choices *choices, const struct bd__sites *sites);

/* Copies FROM and everything it points to in ARENA into one block, which the caller frees with free(). NULL if the case
 * is not sound. */
struct bd__case *bd__case_copy(const struct bd__case *from, struct bd__arena *arena, const struct bd__sites *sites);

#endif
