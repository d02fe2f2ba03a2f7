#include "base/file.h"

#include <errno.h>

#include "unit/scratch.h"
#include "unit/test.h"

/* ---- write ---- */

TEST(write_makes_and_replaces_a_file)
{
    const char *path = scratch("write");
    CHECK(bd__file_write(path, "first", 5) == BD_OK);
    CHECK_EQ_STR(scratch_read(path), "first");
    CHECK(bd__file_write(path, "2", 1) == BD_OK);
    CHECK_EQ_STR(scratch_read(path), "2");
    CHECK(!bd__file_exists(scratch("write.tmp")));
}

TEST(write_makes_an_empty_file)
{
    const char *path = scratch("write-empty");
    CHECK(bd__file_write(path, NULL, 0) == BD_OK);
    CHECK_EQ_STR(scratch_read(path), "");
}

TEST(a_write_that_cannot_begin_leaves_the_old_content)
{
    const char *path = scratch("write-blocked");
    scratch_puts(path, "old");
    mkdir(scratch("write-blocked.tmp"), 0755);
    CHECK(bd__file_write(path, "new", 3) == BD_IO);
    CHECK_EQ_STR(bd__file_why(), strerror(EISDIR));
    CHECK_EQ_STR(scratch_read(path), "old");
}

TEST(a_write_that_fails_half_way_leaves_the_old_content_and_nothing_else)
{
    const char *path = scratch("write-full");
    char large[5000];
    memset(large, 'x', sizeof large);
    scratch_puts(path, "old");
    scratch_full(1000);
    enum bd_status status = bd__file_write(path, large, sizeof large);
    const char *why = bd__file_why();
    scratch_full(0);
    CHECK(status == BD_IO);
    CHECK_EQ_STR(why, strerror(EFBIG));
    CHECK_EQ_STR(scratch_read(path), "old");
    CHECK(!bd__file_exists(scratch("write-full.tmp")));
    CHECK(bd__file_write(path, large, sizeof large) == BD_OK);
}

TEST(a_write_that_cannot_be_renamed_cleans_up)
{
    const char *path = scratch("write-folder");
    mkdir(path, 0755);
    CHECK(bd__file_write(path, "new", 3) == BD_IO);
    CHECK(!bd__file_exists(scratch("write-folder.tmp")));
}

TEST(write_says_why_a_folder_is_missing)
{
    CHECK(bd__file_write(scratch("nowhere/file"), "x", 1) == BD_IO);
    CHECK_EQ_STR(bd__file_why(), strerror(ENOENT));
}

TEST(write_refuses_a_name_that_is_too_long)
{
    char path[5000];
    memset(path, 'a', sizeof path - 1);
    path[sizeof path - 1] = 0;
    CHECK(bd__file_write(path, "x", 1) == BD_IO);
    CHECK_EQ_STR(bd__file_why(), strerror(ENAMETOOLONG));
}

/* ---- many at once ---- */

TEST(many_files_are_written_in_one_call)
{
    enum { FILES = 100 };
    struct bd__file_item items[FILES];
    static char names[FILES][1000], texts[FILES][10];
    mkdir(scratch("all-a"), 0755);
    mkdir(scratch("all-b"), 0755);
    for (int i = 0; i < FILES; i++) {
        snprintf(names[i], sizeof *names, "%s/%d", scratch(i % 3 ? "all-a" : "all-b"), i);
        snprintf(texts[i], sizeof *texts, "file %d", i);
        items[i] = (struct bd__file_item){.path = names[i], .data = texts[i], .size = strlen(texts[i]), .error = 99};
    }
    bd__file_write_all(items, FILES);
    for (int i = 0; i < FILES; i++) {
        CHECK_EQ_I64(items[i].error, 0);
        CHECK_EQ_STR(scratch_read(names[i]), texts[i]);
    }
    bd__file_write_all(items, 0); /* zero files are fine */
}

