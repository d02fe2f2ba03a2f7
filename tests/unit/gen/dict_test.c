#include "gen/dict.h"

#include "unit/scratch.h"
#include "unit/test.h"

struct fixture {
    struct bd__dict_file file;
    struct heard heard;
    enum bd_status status;
};

static void load_bytes(struct fixture *f, const char *text, size_t size)
{
    const char *path = scratch("words");
    *f = (struct fixture){0};
    scratch_write(path, text, size);
    f->status = bd__dict_load(&f->file, path, &(struct bd__log){heard_sink, &f->heard});
}

static void load(struct fixture *f, const char *text)
{
    load_bytes(f, text, strlen(text));
}

/* Loads TEXT; then the words must be those listed, up to NULL. */
static void check_words(const char *text, const char *const *words, int line)
{
    struct fixture f;
    load(&f, text);
    test_eq_u64(f.status, BD_OK, __FILE__, line, "status");
    size_t count = 0;
    while (words[count]) { count++; }
    test_eq_u64(f.file.dict.count, count, __FILE__, line, "count");
    for (size_t i = 0; i < count && i < f.file.dict.count; i++) {
        test_eq_str(f.file.dict.words[i], words[i], __FILE__, line, "word");
    }
    test_eq_u64(f.heard.count, 0, __FILE__, line, "messages");
    bd__dict_clear(&f.file);
}
#define CHECK_WORDS(text, ...) check_words(text, (const char *const[]){__VA_ARGS__, NULL}, __LINE__)

/* Loads TEXT; then the only message must end in EXPECTED, after the path. */
static void check_refused(const char *text, size_t size, const char *expected, int line)
{
    struct fixture f;
    load_bytes(&f, text, size);
    test_eq_u64(f.status, BD_FORMAT, __FILE__, line, "status");
    test_eq_u64(f.heard.errors, 1, __FILE__, line, "errors");
    const char *path = scratch("words");
    test_check(strncmp(f.heard.text, path, strlen(path)) == 0, __FILE__, line, "the message names the file");
    test_eq_str(f.heard.text + strlen(path), expected, __FILE__, line, "message");
    test_check(!f.file.dict.count && !f.file.text && !f.file.words, __FILE__, line, "nothing is kept");
}

TEST(a_plain_file_has_a_word_a_line)
{
    CHECK_WORDS("one\ntwo\nthree\n", "one", "two", "three");
}

TEST(the_last_line_needs_no_newline)
{
    CHECK_WORDS("one\ntwo", "one", "two");
}

TEST(blanks_around_words_carriage_returns_and_empty_lines_do_not_count)
{
    CHECK_WORDS("  one \t\r\n\r\n\n\ttwo words\r\n   \n", "one", "two words");
}

TEST(comment_lines_are_passed_over)
{
    CHECK_WORDS("# one\none\n  # two\ntwo # not a comment\n", "one", "two # not a comment");
}

TEST(the_format_of_afl_is_read_with_and_without_names)
{
    CHECK_WORDS("keyword=\"if\"\nlevelled@2=\"while\"\n\"bare\"\n", "if", "while", "bare");
}

TEST(both_formats_may_stand_in_one_file)
{
    CHECK_WORDS("plain\nname=\"quoted\"\n", "plain", "quoted");
}

TEST(escapes_are_decoded_inside_quotes_only)
{
    CHECK_WORDS("x=\"\\x41\\x7a\\xfF\\\\\\\"\"\n\\x41\n", "Az\xff\\\"", "\\x41");
}

TEST(a_quoted_word_may_hold_blanks_equals_signs_quotes_and_comment_signs)
{
    CHECK_WORDS("x=\" a = b # \"\n\"say \"hi\"\"\n", " a = b # ", "say \"hi\"");
}

TEST(lines_that_only_look_quoted_are_plain_words)
{
    CHECK_WORDS("say \"hi\"\n\"open\n<a href=\"x\">\n\"\n", "say \"hi\"", "\"open", "<a href=\"x\">", "\"");
}

TEST(a_quoted_word_may_be_empty)
{
    CHECK_WORDS("\"\"\n", "");
}

TEST(a_wrong_escape_is_refused_with_its_line)
{
    static const char *const wrong[] = {"\"\\n\"", "\"\\x4\"", "\"\\x4g\"", "\"\\xg4\"", "\"\\\"", "\"\\X41\""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[100];
        snprintf(text, sizeof text, "one\n# two\nx=%s\nfour\n", wrong[i]);
        check_refused(text, strlen(text), ":3: only \\, \" or xNN may follow a backslash", __LINE__);
    }
}

TEST(a_wrong_escape_on_the_first_and_on_the_last_line_has_the_right_number)
{
    check_refused("\"\\q\"", 4, ":1: only \\, \" or xNN may follow a backslash", __LINE__);
    check_refused("a\nb\n\"\\q\"", 8, ":3: only \\, \" or xNN may follow a backslash", __LINE__);
}

TEST(an_escaped_nul_is_refused)
{
    check_refused("a\n\"x\\x00\"\n", 10, ":2: a word cannot contain a NUL byte", __LINE__);
}

TEST(a_nul_byte_is_refused_with_its_line)
{
    check_refused("a\nb\nc\0d\n", 8, ":3: the file contains a NUL byte", __LINE__);
    check_refused("\0", 1, ":1: the file contains a NUL byte", __LINE__);
}

TEST(a_file_without_a_word_is_refused)
{
    check_refused("", 0, ":1: the dictionary has no words", __LINE__);
    check_refused("# nothing\n\n", 11, ":3: the dictionary has no words", __LINE__);
}

TEST(a_missing_file_is_named_with_the_reason)
{
    struct bd__dict_file file;
    struct heard heard = {0};
    char expected[2000];
    snprintf(expected, sizeof expected, "cannot read the dictionary %s: No such file or directory", scratch("none"));
    CHECK(bd__dict_load(&file, scratch("none"), &(struct bd__log){heard_sink, &heard}) == BD_IO);
    CHECK_EQ_STR(heard.text, expected);
    CHECK_EQ_U64(heard.errors, 1);
    bd__dict_clear(&file); /* clearing what was not loaded is fine */
}

TEST(many_words_are_all_there)
{
    enum { WORDS = 20000 };
    char *text = malloc(WORDS * 8), *at = text;
    for (int i = 0; i < WORDS; i++) { at += sprintf(at, "w%d\n", i); }
    struct fixture f;
    load(&f, text);
    REQUIRE(f.status == BD_OK);
    CHECK_EQ_U64(f.file.dict.count, WORDS);
    CHECK_EQ_STR(f.file.dict.words[0], "w0");
    CHECK_EQ_STR(f.file.dict.words[WORDS - 1], "w19999");
    bd__dict_clear(&f.file);
    free(text);
}
