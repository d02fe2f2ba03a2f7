#include "base/json.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "unit/test.h"

static void note(void *user, const char *path, const char *value)
{
    bd__text_printf(user, "%s=%s;", path, value);
}

/* The leaves of TEXT, or the error message. Valid until the next call. */
static const char *walk(const char *text)
{
    static struct bd__text seen;
    bd__text_clear(&seen);
    const char *error = bd__json_walk(text, strlen(text), note, &seen);
    return error ? error : bd__text_str(&seen);
}

TEST(leaves_come_with_their_paths)
{
    CHECK_EQ_STR(walk("{\"a\": 1, \"b\": {\"c\": \"x\", \"d\": [true, null, -1.5e3]}, \"e\": {}}"),
                 "a=1;b.c=x;b.d.0=true;b.d.1=null;b.d.2=-1.5e3;");
    CHECK_EQ_STR(walk(" 7 "), "=7;");
    CHECK_EQ_STR(walk("[]"), "");
    CHECK_EQ_STR(walk("[[1], {\"k\": 2}]"), "0.0=1;1.k=2;");
}

TEST(escapes_are_taken_out)
{
    CHECK_EQ_STR(walk("\"a\\\"b\\\\c\\n\\u0041\\u00e9\\u20ac\""), "=a\"b\\c\nA\xc3\xa9\xe2\x82\xac;");
    CHECK_EQ_STR(walk("\"\\u0000\""), "= ;");
    CHECK_EQ_STR(walk("\"\\ud83d\\ude00\\udc9b\""), "=\xf0\x9f\x98\x80\x9b;");
}

TEST(what_is_wrong_is_said)
{
    CHECK_EQ_STR(walk(""), "a value is missing");
    CHECK_EQ_STR(walk("{\"a\" 1}"), "a ':' is missing");
    CHECK_EQ_STR(walk("{\"a\": 1 \"b\": 2}"), "a ',' or the end is missing");
    CHECK_EQ_STR(walk("{\"a\": 1,}"), "a key is missing");
    CHECK_EQ_STR(walk("\"abc"), "a string does not end");
    CHECK_EQ_STR(walk("\"abc\\"), "a string does not end");
    CHECK_EQ_STR(walk("\"\\q\""), "a string has an unknown escape");
    CHECK_EQ_STR(walk("\"\\u12\""), "a string has an unknown escape");
    CHECK_EQ_STR(walk("\"\\ud83d\""), "a string has half a character");
    CHECK_EQ_STR(walk("\"\\udc1b\""), "a string has half a character"); /* no byte of UTF-8 */
    CHECK_EQ_STR(walk("\"a\nb\""), "a string has a control character");
    CHECK_EQ_STR(walk("nonsense"), "a value is neither a number nor a known word");
    CHECK_EQ_STR(walk("[1x]"), "a value is neither a number nor a known word");
    CHECK_EQ_STR(walk("1 2"), "something follows its end");
    CHECK_EQ_STR(walk("[1"), "a ',' or the end is missing");
}

TEST(deep_nesting_is_refused)
{
    char text[5001];
    memset(text, '[', 5000);
    text[5000] = 0;
    CHECK_EQ_STR(walk(text), "it is nested too deeply");
}

