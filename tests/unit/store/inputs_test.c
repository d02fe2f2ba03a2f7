/* Reading saved inputs of every kind; listing folders of them, creating such folders and adding to them. */
#include "store/inputs.h"

#include "base/file.h"
#include "store/collection.h"
#include "unit/scratch.h"
#include "unit/test.h"

static struct heard heard;
static const struct bd__log hear = {heard_sink, &heard};
static const char TAPE[] = "bediv-tape 1\nv key 3 of 10\n";

/* A folder of that name, empty. */
static const char *folder(const char *name)
{
    const char *path = scratch(name);
    scratch_remove(path);
    mkdir(path, 0755);
    return path;
}

static const char *in(const char *name, const char *file)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", name, file);
    return scratch(path);
}

static enum bd_status read_input(struct bd__input_file *input, const char *path)
{
    heard = (struct heard){0};
    return bd__input_read(input, path, &hear);
}

TEST(a_tape_is_read_with_the_bytes_beside_it_and_bytes_with_their_tape)
{
    struct bd__input_file input;
    folder("a");
    scratch_puts(in("a", "x"), "bytes");
    scratch_puts(in("a", "x.tape"), TAPE);
    for (int i = 0; i < 2; i++) {
        REQUIRE(read_input(&input, in("a", i ? "x" : "x.tape")) == BD_OK);
        CHECK(input.has_bytes && input.has_tape);
        CHECK_EQ_U64(input.is_tape, !i); /* which of the two was named */
        CHECK_EQ_STR(input.bytes, "bytes");
        CHECK_EQ_STR(input.text, TAPE);
        CHECK_EQ_U64(input.tape.count, 2);
        bd__input_clear(&input);
    }
}

TEST(either_may_be_missing)
{
    struct bd__input_file input;
    folder("b");
    scratch_puts(in("b", "bytes"), "bytes");
    scratch_puts(in("b", "tape"), TAPE); /* what begins as a tape is one, whatever its name */
    scratch_puts(in("b", "alone.tape"), TAPE);
    REQUIRE(read_input(&input, in("b", "bytes")) == BD_OK);
    CHECK(input.has_bytes && !input.has_tape);
    bd__input_clear(&input);
    REQUIRE(read_input(&input, in("b", "tape")) == BD_OK);
    CHECK(!input.has_bytes && input.has_tape);
    bd__input_clear(&input);
    REQUIRE(read_input(&input, in("b", "alone")) == BD_OK); /* the name of an input of which only the tape is left */
    CHECK(!input.has_bytes && input.has_tape);
    bd__input_clear(&input);
}

TEST(a_failures_folder_stands_for_its_input)
{
    struct bd__input_file input;
    folder("c");
    CHECK(read_input(&input, scratch("c")) == BD_IO);
    CHECK(strstr(heard.text, "input.tape") != NULL);
    scratch_puts(in("c", "input.tape"), TAPE);
    REQUIRE(read_input(&input, scratch("c")) == BD_OK);
    CHECK(input.has_tape && !input.has_bytes);
    bd__input_clear(&input);
    struct bd__text name = {0};
    bd__input_name(&name, scratch("c"));
    CHECK_EQ_STR(bd__text_str(&name), in("c", "input"));
    bd__text_clear(&name);
}

TEST(the_bytes_of_a_failures_folder_may_have_no_tape)
{
    struct bd__input_file input;
    folder("c2");
    scratch_puts(in("c2", "input"), "bytes");
    REQUIRE(read_input(&input, scratch("c2")) == BD_OK);
    CHECK(input.has_bytes && !input.has_tape && !input.is_tape);
    bd__input_clear(&input);
}

TEST(the_first_line_decides_what_is_a_tape_unless_there_is_one_beside_it)
{
    struct bd__input_file input;
    folder("l");
    scratch_puts(in("l", "bytes.tape"), "no tape"); /* some other format has that name, too */
    REQUIRE(read_input(&input, in("l", "bytes.tape")) == BD_OK);
    CHECK(input.has_bytes && !input.has_tape);
    CHECK_EQ_STR(input.bytes, "no tape");
    bd__input_clear(&input);
    scratch_puts(in("l", "like"), "bediv-tape 1\nnonsense\n"); /* an input of a target that reads tapes */
    CHECK(read_input(&input, in("l", "like")) == BD_FORMAT);
    scratch_puts(in("l", "like.tape"), TAPE);
    REQUIRE(read_input(&input, in("l", "like")) == BD_OK);
    CHECK(input.has_bytes && input.has_tape && !input.is_tape);
    CHECK_EQ_STR(input.bytes, "bediv-tape 1\nnonsense\n");
    CHECK_EQ_STR(input.text, TAPE);
    bd__input_clear(&input);
}

