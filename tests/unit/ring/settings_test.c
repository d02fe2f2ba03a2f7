/* Defaults for members that a configuration leaves out, and what is refused. */
#include "ring/settings.h"

#include "ring/rig.h"
#include "unit/scratch.h"
#include "unit/test.h"

/* As the settings of a campaign become complete. */
static struct {
    struct bd_config config;
    const struct bd__guide *guide;
} campaign;
static struct heard heard;

static enum bd_status settle(struct bd_config config)
{
    heard = (struct heard){0};
    memset(&campaign, 0, sizeof campaign);
    campaign.config = config;
    struct bd__log log = {heard_sink, &heard};
    enum bd_status status = bd__settings_complete(&campaign.config, &log);
    if (status != BD_OK) { return status; }
    return bd__settings_of_guide(&campaign.guide, &campaign.config, &log);
}

TEST(zero_means_the_default_throughout)
{
    REQUIRE(settle((struct bd_config){0}) == BD_OK);
    const struct bd_config *c = &campaign.config;
    CHECK_EQ_STR(c->guide, "bediv-structure");
    CHECK_EQ_STR(c->kinds, "author");
    CHECK(campaign.guide == &bd__guide_bediv_structure);
    CHECK_EQ_U64(c->timeout_ms, 1000);
    CHECK_EQ_U64(c->memory_mb, 2048);
    CHECK_EQ_U64(c->parameter_bytes, 10240);
    CHECK_EQ_U64(c->input_bytes, 1 << 20);
    CHECK_EQ_U64(c->trace_memory_mb, 512);
    CHECK_EQ_U64(c->keep_failures, 1000);
    CHECK(c->seed == 0 && c->trials == 0 && c->seconds == 0); /* no limits */
    CHECK_EQ_U64(heard.count, 0);
}

TEST(the_constants_of_the_strategies_are_those_of_the_papers)
{
    REQUIRE(settle((struct bd_config){0}) == BD_OK);
    const struct bd_tuning *t = &campaign.config.tuning;
    CHECK_NEAR(t->epsilon, 0.2, 0);
    CHECK_NEAR(t->children, 50, 0);
    CHECK_NEAR(t->favoured_factor, 20, 0);
    CHECK_NEAR(t->mutation_count, 8, 0);
    CHECK_NEAR(t->mutation_size, 4, 0);
    CHECK_NEAR(t->zero_share, 0.1, 0);
    CHECK_EQ_STR(t->reward, "trace");
    CHECK_EQ_STR(t->scores, "input");
}

TEST(what_is_given_is_taken)
{
    struct bd_config config = {
        .guide = "zest",
        .timeout_ms = 5,
        .memory_mb = 6,
        .parameter_bytes = 7,
        .tuning = {.epsilon = 0.5, .children = 3, .mutation_count = 9, .reward = "valid-trace", .scores = "visit"},
    };
    REQUIRE(settle(config) == BD_OK);
    CHECK(campaign.guide == &bd__guide_zest);
    CHECK(campaign.config.timeout_ms == 5 && campaign.config.memory_mb == 6);
    CHECK_EQ_U64(campaign.config.parameter_bytes, 7);
    CHECK_NEAR(campaign.config.tuning.epsilon, 0.5, 0);
    CHECK_NEAR(campaign.config.tuning.children, 3, 0);
    CHECK_NEAR(campaign.config.tuning.mutation_count, 9, 0);
    CHECK_EQ_STR(campaign.config.tuning.reward, "valid-trace");
    CHECK_EQ_STR(campaign.config.tuning.scores, "visit");
}

TEST(one_of_several_words_is_taken_and_outlives_the_text_that_was_given)
{
    static const char *const words[] = {"author", "auto", "random"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char given[16];
        snprintf(given, sizeof given, "%s", words[i]);
        REQUIRE(settle((struct bd_config){.kinds = given}) == BD_OK);
        memset(given, 'x', sizeof given - 1);
        CHECK_EQ_STR(campaign.config.kinds, words[i]);
    }
    CHECK(settle((struct bd_config){.kinds = ""}) == BD_USAGE);
    CHECK(settle((struct bd_config){.kinds = "autorandom"}) == BD_USAGE);
    CHECK_EQ_STR(heard.text, "unknown value 'autorandom' for --kinds; choose author, auto or random");
}

TEST(none_asks_for_a_true_zero)
{
    REQUIRE(settle((struct bd_config){.tuning = {.epsilon = BD_NONE, .zero_share = BD_NONE}}) == BD_OK);
    CHECK_NEAR(campaign.config.tuning.epsilon, 0, 0);
    CHECK_NEAR(campaign.config.tuning.zero_share, 0, 0);
}

static void check_refused(struct bd_config config, const char *text, int line)
{
    test_eq_u64(settle(config), BD_USAGE, __FILE__, line, "status");
    test_eq_u64(heard.errors, 1, __FILE__, line, "errors");
    test_check(strstr(heard.text, text), __FILE__, line, text);
}

