/* A run directory with a spill directory, and limits on what is kept in memory. */
#include "store/case_name.h"
#include "store/saving.h"
#include "unit/store/bench.h"

static const char entry[] = "corpus/id:000012,src:000003,execs:4567,op:value,rep:4";
static const char failure[] = "failures/id:000012,timeout,src:000003,execs:4567,op:value,rep:4";

/* Makes writing NAME in FOLDER fail until unblocked: its temporary name is taken. */
static void block(const char *folder, const char *name, bool on)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s.tmp", folder, name);
    if (on) {
        mkdir(path, 0755);
    } else {
        rmdir(path);
    }
}

static const char *spill;

static const char *spilled(const char *name)
{
    static char path[2][1000];
    static unsigned turn;
    char *at = path[turn++ % 2];
    snprintf(at, sizeof *path, "%s/%s", spill, name);
    return at;
}

static void open_both(struct fixture *f, const char *name)
{
    char other[100];
    open_dir(f, name);
    snprintf(other, sizeof other, "%s-spill", name);
    spill = scratch(other);
    REQUIRE(bd__rundir_spill(&f->dir, spill) == BD_OK);
}

/* A case with its log, as one group of files that is no part of the corpus. */
static bool save_failure(struct fixture *f)
{
    struct bd__text name = {0}, log = {0};
    uint64_t unsaved = f->dir.unsaved;
    struct bd__case failed = f->kept;
    failed.outcome = (struct bd__outcome){BD_FAILURE, BD__FAIL_TIMEOUT, 0, false};
    bd__text_puts(&name, "failures/");
    bd__case_name_in_failure(&name, &failed, f->kept.id);
    bd__text_printf(&log, "%s.log", bd__text_str(&name));
    bd__saving_next_group(&f->dir);
    bd__rundir_stage(&f->dir, bd__text_str(&log), "report", 6);
    bd__rundir_stage_case(&f->dir, &f->from, &f->kept, bd__text_str(&name));
    bd__rundir_commit(&f->dir);
    bd__text_clear(&name);
    bd__text_clear(&log);
    return f->dir.unsaved == unsaved;
}

TEST(a_case_that_cannot_be_written_goes_elsewhere_as_a_whole)
{
    struct fixture f;
    open_both(&f, "whole");
    block(f.dir.path, entry, true); /* its tape could be written */
    bd__rundir_save_corpus(&f.dir, &f.from, &f.kept);
    bd__rundir_commit(&f.dir);
    CHECK_EQ_U64(f.dir.unsaved, 0);
    CHECK_EQ_U64(f.dir.spilled_count, 2);
    CHECK(f.heard.errors == 1 && strstr(f.heard.text, entry) && strstr(f.heard.text, spill));
    CHECK_EQ_STR(scratch_read(spilled(entry)), "(4)");
    CHECK(strncmp(scratch_read(spilled("corpus/id:000012,src:000003,execs:4567,op:value,rep:4.tape")), "bediv-tape",
                  10) == 0);
    block(f.dir.path, entry, false);
    CHECK_EQ_U64(entries(in(&f, "corpus")), 0);
    close_dir(&f);
}

TEST(what_was_spilled_is_moved_back_when_there_is_room)
{
    struct fixture f;
    open_both(&f, "back");
    block(f.dir.path, entry, true);
    bd__rundir_save_corpus(&f.dir, &f.from, &f.kept);
    bd__rundir_commit(&f.dir);
    bd__rundir_retry(&f.dir);
    CHECK_EQ_U64(f.dir.spilled_count, 2);
    block(f.dir.path, entry, false);
    bd__rundir_retry(&f.dir);
    CHECK_EQ_U64(f.dir.spilled_count, 0);
    CHECK(strstr(f.heard.text, "works again"));
    CHECK_EQ_STR(scratch_read(in(&f, entry)), "(4)");
    CHECK_EQ_U64(entries(in(&f, "corpus")), 2);
    bd__rundir_finish(&f.dir);
    CHECK(access(spill, F_OK) != 0); /* nothing is left of it */
    close_dir(&f);
}

