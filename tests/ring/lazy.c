/* lazy.c: a target that fills a table on first use. The first run in a process takes branches that no later run
 * takes; a replay, which is a first run, must still have the trace of the campaign. */
#include <bediv.h>

static void generate(struct bd_source *s, struct bd_out *out)
{
    size_t count = bd_count(s, "count", 8, 64);
    for (size_t i = 0; i < count; i++) { bd_put_char_of(s, out, "letter", "abcdefgh"); }
}

static enum bd_verdict run(const struct bd_input *in)
{
    static int table[256];
    if (!table['a']) {
        for (int i = 0; i < 26; i++) { table['a' + i] = i % 2 ? 1 : 2; }
    }
    int sum = 0;
    for (size_t i = 0; i < in->size; i++) { sum += table[in->data[i]] > 1 ? 3 : 1; }
    return sum % 4 ? BD_VALID : BD_INVALID;
}

BD_FUZZER(.name = "lazy", .generate = generate, .run = run);
