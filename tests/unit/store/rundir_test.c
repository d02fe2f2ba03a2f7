#include "store/rundir.h"

#include "unit/store/bench.h"

/* ---- making it ---- */

TEST(a_new_directory_has_its_folders)
{
    struct fixture f;
    open_dir(&f, "new/deep");
    struct stat info;
    CHECK(stat(in(&f, "corpus"), &info) == 0 && S_ISDIR(info.st_mode));
    CHECK(stat(in(&f, "failures"), &info) == 0 && S_ISDIR(info.st_mode));
    CHECK_EQ_U64(f.heard.count, 0);
    close_dir(&f);
}

TEST(an_empty_directory_is_taken)
{
    struct fixture f;
    mkdir(scratch("empty"), 0755);
    open_dir(&f, "empty");
    CHECK_EQ_U64(f.heard.count, 0);
    close_dir(&f);
}

/* PATH must be refused, with a message that contains TEXT. */
static void check_refused(const char *path, const char *text, int line)
{
    struct heard heard = {0};
    struct bd__log log = {heard_sink, &heard};
    struct bd__rundir dir;
    test_eq_u64(bd__rundir_create(&dir, path, "n", &log), BD_USAGE, __FILE__, line, "status");
    test_eq_u64(heard.errors, 1, __FILE__, line, "errors");
    bool said = strstr(heard.text, text);
    test_check(said, __FILE__, line, text);
    if (!said) { puts(heard.text); }
    bd__rundir_close(&dir);
}

TEST(a_directory_that_holds_something_is_refused_and_left_as_it_is)
{
    mkdir(scratch("used"), 0755);
    scratch_puts(scratch("used/.hidden"), "precious");
    check_refused(scratch("used"), "it exists and is not empty; choose another with -o", __LINE__);
    CHECK_EQ_U64(entries(scratch("used")), 0);
    CHECK_EQ_STR(scratch_read(scratch("used/.hidden")), "precious");
}

TEST(a_campaign_is_never_overwritten)
{
    struct fixture f;
    open_dir(&f, "twice");
    close_dir(&f);
    check_refused(scratch("twice"), "it exists and is not empty", __LINE__);
}

TEST(a_file_is_no_directory)
{
    scratch_puts(scratch("file"), "");
    check_refused(scratch("file"), scratch("file"), __LINE__);
    check_refused(scratch("file/below"), "Not a directory; choose a writable place with -o", __LINE__);
}

TEST(a_name_that_is_empty_or_too_long_is_refused)
{
    char name[5000];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = 0;
    check_refused("", "its name is empty", __LINE__);
    check_refused(name, "its name is too long", __LINE__);
}

TEST(without_a_name_the_first_free_one_is_taken)
{
    char before[1000];
    REQUIRE(getcwd(before, sizeof before));
    mkdir(scratch("home"), 0755);
    REQUIRE(chdir(scratch("home")) == 0);
    static const char *const expected[] = {"bediv-out/tree", "bediv-out/tree-2", "bediv-out/tree-3"};
    for (int i = 0; i < 3; i++) {
        struct bd__rundir dir;
        CHECK(bd__rundir_create(&dir, NULL, "tree", NULL) == BD_OK);
        CHECK_EQ_STR(dir.path, expected[i]);
        bd__rundir_close(&dir);
    }
    REQUIRE(chdir(before) == 0);
}

/* ---- cases ---- */

static const char tape_text[] = "bediv-tape 1\n"
                                "# program: tree\n"
                                "# guide: zest\n"
                                "# seed: 7\n"
                                "# trial: 4567\n"
                                "# verdict: valid\n"
                                "# structure: 0000000000000abc\n"
                                "# trace: 0000000000000def\n"
                                "node {\n"
                                "  s left 1 of 1\n"
                                "  v key 4 of 9\n"
                                "}\n";

TEST(a_tape_tells_where_it_comes_from)
{
    struct fixture f;
    struct bd__text text = {0};
    open_dir(&f, "tape");
    bd__rundir_tape(&text, &f.from, &f.kept);
    CHECK_EQ_STR(bd__text_str(&text), tape_text);
    bd__text_clear(&text);
    close_dir(&f);
}

