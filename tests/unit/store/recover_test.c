#include "store/recover.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>

#include "base/file.h"
#include "unit/scratch.h"
#include "unit/test.h"

static struct heard heard;
static const struct bd__log log_heard = {heard_sink, &heard};
static struct bd__sites sites;
static const struct bd__provenance from = {"p", "zest", 1, &sites};
static const struct bd__span whole = {.site = UINT32_MAX};

/* Case number ID of a corpus, whose bytes are TEXT. */
static struct bd__case a_case(uint32_t id, const char *text)
{
    return (struct bd__case){
        .id = id,
        .trial = 10 * (id + 1),
        .parent = BD__NO_PARENT,
        .choices = {.span = &whole, .span_count = 1},
        .bytes = {(const uint8_t *)text, strlen(text)},
    };
}

/* A run directory of that name with a setup, a checkpoint, rows, and the first COUNT cases of CORPUS. */
static struct bd__rundir make(const char *name, const struct bd__case *corpus, uint32_t count)
{
    struct bd__rundir dir;
    char path[1000];
    heard = (struct heard){0};
    if (bd__rundir_create(&dir, scratch(name), "x", &log_heard) != BD_OK) { exit(1); }
    for (uint32_t i = 0; i < count; i++) { bd__rundir_save_corpus(&dir, &from, &corpus[i]); }
    bd__rundir_save_setup(&dir, "{\"format\": 1}\n");
    snprintf(path, sizeof path, "%s/plot_data", dir.path);
    scratch_puts(path, "# header\n1, 2\n3, 4\n");
    CHECK(bd__rundir_save_state(&dir, "state", 5));
    bd__rundir_close(&dir);
    return dir;
}

static const char *inside(const char *dir, const char *name)
{
    static char path[4][2000];
    static unsigned turn;
    char *at = path[turn++ % 4];
    snprintf(at, sizeof *path, "%s/%s", scratch(dir), name);
    return at;
}

static enum bd_status open_again(struct bd__rundir *dir, const char *name)
{
    char *data;
    size_t size;
    heard = (struct heard){0};
    enum bd_status status = bd__recover_open(dir, scratch(name), &log_heard, &data, &size);
    if (status == BD_OK) { CHECK(size == 5 && strcmp(data, "state") == 0); }
    free(data);
    return status;
}

/* A corpus of the first COUNT cases; valid until the next call. */
static const struct bd__corpus *corpus_of(const struct bd__case *cases, uint32_t count)
{
    static struct bd__corpus_entry entry[3];
    static struct bd__corpus corpus;
    for (uint32_t i = 0; i < count; i++) { entry[i] = (struct bd__corpus_entry){.kept = cases[i]}; }
    corpus = (struct bd__corpus){.entry = entry, .count = count};
    return &corpus;
}

TEST(what_is_beyond_the_checkpoint_is_set_aside_until_it_is_made_again)
{
    struct bd__case corpus[] = {a_case(0, "one"), a_case(1, "two"), a_case(2, "three")};
    struct bd__rundir dir;
    make("beyond", corpus, 3);
    REQUIRE(open_again(&dir, "beyond") == BD_OK);
    bd__recover_files(&dir, &from, corpus_of(corpus, 1));
    CHECK_EQ_U64(dir.recovered, 4); /* two inputs and their tapes */
    CHECK_EQ_STR(scratch_read(inside("beyond", "corpus/id:000000,execs:10,op:fresh")), "one");
    CHECK_EQ_STR(scratch_read(inside("beyond", "corpus/id:000001,execs:20,op:fresh")), "(none)");
    CHECK_EQ_STR(scratch_read(inside("beyond", "recovered/corpus/id:000001,execs:20,op:fresh")), "two");
    bd__rundir_save_corpus(&dir, &from, &corpus[1]);
    bd__rundir_commit(&dir);
    bd__recover_settle(&dir);
    CHECK_EQ_U64(dir.recovered, 2);
    CHECK_EQ_STR(scratch_read(inside("beyond", "recovered/corpus/id:000001,execs:20,op:fresh")), "(none)");
    bd__recover_end(&dir, 20); /* trial 30 is still to come: no reason to report it */
    CHECK_EQ_U64(heard.count, 0);
    CHECK_EQ_STR(scratch_read(inside("beyond", "recovered/corpus/id:000002,execs:30,op:fresh")), "three");
    corpus[2] = a_case(2, "another");
    bd__rundir_save_corpus(&dir, &from, &corpus[2]);
    bd__rundir_commit(&dir);
    bd__recover_end(&dir, 30); /* its tape is the same, its bytes are not */
    CHECK(strstr(heard.text, "1 files in") && strstr(heard.text, "not made again"));
    CHECK_EQ_STR(scratch_read(inside("beyond", "recovered/corpus/id:000002,execs:30,op:fresh")), "three");
    bd__rundir_close(&dir);
}

