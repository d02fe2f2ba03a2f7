/* symbols.h: addresses of this program → functions, files and lines.
 *
 *   address ──► module + offset ──► llvm-symbolizer: inlined functions too, files, lines
 *               (dl_iterate_phdr)   else the symbol table of the file: functions
 *
 * Known addresses are remembered, so that a thousand failures in one place ask once. The symbolizer is a child process
 * with a time limit: $BEDIV_SYMBOLIZER, llvm-symbolizer-19 or llvm-symbolizer of $PATH.
 */
#ifndef BD_TRIAGE_SYMBOLS_H
#define BD_TRIAGE_SYMBOLS_H

#include "triage/frames.h"

/* The frames of these COUNT addresses, in order, at most ROOM; a call that was inlined is a frame of its own. An address of
 * no module makes a frame about which nothing is known. Returns how many. */
size_t bd__symbols_find(const uintptr_t *at, size_t count, struct bd__frame *frame, size_t room);

/* ---- within the module ---- */

/* An address as a file knows it. */
struct bd__symbol_place {
    const char *module; /* path */
    uint64_t offset;
};

/* elf.c: the name of the function at PLACE, from the file's symbol table. False if there is none. */
bool bd__symbols_of_elf(const struct bd__symbol_place *place, char *name, size_t room);

/* symbolizer.c: asks llvm-symbolizer. ANSWER gets, for PLACES in order, pairs of lines (function, file:line:column), an
 * empty line behind each place; owned by the caller. NULL if there is no symbolizer, or it failed. */
char *bd__symbols_ask(const struct bd__symbol_place *place, size_t count);

#endif
