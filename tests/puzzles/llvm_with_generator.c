/* The same target with a generator: inputs begin as they should, and none is too short.
 * EXPECT: zest bediv-simple bediv-structure find sig:06 within 30000
 * EXPECT: all have invalid == 0 after 1000 */
#include <bediv.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3 || data[0] != 'F') { return -1; }
    for (size_t i = 1; i < size; i++) {
        if (data[i] == 'Z' && data[i - 1] == 'U' && size > 9) { abort(); }
    }
    return 0;
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    bd_put(out, "F__");
    while (bd_more(s, "letter", 4)) { bd_put_char_of(s, out, "which", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"); }
}

BD_FUZZER(.name = "llvm_with_generator", .generate = generate);
