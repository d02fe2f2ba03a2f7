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
