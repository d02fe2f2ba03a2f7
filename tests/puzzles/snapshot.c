/* State on the heap, built by .setup: each run changes, moves and leaks it, and the next finds it as it was. The
 * bug needs what an earlier run left; addresses repeat, too, because the trace depends on one.
 * EXPECT: all have stability == 100% after 3000
 * EXPECT: all miss within 20000 */
#include <bediv.h>
#include <bediv/heap.h>
#include <stdlib.h>

static char *table;
static void *setup(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    bd_heap_keep(&table, sizeof table);
    return table = bd_heap_calloc(10, 1);
}
static void generate(struct bd_source *s, struct bd_out *out)
{
    while (bd_more(s, "more", 3)) { bd_put_int(s, out, "number", 0, 9); }
}
static enum bd_verdict run(const struct bd_input *in)
{
    if (table[0]++) { abort(); }
    table = bd_heap_resize(table, 1000 * in->size + 10);
    for (uintptr_t bits = (uintptr_t)bd_heap_alloc(in->size * 100) >> 4; bits; bits /= 2) {
        if (bits % 2) { table[1]++; }
    }
    return table[1] % 2 ? BD_VALID : BD_INVALID;
}
BD_FUZZER(.name = "snapshot", .generate = generate, .run = run, .setup = setup);
