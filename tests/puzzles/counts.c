/* Counts: no branch is new on the way, only how often one is taken. Hit counts are kept in buckets (1, 2-3, 4-7,
 * ...), and an input with a new bucket becomes a parent, so there are new parents long after the last new branch.
 * But each bucket is twice as far away as the one before: no strategy of the paper climbs to the last.
 * EXPECT: zest bediv-simple bediv-structure have parents >= 7 after 30000 seeds 1-2
 * EXPECT: all have edges_found <= 9 after 10000 seeds 1-2
 * EXPECT: all miss within 30000 seeds 1-2 */
#include <bediv.h>
#include <stdlib.h>

static void generate(struct bd_source *s, struct bd_out *out)
{
    while (bd_more(s, "letter", 64)) { bd_put_char_of(s, out, "which", "abcdefghijklmnop"); }
}

static enum bd_verdict run(const struct bd_input *in)
{
    int count = 0;
    for (size_t i = 0; i < in->size; i++) {
        if (in->data[i] == 'k') { count++; }
    }
    if (count >= 128) { abort(); }
    return BD_VALID;
}

BD_FUZZER(.name = "counts", .generate = generate, .run = run);
