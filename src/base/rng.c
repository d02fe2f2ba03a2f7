#include "base/rng.h"

#include <sys/random.h>

uint64_t bd__rng_system_seed(void)
{
    uint32_t seed;
    while (getrandom(&seed, sizeof seed, 0) != sizeof seed) {}
    return (uint64_t)seed + 1;
}
