#include "report/number.h"

#include "unit/test.h"

TEST(thousands_have_commas)
{
    CHECK_EQ_STR(bd__number(0, 0).text, "0");
    CHECK_EQ_STR(bd__number(999, 0).text, "999");
    CHECK_EQ_STR(bd__number(1000, 0).text, "1,000");
    CHECK_EQ_STR(bd__number(2045915, 0).text, "2,045,915");
    CHECK_EQ_STR(bd__number(12345.678, 2).text, "12,345.68");
    CHECK_EQ_STR(bd__number(-1234.5, 1).text, "-1,234.5");
    CHECK_EQ_STR(bd__number(-123, 0).text, "-123");
    CHECK_EQ_STR(bd__number(1e17, 0).text, "100,000,000,000,000,000");
}

TEST(what_is_not_known_is_a_dash)
{
    CHECK_EQ_STR(bd__number(NAN, 1).text, "–");
    CHECK_EQ_STR(bd__number(INFINITY, 0).text, "–");
    CHECK_EQ_STR(bd__number(1e300, 0).text, "1e+300");
}

TEST(about_four_digits_are_shown)
{
    CHECK_EQ_STR(bd__number(88.1234, bd__number_decimals(88.1234)).text, "88.12");
    CHECK_EQ_STR(bd__number(881.234, bd__number_decimals(881.234)).text, "881.2");
    CHECK_EQ_STR(bd__number(8812.34, bd__number_decimals(8812.34)).text, "8,812");
    CHECK_EQ_STR(bd__number(0.00712, bd__number_decimals(0.00712)).text, "0.007");
    CHECK_EQ_STR(bd__number(0, bd__number_decimals(0)).text, "0");
}

TEST(ticks_are_short)
{
    CHECK_EQ_STR(bd__number_short(0).text, "0");
    CHECK_EQ_STR(bd__number_short(2500).text, "2500");
    CHECK_EQ_STR(bd__number_short(20000).text, "20k");
    CHECK_EQ_STR(bd__number_short(1500000).text, "1.5M");
    CHECK_EQ_STR(bd__number_short(0.25).text, "0.25");
}

TEST(small_p_has_more_digits)
{
    CHECK_EQ_STR(bd__number_p(0.5).text, "0.500");
    CHECK_EQ_STR(bd__number_p(2.0 / 252).text, "0.0079");
    CHECK_EQ_STR(bd__number_p(1e-7).text, "< 0.0001");
}
