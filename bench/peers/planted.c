/* planted.c: a harness with two bugs that any fuzzer finds at once. For the test of this benchmark. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0 && data[0] == 'A') { abort(); }
    if (size > 1 && data[1] == 'B') { __builtin_trap(); }
    return 0;
}
