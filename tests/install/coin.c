/* The smallest fuzzer: a coin that is valid if it shows heads. */
#include <bediv.h>

static void toss(struct bd_source *s, struct bd_out *out)
{
    BD_RULE(s, "coin");
    bd_put(out, bd_flag(s, "heads") ? "heads " : "tails ");
    bd_put_int(s, out, "year", 1900, 2100);
}

static enum bd_verdict run(const struct bd_input *in)
{
    return in->size > 0 && in->data[0] == 'h' ? BD_VALID : BD_INVALID;
}

BD_FUZZER(.name = "coin", .generate = toss, .run = run);
