/* mixed.c: every verdict in one run: valid, invalid, limited, discarded, crashes, its own failure, and now and then a
 * hang. */
#include <bediv.h>
#include <stdlib.h>
#include <unistd.h>

static void generate(struct bd_source *s, struct bd_out *out)
{
    do {
        bd_put_int(s, out, "number", 0, 999);
        bd_put(out, " ");
    } while (bd_more(s, "more", 3));
    if (bd_pick(s, "mood", 16) == 7) { bd_discard(s, "no mood"); }
}

static enum bd_verdict run(const struct bd_input *in)
{
    unsigned sum = 0;
    for (size_t i = 0; i < in->size; i++) { sum = sum * 31 + in->data[i]; }
    if (sum % 64 == 1) { abort(); }
    if (sum % 64 == 2) { return BD_FAILURE; }
    if (sum % 512 == 3) { sleep(60); }
    if (sum % 64 == 4) { return BD_LIMITED; }
    return sum % 3 ? BD_VALID : BD_INVALID;
}

BD_FUZZER(.name = "mixed", .generate = generate, .run = run);