TEST(the_tape_of_a_failure_says_which)
{
    struct fixture f;
    struct bd__text text = {0};
    open_dir(&f, "tape-failure");
    f.kept.trace = 0;
    f.kept.outcome = (struct bd__outcome){BD_FAILURE, BD__FAIL_SIGNAL, SIGABRT, true};
    bd__rundir_tape(&text, &f.from, &f.kept);
    CHECK(strstr(bd__text_str(&text), "\n# verdict: failure (in the generator: SIGABRT)\n# structure"));
    CHECK(!strstr(bd__text_str(&text), "# trace"));
    bd__text_clear(&text);
    close_dir(&f);
}

TEST(a_tape_that_was_saved_can_be_parsed)
{
    struct fixture f;
    struct bd__text text = {0};
    struct bd__tape tape;
    open_dir(&f, "tape-parse");
    bd__rundir_tape(&text, &f.from, &f.kept);
    CHECK(bd__tape_parse(&tape, bd__text_str(&text), text.size, "t", NULL) == BD_OK);
    bd__tape_clear(&tape);
    bd__text_clear(&text);
    close_dir(&f);
}

TEST(a_corpus_entry_is_its_bytes_and_its_tape)
{
    struct fixture f;
    open_dir(&f, "corpus");
    bd__rundir_save_corpus(&f.dir, &f.from, &f.kept);
    bd__rundir_commit(&f.dir);
    CHECK_EQ_STR(scratch_read(in(&f, "corpus/id:000012,src:000003,execs:4567,op:value,rep:4")), "(4)");
    CHECK_EQ_STR(scratch_read(in(&f, "corpus/id:000012,src:000003,execs:4567,op:value,rep:4.tape")), tape_text);
    CHECK_EQ_U64(entries(in(&f, "corpus")), 2);
    CHECK_EQ_U64(f.dir.unsaved, 0);
    close_dir(&f);
}

TEST(the_name_of_an_entry_tells_what_was_new_about_it)
{
    struct fixture f;
    open_dir(&f, "names");
    f.kept.parent = BD__NO_PARENT;
    f.kept.op = BD__OP_FRESH;
    f.kept.mutations = 0;
    f.kept.new_branch = true;
    bd__rundir_save_corpus(&f.dir, &f.from, &f.kept);
    f.kept.new_valid_branch = true;
    bd__rundir_save_corpus(&f.dir, &f.from, &f.kept);
    f.kept.new_branch = false;
    bd__rundir_save_corpus(&f.dir, &f.from, &f.kept);
    f.kept.witness = true;
    bd__rundir_save_corpus(&f.dir, &f.from, &f.kept);
    bd__rundir_commit(&f.dir);
    CHECK_EQ_STR(scratch_read(in(&f, "corpus/id:000012,execs:4567,op:fresh,+valid,witness")), "(4)");
    CHECK_EQ_STR(scratch_read(in(&f, "corpus/id:000012,execs:4567,op:fresh,+cov")), "(4)");
    CHECK_EQ_STR(scratch_read(in(&f, "corpus/id:000012,execs:4567,op:fresh,+cov,+valid")), "(4)");
    CHECK_EQ_STR(scratch_read(in(&f, "corpus/id:000012,execs:4567,op:fresh,+valid")), "(4)");
    close_dir(&f);
}

TEST(any_number_of_entries_is_saved)
{
    struct fixture f;
    open_dir(&f, "many");
    for (uint32_t i = 0; i < 150; i++) {
        f.kept.id = i;
        bd__rundir_save_corpus(&f.dir, &f.from, &f.kept);
    }
    bd__rundir_commit(&f.dir);
    CHECK_EQ_U64(entries(in(&f, "corpus")), 300);
    close_dir(&f);
}

TEST(what_was_not_committed_is_saved_at_the_end)
{
    struct fixture f;
    open_dir(&f, "late");
    bd__rundir_save_corpus(&f.dir, &f.from, &f.kept);
    close_dir(&f);
    CHECK_EQ_U64(entries(scratch("late/corpus")), 2);
}
