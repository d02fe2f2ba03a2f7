#include "base/hashset.h"

#include <stdlib.h>

#include "base/rng.h"
#include "unit/test.h"

static const uint64_t PLENTY = (uint64_t)64 << 20;

struct fixture {
    struct bd__arena *arena;
    struct bd__hashset set;
};

static struct fixture open_set(uint64_t limit_bytes)
{
    struct fixture f = {.arena = bd__arena_create()};
    bd__hashset_init(&f.set, f.arena, limit_bytes);
    return f;
}

/* The I-th of a fixed sequence of distinct random hashes. */
static uint64_t hash_at(uint64_t i)
{
    uint64_t x = i;
    return bd__splitmix(&x);
}

TEST(a_hash_is_fresh_once)
{
    struct fixture f = open_set(PLENTY);
    CHECK(!bd__hashset_has(&f.set, 5000));
    CHECK(bd__hashset_add(&f.set, 5000, false).fresh);
    CHECK(bd__hashset_has(&f.set, 5000));
    CHECK(!bd__hashset_add(&f.set, 5000, false).fresh);
    CHECK_EQ_U64(f.set.count, 1);
    bd__arena_destroy(f.arena);
}

TEST(the_mark_is_fresh_once_whenever_it_comes)
{
    struct fixture f = open_set(PLENTY);
    struct bd__hashset_answer answer = bd__hashset_add(&f.set, 5000, false);
    CHECK(answer.fresh && !answer.fresh_marked);
    answer = bd__hashset_add(&f.set, 5000, true);
    CHECK(!answer.fresh && answer.fresh_marked);
    answer = bd__hashset_add(&f.set, 5000, true);
    CHECK(!answer.fresh && !answer.fresh_marked);
    answer = bd__hashset_add(&f.set, 6000, true);
    CHECK(answer.fresh && answer.fresh_marked);
    CHECK_EQ_U64(f.set.count, 2);
    CHECK_EQ_U64(f.set.marked, 2);
    bd__arena_destroy(f.arena);
}

TEST(adding_without_the_mark_does_not_take_it_away)
{
    struct fixture f = open_set(PLENTY);
    bd__hashset_add(&f.set, 5000, true);
    bd__hashset_add(&f.set, 5000, false);
    CHECK(!bd__hashset_add(&f.set, 5000, true).fresh_marked);
    bd__arena_destroy(f.arena);
}

TEST(the_hashes_zero_and_one_are_members_like_any_other)
{
    for (uint64_t hash = 0; hash < 2; hash++) {
        struct fixture f = open_set(PLENTY);
        CHECK(!bd__hashset_has(&f.set, hash));
        CHECK(bd__hashset_add(&f.set, hash, false).fresh);
        CHECK(bd__hashset_has(&f.set, hash));
        CHECK(!bd__hashset_add(&f.set, hash, false).fresh);
        CHECK(bd__hashset_add(&f.set, hash, true).fresh_marked);
        CHECK(!bd__hashset_add(&f.set, hash, true).fresh_marked);
        CHECK_EQ_U64(f.set.count, 1);
        CHECK_EQ_U64(f.set.marked, 1);
        bd__arena_destroy(f.arena);
    }
}

TEST(hashes_at_the_end_of_the_table_wrap_around)
{
    struct fixture f = open_set(PLENTY);
    for (uint64_t i = 0; i < 100; i++) { CHECK(bd__hashset_add(&f.set, UINT64_MAX - 2 * i, false).fresh); }
    for (uint64_t i = 0; i < 100; i++) { CHECK(bd__hashset_has(&f.set, UINT64_MAX - 2 * i)); }
    CHECK(!bd__hashset_has(&f.set, UINT64_MAX - 200));
    bd__arena_destroy(f.arena);
}

TEST(it_agrees_with_a_naive_set_over_a_million_additions)
{
    enum { MEMBERS = 300000 };
    struct fixture f = open_set(PLENTY);
    uint8_t *naive = calloc(1, MEMBERS); /* bit 0: in the set, bit 1: with the mark */
    struct bd__rng rng;
    bd__rng_init(&rng, 1, 0);
    uint64_t count = 0, marked = 0;
    for (int i = 0; i < 1000000; i++) {
        uint64_t member = bd__rng_upto(&rng, MEMBERS - 1);
        bool mark = bd__rng_upto(&rng, 3) == 0;
        bool fresh = !(naive[member] & 1), fresh_marked = mark && !(naive[member] & 2);
        naive[member] |= (uint8_t)(1 | (mark ? 2 : 0));
        count += fresh;
        marked += fresh_marked;
        struct bd__hashset_answer answer = bd__hashset_add(&f.set, hash_at(member), mark);
        REQUIRE(answer.fresh == fresh && answer.fresh_marked == fresh_marked);
        REQUIRE(f.set.count == count && f.set.marked == marked);
    }
    for (uint64_t i = 0; i < MEMBERS; i++) { REQUIRE(bd__hashset_has(&f.set, hash_at(i)) == (naive[i] & 1)); }
    CHECK(!f.set.approximate);
    free(naive);
    bd__arena_destroy(f.arena);
}

