#define _GNU_SOURCE
#include "gen/bytes.h"

#include "gen/out.h"
#include "unit/lab.h"
#include "unit/stats.h"
#include "unit/test.h"

enum { ROOM = 1 << 20 };

/* A generator on a bench, as a campaign has it. */
struct bench {
    struct lab lab;
    struct bd_out out;
    struct bd__bytes_reader reader;
};

static struct bench open_bench(size_t longest, const struct bd_dict *dict)
{
    struct bd__source_limits limits = {.parameter_bytes = 2 * ROOM, .choices = 1 << 20};
    struct bench b = {.lab = lab_open_with(7, limits, dict)};
    b.out = (struct bd_out){.data = malloc(ROOM), .capacity = ROOM, .budget = ROOM, .longest = longest};
    b.out.spend = &b.lab.s->spent;
    return b;
}

static void close_bench(struct bench *b)
{
    free(b->out.data);
    lab_close(&b->lab);
}

static struct bd__choices generate(struct bench *b)
{
    bd__out_begin(&b->out);
    bd__bytes_generate(b->lab.s, &b->out);
    return bd__source_end(b->lab.s);
}

/* Makes SIZE bytes of DATA, planned in this many streams. */
static struct bd__choices make(struct bench *b, const void *data, size_t size, unsigned streams)
{
    bd__bytes_read(&b->reader, (struct bd__bytes){data, size});
    bd__source_begin(b->lab.s, &(struct bd__plan){.stream_count = streams,
                                                  .policy = &b->reader.policy,
                                                  .op = BD__OP_SEED,
                                                  .parent = BD__NO_PARENT});
    return generate(b);
}

TEST(zeros_make_the_empty_input)
{
    struct bench b = open_bench(4096, NULL);
    lab_simplest(&b.lab);
    generate(&b);
    CHECK_EQ_U64(b.out.size, 0);
    close_bench(&b);
}

TEST(fresh_inputs_are_of_many_sizes_and_none_is_too_large)
{
    struct bench b = open_bench(100, NULL);
    uint64_t sum = 0, full = 0, empty = 0;
    enum { COUNT = 2000 };
    for (int i = 0; i < COUNT; i++) {
        lab_fresh(&b.lab, 2);
        CHECK(!generate(&b).exhausted);
        REQUIRE(b.out.size <= 100);
        sum += b.out.size;
        full += b.out.size == 100;
        empty += b.out.size == 0;
    }
    CHECK(sum / COUNT > 40);
    CHECK(full > 0 && empty > 0);
    close_bench(&b);
}

TEST(every_byte_is_as_likely)
{
    struct bench b = open_bench(4096, NULL);
    uint64_t count[256] = {0};
    for (int i = 0; i < 3000; i++) {
        lab_fresh(&b.lab, 2);
        struct bd__choices choices = generate(&b);
        for (uint32_t j = 0; j < choices.choice_count; j++) {
            if (choices.choice[j].kind == BD_VALUE) { count[choices.choice[j].answer]++; }
        }
    }
    CHECK(stats_fit(count, NULL, 256));
    close_bench(&b);
}

TEST(any_bytes_can_be_had_and_their_parameters_make_them_again)
{
    static const size_t sizes[] = {0, 1, 2, 3, 4, 15, 16, 17, 100, 4096, 70000};
    struct bench b = open_bench(ROOM / 2, NULL);
    uint8_t *data = malloc(70000);
    struct bd__rng rng;
    bd__rng_init(&rng, 1, 1);
    for (size_t i = 0; i < 70000; i++) { data[i] = (uint8_t)(i & 64 ? bd__rng_next(&rng) : "ab, cd;e "[i % 9]); }
    for (size_t i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
        size_t size = sizes[i / 2];
        struct bd__choices choices = make(&b, data, size, 1 + i % 2);
        CHECK_EQ_U64(b.out.size, size);
        CHECK(size == 0 || memcmp(b.out.data, data, size) == 0);
        CHECK(!choices.exhausted);
        struct kept kept = kept_of(choices);
        struct bd__plan plan = kept_plan(&kept);
        bd__source_begin(b.lab.s, &plan);
        struct bd__choices again = generate(&b);
        CHECK(same_choices(&kept.choices, &again));
        CHECK(b.out.size == size && (size == 0 || memcmp(b.out.data, data, size) == 0));
        kept_clear(&kept);
    }
    free(data);
    close_bench(&b);
}

