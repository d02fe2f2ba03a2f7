/* hashset.h: a set of 64-bit hashes, each with one mark. Lives in an arena, grows up to a limit.
 *
 * Open addressing, linear probing, index from the top bits. A slot is 0 (free) or a hash whose lowest
 * bit is replaced by the mark, so 63 bits tell hashes apart. At the limit the set turns into a cache:
 * a new hash pushes out another within its window, and a hash that was pushed out counts as new when
 * it comes again. `approximate` says so from then on; counts are then too high, never too low.
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
    struct bd__hashset_table *table; /* one pointer: a process killed while the set grows leaves it sound */
    unsigned bits_limit;
    uint64_t count;  /* hashes added as new */
    uint64_t marked; /* of those added or met later with the mark: marked for the first time */
    bool approximate;
    struct bd__arena *arena; /* borrowed */
};

struct bd__hashset_answer {
    bool fresh;        /* not in the set before */
    bool fresh_marked; /* not in the set with the mark before; only when asked with the mark */
};

void bd__hashset_init(struct bd__hashset *set, struct bd__arena *arena, uint64_t limit_bytes);

/* Adds HASH, and marks it if MARK. Allocates nothing but when it doubles. */
struct bd__hashset_answer bd__hashset_add(struct bd__hashset *set, uint64_t hash, bool mark);

bool bd__hashset_has(const struct bd__hashset *set, uint64_t hash);

/* False if something wrote into it from outside. TABLE must be readable. */
bool bd__hashset_is_plausible(const struct bd__hashset *set);

/* Counts anew what is in it: after a process was killed while it added. Once it is a cache, nobody can. */
void bd__hashset_recount(struct bd__hashset *set);

/* Every hash at its place, so that a set that turns into a cache later does so in the same way. */
void bd__hashset_save(const struct bd__hashset *set, struct bd__pack *pack);
/* Fills SET, which must be as after its init, with the same limit. */
void bd__hashset_load(struct bd__hashset *set, struct bd__unpack *unpack);

#endif
