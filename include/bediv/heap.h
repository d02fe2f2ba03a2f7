/* bediv/heap.h: memory for a target that is put back before each run.
 *
 * Much software spends more time setting up than working: a JavaScript engine builds its whole library of
 * objects before it reads the first character of a script. And what one run leaves behind (a grown table, a
 * moved block, a random seed) makes the next one behave differently, so that equal inputs give unequal traces.
 * Give the software this heap through its allocator hook, build the state once in .setup, and start every run
 * from exactly that state:
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
 * The library saves the heap when .setup returns, and puts it back before each run, before .reset is called.
 * What a run allocates, leaks, frees or overwrites in it is undone, at the price of copying what .setup left.
 * Addresses repeat from run to run too. A fuzzer that never calls these functions pays nothing.
 *
 * Not undone: other memory (see bd_heap_keep), files, threads. Use it from one thread. In generators too it
 * may not be used: they run before the heap is put back.
 */
#ifndef BEDIV_HEAP_H
#define BEDIV_HEAP_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As malloc, calloc, realloc and free; blocks are aligned to 16 bytes. NULL when the heap is full. Under
 * AddressSanitizer reads and writes outside of live blocks are reported. */
void *bd_heap_alloc(size_t size);
void *bd_heap_calloc(size_t count, size_t size);
void *bd_heap_resize(void *block, size_t size);
void bd_heap_free(void *block);
/* Bytes that BLOCK can hold: what was asked for, or a little more. 0 for NULL. */
size_t bd_heap_size(const void *block);

/* SIZE bytes at DATA, outside of the heap, are saved and put back with it: a global variable of the software
 * under test, such as a seed or a table that it fills by and by. Call it in .setup. */
void bd_heap_keep(void *data, size_t size);

/* The heap holds at most so many bytes, 256 MiB unless told otherwise: a run that asks for more gets NULL, as
 * from a full machine. Call it in .setup, before the first allocation. */
void bd_heap_limit(size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
