/* saving.h: files of a run directory, written now, later or elsewhere; for store/ alone.
 *
 *   stage ──batch──► run directory ──fails──► spill directory ──fails──► pending, in memory
 *                        ▲                        │ retry, finish            │ retry
 *                        └────────────────────────┴──────────────────────────┘
 *
 * Files of one case (bytes, tape, log) are a group: they lie in one directory or in the other. Failures come first:
 * they are written first when there is room, and a file of the corpus makes room in memory for them. What is pending
 * is bounded; what does not fit is dropped, and told.
 */
#ifndef BD_STORE_SAVING_H
#define BD_STORE_SAVING_H

#include "store/rundir.h"

/* NAME is relative to the directory, and takes the place of one of that name which is not written yet. DATA is copied. */
void bd__saving_stage(struct bd__rundir *dir, const char *name, const void *data, size_t size);
/* What is staged from here on is another case. */
void bd__saving_next_group(struct bd__rundir *dir);
/* Writes NAME at once, with nothing else. */
void bd__saving_save(struct bd__rundir *dir, const char *name, const void *data, size_t size);
/* The same for what the next one of its name outdates: it is never put off. True if it is on disk. */
bool bd__saving_replace(struct bd__rundir *dir, const char *name, const void *data, size_t size);

/* Is NAME on disk, or waiting to be written? */
bool bd__saving_has(struct bd__rundir *dir, const char *name);

/* Writes NAME to the spill directory. */
bool bd__saving_spill(struct bd__rundir *dir, const char *name, const void *data, size_t size);

/* In rows.c. Appends the rows that plot_data lacks; true if it lacks none. */
bool bd__saving_rows(struct bd__rundir *dir);
/* Those rows as a file of their own, in the spill directory. */
void bd__saving_spill_rows(struct bd__rundir *dir);

#endif
