/* seeds.h: inputs from files, to begin a campaign with. Files of a folder, and of those below it, in the order of their
 * names; a case's tape counts with its bytes, not as another file. Files are hostile until checked.
 */
#ifndef BD_STORE_SEEDS_H
#define BD_STORE_SEEDS_H

#include "base/log.h"
#include "choice/tape.h"

struct bd__seed {
    struct bd__bytes bytes; /* owned; of a tape without bytes: none */
    struct bd__tape tape;   /* owned; count 0: plain bytes */
};

struct bd__seeds {
    struct bd__seed *seed; /* owned */
    size_t count;
    size_t smallest, largest; /* bytes of a file, of those that can be used */
    uint64_t bytes;           /* of all of them */
    uint64_t unusable;        /* files left out: no tape and a generator, damaged, too large, not readable */
};

/* Reads the COUNT folders or files FROM. PLAIN: the target has no generator of its own, so bytes are choices enough;
 * otherwise only tapes are, and what has none is counted and told once. A place that cannot be read at all is an error. */
enum bd_status bd__seeds_load(struct bd__seeds *seeds, const char *const *from, size_t count, bool plain,
                              const struct bd__log *log) __attribute__((warn_unused_result));
void bd__seeds_clear(struct bd__seeds *seeds);

#endif
