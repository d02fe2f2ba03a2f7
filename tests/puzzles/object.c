/* An object: the target gets the ring that the generator built, not its text, and must find it complete. Some of
 * the longest rings lead back into themselves.
 * EXPECT: all find sig:06 within 20000 */
#include <bediv.h>
#include <stdlib.h>

static void generate(struct bd_source *s, struct bd_out *out)
{
    int *ring = calloc(9, sizeof *ring); /* its size, then where each place leads to */
    ring[0] = 1 + (int)bd_pick(s, "size", 8);
    for (int i = 1; i <= ring[0]; i++) { ring[i] = (i + (int)bd_put_int(s, out, "step", 0, ring[0])) % (ring[0] + 1); }
    bd_give(out, ring, free);
}

static enum bd_verdict run(const struct bd_input *in)
{
    const int *ring = in->object; /* NULL if replayed from plain bytes */
    for (int at = 0, steps = 0; ring && at < ring[0]; at = ring[1 + at]) {
        if (++steps > ring[0] && ring[0] == 8) { abort(); }
        if (steps > ring[0]) { return BD_INVALID; }
    }
    return ring ? BD_VALID : BD_INVALID;
}

BD_FUZZER(.name = "object", .generate = generate, .run = run);
