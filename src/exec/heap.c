/* heap.c: the heap of <bediv/heap.h>: one reservation, of which a run uses the beginning.
 *
 *     heap                     saved                  top                        end
 *      ├ struct heap ┬ blocks ──┼── blocks of the run ──┼── not used yet: all zero ──┤
 *      └─────── copied ─────────┴─────── zeroed ────────┘   before the next run
 *
 * The allocator keeps all its data in the part that is copied, so one copy restores blocks, free lists and everything
 * else. If that part is large, it is not copied but mapped privately from a file, and restoring drops the pages that
 * the run has written. The memory that the last run used beyond it is zeroed, so that software which reads memory it
 * never wrote reads the same in every run. The reservation has the same address in every process, if that address is
 * free, so tables hashed by address behave the same too.
 *
 * A block is a header of 8 bytes and the room up to the next header. Its size is one of a fixed set of classes, each
 * with a free list, last in, first out. Blocks are never split or merged: a heap that is restored all the time cannot
 * fragment much.
 *
 * Under AddressSanitizer everything is poisoned except the requested bytes of live blocks, and a gap follows each
 * block. Freed blocks are not reused while there is other room. This file itself is never instrumented.
 */
#include "exec/heap.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "exec/asan.h"

enum {
    UNIT = 16,  /* block sizes are multiples of it, payloads are aligned to it */
    SMALL = 64, /* classes 0 .. SMALL-1 have 1 .. SMALL units; above, four classes per doubling */
    CLASSES = SMALL + 4 * 26,
    PAGE = 4096,
    KEPT = 256,           /* most calls to bd_heap_keep */
    GAP = 32,             /* under AddressSanitizer: poisoned bytes after a block, and … */
    QUARANTINE = 16 << 20 /* … memory that a run must use before freed blocks are reused */
};
static const size_t LARGEST = (size_t)64 << 30, USUAL_LIMIT = (size_t)256 << 20;
/* From this size on, dropping the pages that were written (2 us each) is cheaper than copying everything (75 us per
 * MiB, once it exceeds the caches), unless a run writes nearly everywhere: docs/decisions/0010. */
static const size_t MUCH = (size_t)2 << 20;
/* How much of the memory that a run used beyond the saved part we keep, zeroed; the rest goes back to the system.
 * Zeroing costs a tenth of what fresh pages cost, but memory that only one run in thousands needs should not be
 * held. */
static const size_t RETAINED = (size_t)8 << 20;
/* Far from programs, libraries, stacks and the sanitizers' own tables on 64-bit Linux. */
static void *const HOME = (void *)0x2bed00000000; // NOLINT(performance-no-int-to-ptr)

enum liveness { LIVE = 0xa7, FREED = 0x58 };

struct block {
    uint64_t asked : 48; /* bytes requested */
    uint64_t class : 8;
    uint64_t state : 8;
};

/* At the start of the reservation. */
struct heap {
    char *top, *end;
    struct block *freed[CLASSES];
};

/* State that is not restored. */
static struct {
    struct heap *heap; /* NULL: nothing allocated yet */
    size_t capacity;   /* of the reservation */
    enum { BEFORE_SETUP, IN_SETUP, RUNNING } phase;
    size_t saved; /* bytes of the heap that runs start from */
    bool by_page; /* they are pages of a file; otherwise they are in `copy` */
    char *copy;   /* owned: the kept pieces, then the saved part of the heap */
    size_t copy_size;
    struct bd__heap_piece kept[KEPT];
    size_t kept_count;
    bool was_full; /* in this run */
} own = {.capacity = USUAL_LIMIT};

/* Reports a mistake of the target or its author and aborts. In a run, the campaign files it as a failure of that
 * run. */
