#include "store/manifest.h"

#include "unit/scratch.h"
#include "unit/test.h"

static const char WHOLE[] = "# an experiment\n"
                            "name = \"nine\"\n"
                            "programs = \"../build\"   # relative\n"
                            "subjects = [\"expat\", 'lua',\n"
                            "  # more of them\n"
                            "  \"sqlite3-run\",\n"
                            "]\n"
                            "guides = [\"zest\", \"quickcheck\"]\n"
                            "blackbox = [ \"quickcheck\" ]\n"
                            "techniques = [\"eager: zest --epsilon 1\"]\n"
                            "sized = [\"quickcheck --x as eager\"]\n"
                            "repetitions = 5\n"
                            "seconds = 1.5\n"
                            "seed = 18_446_744\n"
                            "\n"
                            "flags = [\"--timeout\", \"500ms\"]\r\n"
                            "candidate = \"quickcheck@plain\"\n"
                            "margin_b1 = 0.9\n"
                            "margin_number = 0.95\n"
                            "keep_corpus = true";

static struct bd__manifest manifest;
static struct heard heard;

static enum bd_status parse(const char *text, size_t size)
{
    struct bd__log log = {heard_sink, &heard};
    bd__manifest_clear(&manifest);
    memset(&heard, 0, sizeof heard);
    return bd__manifest_parse(&manifest, "dir/my.toml", text, size, &log);
}

TEST(every_key_is_read)
{
    REQUIRE(parse(WHOLE, strlen(WHOLE)) == BD_OK);
    CHECK_EQ_STR(manifest.name, "nine");
    CHECK_EQ_STR(manifest.programs, "../build");
    CHECK_EQ_STR(manifest.folder, "dir");
    CHECK_EQ_U64(manifest.subjects.count, 3);
    CHECK_EQ_STR(manifest.subjects.name[0], "expat");
    CHECK_EQ_STR(manifest.subjects.name[1], "lua");
    CHECK_EQ_STR(manifest.subjects.name[2], "sqlite3-run");
    CHECK_EQ_U64(manifest.guides.count, 2);
    CHECK_EQ_U64(manifest.blackbox.count, 1);
    CHECK_EQ_U64(manifest.flags.count, 2);
    CHECK_EQ_STR(manifest.flags.name[1], "500ms");
    CHECK_EQ_U64(manifest.repetitions, 5);
    CHECK_NEAR(manifest.seconds, 1.5, 0);
    CHECK_EQ_U64(manifest.trials, 0);
    CHECK_EQ_U64(manifest.seed, 18446744);
    CHECK(manifest.keep_corpus);
    CHECK_EQ_U64(heard.count, 0);
    CHECK_EQ_STR(manifest.candidate, "quickcheck@plain");
    CHECK_NEAR(manifest.margin_b1, 0.9, 0);
    CHECK_NEAR(manifest.margin_number, 0.95, 0);
    static const char *const names[] = {"zest", "quickcheck", "eager", "quickcheck@plain", "quickcheck@eager"};
    REQUIRE(manifest.all.count == 5);
    for (size_t i = 0; i < 5; i++) { CHECK_EQ_STR(manifest.all.one[i].name, names[i]); }
}

static const char LEAST[] = "programs = \"p\"\nsubjects = [\"a\"]\nguides = [\"zest\"]\ntrials = 100";

TEST(what_is_not_said_has_a_default)
{
    REQUIRE(parse(LEAST, strlen(LEAST)) == BD_OK);
    CHECK_EQ_STR(manifest.name, "my");
    CHECK_EQ_U64(manifest.repetitions, 1);
    CHECK_EQ_U64(manifest.seed, 1);
    CHECK_EQ_U64(manifest.trials, 100);
    CHECK(!manifest.keep_corpus && !manifest.blackbox.count && !manifest.flags.count && !manifest.candidate);
    CHECK_NEAR(manifest.margin_b0, 0.98, 0);
    CHECK_NEAR(manifest.margin_b1, 0.97, 0);
    CHECK_NEAR(manifest.margin_b2, 0.97, 0);
    CHECK_NEAR(manifest.margin_share, 0.97, 0);
    CHECK_NEAR(manifest.margin_number, 0, 0);
}

