/* A target with a checksum, a mutator that keeps it valid, and a crossover; $MUTATOR makes the mutator itself fail. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t longest, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t size, const uint8_t *other, size_t other_size, uint8_t *out,
                                 size_t longest, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t longest);

enum { SUM = 4 };

static uint32_t checksum(const uint8_t *data, size_t size)
{
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < size; i++) { sum = (sum ^ data[i]) * 16777619u; }
    return sum;
}

static size_t seal(uint8_t *data, size_t body)
{
    uint32_t sum = checksum(data + SUM, body);
    memcpy(data, &sum, SUM);
    return SUM + body;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t longest, unsigned seed)
{
    const char *how = getenv("MUTATOR");
    if (how && seed % 64 == 0) { abort(); }
    if (longest < SUM + 1) { return 0; }
    size_t body = size > SUM ? size - SUM : 0;
    return seal(data, LLVMFuzzerMutate(data + SUM, body, longest - SUM));
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t size, const uint8_t *other, size_t other_size, uint8_t *out,
                                 size_t longest, unsigned seed)
{
    if (size <= SUM || other_size <= SUM) { return 0; }
    size_t from_one = seed % (size - SUM) + 1, from_other = other_size - SUM;
    if (SUM + from_one + from_other > longest) { return 0; }
    memcpy(out + SUM, one + SUM, from_one);
    memcpy(out + SUM + from_one, other + SUM, from_other);
    return seal(out, from_one + from_other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t sum;
    if (size <= SUM) { return 0; }
    memcpy(&sum, data, SUM);
    if (sum != checksum(data + SUM, size - SUM)) { return 0; }
    const uint8_t *body = data + SUM;
    if (size > SUM + 3 && body[0] == 'B') {
        if (body[1] == 'U') {
            if (body[2] == 'G') { abort(); }
        }
    }
    return 0;
}
