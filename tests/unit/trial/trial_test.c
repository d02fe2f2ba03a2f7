#include "trial/trial.h"

#include <signal.h>

#include "unit/test.h"

static const char *describe(enum bd__failure failure, int detail)
{
    static char text[64];
    struct bd__outcome outcome = {.verdict = BD_FAILURE, .failure = failure, .detail = detail};
    return bd__outcome_describe(&outcome, text, sizeof text);
}

TEST(every_failure_has_a_description)
{
    CHECK_EQ_STR(describe(BD__FAIL_NONE, 0), "no failure");
    CHECK_EQ_STR(describe(BD__FAIL_VERDICT, 0), "the target's own verdict");
    CHECK_EQ_STR(describe(BD__FAIL_SIGNAL, SIGSEGV), "SIGSEGV");
    CHECK_EQ_STR(describe(BD__FAIL_SIGNAL, SIGABRT), "SIGABRT");
    CHECK_EQ_STR(describe(BD__FAIL_SIGNAL, 200), "signal 200");
    CHECK_EQ_STR(describe(BD__FAIL_STACK, 0), "stack overflow");
    CHECK_EQ_STR(describe(BD__FAIL_SANITIZER, 0), "sanitizer report");
    CHECK_EQ_STR(describe(BD__FAIL_EXIT, 3), "exit(3)");
    CHECK_EQ_STR(describe(BD__FAIL_TIMEOUT, 0), "timeout");
    CHECK_EQ_STR(describe(BD__FAIL_MEMORY, 0), "memory limit");
}

TEST(every_operation_has_a_name)
{
    static const char *const names[] = {"fresh", "havoc", "structure", "value", "simplest", "replay", "policy"};
    for (int op = BD__OP_FRESH; op <= BD__OP_REPLAY; op++) { CHECK_EQ_STR(bd__op_names[op], names[op]); }
}

TEST(a_case_shows_its_trial)
{
    struct bd__trial trial = {
        .number = 17,
        .plan = {.op = BD__OP_VALUE, .parent = 4, .mutations = 9},
        .choices = {.signature = 0xabc, .choice_count = 3},
        .input = {.data = (const uint8_t *)"abc", .size = 3},
        .outcome = {.verdict = BD_INVALID},
        .trace = {.hash = 0xdef, .branch_count = 12},
    };
    struct bd__case kept = bd__case_of(&trial);
    CHECK_EQ_U64(kept.trial, 17);
    CHECK(kept.op == BD__OP_VALUE && kept.parent == 4 && kept.mutations == 9);
    CHECK_EQ_U64(kept.choices.signature, 0xabc);
    CHECK_EQ_U64(kept.choices.choice_count, 3);
    CHECK(kept.bytes.size == 3 && memcmp(kept.bytes.data, "abc", 3) == 0);
    CHECK(kept.outcome.verdict == BD_INVALID);
    CHECK(kept.trace == 0xdef && kept.branch_count == 12);
    CHECK(!kept.new_bucket && !kept.new_branch && !kept.new_valid_branch);
}

TEST(a_case_says_what_was_new_about_its_trial)
{
    struct bd__trial trial = {.novelty = {.bucket = true}};
    CHECK(bd__case_of(&trial).new_bucket);
    trial.novelty = (struct bd__novelty){.valid_bucket = true};
    CHECK(bd__case_of(&trial).new_bucket);
    trial.novelty = (struct bd__novelty){.branch_count = 2};
    CHECK(bd__case_of(&trial).new_branch && !bd__case_of(&trial).new_valid_branch);
    trial.novelty = (struct bd__novelty){.valid_branch_count = 1};
    CHECK(!bd__case_of(&trial).new_branch && bd__case_of(&trial).new_valid_branch);
}

TEST(a_failure_is_read_back_from_its_code)
{
    for (int failure = BD__FAIL_NONE + 1; failure < BD__FAIL_KINDS; failure++) {
        for (int generator = 0; generator < 2; generator++) {
            char code[32];
            bool detailed = failure == BD__FAIL_SIGNAL || failure == BD__FAIL_EXIT;
            struct bd__outcome made = {BD_FAILURE, (enum bd__failure)failure, detailed ? 7 : 0, generator}, read = {0};
            REQUIRE(bd__outcome_from_code(&read, bd__outcome_code(&made, code, sizeof code)));
            CHECK(read.verdict == BD_FAILURE && read.failure == made.failure && read.detail == made.detail);
            CHECK(read.in_generator == made.in_generator);
        }
    }
}

TEST(what_is_no_code_is_refused)
{
    static const char *const words[] = {"",       "none",      "sig",      "sig:",        "sig:x",   "sig:1000",
                                        "sig:-1", "timeout:1", "timeouts", "timeout,gen", "SIGSEGV", "exit(3)"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct bd__outcome outcome = {.verdict = BD_INVALID};
        CHECK(!bd__outcome_from_code(&outcome, words[i]));
        CHECK(outcome.verdict == BD_INVALID);
    }
}
