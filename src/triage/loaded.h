/* loaded.h: the program and the libraries that this process runs, as files.
 *
 * A file at a module's path need not be the one that runs: a compiler may have written a new one since. The program is read
 * from /proc/self/exe, which is the running one whatever lies at its path. Libraries are held open from the start of a
 * campaign; a file is used only if its machine code is what is in memory, byte for byte. */
#ifndef BD_TRIAGE_LOADED_H
#define BD_TRIAGE_LOADED_H

#include "triage/elf.h"

struct bd__loaded {
    uintptr_t base;         /* an address in memory less its address in the file */
    char name[64];          /* of the file, without folders */
    char *path;             /* owned; by which a child process can read it, if it inherits FD; NULL: nobody can */
    int fd;                 /* -1: the running file is gone */
    struct bd__image image; /* the whole file; none if it is gone */
};

/* Modules that were looked at; zero is empty, to be cleared. */
struct bd__loaded_set {
    struct bd__loaded **one; /* owned */
    size_t count;
};

/* Opens the libraries of this process, as long as they lie at their paths. Once, at the start. */
void bd__loaded_hold(void);

/* The module that AT is in, opened; NULL if it is in none. Valid until the set is cleared. */
const struct bd__loaded *bd__loaded_find(struct bd__loaded_set *set, uintptr_t at);
void bd__loaded_clear(struct bd__loaded_set *set);

#endif
