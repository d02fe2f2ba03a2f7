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
 * Frames of sanitizers, libc and this library are left out: they say nothing about the bug.
 */
#ifndef BD_TRIAGE_SIGNATURE_H
#define BD_TRIAGE_SIGNATURE_H

#include <stdbool.h>

struct bd__signature {
    char kind[64];
    char text[384]; /* KIND and the place; one line, without tabs */
};

/* True if REPORT tells of a failure and its place. */
bool bd__signature_read(struct bd__signature *signature, const char *report);

/* The signature of a failure of which only the KIND is known. */
void bd__signature_of_kind(struct bd__signature *signature, const char *kind);

#endif
