/* The target for coin_generator.c. */
#include <bediv.h>

void toss(struct bd_source *s, struct bd_out *out);

static enum bd_verdict run(const struct bd_input *in)
{
    return in->size > 0 && in->data[0] == 'h' ? BD_VALID : BD_INVALID;
}

BD_FUZZER(.generate = toss, .run = run);