TEST(a_stream_is_read_to_its_end_unless_only_files_will_do)
{
    struct bd__input_file input;
    struct bd__text why = {0};
    int ends[2];
    char path[64];
    REQUIRE(pipe(ends) == 0);
    REQUIRE(write(ends[1], TAPE, strlen(TAPE)) == (ssize_t)strlen(TAPE));
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    CHECK(bd__input_try(&input, path, BD__INPUT_FILES_ONLY, &why, &hear) == BD_IO);
    CHECK(strncmp(bd__text_str(&why), path, strlen(path)) == 0);
    bd__text_clear(&why);
    REQUIRE(read_input(&input, path) == BD_OK);
    CHECK(input.has_tape && input.is_tape && !input.has_bytes);
    bd__input_clear(&input);
    close(ends[0]);
}

TEST(where_bytes_suffice_a_damaged_tape_beside_them_does_not_matter)
{
    struct bd__input_file input;
    struct bd__text why = {0};
    folder("s");
    scratch_puts(in("s", "x"), "bytes");
    scratch_puts(in("s", "x.tape"), "bediv-tape 1\nnonsense\n");
    CHECK(read_input(&input, in("s", "x")) == BD_FORMAT);
    REQUIRE(bd__input_try(&input, in("s", "x"), BD__INPUT_BYTES_SUFFICE, &why, &hear) == BD_OK);
    CHECK(input.has_bytes && !input.has_tape);
    bd__input_clear(&input);
}

TEST(what_cannot_be_read_is_either_logged_or_handed_back)
{
    struct bd__input_file input;
    struct bd__text why = {0};
    folder("w");
    scratch_puts(in("w", "large"), "");
    REQUIRE(truncate(in("w", "large"), (64 << 20) + 1) == 0);
    CHECK(read_input(&input, in("w", "large")) == BD_IO);
    CHECK_EQ_U64(heard.errors, 1);
    CHECK(strstr(heard.text, "cannot read ") && strstr(heard.text, "w/large: it is larger than 64 MiB"));
    heard = (struct heard){0};
    CHECK(bd__input_try(&input, in("w", "large"), 0, &why, &hear) == BD_IO);
    CHECK_EQ_U64(heard.count, 0);
    CHECK(strstr(bd__text_str(&why), "w/large: it is larger than 64 MiB"));
    bd__text_clear(&why);
}

TEST(earlier_inputs_are_read_in_order_from_a_failures_folder)
{
    struct bd__earlier earlier;
    folder("g");
    CHECK(bd__earlier_read(&earlier, scratch("g"), &hear) == BD_OK); /* no failure's folder */
    CHECK_EQ_U64(earlier.count, 0);
    scratch_puts(in("g", "failure.json"), "{\"format\": 1, \"signature\": \"s\", \"earlier\": 2}");
    mkdir(in("g", "earlier"), 0755);
    scratch_puts(in("g", "earlier/000000.tape"), "bediv-tape 1\nv a 1 of 10\n");
    heard = (struct heard){0};
    CHECK(bd__earlier_read(&earlier, scratch("g"), &hear) == BD_IO);
    CHECK(strstr(heard.text, "earlier/000001.tape") != NULL);
    CHECK_EQ_U64(earlier.count, 0);
    scratch_puts(in("g", "earlier/000001.tape"), "bediv-tape 1\nv b 2 of 10\n");
    REQUIRE(bd__earlier_read(&earlier, scratch("g"), &hear) == BD_OK);
    REQUIRE(earlier.count == 2);
    CHECK_EQ_STR(earlier.tape[0].item[0].label, "a");
    CHECK_EQ_STR(earlier.tape[1].item[0].label, "b");
    bd__earlier_clear(&earlier);
}

TEST(what_is_wrong_is_told_with_the_path)
{
    struct bd__input_file input;
    folder("d");
    scratch_puts(in("d", "x"), "bytes");
    scratch_puts(in("d", "x.tape"), "bediv-tape 1\nnonsense\n");
    scratch_puts(in("d", "y.tape"), "no tape");
    CHECK(read_input(&input, in("d", "x")) == BD_FORMAT);
    CHECK(strstr(heard.text, "x.tape:2") != NULL);
    CHECK(read_input(&input, in("d", "y")) == BD_FORMAT); /* there are no bytes, so it must be a tape */
    CHECK(strstr(heard.text, "y.tape is not a tape") != NULL);
    CHECK(read_input(&input, in("d", "z")) == BD_IO);
    CHECK(strstr(heard.text, "d/z") != NULL);
    CHECK_EQ_U64(heard.errors, 1);
}

