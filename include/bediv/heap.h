/* bediv/heap.h: a heap for the target that is restored before each run.
 *
 * Many programs spend more time on set-up than on work: a JavaScript engine builds its whole library of
 * objects before it reads the first character of a script. And whatever one run leaves in memory (a grown
 * table, a moved block, a random seed) makes the next run behave differently, so equal inputs have different
 * traces. Pass this heap to the software through its allocator hook, and build the state once, in .setup.
 * Then every run starts from exactly that state:
 *
 *     static void *setup(int *argc, char ***argv)
 *     {
 *         return engine_create(bd_heap_alloc, bd_heap_resize, bd_heap_free);
 *     }
 *     static enum bd_verdict run(const struct bd_input *in)
 *     {
 *         return engine_eval(in->env, in->data, in->size) ? BD_VALID : BD_INVALID;   // and no engine_destroy
 *     }
 *
 * The library saves the heap when .setup returns, and restores it before each run, before it calls .reset.
 * Whatever a run allocated, leaked, freed or overwrote there is undone; that costs a copy of what .setup left.
 * Addresses repeat from run to run, too. A fuzzer that never calls these functions pays nothing.
 *
 * Other memory (see bd_heap_keep), files and threads are not restored. Use the heap from one thread only.
 * Generators must not use it: they run before it is restored. docs/snapshots.md has the details.
 */
#ifndef BEDIV_HEAP_H
#define BEDIV_HEAP_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Like malloc, calloc, realloc and free. Blocks are aligned to 16 bytes. If the heap is full, they return NULL.
 * AddressSanitizer, if built in, reports reads and writes outside live blocks. */
void *bd_heap_alloc(size_t size);
void *bd_heap_calloc(size_t count, size_t size);
void *bd_heap_resize(void *block, size_t size);
void bd_heap_free(void *block);
/* The number of bytes that BLOCK can hold: as many as you asked for, or a few more. 0 for NULL. */
size_t bd_heap_size(const void *block);

/* Saves and restores SIZE bytes at DATA along with the heap. Use it for global variables of the software under
 * test that are not on the heap, such as a random seed or a table that fills over time. Call it in .setup, at
 * most 256 times. */
void bd_heap_keep(void *data, size_t size);

/* Limits the heap to this many bytes; the default is 256 MiB. A run that asks for more gets NULL, as if the
 * machine were out of memory. Call it in .setup, before the first allocation. */
void bd_heap_limit(size_t bytes);

/* Was there not enough memory for something that this run asked for? If the run then ended with an error, the limit
 * ended it, and .run should return BD_LIMITED. */
bool bd_heap_was_full(void);

#ifdef __cplusplus
}
#endif
#endif
