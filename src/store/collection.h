/* collection.h: a folder of inputs that is being made, or added to.
 *
 *   TO/NAME, NAME.tape          inputs, under the names that they had
 *   TO/failures/NAME, …         inputs that failed on the way: bytes, tape, and .log: what happened
 *   TO/.unfinished              there until all is written; not if it is added to
 *
 * What is written is whole at any moment. A folder that a killed process left unfinished is emptied of its inputs and made
 * anew; one that is added to just goes on.
 */
#ifndef BD_STORE_COLLECTION_H
#define BD_STORE_COLLECTION_H

#include "base/log.h"
#include "store/inputs.h"

struct bd__collection {
    const char *path; /* borrowed, like the log */
    const struct bd__log *log;
    bool adds; /* to what was there */
    bool has_failures;
};

/* Opens TO; makes it if it is not there. Unless it ADDS, TO must hold nothing, or be unfinished. */
enum bd_status bd__collection_open(struct bd__collection *to, const char *path, bool adds, const struct bd__log *log)
    __attribute__((warn_unused_result));

/* Copies INPUT, which was read from PATH; as NAME,2 if there is a NAME. */
enum bd_status bd__collection_add(const struct bd__collection *to, const char *path, const struct bd__input_file *input)
    __attribute__((warn_unused_result));
/* Files INPUT as a failure; the same one only once. */
enum bd_status bd__collection_file(struct bd__collection *to, const char *path, const struct bd__input_file *input,
                                   const char *report) __attribute__((warn_unused_result));

/* All is written. */
void bd__collection_finish(const struct bd__collection *to);

#endif
