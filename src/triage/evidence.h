/* evidence.h: what one run of a failing input showed: how it ended, its stack, its stderr. A report is made of it. */
#ifndef BD_TRIAGE_EVIDENCE_H
#define BD_TRIAGE_EVIDENCE_H

#include "triage/identify.h"

struct bd__evidence {
    struct bd__outcome outcome;
    struct bd__identity identity;
    struct bd__text output; /* owned; what the worker wrote to stderr */
    bool alone;             /* the output is that of this run and of no other */
};

/* Replaces EVIDENCE, which may be zero, by that of the failure OUTCOME, whose worker left PULSE and OUTPUT. */
void bd__evidence_take(struct bd__evidence *evidence, const struct bd__outcome *outcome, const struct bd__pulse *pulse,
                       const char *output);
void bd__evidence_clear(struct bd__evidence *evidence);

/* Adds to REPORT what a person wants to know: SIGNATURE, stack, stderr. The first line, what failed where, is the
 * caller's. */
void bd__evidence_report(struct bd__text *report, const struct bd__evidence *evidence, const char *signature);

#endif
