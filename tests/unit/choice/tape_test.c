/* Tapes: written, read, and refused. */
#include "unit/choice/tape_bench.h"
#include "unit/scratch.h"

/* ---- writing ---- */

TEST(a_choice_is_a_line_and_a_rule_is_in_braces)
{
    static const uint8_t structure[] = {1, 0}, values[] = {3, 0, 0, 0, 2, 0, 0, 0};
    struct lab lab = lab_open(1);
    lab_bytes(&lab, structure, sizeof structure, values, sizeof values);
    bd_enter(lab.s, "tree");
    bd_int(lab.s, "key", 0, 10);
    bd_flag(lab.s, "left");
    bd_enter(lab.s, "node");
    bd_int(lab.s, "key", 0, 10);
    bd_leave(lab.s);
    bd_enter(lab.s, "empty");
    bd_leave(lab.s);
    bd_flag(lab.s, "right");
    bd_leave(lab.s);
    struct bd__choices choices = bd__source_end(lab.s);
    CHECK_EQ_STR(formatted(&lab, &choices), "tree {\n"
                                            "  v key 3 of 10\n"
                                            "  s left 1 of 1\n"
                                            "  node {\n"
                                            "    v key 2 of 10\n"
                                            "  }\n"
                                            "  empty {\n"
                                            "  }\n"
                                            "  s right 0 of 1\n"
                                            "}\n");
    lab_close(&lab);
}

TEST(consecutive_choices_of_one_label_and_domain_share_a_line)
{
    static const uint8_t values[] = {7, 4, 11, 1, 2, 3, 9};
    struct lab lab = lab_open(1);
    lab_bytes(&lab, "", 0, values, sizeof values);
    for (int i = 0; i < 3; i++) { draw(&lab, "char", 127); }
    draw(&lab, "char", 63); /* another domain, */
    draw(&lab, "other", 63);
    bd_enter(lab.s, "rule"); /* and a rule in between, end the line */
    draw(&lab, "other", 63);
    bd_leave(lab.s);
    draw(&lab, "other", 63);
    struct bd__choices choices = bd__source_end(lab.s);
    CHECK_EQ_STR(formatted(&lab, &choices), "v char 7 4 11 of 127\n"
                                            "v char 1 of 63\n"
                                            "v other 2 of 63\n"
                                            "rule {\n"
                                            "  v other 3 of 63\n"
                                            "}\n"
                                            "v other 9 of 63\n");
    lab_close(&lab);
}

TEST(an_empty_rule_between_two_choices_is_kept_in_its_place)
{
    static const uint8_t values[] = {1, 2};
    struct lab lab = lab_open(1);
    lab_bytes(&lab, "", 0, values, sizeof values);
    draw(&lab, "x", 63);
    bd_enter(lab.s, "nothing");
    bd_leave(lab.s);
    draw(&lab, "x", 63);
    struct bd__choices choices = bd__source_end(lab.s);
    CHECK_EQ_STR(formatted(&lab, &choices), "v x 1 of 63\nnothing {\n}\nv x 2 of 63\n");
    lab_close(&lab);
}

TEST(long_runs_are_broken_into_lines)
{
    struct lab lab = lab_open(1);
    uint8_t bytes[200];
    lab_fresh(&lab, 2);
    bd_bytes(lab.s, "b", bytes, sizeof bytes);
    struct bd__choices choices = bd__source_end(lab.s);
    const char *text = formatted(&lab, &choices);
    unsigned lines = 0;
    for (const char *c = text; (c = strchr(c, '\n')); c++) { lines++; }
    CHECK(lines >= 3 && lines <= 20);
    lab_close(&lab);
}

TEST(labels_are_escaped_so_that_they_stay_one_word)
{
    static const char *const labels[][2] = {
        {"plain", "plain"}, {"a b", "a%20b"}, {"{", "%7b"},       {"}", "%7d"},       {"#", "%23"},
        {"100%", "100%25"}, {"", "%"},        {"größe", "größe"}, {"\t\n", "%09%0a"}, {"\x7f", "%7f"},
    };
    struct lab lab = lab_open(1);
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        char expected[100];
        lab_bytes(&lab, "", 0, "\1", 1);
        bd_enter(lab.s, labels[i][0]);
        draw(&lab, labels[i][0], 1);
        struct bd__choices choices = bd__source_end(lab.s);
        snprintf(expected, sizeof expected, "%s {\n  v %s 1 of 1\n}\n", labels[i][1], labels[i][1]);
        CHECK_EQ_STR(formatted(&lab, &choices), expected);
    }
    lab_close(&lab);
}

TEST(a_case_that_ended_in_the_middle_of_a_rule_can_be_written)
{
    struct lab lab = lab_open(4);
    lab_bytes(&lab, "", 0, "\1", 1);
    bd_enter(lab.s, "a");
    bd_enter(lab.s, "b");
    draw(&lab, "x", 1);
    struct bd__choices choices = bd__source_end(lab.s);
    CHECK_EQ_STR(formatted(&lab, &choices), "a {\n  b {\n    v x 1 of 1\n  }\n}\n");
    lab_close(&lab);
}

