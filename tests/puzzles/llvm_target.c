/* An unmodified libFuzzer target, with its set-up. There is no generator, so inputs are plain bytes: their number
 * is structure, their values are values. (Why bediv-structure misses: see fixed_structure.c.)
 * EXPECT: zest bediv-simple find sig:06 within 500000
 * EXPECT: quickcheck bediv-structure miss within 50000
 * EXPECT: zest has invalid >= 1 after 1000
 * EXPECT: zest has valid >= 1 after 1000 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
static int ready;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    ready = *argc > 0 && **argv;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!ready || size < 3) { return -1; }
    if (data[0] != 'F') { return 0; }
    if (data[1] != 'U') { return 0; }
    if (data[2] != 'Z') { return 0; }
    abort();
}
