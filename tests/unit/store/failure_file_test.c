#include "store/failure_file.h"

#include "unit/test.h"

static struct bd__frame frames[] = {{.function = "store", .file = "/src/x \"y\".c", .line = 12}, {.function = "run"}};
static const struct bd__distinct whole = {.signature = {.text = "SIGSEGV in store, run", .kind = "SIGSEGV"},
                                          .frame = frames,
                                          .frame_count = 2,
                                          .found_by = "the sanitized build",
                                          .reproducible = BD__REPRODUCIBLE_EARLIER,
                                          .examined = true,
                                          .earlier = 3,
                                          .examples = 5,
                                          .count = 18446744073709551615u,
                                          .first_trial = 4567,
                                          .last_trial = 5678,
                                          .first_seconds = 1.5,
                                          .last_seconds = 2.125,
                                          .size = 42,
                                          .structural = 7,
                                          .values = 9,
                                          .input_trial = 4568,
                                          .shrink_runs = 200,
                                          .shrink_seconds = 0.25,
                                          .program = "tree \xff",
                                          .guide = "zest",
                                          .seed = 11,
                                          .reproduce = (char *)"./tree replay 'x'",
                                          .shrink = (char *)"./tree shrink 'x'"};

TEST(what_is_written_is_read)
{
    struct bd__text text = {0};
    struct bd__distinct read = {0};
    bd__failure_file_put(&text, &whole);
    CHECK_EQ_STR(bd__failure_file_parse(&read, text.data, text.size), NULL);
    CHECK_EQ_STR(read.signature.text, whole.signature.text);
    CHECK_EQ_STR(read.signature.kind, whole.signature.kind);
    REQUIRE(read.frame_count == 2);
    for (size_t i = 0; i < 2; i++) {
        CHECK_EQ_STR(read.frame[i].function, frames[i].function);
        CHECK_EQ_STR(read.frame[i].file, frames[i].file);
        CHECK_EQ_U64(read.frame[i].line, frames[i].line);
    }
    CHECK_EQ_STR(read.found_by, whole.found_by);
    CHECK_EQ_U64(read.reproducible, whole.reproducible);
    CHECK(read.examined);
    CHECK_EQ_U64(read.earlier, whole.earlier);
    CHECK_EQ_U64(read.examples, whole.examples);
    CHECK_EQ_U64(read.count, whole.count);
    CHECK_EQ_U64(read.first_trial, whole.first_trial);
    CHECK_EQ_U64(read.last_trial, whole.last_trial);
    CHECK_NEAR(read.first_seconds, whole.first_seconds, 0);
    CHECK_NEAR(read.last_seconds, whole.last_seconds, 0);
    CHECK_EQ_U64(read.size, whole.size);
    CHECK_EQ_U64(read.structural, whole.structural);
    CHECK_EQ_U64(read.values, whole.values);
    CHECK_EQ_U64(read.input_trial, whole.input_trial);
    CHECK_EQ_U64(read.shrink_runs, whole.shrink_runs);
    CHECK_NEAR(read.shrink_seconds, whole.shrink_seconds, 0);
    CHECK_EQ_STR(read.program, whole.program);
    CHECK_EQ_STR(read.guide, whole.guide);
    CHECK_EQ_U64(read.seed, whole.seed);
    CHECK_EQ_STR(read.reproduce, whole.reproduce);
    CHECK_EQ_STR(read.shrink, whole.shrink);
    bd__distinct_clear(&read);
    bd__text_clear(&text);
}

/* Other programs read it, too. */
TEST(the_file_looks_as_it_always_did)
{
    static const char expected[] = "{\n"
                                   "  \"format\": 1,\n"
                                   "  \"signature\": \"SIGSEGV in store, run\",\n"
                                   "  \"kind\": \"SIGSEGV\",\n"
                                   "  \"frames\": [\n"
                                   "    {\"function\": \"store\", \"file\": \"/src/x \\\"y\\\".c\", \"line\": 12},\n"
                                   "    {\"function\": \"run\"}\n"
                                   "  ],\n"
                                   "  \"reproducible\": \"needs earlier inputs\",\n"
                                   "  \"earlier\": 3,\n"
                                   "  \"found_by\": \"the sanitized build\",\n"
                                   "  \"count\": 18446744073709551615,\n"
                                   "  \"examples\": 5,\n"
                                   "  \"first_trial\": 4567,\n"
                                   "  \"last_trial\": 5678,\n"
                                   "  \"first_seconds\": 1.500,\n"
                                   "  \"last_seconds\": 2.125,\n"
                                   "  \"size\": 42,\n"
                                   "  \"structural_choices\": 7,\n"
                                   "  \"value_choices\": 9,\n"
                                   "  \"input_trial\": 4568,\n"
                                   "  \"shrink_runs\": 200,\n"
                                   "  \"shrink_seconds\": 0.250,\n"
                                   "  \"examined\": true,\n"
                                   "  \"program\": \"tree \\udcff\",\n"
                                   "  \"guide\": \"zest\",\n"
                                   "  \"seed\": 11,\n"
                                   "  \"reproduce\": \"./tree replay 'x'\",\n"
                                   "  \"shrink\": \"./tree shrink 'x'\"\n"
                                   "}\n";
    struct bd__text text = {0};
    bd__failure_file_put(&text, &whole);
    CHECK_EQ_STR(bd__text_str(&text), expected);
    bd__text_clear(&text);
}

TEST(without_frames_and_commands_it_is_whole_too)
{
    static const struct bd__distinct bare = {.signature = {.text = "verdict", .kind = "verdict"}};
    struct bd__text text = {0};
    struct bd__distinct read = {0};
    bd__failure_file_put(&text, &bare);
    CHECK(strstr(bd__text_str(&text), "  \"frames\": [],\n"));
    CHECK_EQ_STR(bd__failure_file_parse(&read, text.data, text.size), NULL);
    CHECK_EQ_U64(read.frame_count, 0);
    CHECK_EQ_STR(read.reproduce, "");
    bd__distinct_clear(&read);
    bd__text_clear(&text);
}