TEST(when_all_is_made_again_nothing_of_it_is_left)
{
    struct bd__case corpus[] = {a_case(0, "one"), a_case(1, "two")};
    struct bd__rundir dir;
    make("made", corpus, 2);
    REQUIRE(open_again(&dir, "made") == BD_OK);
    bd__recover_files(&dir, &from, corpus_of(corpus, 0));
    CHECK_EQ_U64(dir.recovered, 4);
    for (int i = 0; i < 2; i++) { bd__rundir_save_corpus(&dir, &from, &corpus[i]); }
    bd__rundir_commit(&dir);
    bd__recover_end(&dir, 1000);
    CHECK_EQ_U64(heard.count, 0);
    CHECK(access(inside("made", "recovered"), F_OK) != 0);
    bd__rundir_close(&dir);
}

TEST(what_is_missing_or_changed_is_written_again)
{
    struct bd__case corpus[] = {a_case(0, "one"), a_case(1, "two")};
    struct bd__rundir dir;
    make("missing", corpus, 1);
    scratch_puts(inside("missing", "corpus/id:000000,execs:10,op:fresh"), "edited");
    scratch_puts(inside("missing", "corpus/id:000001,execs:20,op:fresh.tape.tmp"), "half of");
    REQUIRE(open_again(&dir, "missing") == BD_OK);
    bd__recover_files(&dir, &from, corpus_of(corpus, 2));
    CHECK_EQ_STR(scratch_read(inside("missing", "corpus/id:000000,execs:10,op:fresh")), "one");
    CHECK_EQ_STR(scratch_read(inside("missing", "corpus/id:000001,execs:20,op:fresh")), "two");
    CHECK_EQ_STR(scratch_read(inside("missing", "corpus/id:000001,execs:20,op:fresh.tape.tmp")), "(none)");
    CHECK_EQ_STR(scratch_read(inside("missing", "recovered/corpus/id:000000,execs:10,op:fresh")), "edited");
    bd__rundir_close(&dir);
}

TEST(failures_stay_and_what_a_kill_left_half_written_of_them_goes)
{
    struct bd__rundir dir;
    make("failed", NULL, 0);
    REQUIRE(bd__file_make_dirs(inside("failed", "failures/abort-in-f-12345678/seen")) == BD_OK);
    scratch_puts(inside("failed", "failures/abort-in-f-12345678/input"), "a");
    scratch_puts(inside("failed", "failures/abort-in-f-12345678/input.tmp"), "b");
    scratch_puts(inside("failed", "failures/abort-in-f-12345678/seen/id:000001,sig:06.tape.tmp"), "c");
    REQUIRE(open_again(&dir, "failed") == BD_OK);
    bd__recover_files(&dir, &from, &(struct bd__corpus){0});
    CHECK_EQ_U64(dir.recovered, 0);
    CHECK_EQ_STR(scratch_read(inside("failed", "failures/abort-in-f-12345678/input")), "a");
    CHECK_EQ_STR(scratch_read(inside("failed", "failures/abort-in-f-12345678/input.tmp")), "(none)");
    CHECK_EQ_STR(scratch_read(inside("failed", "failures/abort-in-f-12345678/seen/id:000001,sig:06.tape.tmp")),
                 "(none)");
    bd__rundir_close(&dir);
}

