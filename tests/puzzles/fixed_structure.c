/* The same steps without any structure to vary. bediv-structure keeps one input per structure (Alg. 1, line 14:
 * σs not in S), so the first one is all it ever keeps: it cannot climb. That is the paper's rule.
 * EXPECT: zest bediv-simple find sig:06 within 300000
 * EXPECT: bediv-structure quickcheck miss within 200000
 * EXPECT: bediv-structure has parents == 1 after 100000 */
#include <bediv.h>
#include <stdlib.h>

static void generate(struct bd_source *s, struct bd_out *out)
{
    uint8_t byte[4];
    bd_bytes(s, "byte", byte, 4);
    bd_put_bytes(out, byte, 4);
}

static enum bd_verdict run(const struct bd_input *in)
{
    if (in->data[0] != 17) { return BD_VALID; }
    if (in->data[1] != 71) { return BD_VALID; }
    if (in->data[2] != 94) { return BD_VALID; }
    if (in->data[3] != 203) { return BD_VALID; }
    abort();
}

BD_FUZZER(.name = "fixed_structure", .generate = generate, .run = run);
