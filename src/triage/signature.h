/* signature.h: tells bugs apart. Failures with the same signature count as one distinct failure.
 *
 * A signature is the kind of the failure and its place: the innermost function of the software under test, and the
 * line. Callers are usually not part of it: two ways to the same bug are still one bug. The exceptions are callers of
 * wrappers, leaks and recursion.
 *
 *   heap-buffer-overflow in store at name.c:11        a sanitizer's report
 *   signed integer overflow in scale at number.c:118  UndefinedBehaviorSanitizer
 *   assertion in insert at set.c:19: size > 0         assert(): its condition, too
 *   SIGSEGV in store at name.c:11                     our own unwinding, without a sanitizer
 *   SIGSEGV in store+0x1c                             the same without debug information
 *   double-free in xfree at util.c:7, drop at list.c:30    xfree is a wrapper, so its caller counts, too
 *   stack-overflow in parse_value                     what recurs; the depth at which it broke varies
 *   timeout in skip_blanks                            the function that does not end; the line in it varies
 *
 * Frames of sanitizers, libc and this library are left out, because they say nothing about the bug.
 * docs/run-directory.md has the rules and their reasons, for users.
 */
#ifndef BD_TRIAGE_SIGNATURE_H
#define BD_TRIAGE_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "triage/frames.h"

struct bd__signature {
    char kind[64];
    char text[384]; /* KIND and the place; one line, without tabs */
};

/* Are they the same bug? If the line is known, the name of the function does not matter: without llvm-symbolizer, an
 * inlined function has the name of the one it was inlined into. */
bool bd__signature_same(const struct bd__signature *a, const struct bd__signature *b);
/* A hash that is equal for the same bug. */
uint64_t bd__signature_hash(const struct bd__signature *signature);

/* A hash that is equal for bugs of the same kind in the same function, even if lines move from one build to the
 * next. */
uint64_t bd__signature_hash_without_lines(const struct bd__signature *signature);

/* Reads the signature from REPORT. False if it reports no failure. The COUNT frames are the stack of the process that
 * wrote it, by our own unwinding. If COUNT is 0, the first stack in the report is used. */
bool bd__signature_read(struct bd__signature *signature, const char *report, const struct bd__frame *frame,
                        size_t count);

/* Makes the signature of a failure of which only the KIND is known. */
void bd__signature_of_kind(struct bd__signature *signature, const char *kind);

/* Makes the signature of a failure of this KIND, with these COUNT frames as its stack. */
void bd__signature_of_stack(struct bd__signature *signature, const char *kind, const struct bd__frame *frame,
                            size_t count);

/* Reads the frames of the software under test from the first stack in REPORT, at most ROOM. Returns how many. */
size_t bd__signature_frames(const char *report, struct bd__frame *frame, size_t room);

/* Where the last sanitizer report in OUTPUT, which many runs may have written, begins; NULL if there is none. */
const char *bd__signature_last_report(const char *output);
/* Is process PID still writing the last report in OUTPUT? */
bool bd__signature_unfinished(const char *output, pid_t pid);
/* Makes the signature of the last failed assertion in OUTPUT, with BEFORE ("generator: " or "") before its kind. False
 * if there is none. The COUNT frames are the stack. If the assertion is in a system header, its place is the innermost
 * frame of the software under test. */
bool bd__signature_assertion(struct bd__signature *signature, const char *before, const char *output,
                             const struct bd__frame *frame, size_t count);
/* A word (double-free, …) for the message that a C or C++ library wrote before it aborted; NULL if it wrote none. */
const char *bd__signature_abort_kind(const char *output);

#endif
