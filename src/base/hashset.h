/* hashset.h: a set of 64-bit hashes, each with one mark. Lives in an arena and grows up to a limit.
 *
 * Open addressing with linear probing; the top bits of a hash select its slot. A slot is 0 (free) or a hash whose
 * lowest bit is replaced by the mark, so hashes are compared by 63 bits. At the limit the set turns into a cache: a new
 * hash evicts another one within its window, and an evicted hash counts as new when it comes back. From then on
 * `approximate` is set, and counts may be too high but never too low.
 */
#ifndef BD_BASE_HASHSET_H
#define BD_BASE_HASHSET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/pack.h"

struct bd__hashset_table {
    unsigned bits; /* log2 of the number of slots */
    uint64_t slot[];
};

struct bd__hashset {
    struct bd__hashset_table *table; /* one pointer, so a process killed while the set grows leaves it consistent */
    unsigned bits_limit;
    uint64_t count;  /* hashes added as new */
    uint64_t marked; /* hashes that got the mark, when added or later */
    bool approximate;
    struct bd__arena *arena; /* borrowed */
};

struct bd__hashset_answer {
    bool fresh;        /* was not in the set */
    bool fresh_marked; /* was not in the set with the mark; only set if MARK was given */
};

void bd__hashset_init(struct bd__hashset *set, struct bd__arena *arena, uint64_t limit_bytes);

/* Adds HASH, and marks it if MARK. Allocates only when the table doubles. */
struct bd__hashset_answer bd__hashset_add(struct bd__hashset *set, uint64_t hash, bool mark);

bool bd__hashset_has(const struct bd__hashset *set, uint64_t hash);

/* False if something else has overwritten the set. TABLE must be readable. */
bool bd__hashset_is_plausible(const struct bd__hashset *set);

/* Recounts the hashes, after a process was killed while adding one. Does nothing once the set is a cache: then the
 * counts cannot be reconstructed. */
void bd__hashset_recount(struct bd__hashset *set);

/* Saves every hash with its position, so that a loaded set evicts the same hashes if it becomes a cache later. */
void bd__hashset_save(const struct bd__hashset *set, struct bd__pack *pack);
/* Fills SET, which must be freshly initialised with the same limit. */
void bd__hashset_load(struct bd__hashset *set, struct bd__unpack *unpack);

#endif
