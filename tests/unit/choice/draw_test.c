#include <float.h>

#include "unit/lab.h"
#include "unit/stats.h"
#include "unit/test.h"

/* ---- pick, flag ---- */

TEST(pick_is_uniform)
{
    static const size_t sizes[] = {2, 3, 7, 8, 100};
    struct lab lab = lab_open(20);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        uint64_t count[100] = {0};
        LAB_MANY(lab, 1000 * sizes[k])
        {
            size_t x = bd_pick(lab.s, "x", sizes[k]);
            REQUIRE(x < sizes[k]);
            count[x]++;
        }
        CHECK(stats_fit(count, NULL, sizes[k]));
    }
    lab_close(&lab);
}

TEST(pick_of_one_or_none_is_zero_and_no_choice)
{
    struct lab lab = lab_open(21);
    lab_fresh(&lab, 2);
    CHECK_EQ_U64(bd_pick(lab.s, "x", 1), 0);
    CHECK_EQ_U64(bd_pick(lab.s, "x", 0), 0);
    CHECK_EQ_U64(bd_pick_weighted(lab.s, "x", NULL, 0), 0);
    CHECK_EQ_U64(bd_pick_weighted(lab.s, "x", (unsigned[]){3}, 1), 0);
    CHECK_EQ_U64(bd__source_end(lab.s).choice_count, 0);
    lab_close(&lab);
}

TEST(weighted_picks_have_their_odds)
{
    static const unsigned weights[][4] = {
        {1, 2, 3, 4}, {5, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 1, 1}, {100000, 1, 1, 100000}};
    struct lab lab = lab_open(22);
    for (size_t k = 0; k < sizeof weights / sizeof *weights; k++) {
        uint64_t count[4] = {0};
        double share[4], sum = 0;
        for (int i = 0; i < 4; i++) { sum += weights[k][i]; }
        for (int i = 0; i < 4; i++) { share[i] = weights[k][i] / sum; }
        LAB_MANY(lab, 100000)
        {
            count[bd_pick_weighted(lab.s, "x", weights[k], 4)]++;
        }
        CHECK(stats_fit(count, share, 4));
    }
    lab_close(&lab);
}

TEST(weights_may_be_as_large_as_they_can)
{
    static const unsigned weights[] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    struct lab lab = lab_open(23);
    uint64_t count[3] = {0};
    LAB_MANY(lab, 30000)
    {
        count[bd_pick_weighted(lab.s, "x", weights, 3)]++;
    }
    CHECK(stats_fit(count, NULL, 3));
    lab_close(&lab);
}

TEST(a_flag_is_a_fair_coin)
{
    struct lab lab = lab_open(24);
    uint64_t side[2] = {0};
    LAB_MANY(lab, 100000)
    {
        side[bd_flag(lab.s, "x")]++;
    }
    CHECK(stats_fit(side, NULL, 2));
    lab_close(&lab);
}

/* ---- more, count ---- */

TEST(more_gives_its_mean_number_of_rounds)
{
    static const double means[] = {0.1, 0.5, 2, 8, 50};
    struct lab lab = lab_open(30);
    for (size_t m = 0; m < sizeof means / sizeof *means; m++) {
        uint64_t rounds = 0;
        for (int i = 0; i < 20000; i++) {
            lab_fresh(&lab, 2);
            while (bd_more(lab.s, "x", means[m])) { rounds++; }
        }
        CHECK(stats_mean((double)rounds, 20000, means[m], sqrt(means[m] * (means[m] + 1))));
    }
    lab_close(&lab);
}

TEST(count_has_its_mean)
{
    static const double means[] = {0.1, 0.5, 3, 20, 31.9, 32.1, 50, 1000, 1e6};
    struct lab lab = lab_open(31);
    for (size_t m = 0; m < sizeof means / sizeof *means; m++) {
        double sum = 0;
        LAB_MANY(lab, 100000)
        {
            sum += (double)bd_count(lab.s, "x", means[m], SIZE_MAX);
        }
        CHECK(stats_mean(sum, 100000, means[m], sqrt(means[m] * (means[m] + 1))));
    }
    lab_close(&lab);
}

TEST(count_is_geometric_and_what_lies_beyond_the_maximum_is_drawn_as_it)
{
    static const double means[] = {3, 40}; /* the two ways it is computed */
    enum { MAX = 20 };
    struct lab lab = lab_open(32);
    for (int m = 0; m < 2; m++) {
        uint64_t count[MAX + 1] = {0};
        double share[MAX + 1], stay = means[m] / (1 + means[m]);
        for (int k = 0; k < MAX; k++) { share[k] = (1 - stay) * pow(stay, k); }
        share[MAX] = pow(stay, MAX);
        LAB_MANY(lab, 200000)
        {
            size_t x = bd_count(lab.s, "x", means[m], MAX);
            REQUIRE(x <= MAX);
            count[x]++;
        }
        CHECK(stats_fit(count, share, MAX + 1));
    }
    lab_close(&lab);
}

