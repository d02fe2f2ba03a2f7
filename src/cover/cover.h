/* cover.h: counters → trace.
 *
 * Branches are numbered through all modules; each module starts a new block of 32. reset() comes after generation and
 * before the run, so that the generator's own branches never count. collect() comes after the run and leaves all
 * counters at zero.
 */
#ifndef BD_COVER_COVER_H
#define BD_COVER_COVER_H

#include "base/arena.h"
#include "cover/scan.h"
#include "trial/trace.h"

/* The most branches. Fixed in advance, because modules may appear after the arena was laid out (a target that loads
 * plug-ins). */
enum { BD__BRANCH_RESERVE = 1 << 24 };

struct bd__cover {
    struct bd__trace_block *block; /* of the last run; borrowed from the arena, like their masks */
    uint32_t *mask;
    const uint8_t *blank;  /* all zero: nothing was ever seen */
    size_t branches, span; /* instrumented at the last collect; the upper bound of their numbers */
    uint32_t *left_out;    /* branches that are in no trace, in ascending order; borrowed */
    size_t left_out_count;
    bd__scan_fn *scan;
    bd__scan_hash_fn *hash;
};

void bd__cover_init(struct bd__cover *cover, struct bd__arena *arena);

/* The number of instrumented branches in all modules. */
size_t bd__cover_branches(void);

/* From now on, COUNT counters of a remote are a module like any other. */
void bd__cover_set_remote(uint8_t *counters, size_t count);

/* From now on, BRANCH is in no trace. */
void bd__cover_leave_out(struct bd__cover *cover, uint32_t branch);

void bd__cover_reset(void);

/* Returns what was covered since the reset, and clears it. For SEEN and SEEN_VALID see scan.h. All three pointers may
 * be NULL if the caller does not care what is new. The trace is valid until the next call. */
struct bd__trace bd__cover_collect(struct bd__cover *cover, const uint8_t *seen, const uint8_t *seen_valid,
                                   bool *novel);

/* Where a branch is in the program. False for a number between two modules. */
struct bd__place {
    const char *module; /* path of the executable or shared object */
    uint64_t offset;    /* of its code in the module; in a remote, which number it has there */
    bool entry;         /* the branch is a function's entry */
    bool remote;        /* it is in a remote */
};
bool bd__cover_locate(uint32_t branch, struct bd__place *place);

#endif
