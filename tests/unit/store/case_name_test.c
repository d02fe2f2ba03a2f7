#include "store/case_name.h"

#include "unit/test.h"

static struct bd__case a_case(void)
{
    return (struct bd__case){.id = 12, .trial = 18446744073709551615u, .op = BD__OP_VALUE, .parent = 3, .mutations = 4};
}

TEST(the_name_in_the_corpus_tells_number_and_trial)
{
    struct bd__text name = {0};
    struct bd__case kept = a_case();
    uint64_t id = 0, trial = 0;
    bd__case_name_in_corpus(&name, &kept);
    CHECK(bd__case_name_is(bd__text_str(&name)));
    CHECK(bd__case_name_id(bd__text_str(&name), &id));
    CHECK(bd__case_name_trial(bd__text_str(&name), &trial));
    CHECK_EQ_U64(id, 12);
    CHECK_EQ_U64(trial, kept.trial);
    bd__text_clear(&name);
}

TEST(a_name_without_numbers_has_none)
{
    uint64_t number = 7;
    CHECK(!bd__case_name_is("README"));
    CHECK(!bd__case_name_id("x,id:3", &number));
    CHECK(!bd__case_name_id("id:", &number));
    CHECK(!bd__case_name_id("id:-1", &number));
    CHECK(!bd__case_name_trial("id:000000,execs:", &number));
    CHECK(!bd__case_name_trial("id:000000", &number));
    CHECK_EQ_U64(number, 7);
}

TEST(the_name_of_every_kind_of_failure_is_read)
{
    static const char *const kinds[BD__FAIL_KINDS] = {
        [BD__FAIL_VERDICT] = "verdict", [BD__FAIL_SIGNAL] = "SIGABRT",      [BD__FAIL_STACK] = "stack",
        [BD__FAIL_EXIT] = "exit 6",     [BD__FAIL_SANITIZER] = "sanitizer", [BD__FAIL_TIMEOUT] = "timeout",
        [BD__FAIL_MEMORY] = "memory",   [BD__FAIL_ARENA] = "arena",
    };
    for (unsigned i = 0; i < 2 * BD__FAIL_KINDS; i++) {
        bool in_generator = i % 2;
        struct bd__failure_name read;
        struct bd__text name = {0}, kind = {0};
        struct bd__case kept = a_case();
        kept.outcome = (struct bd__outcome){BD_FAILURE, (enum bd__failure)(i / 2), 6, in_generator};
        if (kept.outcome.failure == BD__FAIL_NONE) { continue; }
        bd__text_printf(&kind, "%s%s", in_generator ? "generator: " : "", kinds[i / 2]);
        bd__case_name_in_failure(&name, &kept, 4);
        REQUIRE(bd__case_name_read_failure(&read, bd__text_str(&name)));
        CHECK_EQ_STR(read.kind, bd__text_str(&kind));
        CHECK_EQ_U64(read.trial, kept.trial);
        bd__text_clear(&name);
        bd__text_clear(&kind);
    }
}

static void check_name(const char *name, const char *kind, uint64_t trial, int line)
{
    struct bd__failure_name failure = {"", 0};
    test_check(bd__case_name_read_failure(&failure, name), __FILE__, line, name);
    test_eq_str(failure.kind, kind, __FILE__, line, "kind");
    test_eq_u64(failure.trial, trial, __FILE__, line, "trial");
}

TEST(names_of_failures_tell_kind_and_trial)
{
    check_name("id:000000,sig:06,src:000001,execs:3600,op:structure,rep:12", "SIGABRT", 3600, __LINE__);
    check_name("id:000001,sig:11,execs:1,op:fresh", "SIGSEGV", 1, __LINE__);
    check_name("id:000002,exit:03,execs:7,op:fresh", "exit 3", 7, __LINE__);
    check_name("id:000003,timeout,execs:8,op:fresh", "timeout", 8, __LINE__);
    check_name("id:000004,sanitizer,generator,execs:9,op:fresh", "generator: sanitizer", 9, __LINE__);
}

TEST(other_names_are_no_failures)
{
    static const char *const names[] = {".",
                                        "..",
                                        "README",
                                        "id:000000",
                                        "id:000000,execs",
                                        "x,execs:3",
                                        "id:000000,sig:06,execs:3600,op:fresh.tape",
                                        "id:000000,sig:06,execs:3600,op:fresh.log",
                                        "id:000000,sig:06,execs:3600,op:fresh.tmp"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct bd__failure_name failure;
        CHECK(!bd__case_name_read_failure(&failure, names[i]));
    }
}