TEST(count_stays_within_its_maximum_whatever_its_mean)
{
    static const double means[] = {1e9, 1e15, 1e17, 1e300, DBL_MAX, INFINITY};
    struct lab lab = lab_open(33);
    for (size_t m = 0; m < sizeof means / sizeof *means; m++) {
        LAB_MANY(lab, 2000)
        {
            REQUIRE(bd_count(lab.s, "x", means[m], 10) <= 10);
        }
        lab_bytes(&lab, "\0\0\0\0", 4, "", 0);
        CHECK(bd_count(lab.s, "x", means[m], 10) <= 10);
    }
    lab_close(&lab);
}

TEST(a_tiny_mean_counts_nothing)
{
    struct lab lab = lab_open(34);
    LAB_MANY(lab, 2000)
    {
        REQUIRE(bd_count(lab.s, "x", 1e-300, 10) == 0);
    }
    lab_close(&lab);
}

/* ---- bytes, char, word ---- */

TEST(bytes_are_uniform_and_as_many_as_asked_for)
{
    struct lab lab = lab_open(40);
    uint64_t count[256] = {0};
    LAB_MANY(lab, 30000)
    {
        uint8_t bytes[8] = {0, 0, 0, 0, 0, 0, 0, 77};
        bd_bytes(lab.s, "x", bytes, 7);
        for (int i = 0; i < 7; i++) { count[bytes[i]]++; }
        REQUIRE(bytes[7] == 77);
    }
    CHECK(stats_fit(count, NULL, 256));
    lab_close(&lab);
}

TEST(a_char_is_uniform_over_its_alphabet)
{
    static const char alphabet[] = "abcde";
    struct lab lab = lab_open(41);
    uint64_t count[5] = {0};
    LAB_MANY(lab, 20000)
    {
        const char *at = strchr(alphabet, bd_char(lab.s, "x", alphabet));
        REQUIRE(at && *at);
        count[at - alphabet]++;
    }
    CHECK(stats_fit(count, NULL, 5));
    lab_fresh(&lab, 2);
    CHECK(bd_char(lab.s, "x", "") == 0);
    CHECK(bd_char(lab.s, "x", "z") == 'z');
    CHECK_EQ_U64(bd__source_end(lab.s).choice_count, 0);
    lab_close(&lab);
}

TEST(a_word_is_uniform_over_its_dictionary)
{
    static const char *const words[] = {"zero", "one", "two"};
    struct bd_dict dict = {words, 3};
    struct lab lab = lab_open(42);
    uint64_t count[3] = {0};
    LAB_MANY(lab, 20000)
    {
        const char *word = bd_word(lab.s, "x", &dict);
        for (int i = 0; i < 3; i++) { count[i] += word == words[i]; }
    }
    CHECK(stats_fit(count, NULL, 3));
    lab_simplest(&lab);
    CHECK_EQ_STR(bd_word(lab.s, "x", &dict), "zero");
    lab_close(&lab);
}

TEST(a_word_of_an_empty_dictionary_is_empty)
{
    struct lab lab = lab_open(43);
    lab_fresh(&lab, 2);
    CHECK_EQ_STR(bd_word(lab.s, "x", &(struct bd_dict){0}), "");
    CHECK_EQ_STR(bd_word(lab.s, "x", NULL), "");
    lab_close(&lab);
}

/* ---- kinds ---- */

TEST(draws_are_of_the_kind_they_are_documented_as)
{
    static const char *const words[] = {"a", "b"};
    struct lab lab = lab_open(50);
    uint8_t byte;
    lab_fresh(&lab, 2);
    bd_pick(lab.s, "pick", 3);
    bd_pick_weighted(lab.s, "weighted", (unsigned[]){1, 1}, 2);
    bd_flag(lab.s, "flag");
    bd_more(lab.s, "more", 1);
    bd_count(lab.s, "count", 1, 5);
    bd_int(lab.s, "int", 0, 5);
    bd_real(lab.s, "real", 0, 5);
    bd_bytes(lab.s, "bytes", &byte, 1);
    bd_char(lab.s, "char", "ab");
    bd_word(lab.s, "word", &(struct bd_dict){words, 2});
    static const uint64_t max[] = {2, 1, 1, 1, 5, 5, (uint64_t)1 << 53, 255, 1, 1};
    struct bd__choices choices = bd__source_end(lab.s);
    REQUIRE(choices.choice_count == 10);
    CHECK_EQ_U64(choices.structural_count, 5);
    for (uint32_t i = 0; i < 10; i++) {
        CHECK_EQ_U64(lab.sites->site[choices.choice[i].site].kind, i < 5 ? BD_STRUCTURE : BD_VALUE);
        CHECK_EQ_U64(choices.choice[i].max, max[i]);
    }
    CHECK_EQ_STR(lab.sites->site[choices.choice[4].site].label, "count");
    lab_close(&lab);
}
