/* failures.tsv of a run directory written by hand, without a sanitized build: what the folders contain. */
#include <stdlib.h>
#include <sys/stat.h>

#include "eval/eval.h"
#include "store/failure_table.h"
#include "store/fuzzer_stats.h"
#include "store/rundir.h"
#include "unit/scratch.h"
#include "unit/test.h"

static struct bd__eval eval;
static const struct bd__technique technique = {.name = "zest", .guide = "zest"};
static struct bd__eval_repetition repetition = {.subject = "s", .technique = &technique, .number = 1};

/* An empty run directory in the place of the repetition. Trial number N ends after N/100 seconds. */
static const char *make_run(void)
{
    static char dir[PATH_MAX];
    scratch_remove(scratch("out"));
    eval.manifest = (struct bd__manifest){.programs = (char *)"nowhere", .folder = (char *)"."};
    snprintf(eval.dir, sizeof eval.dir, "%s", scratch("out"));
    static const char *const folders[] = {"out",
                                          "out/trials",
                                          "out/trials/s",
                                          "out/trials/s/zest",
                                          "out/trials/s/zest/1",
                                          "out/trials/s/zest/1/failures"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) { mkdir(scratch(folders[i]), 0755); }
    bd__eval_path(dir, &eval, &repetition, "");
    struct bd__log log = {0};
    struct bd__rundir run = {.log = &log};
    struct bd__text stats = {0};
    struct bd_progress at = {.seconds = 10, .figures.trials = 1000, .program = "s", .guide = "zest"};
    snprintf(run.path, sizeof run.path, "%s", dir);
    bd__rundir_add_row(&run, &at);
    bd__figures_stats(&stats, &at, 0, 1, "");
    bd__rundir_save_stats(&run, bd__text_str(&stats));
    bd__text_clear(&stats);
    bd__text_clear(&run.rows);
    return dir;
}

static void put(const char *dir, const char *format, const char *name, const char *text)
{
    char path[PATH_MAX], inside[300];
    snprintf(inside, sizeof inside, format, name);
    snprintf(path, sizeof path, "%s/failures/%s", dir, inside);
    scratch_puts(path, text);
}

/* The folder of a failure that occurred COUNT times. */
static void make_folder(const char *dir, const char *name, const char *signature, unsigned count)
{
    char path[PATH_MAX], json[1000];
    snprintf(path, sizeof path, "%s/failures/%s", dir, name);
    mkdir(path, 0755);
    snprintf(path, sizeof path, "%s/failures/%s/seen", dir, name);
    mkdir(path, 0755);
    snprintf(json, sizeof json, "{\"format\": 1, \"signature\": \"%s\", \"kind\": \"%.*s\", \"count\": %u}", signature,
             (int)strcspn(signature, " "), signature, count);
    put(dir, "%s/failure.json", name, json);
}

static void file(const char *dir, const char *path)
{
    put(dir, "%s", path, "x");
    put(dir, "%s.tape", path, "bediv-tape 1\n");
}

static const char *table(const char *dir)
{
    char path[PATH_MAX];
    struct bd__text message = {0};
    CHECK(bd__eval_write_failures(&eval, &repetition, dir, dir, &message) == BD_OK);
    CHECK_EQ_STR(bd__text_str(&message), "");
    bd__text_clear(&message);
    snprintf(path, sizeof path, "%s/failures.tsv", dir);
    return scratch_read(path);
}

static const char HEADER[] = "# signature\tkind\tseconds\ttrial\tcount\tpath\n";

TEST(no_failures_make_a_header)
{
    CHECK_EQ_STR(table(make_run()), HEADER);
}

TEST(a_folder_is_a_line_of_its_earliest_and_limits_are_one)
{
    const char *dir = make_run();
    char expected[1000];
    make_folder(dir, "a", "assertion in f, g", 20);
    file(dir, "a/seen/id:000001,sig:06,execs:300,op:fresh");
    file(dir, "a/seen/id:000000,sig:06,execs:40,op:fresh");
    make_folder(dir, "b", "SIGABRT in g", 1);
    file(dir, "b/seen/id:000000,sig:06,execs:500,op:fresh");
    make_folder(dir, "c", "timeout in f", 3);
    file(dir, "c/seen/id:000000,timeout,execs:600,op:fresh");
    make_folder(dir, "d", "timeout in h", 1);
    file(dir, "d/seen/id:000000,timeout,execs:700,op:fresh");
    snprintf(expected, sizeof expected,
             "%sassertion in f, g\tassertion\t0.400\t40\t20\tfailures/a/seen/id:000000,sig:06,execs:40,op:fresh\n"
             "SIGABRT in g\tSIGABRT\t5.000\t500\t1\tfailures/b/seen/id:000000,sig:06,execs:500,op:fresh\n"
             "timeout\ttimeout\t6.000\t600\t4\tfailures/c/seen/id:000000,timeout,execs:600,op:fresh\n",
             HEADER);
    CHECK_EQ_STR(table(dir), expected);
}

TEST(of_many_folders_each_is_looked_at_before_one_is_looked_at_twice)
{
    const char *dir = make_run();
    for (int i = 0; i < 40; i++) {
        char name[16], text[100];
        snprintf(name, sizeof name, "f%02d", i);
        snprintf(text, sizeof text, "SIGABRT in %s", name);
        make_folder(dir, name, text, 10);
        for (int k = 0; k < 2; k++) {
            snprintf(text, sizeof text, "%s/seen/id:%06d,sig:06,execs:%d,op:fresh", name, k, 10 * i + k + 1);
            file(dir, text);
        }
    }
    const char *text = table(dir), *line;
    CHECK(strstr(text, "# 50 of 80 examples were looked at, those of each folder in turn\n"));
    unsigned lines = 0;
    for (line = strstr(text, "\nSIGABRT in "); line; line = strstr(line + 1, "\nSIGABRT in ")) { lines++; }
    CHECK_EQ_U64(lines, 40);
    CHECK(strstr(text, "SIGABRT in f00\tSIGABRT\t0.010\t1\t10\t"));
    CHECK(strstr(text, "SIGABRT in f39\tSIGABRT\t3.910\t391\t10\t"));
    struct bd__failure_table read;
    struct bd__text why = {0};
    char path[1000];
    snprintf(path, sizeof path, "%s/failures.tsv", dir);
    REQUIRE(bd__failure_table_read(&read, path, &why)); /* as the report does */
    CHECK_EQ_U64(read.looked_at, 50);
    CHECK_EQ_U64(read.examples, 80);
    CHECK_EQ_U64(read.count, 40);
    bd__failure_table_clear(&read);
}

TEST(distinct_failures_of_an_experiment_are_counted_once)
{
    const char *dir = make_run();
    eval.failure_count = 0;
    make_folder(dir, "a", "SIGABRT in f", 1);
    file(dir, "a/seen/id:000000,sig:06,execs:1,op:fresh");
    make_folder(dir, "b", "SIGSEGV in f", 1);
    file(dir, "b/seen/id:000000,sig:11,execs:2,op:fresh");
    table(dir);
    bd__eval_count_failures(&eval, &repetition);
    CHECK_EQ_U64(eval.failure_count, 2);
    bd__eval_count_failures(&eval, &repetition);
    CHECK_EQ_U64(eval.failure_count, 2);
    bd__text_clear(&eval.failures);
}
