/* signature.h: which bug is it? Two failures with the same signature count as one.
 *
 * A signature is the kind of the failure and its place: the innermost function of the software under test, and the line.
 * Callers are no part of it: two ways to one bug are one bug.
 *
 *   heap-buffer-overflow in store at name.c:11        a sanitizer's report
 *   signed integer overflow in scale at number.c:118  UndefinedBehaviorSanitizer
 *   assertion in insert at set.c:19: size > 0         assert(): its condition, too
 *   SIGSEGV in store at name.c:11                     own unwinding, where there is no sanitizer
 *   SIGSEGV in store+0x1c                             the same without debug information
 *   double-free in xfree at util.c:7, drop at list.c:30    a function that only passes something on: its caller, too
 *   stack-overflow in parse_value                     what recurs: how deep it broke is chance
 *   timeout in skip_blanks                            the function that goes on: where in it is chance
 *
 * Frames of sanitizers, libc and this library are left out: they say nothing about the bug. docs/run-directory.md has the
 * rules and their reasons, for users.
 */
#ifndef BD_TRIAGE_SIGNATURE_H
#define BD_TRIAGE_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>

#include "triage/frames.h"

struct bd__signature {
    char kind[64];
    char text[384]; /* KIND and the place; one line, without tabs */
};

/* Are they the same bug? The name of a function does not matter where the line is known: one that was inlined goes by the
 * name of another if nobody could ask llvm-symbolizer. */
bool bd__signature_same(const struct bd__signature *a, const struct bd__signature *b);
/* The same for the same bug. */
uint64_t bd__signature_hash(const struct bd__signature *signature);

/* The same for bugs of one kind in one function, also when lines move from one build to the next. */
uint64_t bd__signature_hash_without_lines(const struct bd__signature *signature);

/* True if REPORT tells of a failure. The COUNT frames are those of the process that wrote it, by its own unwinding; without
 * any (0), the first stack of the report counts. */
bool bd__signature_read(struct bd__signature *signature, const char *report, const struct bd__frame *frame,
                        size_t count);

/* The signature of a failure of which only the KIND is known. */
void bd__signature_of_kind(struct bd__signature *signature, const char *kind);

/* The signature of a failure of this KIND, whose stack these COUNT frames are. */
void bd__signature_of_stack(struct bd__signature *signature, const char *kind, const struct bd__frame *frame,
                            size_t count);

/* The frames of the first stack of REPORT that are of the software under test: how many. */
size_t bd__signature_frames(const char *report, struct bd__frame *frame, size_t room);

/* OUTPUT may hold what many runs wrote: where its last report of a sanitizer begins, or NULL. */
const char *bd__signature_last_report(const char *output);
/* Is the last report of OUTPUT still being written? */
bool bd__signature_unfinished(const char *output);
/* The last failed assertion that OUTPUT tells of, BEFORE ("generator: ", or "") its kind; false if there is none. FRAME: the
 * stack, of which COUNT frames are known; an assertion in a header of the system is named by who used it wrongly. */
bool bd__signature_assertion(struct bd__signature *signature, const char *before, const char *output,
                             const struct bd__frame *frame, size_t count);
/* What a C library says before it aborts, in a word (double-free, …); NULL if it said nothing. */
const char *bd__signature_abort_kind(const char *output);

#endif
