/* arena.h: memory that every worker of a campaign sees at the same address.
 *
 *   reserve ┌───────┬─┬─────────┬─┬───────────┬─┬────────┬ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┐
 *           │ small │X│ traces  │X│ input …   │X│ corpus │ untouched: costs nothing  │      X: a guard page
 *           └───────┴─┴─────────┴─┴───────────┴─┴────────┴ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┘
 *
 * One shared anonymous mapping, made before the first fork. A worker that dies takes nothing with it;
 * when the last process ends the kernel takes all of it back, so no kill leaves anything behind.
 * Taking is a bump of a pointer. Pages are only backed when touched, so ask for the largest size a structure may ever need
 * rather than moving it. What is not taken yet can hardly be touched.
 *
 * A target shares this memory with the engine, and may have bugs: every large block lies between two pages that nobody can
 * touch, so that who runs past its end is caught at once. Those are pages of the process that took the block: what a
 * worker takes has none. What the arena knows about itself, but for how much is taken, is in no shared memory.
 */
#ifndef BD_BASE_ARENA_H
#define BD_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct bd__arena;
enum { BD__PAGE = 4096 };

/* NULL if the system refuses even a small reservation. */
struct bd__arena *bd__arena_create(void);
/* One that is not shared: a process that is forked has a copy of its own, as of all other memory. 4 GiB. */
struct bd__arena *bd__arena_create_private(void);
void bd__arena_destroy(struct bd__arena *arena);

/* SIZE zeroed bytes, aligned to a cache line. From 64 KiB on the block has pages of its own between two guard pages. Never
 * fails: aborts when the reservation is used up, which takes tens of gigabytes. */
void *bd__arena_take(struct bd__arena *arena, size_t size);
/* The same with pages of its own, however small. */
void *bd__arena_take_pages(struct bd__arena *arena, size_t size);

/* In a worker that is to work in ARENA: other arenas can only be read from now on. New blocks get no guard pages, which would
 * be gone with this process, and cost a system call each. */
void bd__arena_enter(struct bd__arena *arena);

/* After others may have taken blocks: they can be touched from here too. */
void bd__arena_follow(void);

/* Gives the pages of a taken block back to the system; reading it gives zeros again. */
void bd__arena_release(void *block, size_t size);

/* From now on this process cannot write to the whole pages of BLOCK. */
void bd__arena_seal(void *block, size_t size);

/* For a process that reads what another may have overwritten: do these SIZE bytes lie in what is taken, and in no guard page? */
bool bd__arena_holds(struct bd__arena *arena, const void *block, size_t size);
/* Is as much taken as FROM, what an earlier call returned, or more, and does it fit? 0: no. */
size_t bd__arena_used(const struct bd__arena *arena, size_t from);

#endif
