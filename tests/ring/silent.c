/* silent.c: a target with bugs that a plain build does not notice: it reads a byte past a block on the heap, and it
 * shifts too far. The plain build does notice a third one, an abort. Inputs are digits. */
#include <bediv.h>
#include <stdlib.h>

static volatile int sink;

__attribute__((noinline)) static void read_too_far(const char *text, size_t size)
{
    sink = text[size];
}

__attribute__((noinline)) static void shift_too_far(int by)
{
    sink = 1 << (by + 30);
}

__attribute__((noinline)) static void give_up(void)
{
#ifndef MENDED
    abort();
#endif
}

static enum bd_verdict run(const struct bd_input *in)
{
    if (in->size == 0) { return BD_INVALID; }
    char *copy = malloc(in->size);
    memcpy(copy, in->data, in->size);
    if (copy[in->size - 1] == '7') { read_too_far(copy, in->size); }
    if (in->size == 5 && copy[4] == '3') { shift_too_far(3); }
    if (in->size == 4 && copy[0] == '4' && copy[1] == '4') { give_up(); }
    free(copy);
    return BD_VALID;
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    size_t count = bd_count(s, "count", 4, 12);
    for (size_t i = 0; i < count; i++) { bd_put_int(s, out, "digit", 0, 9); }
}

BD_FUZZER(.name = "silent", .generate = generate, .run = run);
