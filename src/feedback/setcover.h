/* setcover.h: the fewest inputs that cover what all of them cover together.
 *
 * That is hard to find exactly; greedily it comes close: the input that adds most comes first, and of two that add as much
 * the cheaper. A heap keeps them by what they added when last looked at, which is never less than they add now, so
 * that most are not looked at again. At the end those are dropped, dearest first, that the others have made
 * superfluous.
 */
#ifndef BD_FEEDBACK_SETCOVER_H
#define BD_FEEDBACK_SETCOVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What one input covers. A feature counts once for all inputs that have it, and once more for those that count
 * double: those are told apart. */
struct bd__setcover_item {
    const uint32_t *feature; /* borrowed; distinct */
    uint32_t count;
    bool twice;
    bool chosen; /* in: it is to stay; out: it is in the set */
    uint64_t cost;
};

/* Features are below SPAN. Returns how many different ones there are, those that count double counted twice. */
uint64_t bd__setcover(struct bd__setcover_item *item, size_t count, size_t span);

#endif
