/* seeds.h: reads the seeds of a campaign from files. The files of a folder and of those below it are read in the order
 * of their names. A tape beside its bytes is not a seed of its own. Files are hostile until checked.
 */
#ifndef BD_STORE_SEEDS_H
#define BD_STORE_SEEDS_H

#include "base/log.h"
#include "choice/tape.h"

struct bd__seed {
    struct bd__bytes bytes; /* owned; empty if there is a tape */
    struct bd__tape tape;   /* owned; count 0: plain bytes */
};

struct bd__seeds {
    struct bd__seed *seed; /* owned */
    size_t count;
    size_t smallest, largest; /* bytes of the smallest and largest usable file */
    uint64_t bytes;           /* of all usable files */
    uint64_t unusable; /* files skipped: without a tape, if a generator needs one; damaged; too large; unreadable */
};

/* Reads the COUNT folders or files FROM. PLAIN: the target has no generator of its own, so bytes will do. Otherwise
 * only tapes will do, and files without one are counted and reported once. It is an error if a member of FROM cannot be
 * read at all. */
enum bd_status bd__seeds_load(struct bd__seeds *seeds, const char *const *from, size_t count, bool plain,
                              const struct bd__log *log) __attribute__((warn_unused_result));
void bd__seeds_clear(struct bd__seeds *seeds);

#endif
