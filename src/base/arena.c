#include "base/arena.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/die.h"
#include "base/memory.h"

enum { LINE = 64, PAGE = BD__PAGE, GUARDED = 64 << 10, STEP = 64 << 20 };
static const size_t LARGEST = (size_t)64 << 30, SMALLEST = (size_t)4 << 30;

struct bd__arena {
    char *base; /* the mapping; its first page holds `used`: */
    _Atomic size_t *used;
    size_t reserved;
    size_t open;   /* how far this process can touch it: all that is taken, and up to STEP more */
    bool bare;     /* new blocks get no guard pages */
    size_t *guard; /* owned: their offsets, ascending */
    size_t guard_count;
    struct bd__arena *next; /* in the list `shared` */
};

/* All shared arenas: bd__arena_enter makes all but one of them read-only. */
static struct bd__arena *shared;

/* Makes everything before END accessible. The rest stays closed: a runaway loop through it would fill the machine's
 * memory, because pages of shared memory are backed even when they are only read. */
static void open_up_to(struct bd__arena *arena, size_t end)
{
    if (end <= arena->open || end > arena->reserved) { return; }
    size_t from = arena->open, to = (end + STEP - 1) / STEP * STEP;
    arena->open = to < arena->reserved ? to : arena->reserved;
    if (mprotect(arena->base + from, arena->open - from, PROT_READ | PROT_WRITE) != 0) {
        bd__die("cannot use more of the arena: %s", strerror(errno));
    }
}

/* Makes the page at AT inaccessible. If the system refuses, it stays an ordinary page. */
static void guard(struct bd__arena *arena, size_t at)
{
    if (mprotect(arena->base + at, PAGE, PROT_NONE) != 0) { return; }
    arena->guard = bd__memory_grow(arena->guard, arena->guard_count, sizeof *arena->guard);
    arena->guard[arena->guard_count++] = at;
}

static struct bd__arena *create(int sharing, size_t largest)
{
    /* An address-space limit may forbid a large reservation: settle for less. */
    for (size_t size = largest; size >= SMALLEST; size /= 2) {
        void *block = mmap(NULL, size, PROT_NONE, sharing | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (block == MAP_FAILED) { continue; }
        /* A core dump of a crashed worker should hold the target, not our tables. */
        madvise(block, size, MADV_DONTDUMP);
        struct bd__arena *arena = bd__memory(1, sizeof *arena);
        *arena = (struct bd__arena){.base = block, .used = block, .reserved = size};
        open_up_to(arena, STEP);
        guard(arena, PAGE);
        atomic_store(arena->used, 2 * (size_t)PAGE);
        if (sharing == MAP_SHARED) {
            arena->next = shared;
            shared = arena;
        }
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
    if (!arena) { return; }
    for (struct bd__arena **at = &shared; *at; at = &(*at)->next) {
        if (*at == arena) {
            *at = arena->next;
            break;
        }
    }
    munmap(arena->base, arena->reserved);
    free(arena->guard);
    free(arena);
}

/* Takes SIZE bytes at a multiple of ALIGNMENT and returns their offset. */
static size_t take(struct bd__arena *arena, size_t size, size_t alignment)
{
    size_t start, end, used = atomic_load(arena->used);
    do {
        start = (used + alignment - 1) & ~(alignment - 1);
        end = start + size;
        if (size > arena->reserved || start > arena->reserved || end > arena->reserved) {
            bd__die("the arena of %zu MiB is used up (asked for %zu more bytes)", arena->reserved >> 20, size);
        }
    } while (!atomic_compare_exchange_weak(arena->used, &used, end));
    open_up_to(arena, end);
    return start;
}

void *bd__arena_take_pages(struct bd__arena *arena, size_t size)
{
    size_t most = arena->reserved < size ? arena->reserved : size; /* no overflow here; take() reports the error */
    size_t whole = (most + PAGE - 1) & ~((size_t)PAGE - 1);
    if (arena->bare) { return arena->base + take(arena, whole, PAGE); }
    size_t start = take(arena, whole + 2 * (size_t)PAGE, PAGE);
    guard(arena, start);
    guard(arena, start + PAGE + whole);
    return arena->base + start + PAGE;
}

void *bd__arena_take(struct bd__arena *arena, size_t size)
{
    return size < GUARDED ? arena->base + take(arena, size, LINE) : bd__arena_take_pages(arena, size);
}

void bd__arena_enter(struct bd__arena *arena)
{
    arena->bare = true;
    bd__arena_follow();
    for (struct bd__arena *other = shared; other; other = other->next) {
        if (other != arena) { mprotect(other->base, other->open, PROT_READ); }
    }
}

void bd__arena_follow(void)
{
    for (struct bd__arena *arena = shared; arena; arena = arena->next) { open_up_to(arena, bd__arena_used(arena, 0)); }
}

void bd__arena_release(void *block, size_t size)
{
    uintptr_t from = ((uintptr_t)block + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
    uintptr_t to = ((uintptr_t)block + size) & ~(uintptr_t)(PAGE - 1);
    if (to > from) { madvise((void *)from, to - from, MADV_REMOVE); }
}

void bd__arena_seal(void *block, size_t size)
{
    uintptr_t from = ((uintptr_t)block + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
    uintptr_t to = ((uintptr_t)block + size) & ~(uintptr_t)(PAGE - 1);
    if (to > from) { mprotect((void *)from, to - from, PROT_READ); }
}

bool bd__arena_holds(struct bd__arena *arena, const void *block, size_t size)
{
    uintptr_t base = (uintptr_t)arena->base, at = (uintptr_t)block;
    size_t used = bd__arena_used(arena, 0);
    open_up_to(arena, used);
    if (at < base || at - base > used || size > used - (at - base)) { return false; }
    size_t low = 0, high = arena->guard_count, start = at - base;
    while (low < high) { /* the first guard page that ends after the start */
        size_t middle = low + (high - low) / 2;
        if (arena->guard[middle] + PAGE > start) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low == arena->guard_count || arena->guard[low] >= start + size;
}

size_t bd__arena_used(const struct bd__arena *arena, size_t from)
{
    size_t used = atomic_load(arena->used);
    return used >= from && used <= arena->reserved ? used : 0;
}
