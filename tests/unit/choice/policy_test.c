#include "unit/lab.h"
#include "unit/test.h"

/* A policy that answers from a list, and counts its calls. */
struct script {
    struct bd__policy policy;
    uint64_t answer[64];
    size_t asked, opened, closed;
};

static uint64_t read_script(void *state, uint32_t site, const struct bd_domain *domain)
{
    struct script *script = state;
    (void)site;
    uint64_t answer = script->answer[script->asked++ % 64];
    return answer < domain->max ? answer : domain->max;
}

static void open_rule(void *state, uint32_t rule)
{
    struct script *script = state;
    (void)rule;
    script->opened++;
}

static void close_rule(void *state)
{
    struct script *script = state;
    script->closed++;
}

static void begin(struct lab *lab, struct script *script)
{
    script->policy = (struct bd__policy){script, read_script, open_rule, close_rule};
    script->asked = script->opened = script->closed = 0;
    bd__source_begin(
        lab->s,
        &(struct bd__plan){.stream_count = 2, .policy = &script->policy, .op = BD__OP_POLICY, .parent = BD__NO_PARENT});
}

static const unsigned weights[] = {3, 0, 5, 1000000, 1};
static const struct bd_domain domains[] = {
    {.max = 1},
    {.max = 255},
    {.max = 9},
    {.max = 1000},
    {.max = ((uint64_t)1 << 32) + 6},
    {.max = UINT64_MAX},
    {.max = 4, .shape = BD_WEIGHTED, .weights = weights},
    {.max = 60, .shape = BD_GEOMETRIC, .mean = 0.5},
    {.max = 60, .shape = BD_GEOMETRIC, .mean = 3},
    {.max = 5000, .shape = BD_GEOMETRIC, .mean = 500},
};
enum { DOMAINS = sizeof domains / sizeof *domains };

/* All that a domain can answer, a policy can. */
TEST(the_answer_is_the_policys)
{
    struct lab lab = lab_open(1);
    struct script script;
    for (size_t d = 0; d < DOMAINS; d++) {
        for (uint64_t want = 0; want <= domains[d].max && want < 12; want++) {
            if (domains[d].shape == BD_WEIGHTED && weights[want] == 0) { continue; }
            script.answer[0] = want;
            begin(&lab, &script);
            CHECK_EQ_U64(bd_choose(lab.s, BD_VALUE, "x", &domains[d]), want);
            CHECK_EQ_U64(script.asked, 1);
        }
    }
    script.answer[0] = UINT64_MAX;
    begin(&lab, &script);
    CHECK_EQ_U64(bd_choose(lab.s, BD_VALUE, "x", &domains[5]), UINT64_MAX);
    lab_close(&lab);
}

/* What a policy answered can be calibrated, kept and replayed like any other input. */
TEST(the_parameters_it_leaves_behind_give_the_same_choices)
{
    struct lab lab = lab_open(1);
    struct script script;
    struct bd__rng rng;
    bd__rng_init(&rng, 7, 7);
    for (int round = 0; round < 200; round++) {
        for (int i = 0; i < 64; i++) { script.answer[i] = bd__rng_upto(&rng, 40); }
        begin(&lab, &script);
        for (size_t i = 0; i < 40; i++) {
            bd_choose(lab.s, i % 3 ? BD_VALUE : BD_STRUCTURE, "x", &domains[i % DOMAINS]);
        }
        struct kept kept = kept_of(bd__source_end(lab.s));
        CHECK_EQ_U64(kept.choices.stream_count, 2);
        struct bd__plan plan = kept_plan(&kept);
        bd__source_begin(lab.s, &plan);
        for (size_t i = 0; i < 40; i++) {
            bd_choose(lab.s, i % 3 ? BD_VALUE : BD_STRUCTURE, "x", &domains[i % DOMAINS]);
        }
        struct bd__choices again = bd__source_end(lab.s);
        CHECK(same_choices(&kept.choices, &again));
        kept_clear(&kept);
    }
    lab_close(&lab);
}

