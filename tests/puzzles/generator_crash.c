/* A bug in the generator: it is found, and filed as the generator's, not as the target's.
 * EXPECT: all find sig:06,generator within 10000 */
#include <bediv.h>
#include <stdlib.h>

static void generate(struct bd_source *s, struct bd_out *out)
{
    int64_t left = bd_put_int(s, out, "left", 0, 9);
    bd_put(out, "/");
    int64_t right = bd_put_int(s, out, "right", 0, 9);
    if (left == 7 && right == 0) { abort(); }
}

static enum bd_verdict run(const struct bd_input *in)
{
    return in->size == 3 && in->data[2] != '0' ? BD_VALID : BD_INVALID;
}

BD_FUZZER(.name = "generator_crash", .generate = generate, .run = run);
