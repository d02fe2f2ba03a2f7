/* Which mutations pay off: the structure (a turn of phrase) leaves no trace in the target, the values do. The bediv
 * guides notice, and mutate values at least four times out of five (Alg. 2); if everything is left to chance
 * (ε = 1), half of the time.
 * EXPECT: bediv-simple bediv-structure have value_tried >= 80% after 20000
 * FLAGS: --epsilon 1
 * EXPECT: bediv-simple bediv-structure have value_tried <= 55% after 20000 */
#include <bediv.h>

static void generate(struct bd_source *s, struct bd_out *out)
{
    for (int i = 0; i < 8; i++) { bd_put_char_of(s, out, "letter", "abcdefghijklmnop"); }
    for (int i = 0; i < 8; i++) { bd_put(out, bd_flag(s, "polite") ? "!" : "."); }
}

static enum bd_verdict run(const struct bd_input *in)
{
    volatile unsigned sum = 0;
    for (size_t i = 0; i < 8; i++) {
        for (unsigned j = in->data[i]; j > 'a'; j--) { sum += j; }
        if (in->data[i] % 2) { sum++; }
        if (in->data[i] % 4 == 3) { sum++; }
    }
    return BD_VALID;
}

BD_FUZZER(.name = "adaptive", .generate = generate, .run = run);
