/* identify.h: which bug is a failure? From the report that a sanitizer wrote, else from the worker's own stack. */
#ifndef BD_TRIAGE_IDENTIFY_H
#define BD_TRIAGE_IDENTIFY_H

#include "base/text.h"
#include "exec/pulse.h"
#include "triage/signature.h"
#include "trial/trial.h"

enum { BD__IDENTITY_FRAMES = 32 };

struct bd__identity {
    struct bd__signature signature;
    struct bd__frame *frame; /* owned; BD__IDENTITY_FRAMES at most, of the software under test, innermost first */
    size_t frame_count;
    struct bd__text stack; /* owned; the own stack, for people; "" if there is none, or a report has it */
};

/* Which bug is the failure OUTCOME, whose worker left OUTPUT on stderr, and its stack (own unwinding) in PULSE? */
void bd__identify(struct bd__signature *signature, const struct bd__outcome *outcome, const struct bd__pulse *pulse,
                  const char *output);

/* The same with all that is known about it; to be cleared. */
void bd__identify_fully(struct bd__identity *identity, const struct bd__outcome *outcome, const struct bd__pulse *pulse,
                        const char *output);
void bd__identity_clear(struct bd__identity *identity);

#endif
