/* A generator in its own file, which bediv_add_fuzzer compiles without coverage. */
#include <bediv.h>

void toss(struct bd_source *s, struct bd_out *out);

void toss(struct bd_source *s, struct bd_out *out)
{
    bd_put(out, bd_flag(s, "heads") ? "heads" : "tails");
}
