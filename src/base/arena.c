#include "base/arena.h"

#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>

#include "base/die.h"

enum { LINE = 64, PAGE = 4096 };
static const size_t LARGEST = (size_t)64 << 30, SMALLEST = (size_t)4 << 30;

/* Lives at the start of its own reservation. */
struct bd__arena {
    size_t reserved;
    _Atomic size_t used;
};

static struct bd__arena *create(int sharing, size_t largest)
{
    /* An address-space limit may forbid a large reservation: settle for less. */
    for (size_t size = largest; size >= SMALLEST; size /= 2) {
        void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (block == MAP_FAILED) { continue; }
        /* Core dumps of a crashed worker should hold the target, not our tables. */
        madvise(block, size, MADV_DONTDUMP);
        struct bd__arena *arena = block;
        arena->reserved = size;
        atomic_store(&arena->used, LINE);
        return arena;
    }
    return NULL;
}

struct bd__arena *bd__arena_create(void)
{
    return create(MAP_SHARED, LARGEST);
}

struct bd__arena *bd__arena_create_private(void)
{
    return create(MAP_PRIVATE, SMALLEST);
}

void bd__arena_destroy(struct bd__arena *arena)
{
    if (arena) { munmap(arena, arena->reserved); }
}

void *bd__arena_take(struct bd__arena *arena, size_t size)
{
    size_t alignment = size >= ((size_t)1 << 20) ? PAGE : LINE;
    size_t start, end, used = atomic_load(&arena->used);
    do {
        start = (used + alignment - 1) & ~(alignment - 1);
        end = start + size;
        if (size > arena->reserved || end > arena->reserved) {
            bd__die("the arena of %zu MiB is used up (asked for %zu more bytes)", arena->reserved >> 20, size);
        }
    } while (!atomic_compare_exchange_weak(&arena->used, &used, end));
    return (char *)arena + start;
}

void bd__arena_release(void *block, size_t size)
{
    uintptr_t from = ((uintptr_t)block + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
    uintptr_t to = ((uintptr_t)block + size) & ~(uintptr_t)(PAGE - 1);
    if (to > from) { madvise((void *)from, to - from, MADV_REMOVE); }
}
