/* recent.h: have these bytes been run lately? A table of the hashes of recent inputs. Two inputs with the same place in it
 * push each other out, so an old input may run again; with a chance of 2^-31 an input that was never run is taken for one
 * that was. */
#ifndef BD_GUIDE_RECENT_H
#define BD_GUIDE_RECENT_H

#include "base/arena.h"
#include "base/hash.h"
#include "base/pack.h"

enum { BD__RECENT = 1 << 18 };

struct bd__recent {
    uint32_t *seen; /* in the arena; half of a hash, at the place that the other half gives; 0: free */
};

static inline void bd__recent_init(struct bd__recent *recent, struct bd__arena *arena)
{
    recent->seen = bd__arena_take(arena, BD__RECENT * sizeof *recent->seen);
}

/* Was the input with this HASH run? Remembers it. */
static inline bool bd__recent_has(struct bd__recent *recent, uint64_t hash)
{
    uint32_t *place = &recent->seen[hash % BD__RECENT], half = (uint32_t)(hash >> 32) | 1;
    if (*place == half) { return true; }
    *place = half;
    return false;
}

static inline void bd__recent_save(const struct bd__recent *recent, struct bd__pack *pack)
{
    bd__pack_u32s(pack, recent->seen, BD__RECENT);
}

static inline void bd__recent_load(struct bd__recent *recent, struct bd__unpack *unpack)
{
    bd__unpack_u32s(unpack, recent->seen, BD__RECENT, "recent inputs");
}

#endif
