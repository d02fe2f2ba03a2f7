#include "base/scaled.h"

#include "unit/test.h"

static double seconds(const char *text)
{
    double value;
    return bd__scaled_parse(text, bd__durations, &value) ? value : -1;
}

TEST(durations_have_units)
{
    CHECK_NEAR(seconds("90"), 90, 0);
    CHECK_NEAR(seconds("90s"), 90, 0);
    CHECK_NEAR(seconds(".5m"), 30, 0);
    CHECK_NEAR(seconds("2min"), 120, 0);
    CHECK_NEAR(seconds("500ms"), 0.5, 0);
    CHECK_NEAR(seconds("1d"), 86400, 0);
    CHECK_NEAR(seconds("0"), 0, 0);
}

TEST(anything_else_is_none)
{
    static const char *const wrong[] = {"", "s", "-1s", " 1s", "1 s", "1sm", "1S", "1e999", "nan", "inf"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) { CHECK_NEAR(seconds(wrong[i]), -1, 0); }
}
