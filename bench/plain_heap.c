/* plain_heap.c: the heap of <bediv/heap.h> on top of malloc, linked instead of the library's: what a user has without
 * snapshots. Nothing is saved or restored. Blocks are chained, so that whatever a run leaves is freed before the next
 * set-up; the software's own clean-up would cost more. */
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "exec/heap.h"

enum { KEPT = 256 };

struct link {
    struct link *previous, *next;
};
static struct link all = {&all, &all};
static struct bd__heap_piece kept[KEPT];
static size_t kept_count;

static void *chain(struct link *link)
{
    if (!link) { return NULL; }
    *link = (struct link){all.previous, &all};
    link->previous->next = link->next->previous = link;
    return link + 1;
}

static struct link *unchain(void *block)
{
    struct link *link = (struct link *)block - 1;
    link->previous->next = link->next;
    link->next->previous = link->previous;
    return link;
}

void *bd_heap_alloc(size_t size)
{
    return size > PTRDIFF_MAX / 2 ? NULL : chain(malloc(sizeof(struct link) + size));
}

void *bd_heap_calloc(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > PTRDIFF_MAX / 2) { return NULL; }
    return chain(calloc(1, sizeof(struct link) + bytes));
}

void *bd_heap_resize(void *block, size_t size)
{
    if (!block) { return bd_heap_alloc(size); }
    if (size == 0) {
        bd_heap_free(block);
        return NULL;
    }
    if (size > PTRDIFF_MAX / 2) { return NULL; }
    struct link *link = unchain(block), *moved = realloc(link, sizeof *link + size);
    if (!moved) { chain(link); }
    return chain(moved);
}

void bd_heap_free(void *block)
{
    if (block) { free(unchain(block)); }
}

size_t bd_heap_size(const void *block)
{
    return block ? malloc_usable_size((struct link *)block - 1) - sizeof(struct link) : 0;
}

void bd_heap_keep(void *data, size_t size)
{
    if (kept_count == KEPT) { abort(); }
    kept[kept_count++] = (struct bd__heap_piece){data, size};
}

void bd_heap_limit(size_t bytes)
{
    (void)bytes; /* the inputs of the benchmark are small */
}

void bd__heap_begin(void)
{
    while (all.next != &all) { bd_heap_free(all.next + 1); }
    kept_count = 0;
}

void bd__heap_save(void)
{
}

void bd__heap_restore(void)
{
}

size_t bd__heap_saved(void)
{
    return 0;
}

bool bd__heap_kept(size_t i, struct bd__heap_piece *piece)
{
    if (i < kept_count) { *piece = kept[i]; }
    return i < kept_count;
}

bool bd_heap_was_full(void)
{
    return false;
}
