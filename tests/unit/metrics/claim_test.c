#include "metrics/claim.h"

#include "unit/test.h"

static const char *claim(double p, double a12, double low, double margin)
{
    return bd__claim_names[bd__claim_of(p, 0.01, a12, low, margin)];
}

TEST(what_may_be_said)
{
    CHECK_EQ_STR(claim(0.001, 0.9, 1.02, 0.98), "better");
    CHECK_EQ_STR(claim(0.001, 0.9, 0.9, 0.98), "better");
    CHECK_EQ_STR(claim(0.5, 0.5, 0.985, 0.98), "not worse");
    CHECK_EQ_STR(claim(0.5, 0.5, 0.97, 0.98), "undecided"); /* no difference was seen, and none is excluded */
    CHECK_EQ_STR(claim(0.001, 0.1, 0.95, 0.98), "worse");
    CHECK_EQ_STR(claim(0.001, 0.1, 0.99, 0.98), "not worse"); /* lower for certain, but by less than the margin */
}

TEST(limits_do_not_count)
{
    CHECK_EQ_STR(claim(0.01, 0.9, 0.5, 0.98), "undecided");
    CHECK_EQ_STR(claim(0.01, 0.1, 0.5, 0.98), "undecided");
    CHECK_EQ_STR(claim(1, 0.5, 0.98, 0.98), "undecided");
}

TEST(without_margin_or_interval_nothing_is_not_worse)
{
    CHECK_EQ_STR(claim(0.5, 0.5, 5, 0), "undecided");
    CHECK_EQ_STR(claim(0.5, 0.5, NAN, 0.98), "undecided");
    CHECK_EQ_STR(claim(0.001, 0.1, NAN, 0.98), "worse");
    CHECK_EQ_STR(claim(1, NAN, NAN, 0.98), "undecided"); /* nothing was compared */
}
