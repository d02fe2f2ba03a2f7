/* heap.h: the engine's side of <bediv/heap.h>. The heap is saved after the set-up and put back before each run. */
#ifndef BD_EXEC_HEAP_H
#define BD_EXEC_HEAP_H

#include <bediv/heap.h>
#include <stdbool.h>

/* Call it before the set-up. A second call in the same process, as in benchmarks, starts again with an empty heap. */
void bd__heap_begin(void);

/* Call it after the set-up: saves the state that every run starts from. */
void bd__heap_save(void);

/* Call it before each run. Does nothing if nothing was saved. */
void bd__heap_restore(void);

/* For benchmarks: the number of heap bytes that runs start from, and the I-th piece given to bd_heap_keep; false if
 * there are no more. */
struct bd__heap_piece {
    void *data; /* borrowed */
    size_t size;
};
size_t bd__heap_saved(void);
bool bd__heap_kept(size_t i, struct bd__heap_piece *piece);

#endif
