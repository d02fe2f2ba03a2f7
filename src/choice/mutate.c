#include "choice/mutate.h"

#include <string.h>

void bd__overwrite(struct bd__rng *rng, uint8_t *at, size_t size, bool zero)
{
    if (zero) {
        memset(at, 0, size);
        return;
    }
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = bd__rng_next(rng);
        memcpy(at + i, &word, size - i < 8 ? size - i : 8);
    }
}

unsigned bd__havoc(const struct bd_tuning *tuning, struct bd__rng *rng, uint8_t *data, size_t size)
{
    if (size == 0) { return 0; }
    uint64_t count = bd__rng_geometric(rng, tuning->mutation_count);
    bool zero = bd__rng_unit(rng) < tuning->zero_share;
    for (uint64_t i = 0; i < count; i++) {
        size_t at = bd__rng_upto(rng, size - 1), length = bd__rng_geometric(rng, tuning->mutation_size);
        bd__overwrite(rng, data + at, length < size - at ? length : size - at, zero);
    }
    return (unsigned)count;
}
