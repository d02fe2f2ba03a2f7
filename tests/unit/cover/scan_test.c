/* The fused pass: the portable and the AVX2 version against a third one, written here as simply as possible. */
#include "cover/scan.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/rng.h"
#include "unit/test.h"

enum { GUARD = 64, SIZES = 301 };

static void naive_scan(struct bd__scan *scan, const uint8_t *counters, size_t count, uint32_t first_block)
{
    for (size_t i = 0; i < count; i++) {
        if (!counters[i]) { continue; }
        size_t branch = (size_t)first_block * BD__BLOCK + i;
        uint32_t index = (uint32_t)(branch / BD__BLOCK);
        if (scan->block_count == 0 || scan->block[scan->block_count - 1].index != index) {
            struct bd__trace_block *fresh = &scan->block[scan->block_count++];
            memset(fresh, 0, sizeof *fresh);
            fresh->index = index;
            scan->mask[scan->block_count - 1] = 0;
        }
        scan->block[scan->block_count - 1].counts[branch % BD__BLOCK] = counters[i];
        scan->mask[scan->block_count - 1] |= (uint32_t)1 << branch % BD__BLOCK;
        unsigned bucket = 1;
        while (bucket * 2 <= counters[i]) { bucket *= 2; }
        if (!(scan->seen[branch] & bucket) || !(scan->seen_valid[branch] & bucket)) { scan->novel = true; }
        scan->branch_count++;
    }
}

struct picture {
    size_t offset, count; /* the counters start at an odd address, and their number is odd too */
    uint32_t first_block;
    uint8_t *counters;          /* OFFSET bytes of guard, then COUNT; nothing after them */
    uint8_t *seen, *seen_valid; /* as many as there are branches, and not one more */
};

/* How full the counters are, and how much of them was seen: shares of 256. */
struct density {
    unsigned counters, seen;
};

static uint8_t *random_seen(struct bd__rng *rng, const struct picture *p, unsigned density)
{
    size_t size = (size_t)p->first_block * BD__BLOCK + p->count;
    uint8_t *seen = malloc(size + !size);
    for (size_t i = 0; i < size; i++) {
        seen[i] = bd__rng_upto(rng, 255) < density ? 0xff : (uint8_t)bd__rng_next(rng);
    }
    return seen;
}

static struct picture random_picture(struct bd__rng *rng, size_t count, struct density density)
{
    struct picture p = {.count = count};
    p.offset = bd__rng_upto(rng, GUARD);
    p.first_block = (uint32_t)bd__rng_upto(rng, 3);
    p.counters = malloc(p.offset + count + 1);
    uint8_t *exact = realloc(p.counters, p.offset + count ? p.offset + count : 1);
    p.counters = exact;
    memset(p.counters, 0xee, p.offset);
    for (size_t i = 0; i < count; i++) {
        bool hit = bd__rng_upto(rng, 255) < density.counters;
        p.counters[p.offset + i] = hit ? (uint8_t)bd__rng_next(rng) : 0;
    }
    p.seen = random_seen(rng, &p, density.seen);
    p.seen_valid = bd__rng_coin(rng) ? p.seen : random_seen(rng, &p, density.seen);
    return p;
}

static void free_picture(struct picture *p)
{
    free(p->counters);
    if (p->seen_valid != p->seen) { free(p->seen_valid); }
    free(p->seen);
}

struct result {
    struct bd__scan scan;
    struct bd__trace_block block[SIZES / BD__BLOCK + 3];
    uint32_t mask[SIZES / BD__BLOCK + 3];
};

static void start(struct result *r, const struct picture *p)
{
    memset(r, 0x77, sizeof *r); /* what is after the blocks must stay as it is */
    r->scan = (struct bd__scan){.seen = p->seen, .seen_valid = p->seen_valid, .block = r->block, .mask = r->mask};
}

static void check_against_naive(bd__scan_fn *scan, bd__scan_hash_fn *hash, struct picture *p)
{
    struct result expected, got;
    start(&expected, p);
    naive_scan(&expected.scan, p->counters + p->offset, p->count, p->first_block);
    uint64_t expected_hash = XXH3_64bits(expected.block, expected.scan.block_count * (4 + BD__BLOCK));
    start(&got, p);
    scan(&got.scan, p->counters + p->offset, p->count, p->first_block);

    REQUIRE(got.scan.block_count == expected.scan.block_count);
    REQUIRE(got.scan.branch_count == expected.scan.branch_count);
    REQUIRE(got.scan.novel == expected.scan.novel);
    REQUIRE(memcmp(got.block, expected.block, sizeof got.block) == 0);
    REQUIRE(memcmp(got.mask, expected.mask, sizeof got.mask) == 0);
    REQUIRE(hash(got.block, got.scan.block_count) == expected_hash);
    for (size_t i = 0; i < p->offset; i++) { REQUIRE(p->counters[i] == 0xee); }
    for (size_t i = 0; i < p->count; i++) { REQUIRE(p->counters[p->offset + i] == 0); }
}

