/* rng.h: random numbers, xoshiro256++ (Blackman and Vigna, 2019) seeded with splitmix64. Inline, because a draw costs
 * only about a nanosecond. A generator is a plain value: copying it forks the sequence. */
#ifndef BD_BASE_RNG_H
#define BD_BASE_RNG_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

struct bd__rng {
    uint64_t state[4];
};

static inline uint64_t bd__splitmix(uint64_t *x)
{
    uint64_t z = (*x += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* A seed from the system: never 0, which means "no seed", and short enough to type. */
uint64_t bd__rng_system_seed(void);

/* STREAM distinguishes generators that share a seed. */
static inline void bd__rng_init(struct bd__rng *rng, uint64_t seed, uint64_t stream)
{
    uint64_t x = seed ^ (stream * 0xd1342543de82ef95u);
    for (int i = 0; i < 4; i++) { rng->state[i] = bd__splitmix(&x); }
}

static inline uint64_t bd__rotl(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

static inline uint64_t bd__rng_next(struct bd__rng *rng)
{
    uint64_t *s = rng->state;
    uint64_t result = bd__rotl(s[0] + s[3], 23) + s[0];
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = bd__rotl(s[3], 45);
    return result;
}

/* Uniform in 0 .. MAX, exactly (Lemire's multiply-and-reject). */
static inline uint64_t bd__rng_upto(struct bd__rng *rng, uint64_t max)
{
    uint64_t count = max + 1;
    if (count == 0) { return bd__rng_next(rng); }
    unsigned __int128 product = (unsigned __int128)bd__rng_next(rng) * count;
    if ((uint64_t)product < count) {
        uint64_t reject = -count % count;
        while ((uint64_t)product < reject) { product = (unsigned __int128)bd__rng_next(rng) * count; }
    }
    return (uint64_t)(product >> 64);
}

/* Uniform in [0, 1). */
static inline double bd__rng_unit(struct bd__rng *rng)
{
    return (double)(bd__rng_next(rng) >> 11) * 0x1.0p-53;
}

static inline bool bd__rng_coin(struct bd__rng *rng)
{
    return bd__rng_next(rng) >> 63;
}

/* Geometric on 1, 2, 3 … with a mean of 2^BITS, without a logarithm: counts groups of BITS random bits up to and
 * including the first that is all zero. */
static inline uint64_t bd__rng_geometric_bits(struct bd__rng *rng, unsigned bits)
{
    uint64_t lowest = 0, groups = 64 / bits;
    for (uint64_t i = 0; i < groups; i++) { lowest |= (uint64_t)1 << (i * bits); }
    for (uint64_t before = 0;; before += groups) {
        uint64_t word = bd__rng_next(rng), any = word;
        for (unsigned i = 1; i < bits; i++) { any |= word >> i; }
        uint64_t zero = ~any & lowest;
        if (zero) { return before + (uint64_t)__builtin_ctzll(zero) / bits + 1; }
    }
}

/* Geometric on 1, 2, 3 … with the given MEAN (≥ 1): Zest's distribution of mutation counts and sizes. */
static inline uint64_t bd__rng_geometric(struct bd__rng *rng, double mean)
{
    if (mean <= 1) { return 1; }
    if (mean == 8) { return bd__rng_geometric_bits(rng, 3); } /* the defaults: most draws */
    if (mean == 4) { return bd__rng_geometric_bits(rng, 2); }
    double draw = ceil(log1p(-bd__rng_unit(rng)) / log1p(-1 / mean));
    return draw < 1 ? 1 : (uint64_t)draw;
}

#endif
