#include "gen/out.h"

#include "unit/lab.h"
#include "unit/test.h"

struct fixture {
    uint8_t data[64];
    bool spent;
    struct bd_out out;
};

static struct bd_out *open_out(struct fixture *f, size_t capacity, size_t budget)
{
    *f = (struct fixture){.out = {.capacity = capacity, .budget = budget}};
    memset(f->data, '.', sizeof f->data);
    f->out.data = f->data;
    f->out.spend = &f->spent;
    bd__out_begin(&f->out);
    return &f->out;
}

static const char *written(const struct fixture *f)
{
    static char text[65];
    snprintf(text, sizeof text, "%.*s", (int)f->out.size, (const char *)f->data);
    return text;
}

TEST(what_is_put_follows_what_was_put)
{
    struct fixture f;
    struct bd_out *out = open_out(&f, 64, 64);
    bd_put(out, "ab");
    bd_put_char(out, '-');
    bd_put_bytes(out, "cd", 2);
    bd_put_bytes(out, NULL, 0);
    bd_put_number(out, 12);
    bd_print(out, "<%s %d>", "x", 7);
    CHECK_EQ_STR(written(&f), "ab-cd12<x 7>");
    CHECK(!out->overflow && !f.spent);
}

TEST(numbers_print_as_printf_prints_them)
{
    static const int64_t numbers[] = {0, 1, -1, 9, 10, -10, 99, 100, INT32_MIN, INT64_MAX, INT64_MIN, INT64_MIN + 1};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct fixture f;
        char expected[32];
        bd_put_number(open_out(&f, 64, 64), numbers[i]);
        snprintf(expected, sizeof expected, "%" PRId64, numbers[i]);
        CHECK_EQ_STR(written(&f), expected);
    }
}

TEST(the_budget_is_spent_only_beyond_its_size)
{
    struct fixture f;
    struct bd_out *out = open_out(&f, 64, 4);
    bd_put(out, "abcd");
    CHECK(!f.spent);
    bd_put_char(out, 'e');
    CHECK(f.spent);
    CHECK_EQ_STR(written(&f), "abcde"); /* nothing is cut off */
    CHECK(!out->overflow);
}

TEST(printing_spends_the_budget_too)
{
    struct fixture f;
    struct bd_out *out = open_out(&f, 64, 4);
    bd_print(out, "%s", "abcd");
    CHECK(!f.spent);
    bd_print(out, "%s", "e");
    CHECK(f.spent);
}

TEST(bytes_beyond_the_capacity_are_lost_and_it_is_said)
{
    struct fixture f;
    struct bd_out *out = open_out(&f, 8, 8);
    bd_put(out, "12345678");
    CHECK(!out->overflow);
    bd_put(out, "9");
    CHECK(out->overflow);
    CHECK_EQ_STR(written(&f), "12345678");
    CHECK(f.data[8] == '.');
}

TEST(printing_beyond_the_capacity_writes_nothing_behind_it)
{
    struct fixture f;
    struct bd_out *out = open_out(&f, 8, 8);
    bd_put(out, "1234");
    bd_print(out, "%d", 567890);
    CHECK(out->overflow);
    CHECK_EQ_STR(written(&f), "1234");
    CHECK(f.data[8] == '.');
}

TEST(a_new_input_starts_empty)
{
    struct fixture f;
    struct bd_out *out = open_out(&f, 4, 4);
    bd_put(out, "12345");
    bd__out_begin(out);
    CHECK(out->size == 0 && !out->overflow && !out->object);
}

static unsigned destroyed[2];

static void destroy(void *object)
{
    destroyed[*(int *)object]++;
}

TEST(an_object_is_destroyed_once)
{
    struct fixture f;
    int zero = 0;
    struct bd_out *out = open_out(&f, 8, 8);
    destroyed[0] = 0;
    bd_give(out, &zero, destroy);
    CHECK(out->object == &zero);
    CHECK_EQ_U64(destroyed[0], 0);
    bd__out_end(out);
    CHECK_EQ_U64(destroyed[0], 1);
    bd__out_end(out);
    CHECK_EQ_U64(destroyed[0], 1);
}

TEST(a_second_object_replaces_and_destroys_the_first)
{
    struct fixture f;
    int zero = 0, one = 1;
    struct bd_out *out = open_out(&f, 8, 8);
    destroyed[0] = destroyed[1] = 0;
    bd_give(out, &zero, destroy);
    bd_give(out, &one, destroy);
    CHECK_EQ_U64(destroyed[0], 1);
    CHECK_EQ_U64(destroyed[1], 0);
    CHECK(out->object == &one);
    bd__out_end(out);
    CHECK_EQ_U64(destroyed[1], 1);
}

TEST(an_object_without_a_destructor_is_left_alone)
{
    struct fixture f;
    int zero = 0;
    struct bd_out *out = open_out(&f, 8, 8);
    bd_give(out, &zero, NULL);
    CHECK(out->object == &zero);
    bd__out_end(out);
    CHECK(!out->object);
}

TEST(choose_and_print_prints_what_it_chose)
{
    static const char *const words[] = {"alpha", "beta", "gamma"};
    struct bd_dict dict = {words, 3};
    struct lab lab = lab_open(1);
    for (int i = 0; i < 100; i++) {
        struct fixture f;
        struct bd_out *out = open_out(&f, 64, 64);
        char expected[64];
        lab_fresh(&lab, 2);
        int64_t number = bd_put_int(lab.s, out, "number", -5000, 5000);
        const char *word = bd_put_word(lab.s, out, "word", &dict);
        char c = bd_put_char_of(lab.s, out, "char", "xyz");
        snprintf(expected, sizeof expected, "%" PRId64 "%s%c", number, word, c);
        CHECK_EQ_STR(written(&f), expected);
    }
    lab_close(&lab);
}
