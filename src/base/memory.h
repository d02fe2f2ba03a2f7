/* memory.h: memory from the heap, zeroed, for what is no part of a campaign; there it comes from the arena. When there
 * is no more, we die: see die.h. */
#ifndef BD_BASE_MEMORY_H
#define BD_BASE_MEMORY_H

#include <stdlib.h>
#include <string.h>

#include "base/die.h"

/* Room for COUNT things of SIZE bytes; free() it. Never NULL. */
static inline void *bd__memory(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory) { bd__die("out of memory"); }
    return memory;
}

/* ARRAY, which holds COUNT things and grew by this function only, with room for at least one more. */
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
