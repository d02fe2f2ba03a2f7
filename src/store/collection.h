/* collection.h: a folder of inputs that is being made, or added to.
 *
 *   TO/NAME, NAME.tape          inputs, under the names that they had
 *   TO/failures/…               inputs that failed on the way: one folder per distinct failure, as in a run directory
 *                               (failures.h); seen/ has the first few under the names that they had
 *   TO/.unfinished              there until all is written; not if it is added to
 *
 * What is written is whole at any moment. A folder that a killed process left unfinished is emptied of its inputs and made
 * anew; one that is added to just goes on.
 */
#ifndef BD_STORE_COLLECTION_H
#define BD_STORE_COLLECTION_H

#include "base/log.h"
#include "store/failures.h"
#include "store/inputs.h"

struct bd__collection {
    const char *path; /* borrowed, like the log */
    const struct bd__log *log;
    bool adds;                    /* to what was there */
    struct bd__failures failures; /* owned: those that were asked for */
};

/* Opens TO; makes it if it is not there. Unless it ADDS, TO must hold nothing, or be unfinished. */
enum bd_status bd__collection_open(struct bd__collection *to, const char *path, bool adds, const struct bd__log *log)
    __attribute__((warn_unused_result));

/* Copies INPUT, which was read from PATH; as NAME,2 if there is a NAME. */
enum bd_status bd__collection_add(const struct bd__collection *to, const char *path, const struct bd__input_file *input)
    __attribute__((warn_unused_result));
/* The distinct failure with this SIGNATURE in TO/failures; one that is not there yet has a count of 0. Borrowed until the next
 * call. */
struct bd__distinct *bd__collection_distinct(struct bd__collection *to, const struct bd__signature *signature);
/* Counts INPUT, which was read from PATH, as one more of D and saves the folder: among the first few it goes to seen/, and with
 * REPORT it takes the place of a larger input. Nothing changes if it is in seen/ already. */
enum bd_status bd__collection_file(const struct bd__collection *to, struct bd__distinct *d, const char *path,
                                   const struct bd__input_file *input, const char *report)
    __attribute__((warn_unused_result));

/* All is written. */
void bd__collection_finish(const struct bd__collection *to);
void bd__collection_close(struct bd__collection *to);

#endif
