#include "trial/trial.h"

#include <stdio.h>
#include <string.h>

const char *const bd__op_names[] = {
    [BD__OP_FRESH] = "fresh",   [BD__OP_HAVOC] = "havoc",       [BD__OP_STRUCTURE] = "structure",
    [BD__OP_VALUE] = "value",   [BD__OP_SIMPLEST] = "simplest", [BD__OP_REPLAY] = "replay",
    [BD__OP_POLICY] = "policy", [BD__OP_SEED] = "seed",         [BD__OP_CUSTOM] = "custom",
};

struct bd__case bd__case_of(const struct bd__trial *trial)
{
    return (struct bd__case){
        .trial = trial->number,
        .op = trial->plan.op,
        .parent = trial->plan.parent,
        .mutations = trial->plan.mutations,
        .choices = trial->choices,
        .bytes = {trial->input.data, trial->input.size},
        .outcome = trial->outcome,
        .trace = trial->trace.hash,
        .branch_count = (uint32_t)trial->trace.branch_count,
        .reach = trial->novelty.reach,
        .valid_reach = trial->novelty.valid_reach,
        .new_bucket = trial->novelty.bucket || trial->novelty.valid_bucket,
        .new_branch = trial->novelty.branch_count > 0,
        .new_valid_branch = trial->novelty.valid_branch_count > 0,
    };
}

int bd__outcome_exit_code(const struct bd__outcome *outcome)
{
    if (outcome->verdict != BD_FAILURE) { return 0; }
    return outcome->failure == BD__FAIL_TIMEOUT ? 70 : outcome->failure == BD__FAIL_MEMORY ? 71 : 77;
}

const char *bd__outcome_describe(const struct bd__outcome *outcome, char *text, size_t size)
{
    const char *abbreviation;
    switch (outcome->failure) {
    case BD__FAIL_NONE: snprintf(text, size, "no failure"); break;
    case BD__FAIL_VERDICT: snprintf(text, size, "the target's own verdict"); break;
    case BD__FAIL_SIGNAL:
        abbreviation = sigabbrev_np(outcome->detail);
        if (abbreviation) {
            snprintf(text, size, "SIG%s", abbreviation);
        } else {
            snprintf(text, size, "signal %d", outcome->detail);
        }
        break;
    case BD__FAIL_STACK: snprintf(text, size, "stack overflow"); break;
    case BD__FAIL_SANITIZER: snprintf(text, size, "sanitizer report"); break;
    case BD__FAIL_EXIT: snprintf(text, size, "exit(%d)", outcome->detail); break;
    case BD__FAIL_TIMEOUT: snprintf(text, size, "timeout"); break;
    case BD__FAIL_MEMORY: snprintf(text, size, "memory limit"); break;
    case BD__FAIL_ARENA: snprintf(text, size, "wrote into the fuzzer's memory"); break;
    }
    return text;
}