TEST(a_file_called_manifest_has_the_name_of_its_folder)
{
    static const char *const paths[] = {"a/nine/manifest.toml", "manifest.toml",     "../manifest.toml",
                                        "/manifest.toml",       "a b/manifest.toml", "nine/my.toml"};
    static const char *const names[] = {"nine", "manifest", "manifest", "manifest", "manifest", "my"};
    struct bd__log log = {heard_sink, &heard};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct bd__manifest read;
        CHECK(bd__manifest_parse(&read, paths[i], LEAST, strlen(LEAST), &log) == BD_OK);
        CHECK_EQ_STR(read.name, names[i]);
        bd__manifest_clear(&read);
    }
}

TEST(strings_have_escapes_or_none)
{
    static const char text[] =
        "programs = \"a\\\\b\\\"c\\td\"\nname='x'\nsubjects = [\"a\"]\nguides = [\"z\"]\ntrials = 1\n"
        "flags = ['C:\\x', \"\"]";
    REQUIRE(parse(text, strlen(text)) == BD_OK);
    CHECK_EQ_STR(manifest.programs, "a\\b\"c\td");
    CHECK_EQ_STR(manifest.flags.name[0], "C:\\x");
    CHECK_EQ_STR(manifest.flags.name[1], "");
}

/* LINES, followed by a correct manifest. */
static void refused(const char *lines, const char *message, int line)
{
    char text[4096];
    int size = snprintf(text, sizeof text, "%s\n%s\n", lines, LEAST);
    test_check(parse(text, (size_t)size) == BD_FORMAT, __FILE__, line, "refused");
    test_eq_u64(heard.errors, 1, __FILE__, line, "errors");
    if (!strstr(heard.text, message)) { test_eq_str(heard.text, message, __FILE__, line, "message"); }
}

TEST(an_error_names_the_line_and_what_was_expected)
{
    refused("seconds = x", "dir/my.toml:1: seconds: expected a number, 0 or more, found 'x'", __LINE__);
    refused("\n\nseconds = -1", "dir/my.toml:3: seconds: expected a number, 0 or more, found '-1'", __LINE__);
    refused("seed = 1.5", "my.toml:1: seed: expected a whole number, 0 or more, found '1.5'", __LINE__);
    refused("seed = 99999999999999999999", "seed: expected a whole number", __LINE__);
    refused("seconds = 1e999", "seconds: expected a number", __LINE__);
    refused("seconds = nan", "seconds: expected a number", __LINE__);
    refused("seed = 0x10", "seed: expected the end of the line after the value, found 'x10'", __LINE__);
    refused("seed =", "seed: expected a whole number, 0 or more, found the end of the line", __LINE__);
    refused("keep_corpus = yes", "keep_corpus: expected true or false, found 'yes'", __LINE__);
    refused("blackbox = \"zest\"", "blackbox: expected a list of strings, [\"one\", \"two\"], found '\"zest\"'",
            __LINE__);
    refused("blackbox = [1]", "blackbox: expected a string in quotes, found '1'", __LINE__);
    refused("blackbox = [\"a\" \"b\"]", "blackbox: expected , or ] after a string, found '\"b\"'", __LINE__);
    refused("blackbox = [\"a\",\n\n", "my.toml:4: blackbox: expected a string in quotes, found 'programs'", __LINE__);
    refused("name = \"x", "my.toml:1: name: a string must end on its line with \", found the end of the line",
            __LINE__);
    refused("name = \"\\x\"", "name: expected \\\", \\\\, \\t or \\n, found '\\x\"'", __LINE__);
    refused("name = \"a\tb\"", "found a control character", __LINE__);
    refused("name \"x\"", "name: expected = after the key, found '\"x\"'", __LINE__);
    refused("name = \"x\" seed = 1", "expected the end of the line after the value, found 'seed'", __LINE__);
    refused("[table]", "a manifest has no tables: expected key = value, found '[table'", __LINE__);
    refused("= 3", "my.toml:1: expected key = value, found '='", __LINE__);
    refused("colour = 3", "unknown key 'colour'; the keys are name, programs, subjects,", __LINE__);
    refused("a.b = 3", "unknown key 'a.b'", __LINE__);
    refused("seed = 1\n\nseed = 2", "my.toml:3: seed is given twice", __LINE__);
}

