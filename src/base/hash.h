/* hash.h: 64-bit hashing. XXH3 (header-only, BSD-licensed) for blocks of bytes; a multiply-and-fold to combine a few
 * words. */
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

static inline uint64_t bd__rotate(uint64_t x)
{
    return (x << 32) | (x >> 32);
}

/* Folds A and B into H; order matters. Both are mixed with constants first, so that no small number makes a factor
 * zero. */
static inline uint64_t bd__hash_join(uint64_t h, uint64_t a, uint64_t b)
{
    uint64_t x = (h ^ 0x9e3779b97f4a7c15u) + a * 0xd1342543de82ef95u, y = (b ^ 0xa0761d6478bd642fu) + bd__rotate(h);
    unsigned __int128 product = (unsigned __int128)x * y;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

#endif
