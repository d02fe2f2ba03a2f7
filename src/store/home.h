/* home.h: is the run directory still where it was? Somebody may rename or remove it while the campaign runs; for store/
 * alone.
 *
 * Asked before anything is written. The descriptor that holds the lock knows the directory, whatever it is called:
 *
 *   renamed                   the campaign follows: PATH becomes its new name
 *   removed, or emptied       it is made again, with its setup; what was in it is gone, and `removals` counts up
 *   another lies in its place nothing is written there: files wait in memory, or go to the spill directory
 */
#ifndef BD_STORE_HOME_H
#define BD_STORE_HOME_H

#include "store/rundir.h"

/* May files be written to the run directory? If not, errno says why. */
bool bd__home_is_there(struct bd__rundir *dir);

/* Makes the folders that every run directory has. */
enum bd_status bd__home_furnish(const struct bd__rundir *dir) __attribute__((warn_unused_result));

/* Is PATH a folder, with nothing in it? */
bool bd__home_is_empty(const char *path);

#endif
