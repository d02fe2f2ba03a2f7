#include "report/failures.h"

#include "base/file.h"
#include "unit/scratch.h"
#include "unit/test.h"

/* One failure, of a run directory PLACE, in a folder NAME; FRAMES and SIGNATURE as in JSON. */
static void file_failure(const char *place, const char *name, const char *signature, const char *frames)
{
    struct bd__text path = {0}, json = {0};
    bd__text_printf(&path, "%s/failures/%s", place, name);
    REQUIRE(bd__file_make_dirs(bd__text_str(&path)) == BD_OK);
    bd__text_puts(&path, "/failure.json");
    bd__text_printf(&json, "{\"format\": 1, \"signature\": \"%s\", \"kind\": \"SIGABRT\", \"frames\": [%s]}", signature,
                    frames);
    REQUIRE(bd__file_write(bd__text_str(&path), bd__text_str(&json), json.size) == BD_OK);
    bd__text_clear(&path);
    bd__text_clear(&json);
}

/* Below a folder that stands for the checkout. */
static void enter_tree(void)
{
    REQUIRE(bd__file_make_dirs(scratch("tree")) == BD_OK);
    REQUIRE(chdir(scratch("tree")) == 0);
}

/* Valid until the next call. */
static const char *report(const char *place, enum bd__failures_format format)
{
    static struct bd__text out;
    struct bd__text problems = {0};
    size_t count;
    bd__text_clear(&out);
    REQUIRE(bd__report_failures(&out, place, format, &count, &problems));
    CHECK_EQ_STR(bd__text_str(&problems), "");
    return bd__text_str(&out);
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (; (text = strstr(text, part)); text++) { count++; }
    return count;
}

/* The URIs that a frame in FILE gets in SARIF must be this, relative to the tree; NULL: none. */
static void check_uri(const char *file, const char *uri, int line)
{
    char frames[2000], expected[2000];
    snprintf(frames, sizeof frames, "{\"function\": \"f\", \"file\": \"%s\", \"line\": 7}", file);
    file_failure("run", "one", "SIGABRT in f", frames);
    const char *sarif = report("run", BD__FAILURES_SARIF);
    snprintf(expected, sizeof expected, "{\"uri\": \"%s\"}, \"region\": {\"startLine\": 7}", uri ? uri : "");
    bool right =
        uri ? count_of(sarif, "\"uri\": ") == 2 && count_of(sarif, expected) == 2 /* the place, and the stack */
            : count_of(sarif, "\"uri\": ") == 1 && strstr(sarif, "\"uri\": \"run/failures/one/input\"}") &&
                  strstr(sarif, ":7\"}, \"logicalLocations\""); /* named in a message */
    if (!right) { printf("line %d: %s, in: %s\n", line, file, sarif); }
    CHECK(right);
}
#define CHECK_URI(file, uri) check_uri(file, uri, __LINE__)

TEST(sarif_has_paths_below_the_tree_only)
{
    enter_tree();
    char inside[1100], beside[1100];
    char here[1000];
    REQUIRE(getcwd(here, sizeof here));
    snprintf(inside, sizeof inside, "%s/src/a.c", here);
    snprintf(beside, sizeof beside, "%s-other/a.c", here);
    CHECK_URI("src/a.c", "src/a.c");
    CHECK_URI("./src//x/.././a.c", "src/a.c");
    CHECK_URI(inside, "src/a.c");
    CHECK_URI("a b%#?.c", "a%20b%25%23%3F.c");
    CHECK_URI("http://host/a.c", "http%3A/host/a.c");
    CHECK_URI("\\u00e9.c", "%C3%A9.c");
    CHECK_URI(beside, NULL);
    CHECK_URI("/usr/include/a.h", NULL);
    CHECK_URI("../a.c", NULL);
    CHECK_URI("src/../../a.c", NULL);
    CHECK_URI("..", NULL);
    CHECK_URI("src/..", NULL);
    snprintf(inside, sizeof inside, "%s/../../../etc/passwd", here);
    CHECK_URI(inside, NULL);
}

TEST(sarif_names_the_first_place_in_the_tree)
{
    enter_tree();
    file_failure("run", "one", "SIGABRT in f",
                 "{\"function\": \"f\", \"file\": \"/usr/x.c\", \"line\": 1}, "
                 "{\"function\": \"g\", \"file\": \"y.c\", \"line\": 2}");
    CHECK(strstr(report("run", BD__FAILURES_SARIF),
                 "\"locations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": \"y.c\"}"));
}

TEST(sarif_places_inputs_outside_the_tree_in_the_run_directory)
{
    enter_tree();
    file_failure(scratch("elsewhere"), "one", "SIGABRT in f", "");
    CHECK(strstr(report(scratch("elsewhere"), BD__FAILURES_SARIF),
                 "{\"uri\": \"failures/one/input\", \"uriBaseId\": \"RUN_DIRECTORY\"}"));
    file_failure("../beside", "one", "SIGABRT in f", "");
    CHECK(strstr(report("../beside", BD__FAILURES_SARIF),
                 "{\"uri\": \"failures/one/input\", \"uriBaseId\": \"RUN_DIRECTORY\"}"));
}

TEST(a_failure_is_one_line_of_the_table_whatever_it_is_called)
{
    enter_tree();
    file_failure("odd", "one\x1b[2J", "SIGABRT in \\u001b]0;x\\u0007\\nf \\u202e\\u00e9", "");
    const char *table = report("odd", BD__FAILURES_TABLE);
    CHECK_EQ_U64(count_of(table, "\n"), 2);
    CHECK(strstr(table, "\nSIGABRT in \\x1b]0;x\\x07\\nf \\u202e\xc3\xa9      0  trial 0"));
    CHECK(strstr(table, "  one\\x1b[2J\n"));
}
