/* arena.h: memory that every worker of a campaign sees at the same address.
 *
 *   reserve ┌───────┬─┬─────────┬─┬───────────┬─┬────────┬ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┐
 *           │ small │X│ traces  │X│ input …   │X│ corpus │ untouched: costs nothing  │      X: a guard page
 *           └───────┴─┴─────────┴─┴───────────┴─┴────────┴ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┘
 *
 * One shared anonymous mapping, created before the first fork. When a worker dies, nothing in it is lost. When the last
 * process ends, the kernel frees the whole mapping, so a kill never leaves anything behind. Taking a block only
 * advances an offset. The kernel backs pages when they are first touched, so ask for the largest size a structure may
 * ever need instead of moving it later. Only up to 64 MiB beyond the last block taken can be touched at all.
 *
 * A target shares this memory with the engine and may have bugs. Every large block therefore lies between two guard
 * pages that nobody can touch, so that an overrun faults at once. Guard pages belong to the process that took the
 * block; blocks taken by a worker have none. The arena keeps its own bookkeeping in private memory, except for the
 * number of bytes taken.
 */
#ifndef BD_BASE_ARENA_H
#define BD_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct bd__arena;
enum { BD__PAGE = 4096 };

/* Returns NULL if the system refuses even a small reservation. */
struct bd__arena *bd__arena_create(void);
/* Creates an arena of 4 GiB that is not shared: a forked process gets its own copy, like all its other memory. Returns
 * NULL if the system refuses. */
struct bd__arena *bd__arena_create_private(void);
void bd__arena_destroy(struct bd__arena *arena);

/* Returns SIZE zeroed bytes, aligned to a cache line. A block of 64 KiB or more gets its own pages, between two guard
 * pages. Never fails: aborts when the reservation is used up, which takes tens of gigabytes. */
void *bd__arena_take(struct bd__arena *arena, size_t size);
/* Like bd__arena_take, but gives the block its own pages whatever its size. */
void *bd__arena_take_pages(struct bd__arena *arena, size_t size);

/* Call it in a worker that will use ARENA. From then on the worker can only read other arenas, and new blocks in ARENA
 * get no guard pages: those would vanish with this process, and each costs a system call. */
void bd__arena_enter(struct bd__arena *arena);

/* Makes blocks that other processes have taken accessible in this process. */
void bd__arena_follow(void);

/* Returns the whole pages of a block to the system; they read as zeros afterwards. */
void bd__arena_release(void *block, size_t size);

/* Makes the whole pages of BLOCK read-only in this process. */
void bd__arena_seal(void *block, size_t size);

/* For a process that reads what another may have overwritten: do these SIZE bytes lie in memory that has been taken,
 * and touch no guard page? */
bool bd__arena_holds(struct bd__arena *arena, const void *block, size_t size);
/* Returns the number of bytes taken, or 0 if that number is implausible: less than FROM, the result of an earlier call,
 * or more than the reservation. */
size_t bd__arena_used(const struct bd__arena *arena, size_t from);

#endif
