#include "unit/guide/bench.h"
#include "unit/test.h"

static void open_rlcheck(struct bench *b, double epsilon)
{
    bench_open(b, &bd__guide_rlcheck);
    b->config.tuning.epsilon = epsilon;
    b->config.tuning.state_size = 5;
}

static uint64_t ask(const struct bd__plan *plan, uint32_t site, uint64_t max)
{
    return plan->policy->answer(plan->policy->state, site, &(struct bd_domain){.max = max});
}

/* The trial of INPUT comes to its end. */
static void tell(struct bench *b, const struct bd__plan *plan, enum bd_verdict verdict, const char *input)
{
    struct bd__trial trial = {.plan = *plan,
                              .input = {.data = (const uint8_t *)input, .size = strlen(input)},
                              .outcome = {.verdict = verdict}};
    b->guide->observe(b->state, &trial);
}

TEST(it_answers_every_draw_itself)
{
    struct bench b;
    open_rlcheck(&b, 0);
    struct bd__plan plan = bench_next(&b);
    CHECK(plan.op == BD__OP_POLICY && plan.policy && plan.parent == BD__NO_PARENT && plan.stream_count == 2);
    CHECK(plan.stream[0].size == 0 && plan.stream[1].size == 0 && !plan.tape);
    bench_close(&b);
}

TEST(it_works_without_coverage_and_explores_a_quarter_of_the_time)
{
    CHECK(bd__guide_rlcheck.blackbox && bd__guide_quickcheck.blackbox);
    CHECK(!bd__guide_zest.blackbox && !bd__guide_bediv_structure.blackbox);
    CHECK(bd__guide_rlcheck.epsilon == 0.25);
}

static uint64_t ask_domain(const struct bd__plan *plan, uint32_t site, const struct bd_domain *domain)
{
    return plan->policy->answer(plan->policy->state, site, domain);
}

TEST(in_an_unseen_state_all_answers_are_equally_likely)
{
    struct bench b;
    open_rlcheck(&b, 0);
    static const unsigned weights[] = {0, 1, 3};
    unsigned count[3] = {0}, more = 0;
    for (uint32_t site = 0; site < 4000; site++) { /* each is another learner */
        struct bd__plan plan = bench_next(&b);
        count[ask_domain(&plan, site, &(struct bd_domain){.max = 2, .shape = BD_WEIGHTED, .weights = weights})]++;
        plan = bench_next(&b);
        more += ask_domain(&plan, site, &(struct bd_domain){.max = 1, .shape = BD_GEOMETRIC, .mean = 9}) == 1;
    }
    CHECK(count[0] == 0 && count[1] > 1850 && count[1] < 2150);
    CHECK(more > 1850 && more < 2150);
    bench_close(&b);
}

/* A uniform count would make inputs of a size that no generator is written for. */
TEST(in_an_unseen_state_a_count_keeps_the_odds_of_its_domain)
{
    struct bench b;
    open_rlcheck(&b, 0);
    uint64_t sum = 0;
    for (uint32_t site = 0; site < 4000; site++) {
        struct bd__plan plan = bench_next(&b);
        sum += ask_domain(&plan, site, &(struct bd_domain){.max = 1000, .shape = BD_GEOMETRIC, .mean = 2});
    }
    CHECK(sum > 7000 && sum < 9000);
    bench_close(&b);
}

/* Valid and new: 20. The answer that earned it is given again and again, as long as it earns something. */
TEST(what_earned_a_new_valid_input_is_answered_again)
{
    struct bench b;
    open_rlcheck(&b, 0);
    struct bd__plan plan = bench_next(&b);
    uint64_t first = ask(&plan, 1, 9);
    tell(&b, &plan, BD_VALID, "new");
    for (int i = 0; i < 20; i++) {
        plan = bench_next(&b);
        CHECK_EQ_U64(ask(&plan, 1, 9), first);
        tell(&b, &plan, BD_VALID, "new"); /* not new any more: 0, but the mean stays above that of the unseen */
    }
    bench_close(&b);
}

TEST(what_led_to_an_invalid_input_is_avoided)
{
    struct bench b;
    open_rlcheck(&b, 0);
    bool given[4] = {false};
    for (int i = 0; i < 4; i++) { /* unseen answers count as 0, more than -1: all four get their turn */
        struct bd__plan plan = bench_next(&b);
        uint64_t answer = ask(&plan, 1, 3);
        CHECK(!given[answer]);
        given[answer] = true;
        tell(&b, &plan, BD_INVALID, "x");
    }
    bench_close(&b);
}

TEST(giving_up_is_as_bad_as_an_invalid_input)
{
    struct bench b;
    open_rlcheck(&b, 0);
    struct bd__plan plan = bench_next(&b);
    uint64_t first = ask(&plan, 1, 1);
    tell(&b, &plan, BD_DISCARDED, "");
    plan = bench_next(&b);
    CHECK(ask(&plan, 1, 1) != first);
    bench_close(&b);
}

