/* A generator that gives up on every third input: these are counted separately and never run.
 * EXPECT: all miss within 20000
 * Only RLCheck learns to avoid that: giving up earns it -1.
 * EXPECT: quickcheck zest bediv-simple bediv-structure bediv-havoc have discarded >= 10% after 20000
 * EXPECT: rlcheck has discarded <= 12% after 20000
 * EXPECT: all have discarded <= 45% after 20000
 * EXPECT: all have exhausted == 0 after 20000
 * Their bytes were never an input.
 * EXPECT: quickcheck-sized zest rlcheck have mean_input == 2 after 2000 seeds 1-1 */
#include <bediv.h>
#include <stdlib.h>

static void generate(struct bd_source *s, struct bd_out *out)
{
    int64_t number = bd_put_int(s, out, "number", 0, 8);
    if (number % 3 == 2) {
        bd_put(out, " leaves a remainder of 2");
        bd_discard(s, "leaves a remainder of 2");
    }
    bd_put(out, bd_flag(s, "more") ? "+" : "-"); /* continues after giving up: draws answer 0 */
}

static enum bd_verdict run(const struct bd_input *in)
{
    if ((in->data[0] - '0') % 3 == 2) { abort(); }
    return in->data[1] == '+' ? BD_VALID : BD_INVALID;
}

BD_FUZZER(.name = "discard", .generate = generate, .run = run);
