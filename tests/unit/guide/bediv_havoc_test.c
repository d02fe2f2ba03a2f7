#include "choice/source.h"
#include "unit/guide/bench.h"
#include "unit/test.h"

/* A parent of 13 bytes: a structural flag, a value of four bytes, a structural pick of eight; and a value that was
 * answered without bytes. */
static void open_havoc(struct bench *b)
{
    static const struct bd__choice choice[] = {
        {.max = 1, .at = 0, .width = 1, .kind = BD_STRUCTURE, .coin = true},
        {.max = 9, .at = 1, .width = 4, .kind = BD_VALUE},
        {.max = UINT64_MAX, .at = 5, .width = 8, .kind = BD_STRUCTURE},
        {.max = 9, .at = 13, .width = 0, .kind = BD_VALUE},
    };
    static const uint8_t bytes[13] = {1, 9, 9, 9, 9, 7, 7, 7, 7, 7, 7, 7, 7};
    static const struct bd__span span[1];
    bench_open(b, &bd__guide_bediv_havoc);
    b->corpus.covered = 10;
    struct bd__trial trial = {.plan = {.parent = BD__NO_PARENT},
                              .choices = {.choice = choice,
                                          .span = span,
                                          .choice_count = 4,
                                          .span_count = 1,
                                          .structural_count = 2,
                                          .stream_count = 1,
                                          .parameters = {{bytes, sizeof bytes}}},
                              .trace = {.branch_count = 10}};
    bd__corpus_add(&b->corpus, &trial);
}

TEST(a_targeted_child_changes_choices_of_one_kind_only)
{
    struct bench b;
    open_havoc(&b);
    b.config.tuning.havoc_share = 0;
    b.config.tuning.epsilon = 1;
    const uint8_t *own = b.corpus.entry[0].kept.choices.parameters[0].data;
    unsigned structure = 0, value = 0;
    for (int i = 0; i < 400; i++) {
        struct bd__plan plan = bench_next(&b);
        const uint8_t *child = plan.stream[0].data;
        REQUIRE(plan.parent == 0 && plan.stream_count == 1 && plan.stream[0].size == 13 && plan.mutations > 0);
        bool values_same = memcmp(child + 1, own + 1, 4) == 0;
        bool structure_same = child[0] == own[0] && memcmp(child + 5, own + 5, 8) == 0;
        if (plan.op == BD__OP_STRUCTURE) {
            CHECK(values_same);
            structure += !structure_same;
        } else {
            CHECK(plan.op == BD__OP_VALUE && structure_same);
            value += !values_same;
        }
    }
    CHECK(structure > 120 && value > 120);
    bench_close(&b);
}

TEST(a_flag_is_turned_over_however_often_it_is_picked)
{
    struct bench b;
    open_havoc(&b);
    b.config.tuning.havoc_share = 0;
    b.config.tuning.epsilon = 1;
    unsigned turned = 0;
    for (int i = 0; i < 400; i++) {
        struct bd__plan plan = bench_next(&b);
        CHECK(plan.stream[0].data[0] <= 1);
        turned += plan.stream[0].data[0] == 0;
    }
    CHECK(turned > 140); /* eight ninths of those that change structure; half of that, if two picks undid each other */
    bench_close(&b);
}

TEST(a_tenth_of_the_children_is_zests)
{
    struct bench b;
    open_havoc(&b);
    b.config.tuning.havoc_share = 0.1;
    unsigned havoc = 0;
    for (int i = 0; i < 4000; i++) { havoc += bench_next(&b).op == BD__OP_HAVOC; }
    CHECK(havoc > 320 && havoc < 480);
    bench_close(&b);
}

static void add_parent_of(struct bench *b, const struct bd__choice *choice, uint32_t count, const uint8_t *bytes,
                          size_t size)
{
    static const struct bd__span span[1];
    struct bd__trial trial = {.plan = {.parent = BD__NO_PARENT},
                              .choices = {.choice = choice,
                                          .span = span,
                                          .choice_count = count,
                                          .span_count = 1,
                                          .stream_count = 1,
                                          .parameters = {{bytes, size}}},
                              .trace = {.branch_count = 10}};
    bd__corpus_add(&b->corpus, &trial);
}

/* A parent of two bytes. */
static void add_parent(struct bench *b, const struct bd__choice *choice, uint32_t count)
{
    add_parent_of(b, choice, count, (const uint8_t[]){1, 1}, 2);
}

TEST(a_parent_with_one_kind_of_choices_has_zests_children)
{
    static const struct bd__choice none[] = {{.max = 9, .kind = BD_VALUE}}; /* answered without bytes */
    static const struct bd__choice structure[] = {{.max = 1, .width = 1, .kind = BD_STRUCTURE}};
    static const struct bd__choice value[] = {{.max = 255, .at = 1, .width = 1, .kind = BD_VALUE}};
    const struct bd__choice *const parents[] = {none, structure, value};
    for (size_t p = 0; p < 3; p++) {
        struct bench b;
        bench_open(&b, &bd__guide_bediv_havoc);
        b.corpus.covered = 10;
        add_parent(&b, parents[p], 1);
        for (int i = 0; i < 50; i++) { CHECK(bench_next(&b).op == BD__OP_HAVOC); }
        bench_close(&b);
    }
}

