/* guards.c: counters for code built with trace-pc-guard, in projects whose build systems force it on.
 *
 * Each branch has a guard, 32 bits that belong to us, and calls us with the guard's address. The guard holds the number
 * of the branch's counter, plus FRESH until the branch is taken for the first time in a process:
 *
 *     guard of module 1:  FRESH|1  FRESH|2  3 ...      counters:  [0] [1] [2] [3] ...   one table for all modules
 *
 * The first call records where it comes from, for names, and makes later calls fast: they only increment.
 *
 * A module may have both guards and inline counters. If they belong to different object files, both must count. If all
 * files were built with both, each branch would count twice. As many guards as counters in one file suggest the latter.
 * Such guards are not registered at first, and the first call of each one decides: if it comes from the place that the
 * PC table gives for the counter with the same number, that counter counts and the guard is switched off (0). If not,
 * the guards are registered after all.
 */
#include <stdlib.h>
#include <sys/mman.h>

#include "runtime/counters.h"

enum { ALL = 1 << 24 }; /* guards of all modules; cover.h has room for as many branches */
#define FRESH 0x80000000u

static struct guards {
    uint32_t *start;
    size_t count;
    uint32_t first;       /* number of the first one's counter */
    const uintptr_t *pcs; /* from the PC table, or `seen` */
    uintptr_t *seen; /* pairs as in a PC table, filled by first calls. Shared: workers write, the supervisor reads */
    const uintptr_t *twin; /* PCs of as many inline counters; NULL: none, or found not to match */
    bool registered;
} *list;
static size_t list_count, list_settled;
static uint8_t *counters; /* of all modules; [0] is unused */
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

/* Does a call from PC come from the block at PLACE? The call is the first thing a block does; in a function's entry,
 * the prologue comes before it. */
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
        *guard = 0; /* its inline counter counts */
        return;
    }
    if (!guards->registered) { /* not a twin: the guards switched off so far matched by chance */
        for (size_t i = 0; i < guards->count; i++) { guards->start[i] = FRESH | (guards->first + (uint32_t)i); }
        enlist(guards);
    }
    if (guards->seen) { guards->seen[2 * at] = pc; }
    *guard &= ~FRESH;
    counters[*guard]++;
}

/* Called by the instrumentation, which defines these names and types. */
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

/* trace-pc has calls but no guards: we cannot count its branches, but we can report it. */
static bool traces_pc;

void __sanitizer_cov_trace_pc(void)
{
    traces_pc = true;
}

bool bd__runtime_traces_pc(void)
{
    return traces_pc;
}
