#include "base/shell.h"

#include <stdio.h>
#include <sys/wait.h>

#include "base/printable.h"
#include "unit/test.h"

static void check(const char *word, const char *expected, int line)
{
    struct bd__text out = {0};
    bd__shell_word(&out, word);
    test_eq_str(bd__text_str(&out), expected, __FILE__, line, "word");
    bd__text_clear(&out);
}
#define CHECK_WORD(word, expected) check(word, expected, __LINE__)

TEST(plain_words_stay)
{
    CHECK_WORD("./tree", "./tree");
    CHECK_WORD("--seed=1", "--seed=1");
    CHECK_WORD("a-b_c.d:e,f+g@h", "a-b_c.d:e,f+g@h");
}

TEST(others_are_quoted)
{
    CHECK_WORD("", "''");
    CHECK_WORD("a b", "'a b'");
    CHECK_WORD("it's", "'it'\\''s'");
    CHECK_WORD("x=1", "'x=1'"); /* as the first word it would assign */
    CHECK_WORD("~", "'~'");
    CHECK_WORD("\xc3\xa9", "'\xc3\xa9'");
}

TEST(what_a_terminal_would_not_show_is_made_by_printf)
{
    CHECK_WORD("a\nb", "\"$(printf 'a\\012b')\"");
    CHECK_WORD("-\x1b%!", "\"$(printf '\\055\\033\\045\\041')\"");
}

TEST(a_path_is_never_a_flag)
{
    struct bd__text out = {0};
    bd__shell_path(&out, "-rf /");
    CHECK_EQ_STR(bd__text_str(&out), "'./-rf /'");
    bd__text_clear(&out);
}

/* What `sh` makes of it. */
TEST(a_shell_takes_the_word_as_it_was)
{
    static const char *const words[] = {"a'b; touch owned", "$(touch owned)", "`x`",  "a\nb",  "-n",       "\\n\\",
                                        "\x1b]0;x\x07",     "%s%d",           "\xff", "!!",    "*",        "\"",
                                        "# no comment",     "a\\012b\n'c",    "&&",   "-\n-x", "$'\\n'\n."};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct bd__text command = {0};
        char seen[256] = "";
        bd__text_puts(&command, "printf %s ");
        bd__shell_word(&command, words[i]);
        for (const char *at = bd__text_str(&command); *at;) {
            bool safe;
            at += bd__printable_next(at, strlen(at), &safe);
            CHECK(safe);
        }
        FILE *sh = popen(bd__text_str(&command), "r");
        REQUIRE(sh);
        seen[fread(seen, 1, sizeof seen - 1, sh)] = 0;
        CHECK_EQ_U64(pclose(sh), 0);
        CHECK_EQ_STR(seen, words[i]);
        bd__text_clear(&command);
    }
}