static void check_many(bd__scan_fn *scan, bd__scan_hash_fn *hash, uint64_t seed)
{
    static const struct density densities[] = {{0, 0},     {1, 256},   {3, 0},     {8, 250},   {40, 256},
                                               {128, 128}, {250, 256}, {256, 255}, {256, 256}, {8, 256}};
    struct bd__rng rng;
    bd__rng_init(&rng, seed, 0);
    unsigned novel = 0, known = 0;
    for (size_t count = 0; count < SIZES; count++) {
        for (size_t d = 0; d < sizeof densities / sizeof *densities; d++) {
            struct picture p = random_picture(&rng, count, densities[d]);
            struct result r;
            start(&r, &p);
            naive_scan(&r.scan, p.counters + p.offset, p.count, p.first_block);
            novel += r.scan.novel;
            known += !r.scan.novel && r.scan.branch_count;
            check_against_naive(scan, hash, &p);
            free_picture(&p);
        }
    }
    CHECK(novel > 500 && known > 500); /* the pictures are worth something */
}

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}

TEST(the_portable_scan_agrees_with_a_naive_one)
{
    check_many(bd__scan_portable, bd__scan_hash_portable, 1);
}

TEST(the_avx2_scan_agrees_with_a_naive_one)
{
    if (has_avx2()) { check_many(bd__scan_avx2, bd__scan_hash_avx2, 2); }
}

/* Each count alone, known in all buckets but one: only that one is novel. */
static void check_buckets(bd__scan_fn *scan)
{
    for (unsigned hits = 1; hits < 256; hits++) {
        for (unsigned missing = 1; missing < 512; missing *= 2) {
            uint8_t counters[BD__BLOCK] = {0}, seen[BD__BLOCK], all[BD__BLOCK];
            memset(seen, (int)(uint8_t)~missing, sizeof seen);
            memset(all, 0xff, sizeof all);
            struct bd__trace_block block[1];
            uint32_t mask[1];
            for (int which = 0; which < 2; which++) {
                counters[hits % BD__BLOCK] = (uint8_t)hits;
                struct bd__scan s = {
                    .seen = which ? all : seen, .seen_valid = which ? seen : all, .block = block, .mask = mask};
                scan(&s, counters, BD__BLOCK, 0);
                bool expected = missing < 256 && hits >= missing && hits < 2 * missing;
                REQUIRE(s.novel == expected);
            }
        }
    }
}

TEST(a_bucket_is_novel_if_either_map_lacks_it)
{
    check_buckets(bd__scan_portable);
    if (has_avx2()) { check_buckets(bd__scan_avx2); }
}

/* What the struct already holds is kept: modules are scanned one after the other into one trace. */
static void check_appending(bd__scan_fn *scan)
{
    uint8_t counters[3 * BD__BLOCK + 5] = {0}, seen[20 * BD__BLOCK] = {0};
    struct bd__trace_block block[10];
    uint32_t mask[10];
    struct bd__scan s = {.seen = seen, .seen_valid = seen, .block = block, .mask = mask};
    counters[2 * BD__BLOCK] = 1;
    scan(&s, counters, sizeof counters, 0);
    counters[0] = 2;
    counters[3 * BD__BLOCK + 4] = 3;
    scan(&s, counters, sizeof counters, 4);
    CHECK_EQ_U64(s.block_count, 3);
    CHECK_EQ_U64(s.branch_count, 3);
    CHECK_EQ_U64(block[0].index, 2);
    CHECK_EQ_U64(block[1].index, 4);
    CHECK_EQ_U64(block[2].index, 7);
    CHECK_EQ_U64(block[2].counts[4], 3);
    CHECK_EQ_U64(mask[2], 1 << 4);
    memset(seen, 0xff, sizeof seen);
    scan(&s, counters, sizeof counters, 8); /* nothing covered, nothing new: novel stays */
    CHECK(s.novel && s.block_count == 3);
}

TEST(a_scan_appends_to_what_is_there)
{
    check_appending(bd__scan_portable);
    if (has_avx2()) { check_appending(bd__scan_avx2); }
}

TEST(both_hashes_agree_on_traces_of_all_sizes)
{
    enum { BLOCKS = 200 };
    static struct bd__trace_block block[BLOCKS];
    struct bd__rng rng;
    bd__rng_init(&rng, 3, 0);
    uint8_t *bytes = (uint8_t *)block;
    for (size_t i = 0; i < sizeof block; i++) { bytes[i] = (uint8_t)bd__rng_next(&rng); }
    for (size_t count = 1; count <= BLOCKS; count++) {
        uint64_t hash = bd__scan_hash_portable(block, count);
        if (has_avx2()) { CHECK_EQ_U64(bd__scan_hash_avx2(block, count), hash); }
        for (int bit = 0; bit < 20; bit++) { /* and any bit matters */
            size_t at = bd__rng_upto(&rng, count * sizeof *block - 1);
            bytes[at] ^= (uint8_t)(1 << bit % 8);
            REQUIRE(bd__scan_hash_portable(block, count) != hash);
            bytes[at] ^= (uint8_t)(1 << bit % 8);
        }
    }
}
