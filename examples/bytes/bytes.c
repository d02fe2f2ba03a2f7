/* bytes.c: an unmodified libFuzzer target. It has no generator: inputs are plain bytes. It counts the lines of
 * a UTF-8 text, and rejects anything else. */
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static volatile size_t lines; /* volatile, so that the compiler does not remove the counting */
    size_t found = 0;
    for (size_t i = 0; i < size;) {
        int more = data[i] < 0x80 ? 0 : data[i] >> 5 == 6 ? 1 : data[i] >> 4 == 14 ? 2 : data[i] >> 3 == 30 ? 3 : -1;
        if (more < 0) { return -1; }
        found += data[i++] == '\n';
        for (; more > 0; more--, i++) {
            if (i == size || data[i] >> 6 != 2) { return -1; }
        }
    }
    lines = found;
    (void)lines;
    return 0;
}
