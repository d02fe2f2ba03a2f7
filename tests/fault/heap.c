/* heap.c: a target that corrupts its heap in the way that $WAY names: with every input, or with a few if $SELDOM is
 * set. Nothing that it can reach in the process may affect what is filed. */
#include <bediv.h>
#include <stdlib.h>

static void generate(struct bd_source *s, struct bd_out *out)
{
    do {
        bd_put_int(s, out, "number", 0, 99);
        bd_put(out, " ");
    } while (bd_more(s, "more", 4));
}

static void overflow(char *block, size_t size, size_t by)
{
    volatile char *at = block;
    for (size_t i = 0; i < by; i++) { at[size + i] = (char)(0x41 + i); }
}

static enum bd_verdict run(const struct bd_input *in)
{
    const char *way = getenv("WAY");
    if (getenv("SELDOM") && in->data[0] != '7') { return in->size % 7 ? BD_VALID : BD_INVALID; }
    char *block[4];
    for (int i = 0; i < 4; i++) { block[i] = malloc(1000); }
    if (strcmp(way, "free") == 0) {
        overflow(block[0], 1000, 64); /* the size of the next */
        free(block[1]);
    } else if (strcmp(way, "lists") == 0) {
        free(block[1]);
        free(block[2]);
        overflow(block[0], 1000, 64);
        overflow(block[1], 1000, 64);
        for (int i = 0; i < 100; i++) { block[i % 4] = malloc(16u << (i % 8)); }
    } else {
        overflow(block[3], 1000, 64u << 20); /* the rest of the heap, and then some */
    }
    for (int i = 0; i < 4; i++) { free(block[i]); }
    abort();
}

BD_FUZZER(.name = "heap", .generate = generate, .run = run);