/* ---- parsing ---- */

TEST(a_tape_of_any_version_is_recognised)
{
    CHECK(bd__tape_recognise("bediv-tape 1", 12));
    CHECK(bd__tape_recognise("bediv-tape 1\n", 13));
    CHECK(bd__tape_recognise("bediv-tape 1\r\nx", 15));
    CHECK(bd__tape_recognise("bediv-tape 12\n", 14));
    CHECK(bd__tape_recognise("bediv-tape 2\n", 13));
    CHECK(!bd__tape_recognise("bediv-tape", 10));
    CHECK(!bd__tape_recognise("bediv-tape ", 11));
    CHECK(!bd__tape_recognise("bediv-tapes 1", 13));
    CHECK(!bd__tape_recognise(" bediv-tape 1", 13));
    CHECK(!bd__tape_recognise("", 0));
}

TEST(a_tape_of_another_version_is_refused)
{
    static const char *const first_lines[] = {"bediv-tape 2\n", "bediv-tape 12\n", "bediv-tape 1 \n",
                                              "bediv-tape 1.1\n"};
    for (size_t i = 0; i < sizeof first_lines / sizeof *first_lines; i++) {
        struct bd__tape tape;
        CHECK(bd__tape_parse(&tape, first_lines[i], strlen(first_lines[i]), "t", NULL) == BD_FORMAT);
    }
}

TEST(line_ends_blanks_and_comments_do_not_matter)
{
    static const char *const bodies[] = {
        "r {\nv x 3 of 9\n}\nv y 4 of 9\n",
        "r {\r\nv x 3 of 9\r\n}\r\nv y 4 of 9\r\n",
        "r {\nv x 3 of 9\n}\nv y 4 of 9",
        "\n\n  r   {\n\t v\tx  3  of 9  \n\n}\t\n# v y 7 of 9\n   # }\nv y 4 of 9\n#",
    };
    struct lab lab = lab_open(17);
    for (int i = 0; i < 4; i++) {
        struct bd__tape tape = parsed(bodies[i]);
        struct bd__text text = {0};
        lab_tape(&lab, &tape);
        bd_enter(lab.s, "r");
        CHECK_EQ_U64(draw(&lab, "x", 9), 3);
        bd_leave(lab.s);
        CHECK_EQ_U64(draw(&lab, "y", 9), 4);
        CHECK(!bd__tape_misfit(&lab.s->reader, &text));
        bd__text_clear(&text);
        bd__tape_clear(&tape);
    }
    lab_close(&lab);
}

TEST(a_tape_may_be_empty)
{
    struct lab lab = lab_open(18);
    struct bd__tape tape;
    REQUIRE(bd__tape_parse(&tape, "bediv-tape 1", 12, "t", NULL) == BD_OK);
    lab_tape(&lab, &tape);
    CHECK_EQ_U64(draw(&lab, "x", 9), 0);
    bd__tape_clear(&tape);
    lab_close(&lab);
}

TEST(numbers_may_be_as_large_as_they_can)
{
    struct lab lab = lab_open(19);
    struct bd__tape tape = parsed("v x 18446744073709551615 007 of 18446744073709551615\n");
    lab_tape(&lab, &tape);
    CHECK_EQ_U64(draw(&lab, "x", UINT64_MAX), UINT64_MAX);
    CHECK_EQ_U64(draw(&lab, "x", UINT64_MAX), 7);
    bd__tape_clear(&tape);
    lab_close(&lab);
}

TEST(words_of_the_format_may_be_labels)
{
    struct lab lab = lab_open(20);
    struct bd__tape tape = parsed("s {\nv of 1 of 9\nv v 2 of 9\n}\nv {\nv s 3 of 9\n}\nof {\n}\n");
    lab_tape(&lab, &tape);
    bd_enter(lab.s, "s");
    CHECK_EQ_U64(draw(&lab, "of", 9), 1);
    CHECK_EQ_U64(draw(&lab, "v", 9), 2);
    bd_leave(lab.s);
    bd_enter(lab.s, "v");
    CHECK_EQ_U64(draw(&lab, "s", 9), 3);
    bd__tape_clear(&tape);
    lab_close(&lab);
}

/* TEXT must be refused, with a message that is EXPECTED after the path. */
static void check_refused(const char *text, size_t size, const char *expected, int line)
{
    struct bd__tape tape;
    struct heard heard = {0};
    enum bd_status status = bd__tape_parse(&tape, text, size, "the/path", &(struct bd__log){heard_sink, &heard});
    test_eq_u64(status, BD_FORMAT, __FILE__, line, "status");
    test_eq_u64(heard.errors, 1, __FILE__, line, "errors");
    test_check(!tape.item && !tape.labels, __FILE__, line, "nothing is kept");
    test_eq_str(heard.text, expected, __FILE__, line, "message");
}
#define REFUSED(text, expected) check_refused(text, strlen(text), "the/path:" expected, __LINE__)

