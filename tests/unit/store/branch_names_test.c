#include "store/branch_names.h"

#include "unit/scratch.h"
#include "unit/test.h"

#define TABLE \
    "bediv-names 1\n" \
    "class\torg.example.Parser\tParser.java\n" \
    "method\tparse\n" \
    "0\t214\n" \
    "1\t216\n" \
    "method\t<init>\n" \
    "2\t20\n" \
    "class\tword\t\n" \
    "3\t0\n"

static bool reads(const char *text, size_t most, struct bd__branch_names *names, struct bd__text *why)
{
    const char *path = scratch("names");
    scratch_puts(path, text);
    return bd__branch_names_read(names, path, most, why);
}

TEST(branches_are_named_by_unit_function_file_and_line)
{
    static const char *const expected[] = {"org.example.Parser.parse (Parser.java:214)",
                                           "org.example.Parser.parse (Parser.java:216)",
                                           "org.example.Parser.<init> (Parser.java:20)", "word.? (?:0)", ""};
    struct bd__branch_names names;
    struct bd__text why = {0};
    REQUIRE(reads(TABLE, 4, &names, &why));
    CHECK_EQ_U64(names.count, 4);
    for (size_t i = 0; i < 5; i++) {
        struct bd__text out = {0};
        bd__branch_names_put(&out, &names, i);
        CHECK_EQ_STR(bd__text_str(&out), expected[i]);
        bd__text_clear(&out);
    }
    bd__branch_names_clear(&names);
}

TEST(whatever_is_wrong_with_a_table_is_said_and_nothing_of_it_is_used)
{
    static const struct {
        const char *text, *why;
    } bad[] = {
        {"", "it does not begin with"},
        {"bediv-names 2\n", "it does not begin with"},
        {"bediv-names 1\nclass\ta\tb\nmethod\tc\n1\t5\n", ":4: branch 1 comes after 0 branches"},
        {"bediv-names 1\n0\t1\n0\t1\n", ":3: branch 0 comes after 1 branches"},
        {"bediv-names 1\n0\n", ":2: expected class, method"},
        {"bediv-names 1\n0\tx\n", ":2: expected class, method"},
        {"bediv-names 1\n-0\t1\n", ":2: expected class, method"},
        {"bediv-names 1\n0\t99999999999\n", ":2: expected class, method"},
        {"bediv-names 1\n0\t1\n1\t1\n2\t1\n3\t1\n4\t1\n", ":6: there are only 4 branches"},
        {"bediv-names 1\n0\t1", "cut short"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct bd__branch_names names;
        struct bd__text why = {0};
        CHECK(!reads(bad[i].text, 4, &names, &why));
        CHECK(strstr(bd__text_str(&why), bad[i].why));
        CHECK(names.count == 0 && !names.branch && !names.text);
        bd__text_clear(&why);
    }
}

TEST(names_have_no_control_characters)
{
    struct bd__branch_names names;
    struct bd__text why = {0}, out = {0};
    REQUIRE(reads("bediv-names 1\nclass\ta\033[31mb\tc\rd\nmethod\te\177f\n0\t1\n", 4, &names, &why));
    bd__branch_names_put(&out, &names, 0);
    CHECK_EQ_STR(bd__text_str(&out), "a [31mb.e f (c d:1)");
    bd__text_clear(&out);
    bd__branch_names_clear(&names);
}