static void check_list(const char *path, const char *expected, int line)
{
    struct bd__paths paths = {0};
    struct bd__text names = {0};
    test_eq_u64(bd__inputs_list(&paths, path, &hear), BD_OK, __FILE__, line, "status");
    for (size_t i = 0; i < paths.count; i++) {
        bd__text_printf(&names, "%s%s", i ? " " : "", strrchr(paths.path[i], '/') + 1);
    }
    test_eq_str(bd__text_str(&names), expected, __FILE__, line, "the list");
    bd__text_clear(&names);
    bd__paths_clear(&paths);
}

TEST(each_input_of_a_folder_is_listed_once_by_name)
{
    folder("e");
    for (const char *const *name =
             (const char *const[]){"b", "b.tape", "a", "c.tape", "b.log", "d.log", "x.tmp", ".hidden", NULL};
         *name; name++) {
        scratch_puts(in("e", *name), TAPE);
    }
    mkdir(in("e", "failures"), 0755);
    check_list(scratch("e"), "a b c.tape d.log", __LINE__);
}

TEST(of_a_run_directory_the_corpus_is_listed)
{
    folder("f");
    mkdir(in("f", "corpus"), 0755);
    scratch_puts(in("f", "corpus/id:000000"), "x");
    scratch_puts(in("f", "plot_data"), "x");
    check_list(scratch("f"), "plot_data", __LINE__); /* no run directory yet */
    scratch_puts(in("f", "setup.json"), "{}");
    check_list(scratch("f"), "id:000000", __LINE__);
    check_list(in("f", "corpus"), "id:000000", __LINE__);
}

/* ---- making one ---- */

TEST(a_collection_is_refused_a_folder_in_use_and_makes_an_unfinished_one_anew)
{
    struct bd__collection to;
    folder("g");
    scratch_puts(in("g", "old"), "old");
    CHECK(bd__collection_open(&to, scratch("g"), false, &hear) == BD_USAGE);
    CHECK_EQ_STR(scratch_read(in("g", "old")), "old");
    scratch_puts(in("g", ".unfinished"), "");
    REQUIRE(bd__collection_open(&to, scratch("g"), false, &hear) == BD_OK);
    CHECK_EQ_STR(scratch_read(in("g", "old")), "(none)");
    CHECK_EQ_STR(scratch_read(in("g", ".unfinished")), "");
    bd__collection_finish(&to);
    CHECK_EQ_STR(scratch_read(in("g", ".unfinished")), "(none)");
}

TEST(adding_keeps_what_is_there_and_never_overwrites)
{
    struct bd__collection to;
    struct bd__input_file input = {.has_bytes = true, .bytes = "new", .size = 3};
    const char *path = folder("h");
    scratch_puts(in("h", "x"), "old");
    REQUIRE(bd__collection_open(&to, path, true, &hear) == BD_OK);
    CHECK(bd__collection_add(&to, "/somewhere/x", &input) == BD_OK);
    CHECK(bd__collection_add(&to, "/elsewhere/x", &input) == BD_OK); /* it is there already */
    bd__collection_finish(&to);
    CHECK_EQ_STR(scratch_read(in("h", "x")), "old");
    CHECK_EQ_STR(scratch_read(in("h", "x,2")), "new");
    CHECK_EQ_STR(scratch_read(in("h", "x,3")), "(none)");
}

/* A file of the folder that "it broke" gets in the collection NAME. */
static const char *in_folder(const char *name, const char *file)
{
    char path[300], folder_name[BD__FAILURE_NAME];
    bd__failures_name(folder_name, &(struct bd__signature){.kind = "broke", .text = "broke in f"});
    snprintf(path, sizeof path, "failures/%s/%s", folder_name, file);
    return in(name, path);
}

static enum bd_status file(struct bd__collection *to, const char *path, const struct bd__input_file *input)
{
    struct bd__signature broke = {.kind = "broke", .text = "broke in f"};
    return bd__collection_file(to, bd__collection_distinct(to, &broke), path, input, "it broke");
}

