#include "campaign/share.h"

#include "unit/test.h"

/* Looks every second of CPU time, for SECONDS of both together: FAST and SANITIZED failures per 100 s of their own. */
static void run_for(struct bd__share *share, double seconds, double fast, double sanitized)
{
    struct bd__yield f = share->fast, s = share->sanitized;
    for (double t = 0; t < seconds; t++) {
        double theirs = share->now, ours = 1 - share->now;
        f.seconds += ours, f.failures += ours * fast / 100;
        s.seconds += theirs, s.failures += theirs * sanitized / 100;
        bd__share_look(share, f, s);
    }
}

TEST(share_begins_at_a_third)
{
    struct bd__share share;
    bd__share_begin(&share, 0, 1);
    CHECK(share.now > 0.333 && share.now < 0.334);
    CHECK(!share.unlimited);
}

TEST(share_is_unlimited_only_with_another_processor_and_if_none_is_given)
{
    struct bd__share share;
    bd__share_begin(&share, 0, 2);
    CHECK(share.unlimited);
    bd__share_begin(&share, 0.2, 2);
    CHECK(!share.unlimited);
    CHECK(share.now == 0.2);
}

TEST(share_allows_that_part_of_the_time_of_both)
{
    struct bd__share share;
    bd__share_begin(&share, 0.25, 1);
    bd__share_look(&share, (struct bd__yield){0, 6}, (struct bd__yield){0, 0});
    CHECK(share.allowed > 1.99 && share.allowed < 2.01); /* 2 of 8 */
}

TEST(share_stays_where_it_is_while_nothing_is_found)
{
    struct bd__share share;
    bd__share_begin(&share, 0.3, 1);
    run_for(&share, 30, 0, 0);
    CHECK(share.now > 0.25 && share.now < 0.4);
}

TEST(share_moves_to_the_build_that_finds_more_and_stays_within_bounds)
{
    struct bd__share share;
    bd__share_begin(&share, 0.3, 1);
    run_for(&share, 600, 0, 20);
    CHECK(share.now > 0.5 && share.now <= share.most);
    run_for(&share, 3000, 20, 0);
    CHECK(share.now < 0.2 && share.now >= share.least);
}

TEST(share_of_a_failure_long_ago_is_forgotten)
{
    struct bd__share share;
    bd__share_begin(&share, 0.3, 1);
    run_for(&share, 300, 0, 20);
    double after = share.now;
    run_for(&share, 6000, 0, 0);
    CHECK(share.now < after);
}