TEST(the_line_of_a_mistake_is_found)
{
    static const struct {
        const char *text;
        unsigned line;
    } cases[] = {{"{}", 0}, {"", 1}, {"[1,\n2,\n,]", 3}, {"{\"a\": 1}\nx", 2}, {"\n\n{\"a\" 1}", 3}, {"[\"a\nb\"]", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_EQ_U64(bd__json_line(cases[i].text, strlen(cases[i].text)), cases[i].line);
    }
}

/* ---- writing --------------------------------------------------------------------------------- */

static void check_string(const char *string, const char *expected, int line)
{
    struct bd__text text = {0};
    bd__json_string(&(struct bd__json){.out = &text}, NULL, string);
    test_eq_str(bd__text_str(&text), expected, __FILE__, line, "json");
    bd__text_clear(&text);
}

TEST(strings_are_escaped_where_they_must_be)
{
    check_string("", "\"\"", __LINE__);
    check_string("plain /text'", "\"plain /text'\"", __LINE__);
    check_string("a\"b", "\"a\\\"b\"", __LINE__);
    check_string("C:\\x", "\"C:\\\\x\"", __LINE__);
    check_string("tab\tline\nreturn\r", "\"tab\\u0009line\\u000areturn\\u000d\"", __LINE__);
    check_string("\x01\x1f\x7f", "\"\\u0001\\u001f\\u007f\"", __LINE__);
    check_string("\xc3\xa4\xff", "\"\xc3\xa4\\udcff\"", __LINE__);
    check_string("\xc2\x9b\xe2\x80\xae", "\"\\u009b\\u202e\"", __LINE__); /* a terminal would obey */
    check_string("100% {}", "\"100% {}\"", __LINE__);
}

TEST(what_is_written_is_read_as_it_was)
{
    static const char odd[] = "a\"\\\x1b\n\xc3\xa9\xc2\x9b\xe2\x80\xae\xf0\x9f\x98\x80\xff\x80\xc3";
    struct bd__text text = {0}, expected = {0};
    struct bd__json json = {.out = &text};
    bd__json_string(&json, NULL, odd);
    bd__text_printf(&expected, "=%s;", odd);
    CHECK_EQ_STR(walk(bd__text_str(&text)), bd__text_str(&expected));
    bd__text_clear(&text);
    bd__text_clear(&expected);
}

/* All that can be written, with objects and arrays in LAYOUT. */
static void write_all(struct bd__text *text, enum bd__json_layout layout)
{
    struct bd__json json = {.out = text};
    bd__json_object(&json, NULL, layout);
    bd__json_string(&json, "string", "a b");
    bd__json_string(&json, "nothing", NULL);
    bd__json_count(&json, "count", UINT64_MAX);
    bd__json_integer(&json, "integer", INT64_MIN);
    bd__json_fixed(&json, "fixed", 1.0625, 3);
    bd__json_real(&json, "real", 1e-9);
    bd__json_fixed(&json, "infinite", INFINITY, 1);
    bd__json_real(&json, "nan", NAN);
    bd__json_bool(&json, "yes", true);
    bd__json_bool(&json, "no", false);
    bd__json_hash(&json, "hash", 0xabc);
    bd__json_bytes(&json, "bytes", "\0\xff", 2);
    bd__json_array(&json, "array", layout);
    bd__json_count(&json, NULL, 1);
    bd__json_array(&json, NULL, layout);
    bd__json_end(&json);
    bd__json_object(&json, NULL, BD__JSON_FLAT);
    bd__json_null(&json, "odd \"key\"");
    bd__json_end(&json);
    bd__json_end(&json);
    bd__json_object(&json, "empty", layout);
    bd__json_end(&json);
    bd__json_string(&json, "last", "");
    bd__json_end(&json);
}

TEST(all_that_is_written_comes_back_in_either_layout)
{
    for (int lines = 0; lines < 2; lines++) {
        struct bd__text text = {0};
        write_all(&text, lines ? BD__JSON_LINES : BD__JSON_FLAT);
        CHECK_EQ_STR(walk(bd__text_str(&text)),
                     "string=a b;nothing=null;count=18446744073709551615;integer=-9223372036854775808;fixed=1.062;"
                     "real=1e-09;infinite=null;nan=null;yes=true;no=false;hash=0000000000000abc;bytes=00ff;"
                     "array.0=1;array.2.odd \"key\"=null;last=;");
        bd__text_clear(&text);
    }
}

TEST(flat_is_one_line_and_lines_are_indented)
{
    struct bd__text flat = {0}, lines = {0};
    write_all(&flat, BD__JSON_FLAT);
    write_all(&lines, BD__JSON_LINES);
    CHECK(strchr(bd__text_str(&flat), '\n') == NULL);
    CHECK(strstr(bd__text_str(&flat),
                 ", \"array\": [1, [], {\"odd \\\"key\\\"\": null}], \"empty\": {}, \"last\": \"\"}"));
    CHECK(strstr(bd__text_str(&lines), "{\n  \"string\": \"a b\",\n  \"nothing\": null,\n") == bd__text_str(&lines));
    CHECK(strstr(bd__text_str(&lines), "  \"array\": [\n    1,\n    [],\n    {\"odd \\\"key\\\"\": null}\n  ],\n  "
                                       "\"empty\": {},\n  \"last\": \"\"\n}"));
    bd__text_clear(&flat);
    bd__text_clear(&lines);
}

TEST(lines_can_be_broken_by_hand)
{
    struct bd__text text = {0};
    struct bd__json json = {.out = &text};
    bd__json_object(&json, NULL, BD__JSON_FLAT);
    bd__json_count(&json, "a", 1);
    bd__json_break(&json, 1);
    bd__json_array(&json, "b", BD__JSON_FLAT);
    bd__json_break(&json, 3);
    bd__json_count(&json, NULL, 2);
    bd__json_count(&json, NULL, 3);
    bd__json_break(&json, 0);
    bd__json_end(&json);
    bd__json_end(&json);
    CHECK_EQ_STR(bd__text_str(&text), "{\"a\": 1,\n \"b\": [\n   2, 3\n]}");
    bd__text_clear(&text);
}

/* How a process ends that does it. */
static int end_of(void (*mistake)(struct bd__json *json))
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        struct bd__text text = {0};
        close(STDERR_FILENO);
        mistake(&(struct bd__json){.out = &text});
        _exit(0);
    }
    REQUIRE(waitpid(pid, &status, 0) == pid);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void end_too_often(struct bd__json *json)
{
    bd__json_end(json);
}

static void forget_the_key(struct bd__json *json)
{
    bd__json_object(json, NULL, BD__JSON_FLAT);
    bd__json_count(json, NULL, 1);
}

static void give_an_element_a_key(struct bd__json *json)
{
    bd__json_array(json, NULL, BD__JSON_FLAT);
    bd__json_count(json, "key", 1);
}

static void nest_too_deeply(struct bd__json *json)
{
    for (int i = 0; i < 65; i++) { bd__json_array(json, NULL, BD__JSON_FLAT); }
}

static void nest_deeply(struct bd__json *json)
{
    for (int i = 0; i < 64; i++) { bd__json_array(json, NULL, BD__JSON_FLAT); }
    for (int i = 0; i < 64; i++) { bd__json_end(json); }
}

TEST(what_would_be_no_json_is_never_written)
{
    CHECK_EQ_I64(end_of(end_too_often), SIGABRT);
    CHECK_EQ_I64(end_of(forget_the_key), SIGABRT);
    CHECK_EQ_I64(end_of(give_an_element_a_key), SIGABRT);
    CHECK_EQ_I64(end_of(nest_too_deeply), SIGABRT);
    CHECK_EQ_I64(end_of(nest_deeply), 0);
}
