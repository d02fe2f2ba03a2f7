/* setcover.h: the fewest inputs that together cover what all of them cover.
 *
 * Finding the exact minimum is hard; a greedy choice comes close. It takes the input that adds most, and of two that
 * add the same, the cheaper one. A heap orders inputs by what they added when last checked. That is never less than
 * they add now, so most are never checked again. At the end it drops inputs that the others have made redundant, the
 * most expensive first.
 */
#ifndef BD_FEEDBACK_SETCOVER_H
#define BD_FEEDBACK_SETCOVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What one input covers. A feature counts once for all inputs that have it, and separately once more for those with
 * `twice`. */
struct bd__setcover_item {
    const uint32_t *feature; /* borrowed; distinct */
    uint32_t count;
    bool twice;
    bool chosen; /* in: it must stay; out: it is in the set */
    uint64_t cost;
};

/* Chooses items; features must be below SPAN. Returns the number of features covered, counting those of `twice` items
 * once more. */
uint64_t bd__setcover(struct bd__setcover_item *item, size_t count, size_t span);

#endif
