/* recover.h: returns a run directory to its state at the last checkpoint.
 *
 * A resumed campaign repeats exactly what it did after the checkpoint. So later rows of plot_data are cut off, and
 * files of later inputs are set aside, under the same names, until the campaign has made them again:
 *
 *     DIR/corpus/id:000041,…  ──►  DIR/recovered/corpus/id:000041,…  ──►  removed, once it is in corpus/ again
 *
 * A file that is not made again, byte for byte, stays in recovered/ and is reported. Nothing that was on disk is lost.
 */
#ifndef BD_STORE_RECOVER_H
#define BD_STORE_RECOVER_H

#include "corpus/corpus.h"
#include "store/rundir.h"

/* Logs why DIR cannot be resumed and what to do about it. Returns STATUS. */
enum bd_status bd__recover_refuse(const struct bd__rundir *dir, enum bd_status status, const char *why,
                                  const char *remedy);

/* Locks the run directory PATH and reads its checkpoint. Refuses a folder that is not a run directory, or that another
 * campaign uses. The caller must free DATA, which is NULL after an error. Changes nothing on disk. */
enum bd_status bd__recover_open(struct bd__rundir *dir, const char *path, const struct bd__log *log, char **data,
                                size_t *size) __attribute__((warn_unused_result));

/* Cuts plot_data back to its first SIZE bytes. False if that fails; then nothing was changed. */
bool bd__recover_cut_plot(struct bd__rundir *dir, uint64_t size);

/* CORPUS is that of the checkpoint. Sets newer files aside, and writes missing or changed ones again. Afterwards
 * `recovered` of DIR is the number of files in recovered/. Failures stay where they are: a failure that is met again is
 * recognised by its folder. */
void bd__recover_files(struct bd__rundir *dir, const struct bd__provenance *from, const struct bd__corpus *corpus);

/* Removes files from recovered/ that were made again. */
void bd__recover_settle(struct bd__rundir *dir);
/* At the end of a campaign of TRIALS trials: reports how many files should have been made again but were not. */
void bd__recover_end(struct bd__rundir *dir, uint64_t trials);

/* ---- DIR/resumptions --------------------------------------------------------------------------- */

/* How often the campaign has been resumed so far. */
uint64_t bd__recover_count(const struct bd__rundir *dir);
/* Adds a line. */
void bd__recover_note(struct bd__rundir *dir, uint64_t time, const struct bd_progress *at, const char *command);

#endif