/* The original let the answers of a failing input share in the reward of the next one. */
TEST(a_failure_teaches_nothing_and_leaks_nothing)
{
    struct bench b;
    open_rlcheck(&b, 0);
    struct bd__plan plan = bench_next(&b);
    uint64_t failing = ask(&plan, 1, 1);
    tell(&b, &plan, BD_FAILURE, "crash");
    plan = bench_next(&b); /* this one never asks site 1 */
    ask(&plan, 2, 1);
    tell(&b, &plan, BD_INVALID, "x");
    unsigned again = 0;
    for (int i = 0; i < 100; i++) { /* still 0, like the unseen one: both are given */
        plan = bench_next(&b);
        again += ask(&plan, 1, 1) == failing;
        tell(&b, &plan, BD_FAILURE, "crash");
    }
    CHECK(again > 20 && again < 80);
    bench_close(&b);
}

TEST(an_input_that_is_never_observed_leaks_nothing)
{
    struct bench b;
    open_rlcheck(&b, 0);
    struct bd__plan plan = bench_next(&b);
    uint64_t lost = ask(&plan, 1, 9);
    plan = bench_next(&b); /* its worker died */
    ask(&plan, 2, 9);
    tell(&b, &plan, BD_VALID, "new");
    unsigned again = 0;
    for (int i = 0; i < 60; i++) {
        plan = bench_next(&b);
        again += ask(&plan, 1, 9) == lost;
        tell(&b, &plan, BD_FAILURE, "crash");
    }
    CHECK(again < 30);
    bench_close(&b);
}

/* With ε = 0 the answer tells which state it was given in: that in which it was rewarded. */
static bool same_state(struct bench *b, uint32_t site, void (*before)(const struct bd__plan *),
                       void (*after)(const struct bd__plan *))
{
    struct bd__plan plan = bench_next(b);
    if (before) { before(&plan); }
    uint64_t good = ask(&plan, site, 999);
    tell(b, &plan, BD_VALID, (const char[]){(char)('0' + site), 0});
    for (int i = 0; i < 3; i++) {
        plan = bench_next(b);
        if (after) { after(&plan); }
        if (ask(&plan, site, 999) != good) { return false; }
    }
    return true;
}

static void say(const struct bd__plan *plan, uint32_t site)
{
    plan->policy->answer(plan->policy->state, site, &(struct bd_domain){.max = 0});
}

static void open_rule(const struct bd__plan *plan, uint32_t rule, uint32_t site)
{
    plan->policy->enter(plan->policy->state, rule);
    say(plan, site);
}

static void say_one(const struct bd__plan *plan)
{
    say(plan, 50);
}

static void say_other(const struct bd__plan *plan)
{
    say(plan, 51);
}

static void say_one_in_a_rule_that_is_closed(const struct bd__plan *plan)
{
    open_rule(plan, 60, 50);
    plan->policy->leave(plan->policy->state);
}

static void say_six(const struct bd__plan *plan)
{
    for (int i = 0; i < 6; i++) { say_one(plan); }
}

static void say_other_then_five(const struct bd__plan *plan)
{
    say_other(plan);
    for (int i = 0; i < 5; i++) { say_one(plan); }
}

TEST(outside_of_rules_a_state_is_the_last_five_choices)
{
    struct bench b;
    open_rlcheck(&b, 0);
    CHECK(same_state(&b, 1, NULL, NULL));
    CHECK(same_state(&b, 2, say_one, say_one));
    CHECK(!same_state(&b, 3, say_one, say_other));
    CHECK(!same_state(&b, 4, NULL, say_one));
    CHECK(same_state(&b, 5, NULL, say_one_in_a_rule_that_is_closed));
    CHECK(same_state(&b, 6, say_six, say_other_then_five)); /* the sixth last is forgotten */
    bench_close(&b);
}

static void open_element(const struct bd__plan *plan)
{
    open_rule(plan, 60, 50);
}

static void open_element_of_another_name(const struct bd__plan *plan)
{
    open_rule(plan, 60, 51);
}

static void open_element_with_ten_attributes(const struct bd__plan *plan)
{
    open_element(plan);
    for (uint32_t i = 0; i < 10; i++) { say(plan, 70 + i); }
}

static void open_other_rule(const struct bd__plan *plan)
{
    open_rule(plan, 61, 50);
}

static void open_rule_without_choices(const struct bd__plan *plan)
{
    plan->policy->enter(plan->policy->state, 60);
}

static void open_element_in_element(const struct bd__plan *plan)
{
    open_element(plan);
    open_element(plan);
}

static void go_left(const struct bd__plan *plan)
{
    open_element(plan);
    say(plan, 52);
    open_element(plan);
}

