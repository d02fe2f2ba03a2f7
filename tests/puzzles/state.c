/* State that runs leave behind: .reset clears it, so traces repeat, and the bug that needs three runs in a row (the
 * target's own state) never occurs.
 * EXPECT: all have stability == 100% after 3000
 * EXPECT: all miss within 20000 */
#include <bediv.h>
#include <stdlib.h>

static int seen;

static void generate(struct bd_source *s, struct bd_out *out)
{
    bd_put_int(s, out, "number", 0, 9);
    if (bd_flag(s, "more")) { bd_put(out, "!"); }
}

static enum bd_verdict run(const struct bd_input *in)
{
    seen += in->data[0] != '0';
    if (seen > 1) { abort(); }
    return seen ? BD_VALID : BD_INVALID;
}

static void reset(void *env)
{
    (void)env, seen = 0;
}

BD_FUZZER(.name = "state", .generate = generate, .run = run, .reset = reset);
