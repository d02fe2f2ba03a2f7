/* A run directory that sometimes cannot be written to. */
#include "unit/store/bench.h"

/* Makes writing DIR/NAME fail until unblocked: its temporary name is taken. */
static void block(const struct fixture *f, const char *name, bool on)
{
    char path[300];
    snprintf(path, sizeof path, "%s.tmp", name);
    if (on) {
        mkdir(in(f, path), 0755);
    } else {
        rmdir(in(f, path));
    }
}

static const char entry_name[] = "corpus/id:000012,src:000003,execs:4567,op:value,rep:4";

TEST(a_file_that_cannot_be_written_is_kept_told_and_tried_again)
{
    struct fixture f;
    open_dir(&f, "trouble");
    block(&f, entry_name, true);
    bd__rundir_save_corpus(&f.dir, &f.from, &f.kept);
    bd__rundir_commit(&f.dir);
    CHECK_EQ_U64(f.dir.unsaved, 1);
    CHECK_EQ_U64(f.heard.errors, 1);
    CHECK(strstr(f.heard.text, entry_name) && strstr(f.heard.text, "kept in memory"));
    CHECK_EQ_STR(scratch_read(in(&f, entry_name)), "(none)");
    bd__rundir_retry(&f.dir);
    CHECK_EQ_U64(f.dir.unsaved, 1);
    CHECK_EQ_U64(f.heard.count, 1); /* reported once, not repeatedly */
    block(&f, entry_name, false);
    bd__rundir_retry(&f.dir);
    CHECK_EQ_U64(f.dir.unsaved, 0);
    CHECK_EQ_STR(scratch_read(in(&f, entry_name)), "(4)");
    CHECK(f.heard.count == 2 && f.heard.errors == 1 && strstr(f.heard.text, "works again"));
    bd__rundir_retry(&f.dir);
    CHECK_EQ_U64(f.heard.count, 2);
    close_dir(&f);
}

TEST(new_trouble_is_told_again)
{
    struct fixture f;
    open_dir(&f, "trouble-again");
    for (unsigned i = 1; i <= 2; i++) {
        block(&f, entry_name, true);
        bd__rundir_save_corpus(&f.dir, &f.from, &f.kept);
        bd__rundir_commit(&f.dir);
        CHECK_EQ_U64(f.heard.errors, i);
        block(&f, entry_name, false);
        bd__rundir_retry(&f.dir);
    }
    close_dir(&f);
}

TEST(everything_that_failed_is_written_later)
{
    struct fixture f;
    open_dir(&f, "trouble-much");
    char large[3000];
    memset(large, 'x', sizeof large);
    f.kept.bytes = (struct bd__bytes){(const uint8_t *)large, sizeof large};
    scratch_full(1000); /* the tapes can be written, the bytes cannot */
    for (uint32_t i = 0; i < 200; i++) {
        f.kept.id = i;
        bd__rundir_save_corpus(&f.dir, &f.from, &f.kept);
    }
    bd__rundir_commit(&f.dir);
    scratch_full(0);
    CHECK_EQ_U64(f.dir.unsaved, 200);
    CHECK_EQ_U64(f.heard.errors, 1);
    CHECK_EQ_U64(entries(in(&f, "corpus")), 200);
    bd__rundir_retry(&f.dir);
    CHECK_EQ_U64(f.dir.unsaved, 0);
    CHECK_EQ_U64(entries(in(&f, "corpus")), 400);
    CHECK_EQ_U64(strlen(scratch_read(in(&f, "corpus/id:000199,src:000003,execs:4567,op:value,rep:4"))), 3000);
    close_dir(&f);
}