TEST(an_answer_of_weight_zero_becomes_the_next_one_that_has_some)
{
    struct lab lab = lab_open(1);
    struct script script = {.answer = {1}};
    begin(&lab, &script);
    CHECK_EQ_U64(bd_choose(lab.s, BD_VALUE, "x", &domains[6]), 2);
    static const unsigned last_is_none[] = {2, 3, 0};
    script.answer[0] = 2; /* there is no next: the last that has some */
    begin(&lab, &script);
    CHECK_EQ_U64(
        bd_choose(lab.s, BD_VALUE, "x", &(struct bd_domain){.max = 2, .shape = BD_WEIGHTED, .weights = last_is_none}),
        1);
    lab_close(&lab);
}

TEST(it_is_told_of_rules)
{
    struct lab lab = lab_open(1);
    struct script script = {.answer = {0}};
    begin(&lab, &script);
    bd_enter(lab.s, "a");
    bd_enter(lab.s, "b");
    bd_leave(lab.s);
    CHECK(script.opened == 2 && script.closed == 1);
    bd_leave(lab.s);
    bd_leave(lab.s); /* one too many is not passed on */
    CHECK(script.opened == 2 && script.closed == 2);
    lab_close(&lab);
}

TEST(it_has_the_same_budget_as_everybody)
{
    struct lab lab = lab_open_with(1, (struct bd__source_limits){.parameter_bytes = 16, .choices = 100}, NULL);
    struct script script;
    for (int i = 0; i < 64; i++) { script.answer[i] = 5; }
    begin(&lab, &script);
    for (int i = 0; i < 20; i++) {
        CHECK_EQ_U64(bd_choose(lab.s, BD_VALUE, "x", &(struct bd_domain){.max = 9}), i < 4 ? 5 : 0);
    }
    CHECK_EQ_U64(script.asked, 4);
    CHECK(bd__source_end(lab.s).exhausted);
    lab_close(&lab);
}

TEST(the_next_trial_is_free_of_it)
{
    struct lab lab = lab_open(1);
    struct script script = {.answer = {0}};
    begin(&lab, &script);
    lab_fresh(&lab, 2);
    uint64_t sum = 0;
    for (int i = 0; i < 50; i++) { sum += bd_choose(lab.s, BD_VALUE, "x", &(struct bd_domain){.max = 9}); }
    CHECK(sum > 0);
    CHECK_EQ_U64(script.asked, 0);
    lab_close(&lab);
}

TEST(a_choice_knows_its_bytes)
{
    struct lab lab = lab_open(1);
    lab_fresh(&lab, 1);
    bd_choose(lab.s, BD_STRUCTURE, "flag", &(struct bd_domain){.max = 1});
    bd_choose(lab.s, BD_VALUE, "digit", &(struct bd_domain){.max = 9});
    bd_choose(lab.s, BD_VALUE, "wide", &(struct bd_domain){.max = (uint64_t)1 << 40});
    struct bd__choices choices = bd__source_end(lab.s);
    REQUIRE(choices.choice_count == 3);
    CHECK(choices.choice[0].at == 0 && choices.choice[0].width == 1 && choices.choice[0].kind == BD_STRUCTURE);
    CHECK(choices.choice[0].coin && !choices.choice[1].coin);
    CHECK(choices.choice[1].at == 1 && choices.choice[1].width == 4 && choices.choice[1].kind == BD_VALUE);
    CHECK(choices.choice[2].at == 5 && choices.choice[2].width == 8);
    lab_simplest(&lab);
    bd_choose(lab.s, BD_VALUE, "digit", &(struct bd_domain){.max = 9});
    CHECK_EQ_U64(bd__source_end(lab.s).choice[0].width, 0); /* answered without bytes */
    lab_close(&lab);
}