TEST(what_makes_no_sense_is_refused)
{
    refused("seconds = 3", "either seconds or trials", __LINE__);
    refused("repetitions = 0", "repetitions: give 1 to 10000", __LINE__);
    refused("name = \"a/b\"", "name: 'a/b' is not a name", __LINE__);
    refused("blackbox = [\"../x\"]", "blackbox: '../x' is not a name", __LINE__);
    refused("blackbox = [\"\"]", "blackbox: '' is not a name", __LINE__);
    refused("blackbox = [\"-x\"]", "blackbox: '-x' is not a name", __LINE__);
    refused("blackbox = [\"x@plain\"]", "is not a name", __LINE__);
    refused("blackbox = [\"a\", \"b\", \"a\"]", "blackbox: 'a' is named twice", __LINE__);
    refused("flags = [\"--seed\", \"3\"]", "flags: '--seed' is not allowed here", __LINE__);
    refused("flags = [\"-n3\"]", "flags: '-n3' is not allowed here", __LINE__);
    refused("flags = [\"--time=3\"]", "flags: '--time=3' is not", __LINE__);
    refused("flags = [\"--\"]", "flags: '--' is not", __LINE__);
    refused("margin_b0 = 1.02", "my.toml:1: margin_b0: 1.02 is out of range: give 0 (none) to 1", __LINE__);
    refused("\ncandidate = \"bediv\"", "my.toml:2: candidate: 'bediv' is none of the techniques", __LINE__);
    refused("candidate = \"zest@plain\"", "candidate: 'zest@plain' is none of the techniques", __LINE__);
    static const char *const lacking[] = {"", "programs = \"\"", "programs = \"p\"",
                                          "programs = \"p\"\nsubjects = [\"a\"]",
                                          "programs = \"p\"\nsubjects = [\"a\"]\nguides = [\"z\"]"};
    static const char *const lacks[] = {"programs", "programs", "subjects", "guides", "seconds or trials"};
    for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++) {
        CHECK(parse(lacking[i], strlen(lacking[i])) == BD_FORMAT);
        CHECK(strstr(heard.text, lacks[i]));
    }
}

TEST(flags_that_only_look_like_ours_are_fine)
{
    static const char text[] = "programs = \"p\"\nsubjects = [\"a\"]\nguides = [\"zest\"]\ntrials = 1\n"
                               "flags = [\"--timeout=2s\", \"--trace-memory\", \"1G\", \"--memory\", \"1G\"]";
    CHECK(parse(text, strlen(text)) == BD_OK);
}

TEST(a_list_has_an_end)
{
    static char text[1 << 16];
    size_t size = (size_t)sprintf(text, "subjects = [");
    for (int i = 0; i < 2 * BD__MANIFEST_NAMES; i++) { size += (size_t)sprintf(text + size, "\"s%d\",", i); }
    CHECK(parse(text, size) == BD_FORMAT);
    CHECK(strstr(heard.text, "subjects: there are more than 256 strings"));
}

/* Every prefix, and every change of one byte, is read or refused; nothing else happens. ASan watches. */
TEST(damaged_manifests_are_read_or_refused)
{
    size_t size = strlen(WHOLE);
    for (size_t end = 0; end < size; end++) {
        char *copy = malloc(end ? end : 1); /* no NUL behind it */
        memcpy(copy, WHOLE, end);
        enum bd_status status = parse(copy, end);
        CHECK(status == BD_OK ? heard.errors == 0 : heard.errors == 1);
        free(copy);
    }
    char *copy = malloc(size);
    for (size_t i = 0; i < size; i++) {
        static const char bytes[] = {0, '\n', '"', '\\', '[', ']', ',', '#', '=', '9', (char)0xff};
        for (size_t k = 0; k < sizeof bytes; k++) {
            memcpy(copy, WHOLE, size);
            copy[i] = bytes[k];
            enum bd_status status = parse(copy, size);
            CHECK(status == BD_OK ? heard.errors == 0 : heard.errors == 1);
        }
    }
    free(copy);
}

