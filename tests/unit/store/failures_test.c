/* Folders of failures: written, read back, and damaged. */
#include "store/failures.h"

#include "unit/store/bench.h"

static struct bd__distinct make(const char *kind, const char *text)
{
    struct bd__distinct d = {.count = 1, .first_trial = 4567, .last_trial = 4567, .seed = 7, .first_seconds = 1.5};
    snprintf(d.signature.kind, sizeof d.signature.kind, "%s", kind);
    snprintf(d.signature.text, sizeof d.signature.text, "%s", text);
    snprintf(d.found_by, sizeof d.found_by, "fuzzing");
    d.frame = calloc(2, sizeof *d.frame);
    d.frame_count = 2;
    snprintf(d.frame[0].function, sizeof d.frame[0].function, "store");
    snprintf(d.frame[0].file, sizeof d.frame[0].file, "/src/x \"y\".c");
    d.frame[0].line = 12;
    snprintf(d.frame[1].function, sizeof d.frame[1].function, "run");
    bd__failures_name(d.name, &d.signature);
    return d;
}

static const char *name_of(const char *kind, const char *text)
{
    static char name[BD__FAILURE_NAME];
    struct bd__distinct d = make(kind, text);
    snprintf(name, sizeof name, "%s", d.name);
    bd__distinct_clear(&d);
    char *hash = strrchr(name, '-');
    REQUIRE(hash && strlen(hash) == 9);
    *hash = 0;
    return name;
}

TEST(names_tell_kind_and_function_and_are_safe)
{
    CHECK_EQ_STR(name_of("SIGSEGV", "SIGSEGV in store, parse, run"), "SIGSEGV-in-store");
    CHECK_EQ_STR(name_of("shift exponent", "shift exponent at number.c:118"), "shift_exponent-at-number.c_118");
    CHECK_EQ_STR(name_of("verdict", "verdict"), "verdict");
    CHECK_EQ_STR(name_of("generator: exit 3", "generator: exit 3 in a::b<int>, c"), "generator_exit_3-in-a_b_int");
    CHECK_EQ_STR(name_of("SEGV", "SEGV in ../../etc/passwd"), "SEGV-in-.._.._etc_passwd");
    char long_text[384];
    memset(long_text, 'f', sizeof long_text);
    memcpy(long_text, "SIGSEGV in ", 11);
    long_text[sizeof long_text - 1] = 0;
    CHECK(strlen(name_of("SIGSEGV", long_text)) < 120);
}

TEST(names_differ_where_signatures_do)
{
    struct bd__distinct a = make("SIGSEGV", "SIGSEGV in f, a"), b = make("SIGSEGV", "SIGSEGV in f, b");
    CHECK(strcmp(a.name, b.name) != 0);
    bd__distinct_clear(&a);
    bd__distinct_clear(&b);
}

static void save(struct fixture *f, struct bd__distinct *d)
{
    f->kept.outcome = (struct bd__outcome){BD_FAILURE, BD__FAIL_SIGNAL, 6, false};
    CHECK(bd__failures_save_new(&f->dir, &f->from, d, &f->kept, "what happened\n"));
}

static const char *file_in(const struct fixture *f, const struct bd__distinct *d, const char *file)
{
    char name[BD__FAILURE_NAME + 100];
    snprintf(name, sizeof name, "failures/%s/%s", d->name, file);
    return in(f, name);
}

