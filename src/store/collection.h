/* collection.h: writes a folder of inputs, or adds to one. cmin and merge use it.
 *
 *   TO/NAME, NAME.tape          inputs, under their original names
 *   TO/failures/…               inputs that failed meanwhile: one folder per distinct failure, as in a run directory
 *                               (failures.h); seen/ has the first few under their original names
 *   TO/.unfinished              exists until everything is written; never when adding
 *
 * Each file is complete at any moment. If a killed process left a folder unfinished, its inputs are removed and written
 * again. Adding just continues.
 */
#ifndef BD_STORE_COLLECTION_H
#define BD_STORE_COLLECTION_H

#include "base/log.h"
#include "store/failures.h"
#include "store/inputs.h"

struct bd__collection {
    const char *path; /* borrowed, like the log */
    const struct bd__log *log;
    bool adds;                    /* to an existing folder */
    struct bd__failures failures; /* owned: those that were asked for */
};

/* Opens the folder PATH; makes it if it does not exist. Unless ADDS, it must be empty or unfinished. */
enum bd_status bd__collection_open(struct bd__collection *to, const char *path, bool adds, const struct bd__log *log)
    __attribute__((warn_unused_result));

/* Copies INPUT, which was read from PATH; as NAME,2 if there is a NAME. */
enum bd_status bd__collection_add(const struct bd__collection *to, const char *path, const struct bd__input_file *input)
    __attribute__((warn_unused_result));
/* The distinct failure with this SIGNATURE in TO/failures; a new one has a count of 0. Borrowed until the next call. */
struct bd__distinct *bd__collection_distinct(struct bd__collection *to, const struct bd__signature *signature);
/* Counts INPUT, which was read from PATH, as one more of D, and saves the folder: the first few inputs go to seen/, and
 * the smallest one, with REPORT, is the folder's. Nothing changes if INPUT is in seen/ already. */
enum bd_status bd__collection_file(const struct bd__collection *to, struct bd__distinct *d, const char *path,
                                   const struct bd__input_file *input, const char *report)
    __attribute__((warn_unused_result));

/* Call it when everything is written. */
void bd__collection_finish(const struct bd__collection *to);
void bd__collection_close(struct bd__collection *to);

#endif
