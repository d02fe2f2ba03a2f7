#include "unit/lab.h"
#include "unit/stats.h"
#include "unit/test.h"

static uint64_t choose(struct lab *lab, enum bd_kind kind, const char *label, uint64_t max)
{
    return bd_choose(lab->s, kind, label, &(struct bd_domain){.max = max});
}

/* How many bytes of one stream a draw of DOMAIN takes. */
static size_t width_of(struct lab *lab, struct bd_domain domain)
{
    lab_fresh(lab, 1);
    bd_choose(lab->s, BD_VALUE, "x", &domain);
    return bd__source_end(lab->s).parameters[0].size;
}

/* ---- bytes and answers ---- */

TEST(an_answer_takes_one_four_or_eight_bytes)
{
    static const struct {
        uint64_t max;
        size_t width;
    } cases[] = {
        {0, 0},
        {1, 1}, /* powers of two up to a byte */
        {3, 1},
        {127, 1},
        {255, 1},
        {2, 4},
        {4, 4},
        {254, 4},
        {256, 4},
        {65535, 4},
        {((uint64_t)1 << 24) - 1, 4}, /* so that a remainder of four bytes is fair to 1/256 */
        {(uint64_t)1 << 24, 8},
        {((uint64_t)1 << 25) - 1, 4}, /* powers of two up to four bytes */
        {((uint64_t)1 << 32) - 1, 4},
        {((uint64_t)1 << 32) - 2, 8},
        {(uint64_t)1 << 32, 8},
        {(uint64_t)1 << 63, 8},
        {UINT64_MAX, 8},
    };
    struct lab lab = lab_open(1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_EQ_U64(width_of(&lab, (struct bd_domain){.max = cases[i].max}), cases[i].width);
    }
    lab_close(&lab);
}

TEST(a_geometric_answer_takes_four_bytes)
{
    struct lab lab = lab_open(1);
    CHECK_EQ_U64(width_of(&lab, (struct bd_domain){.max = 1, .shape = BD_GEOMETRIC, .mean = 2}), 4);
    CHECK_EQ_U64(width_of(&lab, (struct bd_domain){.max = UINT64_MAX, .shape = BD_GEOMETRIC, .mean = 1e6}), 4);
    lab_close(&lab);
}

TEST(a_weighted_answer_takes_the_bytes_of_its_sum)
{
    static const unsigned even[] = {1, 1, 2, 4}, odd[] = {1, 2}, large[] = {1u << 31, 1u << 31, 1};
    struct lab lab = lab_open(1);
    CHECK_EQ_U64(width_of(&lab, (struct bd_domain){.max = 3, .shape = BD_WEIGHTED, .weights = even}), 1);
    CHECK_EQ_U64(width_of(&lab, (struct bd_domain){.max = 1, .shape = BD_WEIGHTED, .weights = odd}), 4);
    CHECK_EQ_U64(width_of(&lab, (struct bd_domain){.max = 2, .shape = BD_WEIGHTED, .weights = large}), 8);
    lab_close(&lab);
}

TEST(bytes_are_little_endian_and_decoded_by_remainder)
{
    static const uint8_t bytes[] = {0xff, 0x34, 0x12, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0x80};
    struct lab lab = lab_open(1);
    lab_bytes(&lab, bytes, sizeof bytes, NULL, 0);
    CHECK_EQ_U64(choose(&lab, BD_VALUE, "x", 15), 0xff % 16);
    CHECK_EQ_U64(choose(&lab, BD_VALUE, "x", 9), 0x1234 % 10);
    CHECK_EQ_U64(choose(&lab, BD_VALUE, "x", ((uint64_t)1 << 32) + 6), 0x8000000000000008u % (((uint64_t)1 << 32) + 7));
    CHECK_EQ_U64(bd__source_end(lab.s).parameters[0].size, sizeof bytes);
    lab_close(&lab);
}

TEST(a_weighted_answer_is_where_its_point_falls)
{
    static const unsigned weights[] = {2, 0, 1, 1};
    static const size_t answers[] = {0, 0, 2, 3, 0, 0, 2, 3};
    struct lab lab = lab_open(1);
    for (uint8_t x = 0; x < 8; x++) {
        lab_bytes(&lab, &x, 1, NULL, 0);
        CHECK_EQ_U64(bd_pick_weighted(lab.s, "x", weights, 4), answers[x]);
    }
    lab_close(&lab);
}

TEST(zero_bytes_give_the_simplest_answers)
{
    static const uint8_t zeros[64];
    struct lab lab = lab_open(1);
    lab_bytes(&lab, zeros, sizeof zeros, zeros, sizeof zeros);
    CHECK_EQ_U64(bd_pick(lab.s, "x", 7), 0);
    CHECK_EQ_U64(bd_count(lab.s, "x", 5, 100), 0);
    CHECK_EQ_U64(bd_count(lab.s, "x", 500, 1000), 0);
    CHECK(!bd_more(lab.s, "x", 100));
    CHECK(!bd_flag(lab.s, "x"));
    CHECK_EQ_I64(bd_int(lab.s, "x", -5, 5), 0);
    lab_close(&lab);
}

