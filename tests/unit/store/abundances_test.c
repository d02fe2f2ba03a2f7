#include "store/record.h"

#include "base/arena.h"
#include "unit/store/bench.h"

static void locate(void *user, uint32_t branch, const char **module, uint64_t *offset, bool *entry)
{
    if (branch == 5) { return; }
    *module = user;
    *offset = 0x1000 + branch;
    *entry = branch == 2;
}

static struct bd__abundance *some_abundances(struct bd__arena *arena)
{
    struct bd__abundance *abundance = bd__arena_take(arena, sizeof *abundance);
    bd__abundance_init(abundance, arena, 64);
    abundance->branch[2] = (struct bd__abundance_count){1000000000000, 7};
    abundance->branch[5] = (struct bd__abundance_count){3, 0};
    abundance->branch[63] = (struct bd__abundance_count){1, 1};
    return abundance;
}

/* Branch 9 was covered by no trace, because it was left out from the start. */
static void save(struct fixture *f, struct bd__arena *arena)
{
    static const uint32_t left_out[] = {5, 9};
    static char module[] = "/bin/tree";
    bd__rundir_save_abundances(&f->dir, &(struct bd__abundance_list){
                                            .abundance = some_abundances(arena),
                                            .branch_span = 64,
                                            .left_out = left_out,
                                            .left_out_count = 2,
                                            .locate = locate,
                                            .user = module,
                                        });
}

TEST(abundances_are_listed_with_their_places)
{
    struct fixture f;
    struct bd__arena *arena = bd__arena_create();
    open_dir(&f, "abundances");
    save(&f, arena);
    CHECK_EQ_STR(scratch_read(in(&f, "abundances")), "# bediv-abundances 1\n"
                                                     "# branch\tall\tvalid\tentry\tleft_out\toffset\tmodule\n"
                                                     "2\t1000000000000\t7\t1\t0\t0x1002\t/bin/tree\n"
                                                     "5\t3\t0\t0\t1\t0x0\t?\n"
                                                     "9\t0\t0\t0\t1\t0x1009\t/bin/tree\n"
                                                     "63\t1\t1\t0\t0\t0x103f\t/bin/tree\n");
    close_dir(&f);
    bd__arena_destroy(arena);
}

TEST(what_is_written_is_read)
{
    static const struct bd__abundance_count expected[] = {{1000000000000, 7}, {3, 0}, {1, 1}};
    struct fixture f;
    struct bd__arena *arena = bd__arena_create();
    struct bd__record record = {.last = {.traces = 1e12, .valid_traces = 7, .b0 = 3}};
    struct bd__text why = {0};
    open_dir(&f, "again");
    save(&f, arena);
    CHECK(bd__record_read_abundances(&record, f.dir.path, &why));
    CHECK_EQ_STR(bd__text_str(&why), "");
    REQUIRE(record.branch_count == 3);
    for (size_t i = 0; i < 3; i++) {
        CHECK_EQ_U64(record.branch[i].all, expected[i].all);
        CHECK_EQ_U64(record.branch[i].valid, expected[i].valid);
    }
    bd__record_clear(&record);
    close_dir(&f);
    bd__arena_destroy(arena);
}

static void note(void *user, uint32_t branch)
{
    uint64_t *sum = user;
    *sum = *sum * 100 + branch;
}

TEST(branches_that_were_left_out_are_found_again)
{
    struct fixture f;
    struct bd__arena *arena = bd__arena_create();
    uint64_t found = 0;
    open_dir(&f, "left_out");
    bd__rundir_left_out(f.dir.path, note, &found);
    CHECK_EQ_U64(found, 0); /* there are no abundances yet */
    save(&f, arena);
    bd__rundir_left_out(f.dir.path, note, &found);
    CHECK_EQ_U64(found, 509);
    close_dir(&f);
    bd__arena_destroy(arena);
}
