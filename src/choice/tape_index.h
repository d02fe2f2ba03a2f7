/* tape_index.h: items of a tape by key, in constant time.
 *
 * A reader looks for "the next choice with this label in this rule" by walking the rule, which is fastest while generator
 * and tape agree: the item is the next one. Where they do not agree, every question would walk the whole rule. An index is
 * built then, once per replay: a hash table from keys to chains of items that are still unused, in their order.
 */
#ifndef BD_CHOICE_TAPE_INDEX_H
#define BD_CHOICE_TAPE_INDEX_H

#include <stdbool.h>
#include <stdint.h>

struct bd__tape;

/* What a reader asks for. */
struct bd__tape_key {
    const char *label;
    uint32_t rule; /* the item that closes it: unique to each rule */
    unsigned type, kind;
};

struct bd__tape_chain;

struct bd__tape_index {
    bool built;
    uint32_t *rule, *later;       /* owned, by item: the rule it is in; the next of its chain, 0 for none */
    struct bd__tape_chain *chain; /* owned: the table */
    uint32_t mask, capacity;      /* places in the table - 1; items that there is room for */
};

/* Lists the items of TAPE that are not USED. */
void bd__tape_index_build(struct bd__tape_index *index, const struct bd__tape *tape, const uint8_t *used);
/* Takes the first item of KEY out; 0 if there is none. An item I is returned as I + 1. */
uint32_t bd__tape_index_take(struct bd__tape_index *index, const struct bd__tape *tape, const struct bd__tape_key *key);
void bd__tape_index_clear(struct bd__tape_index *index);

#endif