TEST(a_new_failure_is_a_folder_that_reads_back)
{
    struct fixture f;
    open_dir(&f, "failure");
    struct bd__distinct d = make("SIGABRT", "SIGABRT in store, run");
    d.reproduce = strdup("./tree replay 'x'");
    save(&f, &d);
    CHECK_EQ_STR(scratch_read(file_in(&f, &d, "input")), "(4)");
    CHECK_EQ_STR(scratch_read(file_in(&f, &d, "report.txt")), "what happened\n");
    CHECK(strncmp(scratch_read(file_in(&f, &d, "input.tape")), "bediv-tape 1\n", 13) == 0);
    CHECK_EQ_STR(scratch_read(file_in(&f, &d, "seen/id:000000,sig:06,src:000003,execs:4567,op:value,rep:4")), "(4)");
    struct bd__failures read;
    struct bd__text problems = {0};
    REQUIRE(bd__failures_read(&read, f.dir.path, &problems));
    CHECK_EQ_STR(bd__text_str(&problems), "");
    REQUIRE(read.count == 1);
    CHECK_EQ_STR(read.one[0].name, d.name);
    CHECK_EQ_STR(read.one[0].signature.text, "SIGABRT in store, run");
    CHECK_EQ_STR(read.one[0].signature.kind, "SIGABRT");
    CHECK_EQ_STR(read.one[0].reproduce, "./tree replay 'x'");
    REQUIRE(read.one[0].frame_count == 2);
    CHECK_EQ_STR(read.one[0].frame[0].file, "/src/x \"y\".c");
    CHECK_EQ_U64(read.one[0].frame[0].line, 12);
    CHECK_EQ_STR(read.one[0].frame[1].function, "run");
    CHECK_EQ_U64(read.one[0].count, 1);
    CHECK_EQ_U64(read.one[0].examples, 1);
    CHECK_EQ_U64(read.one[0].first_trial, 4567);
    CHECK_EQ_U64(read.one[0].size, 3);
    CHECK(read.one[0].first_seconds > 1.49 && read.one[0].first_seconds < 1.51);
    bd__failures_clear(&read);
    bd__distinct_clear(&d);
    close_dir(&f);
}

TEST(the_name_of_an_example_tells_its_kind)
{
    static const struct {
        struct bd__outcome outcome;
        const char *kind;
    } kinds[] = {
        {{BD_FAILURE, BD__FAIL_VERDICT, 0, false}, "verdict"},
        {{BD_FAILURE, BD__FAIL_SIGNAL, 11, false}, "sig:11"},
        {{BD_FAILURE, BD__FAIL_STACK, 0, false}, "stack"},
        {{BD_FAILURE, BD__FAIL_SANITIZER, 0, false}, "sanitizer"},
        {{BD_FAILURE, BD__FAIL_EXIT, 3, false}, "exit:03"},
        {{BD_FAILURE, BD__FAIL_TIMEOUT, 0, false}, "timeout"},
        {{BD_FAILURE, BD__FAIL_MEMORY, 0, false}, "memory"},
        {{BD_FAILURE, BD__FAIL_SIGNAL, 6, true}, "sig:06,generator"},
    };
    struct fixture f;
    open_dir(&f, "kinds");
    struct bd__distinct d = make("x", "x");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char name[200];
        f.kept.outcome = kinds[i].outcome;
        bd__failures_save_example(&f.dir, &f.from, &d, &f.kept);
        bd__rundir_commit(&f.dir);
        snprintf(name, sizeof name, "seen/id:%06zu,%s,src:000003,execs:4567,op:value,rep:4", i, kinds[i].kind);
        CHECK_EQ_STR(scratch_read(file_in(&f, &d, name)), "(4)");
    }
    bd__distinct_clear(&d);
    close_dir(&f);
}

TEST(a_failure_that_is_not_on_disk_does_not_count_as_saved)
{
    struct fixture f;
    open_dir(&f, "unsaved");
    struct bd__distinct d = make("SIGABRT", "SIGABRT in store, run"), other = make("SIGABRT", "SIGABRT in other");
    f.kept.outcome = (struct bd__outcome){BD_FAILURE, BD__FAIL_SIGNAL, 6, false};
    mkdir(file_in(&f, &d, ""), 0755);
    mkdir(file_in(&f, &d, "input.tmp"), 0755); /* its temporary name is taken */
    CHECK(!bd__failures_save_new(&f.dir, &f.from, &d, &f.kept, "report"));
    CHECK(bd__failures_save_new(&f.dir, &f.from, &other, &f.kept, "report")); /* this one is, though the other is not */
    rmdir(file_in(&f, &d, "input.tmp"));
    bd__rundir_retry(&f.dir);
    CHECK_EQ_STR(scratch_read(file_in(&f, &d, "input")), "(4)");
    bd__distinct_clear(&d);
    bd__distinct_clear(&other);
    close_dir(&f);
}