/* Of a count of mean 2, most numbers decode to 0, 1 or 2, and only the highest of the four bytes matters. */
TEST(a_count_gets_another_answer_for_certain)
{
    static const struct {
        struct bd_domain domain;
        uint32_t x;
    } counts[] = {
        {{.max = 100, .shape = BD_GEOMETRIC, .mean = 2}, 0},
        {{.max = 100, .shape = BD_GEOMETRIC, .mean = 2}, 0x80000000},
        {{.max = 100, .shape = BD_GEOMETRIC, .mean = 2}, UINT32_MAX},
        {{.max = 1, .shape = BD_GEOMETRIC, .mean = 0.01}, 0}, /* a loop that hardly ever goes on */
        {{.max = 1, .shape = BD_GEOMETRIC, .mean = 1000}, UINT32_MAX},
    };
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        const struct bd_domain *domain = &counts[c].domain;
        uint64_t answer = bd__source_geometric(domain, counts[c].x);
        const struct bd__choice choice[] = {
            {.answer = answer, .max = domain->max, .mean = (float)domain->mean, .width = 4, .kind = BD_STRUCTURE},
            {.max = 255, .at = 4, .width = 1, .kind = BD_VALUE}};
        uint8_t bytes[5] = {0};
        memcpy(bytes, &counts[c].x, sizeof counts[c].x);
        struct bench b;
        bench_open(&b, &bd__guide_bediv_havoc);
        b.corpus.covered = 10;
        b.config.tuning.havoc_share = 0;
        b.config.tuning.epsilon = 1;
        add_parent_of(&b, choice, 2, bytes, sizeof bytes);
        for (int i = 0; i < 200; i++) {
            struct bd__plan plan = bench_next(&b);
            uint32_t x;
            memcpy(&x, plan.stream[0].data, sizeof x);
            CHECK((plan.op == BD__OP_STRUCTURE) == (bd__source_geometric(domain, x) != answer));
        }
        bench_close(&b);
    }
}

/* Of weights {6, 2} the bytes 0 to 5 are no and 6, 7 yes: turning over the lowest bit would change nothing. */
TEST(a_weighted_yes_or_no_is_overwritten_not_turned_over)
{
    static const struct bd__choice choice[] = {{.max = 1, .at = 0, .width = 1, .kind = BD_STRUCTURE},
                                               {.max = 255, .at = 1, .width = 1, .kind = BD_VALUE}};
    struct bench b;
    bench_open(&b, &bd__guide_bediv_havoc);
    b.corpus.covered = 10;
    b.config.tuning.epsilon = 1;
    add_parent(&b, choice, 2);
    bool seen[256] = {false};
    unsigned different = 0;
    for (int i = 0; i < 400; i++) {
        uint8_t byte = bench_next(&b).stream[0].data[0];
        different += !seen[byte];
        seen[byte] = true;
    }
    CHECK(different > 50);
    bench_close(&b);
}

TEST(a_new_trace_earns_a_point_and_that_of_a_valid_input_two)
{
    struct bench b;
    open_havoc(&b);
    const struct bd__scores *own = &b.corpus.entry[0].scores, *all = &b.corpus.scores;
    OBSERVE(&b, .op = BD__OP_STRUCTURE, .verdict = BD_INVALID, .trace = true);
    CHECK(own->tried[BD_STRUCTURE] == 1 && own->hit[BD_STRUCTURE] == 1);
    OBSERVE(&b, .op = BD__OP_STRUCTURE, .verdict = BD_VALID, .trace = true, .valid_trace = true);
    CHECK(own->tried[BD_STRUCTURE] == 2 && own->hit[BD_STRUCTURE] == 3);
    CHECK(all->tried[BD_STRUCTURE] == 2 && all->hit[BD_STRUCTURE] == 2);       /* how many were rewarded */
    OBSERVE(&b, .op = BD__OP_VALUE, .verdict = BD_VALID, .valid_trace = true); /* seen before, invalid */
    CHECK(own->tried[BD_VALUE] == 1 && own->hit[BD_VALUE] == 0);
    OBSERVE(&b, .op = BD__OP_HAVOC, .verdict = BD_VALID, .trace = true, .valid_trace = true);
    CHECK(own->tried[BD_STRUCTURE] == 2 && own->tried[BD_VALUE] == 1);
    bench_close(&b);
}

TEST(it_keeps_what_zest_keeps)
{
    struct bench b;
    open_havoc(&b);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_INVALID, .bucket = true), 1);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true, .valid_branch_count = 1), 1);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .valid_bucket = true), 0);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .trace = true), 0);
    bench_close(&b);
}

TEST(the_list_of_choices_follows_the_parent)
{
    struct bench b;
    open_havoc(&b);
    b.config.tuning.havoc_share = 0;
    b.config.tuning.children = 1;
    b.config.tuning.favoured_factor = 1;
    static const struct bd__choice choice[] = {{.max = 1, .at = 0, .width = 1, .kind = BD_STRUCTURE, .coin = true},
                                               {.max = 255, .at = 1, .width = 1, .kind = BD_VALUE}};
    add_parent(&b, choice, 2);
    bool both[2] = {false};
    for (int i = 0; i < 20; i++) {
        struct bd__plan plan = bench_next(&b);
        both[plan.parent] = true;
        CHECK_EQ_U64(plan.stream[0].size, plan.parent ? 2 : 13);
        CHECK(plan.op == BD__OP_STRUCTURE || plan.op == BD__OP_VALUE);
        if (plan.parent && plan.op == BD__OP_STRUCTURE) { CHECK(plan.stream[0].data[0] == 0); }
    }
    CHECK(both[0] && both[1]);
    bench_close(&b);
}