TEST(of_many_files_each_fails_alone)
{
    char large[5000];
    memset(large, 'x', sizeof large);
    scratch_puts(scratch("some-2"), "old");
    scratch_puts(scratch("some-3"), "old");
    mkdir(scratch("some-3.tmp"), 0755);
    mkdir(scratch("some-4"), 0755);
    struct bd__file_item items[] = {
        {.path = scratch("some-1"), .data = "one", .size = 3},
        {.path = scratch("some-2"), .data = large, .size = sizeof large}, /* does not fit the disk */
        {.path = scratch("some-3"), .data = "three", .size = 5},          /* cannot begin */
        {.path = scratch("some-4"), .data = "four", .size = 4},           /* cannot be renamed */
        {.path = scratch("some-5"), .data = "five", .size = 4},
    };
    scratch_full(1000);
    bd__file_write_all(items, 5);
    scratch_full(0);
    CHECK_EQ_I64(items[0].error, 0);
    CHECK_EQ_I64(items[1].error, EFBIG);
    CHECK_EQ_I64(items[2].error, EISDIR);
    CHECK_EQ_I64(items[3].error, EISDIR);
    CHECK_EQ_I64(items[4].error, 0);
    CHECK_EQ_STR(scratch_read(items[0].path), "one");
    CHECK_EQ_STR(scratch_read(items[1].path), "old");
    CHECK_EQ_STR(scratch_read(items[2].path), "old");
    CHECK_EQ_STR(scratch_read(items[4].path), "five");
    CHECK(!bd__file_exists(scratch("some-1.tmp")) && !bd__file_exists(scratch("some-2.tmp")));
    CHECK(!bd__file_exists(scratch("some-4.tmp")) && !bd__file_exists(scratch("some-5.tmp")));
}

/* ---- append ---- */

TEST(append_makes_a_file_and_lengthens_it)
{
    const char *path = scratch("append");
    CHECK(bd__file_append(path, "one,", 4) == BD_OK);
    CHECK(bd__file_append(path, "two", 3) == BD_OK);
    CHECK_EQ_STR(scratch_read(path), "one,two");
}

TEST(a_failed_append_leaves_the_file_as_long_as_it_was)
{
    const char *path = scratch("append-full");
    char large[5000];
    memset(large, 'x', sizeof large);
    scratch_puts(path, "kept");
    scratch_full(1000); /* of the 5000 bytes, 996 can be written */
    enum bd_status status = bd__file_append(path, large, sizeof large);
    const char *why = bd__file_why();
    scratch_full(0);
    CHECK(status == BD_IO);
    CHECK_EQ_STR(why, strerror(EFBIG));
    CHECK_EQ_STR(scratch_read(path), "kept");
}

TEST(neither_append_nor_truncate_follows_a_link_or_waits_for_a_pipe)
{
    const char *foreign = scratch("foreign"), *link = scratch("append-link"), *pipe = scratch("append-pipe");
    scratch_puts(foreign, "precious");
    REQUIRE(symlink(foreign, link) == 0 && mkfifo(pipe, 0644) == 0);
    CHECK(bd__file_append(link, "x", 1) == BD_IO);
    CHECK(bd__file_truncate(link, 1) == BD_IO);
    CHECK(bd__file_append(pipe, "x", 1) == BD_IO);
    CHECK(bd__file_truncate(pipe, 1) == BD_IO);
    CHECK_EQ_STR(scratch_read(foreign), "precious");
    CHECK(bd__file_truncate(foreign, 3) == BD_OK);
    CHECK_EQ_STR(scratch_read(foreign), "pre");
}

TEST(write_replaces_a_link_and_does_not_write_through_it)
{
    const char *foreign = scratch("foreign-2"), *path = scratch("write-link");
    scratch_puts(foreign, "precious");
    REQUIRE(symlink(foreign, path) == 0 && symlink(foreign, scratch("write-link.tmp")) == 0);
    CHECK(bd__file_write(path, "new", 3) == BD_OK);
    CHECK_EQ_STR(scratch_read(path), "new");
    CHECK_EQ_STR(scratch_read(foreign), "precious");
    CHECK(!bd__file_exists(scratch("write-link.tmp")));
}

TEST(what_is_neither_file_nor_folder_is_found)
{
    char odd[PATH_MAX];
    REQUIRE(mkdir(scratch("odd"), 0755) == 0 && mkdir(scratch("odd/below"), 0755) == 0);
    scratch_puts(scratch("odd/below/file"), "x");
    CHECK(!bd__file_find_odd(scratch("odd"), 8, odd));
    REQUIRE(symlink("file", scratch("odd/below/link")) == 0);
    CHECK(bd__file_find_odd(scratch("odd"), 8, odd));
    CHECK(strstr(odd, "odd/below/link"));
    CHECK(!bd__file_find_odd(scratch("odd"), 0, odd));
    REQUIRE(unlink(scratch("odd/below/link")) == 0 && mkfifo(scratch("odd/pipe"), 0644) == 0);
    CHECK(bd__file_find_odd(scratch("odd"), 0, odd));
}

