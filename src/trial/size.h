/* size.h: which of two inputs is smaller. The shrinker, triage and the folders of failures all ask here and nowhere
 * else, so an input that replaces another never has more bytes.
 *
 * Bytes count most, because they are what people look at; then structural choices, then values. The shrinker has both
 * tapes and goes on to compare their answers in the order of drawing.
 */
#ifndef BD_TRIAL_SIZE_H
#define BD_TRIAL_SIZE_H

#include "trial/trial.h"

struct bd__size {
    uint64_t bytes, structural, values;
};

static inline struct bd__size bd__size_of(const struct bd__choices *choices, size_t bytes)
{
    return (struct bd__size){bytes, choices->structural_count, choices->choice_count - choices->structural_count};
}

/* Negative if A is smaller, 0 if the sizes are equal. */
static inline int bd__size_compare(struct bd__size a, struct bd__size b)
{
    if (a.bytes != b.bytes) { return a.bytes < b.bytes ? -1 : 1; }
    if (a.structural != b.structural) { return a.structural < b.structural ? -1 : 1; }
    if (a.values != b.values) { return a.values < b.values ? -1 : 1; }
    return 0;
}

#endif
