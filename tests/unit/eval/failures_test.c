/* failures.tsv of a run directory made by hand, without a sanitized build: what the names and logs tell. */
#include <stdlib.h>
#include <sys/stat.h>

#include "eval/eval.h"
#include "store/rundir.h"
#include "unit/scratch.h"
#include "unit/test.h"

static struct bd__eval eval;
static struct bd__eval_trial trial = {.subject = "s", .technique = "zest", .guide = "zest", .repetition = 1};

/* An empty run directory in the place of the trial. Trial number N is over after N/100 seconds. */
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
    bd__eval_path(dir, &eval, &trial, "");
    struct bd__log log = {0};
    struct bd__rundir run = {.log = &log};
    struct bd__text stats = {0};
    struct bd_progress at = {.seconds = 10, .figures.trials = 1000, .program = "s", .guide = "zest"};
    snprintf(run.path, sizeof run.path, "%s", dir);
    bd__rundir_add_row(&run, &at);
    bd__rundir_stats_text(&stats, &at, 0, 1, "");
    bd__rundir_save_stats(&run, bd__text_str(&stats));
    bd__text_clear(&stats);
    return dir;
}

static void file(const char *dir, const char *name, const char *bytes, const char *log)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/failures/%s", dir, name);
    scratch_puts(path, bytes);
    snprintf(path, sizeof path, "%s/failures/%s.tape", dir, name);
    scratch_puts(path, "bediv-tape 1\n");
    snprintf(path, sizeof path, "%s/failures/%s.log", dir, name);
    scratch_puts(path, log);
}

static const char *table(const char *dir)
{
    char path[PATH_MAX];
    struct bd__text message = {0};
    CHECK(bd__eval_write_failures(&eval, &trial, dir, dir, &message) == BD_OK);
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

TEST(equal_failures_are_one_line_of_the_earliest)
{
    const char *dir = make_run();
    char expected[1000];
    file(dir, "id:000001,sig:06,execs:300,op:fresh", "x",
         "SIGABRT\n\nx: y.c:3: int f(int): Assertion `a > b' failed.\n");
    file(dir, "id:000000,sig:06,execs:40,op:fresh", "xyz",
         "SIGABRT\n\nx: y.c:3: int f(int): Assertion `a > b' failed.\n");
    file(dir, "id:000002,sig:06,execs:500,op:fresh", "x", "SIGABRT in trial 500\n\n");
    file(dir, "id:000003,timeout,execs:600,op:fresh", "x",
         "timeout\n\nx: y.c:3: int f(int): Assertion `a > b' failed.\n");
    file(dir, "id:000004,timeout,execs:700,op:fresh", "x", "timeout\n");
    snprintf(expected, sizeof expected,
             "%sassertion in f: a > b\tassertion\t0.400\t40\t2\tfailures/id:000000,sig:06,execs:40,op:fresh\n"
             "SIGABRT\tSIGABRT\t5.000\t500\t1\tfailures/id:000002,sig:06,execs:500,op:fresh\n"
             "timeout\ttimeout\t6.000\t600\t2\tfailures/id:000003,timeout,execs:600,op:fresh\n",
             HEADER);
    CHECK_EQ_STR(table(dir), expected);
}

TEST(of_many_failures_the_earliest_and_the_smallest_are_looked_at)
{
    const char *dir = make_run();
    /* 80 of one kind, growing; then a late small one and a late large one of other kinds */
    for (int i = 0; i < 80; i++) {
        char name[100], bytes[100];
        snprintf(name, sizeof name, "id:%06d,sig:06,execs:%d,op:fresh", i, i + 1);
        snprintf(bytes, sizeof bytes, "%*d", 10 + i, 7);
        file(dir, name, bytes, "SIGABRT\n");
    }
    file(dir, "id:000080,sig:11,execs:900,op:fresh", "x", "SIGSEGV\n");
    file(dir, "id:000081,sig:08,execs:901,op:fresh",
         "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789",
         "SIGFPE\n");
    char expected[1000];
    snprintf(expected, sizeof expected,
             "%s# 50 of 82 failures were looked at: the 25 earliest, and the 25 smallest of the others\n"
             "SIGABRT\tSIGABRT\t0.010\t1\t49\tfailures/id:000000,sig:06,execs:1,op:fresh\n"
             "SIGSEGV\tSIGSEGV\t9.000\t900\t1\tfailures/id:000080,sig:11,execs:900,op:fresh\n",
             HEADER);
    CHECK_EQ_STR(table(dir), expected);
}

TEST(distinct_failures_of_an_experiment_are_counted_once)
{
    const char *dir = make_run();
    eval.failure_count = 0;
    file(dir, "id:000000,sig:06,execs:1,op:fresh", "x", "");
    file(dir, "id:000001,sig:11,execs:2,op:fresh", "x", "");
    table(dir);
    bd__eval_count_failures(&eval, &trial);
    CHECK_EQ_U64(eval.failure_count, 2);
    bd__eval_count_failures(&eval, &trial);
    CHECK_EQ_U64(eval.failure_count, 2);
    bd__text_clear(&eval.failures);
}
