/* mutate.h: Zest's byte mutation, which all the strategies of the paper apply to their streams. */
#ifndef BD_CHOICE_MUTATE_H
#define BD_CHOICE_MUTATE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/rng.h"

struct bd__havoc {
    double count_mean; /* mutations per child, geometric */
    double size_mean;  /* bytes per mutation, geometric */
    double zero_share; /* share of children whose mutations all write zeros */
};

/* Overwrites random places in DATA; its size never changes. Returns the number of mutations, 0 if SIZE is 0. */
unsigned bd__havoc(const struct bd__havoc *havoc, struct bd__rng *rng, uint8_t *data, size_t size);

/* Writes random bytes, or zeros. */
void bd__overwrite(struct bd__rng *rng, uint8_t *at, size_t size, bool zero);

#endif
