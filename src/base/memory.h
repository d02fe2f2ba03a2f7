/* memory.h: zeroed memory from the heap, for everything that is not part of a campaign (that comes from the arena).
 * Running out of memory ends the program: see die.h. */
#ifndef BD_BASE_MEMORY_H
#define BD_BASE_MEMORY_H

#include <stdlib.h>
#include <string.h>

#include "base/die.h"

/* Room for COUNT elements of SIZE bytes; release it with free(). Never NULL. */
static inline void *bd__memory(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory) { bd__die("out of memory"); }
    return memory;
}

/* The same for one element that must lie at a multiple of ALIGNMENT; SIZE must be one, too. */
static inline void *bd__memory_aligned(size_t alignment, size_t size)
{
    void *memory = aligned_alloc(alignment, size);
    if (!memory) { bd__die("out of memory"); }
    return memset(memory, 0, size);
}

/* Returns ARRAY, which holds COUNT elements, with room for at least one more. The array must have been grown only by
 * this function. New room is not zeroed. */
static inline void *bd__memory_grow(void *array, size_t count, size_t size)
{
    if (count & (count - 1)) { return array; } /* it doubles at every power of two */
    void *larger = realloc(array, (count ? 2 * count : 1) * size);
    if (!larger) { bd__die("out of memory"); }
    return larger;
}

static inline char *bd__memory_copy(const char *string)
{
    size_t size = strlen(string) + 1;
    return memcpy(bd__memory(size, 1), string, size);
}

#endif
