#include "triage/evidence.h"

void bd__evidence_take(struct bd__evidence *e, const struct bd__outcome *outcome, const struct bd__pulse *pulse,
                       const char *output)
{
    bd__evidence_clear(e);
    e->outcome = *outcome;
    bd__text_puts(&e->output, output);
    bd__identify_fully(&e->identity, outcome, pulse, output);
}

void bd__evidence_clear(struct bd__evidence *e)
{
    bd__identity_clear(&e->identity);
    bd__text_clear(&e->output);
    *e = (struct bd__evidence){0};
}

void bd__evidence_report(struct bd__text *report, const struct bd__evidence *e, const char *signature)
{
    bd__text_printf(report, "signature: %s\n\n", signature);
    if (e->outcome.failure == BD__FAIL_ARENA) {
        bd__text_puts(
            report,
            "After this input ran, the fuzzer found that its memory, which the target shares, was overwritten. An "
            "earlier run may have done it.\nA build with AddressSanitizer shows where.\n\n");
    }
    if (e->identity.stack.size) {
        const char *title = bd__outcome_is_limit(&e->outcome)        ? "functions that were active all the time"
                            : e->outcome.failure == BD__FAIL_VERDICT ? "what the target says"
                                                                     : "stack";
        bd__text_printf(report, "%s:\n%s\n", title, bd__text_str(&e->identity.stack));
    }
    if (!e->output.size) {
        bd__text_puts(report, "(nothing on stderr)\n");
        return;
    }
    if (!e->alone) { bd__text_puts(report, "stderr of the worker, which may contain output of earlier trials:\n"); }
    bd__text_puts(report, bd__text_str(&e->output));
}
