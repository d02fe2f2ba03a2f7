#include "store/readback.h"

#include <sys/stat.h>

#include "unit/scratch.h"
#include "unit/test.h"

TEST(figures_are_found_by_their_whole_key)
{
    char value[32];
    mkdir(scratch("run"), 0755);
    scratch_puts(scratch("run/fuzzer_stats"),
                 "valid_b0          : 7\nvalid             : 123\nstability         : 99.50%\n"
                 "command_line      : x: -o y\n");
    REQUIRE(bd__readback_figure(scratch("run"), "valid", value, sizeof value));
    CHECK_EQ_STR(value, "123");
    CHECK(bd__readback_figure(scratch("run"), "command_line", value, sizeof value));
    CHECK_EQ_STR(value, "x: -o y");
    CHECK(!bd__readback_figure(scratch("run"), "vali", value, sizeof value));
    CHECK(!bd__readback_figure(scratch("run"), "invalid", value, sizeof value));
    CHECK(!bd__readback_figure(scratch("no"), "valid", value, sizeof value));
    CHECK_NEAR(bd__readback_number(scratch("run"), "stability"), 99.5, 0);
    CHECK_NEAR(bd__readback_number(scratch("run"), "nothing"), 0, 0);
}

TEST(a_key_at_the_very_end_has_no_value)
{
    char value[32] = "before";
    mkdir(scratch("cut"), 0755);
    scratch_puts(scratch("cut/fuzzer_stats"), "valid:\ninvalid   :");
    CHECK(bd__readback_figure(scratch("cut"), "valid", value, sizeof value));
    CHECK_EQ_STR(value, "");
    CHECK(bd__readback_figure(scratch("cut"), "invalid", value, sizeof value));
    CHECK_EQ_STR(value, "");
}

static void check_name(const char *name, const char *kind, uint64_t trial, int line)
{
    struct bd__readback_failure failure = {"", 0};
    test_check(bd__readback_failure_name(&failure, name), __FILE__, line, name);
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
        struct bd__readback_failure failure;
        CHECK(!bd__readback_failure_name(&failure, names[i]));
    }
}