TEST(rows_are_cut_off_behind_the_checkpoint)
{
    struct bd__rundir dir;
    make("rows", NULL, 0);
    REQUIRE(open_again(&dir, "rows") == BD_OK);
    CHECK_EQ_U64(bd__rundir_plot_size(&dir), 19);
    CHECK(bd__recover_cut_plot(&dir, 14));
    CHECK_EQ_STR(scratch_read(inside("rows", "plot_data")), "# header\n1, 2\n");
    CHECK_EQ_U64(heard.count, 0);
    CHECK(bd__recover_cut_plot(&dir, 1000));
    CHECK(strstr(heard.text, "it lacks some rows"));
    bd__rundir_close(&dir);
}

TEST(a_directory_has_one_campaign_at_a_time)
{
    struct bd__rundir dir, other;
    make("mine", NULL, 0);
    REQUIRE(open_again(&dir, "mine") == BD_OK);
    CHECK(open_again(&other, "mine") == BD_USAGE);
    CHECK(strstr(heard.text, "a campaign is running in it; stop that one first"));
    bd__rundir_close(&dir);
    CHECK(open_again(&dir, "mine") == BD_OK);
    bd__rundir_close(&dir);
}

TEST(a_directory_that_another_has_just_taken_is_refused)
{
    struct bd__rundir dir;
    char path[1000];
    snprintf(path, sizeof path, "%s", scratch("taken"));
    mkdir(path, 0755);
    int fd = open(path, O_RDONLY | O_DIRECTORY);
    REQUIRE(fd >= 0 && flock(fd, LOCK_EX) == 0);
    heard = (struct heard){0};
    CHECK(bd__rundir_create(&dir, path, "x", &log_heard) == BD_USAGE);
    CHECK(strstr(heard.text, "another campaign has just started in it"));
    bd__rundir_close(&dir);
    close(fd);
}

TEST(a_lock_ends_with_its_process)
{
    struct bd__rundir dir;
    make("killed", NULL, 0);
    pid_t child = fork();
    if (child == 0) { _exit(open_again(&dir, "killed") != BD_OK); } /* and does not close it */
    int status;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CHECK(open_again(&dir, "killed") == BD_OK);
    bd__rundir_close(&dir);
}

TEST(resumptions_are_noted_and_counted)
{
    struct bd__rundir dir;
    make("often", NULL, 0);
    REQUIRE(open_again(&dir, "often") == BD_OK);
    CHECK_EQ_U64(bd__recover_count(&dir), 0);
    bd__recover_note(&dir, 1700000000, &(struct bd_progress){.figures.trials = 12, .seconds = 1.5}, "./p --resume x");
    bd__recover_note(&dir, 1700000009, &(struct bd_progress){.figures.trials = 15, .seconds = 2}, "./p --resume x");
    CHECK_EQ_U64(bd__recover_count(&dir), 2);
    CHECK_EQ_STR(scratch_read(inside("often", "resumptions")), "# bediv-resumptions 1\n"
                                                               "# time\ttrials\tseconds\tcommand\n"
                                                               "1700000000\t12\t1.500\t./p --resume x\n"
                                                               "1700000009\t15\t2.000\t./p --resume x\n");
    bd__rundir_close(&dir);
}

TEST(a_checkpoint_that_cannot_be_written_leaves_the_one_before)
{
    struct bd__rundir dir;
    make("full", NULL, 0);
    REQUIRE(open_again(&dir, "full") == BD_OK);
    static char large[100000];
    scratch_full(4096);
    CHECK(!bd__rundir_save_state(&dir, large, sizeof large));
    scratch_full(0);
    CHECK(dir.state_old && strstr(heard.text, "the last checkpoint stays"));
    CHECK_EQ_STR(scratch_read(inside("full", "state")), "state");
    CHECK(bd__rundir_save_state(&dir, "newer", 5) && !dir.state_old);
    CHECK_EQ_STR(scratch_read(inside("full", "state")), "newer");
    bd__rundir_close(&dir);
}
