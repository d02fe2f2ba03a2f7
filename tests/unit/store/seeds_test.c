#include "store/seeds.h"

#include "unit/scratch.h"
#include "unit/test.h"

static const char TAPE[] = "bediv-tape 1\ns left 1 of 1\n";

static struct heard heard;

static enum bd_status load(struct bd__seeds *seeds, const char *from, bool plain)
{
    heard = (struct heard){0};
    return bd__seeds_load(seeds, &from, 1, plain, &(struct bd__log){heard_sink, &heard});
}

/* A folder NAME with two folders in it, and files whose order by name is that of their numbers. */
static const char *fill(const char *name)
{
    char inside[300];
    const char *folder = scratch(name);
    mkdir(folder, 0755);
    static const char *const names[] = {"0", "1", "a/2", "a/3", "b/4", "c"};
    snprintf(inside, sizeof inside, "%s/a", folder);
    mkdir(inside, 0755);
    snprintf(inside, sizeof inside, "%s/b", folder);
    mkdir(inside, 0755);
    for (int i = 0; i < 6; i++) {
        char text[2] = {(char)('0' + i), 0};
        snprintf(inside, sizeof inside, "%s/%s", folder, names[i]);
        scratch_puts(inside, text);
    }
    return folder;
}

TEST(files_come_in_the_order_of_their_names_with_those_of_folders)
{
    struct bd__seeds seeds;
    REQUIRE(load(&seeds, fill("order"), true) == BD_OK);
    REQUIRE(seeds.count == 6);
    for (size_t i = 0; i < 6; i++) {
        CHECK(seeds.seed[i].bytes.size == 1 && seeds.seed[i].bytes.data[0] == '0' + i);
        CHECK_EQ_U64(seeds.seed[i].tape.count, 0);
    }
    CHECK(seeds.smallest == 1 && seeds.largest == 1 && seeds.bytes == 6 && seeds.unusable == 0);
    CHECK_EQ_U64(heard.count, 0);
    bd__seeds_clear(&seeds);
}

TEST(a_generator_takes_tapes_and_bytes_with_their_tape_beside_them)
{
    struct bd__seeds seeds;
    const char *folder = scratch("tapes");
    mkdir(folder, 0755);
    scratch_puts(scratch("tapes/alone.tape"), TAPE);
    scratch_puts(scratch("tapes/case"), "bytes");
    scratch_puts(scratch("tapes/case.tape"), TAPE);
    scratch_puts(scratch("tapes/case.log"), "what happened");
    scratch_puts(scratch("tapes/plain"), "no tape");
    scratch_puts(scratch("tapes/plain2"), "no tape either");
    REQUIRE(load(&seeds, folder, false) == BD_OK);
    CHECK_EQ_U64(seeds.count, 2);
    for (size_t i = 0; i < seeds.count; i++) { CHECK_EQ_U64(seeds.seed[i].tape.count, 2); }
    CHECK_EQ_U64(seeds.unusable, 2);
    CHECK_EQ_U64(heard.count, 1);
    CHECK(strncmp(heard.text, "2 files have no tape and cannot be used by this generator", 57) == 0);
    bd__seeds_clear(&seeds);
}

TEST(without_a_generator_bytes_are_choices_enough)
{
    struct bd__seeds seeds;
    const char *folder = scratch("both");
    mkdir(folder, 0755);
    scratch_puts(scratch("both/case"), "bytes");
    scratch_puts(scratch("both/case.tape"), TAPE);
    REQUIRE(load(&seeds, folder, true) == BD_OK);
    REQUIRE(seeds.count == 1);
    CHECK(seeds.seed[0].bytes.size == 5 && seeds.seed[0].tape.count == 0);
    bd__seeds_clear(&seeds);
}

TEST(a_damaged_tape_is_told_of_and_left_out)
{
    struct bd__seeds seeds;
    scratch_puts(scratch("damaged.tape"), "bediv-tape 1\ns left 7 of 1\n");
    REQUIRE(load(&seeds, scratch("damaged.tape"), false) == BD_OK);
    CHECK(seeds.count == 0 && seeds.unusable == 1);
    CHECK(strstr(heard.text, "damaged.tape:2: an answer is larger than its maximum"));
    bd__seeds_clear(&seeds);
}

TEST(a_place_that_is_not_there_is_an_error)
{
    struct bd__seeds seeds;
    CHECK(load(&seeds, scratch("nowhere"), true) == BD_IO);
    CHECK(heard.errors == 1 && strstr(heard.text, "nowhere: No such file or directory"));
    CHECK_EQ_U64(seeds.count, 0);
}

TEST(a_link_to_the_folder_above_comes_to_an_end)
{
    struct bd__seeds seeds;
    const char *folder = scratch("circle");
    mkdir(folder, 0755);
    scratch_puts(scratch("circle/file"), "x");
    REQUIRE(symlink(".", scratch("circle/self")) == 0);
    REQUIRE(load(&seeds, folder, true) == BD_OK);
    CHECK(seeds.count >= 1);
    CHECK(seeds.unusable > 0);
    bd__seeds_clear(&seeds);
}
