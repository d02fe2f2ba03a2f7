/* recall.h: which tape made these bytes? afl-fuzz keeps the bytes that its target got; the mutator needs their tape.
 *
 * Recent ones are in a cache with a fixed number of places; those of the queue are kept for good. Bytes are compared by
 * their hash.
 */
#ifndef BD_BRIDGE_RECALL_H
#define BD_BRIDGE_RECALL_H

#include <stdbool.h>

#include "base/text.h"
#include "trial/trial.h"

struct bd__recalled {
    uint64_t bytes; /* their hash */
    struct bd__text tape;
};

struct bd__recall {
    struct bd__recalled *latest; /* owned; by the low bits of the hash */
    struct bd__recalled *kept;   /* owned; open addressing, at most half full; an empty tape: free */
    uint32_t kept_count, kept_places;
};

/* Frees everything. {0} is an empty one. */
void bd__recall_clear(struct bd__recall *recall);
/* Records that TAPE made BYTES. */
void bd__recall_note(struct bd__recall *recall, struct bd__bytes bytes, const struct bd__text *tape);
/* The tape of BYTES; NULL if it is unknown or has been evicted. Valid until the next call. */
const struct bd__text *bd__recall_find(const struct bd__recall *recall, struct bd__bytes bytes);
/* Like bd__recall_note, but for good. */
void bd__recall_keep(struct bd__recall *recall, struct bd__bytes bytes, const struct bd__text *tape);

#endif
