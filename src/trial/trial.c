#include "trial/trial.h"

#include <stdio.h>
#include <stdlib.h>
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
        .slow = trial->slow,
        .trace = trial->trace.hash,
        .branch_count = (uint32_t)trial->trace.branch_count,
        .reach = trial->novelty.reach,
        .valid_reach = trial->novelty.valid_reach,
        .new_bucket = trial->novelty.bucket || trial->novelty.valid_bucket,
        .new_branch = trial->novelty.branch_count > 0,
        .new_valid_branch = trial->novelty.valid_branch_count > 0,
    };
}

/* ---- outcome --------------------------------------------------------------------------------- */

const char *const bd__verdict_names[] = {
    [BD_VALID] = "valid",         [BD_INVALID] = "invalid", [BD_FAILURE] = "failure",
    [BD_DISCARDED] = "discarded", [BD_LIMITED] = "limited",
};

enum bd_verdict bd__verdict_of(uint32_t said)
{
    return said == BD_VALID || said == BD_FAILURE || said == BD_LIMITED ? (enum bd_verdict)said : BD_INVALID;
}

bool bd__verdict_is_good(enum bd_verdict verdict)
{
    return verdict == BD_VALID || verdict == BD_INVALID || verdict == BD_LIMITED;
}

enum detail { DETAIL_NONE, DETAIL_SIGNAL, DETAIL_STATUS };

static const struct {
    const char *code, *signature, *words;
    enum detail detail;
    int exit_code;
    bool limit;
} kinds[] = {
#define FAILURE(symbol, code, signature, words, detail, exit, limit) \
    {code, signature, words, DETAIL_##detail, exit, limit},
#include "trial/failure_kinds.def"
#undef FAILURE
};

int bd__outcome_exit_code(const struct bd__outcome *outcome)
{
    return outcome->verdict == BD_FAILURE ? kinds[outcome->failure].exit_code : 0;
}

bool bd__outcome_is_limit(const struct bd__outcome *outcome)
{
    return kinds[outcome->failure].limit;
}

const char *bd__outcome_describe(const struct bd__outcome *outcome, char *text, size_t size)
{
    const char *name = kinds[outcome->failure].detail == DETAIL_SIGNAL ? sigabbrev_np(outcome->detail) : NULL;
    if (name) {
        snprintf(text, size, "SIG%s", name);
    } else {
        snprintf(text, size, kinds[outcome->failure].words, outcome->detail);
    }
    return text;
}

const char *bd__outcome_signature(const struct bd__outcome *outcome, char *text, size_t size)
{
    if (kinds[outcome->failure].detail == DETAIL_SIGNAL) { return bd__outcome_describe(outcome, text, size); }
    bool detailed = kinds[outcome->failure].detail != DETAIL_NONE;
    snprintf(text, size, detailed ? "%s %d" : "%s", kinds[outcome->failure].signature, outcome->detail);
    return text;
}

static const char in_generator[] = ",generator";

const char *bd__outcome_code(const struct bd__outcome *outcome, char *text, size_t size)
{
    bool detailed = kinds[outcome->failure].detail != DETAIL_NONE;
    char detail[16] = "";
    if (detailed) { snprintf(detail, sizeof detail, ":%02d", outcome->detail); }
    snprintf(text, size, "%s%s%s", kinds[outcome->failure].code, detail, outcome->in_generator ? in_generator : "");
    return text;
}

bool bd__outcome_from_code(struct bd__outcome *outcome, const char *code)
{
    enum { LARGEST = 999 };
    for (size_t i = 1; i < BD__FAIL_KINDS; i++) {
        size_t length = strlen(kinds[i].code);
        if (strncmp(code, kinds[i].code, length) != 0) { continue; }
        const char *at = code + length;
        struct bd__outcome read = {.verdict = BD_FAILURE, .failure = (enum bd__failure)i};
        if (kinds[i].detail != DETAIL_NONE) {
            char *end;
            if (*at != ':' || at[1] < '0' || at[1] > '9') { continue; }
            unsigned long detail = strtoul(at + 1, &end, 10);
            if (detail > LARGEST) { return false; }
            read.detail = (int)detail;
            at = end;
        }
        read.in_generator = strcmp(at, in_generator) == 0;
        if (*at && !read.in_generator) { continue; }
        *outcome = read;
        return true;
    }
    return false;
}