TEST(what_stays_in_the_spill_directory_is_told)
{
    struct fixture f;
    open_both(&f, "stays");
    block(f.dir.path, entry, true);
    bd__rundir_save_corpus(&f.dir, &f.from, &f.kept);
    bd__rundir_finish(&f.dir);
    CHECK(f.heard.errors == 1 && strstr(f.heard.text, "files are in") && strstr(f.heard.text, spill));
    CHECK_EQ_U64(f.dir.unsaved, 0);
    close_dir(&f);
    CHECK_EQ_STR(scratch_read(spilled(entry)), "(4)");
}

TEST(a_failure_in_the_spill_directory_is_saved_and_told_to_be_there)
{
    struct fixture f;
    open_both(&f, "failure");
    f.kept.outcome = (struct bd__outcome){BD_FAILURE, BD__FAIL_TIMEOUT, 0, false};
    block(f.dir.path, failure, true);
    CHECK(save_failure(&f));
    CHECK_EQ_STR(f.dir.place, f.dir.spill);
    CHECK_EQ_U64(entries(spilled("failures")), 3);
    f.kept.id++;
    CHECK(save_failure(&f));
    CHECK_EQ_STR(f.dir.place, f.dir.path);
    close_dir(&f);
}

TEST(newer_figures_are_not_overwritten_by_spilled_ones)
{
    struct fixture f;
    open_both(&f, "newer");
    block(f.dir.path, "fuzzer_stats", true);
    bd__rundir_save_stats(&f.dir, "old\n");
    CHECK(!f.dir.stats_old);
    CHECK_EQ_STR(scratch_read(spilled("fuzzer_stats")), "old\n");
    block(f.dir.path, "fuzzer_stats", false);
    bd__rundir_save_stats(&f.dir, "new\n");
    bd__rundir_finish(&f.dir);
    CHECK_EQ_STR(scratch_read(in(&f, "fuzzer_stats")), "new\n");
    CHECK_EQ_U64(f.dir.spilled_count, 0);
    close_dir(&f);
}

TEST(when_both_places_fail_files_are_kept_in_memory)
{
    struct fixture f;
    open_both(&f, "both");
    mkdir(spilled("corpus"), 0755);
    block(f.dir.path, entry, true);
    block(spill, entry, true);
    bd__rundir_save_corpus(&f.dir, &f.from, &f.kept);
    bd__rundir_commit(&f.dir);
    CHECK_EQ_U64(f.dir.unsaved, 1);
    CHECK(f.heard.errors == 2 && strstr(f.heard.text, "either"));
    block(spill, entry, false);
    bd__rundir_retry(&f.dir);
    CHECK_EQ_U64(f.dir.unsaved, 0);
    CHECK_EQ_STR(scratch_read(spilled(entry)), "(4)");
    block(f.dir.path, entry, false);
    bd__rundir_finish(&f.dir);
    CHECK_EQ_STR(scratch_read(in(&f, entry)), "(4)");
    close_dir(&f);
}

TEST(a_spill_directory_that_holds_something_is_refused)
{
    struct fixture f;
    open_dir(&f, "taken");
    scratch_puts(in(&f, "file"), "precious");
    CHECK(bd__rundir_spill(&f.dir, f.dir.path) == BD_USAGE);
    CHECK(strstr(f.heard.text, "not empty") && strstr(f.heard.text, "--spill"));
    CHECK(bd__rundir_spill(&f.dir, "") == BD_USAGE);
    CHECK(bd__rundir_spill(&f.dir, in(&f, "file/below")) == BD_USAGE);
    close_dir(&f);
}

