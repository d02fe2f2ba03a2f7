/* branch_names.h: where the branches of a remote are in its source code: the table of names that the remote writes
 * (docs/remote-targets.md). */
#ifndef BD_STORE_BRANCH_NAMES_H
#define BD_STORE_BRANCH_NAMES_H

#include "base/text.h"

/* One branch. The strings belong to the table. */
struct bd__branch_name {
    const char *unit, *function, *file; /* a class, its method, and the file that it is in */
    uint32_t line;
};

struct bd__branch_names {
    struct bd__branch_name *branch; /* owned */
    size_t count;
    char *text; /* owned; what the names point into */
};

/* Reads the table at PATH, of at most MOST branches. False if it is not one; WHY says why, with file and line. */
bool bd__branch_names_read(struct bd__branch_names *names, const char *path, size_t most, struct bd__text *why);
void bd__branch_names_clear(struct bd__branch_names *names);

/* Adds "UNIT.FUNCTION (FILE:LINE)" of BRANCH; nothing if the table does not have it. */
void bd__branch_names_put(struct bd__text *out, const struct bd__branch_names *names, size_t branch);

#endif