TEST(an_empty_input_can_be_saved_at_once_and_later)
{
    struct fixture f;
    open_dir(&f, "trouble-empty");
    f.kept.bytes = (struct bd__bytes){NULL, 0};
    bd__rundir_save_corpus(&f.dir, &f.from, &f.kept);
    bd__rundir_commit(&f.dir);
    CHECK_EQ_STR(scratch_read(in(&f, entry_name)), "");
    unlink(in(&f, entry_name));
    block(&f, entry_name, true);
    bd__rundir_save_corpus(&f.dir, &f.from, &f.kept);
    bd__rundir_commit(&f.dir);
    CHECK_EQ_U64(f.dir.unsaved, 1);
    block(&f, entry_name, false);
    close_dir(&f); /* tries once more */
    CHECK_EQ_STR(scratch_read(scratch("trouble-empty/corpus/id:000012,src:000003,execs:4567,op:value,rep:4")), "");
}

TEST(a_newer_version_takes_the_place_of_one_that_waits)
{
    struct fixture f;
    open_dir(&f, "trouble-versions");
    bd__rundir_stage(&f.dir, "failures/a/b/x", "0", 1);
    bd__rundir_commit(&f.dir);
    block(&f, "failures/a/b/x", true);
    bd__rundir_stage(&f.dir, "failures/a/b/x", "1", 1);
    bd__rundir_commit(&f.dir);
    CHECK_EQ_U64(f.dir.unsaved, 1);
    block(&f, "failures/a/b/x", false);
    bd__rundir_stage(&f.dir, "failures/a/b/x", "2", 1);
    bd__rundir_stage(&f.dir, "failures/a/b/x", "3", 1); /* in the same batch too */
    bd__rundir_commit(&f.dir);
    CHECK_EQ_U64(f.dir.unsaved, 0);
    bd__rundir_retry(&f.dir);
    CHECK_EQ_STR(scratch_read(in(&f, "failures/a/b/x")), "3");
    close_dir(&f);
}

TEST(a_folder_that_cannot_be_made_is_made_later)
{
    struct fixture f;
    open_dir(&f, "trouble-folder");
    rmdir(in(&f, "failures"));
    scratch_puts(in(&f, "failures"), "in the way");
    bd__rundir_stage(&f.dir, "failures/a/x", "1", 1);
    bd__rundir_commit(&f.dir);
    CHECK_EQ_U64(f.dir.unsaved, 1);
    CHECK(strstr(f.heard.text, "kept in memory"));
    unlink(in(&f, "failures"));
    bd__rundir_retry(&f.dir);
    CHECK_EQ_U64(f.dir.unsaved, 0);
    CHECK_EQ_STR(scratch_read(in(&f, "failures/a/x")), "1");
    close_dir(&f);
}

TEST(what_is_lost_in_the_end_is_named)
{
    struct fixture f;
    open_dir(&f, "trouble-lost");
    block(&f, entry_name, true);
    bd__rundir_save_corpus(&f.dir, &f.from, &f.kept);
    bd__rundir_close(&f.dir);
    CHECK_EQ_U64(f.heard.errors, 2);
    CHECK(strstr(f.heard.text, "lost, because it could not be written: ") && strstr(f.heard.text, entry_name));
    free(f.sites);
}

TEST(setup_is_put_off_too_but_old_stats_are_not)
{
    struct fixture f;
    open_dir(&f, "trouble-single");
    block(&f, "setup.json", true);
    block(&f, "fuzzer_stats", true);
    bd__rundir_save_setup(&f.dir, "{}\n");
    bd__rundir_save_stats(&f.dir, "old\n");
    CHECK_EQ_U64(f.dir.unsaved, 1);
    block(&f, "setup.json", false);
    block(&f, "fuzzer_stats", false);
    bd__rundir_retry(&f.dir);
    CHECK_EQ_STR(scratch_read(in(&f, "setup.json")), "{}\n");
    CHECK_EQ_STR(scratch_read(in(&f, "fuzzer_stats")), "(none)");
    bd__rundir_save_stats(&f.dir, "new\n");
    CHECK_EQ_STR(scratch_read(in(&f, "fuzzer_stats")), "new\n");
    close_dir(&f);
}