/* ---- single answers ---- */

TEST(a_domain_with_one_answer_records_nothing_and_takes_no_bytes)
{
    struct lab lab = lab_open(1);
    lab_fresh(&lab, 2);
    for (int i = 0; i < 10; i++) {
        CHECK_EQ_U64(choose(&lab, BD_STRUCTURE, "s", 0), 0);
        CHECK_EQ_U64(choose(&lab, BD_VALUE, "v", 0), 0);
    }
    struct bd__choices choices = bd__source_end(lab.s);
    CHECK(choices.choice_count == 0 && choices.structural_count == 0 && choices.signature == 0);
    CHECK(choices.parameters[0].size == 0 && choices.parameters[1].size == 0);
    lab_close(&lab);
}

/* ---- streams ---- */

TEST(one_stream_feeds_all_draws_in_order)
{
    static const uint8_t bytes[] = {1, 2, 3, 4};
    struct lab lab = lab_open(1);
    lab_bytes(&lab, bytes, sizeof bytes, NULL, 0);
    CHECK_EQ_U64(choose(&lab, BD_STRUCTURE, "s", 255), 1);
    CHECK_EQ_U64(choose(&lab, BD_VALUE, "v", 255), 2);
    CHECK_EQ_U64(choose(&lab, BD_VALUE, "v", 255), 3);
    CHECK_EQ_U64(choose(&lab, BD_STRUCTURE, "s", 255), 4);
    CHECK_EQ_U64(bd__source_end(lab.s).stream_count, 1);
    lab_close(&lab);
}

TEST(two_streams_feed_structure_and_values)
{
    static const uint8_t structure[] = {1, 2}, values[] = {11, 12, 13};
    struct lab lab = lab_open(1);
    lab_bytes(&lab, structure, sizeof structure, values, sizeof values);
    CHECK_EQ_U64(choose(&lab, BD_VALUE, "v", 255), 11);
    CHECK_EQ_U64(choose(&lab, BD_STRUCTURE, "s", 255), 1);
    CHECK_EQ_U64(choose(&lab, BD_VALUE, "v", 255), 12);
    CHECK_EQ_U64(choose(&lab, BD_STRUCTURE, "s", 255), 2);
    struct bd__choices choices = bd__source_end(lab.s);
    CHECK_EQ_U64(choices.stream_count, 2);
    CHECK_EQ_U64(choices.parameters[BD_STRUCTURE].size, 2);
    CHECK_EQ_U64(choices.parameters[BD_VALUE].size, 2); /* of three: what was not asked for is not shown */
    lab_close(&lab);
}

TEST(past_the_plan_draws_are_fresh_and_appended)
{
    static const uint8_t planned[] = {7, 8};
    struct lab lab = lab_open(1);
    lab_bytes(&lab, planned, sizeof planned, NULL, 0);
    uint8_t answer[100];
    uint64_t different = 0;
    for (int i = 0; i < 100; i++) {
        answer[i] = (uint8_t)choose(&lab, BD_VALUE, "v", 255);
        different += i > 2 && answer[i] != answer[i - 1];
    }
    CHECK(answer[0] == 7 && answer[1] == 8);
    CHECK(different > 80);
    struct bd__choices choices = bd__source_end(lab.s);
    REQUIRE(choices.parameters[0].size == 100);
    CHECK(memcmp(choices.parameters[0].data, answer, 100) == 0);
    lab_close(&lab);
}

TEST(a_tail_shorter_than_an_answer_is_redrawn_whole)
{
    static const uint8_t planned[] = {1, 2, 3};
    struct lab lab = lab_open(1);
    lab_bytes(&lab, planned, sizeof planned, NULL, 0);
    uint64_t answer = choose(&lab, BD_VALUE, "v", 9);
    struct kept kept = kept_of(bd__source_end(lab.s));
    CHECK_EQ_U64(kept.choices.parameters[0].size, 4);
    struct bd__plan plan = kept_plan(&kept);
    bd__source_begin(lab.s, &plan);
    CHECK_EQ_U64(choose(&lab, BD_VALUE, "v", 9), answer);
    kept_clear(&kept);
    lab_close(&lab);
}

TEST(replaying_the_consumed_parameters_gives_the_same_choices)
{
    struct lab lab = lab_open(2);
    uint64_t choices = 0;
    for (uint64_t number = 0; number < 2000; number++) {
        for (unsigned streams = 1; streams <= 2; streams++) {
            lab_fresh(&lab, streams);
            grammar_generate(lab.s, number, false);
            struct kept first = kept_of(bd__source_end(lab.s));
            struct bd__plan plan = kept_plan(&first);
            bd__source_begin(lab.s, &plan);
            grammar_generate(lab.s, number, false);
            struct bd__choices again = bd__source_end(lab.s);
            REQUIRE(same_choices(&first.choices, &again));
            for (unsigned i = 0; i < streams; i++) {
                REQUIRE(again.parameters[i].size == first.choices.parameters[i].size);
                REQUIRE(memcmp(again.parameters[i].data, first.parameters[i], again.parameters[i].size) == 0);
            }
            choices += again.choice_count;
            kept_clear(&first);
        }
    }
    CHECK(choices > 100000); /* the grammars are worth something */
    lab_close(&lab);
}

