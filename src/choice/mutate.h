/* mutate.h: Zest's byte mutation, which all the strategies of the paper apply to their streams. */
#ifndef BD_CHOICE_MUTATE_H
#define BD_CHOICE_MUTATE_H

#include <bediv/engine.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/rng.h"

/* Overwrites random places in DATA, as TUNING says: a geometric number of times, a geometric number of bytes each, in a
 * share of all calls with zeros. The size of DATA never changes. Returns the number of mutations, 0 if SIZE is 0. */
unsigned bd__havoc(const struct bd_tuning *tuning, struct bd__rng *rng, uint8_t *data, size_t size);

/* Writes random bytes, or zeros. */
void bd__overwrite(struct bd__rng *rng, uint8_t *at, size_t size, bool zero);

#endif
