/* A gate: only sorted lists are valid, and a list of random numbers is seldom sorted. The corpus of the bediv guides
 * has only valid inputs, and a change of structure leaves their values as they are, so more of what they try is valid
 * (with --copies 46 to 51 %). Zest also keeps invalid inputs, and shifts all values after a changed structure; bediv-havoc
 * often ends the list earlier. Ten in a row are too many for most: the closer the last number is to 100, the fewer can
 * follow. RLCheck learns exactly that, because the previous numbers are in its state.
 * EXPECT: quickcheck has valid <= 30% after 50000
 * EXPECT: zest has valid <= 32% after 50000
 * EXPECT: bediv-simple bediv-structure have valid >= 33% after 50000
 * EXPECT: bediv-havoc has valid >= 45% after 50000
 * EXPECT: rlcheck has valid >= 55% after 15000
 * EXPECT: rlcheck finds within 100000
 * EXPECT: quickcheck zest bediv-simple bediv-structure miss within 100000 */
#include <bediv.h>
#include <stdlib.h>

static void generate(struct bd_source *s, struct bd_out *out)
{
    while (bd_more(s, "another", 8)) { bd_put_char(out, (char)bd_int(s, "number", 0, 100)); }
}

static enum bd_verdict run(const struct bd_input *in)
{
    for (size_t i = 1; i < in->size; i++) {
        if (in->data[i] < in->data[i - 1]) { return BD_INVALID; }
    }
    if (in->size >= 10) { abort(); }
    return BD_VALID;
}

BD_FUZZER(.name = "validity", .generate = generate, .run = run);
