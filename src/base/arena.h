/* arena.h: memory that every worker of a campaign sees at the same address.
 *
 *   reserve ┌──────────┬─────────┬───────────┬ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┐
 *           │ figures  │ traces  │ corpus …  │ untouched: costs nothing  │
 *           └──────────┴─────────┴───────────┴ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┘
 *
 * One shared anonymous mapping, made before the first fork. A worker that dies takes nothing with it;
 * when the last process ends the kernel takes all of it back, so no kill leaves anything behind.
 * Taking is a bump of a pointer. Pages are only backed when touched, so ask for the largest size a
 * structure may ever need rather than moving it.
 */
#ifndef BD_BASE_ARENA_H
#define BD_BASE_ARENA_H

#include <stddef.h>

struct bd__arena;

/* NULL if the system refuses even a small reservation. */
struct bd__arena *bd__arena_create(void);
/* One that is not shared: a process that is forked has a copy of its own, as of all other memory. 4 GiB. */
struct bd__arena *bd__arena_create_private(void);
void bd__arena_destroy(struct bd__arena *arena);

/* SIZE zeroed bytes, aligned to a cache line (to a page from 1 MiB on). Never fails: aborts when the
 * reservation is used up, which takes tens of gigabytes. */
void *bd__arena_take(struct bd__arena *arena, size_t size);

/* Gives the pages of a taken block back to the system; reading it gives zeros again. */
void bd__arena_release(void *block, size_t size);

#endif
