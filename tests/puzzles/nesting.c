/* Depth: a box in a box in a box, twelve deep, where one box in four contains another. Each depth is reached from
 * an input that was kept for the previous depth, by mutations of the structure, because the values (colours) do
 * not matter.
 * EXPECT: zest bediv-simple bediv-structure find sig:06 within 300000
 * EXPECT: quickcheck misses within 200000 */
#include <bediv.h>
#include <stdlib.h>

static void box(struct bd_source *s, struct bd_out *out)
{
    BD_RULE(s, "box");
    bd_put_char_of(s, out, "colour", "rgby");
    if (bd_pick(s, "holds", 4) == 3) { box(s, out); }
}

static enum bd_verdict run(const struct bd_input *in)
{
    static volatile int seen; /* keeps the branches apart */
    if (in->size > 2) { seen = 2; }
    if (in->size > 4) { seen = 4; }
    if (in->size > 6) { seen = 6; }
    if (in->size > 8) { seen = 8; }
    if (in->size > 10) { seen = 10; }
    if (in->size > 12) { abort(); }
    return BD_VALID;
}

BD_FUZZER(.name = "nesting", .generate = box, .run = run);
