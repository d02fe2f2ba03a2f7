/* evidence.h: what one run of a failing input showed: how it ended, its stack, its stderr. Reports are written from
 * it. */
#ifndef BD_TRIAGE_EVIDENCE_H
#define BD_TRIAGE_EVIDENCE_H

#include "triage/identify.h"

struct bd__evidence {
    struct bd__outcome outcome;
    struct bd__identity identity;
    struct bd__text output; /* owned; what the worker wrote to stderr */
    bool alone;             /* the output is from this run only */
};

/* Fills EVIDENCE with that of the failure OUTCOME, whose worker left PULSE and OUTPUT. EVIDENCE must be zero or filled
 * before; clear it at the end. */
void bd__evidence_take(struct bd__evidence *evidence, const struct bd__outcome *outcome, const struct bd__pulse *pulse,
                       const char *output);
void bd__evidence_clear(struct bd__evidence *evidence);

/* Adds SIGNATURE, stack and stderr to REPORT. The caller writes the first line, which says what failed. */
void bd__evidence_report(struct bd__text *report, const struct bd__evidence *evidence, const char *signature);

#endif
