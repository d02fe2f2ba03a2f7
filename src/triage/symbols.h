/* symbols.h: addresses of this program → functions, files and lines.
 *
 *   address ──► running module + offset ──► its symbol table: functions; its line table: files and lines
 *               (loaded.h)                  then llvm-symbolizer: inlined functions too
 *
 * Answers are cached, so a thousand failures in one place are looked up once. The symbolizer is a child process:
 * $BEDIV_SYMBOLIZER, or llvm-symbolizer-19 or llvm-symbolizer from $PATH. It is optional: if it is missing or slow, we
 * use what we read ourselves. If it was too slow once, it is not asked again.
 */
#ifndef BD_TRIAGE_SYMBOLS_H
#define BD_TRIAGE_SYMBOLS_H

#include "triage/frames.h"
#include "triage/loaded.h"

/* Optional; call it when a campaign starts. Holds the running files open (loaded.h), so that they can be read even
 * after they were replaced. While the symbolizer works, IN_A_HURRY(USER) is called every few milliseconds. Once it
 * returns true, or a signal that asks us to stop is pending, we stop waiting. IN_A_HURRY may be NULL. */
void bd__symbols_begin(bool (*in_a_hurry)(const void *user), const void *user);

/* Finds the frames of these COUNT addresses, in order, at most ROOM. An inlined call gives a frame of its own. An
 * address outside all modules gives a frame about which nothing is known. Returns the number of frames. */
size_t bd__symbols_find(const uintptr_t *at, size_t count, struct bd__frame *frame, size_t room);

/* ---- within the module ---- */

/* An address as used in a file. */
struct bd__symbol_place {
    const struct bd__loaded *module;
    uint64_t offset;
};

/* symbolizer.c: asks llvm-symbolizer. The answer has, for each place in order, pairs of lines (function,
 * file:line:column) and then an empty line. The caller must free it. NULL if there is no symbolizer, or if it failed or
 * took too long. */
char *bd__symbols_ask(const struct bd__symbol_place *place, size_t count);
void bd__symbols_ask_unless(bool (*in_a_hurry)(const void *user), const void *user);

#endif
