/* What none of the strategies can do: one comparison of four bytes at once has no intermediate step, and no
 * strategy of the paper looks into comparisons. All of them would need luck of 1 in 2^32.
 * EXPECT: all miss within 200000 */
#include <bediv.h>
#include <stdlib.h>

static void generate(struct bd_source *s, struct bd_out *out)
{
    bd_put_int(s, out, "number", 0, UINT32_MAX);
}

static enum bd_verdict run(const struct bd_input *in)
{
    if (in->size == 10 && memcmp(in->data, "3735928559", 10) == 0) { abort(); }
    return BD_VALID;
}

BD_FUZZER(.name = "one_comparison", .generate = generate, .run = run);
