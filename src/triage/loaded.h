/* loaded.h: the files of the program and the libraries that this process runs.
 *
 * The file at a module's path need not be the one that runs, because a compiler may have written a new one since. So
 * the program is read from /proc/self/exe, which is always the running file. Libraries are held open from the start of
 * a campaign. The file of a library is used only if its machine code is the same as in memory, byte for byte. */
#ifndef BD_TRIAGE_LOADED_H
#define BD_TRIAGE_LOADED_H

#include "triage/elf.h"

struct bd__loaded {
    uintptr_t base;         /* an address in memory minus the same address in the file */
    char name[64];          /* of the file, without folders */
    char *path;             /* owned; a child process that inherits FD can read the file there; NULL: it is gone */
    int fd;                 /* -1: the running file is gone */
    struct bd__image image; /* the whole file; empty if it is gone */
};

/* Modules that were opened. Zero is an empty set. Clear it at the end. */
struct bd__loaded_set {
    struct bd__loaded **one; /* owned */
    size_t count;
};

/* Opens the libraries of this process while they are still at their paths. Call it once, at the start. */
void bd__loaded_hold(void);

/* The module that has address AT, opened; NULL if none has. Valid until the set is cleared. */
const struct bd__loaded *bd__loaded_find(struct bd__loaded_set *set, uintptr_t at);
void bd__loaded_clear(struct bd__loaded_set *set);

#endif
