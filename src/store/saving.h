/* saving.h: writes the files of a run directory: now, later, or to the spill directory. Only for store/.
 *
 *   stage ──batch──► run directory ──fails──► spill directory ──fails──► pending, in memory
 *                        ▲                        │ retry, finish            │ retry
 *                        └────────────────────────┴──────────────────────────┘
 *
 * The files of one case (bytes, tape, log) are a group: all of them lie in one directory or in the other. Failures come
 * first: pending ones are written first, and if memory is short, files of the corpus are dropped to make room for them.
 * The size of all pending files is limited. A file that does not fit is dropped, and reported.
 */
#ifndef BD_STORE_SAVING_H
#define BD_STORE_SAVING_H

#include "store/rundir.h"

/* Stages the file NAME, relative to the directory. Replaces one of that name that is not written yet. DATA is
 * copied. */
void bd__saving_stage(struct bd__rundir *dir, const char *name, const void *data, size_t size);
/* Files staged after this belong to another case. */
void bd__saving_next_group(struct bd__rundir *dir);
/* Writes NAME at once, by itself. If that fails, it becomes pending. */
void bd__saving_save(struct bd__rundir *dir, const char *name, const void *data, size_t size);
/* Writes NAME at once. If that fails, it does not become pending, because a newer version will follow. True if it is on
 * disk, in either directory. */
bool bd__saving_replace(struct bd__rundir *dir, const char *name, const void *data, size_t size);

/* Is NAME on disk, or waiting to be written? */
bool bd__saving_has(struct bd__rundir *dir, const char *name);

/* Writes NAME to the spill directory. */
bool bd__saving_spill(struct bd__rundir *dir, const char *name, const void *data, size_t size);

/* In plot_data.c. Appends the rows that plot_data lacks; true if it lacks none. */
bool bd__saving_rows(struct bd__rundir *dir);
/* Those rows as a file of their own, in the spill directory. */
void bd__saving_spill_rows(struct bd__rundir *dir);

#endif
