/* Counters of several modules → one trace. The modules are arrays in this test, registered as the instrumentation
 * registers its own. */
#define _GNU_SOURCE
#include "cover/cover.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "base/hash.h"
#include "runtime/counters.h"
#include "unit/test.h"

void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop);
void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop);

/* 40 branches take blocks 0 and 1, 1 branch block 2, 64 branches blocks 3 and 4. */
static uint8_t first[40], second[1], third[64];
static uintptr_t first_pcs[80], third_pcs[128];
static struct bd__arena *arena;
static struct bd__cover cover;
static uint8_t nothing[5 * BD__BLOCK], everything[5 * BD__BLOCK];

static void some_function(void)
{
}

/* Once in a process: modules cannot be taken back. */
static void open_cover(void)
{
    if (!arena) {
        __sanitizer_cov_8bit_counters_init(first, first + 40);
        for (int i = 0; i < 40; i++) {
            first_pcs[2 * i] = (uintptr_t)some_function + (uintptr_t)i;
            first_pcs[2 * i + 1] = i == 0;
        }
        __sanitizer_cov_pcs_init(first_pcs, first_pcs + 80);
        __sanitizer_cov_8bit_counters_init(second, second + 1); /* without a pc-table */
        __sanitizer_cov_8bit_counters_init(third, third + 64);
        __sanitizer_cov_pcs_init(third_pcs, third_pcs + 128);
        arena = bd__arena_create();
        bd__cover_init(&cover, arena);
        memset(everything, 0xff, sizeof everything);
    }
    bd__cover_reset();
}

TEST(branches_of_all_modules_are_counted_and_each_begins_a_block)
{
    open_cover();
    CHECK_EQ_U64(bd__cover_branches(), 40 + 1 + 64);
    bd__cover_collect(&cover, nothing, nothing, NULL);
    CHECK_EQ_U64(cover.branches, 40 + 1 + 64);
    CHECK_EQ_U64(cover.span, 5 * BD__BLOCK);
}

TEST(a_run_that_covers_nothing_has_an_empty_trace)
{
    open_cover();
    bool novel = true;
    struct bd__trace trace = bd__cover_collect(&cover, nothing, nothing, &novel);
    CHECK(trace.block_count == 0 && trace.branch_count == 0 && trace.hash == 0 && !novel);
}

TEST(a_trace_shows_the_exact_counts_of_all_modules_in_order)
{
    open_cover();
    first[0] = 1;
    first[39] = 255;
    second[0] = 7;
    third[63] = 128;
    third[62] = 3;
    bool novel = false;
    struct bd__trace trace = bd__cover_collect(&cover, nothing, nothing, &novel);
    REQUIRE(trace.block_count == 4);
    CHECK_EQ_U64(trace.branch_count, 5);
    CHECK(novel);
    static const uint32_t indices[] = {0, 1, 2, 4};
    for (int i = 0; i < 4; i++) { CHECK_EQ_U64(trace.block[i].index, indices[i]); }
    CHECK_EQ_U64(trace.block[0].counts[0], 1);
    CHECK_EQ_U64(trace.block[1].counts[7], 255);
    CHECK_EQ_U64(trace.block[2].counts[0], 7);
    CHECK_EQ_U64(trace.block[3].counts[31], 128);
    CHECK_EQ_U64(trace.block[3].counts[30], 3);
    CHECK_EQ_U64(trace.hash, bd__hash(trace.block, 4 * sizeof *trace.block));
}

TEST(collecting_clears_the_counters)
{
    open_cover();
    first[5] = second[0] = third[33] = 9;
    bd__cover_collect(&cover, nothing, nothing, NULL);
    CHECK(first[5] == 0 && second[0] == 0 && third[33] == 0);
    CHECK_EQ_U64(bd__cover_collect(&cover, nothing, nothing, NULL).branch_count, 0);
}

TEST(resetting_clears_the_counters_of_all_modules)
{
    open_cover();
    first[5] = second[0] = third[63] = 9;
    bd__cover_reset();
    CHECK(first[5] == 0 && second[0] == 0 && third[63] == 0);
}

