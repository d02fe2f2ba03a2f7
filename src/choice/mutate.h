/* mutate.h: Zest's byte mutation, the one that all the paper's strategies use on their streams. */
#ifndef BD_CHOICE_MUTATE_H
#define BD_CHOICE_MUTATE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/rng.h"

struct bd__havoc {
    double count_mean; /* mutations a child, geometric */
    double size_mean;  /* bytes a mutation, geometric */
    double zero_share; /* of children: all their mutations write zeros */
};

/* Overwrites random places of DATA; the size never changes. Returns the number of mutations, 0 if
 * there was nothing to mutate. */
unsigned bd__havoc(const struct bd__havoc *havoc, struct bd__rng *rng, uint8_t *data, size_t size);

/* Random bytes, or zeros. */
void bd__overwrite(struct bd__rng *rng, uint8_t *at, size_t size, bool zero);

#endif