TEST(what_is_no_tape_is_refused)
{
    REFUSED("", "1: not a tape: the first line must be \"bediv-tape 1\"");
    REFUSED("hello\nworld\n", "1: not a tape: the first line must be \"bediv-tape 1\"");
}

TEST(a_nul_byte_is_refused_with_its_line)
{
    check_refused("bediv-tape 1\nv x 1 of 1\nv \0", 27, "the/path:3: the file contains a NUL byte", __LINE__);
    check_refused("bediv-tape 1\n\0", 14, "the/path:2: the file contains a NUL byte", __LINE__);
}

TEST(a_line_that_is_nothing_known_is_refused)
{
#define NEITHER "neither a choice (s or v), nor a rule (NAME {), nor a }"
    REFUSED("bediv-tape 1\nwhat\n", "2: " NEITHER);
    REFUSED("bediv-tape 1\nv x 1 of 1\nwhat is this\n", "3: " NEITHER);
    REFUSED("bediv-tape 1\n\n\n{\n", "4: " NEITHER);
    REFUSED("bediv-tape 1\ns\n", "2: " NEITHER);
    REFUSED("bediv-tape 1\nr {\n} x\n", "3: " NEITHER);
    REFUSED("bediv-tape 1\nrule { more\n", "2: nothing may follow a {");
    REFUSED("bediv-tape 1\ns { 3 4 of 5\n", "2: nothing may follow a {");
    REFUSED("bediv-tape 1\r\nx\r\n", "2: " NEITHER);
}

TEST(a_choice_without_an_answer_is_refused)
{
    REFUSED("bediv-tape 1\nv x\n", "2: no answer (a choice is: s LABEL ANSWER of MAX)");
    REFUSED("bediv-tape 1\nv x of 3\n", "2: no answer (a choice is: s LABEL ANSWER of MAX)");
}

TEST(a_choice_without_a_maximum_is_refused)
{
    REFUSED("bediv-tape 1\nv x 1 of 2\nv x 1\n", "3: \"of MAX\" is missing (a choice is: s LABEL ANSWER of MAX)");
    REFUSED("bediv-tape 1\nv x 1 of\n", "2: one whole number must follow \"of\"");
    REFUSED("bediv-tape 1\nv x 1 of y\n", "2: one whole number must follow \"of\"");
    REFUSED("bediv-tape 1\nv x 1 of 2 3\n", "2: one whole number must follow \"of\"");
    REFUSED("bediv-tape 1\nv x 1 of -2\n", "2: one whole number must follow \"of\"");
}

TEST(an_answer_that_is_no_whole_number_is_refused)
{
    static const char *const wrong[] = {
        "-1", "+1", "1.5", "0x10", "1e3", "one", "18446744073709551616", "99999999999999999999999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[100];
        snprintf(text, sizeof text, "bediv-tape 1\n# comment\nv x %s of 99\n", wrong[i]);
        check_refused(text, strlen(text), "the/path:3: an answer must be a whole number from 0 to 2^64-1", __LINE__);
    }
}

TEST(an_answer_beyond_its_maximum_is_refused)
{
    REFUSED("bediv-tape 1\nv x 3 of 2\n", "2: an answer is larger than its maximum");
    REFUSED("bediv-tape 1\nv x 1 2 3 1 of 2\n", "2: an answer is larger than its maximum");
}

TEST(braces_that_do_not_match_are_refused)
{
    REFUSED("bediv-tape 1\n}\n", "2: a } without a rule to close");
    REFUSED("bediv-tape 1\na {\n}\n}\n", "4: a } without a rule to close");
    REFUSED("bediv-tape 1\na {\nb {\n}", "4: the file ends inside a rule: a } is missing");
}

TEST(rules_may_nest_as_deep_as_is_said_and_no_deeper)
{
    struct bd__text text = {0};
    struct bd__tape tape;
    bd__text_printf(&text, "%s\n", bd__tape_magic);
    for (int i = 1; i < BD__TAPE_DEPTH; i++) { bd__text_puts(&text, "x {\n"); }
    size_t deep = text.size;
    for (int i = 1; i < BD__TAPE_DEPTH; i++) { bd__text_puts(&text, "}\n"); }
    REQUIRE(bd__tape_parse(&tape, bd__text_str(&text), text.size, "t", NULL) == BD_OK);
    struct lab lab = lab_open(21); /* a generator that goes deeper still */
    lab_tape(&lab, &tape);
    deep_generator(lab.s);
    bd__tape_clear(&tape);
    lab_close(&lab);
    text.data[text.size = deep] = 0;
    for (int i = 0; i < 100000; i++) { bd__text_puts(&text, "x {\n"); }
    check_refused(bd__text_str(&text), text.size, "the/path:1025: rules nest too deeply", __LINE__);
    bd__text_clear(&text);
}
