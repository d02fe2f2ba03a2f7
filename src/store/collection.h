/* collection.h: writes a folder of inputs, or adds to one. cmin and merge use it.
 *
 *   TO/NAME, NAME.tape          inputs, under their original names
 *   TO/failures/NAME, …         inputs that failed meanwhile: bytes, tape, and a .log that says what happened
 *   TO/.unfinished              exists until everything is written; never when adding
 *
 * Each file is complete at any moment. If a killed process left a folder unfinished, its inputs are removed and written
 * again. Adding just continues.
 */
#ifndef BD_STORE_COLLECTION_H
#define BD_STORE_COLLECTION_H

#include "base/log.h"
#include "store/inputs.h"

struct bd__collection {
    const char *path; /* borrowed, like the log */
    const struct bd__log *log;
    bool adds; /* to an existing folder */
    bool has_failures;
};

/* Opens the folder PATH; makes it if it does not exist. Unless ADDS, it must be empty or unfinished. */
enum bd_status bd__collection_open(struct bd__collection *to, const char *path, bool adds, const struct bd__log *log)
    __attribute__((warn_unused_result));

/* Copies INPUT, which was read from PATH; as NAME,2 if there is a NAME. */
enum bd_status bd__collection_add(const struct bd__collection *to, const char *path, const struct bd__input *input)
    __attribute__((warn_unused_result));
/* Files INPUT as a failure; the same one only once. */
enum bd_status bd__collection_file(struct bd__collection *to, const char *path, const struct bd__input *input,
                                   const char *report) __attribute__((warn_unused_result));

/* Call it when everything is written. */
void bd__collection_finish(const struct bd__collection *to);

#endif