TEST(a_failure_gets_the_folder_that_a_campaign_would_make)
{
    struct bd__collection to;
    struct bd__tape_item choice = {.type = BD__ITEM_CHOICE, .kind = BD_VALUE};
    struct bd__input_file input = {.has_bytes = true,
                                   .bytes = "bad",
                                   .size = 3,
                                   .has_tape = true,
                                   .text = (char *)TAPE,
                                   .text_size = strlen(TAPE),
                                   .tape = {.item = &choice, .count = 1}};
    const char *path = folder("i");
    struct bd__failures read;
    struct bd__text problems = {0};
    REQUIRE(bd__collection_open(&to, path, false, &hear) == BD_OK);
    REQUIRE(file(&to, "in/bad", &input) == BD_OK);
    bd__collection_close(&to);
    CHECK_EQ_STR(scratch_read(in_folder("i", "input")), "bad");
    CHECK_EQ_STR(scratch_read(in_folder("i", "input.tape")), TAPE);
    CHECK_EQ_STR(scratch_read(in_folder("i", "report.txt")), "it broke");
    CHECK_EQ_STR(scratch_read(in_folder("i", "seen/bad")), "bad");
    REQUIRE(bd__failures_read(&read, path, &problems) && read.count == 1 && problems.size == 0);
    CHECK_EQ_STR(read.one[0].signature.text, "broke in f");
    CHECK(read.one[0].count == 1 && read.one[0].examples == 1);
    CHECK(read.one[0].size == 3 && read.one[0].structural == 0 && read.one[0].values == 1);
    bd__failures_clear(&read);
}

TEST(a_failure_that_is_met_again_counts_and_the_smallest_input_stays)
{
    struct bd__collection to;
    struct bd__input_file input = {.has_bytes = true, .bytes = "large", .size = 5, .has_tape = true},
                          small = {.has_bytes = true, .bytes = "x", .size = 1};
    input.text = (char *)TAPE;
    input.text_size = strlen(TAPE);
    const char *path = folder("j");
    REQUIRE(bd__collection_open(&to, path, true, &hear) == BD_OK);
    CHECK(file(&to, "in/large", &input) == BD_OK);
    bd__collection_close(&to);
    REQUIRE(bd__collection_open(&to, path, true, &hear) == BD_OK); /* another merge */
    CHECK(file(&to, "in/large", &input) == BD_OK);                 /* the same: it changes nothing */
    CHECK_EQ_U64(to.failures.one[0].count, 1);
    CHECK(file(&to, "in/small", &small) == BD_OK);
    CHECK_EQ_STR(scratch_read(in_folder("j", "input")), "x");
    CHECK_EQ_STR(scratch_read(in_folder("j", "input.tape")), "(none)"); /* that of the other is gone */
    input.bytes = "LARGE";
    CHECK(file(&to, "elsewhere/large", &input) == BD_OK);
    CHECK_EQ_STR(scratch_read(in_folder("j", "input")), "x");
    CHECK_EQ_STR(scratch_read(in_folder("j", "seen/large,2")), "LARGE");
    CHECK_EQ_U64(to.failures.one[0].count, 3);
    bd__collection_close(&to);
}

TEST(a_folder_that_somebody_was_killed_in_is_made_whole)
{
    struct bd__collection to;
    struct bd__input_file input = {.has_bytes = true, .bytes = "bad", .size = 3};
    const char *path = folder("k");
    REQUIRE(bd__collection_open(&to, path, true, &hear) == BD_OK);
    REQUIRE(file(&to, "bad", &input) == BD_OK);
    bd__collection_close(&to);
    REQUIRE(unlink(in_folder("k", "failure.json")) == 0);
    REQUIRE(bd__collection_open(&to, path, true, &hear) == BD_OK);
    CHECK(file(&to, "bad", &input) == BD_OK);
    CHECK(to.failures.one[0].count == 1 && to.failures.one[0].examples == 1);
    bd__collection_close(&to);
    CHECK(strcmp(scratch_read(in_folder("k", "failure.json")), "(none)") != 0);
}

TEST(a_failure_folder_may_have_bytes_and_no_tape)
{
    struct bd__input_file input;
    const char *path = folder("l");
    scratch_puts(in("l", "input"), "bytes");
    REQUIRE(read_input(&input, path) == BD_OK);
    CHECK(input.has_bytes && !input.has_tape);
    CHECK_EQ_STR(input.bytes, "bytes");
    bd__input_clear(&input);
}
