/* heap.h: the engine's side of <bediv/heap.h>: the heap is saved after the set-up and put back before each run. */
#ifndef BD_EXEC_HEAP_H
#define BD_EXEC_HEAP_H

#include <bediv/heap.h>
#include <stdbool.h>

/* Before the set-up. A second one in a process, as benchmarks have it, starts with an empty heap again. */
void bd__heap_begin(void);

/* After the set-up: this is the state that every run starts from. */
void bd__heap_save(void);

/* Before each run. Nothing happens where nothing was saved. */
void bd__heap_restore(void);

/* For benchmarks: how many bytes of heap runs start from, and piece I of what is kept; false: there are no more. */
struct bd__heap_piece {
    void *data; /* borrowed */
    size_t size;
};
size_t bd__heap_saved(void);
bool bd__heap_kept(size_t i, struct bd__heap_piece *piece);

#endif