TEST(earlier_inputs_come_and_go)
{
    struct fixture f;
    open_dir(&f, "earlier");
    struct bd__distinct d = make("SIGABRT", "SIGABRT");
    char *tapes[] = {(char *)"one", (char *)"two"};
    save(&f, &d);
    bd__failures_save_earlier(&f.dir, &d, tapes, 2);
    bd__rundir_commit(&f.dir);
    CHECK_EQ_STR(scratch_read(file_in(&f, &d, "earlier/000001.tape")), "two");
    CHECK_EQ_U64(d.earlier, 2);
    bd__failures_save_earlier(&f.dir, &d, NULL, 0);
    CHECK_EQ_STR(scratch_read(file_in(&f, &d, "earlier/000001.tape")), "(none)");
    CHECK_EQ_U64(d.earlier, 0);
    bd__distinct_clear(&d);
    close_dir(&f);
}

TEST(smaller_means_fewer_bytes_first)
{
    struct bd__distinct d = {.structural = 3, .values = 5, .size = 10};
    struct bd__case kept = {.choices = {.structural_count = 3, .choice_count = 8}, .bytes = {.size = 10}};
    CHECK(!bd__failures_is_smaller(&d, &kept));
    kept.choices.choice_count = 7;
    CHECK(bd__failures_is_smaller(&d, &kept));
    kept.choices.structural_count = 4;
    CHECK(!bd__failures_is_smaller(&d, &kept));
    kept.bytes.size = 9;
    CHECK(bd__failures_is_smaller(&d, &kept));
    kept.choices.structural_count = 1;
    kept.bytes.size = 11; /* whatever its choices: a folder's input does not grow */
    CHECK(!bd__failures_is_smaller(&d, &kept));
}

TEST(damaged_folders_are_named_and_left_out)
{
    static const char *const damaged[] = {
        "",
        "{",
        "[]",
        "{\"format\": 1}",
        "{\"format\": 2, \"signature\": \"x\"}",
        "{\"format\": 1, \"signature\": \"x\", \"count\": -1}",
        "{\"format\": 1, \"signature\": \"x\", \"count\": \"many\"}",
        "{\"format\": 1, \"signature\": \"x\", \"reproducible\": \"perhaps\"}",
        "{\"format\": 1, \"signature\": \"x\", \"earlier\": 4294967295}",
        "{\"format\": 1, \"signature\": \"x\", \"first_seconds\": 1e999}",
        "{\"format\": 1, \"signature\": \"x\", \"shrink_seconds\": -1}",
        "{\"format\": 1, \"signature\": \"x\", \"last_seconds\": \"\"}",
        "{\"format\": 1, \"signature\": \"x\", \"frames\": [1]}",
        "{\"format\": 1, \"signature\": \"x\", \"frames\": {\"9\": {\"function\": \"f\"}}}",
    };
    struct fixture f;
    open_dir(&f, "damaged");
    struct bd__distinct good = make("SIGABRT", "SIGABRT in store, run"), bad = make("bad", "bad");
    save(&f, &good);
    save(&f, &bad);
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        struct bd__failures read;
        struct bd__text problems = {0};
        scratch_puts(file_in(&f, &bad, "failure.json"), damaged[i]);
        REQUIRE(bd__failures_read(&read, f.dir.path, &problems));
        CHECK_EQ_U64(read.count, 1);
        CHECK(strstr(bd__text_str(&problems), "failure.json is damaged: "));
        bd__failures_clear(&read);
        bd__text_clear(&problems);
    }
    struct bd__text problems = {0};
    struct bd__failures none;
    CHECK(!bd__failures_read(&none, in(&f, "nowhere"), &problems));
    CHECK(strstr(bd__text_str(&problems), "nowhere/failures: No such file"));
    bd__text_clear(&problems);
    bd__distinct_clear(&good);
    bd__distinct_clear(&bad);
    close_dir(&f);
}
