#include "store/setup_file.h"

#include "base/json.h"
#include "unit/test.h"

static char *command[] = {(char *)"./tree", (char *)"-n", (char *)"5", (char *)"a \"b\"\n\xff"};
static const struct bd_config config = {.guide = "zest", .argc = 4, .argv = command};

static void put_settings(struct bd__json *json, const struct bd_config *of)
{
    bd__json_string(json, "guide", of->guide);
    bd__json_object(json, "tuning", BD__JSON_FLAT);
    bd__json_real(json, "epsilon", 0.25);
    bd__json_end(json);
}

static const struct bd__setup_file setup = {.program = "tree \\ \"x\"",
                                            .program_hash = 0x00fedcba98765432,
                                            .branches = 77,
                                            .config = &config,
                                            .put_settings = put_settings,
                                            .start_time = 1700000000};

/* What was written comes out leaf by leaf: EXPECTED is path, value, path, value … */
struct expected {
    const char *const *leaf;
    size_t count, at;
};

static void expect(void *user, const char *path, const char *value)
{
    struct expected *expected = user;
    if (strcmp(path, "compiler") == 0) { value = "any"; }
    REQUIRE(expected->at + 2 <= expected->count);
    CHECK_EQ_STR(path, expected->leaf[expected->at]);
    CHECK_EQ_STR(value, expected->leaf[expected->at + 1]);
    expected->at += 2;
}

static struct bd__text written(void)
{
    struct bd__text text = {0};
    bd__setup_file_put(&text, &setup);
    return text;
}

TEST(everything_that_is_written_can_be_read)
{
    static const char *const leaves[] = {
        "format",     "1",         "bediv",         BD_VERSION,      "compiler",
        "any",        "program",   "tree \\ \"x\"", "program_hash",  "00fedcba98765432",
        "branches",   "77",        "guide",         "zest",          "tuning.epsilon",
        "0.25",       "command.0", "./tree",        "command.1",     "-n",
        "command.2",  "5",         "command.3",     "a \"b\"\n\xff", "start_time",
        "1700000000",
    };
    struct expected expected = {.leaf = leaves, .count = sizeof leaves / sizeof *leaves};
    struct bd__text text = written();
    CHECK_EQ_STR(bd__json_walk(text.data, text.size, expect, &expected), NULL);
    CHECK_EQ_U64(expected.at, expected.count);
    bd__text_clear(&text);
}

TEST(readers_find_the_version_and_the_program)
{
    struct bd__setup_extract read;
    struct bd__text text = written();
    CHECK_EQ_STR(bd__setup_file_parse(&read, text.data, text.size), NULL);
    CHECK(read.has_format && read.known);
    CHECK_EQ_STR(read.program_hash, "00fedcba98765432");
    bd__text_clear(&text);
}

TEST(another_version_and_none_are_told_apart)
{
    struct bd__setup_extract read;
    static const char other[] = "{\"format\": 2}", none[] = "{\"tuning\": {\"format\": 1}}";
    CHECK(!bd__setup_file_parse(&read, other, strlen(other)));
    CHECK(read.has_format && !read.known);
    CHECK(!bd__setup_file_parse(&read, none, strlen(none)));
    CHECK(!read.has_format);
    CHECK_EQ_STR(read.program_hash, "");
}

TEST(a_file_that_was_cut_short_is_refused)
{
    struct bd__setup_extract read;
    struct bd__text text = written();
    size_t whole = text.size - 1; /* without its last newline it is still JSON */
    for (size_t size = 0; size < whole; size++) { CHECK(bd__setup_file_parse(&read, text.data, size) != NULL); }
    CHECK(!bd__setup_file_parse(&read, text.data, whole));
    bd__text_clear(&text);
}

TEST(no_changed_byte_does_harm)
{
    struct bd__text text = written();
    for (size_t i = 0; i < text.size; i++) {
        static const char others[] = "\0\"\\{}[],:9-\xff";
        for (size_t k = 0; k < sizeof others - 1; k++) {
            struct bd__setup_extract read;
            char before = text.data[i];
            text.data[i] = others[k];
            (void)bd__setup_file_parse(&read, text.data, text.size);
            CHECK(memchr(read.program_hash, 0, sizeof read.program_hash));
            text.data[i] = before;
        }
    }
    bd__text_clear(&text);
}
