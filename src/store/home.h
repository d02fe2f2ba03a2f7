/* home.h: checks whether the run directory is still where it was. Somebody may rename or remove it while the campaign
 * runs. Only for store/.
 *
 * Checked before anything is written. The descriptor that holds the lock refers to the directory whatever its name is:
 *
 *   renamed                   the campaign follows: PATH becomes its new name
 *   removed, or emptied       it is made again, with its setup; its contents are gone, and `removals` counts up
 *   replaced by another one   nothing is written there; files wait in memory, or go to the spill directory
 */
#ifndef BD_STORE_HOME_H
#define BD_STORE_HOME_H

#include "store/rundir.h"

/* May files be written to the run directory? Follows a rename, and makes a removed directory again. If it returns
 * false, errno says why. */
bool bd__home_is_there(struct bd__rundir *dir);

/* The path through which NAME is written: by the descriptor that holds the lock, so that nothing is ever written to
 * another directory that somebody puts in the place of ours after the check. */
void bd__home_path(const struct bd__rundir *dir, const char *name, char path[PATH_MAX]);

/* Makes the folders that every run directory has. */
enum bd_status bd__home_furnish(const struct bd__rundir *dir) __attribute__((warn_unused_result));

/* Is PATH an empty folder? */
bool bd__home_is_empty(const char *path);

#endif