TEST(a_file_is_read_and_a_missing_one_told)
{
    struct bd__log log = {heard_sink, &heard};
    struct bd__manifest read;
    scratch_puts(scratch("x.y.toml"), LEAST);
    REQUIRE(bd__manifest_read(&read, scratch("x.y.toml"), &log) == BD_OK);
    CHECK_EQ_STR(read.name, "x.y");
    bd__manifest_clear(&read);
    CHECK(bd__manifest_read(&read, scratch("missing.toml"), &log) == BD_IO);
    CHECK(strstr(heard.text, "cannot read the manifest") && strstr(heard.text, "missing.toml: No such file"));
    bd__manifest_clear(&read);
    static char large[BD__MANIFEST_SIZE + 1];
    memset(large, '\n', sizeof large);
    scratch_write(scratch("large.toml"), large, sizeof large);
    CHECK(bd__manifest_read(&read, scratch("large.toml"), &log) == BD_IO);
    bd__manifest_clear(&read);
}

static const char *conflict(const char *a, const char *b)
{
    struct bd__log log = {heard_sink, &heard};
    struct bd__manifest x, y;
    char text[2000];
    snprintf(text, sizeof text, "programs = \"p\"\nsubjects = [\"a\"]\nguides = [\"zest\"]\n%s", a);
    CHECK(bd__manifest_parse(&x, "x.toml", text, strlen(text), &log) == BD_OK);
    snprintf(text, sizeof text, "programs = \"q\"\nsubjects = [\"a\", \"b\"]\nguides = [\"zest\", \"c\"]\n%s", b);
    CHECK(bd__manifest_parse(&y, "x.toml", text, strlen(text), &log) == BD_OK);
    const char *key = bd__manifest_conflict(&x, &y);
    bd__manifest_clear(&x);
    bd__manifest_clear(&y);
    return key;
}

TEST(only_what_changes_a_trial_is_a_conflict)
{
    CHECK_EQ_STR(conflict("seconds = 3", "seconds = 3.0"), NULL);
    CHECK_EQ_STR(conflict("seconds = 3\nrepetitions = 2", "seconds = 3\nrepetitions = 9\nkeep_corpus = true"), NULL);
    CHECK_EQ_STR(conflict("seconds = 3", "seconds = 4"), "seconds");
    CHECK_EQ_STR(conflict("trials = 3", "trials = 4"), "trials");
    CHECK_EQ_STR(conflict("trials = 3", "seconds = 3"), "seconds");
    CHECK_EQ_STR(conflict("seconds = 3", "seconds = 3\nseed = 2"), "seed");
    CHECK_EQ_STR(conflict("seconds = 3\nflags = [\"a\", \"b\"]", "seconds = 3\nflags = [\"a\", \"c\"]"), "flags");
    CHECK_EQ_STR(conflict("seconds = 3\nflags = [\"a\", \"b\"]", "seconds = 3\nflags = [\"a\"]"), "flags");
    CHECK_EQ_STR(conflict("seconds = 3\ntechniques = [\"n: zest --a 1\"]", "seconds = 3"), NULL);
    CHECK_EQ_STR(
        conflict("seconds = 3\ntechniques = [\"n: zest --a 1\"]", "seconds = 3\ntechniques = [\"n: zest --a 2\"]"),
        "techniques");
    CHECK_EQ_STR(conflict("seconds = 3\ntechniques = [\"c: zest --a 1\"]", "seconds = 3"),
                 "techniques"); /* c is a guide there */
    CHECK_EQ_STR(conflict("seconds = 3\nsized = [\"q --a as zest\"]", "seconds = 3\nsized = [\"q --b as zest\"]"),
                 "sized");
}