TEST(same_seed_gives_the_same_choices_and_another_gives_others)
{
    struct lab a = lab_open(3), b = lab_open(3), c = lab_open(4);
    unsigned same = 0;
    for (uint64_t number = 0; number < 100; number++) {
        struct lab *labs[] = {&a, &b, &c};
        for (int i = 0; i < 3; i++) {
            lab_fresh(labs[i], 2);
            grammar_generate(labs[i]->s, number, false);
        }
        struct bd__choices x = bd__source_end(a.s), y = bd__source_end(b.s), z = bd__source_end(c.s);
        REQUIRE(same_choices(&x, &y));
        same += same_choices(&x, &z);
    }
    CHECK(same < 5);
    lab_close(&a);
    lab_close(&b);
    lab_close(&c);
}

TEST(changing_values_never_changes_the_structure)
{
    struct lab lab = lab_open(5);
    struct bd__rng rng;
    bd__rng_init(&rng, 5, 0);
    unsigned changed = 0;
    for (uint64_t number = 0; number < 2000; number++) {
        lab_fresh(&lab, 2);
        grammar_generate(lab.s, number, true);
        struct kept first = kept_of(bd__source_end(lab.s));
        size_t size = first.choices.parameters[BD_VALUE].size;
        for (size_t i = 0; i < size; i++) { first.parameters[BD_VALUE][i] = (uint8_t)bd__rng_next(&rng); }
        struct bd__plan plan = kept_plan(&first);
        bd__source_begin(lab.s, &plan);
        grammar_generate(lab.s, number, true);
        struct bd__choices again = bd__source_end(lab.s);
        REQUIRE(again.choice_count == first.choices.choice_count);
        REQUIRE(again.signature == first.choices.signature);
        for (uint32_t i = 0; i < again.choice_count; i++) {
            bool structure = lab.sites->site[again.choice[i].site].kind == BD_STRUCTURE;
            bool same = again.choice[i].answer == first.choice[i].answer;
            REQUIRE(same || !structure);
            changed += !same;
        }
        kept_clear(&first);
    }
    CHECK(changed > 10000);
    lab_close(&lab);
}

TEST(a_plan_larger_than_the_budget_is_cut_to_it)
{
    uint8_t bytes[100];
    memset(bytes, 9, sizeof bytes);
    struct lab lab = lab_open_with(1, (struct bd__source_limits){.parameter_bytes = 16, .choices = 1000}, NULL);
    lab_bytes(&lab, bytes, sizeof bytes, bytes, sizeof bytes);
    for (int i = 0; i < 16; i++) { CHECK_EQ_U64(choose(&lab, BD_VALUE, "v", 255), 9); }
    CHECK_EQ_U64(choose(&lab, BD_VALUE, "v", 255), 0);
    CHECK_EQ_U64(bd__source_end(lab.s).parameters[BD_VALUE].size, 16);
    lab_close(&lab);
}

/* ---- what a generator may ask ---- */

TEST(a_generator_finds_its_environment_and_dictionary)
{
    static const char *const words[] = {"w"};
    struct bd_dict dict = {words, 1};
    struct lab lab = lab_open_with(1, (struct bd__source_limits){.parameter_bytes = 64, .choices = 10}, &dict);
    lab.s->env = &lab;
    CHECK(bd_env(lab.s) == &lab);
    CHECK(bd_dictionary(lab.s) == &dict);
    lab_close(&lab);
}

TEST(a_random_answer_is_distributed_as_its_domain_says)
{
    struct bd__rng rng;
    bd__rng_init(&rng, 6, 0);
    uint64_t count[10] = {0}, weighted[3] = {0};
    double rounds = 0;
    for (int i = 0; i < 100000; i++) {
        count[bd__source_draw(&(struct bd_domain){.max = 9}, &rng)]++;
        weighted[bd__source_draw(&(struct bd_domain){.shape = BD_WEIGHTED, .max = 2, .weights = (unsigned[]){1, 0, 3}},
                                 &rng)]++;
        rounds += (double)bd__source_draw(&(struct bd_domain){.shape = BD_GEOMETRIC, .max = 1000, .mean = 4}, &rng);
        bd__source_draw(&(struct bd_domain){.max = UINT64_MAX}, &rng); /* 2^64 answers */
    }
    CHECK(stats_fit(count, NULL, 10));
    CHECK(stats_fit(weighted, (double[]){0.25, 0, 0.75}, 3));
    CHECK(stats_mean(rounds, 100000, 4, sqrt(20)));
}
