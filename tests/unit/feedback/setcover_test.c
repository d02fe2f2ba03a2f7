/* The fewest inputs with the coverage of all of them. */
#include "feedback/setcover.h"

#include <stdlib.h>

#include "base/rng.h"
#include "unit/test.h"

enum { SPAN = 64 };

#define ITEM(price, ...) \
    (struct bd__setcover_item) \
    { \
        .feature = (const uint32_t[]){__VA_ARGS__}, .count = sizeof((const uint32_t[]){__VA_ARGS__}) / 4, \
        .cost = (price) \
    }

TEST(what_covers_most_comes_first)
{
    struct bd__setcover_item item[] = {ITEM(1, 1), ITEM(1, 2), ITEM(9, 1, 2, 3)};
    CHECK_EQ_U64(bd__setcover(item, 3, SPAN), 3);
    CHECK(!item[0].chosen && !item[1].chosen && item[2].chosen);
}

TEST(of_two_that_cover_the_same_the_smaller_is_chosen)
{
    struct bd__setcover_item item[] = {ITEM(5, 1, 2), ITEM(4, 1, 2), ITEM(6, 1, 2)};
    CHECK_EQ_U64(bd__setcover(item, 3, SPAN), 2);
    CHECK(!item[0].chosen && item[1].chosen && !item[2].chosen);
}

TEST(what_later_ones_made_superfluous_is_dropped)
{
    /* The first is chosen first, and not needed beside the two others, which are. */
    struct bd__setcover_item item[] = {ITEM(1, 1, 2, 3, 4), ITEM(1, 1, 2, 5), ITEM(1, 3, 4, 6)};
    CHECK_EQ_U64(bd__setcover(item, 3, SPAN), 6);
    CHECK(!item[0].chosen && item[1].chosen && item[2].chosen);
}

TEST(what_is_to_stay_stays_and_counts_first)
{
    struct bd__setcover_item item[] = {ITEM(9, 1), ITEM(1, 1, 2), ITEM(1, 1)};
    item[0].chosen = true;
    CHECK_EQ_U64(bd__setcover(item, 3, SPAN), 2);
    CHECK(item[0].chosen && item[1].chosen && !item[2].chosen);
}

TEST(valid_coverage_is_kept_beside_that_of_all)
{
    struct bd__setcover_item item[] = {ITEM(1, 1, 2, 3), ITEM(9, 1, 2)};
    item[1].twice = true; /* valid: what it covers counts apart */
    CHECK_EQ_U64(bd__setcover(item, 2, SPAN), 5);
    CHECK(item[0].chosen && item[1].chosen);
}

TEST(nothing_is_chosen_of_nothing)
{
    CHECK_EQ_U64(bd__setcover(NULL, 0, SPAN), 0);
    struct bd__setcover_item item[] = {{.count = 0}, {.count = 0}};
    CHECK_EQ_U64(bd__setcover(item, 2, SPAN), 0);
    CHECK(!item[0].chosen && !item[1].chosen);
}

TEST(random_sets_keep_their_coverage_and_nothing_superfluous)
{
    struct bd__rng rng;
    bd__rng_init(&rng, 1, 1);
    for (int round = 0; round < 300; round++) {
        enum { ITEMS = 30, MOST = 12 };
        static uint32_t feature[ITEMS][MOST];
        struct bd__setcover_item item[ITEMS] = {{0}};
        unsigned all[2 * SPAN] = {0}, kept[2 * SPAN] = {0};
        for (int i = 0; i < ITEMS; i++) {
            uint64_t have = 0;
            item[i] = (struct bd__setcover_item){.feature = feature[i], .twice = bd__rng_upto(&rng, 1)};
            item[i].cost = bd__rng_upto(&rng, 100);
            for (uint64_t n = bd__rng_upto(&rng, MOST); n; n--) {
                uint32_t f = (uint32_t)bd__rng_upto(&rng, SPAN - 1);
                if (have >> f & 1) { continue; }
                have |= (uint64_t)1 << f;
                feature[i][item[i].count++] = f;
                all[f]++;
                all[SPAN + f] += item[i].twice;
            }
        }
        uint64_t told = bd__setcover(item, ITEMS, SPAN), features = 0;
        for (int i = 0; i < ITEMS; i++) {
            for (uint32_t j = 0; j < item[i].count && item[i].chosen; j++) {
                kept[feature[i][j]]++;
                kept[SPAN + feature[i][j]] += item[i].twice;
            }
        }
        for (int f = 0; f < 2 * SPAN; f++) {
            CHECK(!all[f] == !kept[f]);
            features += all[f] > 0;
        }
        CHECK_EQ_U64(told, features);
        for (int i = 0; i < ITEMS; i++) {
            bool needed = false;
            for (uint32_t j = 0; j < item[i].count && item[i].chosen; j++) {
                needed |= kept[feature[i][j]] == 1 || (item[i].twice && kept[SPAN + feature[i][j]] == 1);
            }
            CHECK(needed == item[i].chosen);
        }
    }
}
