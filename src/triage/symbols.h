/* symbols.h: addresses of this program → functions, files and lines.
 *
 *   address ──► running module + offset ──► its symbol table: functions; its line table: files and lines
 *               (loaded.h)                  then llvm-symbolizer: inlined functions too
 *
 * Known addresses are remembered, so that a thousand failures in one place ask once. The symbolizer is a child process:
 * $BEDIV_SYMBOLIZER, llvm-symbolizer-19 or llvm-symbolizer of $PATH. Nobody depends on it: if it is missing or slow, what
 * we read ourselves stands. Once it was too slow, it is not asked again.
 */
#ifndef BD_TRIAGE_SYMBOLS_H
#define BD_TRIAGE_SYMBOLS_H

#include "triage/frames.h"
#include "triage/loaded.h"

/* To be called when a campaign starts, and may be left out: holds the files that run (loaded.h), so that they can be read
 * even if they are replaced. While the symbolizer works, IN_A_HURRY(USER) is asked every few milliseconds; once it
 * answers true, or a signal waits that asks us to stop, nobody waits any longer. NULL: only the time limit counts. */
void bd__symbols_begin(bool (*in_a_hurry)(const void *user), const void *user);

/* The frames of these COUNT addresses, in order, at most ROOM; a call that was inlined is a frame of its own. An address of
 * no module makes a frame about which nothing is known. Returns how many. */
size_t bd__symbols_find(const uintptr_t *at, size_t count, struct bd__frame *frame, size_t room);

/* ---- within the module ---- */

/* An address as a file knows it. */
struct bd__symbol_place {
    const struct bd__loaded *module;
    uint64_t offset;
};

/* symbolizer.c: asks llvm-symbolizer. ANSWER gets, for PLACES in order, pairs of lines (function, file:line:column), an
 * empty line behind each place; owned by the caller. NULL if there is no symbolizer, or it failed or was too slow. */
char *bd__symbols_ask(const struct bd__symbol_place *place, size_t count);
void bd__symbols_ask_unless(bool (*in_a_hurry)(const void *user), const void *user);

#endif
