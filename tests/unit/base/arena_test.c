#include "base/arena.h"

#include <sys/wait.h>
#include <unistd.h>

#include "unit/test.h"

static bool all_zero(const unsigned char *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (data[i]) { return false; }
    }
    return true;
}

TEST(blocks_are_aligned_to_a_cache_line)
{
    struct bd__arena *arena = bd__arena_create();
    REQUIRE(arena);
    for (size_t size = 0; size < 300; size++) { CHECK_EQ_U64((uintptr_t)bd__arena_take(arena, size) % 64, 0); }
    bd__arena_destroy(arena);
}

TEST(large_blocks_are_aligned_to_a_page)
{
    struct bd__arena *arena = bd__arena_create();
    REQUIRE(arena);
    for (size_t i = 0; i < 5; i++) {
        bd__arena_take(arena, 1);
        CHECK_EQ_U64((uintptr_t)bd__arena_take(arena, ((size_t)1 << 20) + i) % 4096, 0);
    }
    bd__arena_destroy(arena);
}

TEST(blocks_are_zeroed_and_do_not_overlap)
{
    enum { BLOCKS = 200 };
    struct bd__arena *arena = bd__arena_create();
    REQUIRE(arena);
    unsigned char *block[BLOCKS];
    for (size_t i = 0; i < BLOCKS; i++) {
        block[i] = bd__arena_take(arena, 1 + i * 37);
        CHECK(all_zero(block[i], 1 + i * 37));
        memset(block[i], (int)i + 1, 1 + i * 37);
    }
    for (size_t i = 0; i < BLOCKS; i++) {
        bool own = true;
        for (size_t k = 0; k < 1 + i * 37; k++) { own &= block[i][k] == (unsigned char)(i + 1); }
        CHECK(own);
    }
    bd__arena_destroy(arena);
}

TEST(a_child_process_shares_it_at_the_same_address)
{
    struct bd__arena *arena = bd__arena_create();
    REQUIRE(arena);
    uint64_t **shown = bd__arena_take(arena, sizeof *shown);
    pid_t child = fork();
    if (child == 0) {
        *shown = bd__arena_take(arena, sizeof **shown); /* taken by the child, */
        **shown = 77;
        _exit(0);
    }
    int status;
    REQUIRE(waitpid(child, &status, 0) == child && status == 0);
    CHECK_EQ_U64(**shown, 77); /* seen by the parent, */
    uint64_t *next = bd__arena_take(arena, sizeof *next);
    CHECK(next > *shown); /* and not handed out twice */
    bd__arena_destroy(arena);
}

TEST(released_pages_read_as_zeros)
{
    enum { SIZE = 4 << 20 };
    struct bd__arena *arena = bd__arena_create();
    REQUIRE(arena);
    unsigned char *block = bd__arena_take(arena, SIZE);
    memset(block, 0xaa, SIZE);
    bd__arena_release(block, SIZE);
    CHECK(all_zero(block, SIZE));
    block[SIZE - 1] = 1; /* and can be used again */
    CHECK_EQ_U64(block[SIZE - 1], 1);
    bd__arena_destroy(arena);
}

TEST(releasing_a_block_leaves_its_neighbours_alone)
{
    struct bd__arena *arena = bd__arena_create();
    REQUIRE(arena);
    enum { SIZE = 20000 };
    unsigned char *block[3];
    for (int i = 0; i < 3; i++) { block[i] = memset(bd__arena_take(arena, SIZE), 0x11, SIZE); }
    bd__arena_release(block[1], SIZE);
    CHECK(!memchr(block[0], 0, SIZE));
    CHECK(!memchr(block[2], 0, SIZE));
    bd__arena_release(block[0], 64); /* less than a page: nothing to give back */
    CHECK(!memchr(block[0], 0, SIZE));
    bd__arena_destroy(arena);
}

