/* tape_index.h: finds the items of a tape by key in constant time.
 *
 * A reader looks for "the next choice with this label in this rule" by walking through the rule. That is fastest while
 * generator and tape agree, because the item is the next one. Where they disagree, every draw would walk through the
 * whole rule. Then the reader builds an index, once per replay: a hash table from keys to chains of unused items, in
 * tape order.
 */
#ifndef BD_CHOICE_TAPE_INDEX_H
#define BD_CHOICE_TAPE_INDEX_H

#include <stdbool.h>
#include <stdint.h>

struct bd__tape;

/* What a reader looks for. */
struct bd__tape_key {
    const char *label;
    uint32_t rule; /* the item that closes it: unique to each rule */
    unsigned type, kind;
};

struct bd__tape_chain;

struct bd__tape_index {
    bool built;
    uint32_t *rule, *later;       /* owned, per item: the rule it is in; the next item in its chain, 0 for none */
    struct bd__tape_chain *chain; /* owned: the table */
    uint32_t mask, capacity;      /* table size - 1; number of items there is room for */
};

/* Indexes the items of TAPE that are not USED. */
void bd__tape_index_build(struct bd__tape_index *index, const struct bd__tape *tape, const uint8_t *used);
/* Removes the first item with KEY and returns its number + 1; 0 if there is none. */
uint32_t bd__tape_index_take(struct bd__tape_index *index, const struct bd__tape *tape, const struct bd__tape_key *key);
void bd__tape_index_clear(struct bd__tape_index *index);

#endif