TEST(a_failure_makes_the_corpus_give_way_and_what_is_dropped_is_told)
{
    struct fixture f;
    open_dir(&f, "bounds");
    char large[3000];
    memset(large, 'x', sizeof large);
    f.dir.keep_limit = 10000;
    f.kept.bytes = (struct bd__bytes){(const uint8_t *)large, sizeof large};
    scratch_full(1000); /* the bytes cannot be written */
    for (uint32_t i = 0; i < 3; i++) {
        f.kept.id = i;
        bd__rundir_save_corpus(&f.dir, &f.from, &f.kept);
    }
    bd__rundir_commit(&f.dir);
    CHECK(f.dir.unsaved == 3 && f.dir.dropped == 0);
    f.kept.outcome = (struct bd__outcome){BD_FAILURE, BD__FAIL_TIMEOUT, 0, false};
    save_failure(&f);
    CHECK_EQ_U64(f.dir.dropped, 1);
    CHECK(strstr(f.heard.text, "lost: ") && strstr(f.heard.text, "corpus/id:000002"));
    for (f.kept.id = 3; f.kept.id < 6; f.kept.id++) { save_failure(&f); }
    CHECK_EQ_U64(f.dir.dropped, 4); /* all of the corpus, and only then the failure that came last */
    CHECK(strstr(f.heard.text, "failures/id:000005"));
    CHECK(f.dir.pending_size <= f.dir.keep_limit);
    scratch_full(0);
    bd__rundir_retry(&f.dir);
    CHECK_EQ_U64(f.dir.unsaved, 4); /* what is gone is gone */
    CHECK_EQ_U64(entries(in(&f, "failures")), 4 * 3 - 1);
    close_dir(&f);
}

TEST(a_newer_file_takes_the_place_of_an_older_one_that_is_pending)
{
    struct fixture f;
    open_dir(&f, "newer-pending");
    block(f.dir.path, "setup.json", true);
    bd__rundir_save_setup(&f.dir, "1");
    bd__rundir_save_setup(&f.dir, "22");
    CHECK_EQ_U64(f.dir.unsaved, 1);
    CHECK_EQ_U64(f.dir.pending_size, 2);
    block(f.dir.path, "setup.json", false);
    bd__rundir_retry(&f.dir);
    CHECK_EQ_STR(scratch_read(in(&f, "setup.json")), "22");
    close_dir(&f);
}

TEST(a_folder_that_was_removed_is_made_again)
{
    struct fixture f;
    open_dir(&f, "removed");
    rmdir(in(&f, "corpus"));
    bd__rundir_save_corpus(&f.dir, &f.from, &f.kept);
    bd__rundir_commit(&f.dir);
    CHECK_EQ_U64(f.dir.unsaved, 0);
    CHECK_EQ_STR(scratch_read(in(&f, entry)), "(4)");
    close_dir(&f);
}

TEST(rows_that_could_not_be_written_come_later_in_their_order)
{
    struct fixture f;
    open_dir(&f, "rows");
    struct bd_progress at = {.seconds = 1, .figures.trials = 10};
    bd__rundir_add_row(&f.dir, &at);
    rename(in(&f, "plot_data"), in(&f, "hidden"));
    mkdir(in(&f, "plot_data"), 0755);
    for (at.seconds = 2; at.seconds < 4; at.seconds++) { bd__rundir_add_row(&f.dir, &at); }
    CHECK(f.heard.errors == 1 && strstr(f.heard.text, "plot_data") && f.dir.rows.size);
    rmdir(in(&f, "plot_data"));
    rename(in(&f, "hidden"), in(&f, "plot_data"));
    bd__rundir_add_row(&f.dir, &at);
    CHECK(!f.dir.rows.size && !f.dir.row_torn);
    const char *line = scratch_read(in(&f, "plot_data"));
    CHECK(*line == '#');
    for (unsigned i = 1; i <= 4; i++) {
        char start[8];
        snprintf(start, sizeof start, "%u.000,", i);
        line = strchr(line, '\n') + 1;
        CHECK(strncmp(line, start, strlen(start)) == 0);
    }
    close_dir(&f);
}
