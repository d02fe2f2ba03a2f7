/* signature.h: which bug is it? Two failures with the same signature count as one.
 *
 * A signature is made of what a program wrote before it died: the kind of the failure, and where in the
 * software under test it happened:
 *
 *   heap-buffer-overflow in store_past, parse_name, run     the top frames of the first stack of AddressSanitizer
 *   stack-overflow in parse_list, parse_value               functions that recur: how deep it broke is chance
 *   shift exponent at number.c:118                          UndefinedBehaviorSanitizer
 *   assertion in insert: size > 0                           assert(), if there is no stack
 *
 *   SIGSEGV in store_past, parse_name, run                  own unwinding, where there is no sanitizer
 *   timeout in skip_blanks, parse                           the innermost function that went on all the time
 *
 * Frames of sanitizers, libc and this library are left out: they say nothing about the bug.
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

/* True if REPORT tells of a failure and its place. */
bool bd__signature_read(struct bd__signature *signature, const char *report);

/* The signature of a failure of which only the KIND is known. */
void bd__signature_of_kind(struct bd__signature *signature, const char *kind);

/* The signature of a failure of this KIND, whose stack these COUNT frames are: the innermost three of the software under
 * test; of a stack overflow those that recur. */
void bd__signature_of_stack(struct bd__signature *signature, const char *kind, const struct bd__frame *frame,
                            size_t count);

/* The frames of the first stack of REPORT that are of the software under test: how many. */
size_t bd__signature_frames(const char *report, struct bd__frame *frame, size_t room);

/* OUTPUT may hold what many runs wrote: where its last report of a sanitizer begins, or NULL. */
const char *bd__signature_last_report(const char *output);
/* The last failed assertion that OUTPUT tells of; false if there is none. */
bool bd__signature_assertion(struct bd__signature *signature, const char *output);
/* What a C library says before it aborts, in a word (double-free, …); NULL if it said nothing. */
const char *bd__signature_abort_kind(const char *output);

#endif