TEST(unknown_words_are_refused_by_name)
{
    check_refused((struct bd_config){.guide = "afl"}, "'afl'", __LINE__);
    check_refused((struct bd_config){.tuning = {.reward = "money"}}, "'money'", __LINE__);
    check_refused((struct bd_config){.tuning = {.scores = "goals"}}, "'goals'", __LINE__);
}

TEST(only_quickcheck_works_without_coverage)
{
    CHECK(settle((struct bd_config){.guide = "quickcheck", .without_coverage = true}) == BD_OK);
    check_refused((struct bd_config){.guide = "zest", .without_coverage = true}, "needs coverage", __LINE__);
    check_refused((struct bd_config){.without_coverage = true}, "needs coverage", __LINE__);
}

TEST(budgets_beyond_reason_are_refused)
{
    check_refused((struct bd_config){.parameter_bytes = (uint64_t)1 << 40}, "a budget is too large", __LINE__);
    check_refused((struct bd_config){.input_bytes = (uint64_t)1 << 40}, "a budget is too large", __LINE__);
}

TEST(values_beyond_the_limit_are_refused_by_name_and_unit)
{
    check_refused((struct bd_config){.memory_mb = 1 << 25}, "memory (MiB) of 3.35544e+07 is out of range", __LINE__);
    check_refused((struct bd_config){.seconds = -1}, "time of -1 is out of range", __LINE__);
    check_refused((struct bd_config){.tuning = {.epsilon = 1.5}}, "epsilon of 1.5 is out of range; give at most 1",
                  __LINE__);
    CHECK(settle((struct bd_config){.input_bytes = BD__OUTPUT_CAPACITY / 2}) == BD_OK);
    check_refused((struct bd_config){.input_bytes = BD__OUTPUT_CAPACITY / 2 + 1}, "--input-size at most 32 MiB",
                  __LINE__);
}

TEST(a_guide_may_have_another_default)
{
    REQUIRE(settle((struct bd_config){.guide = "rlcheck", .tuning = {.state_size = 2.9}}) == BD_OK);
    CHECK_NEAR(campaign.config.tuning.epsilon, 0.25, 0);
    CHECK_NEAR(campaign.config.tuning.state_size, 2, 0); /* a count has no fraction */
    REQUIRE(settle((struct bd_config){.guide = "rlcheck", .tuning = {.epsilon = BD_NONE}}) == BD_OK);
    CHECK_NEAR(campaign.config.tuning.epsilon, 0, 0);
}

/* ---- the list ---- */

TEST(every_default_is_within_its_limit)
{
    for (size_t i = 0; bd_guide_list(i); i++) {
        struct bd_config config = bd__settings_standard;
        config.guide = bd_guide_list(i)->name;
        CHECK(settle(config) == BD_OK);
    }
}

TEST(places_in_files_are_numbered_without_gaps)
{
    unsigned places = 0;
    const struct bd__setting *setting;
    for (size_t i = 0; (setting = bd__setting_list(i)); i++) {
        CHECK((setting->term == BD__APART && !setting->key) == (setting->place == 0));
        places += setting->place > 0;
        if (setting->place) { CHECK(bd__setting_at(setting->place) == setting); }
    }
    CHECK(places && bd__setting_at(places) && !bd__setting_at(places + 1));
}

/* New settings take the places after these. */
TEST(places_in_files_never_change)
{
    static const char *const taken[] = {
        "guide",
        "seed",
        "trials",
        "seconds",
        "timeout_ms",
        "memory_mb",
        "parameter_bytes",
        "input_bytes",
        "trace_memory_mb",
        "dict",
        "tuning.epsilon",
        "tuning.children",
        "tuning.favoured_factor",
        "tuning.mutation_count",
        "tuning.mutation_size",
        "tuning.zero_share",
        "tuning.havoc_share",
        "tuning.state_size",
        "tuning.reward",
        "tuning.scores",
        "keep_failures",
        "shrink_runs",
        "without_coverage",
        "only_ascii",
        "all_probes",
        "run_copies",
        "kinds",
    };
    for (unsigned i = 0; i < sizeof taken / sizeof *taken; i++) {
        REQUIRE(bd__setting_at(i + 1));
        CHECK_EQ_STR(bd__setting_at(i + 1)->name, taken[i]);
    }
}

TEST(every_status_has_a_text)
{
    CHECK_EQ_STR(bd_status_text(BD_OK), "ok");
    for (int status = BD_OK; status <= BD_SYSTEM; status++) {
        CHECK(strcmp(bd_status_text((enum bd_status)status), "unknown status") != 0);
    }
    CHECK_EQ_STR(bd_status_text((enum bd_status)99), "unknown status");
}