TEST(what_is_too_large_is_cut_off)
{
    for (size_t longest = 1; longest < 40; longest++) {
        struct bench b = open_bench(longest, NULL);
        make(&b, "one two three four five six seven eight nine", 44, 2);
        CHECK_EQ_U64(b.out.size, longest);
        CHECK(memcmp(b.out.data, "one two three four five six seven eight nine", longest) == 0);
        close_bench(&b);
    }
}

/* A row of chunks by hand, as a tape has it. */
static const char *from_tape(struct bench *b, const char *body)
{
    static char text[1000];
    struct bd__tape tape;
    snprintf(text, sizeof text, "bediv-tape 1\n%s", body);
    REQUIRE(bd__tape_parse(&tape, text, strlen(text), "test", NULL) == BD_OK);
    lab_tape(&b->lab, &tape);
    generate(b);
    bd__tape_clear(&tape);
    snprintf(text, sizeof text, "%.*s", (int)b->out.size, (const char *)b->out.data);
    return text;
}

#define ABC "chunk {\ns kind 1 of 4\ns size 2 of 15\nv byte 97 98 99 of 255\n}\n"
#define WORD(number) "chunk {\ns kind 4 of 4\nv word " number " of 1\n}\n"

TEST(chunks_are_bytes_repetitions_omissions_and_words)
{
    static const char *const words[] = {"select", "from"};
    struct bd_dict dict = {words, 2};
    struct bench b = open_bench(4096, &dict);
    CHECK_EQ_STR(from_tape(&b, ABC), "abc");
    CHECK_EQ_STR(from_tape(&b, ABC "chunk {\ns kind 2 of 4\ns size 1 of 15\n}\n"), "abcbc");
    CHECK_EQ_STR(from_tape(&b, ABC "chunk {\ns kind 2 of 4\ns size 9 of 15\n}\n"), "abcabc");
    CHECK_EQ_STR(from_tape(&b, "chunk {\ns kind 3 of 4\ns size 1 of 15\nv byte 1 2 of 255\n}\n" ABC), "abc");
    CHECK_EQ_STR(from_tape(&b, WORD("0") ABC WORD("1")), "selectabcfrom");
    close_bench(&b);
}

TEST(without_a_dictionary_there_are_no_words)
{
    struct bench b = open_bench(4096, NULL);
    for (int i = 0; i < 500; i++) {
        lab_fresh(&b.lab, 2);
        struct bd__choices choices = generate(&b);
        for (uint32_t j = 0; j < choices.choice_count; j++) {
            CHECK(choices.choice[j].max != 4 || choices.choice[j].answer != 4);
        }
    }
    close_bench(&b);
}

TEST(a_dictionary_is_used)
{
    static const char *const words[] = {"needle"};
    struct bd_dict dict = {words, 1};
    struct bench b = open_bench(4096, &dict);
    unsigned found = 0;
    for (int i = 0; i < 200; i++) {
        lab_fresh(&b.lab, 2);
        generate(&b);
        b.out.data[b.out.size] = 0;
        found += memmem(b.out.data, b.out.size, "needle", 6) != NULL;
    }
    CHECK(found > 100);
    close_bench(&b);
}

TEST(only_ascii_if_asked_for)
{
    struct bench b = open_bench(4096, NULL);
    b.out.ascii = true;
    for (int i = 0; i < 200; i++) {
        lab_fresh(&b.lab, 2);
        generate(&b);
        for (size_t j = 0; j < b.out.size; j++) {
            uint8_t c = b.out.data[j];
            CHECK((c >= ' ' && c < 0x7f) || (c >= '\t' && c <= '\r'));
        }
    }
    close_bench(&b);
}
