/* Defaults for members that a configuration leaves out, and what is refused. */
#include "ring/settings.h"
#include "unit/scratch.h"
#include "unit/test.h"

/* As the settings of a campaign become complete. */
static struct {
    struct bd_config config;
    const struct bd__guide *guide;
    struct bd__guide_settings settings;
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
    return bd__settings_of_guide(&campaign.guide, &campaign.settings, &campaign.config, &log);
}

TEST(zero_means_the_default_throughout)
{
    REQUIRE(settle((struct bd_config){0}) == BD_OK);
    const struct bd_config *c = &campaign.config;
    CHECK_EQ_STR(c->guide, "bediv-structure");
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
    const struct bd__guide_settings *s = &campaign.settings;
    CHECK_NEAR(s->epsilon, 0.2, 0);
    CHECK_NEAR(s->children, 50, 0);
    CHECK_NEAR(s->favoured_factor, 20, 0);
    CHECK_NEAR(s->havoc.count_mean, 8, 0);
    CHECK_NEAR(s->havoc.size_mean, 4, 0);
    CHECK_NEAR(s->havoc.zero_share, 0.1, 0);
    CHECK_EQ_U64(s->parameter_bytes, 10240);
    CHECK(!s->reward_valid_only && !s->scores_per_visit);
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
    CHECK_EQ_U64(campaign.settings.parameter_bytes, 7);
    CHECK_NEAR(campaign.settings.epsilon, 0.5, 0);
    CHECK_NEAR(campaign.settings.children, 3, 0);
    CHECK_NEAR(campaign.settings.havoc.count_mean, 9, 0);
    CHECK(campaign.settings.reward_valid_only && campaign.settings.scores_per_visit);
}

TEST(none_asks_for_a_true_zero)
{
    REQUIRE(settle((struct bd_config){.tuning = {.epsilon = BD_NONE, .zero_share = BD_NONE}}) == BD_OK);
    CHECK_NEAR(campaign.settings.epsilon, 0, 0);
    CHECK_NEAR(campaign.settings.havoc.zero_share, 0, 0);
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

TEST(every_status_has_a_text)
{
    CHECK_EQ_STR(bd_status_text(BD_OK), "ok");
    for (int status = BD_OK; status <= BD_SYSTEM; status++) {
        CHECK(strcmp(bd_status_text((enum bd_status)status), "unknown status") != 0);
    }
    CHECK_EQ_STR(bd_status_text((enum bd_status)99), "unknown status");
}