static void go_right(const struct bd__plan *plan)
{
    open_element(plan);
    say(plan, 52);
    say(plan, 53);
    open_element(plan);
}

static void open_element_between_others(const struct bd__plan *plan)
{
    open_element(plan);
    open_other_rule(plan);
    plan->policy->leave(plan->policy->state);
    open_element(plan);
}

TEST(in_rules_a_state_is_the_open_rules_and_the_first_choice_of_each)
{
    struct bench b;
    open_rlcheck(&b, 0);
    CHECK(same_state(&b, 1, open_element, open_element));
    CHECK(!same_state(&b, 2, open_element, open_element_of_another_name));
    CHECK(same_state(&b, 3, open_element, open_element_with_ten_attributes));
    CHECK(!same_state(&b, 4, open_element, open_other_rule));
    CHECK(!same_state(&b, 5, open_element, open_rule_without_choices));
    CHECK(!same_state(&b, 6, open_element, open_element_in_element));
    CHECK(same_state(&b, 7, open_element_in_element, open_element_between_others));
    CHECK(!same_state(&b, 8, go_left, go_right)); /* the choice that led further in counts, too */
    bench_close(&b);
}

TEST(a_choice_point_has_a_learner_of_its_own)
{
    struct bench b;
    open_rlcheck(&b, 0);
    struct bd__plan plan = bench_next(&b);
    uint64_t good = ask(&plan, 1, 999);
    tell(&b, &plan, BD_VALID, "new");
    unsigned same = 0;
    for (int i = 0; i < 20; i++) {
        plan = bench_next(&b);
        same += ask(&plan, 2, 999) == good;
        tell(&b, &plan, BD_FAILURE, "crash");
    }
    CHECK(same < 5);
    bench_close(&b);
}

TEST(a_quarter_of_the_answers_explores)
{
    struct bench b;
    open_rlcheck(&b, 0.25);
    struct bd__plan plan = bench_next(&b);
    uint64_t good = ask(&plan, 1, 999);
    tell(&b, &plan, BD_VALID, "new");
    unsigned other = 0;
    for (int i = 0; i < 4000; i++) {
        plan = bench_next(&b);
        other += ask(&plan, 1, 999) != good;
        tell(&b, &plan, BD_FAILURE, "crash"); /* learns nothing */
    }
    CHECK(other > 880 && other < 1120);
    bench_close(&b);
}

TEST(a_wide_domain_is_drawn_from_and_not_learned)
{
    struct bench b;
    open_rlcheck(&b, 0);
    struct bd__plan plan = bench_next(&b);
    uint64_t first = ask(&plan, 1, UINT64_MAX);
    tell(&b, &plan, BD_VALID, "new");
    plan = bench_next(&b);
    CHECK(ask(&plan, 1, UINT64_MAX) != first);
    bench_close(&b);
}

TEST(inputs_with_new_coverage_become_no_parents)
{
    struct bench b;
    open_rlcheck(&b, 0);
    CHECK_EQ_U64(OBSERVE(&b, .op = BD__OP_POLICY, .verdict = BD_INVALID, .bucket = true), 0);
    CHECK_EQ_U64(OBSERVE(&b, .op = BD__OP_POLICY, .verdict = BD_VALID, .bucket = true, .valid_bucket = true), 0);
    CHECK(bench_next(&b).parent == BD__NO_PARENT);
    bench_close(&b);
}

/* A generator may take an answer away for a while: what was learned of it waits. */
TEST(what_cannot_be_answered_now_is_not_answered)
{
    static const unsigned open[] = {1, 1, 1}, closed[] = {1, 0, 1};
    struct bench b;
    open_rlcheck(&b, 0);
    struct bd_domain domain = {.max = 2, .shape = BD_WEIGHTED, .weights = open};
    struct bd__plan plan;
    char name[2] = "0";
    for (int i = 0; i < 60; i++) { /* 1 is good, the others are not */
        plan = bench_next(&b);
        bool good = plan.policy->answer(plan.policy->state, 1, &domain) == 1;
        name[0] = (char)('0' + i);
        tell(&b, &plan, good ? BD_VALID : BD_INVALID, name);
    }
    plan = bench_next(&b);
    CHECK_EQ_U64(plan.policy->answer(plan.policy->state, 1, &domain), 1);
    domain.weights = closed;
    for (int i = 0; i < 30; i++) {
        plan = bench_next(&b);
        CHECK(plan.policy->answer(plan.policy->state, 1, &domain) != 1);
        tell(&b, &plan, BD_INVALID, "x");
    }
    domain.weights = open;
    plan = bench_next(&b);
    CHECK_EQ_U64(plan.policy->answer(plan.policy->state, 1, &domain), 1);
    bench_close(&b);
}