TEST(branches_that_are_left_out_are_in_no_trace_and_not_new)
{
    open_cover();
    static const uint32_t branches[] = {3 * BD__BLOCK + 63, 5, 2 * BD__BLOCK, 5}; /* in any order, one twice */
    for (int i = 0; i < 4; i++) { bd__cover_leave_out(&cover, branches[i]); }
    CHECK_EQ_U64(cover.left_out_count, 3);
    first[5] = second[0] = third[63] = 9;
    bool novel = true;
    CHECK_EQ_U64(bd__cover_collect(&cover, nothing, nothing, &novel).branch_count, 0);
    CHECK(!novel && first[5] == 0 && second[0] == 0 && third[63] == 0);
    first[4] = first[6] = third[62] = first[5] = 1;
    CHECK_EQ_U64(bd__cover_collect(&cover, nothing, nothing, NULL).branch_count, 3);
    cover.left_out_count = 0;
    first[5] = 1;
    CHECK_EQ_U64(bd__cover_collect(&cover, nothing, nothing, NULL).branch_count, 1);
}

TEST(novelty_is_looked_up_under_the_number_of_the_branch)
{
    open_cover();
    uint8_t seen[5 * BD__BLOCK];
    memset(seen, 0xff, sizeof seen);
    seen[3 * BD__BLOCK + 33] = 0; /* branch 33 of the third module */
    bool novel;
    third[32] = third[34] = first[33] = 1;
    bd__cover_collect(&cover, seen, seen, &novel);
    CHECK(!novel);
    third[33] = 1;
    bd__cover_collect(&cover, everything, seen, &novel);
    CHECK(novel);
}

TEST(traces_with_equal_counts_in_other_places_differ)
{
    uint64_t hash[5];
    open_cover();
    uint8_t *places[] = {&first[0], &first[1], &second[0], &third[0], &third[32]};
    for (int i = 0; i < 5; i++) {
        *places[i] = 1;
        hash[i] = bd__cover_collect(&cover, nothing, nothing, NULL).hash;
        for (int k = 0; k < i; k++) { CHECK(hash[k] != hash[i]); }
    }
    first[0] = 2;
    CHECK(bd__cover_collect(&cover, nothing, nothing, NULL).hash != hash[0]);
    first[0] = 1;
    CHECK_EQ_U64(bd__cover_collect(&cover, nothing, nothing, NULL).hash, hash[0]);
}

TEST(a_branch_is_found_in_its_module)
{
    struct bd__place place;
    Dl_info info;
    open_cover();
    REQUIRE(dladdr((void *)some_function, &info));
    REQUIRE(bd__cover_locate(0, &place));
    CHECK_EQ_STR(place.module, info.dli_fname);
    CHECK_EQ_U64(place.offset, (uintptr_t)some_function - (uintptr_t)info.dli_fbase);
    CHECK(place.entry);
    REQUIRE(bd__cover_locate(39, &place));
    CHECK_EQ_U64(place.offset, (uintptr_t)some_function + 39 - (uintptr_t)info.dli_fbase);
    CHECK(!place.entry);
}

TEST(a_branch_without_an_address_has_its_number_in_the_module)
{
    struct bd__place place;
    open_cover();
    REQUIRE(bd__cover_locate(2 * BD__BLOCK, &place));
    CHECK_EQ_STR(place.module, "?");
    CHECK_EQ_U64(place.offset, 0);
    REQUIRE(bd__cover_locate(3 * BD__BLOCK + 63, &place)); /* has a table, whose addresses are in no module */
    CHECK_EQ_STR(place.module, "?");
    CHECK_EQ_U64(place.offset, 63);
}

TEST(a_number_between_two_modules_is_no_branch)
{
    struct bd__place place;
    open_cover();
    CHECK(!bd__cover_locate(40, &place));
    CHECK(!bd__cover_locate(2 * BD__BLOCK - 1, &place));
    CHECK(!bd__cover_locate(2 * BD__BLOCK + 1, &place));
    CHECK(!bd__cover_locate(5 * BD__BLOCK, &place));
    CHECK(!bd__cover_locate(UINT32_MAX, &place));
}
