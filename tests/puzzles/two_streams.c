/* Values apart from structure: a long text with 32 letters of one kind, of which there are 64. A tenth of all
 * children have mutations that write zeros. If values have their own stream, that turns many letters at once into
 * the first kind; with one stream for everything, as in Zest, it ends the text instead.
 * EXPECT: bediv-simple bediv-structure find sig:06 within 50000
 * EXPECT: zest quickcheck miss within 50000
 * FLAGS: --zero-share 0
 * EXPECT: bediv-simple bediv-structure miss within 20000 */
#include <bediv.h>
#include <stdlib.h>

static void generate(struct bd_source *s, struct bd_out *out)
{
    while (bd_more(s, "letter", 64)) { bd_put_char(out, (char)bd_int(s, "which", 0, 63)); }
}

static enum bd_verdict run(const struct bd_input *in)
{
    int count = 0;
    for (size_t i = 0; i < in->size; i++) {
        if (in->data[i] == 0) { count++; }
    }
    if (count >= 32) { abort(); }
    return BD_VALID;
}

BD_FUZZER(.name = "two_streams", .generate = generate, .run = run);
