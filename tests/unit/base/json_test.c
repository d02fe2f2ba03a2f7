#include "base/json.h"

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

TEST(what_the_writer_writes_is_read_as_it_was)
{
    static const char odd[] = "a\"\\\x1b\n\xc3\xa9\xc2\x9b\xe2\x80\xae\xf0\x9f\x98\x80\xff\x80\xc3";
    struct bd__text json = {0}, expected = {0};
    bd__text_json(&json, odd);
    bd__text_printf(&expected, "=%s;", odd);
    CHECK_EQ_STR(walk(bd__text_str(&json)), bd__text_str(&expected));
    bd__text_clear(&json);
    bd__text_clear(&expected);
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
