/* identify.h: finds the signature of a failure, from a sanitizer's report or else from the stack in the pulse. */
#ifndef BD_TRIAGE_IDENTIFY_H
#define BD_TRIAGE_IDENTIFY_H

#include "base/text.h"
#include "exec/pulse.h"
#include "triage/signature.h"
#include "trial/trial.h"

enum { BD__IDENTITY_FRAMES = 32 };

struct bd__identity {
    struct bd__signature signature;
    struct bd__frame *frame; /* owned; at most BD__IDENTITY_FRAMES of the software under test, innermost first */
    size_t frame_count;
    struct bd__text stack; /* owned; the stored stack, to be read by people; "" if there is none, or a report has one */
};

/* Finds the signature of the failure OUTCOME, whose worker left OUTPUT on stderr, and its stack (by our own unwinding)
 * in PULSE. */
void bd__identify(struct bd__signature *signature, const struct bd__outcome *outcome, const struct bd__pulse *pulse,
                  const char *output);

/* The same, with everything else that is known. The caller must clear IDENTITY. */
void bd__identify_fully(struct bd__identity *identity, const struct bd__outcome *outcome, const struct bd__pulse *pulse,
                        const char *output);
void bd__identity_clear(struct bd__identity *identity);

#endif
