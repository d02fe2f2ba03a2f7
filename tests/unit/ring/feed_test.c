#include "ring/feed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/test.h"

static struct bd__feed *make(void)
{
    return calloc(1, sizeof(struct bd__feed));
}

TEST(feed_gives_tapes_in_order)
{
    struct bd__feed *feed = make();
    struct bd__text text = {0};
    CHECK(bd__feed_put(feed, "first", 5));
    CHECK(bd__feed_put(feed, "", 0));
    CHECK(bd__feed_put(feed, "third", 5));
    CHECK(bd__feed_take(feed, &text) && strcmp(bd__text_str(&text), "first") == 0);
    CHECK(bd__feed_take(feed, &text) && text.size == 0);
    CHECK(bd__feed_take(feed, &text) && text.size == 5 && memcmp(text.data, "third", 5) == 0);
    CHECK(!bd__feed_take(feed, &text));
    bd__text_clear(&text);
    free(feed);
}

TEST(feed_is_done_when_the_worker_asks_for_more)
{
    struct bd__feed *feed = make();
    struct bd__text text = {0};
    CHECK(bd__feed_is_done(feed));
    CHECK(bd__feed_put(feed, "a", 1));
    CHECK(!bd__feed_is_done(feed));
    CHECK(bd__feed_take(feed, &text));
    CHECK(!bd__feed_is_done(feed)); /* it is being tried */
    CHECK(!bd__feed_take(feed, &text));
    CHECK(bd__feed_is_done(feed));
    bd__text_clear(&text);
    free(feed);
}

TEST(feed_goes_round_and_is_full_at_times)
{
    enum { SIZE = 100003, ROUNDS = 300 };
    struct bd__feed *feed = make();
    struct bd__text text = {0};
    char *tape = malloc(SIZE);
    unsigned put = 0, taken = 0, full = 0;
    while (taken < ROUNDS) {
        memset(tape, 'a' + (int)(put % 26), SIZE);
        bool there_was_room = bd__feed_put(feed, tape, SIZE);
        put += there_was_room;
        full += !there_was_room;
        if (there_was_room) { continue; }
        for (int i = 0; i < 7; i++, taken++) {
            CHECK(bd__feed_take(feed, &text));
            CHECK(text.size == SIZE && text.data[0] == (char)('a' + taken % 26) && text.data[SIZE - 1] == text.data[0]);
        }
    }
    CHECK(full > 0);
    bd__text_clear(&text);
    free(tape);
    free(feed);
}

TEST(feed_that_was_overwritten_gives_nothing)
{
    struct bd__feed *feed = make();
    struct bd__text text = {0};
    CHECK(bd__feed_put(feed, "tape", 4));
    memset(feed->data, 0xff, 16);
    CHECK(!bd__feed_take(feed, &text));
    CHECK(!bd__feed_take(feed, &text));
    atomic_store(&feed->taken, UINT64_MAX / 2);
    CHECK(!bd__feed_take(feed, &text));
    CHECK(!bd__feed_put(feed, "tape", 4));
    bd__text_clear(&text);
    free(feed);
}

TEST(feed_drops_a_tape_that_can_never_fit)
{
    struct bd__feed *feed = make();
    char *tape = calloc(1, BD__FEED_SIZE);
    CHECK(bd__feed_put(feed, tape, BD__FEED_SIZE));
    CHECK(bd__feed_is_done(feed));
    free(tape);
    free(feed);
}