TEST(asking_for_more_than_the_reservation_aborts)
{
    struct bd__arena *arena = bd__arena_create();
    REQUIRE(arena);
    for (int i = 0; i < 2; i++) {
        pid_t child = fork();
        if (child == 0) {
            close(STDERR_FILENO);
            bd__arena_take(arena, i ? SIZE_MAX : (size_t)1 << 40);
            _exit(0);
        }
        int status;
        REQUIRE(waitpid(child, &status, 0) == child);
        CHECK(WIFSIGNALED(status));
    }
    bd__arena_destroy(arena);
}

TEST(destroying_nothing_is_fine)
{
    bd__arena_destroy(NULL);
}

static void *touched; /* by `touch`, in another process */

static int touch(bool write)
{
    pid_t child = fork();
    if (child == 0) {
        volatile char *at = touched;
        if (write) {
            *at = 1;
        } else {
            (void)*at;
        }
        _exit(0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return status;
}

TEST(running_past_either_end_of_a_large_block_is_a_fault)
{
    enum { SIZE = 128 << 10 };
    struct bd__arena *arena = bd__arena_create();
    REQUIRE(arena);
    for (int i = 0; i < 3; i++) {
        char *block = bd__arena_take(arena, SIZE);
        bd__arena_take(arena, 100);
        for (int write = 0; write < 2; write++) {
            touched = block + SIZE - 1;
            CHECK(touch(write) == 0);
            touched = block + SIZE;
            CHECK(touch(write) != 0);
            touched = block - 1;
            CHECK(touch(write) != 0);
        }
    }
    bd__arena_destroy(arena);
}

TEST(sealed_pages_can_be_read_and_not_written_to)
{
    struct bd__arena *arena = bd__arena_create();
    REQUIRE(arena);
    char *block = bd__arena_take_pages(arena, 2 * BD__PAGE + 100);
    bd__arena_seal(block, 2 * BD__PAGE + 50);
    touched = block + 2 * BD__PAGE - 1;
    CHECK(touch(false) == 0);
    CHECK(touch(true) != 0);
    touched = block + 2 * BD__PAGE; /* a page of which only a part is named */
    CHECK(touch(true) == 0);
    bd__arena_destroy(arena);
}

TEST(it_holds_what_was_taken_and_nothing_else)
{
    enum { SIZE = 128 << 10 };
    struct bd__arena *arena = bd__arena_create();
    REQUIRE(arena);
    char *small = bd__arena_take(arena, 100), *large = bd__arena_take(arena, SIZE), *last = bd__arena_take(arena, 64);
    CHECK(bd__arena_holds(arena, small, 100));
    CHECK(bd__arena_holds(arena, large, SIZE));
    CHECK(bd__arena_holds(arena, last, 64));
    CHECK(!bd__arena_holds(arena, last, 65));
    CHECK(!bd__arena_holds(arena, large, SIZE + 1));
    CHECK(!bd__arena_holds(arena, large - 1, 1));
    CHECK(!bd__arena_holds(arena, small, SIZE));
    CHECK(!bd__arena_holds(arena, NULL, 1));
    CHECK(!bd__arena_holds(arena, small, SIZE_MAX));
    CHECK(!bd__arena_holds(arena, (void *)UINTPTR_MAX, 1)); // NOLINT(performance-no-int-to-ptr)
    bd__arena_destroy(arena);
}

TEST(who_works_in_one_arena_cannot_write_to_another)
{
    struct bd__arena *other = bd__arena_create(), *own = bd__arena_create();
    REQUIRE(other && own);
    char *there = bd__arena_take(other, 100), *here = bd__arena_take(own, 100);
    pid_t child = fork();
    if (child == 0) {
        bd__arena_enter(own);
        touched = here;
        bool fine = touch(true) == 0;
        touched = there;
        fine = fine && touch(false) == 0 && touch(true) != 0;
        _exit(fine ? 0 : 1);
    }
    int status;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    *there = 1; /* the parent is not affected */
    bd__arena_destroy(other);
    bd__arena_destroy(own);
}