TEST(growing_keeps_all_members_and_their_marks)
{
    struct fixture f = open_set(PLENTY);
    for (uint64_t i = 0; i < 200000; i++) {
        unsigned before = f.set.table->bits;
        bd__hashset_add(&f.set, hash_at(i), i % 3 == 0);
        if (f.set.table->bits == before) { continue; }
        for (uint64_t k = 0; k <= i; k++) { REQUIRE(bd__hashset_has(&f.set, hash_at(k))); }
    }
    CHECK(f.set.table->bits > 16);
    for (uint64_t i = 0; i < 200000; i++) {
        struct bd__hashset_answer answer = bd__hashset_add(&f.set, hash_at(i), true);
        REQUIRE(!answer.fresh && answer.fresh_marked == (i % 3 != 0));
    }
    for (uint64_t i = 200000; i < 300000; i++) { REQUIRE(!bd__hashset_has(&f.set, hash_at(i))); }
    bd__arena_destroy(f.arena);
}

TEST(the_table_never_outgrows_its_limit)
{
    enum { LIMIT = 1 << 20 };
    struct fixture f = open_set(LIMIT);
    for (uint64_t i = 0; i < 500000; i++) { bd__hashset_add(&f.set, hash_at(i), false); }
    CHECK((sizeof(uint64_t) << f.set.table->bits) <= LIMIT);
    CHECK((sizeof(uint64_t) << f.set.table->bits) > LIMIT / 2);
    bd__arena_destroy(f.arena);
}

TEST(at_the_limit_it_says_approximate_and_never_counts_too_few)
{
    struct fixture f = open_set(1 << 16);
    struct bd__rng rng;
    bd__rng_init(&rng, 2, 0);
    enum { MEMBERS = 50000 };
    uint8_t *naive = calloc(1, MEMBERS);
    uint64_t count = 0, marked = 0;
    for (int i = 0; i < 300000; i++) {
        uint64_t member = bd__rng_upto(&rng, MEMBERS - 1);
        bool mark = bd__rng_coin(&rng);
        bool fresh = !(naive[member] & 1), fresh_marked = mark && !(naive[member] & 2);
        naive[member] |= (uint8_t)(1 | (mark ? 2 : 0));
        count += fresh;
        marked += fresh_marked;
        struct bd__hashset_answer answer = bd__hashset_add(&f.set, hash_at(member), mark);
        REQUIRE(answer.fresh || !fresh); /* what is new is never treated as known */
        REQUIRE(answer.fresh_marked || !fresh_marked);
        REQUIRE(bd__hashset_has(&f.set, hash_at(member)));
        if (!f.set.approximate) { REQUIRE(f.set.count == count && f.set.marked == marked); }
    }
    CHECK(f.set.approximate);
    CHECK(f.set.count > count);
    CHECK(f.set.marked >= marked);
    free(naive);
    bd__arena_destroy(f.arena);
}

TEST(at_the_limit_it_still_knows_what_came_lately)
{
    struct fixture f = open_set(1 << 16); /* 8192 slots */
    for (uint64_t i = 0; i < 100000; i++) { bd__hashset_add(&f.set, hash_at(i), false); }
    unsigned known = 0;
    for (uint64_t i = 99000; i < 100000; i++) { known += bd__hashset_has(&f.set, hash_at(i)); }
    CHECK(known > 800);
    bd__arena_destroy(f.arena);
}

TEST(a_tiny_limit_still_leaves_a_first_table)
{
    struct fixture f = open_set(0);
    for (uint64_t i = 0; i < 2000; i++) { CHECK(bd__hashset_add(&f.set, hash_at(i), false).fresh); }
    CHECK(!f.set.approximate);
    CHECK_EQ_U64(f.set.count, 2000);
    bd__arena_destroy(f.arena);
}