TEST(append_refuses_a_folder)
{
    mkdir(scratch("append-folder"), 0755);
    CHECK(bd__file_append(scratch("append-folder"), "x", 1) == BD_IO);
}

/* ---- read ---- */

static void check_unreadable(const char *path, size_t limit, int why, int line)
{
    char *data = (char *)path;
    size_t size = 99;
    enum bd_status status = bd__file_read(path, limit, &data, &size);
    int error = errno;
    test_eq_u64(status, BD_IO, __FILE__, line, "status");
    test_eq_str(strerror(error), strerror(why), __FILE__, line, "why");
    test_check(!data && !size, __FILE__, line, "no data");
}

TEST(read_gives_all_bytes_and_a_nul_behind_them)
{
    const char *path = scratch("read");
    char *data;
    size_t size;
    scratch_write(path, "a\0b\n", 4);
    REQUIRE(bd__file_read(path, 100, &data, &size) == BD_OK);
    CHECK_EQ_U64(size, 4);
    CHECK(memcmp(data, "a\0b\n", 5) == 0);
    free(data);
}

TEST(read_of_an_empty_file_is_an_empty_string)
{
    const char *path = scratch("read-empty");
    char *data;
    size_t size;
    scratch_puts(path, "");
    REQUIRE(bd__file_read(path, 0, &data, &size) == BD_OK);
    CHECK_EQ_U64(size, 0);
    CHECK_EQ_STR(data, "");
    free(data);
}

TEST(read_takes_a_file_of_the_limit_and_refuses_one_byte_more)
{
    const char *path = scratch("read-limit");
    char *data;
    size_t size;
    scratch_puts(path, "0123456789");
    REQUIRE(bd__file_read(path, 10, &data, &size) == BD_OK);
    CHECK_EQ_STR(data, "0123456789");
    free(data);
    check_unreadable(path, 9, EFBIG, __LINE__);
}

TEST(read_refuses_what_is_no_file)
{
    const char *fifo = scratch("read-fifo");
    REQUIRE(mkfifo(fifo, 0600) == 0);
    check_unreadable(scratch("missing"), 100, ENOENT, __LINE__);
    mkdir(scratch("read-folder"), 0755);
    check_unreadable(scratch("read-folder"), 100, EISDIR, __LINE__);
    check_unreadable(fifo, 100, EINVAL, __LINE__); /* nobody writes to it: reading must not wait either */
    check_unreadable("/dev/zero", 100, EINVAL, __LINE__);
}

/* ---- folders ---- */

static bool is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

TEST(make_dirs_makes_all_of_a_path)
{
    CHECK(bd__file_make_dirs(scratch("a/b//c/")) == BD_OK);
    CHECK(is_folder(scratch("a/b/c")));
    CHECK(bd__file_make_dirs(scratch("a/b/c")) == BD_OK); /* a second time */
    CHECK(bd__file_make_dirs("/") == BD_OK);
    CHECK(bd__file_make_dirs(".") == BD_OK);
}

TEST(make_dirs_refuses_a_file_in_the_way)
{
    scratch_puts(scratch("plain"), "");
    CHECK(bd__file_make_dirs(scratch("plain")) == BD_IO);
    CHECK_EQ_STR(bd__file_why(), strerror(ENOTDIR));
    CHECK(bd__file_make_dirs(scratch("plain/below")) == BD_IO);
    CHECK_EQ_STR(bd__file_why(), strerror(ENOTDIR));
}

TEST(make_dirs_refuses_the_empty_path)
{
    CHECK(bd__file_make_dirs("") == BD_IO);
    CHECK_EQ_STR(bd__file_why(), strerror(ENOENT));
}

TEST(exists_sees_files_folders_and_dangling_links)
{
    scratch_puts(scratch("here"), "");
    REQUIRE(symlink("/nowhere/at/all", scratch("link")) == 0);
    CHECK(bd__file_exists(scratch("here")));
    CHECK(bd__file_exists(scratch("")));
    CHECK(bd__file_exists(scratch("link")));
    CHECK(!bd__file_exists(scratch("not-here")));
}