__attribute__((format(printf, 1, 2))) static _Noreturn void refuse(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("bediv: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static inline unsigned class_of(size_t size)
{
    size_t last = (size + sizeof(struct block) - 1) / UNIT; /* units, minus one */
    if (last < SMALL) { return (unsigned)last; }
    unsigned log = 63 - (unsigned)__builtin_clzll(last);
    return SMALL + 4 * (log - 6) + (unsigned)(last >> (log - 2) & 3);
}

/* Bytes of a block, including its header. */
static inline size_t class_size(unsigned class)
{
    if (class < SMALL) { return (class + 1) * (size_t)UNIT; }
    unsigned log = 6 + (class - SMALL) / 4, step = (class - SMALL) % 4;
    return (size_t)(5 + step) << (log - 2) << 4;
}

static inline void *payload(struct block *block)
{
    return block + 1;
}
static inline size_t capacity(const struct block *block)
{
    return class_size(block->class) - sizeof *block;
}
static inline struct block **next_freed(struct block *block)
{
    return payload(block);
}

/* Placed so that the payload after the first header is aligned. */
static inline char *first_block(struct heap *heap)
{
    size_t header = sizeof(struct block);
    return (char *)heap + (sizeof *heap + header + UNIT - 1) / UNIT * UNIT - header;
}

/* ---- what AddressSanitizer sees ---------------------------------------------------------------- */

static size_t gap(void)
{
    return bd__asan_is_there() ? GAP : 0;
}

static void show_live(struct block *block)
{
    if (!bd__asan_is_there()) { return; }
    bd__asan_poison(block, class_size(block->class));
    bd__asan_unpoison(payload(block), block->asked);
}

/* Allows access to everything, before copying. */
static void show_all(size_t size)
{
    bd__asan_unpoison(own.heap, size);
}

static void show_what_is_live(void)
{
    if (!bd__asan_is_there()) { return; }
    struct heap *heap = own.heap;
    char *at = first_block(heap);
    bd__asan_poison(heap, (size_t)(heap->top - (char *)heap));
    while (at < heap->top) {
        struct block *block = (struct block *)at;
        if (block->state == LIVE) { bd__asan_unpoison(payload(block), block->asked); }
        at += class_size(block->class);
    }
}

/* ---- the reservation --------------------------------------------------------------------------- */

static size_t whole_pages(size_t size)
{
    return (size + PAGE - 1) / PAGE * PAGE;
}

static void *reserve(size_t size)
{
    const int protection = PROT_READ | PROT_WRITE, flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *at = mmap(HOME, size, protection, flags | MAP_FIXED_NOREPLACE, -1, 0);
    if (at != MAP_FAILED && at != HOME) { /* a kernel that does not know the flag treats the address as a hint */
        munmap(at, size);
        at = MAP_FAILED;
    }
    if (at == MAP_FAILED) { at = mmap(NULL, size, protection, flags, -1, 0); }
    return at == MAP_FAILED ? NULL : at;
}

static void make_empty(void)
{
    own.heap->top = first_block(own.heap);
    own.heap->end = (char *)own.heap + own.capacity;
    memset(own.heap->freed, 0, sizeof own.heap->freed);
}

__attribute__((noinline, cold)) static bool open_heap(void)
{
    own.heap = reserve(own.capacity);
    if (!own.heap) { return false; }
    make_empty();
    if (own.phase == RUNNING) { bd__heap_save(); } /* the set-up allocated nothing: runs start with an empty heap */
    return true;
}

static void drop_heap(void)
{
    if (own.heap) { munmap(own.heap, own.capacity); }
    own.heap = NULL;
}

/* Zeroes [FROM, TO), as it was when it was reserved. */
static void wipe(char *from, char *to)
{
    uintptr_t retained = whole_pages((uintptr_t)from + RETAINED);
    size_t size = (size_t)(to - from);
    if ((uintptr_t)to > retained) {
        size_t rest = (uintptr_t)to - retained;
        if (madvise(to - rest, rest, MADV_DONTNEED) == 0) { size -= rest; }
    }
    memset(from, 0, size);
}

/* Where the last run ended; the end of the reservation if the run overwrote even that. */
static char *top_of_run(void)
{
    char *top = own.heap->top, *end = (char *)own.heap + own.capacity;
    return top >= (char *)own.heap + own.saved && top <= end ? top : end;
}

/* ---- the engine's side --------------------------------------------------------------------------- */

void bd__heap_begin(void)
{
    if (own.by_page) { drop_heap(); }
    if (own.phase != BEFORE_SETUP && own.heap) {
        char *top = top_of_run();
        show_all((size_t)(top - (char *)own.heap));
        wipe(first_block(own.heap), top);
        make_empty();
    }
    own.phase = IN_SETUP;
    own.by_page = false;
    own.kept_count = own.saved = 0;
}

/* Backs the saved part by a file; its pages are shared until a run writes to them. */
static bool back_by_file(void)
{
    size_t size = whole_pages(own.saved);
    int file = memfd_create("bediv-heap", MFD_CLOEXEC);
    bool good = file >= 0 && ftruncate(file, (off_t)size) == 0;
    for (size_t done = 0; good && done < own.saved;) {
        ssize_t written = pwrite(file, (char *)own.heap + done, own.saved - done, (off_t)done);
        good = written > 0;
        done += good ? (size_t)written : 0;
    }
    good = good && mmap(own.heap, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, file, 0) != MAP_FAILED;
    if (file >= 0) { close(file); }
    return good;
}

void bd__heap_save(void)
{
    /* Kept pieces must be saved now and only now: opening the heap during a run would save them again, as the run left
     * them. */
    if (own.kept_count && !own.heap) { open_heap(); }
    own.phase = RUNNING;
    own.saved = own.heap ? (size_t)(own.heap->top - (char *)own.heap) : 0;
    if (own.heap) { show_all(own.saved); }
    own.by_page = own.saved >= MUCH && back_by_file();
    size_t kept = 0;
    for (size_t i = 0; i < own.kept_count; i++) { kept += own.kept[i].size; }
    if (own.copy) { munmap(own.copy, own.copy_size); }
    own.copy = NULL;
    own.copy_size = kept + (own.by_page ? 0 : own.saved);
    if (own.copy_size) {
        /* Not from malloc: how the target uses malloc must not depend on us. */
        own.copy = mmap(NULL, own.copy_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (own.copy == MAP_FAILED) {
            refuse("out of memory: cannot save the %zu bytes that .setup left", own.copy_size);
        }
        char *to = own.copy;
        for (size_t i = 0; i < own.kept_count; to += own.kept[i++].size) {
            memcpy(to, own.kept[i].data, own.kept[i].size);
        }
        if (own.heap && !own.by_page) { memcpy(to, own.heap, own.saved); }
    }
    if (own.heap) { show_what_is_live(); }
}

static void put_back_heap(const char *copy)
{
    char *top = top_of_run(), *saved = (char *)own.heap + own.saved;
    show_all((size_t)(top - (char *)own.heap));
    if (own.by_page) {
        size_t size = whole_pages(own.saved);
        if (madvise(own.heap, size, MADV_DONTNEED) != 0) { refuse("cannot restore the pages of the heap"); }
        saved = (char *)own.heap + size; /* zero up to here now */
    } else {
        memcpy(own.heap, copy, own.saved);
    }
    if (top > saved) { wipe(saved, top); }
    bd__asan_poison((char *)own.heap + own.saved, (size_t)(top - (char *)own.heap) - own.saved);
    show_what_is_live();
}

void bd__heap_restore(void)
{
    if (own.phase != RUNNING) { return; }
    own.was_full = false;
    const char *from = own.copy;
    for (size_t i = 0; i < own.kept_count; from += own.kept[i++].size) {
        memcpy(own.kept[i].data, from, own.kept[i].size);
    }
    if (own.heap) { put_back_heap(from); }
}

size_t bd__heap_saved(void)
{
    return own.saved;
}

bool bd__heap_kept(size_t i, struct bd__heap_piece *piece)
{
    if (i < own.kept_count) { *piece = own.kept[i]; }
    return i < own.kept_count;
}

/* ---- the target's side: settings ------------------------------------------------------------------ */

void bd_heap_keep(void *data, size_t size)
{
    if (own.phase != IN_SETUP) { refuse("bd_heap_keep: call it in .setup, where the state of runs is built"); }
    if (own.kept_count == KEPT) { refuse("bd_heap_keep: more than %d calls; keep fewer, larger pieces", KEPT); }
    own.kept[own.kept_count++] = (struct bd__heap_piece){data, size};
}

void bd_heap_limit(size_t bytes)
{
    if (own.heap && own.heap->top != first_block(own.heap)) {
        refuse("bd_heap_limit: call it in .setup, before the first allocation");
    }
    size_t least = sizeof(struct heap) + PAGE;
    if (bytes < least || bytes > LARGEST) {
        refuse("bd_heap_limit: %zu bytes: it takes %zu to %zu", bytes, least, LARGEST);
    }
    if (whole_pages(bytes) == own.capacity) { return; }
    drop_heap();
    own.capacity = whole_pages(bytes);
}

bool bd_heap_was_full(void)
{
    return own.was_full;
}

/* ---- the target's side: blocks --------------------------------------------------------------------- */

static struct block *take_freed(struct heap *heap, unsigned class)
{
    struct block *block = heap->freed[class];
    if (block) { heap->freed[class] = *next_freed(block); }
    return block;
}

static struct block *take_new(struct heap *heap, unsigned class)
{
    size_t size = class_size(class);
    if (size > (size_t)(heap->end - heap->top)) { return NULL; }
    struct block *block = (struct block *)heap->top;
    heap->top += size;
    return block;
}

/* The heap is full: takes any freed block that is large enough. */
__attribute__((noinline, cold)) static struct block *take_larger(struct heap *heap, unsigned *class)
{
    for (; *class < CLASSES; ++*class) {
        struct block *block = take_freed(heap, *class);
        if (block) { return block; }
    }
    return NULL;
}

__attribute__((noinline, cold)) static void *nothing_left(void)
{
    own.was_full = true;
    return NULL;
}

/* FRESH: the block was never used and is all zero. */
static inline void *take(size_t size, bool *fresh)
{
    if (size > LARGEST / 2 || (!own.heap && !open_heap())) { return nothing_left(); }
    struct heap *heap = own.heap;
    unsigned class = class_of(size + gap());
    bool quarantine = bd__asan_is_there() && heap->top < (char *)heap + own.saved + QUARANTINE;
    struct block *block = quarantine ? NULL : take_freed(heap, class);
    *fresh = !block;
    if (!block && !(block = take_new(heap, class))) {
        *fresh = false;
        block = take_larger(heap, &class);
        if (!block) { return nothing_left(); }
    }
    *block = (struct block){.asked = size, .class = class, .state = LIVE};
    show_live(block);
    return payload(block);
}

static inline struct block *block_of(const void *at, const char *caller)
{
    struct block *block = (struct block *)at - 1;
    bool ours =
        own.heap && (char *)block >= first_block(own.heap) && (char *)at < own.heap->top && (uintptr_t)at % UNIT == 0;
    if (!ours) { refuse("%s: %p is not a block of this heap", caller, at); }
    if (block->state == FREED) { refuse("%s: the block at %p was already freed", caller, at); }
    if (block->state != LIVE) { refuse("%s: no block at %p, or its header was overwritten", caller, at); }
    return block;
}

void *bd_heap_alloc(size_t size)
{
    bool fresh;
    return take(size, &fresh);
}

void *bd_heap_calloc(size_t count, size_t size)
{
    size_t bytes;
    bool fresh;
    if (__builtin_mul_overflow(count, size, &bytes)) { return nothing_left(); }
    void *at = take(bytes, &fresh);
    if (at && !fresh) { memset(at, 0, bytes); }
    return at;
}

void bd_heap_free(void *at)
{
    if (!at) { return; }
    struct block *block = block_of(at, "bd_heap_free");
    block->state = FREED;
    *next_freed(block) = own.heap->freed[block->class];
    own.heap->freed[block->class] = block;
    bd__asan_poison(at, capacity(block));
}

size_t bd_heap_size(const void *at)
{
    if (!at) { return 0; }
    struct block *block = block_of(at, "bd_heap_size");
    return bd__asan_is_there() ? block->asked : capacity(block);
}

/* Tries to resize BLOCK to SIZE bytes where it is. The last block can grow; one that is much too large should move.
 * Under AddressSanitizer every block moves, so that uses of old pointers are caught. */
static bool resize_in_place(struct block *block, size_t size)
{
    struct heap *heap = own.heap;
    if (bd__asan_is_there()) { return false; }
    size_t room = capacity(block);
    if (size <= room) { return room < 1024 || size > room / 4; }
    unsigned class = class_of(size);
    if ((char *)block + class_size(block->class) != heap->top ||
        class_size(class) > (size_t)(heap->end - (char *)block)) {
        return false;
    }
    block->class = class;
    heap->top = (char *)block + class_size(class);
    return true;
}

void *bd_heap_resize(void *at, size_t size)
{
    if (!at) { return bd_heap_alloc(size); }
    struct block *block = block_of(at, "bd_heap_resize");
    if (size == 0) {
        bd_heap_free(at);
        return NULL;
    }
    if (size > LARGEST / 2) { return nothing_left(); }
    if (!resize_in_place(block, size)) {
        void *moved = bd_heap_alloc(size);
        if (moved) {
            size_t used = bd_heap_size(at); /* everything the caller may have stored in it */
            memcpy(moved, at, size < used ? size : used);
            bd_heap_free(at);
            return moved;
        }
        if (size > block->asked) { return NULL; }
    }
    block->asked = size;
    show_live(block);
    return at;
}
