/* recover.h: a run directory that was left, brought back to its last checkpoint.
 *
 * A campaign repeats what it did after a checkpoint exactly. So rows of plot_data beyond it are cut off, and files of
 * inputs beyond it are set aside, under the same names, until the campaign has made them again:
 *
 *     DIR/corpus/id:000041,…  ──►  DIR/recovered/corpus/id:000041,…  ──►  removed, once it is in corpus/ again
 *
 * What is not made again, byte for byte, stays in recovered/, and is told: nothing that was on disk is lost.
 */
#ifndef BD_STORE_RECOVER_H
#define BD_STORE_RECOVER_H

#include "corpus/corpus.h"
#include "store/rundir.h"

/* Says why DIR cannot be resumed, and what to do about it. */
enum bd_status bd__recover_refuse(const struct bd__rundir *dir, enum bd_status status, const char *why,
                                  const char *remedy);

/* Takes the run directory PATH, which must be one and in nobody else's use, and reads its checkpoint: DATA is owned by
 * the caller, NULL on failure. Changes nothing. */
enum bd_status bd__recover_open(struct bd__rundir *dir, const char *path, const struct bd__log *log, char **data,
                                size_t *size) __attribute__((warn_unused_result));

/* Cuts plot_data back to its first SIZE bytes. False if that cannot be done: then nothing was changed. */
bool bd__recover_cut_plot(struct bd__rundir *dir, uint64_t size);

/* CORPUS is that of the checkpoint. Sets aside files that are newer, and writes missing or changed ones again; `recovered` of DIR
 * is the number of files set aside. Failures stay where they are: a failure that is met again is recognised by its folder. */
void bd__recover_files(struct bd__rundir *dir, const struct bd__provenance *from, const struct bd__corpus *corpus);

/* Removes from recovered/ what is made again. */
void bd__recover_settle(struct bd__rundir *dir);
/* At the end of a campaign of TRIALS trials: tells of what should have been made again and was not. */
void bd__recover_end(struct bd__rundir *dir, uint64_t trials);

/* ---- DIR/resumptions --------------------------------------------------------------------------- */

/* How often the campaign was resumed so far. */
uint64_t bd__recover_count(const struct bd__rundir *dir);
/* One more line. */
void bd__recover_note(struct bd__rundir *dir, uint64_t time, const struct bd_progress *at, const char *command);

#endif
