/* Four values inside a structure: the record must have its four fields, and each must hold one value of 256. A
 * guide that keeps each input that got one step further needs about 256 tries per step; chance alone needs 2^32.
 * bediv-structure does not keep a step that has the structure of an input it already has: see fixed_structure.c.
 * EXPECT: zest bediv-simple find sig:06 within 1000000
 * EXPECT: quickcheck bediv-structure miss within 200000 */
#include <bediv.h>
#include <stdlib.h>

static void generate(struct bd_source *s, struct bd_out *out)
{
    while (bd_more(s, "field", 3)) { bd_put_char(out, (char)bd_int(s, "value", 0, 255)); }
}

static enum bd_verdict run(const struct bd_input *in)
{
    if (in->size < 4) { return BD_VALID; }
    if (in->data[0] != 17) { return BD_VALID; }
    if (in->data[1] != 71) { return BD_VALID; }
    if (in->data[2] != 94) { return BD_VALID; }
    if (in->data[3] != 203) { return BD_VALID; }
    abort();
}

BD_FUZZER(.name = "magic_values", .generate = generate, .run = run);
