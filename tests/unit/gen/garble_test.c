/* Garbling a small input of three rules, as a tape asks for it. */
#include "gen/garble.h"

#include "unit/choice/tape_bench.h"

struct bench {
    struct lab lab;
    struct bd_out out;
    uint8_t data[1024], scratch[BD__GARBLE_PIECE];
};

static struct bench *open_bench(uint64_t seed)
{
    struct bench *b = calloc(1, sizeof *b);
    b->lab = lab_open(seed);
    b->out = (struct bd_out){.data = b->data, .capacity = sizeof b->data, .budget = 512, .spend = &b->lab.s->spent};
    b->lab.s->written = &b->out.size;
    return b;
}

static void close_bench(struct bench *b)
{
    lab_close(&b->lab);
    free(b);
}

/* Writes "let aa=1,bb=22;", with a rule "let" around all of it, and a rule "item" around each assignment. */
static void generate(struct bench *b)
{
    struct bd_source *s = b->lab.s;
    bd__out_begin(&b->out);
    BD_RULE(s, "let");
    bd_put(&b->out, "let ");
    for (int i = 0; i < 2; i++) {
        BD_RULE(s, "item");
        bd_put(&b->out, i ? ",bb=22" : "aa=1");
    }
    bd_put(&b->out, ";");
}

static struct bd__choices garbled(struct bench *b, double share)
{
    generate(b);
    bd__garble(b->lab.s, &b->out, share, b->scratch);
    return bd__source_end(b->lab.s);
}

/* What becomes of the input with the garbling in TEXT, a part of a tape. */
static const char *with(const char *text)
{
    static char result[sizeof((struct bench *)0)->data + 1];
    struct bench *b = open_bench(1);
    char body[1024];
    snprintf(body, sizeof body, "let {\nitem {\n}\nitem {\n}\n}\n%s", text);
    struct bd__tape tape = parsed(body);
    lab_tape(&b->lab, &tape);
    garbled(b, 0.5);
    snprintf(result, sizeof result, "%.*s", (int)b->out.size, (const char *)b->data);
    bd__tape_clear(&tape);
    close_bench(b);
    return result;
}

/* One garbling: WAY (remove, repeat, replace, move, change, edge), PIECE (span, token, bytes), and the rest. */
#define ONE(way, piece, rest) \
    "s garblings 1 of 8\ngarble {\ns garbled%20by " #way " of 5\ns garbled%20part " #piece " of 2\n" rest "}\n"

TEST(a_tape_without_garbling_does_none)
{
    CHECK_EQ_STR(with(""), "let aa=1,bb=22;");
    CHECK_EQ_STR(with("s garblings 0 of 8\n"), "let aa=1,bb=22;");
}

TEST(what_a_rule_wrote_is_removed)
{
    CHECK_EQ_STR(with(ONE(0, 0, "v garbled%20rule 1 of 2\n")), "let ,bb=22;");
    CHECK_EQ_STR(with(ONE(0, 0, "v garbled%20rule 0 of 2\n")), "");
}

TEST(a_word_or_some_bytes_are_removed)
{
    CHECK_EQ_STR(with(ONE(0, 1, "v garbled%20place 1 of 14\n")), " aa=1,bb=22;");
    CHECK_EQ_STR(with(ONE(0, 1, "v garbled%20place 3 of 14\n")), "letaa=1,bb=22;");
    CHECK_EQ_STR(with(ONE(0, 2, "v garbled%20place 1 of 14\ns more%20garbled%20bytes 1 of 32\n")), "l aa=1,bb=22;");
}

TEST(a_part_is_repeated_up_to_a_hundred_times)
{
    CHECK_EQ_STR(with(ONE(1, 0, "v garbled%20rule 2 of 2\ns repeated 0 of 3\n")), "let aa=1,bb=22,bb=22;");
    const char *often = with(ONE(1, 1, "v garbled%20place 12 of 14\ns repeated 3 of 3\n"));
    CHECK_EQ_U64(strlen(often), strlen("let aa=1,bb=22;") + 200);
}

TEST(nothing_outgrows_the_budget)
{
    const char *often = with(ONE(1, 0, "v garbled%20rule 0 of 2\ns repeated 3 of 3\n"));
    CHECK(strlen(often) <= 512);
    CHECK(strlen(often) > 512 - 15);
}

TEST(a_part_takes_the_place_of_another_of_its_kind)
{
    CHECK_EQ_STR(with(ONE(2, 0, "v garbled%20rule 1 of 2\nv other%20rule 1 of 1\n")), "let ,bb=22,bb=22;");
    CHECK_EQ_STR(with(ONE(2, 1, "v garbled%20place 0 of 14\nv other%20place 12 of 14\n")), "22 aa=1,bb=22;");
}

TEST(a_part_moves)
{
    CHECK_EQ_STR(with(ONE(3, 0, "v garbled%20rule 2 of 2\nv moved%20to 0 of 9\n")), ",bb=22let aa=1;");
}

TEST(bytes_change)
{
    CHECK_EQ_STR(with(ONE(4, 2, "v garbled%20place 4 of 14\nv garbled%20byte 88 of 255\n")), "let Xa=1,bb=22;");
}

TEST(the_next_number_becomes_one_at_the_edge_of_a_type)
{
    CHECK_EQ_STR(with(ONE(5, 2, "v garbled%20place 8 of 14\nv edge 24 of 79\n")), "let aa=1,bb=255;");
    CHECK_EQ_STR(with(ONE(5, 2, "v garbled%20place 14 of 14\nv edge 24 of 79\n")), "let aa=1,bb=22;");
}

TEST(a_share_of_inputs_is_garbled)
{
    enum { INPUTS = 4000 };
    struct bench *b = open_bench(7);
    unsigned wrong = 0;
    for (int i = 0; i < INPUTS; i++) {
        lab_fresh(&b->lab, 2);
        struct bd__choices choices = garbled(b, 0.25);
        wrong += choices.choice_count > 1;
        CHECK(b->out.size <= b->out.budget);
    }
    CHECK(wrong > INPUTS * 0.22 && wrong < INPUTS * 0.28);
    lab_fresh(&b->lab, 2);
    CHECK_EQ_U64(garbled(b, 0).choice_count, 0);
    lab_simplest(&b->lab);
    garbled(b, 1);
    CHECK_EQ_U64(b->out.size, strlen("let aa=1,bb=22;"));
    close_bench(b);
}

TEST(replayed_garbling_is_the_same)
{
    struct bench *b = open_bench(3);
    uint8_t before[sizeof b->data];
    for (int i = 0; i < 500; i++) {
        lab_fresh(&b->lab, 2);
        struct kept kept = kept_of(garbled(b, 0.9));
        size_t size = b->out.size;
        memcpy(before, b->data, size);
        struct bd__plan plan = kept_plan(&kept);
        bd__source_begin(b->lab.s, &plan);
        struct bd__choices again = garbled(b, 0.9);
        CHECK(same_choices(&again, &kept.choices));
        CHECK(b->out.size == size && memcmp(b->data, before, size) == 0);
        kept_clear(&kept);
    }
    close_bench(b);
}
