/* hash.h: 64-bit hashing. XXH3 (header-only, BSD-licensed) for blocks of bytes; a multiply-fold for
 * joining a few words. */
#ifndef BD_BASE_HASH_H
#define BD_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static inline uint64_t bd__hash(const void *data, size_t size)
{
    return XXH3_64bits(data, size);
}

/* Folds B into A; order matters. B is spread first, so that a small B never makes a factor of zero. */
static inline uint64_t bd__hash_join(uint64_t a, uint64_t b)
{
    uint64_t spread = (b + 0x9e3779b97f4a7c15u) * 0xd1342543de82ef95u;
    unsigned __int128 product = (unsigned __int128)(a ^ spread) * 0xa0761d6478bd642fu;
    return ((uint64_t)product ^ (uint64_t)(product >> 64)) + spread;
}

#endif
