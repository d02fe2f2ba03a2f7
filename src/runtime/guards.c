/* guards.c: counters for code built with trace-pc-guard, whose projects' build systems force it on.
 *
 * Each branch has a guard, 32 bits of ours, and calls us with its address. The guard holds the number of the branch's
 * counter, plus FRESH until the branch is taken for the first time in a process:
 *
 *     guard of module 1:  FRESH|1  FRESH|2  3 ...      counters:  [0] [1] [2] [3] ...   one table for all modules
 *
 * The first call notes where it comes from, for names, and makes the others fast: they only increment.
 *
 * A module may have guards and inline counters. Either these are of different object files, then both count; or all files
 * were built with both, then each branch would count twice. As many guards as counters in one file look like the latter.
 * Such guards are not registered, and the first call of each shows who is right: if it comes from the place that the PC
 * table gives for the counter of the same number, that counter counts, and the guard is switched off (0); if not, the guards
 * are registered after all.
 */
#include <stdlib.h>
#include <sys/mman.h>

#include "runtime/counters.h"

enum { ALL = 1 << 24 }; /* guards of all modules; as many branches as cover.h has room for */
#define FRESH 0x80000000u

static struct guards {
    uint32_t *start;
    size_t count;
    uint32_t first;       /* number of the first one's counter */
    const uintptr_t *pcs; /* of the PC table, or `seen` */
    uintptr_t *seen; /* pairs like a PC table's, filled in by first calls. Shared: workers see, the supervisor names */
    const uintptr_t *twin; /* PCs of as many inline counters; NULL: none, or proved wrong */
    bool registered;
} *list;
static size_t list_count, list_settled;
static uint8_t *counters; /* of all modules; [0] is of no use */
static uint32_t next_number = 1;

static void *map(size_t size, int sharing)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) { abort(); }
    return memory;
}

static void enlist(struct guards *guards)
{
    guards->registered = true;
    if (!guards->pcs) {
        guards->seen = map(2 * guards->count * sizeof *guards->seen, MAP_SHARED);
        guards->pcs = guards->seen;
    }
    bd__runtime_add(counters + guards->first, guards->count, guards->pcs);
}

void bd__guards_settle(void)
{
    for (; list_settled < list_count; list_settled++) {
        struct guards *guards = &list[list_settled];
        guards->twin = guards->pcs ? NULL : bd__runtime_twin(guards->start, guards->count);
        if (!guards->twin) { enlist(guards); }
    }
}

bool bd__guards_take_pcs(const uintptr_t *pcs, size_t count)
{
    for (size_t i = list_count; i-- > list_settled;) {
        if (!list[i].pcs && list[i].count == count) {
            list[i].pcs = pcs;
            return true;
        }
    }
    return false;
}

/* Does a call from PC come from the block at PLACE? The call is the first thing that a block does; a function's entry has
 * its prologue before it. */
static bool comes_from(uintptr_t pc, const uintptr_t *place)
{
    enum { BLOCK = 64, ENTRY = 512 };
    return pc > place[0] && pc - place[0] < (place[1] & 1 ? ENTRY : BLOCK);
}

static struct guards *find(const uint32_t *guard)
{
    for (size_t i = 0; i < list_count; i++) {
        if (guard >= list[i].start && guard < list[i].start + list[i].count) { return &list[i]; }
    }
    return NULL;
}

/* The first call of a guard in this process. */
static void meet(uint32_t *guard, uintptr_t pc)
{
    bd__guards_settle();
    struct guards *guards = find(guard);
    if (!guards) { return; }
    size_t at = (size_t)(guard - guards->start);
    if (!guards->registered && comes_from(pc, guards->twin + 2 * at)) {
        *guard = 0; /* its counter counts */
        return;
    }
    if (!guards->registered) { /* no twin, then: those switched off so far were near each other by chance */
        for (size_t i = 0; i < guards->count; i++) { guards->start[i] = FRESH | (guards->first + (uint32_t)i); }
        enlist(guards);
    }
    if (guards->seen) { guards->seen[2 * at] = pc; }
    *guard &= ~FRESH;
    counters[*guard]++;
}

/* Called by the instrumentation, whose names and types these are. */
void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop);
void __sanitizer_cov_trace_pc_guard(uint32_t *guard);
void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop)
{
    if (start == stop || find(start)) { return; } /* every object file of a module calls */
    size_t count = (size_t)(stop - start);
    if (!counters) { counters = map(ALL, MAP_PRIVATE); }
    if (count > ALL - next_number) { abort(); }
    list = realloc(list, (list_count + 1) * sizeof *list);
    if (!list) { abort(); }
    list[list_count++] = (struct guards){.start = start, .count = count, .first = next_number};
    for (size_t i = 0; i < count; i++) { start[i] = FRESH | next_number++; }
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
    uint32_t number = *guard;
    if (number - 1 < FRESH - 1) {
        counters[number]++;
    } else if (number) {
        meet(guard, (uintptr_t)__builtin_return_address(0));
    }
}

/* trace-pc has no guards, only calls: nothing to count by, but something to tell of. */
static bool traces_pc;

void __sanitizer_cov_trace_pc(void)
{
    traces_pc = true;
}

bool bd__runtime_traces_pc(void)
{
    return traces_pc;
}
