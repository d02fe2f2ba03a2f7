/* An object: the target gets the ring that the generator built, not its text, and must find it whole. Of the
 * longest rings some lead back into themselves.
 * EXPECT: all find sig:06 within 20000 */
#include <bediv.h>
#include <stdlib.h>
struct ring {
    int size, next[8];
};

static void generate(struct bd_source *s, struct bd_out *out)
{
    struct ring *ring = calloc(1, sizeof *ring);
    ring->size = 1 + (int)bd_pick(s, "size", 8);
    for (int i = 0; i < ring->size; i++) {
        int step = 1 + (int)bd_put_int(s, out, "step", 0, ring->size);
        ring->next[i] = (i + step) % (ring->size + 1);
    }
    bd_give(out, ring, free);
}

static enum bd_verdict run(const struct bd_input *in)
{
    const struct ring *ring = in->object; /* NULL if replayed from plain bytes */
    for (int at = 0, steps = 0; ring && at < ring->size; at = ring->next[at]) {
        if (++steps > ring->size && ring->size == 8) { abort(); }
        if (steps > ring->size) { return BD_INVALID; }
    }
    return ring ? BD_VALID : BD_INVALID;
}

BD_FUZZER(.name = "object", .generate = generate, .run = run);
