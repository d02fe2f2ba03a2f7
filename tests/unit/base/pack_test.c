#include "base/pack.h"

#include <stdlib.h>

#include "base/hash.h"
#include "unit/test.h"

static const char MAGIC[] = "test-pack\n";

/* A file with two sections: every kind of field, and an empty one. */
static struct bd__pack sample(void)
{
    struct bd__pack pack;
    struct bd__rng rng;
    bd__rng_init(&rng, 5, 1);
    bd__pack_begin(&pack, MAGIC, 3);
    bd__pack_section(&pack, "ALLS");
    bd__pack_u8(&pack, 200);
    bd__pack_u32(&pack, 0x01020304);
    bd__pack_u64(&pack, UINT64_MAX);
    bd__pack_real(&pack, -0.25);
    bd__pack_u32s(&pack, (uint32_t[]){7, 8}, 2);
    bd__pack_u64s(&pack, (uint64_t[]){9, 10, 11}, 3);
    bd__pack_string(&pack, "text");
    bd__pack_string(&pack, "");
    bd__pack_string(&pack, NULL);
    bd__pack_rng(&pack, &rng);
    bd__pack_section(&pack, "NONE");
    bd__pack_end(&pack);
    return pack;
}

static bool open_sample(struct bd__unpack *unpack, const struct bd__pack *pack)
{
    return bd__unpack_begin(unpack, pack->out.data, pack->out.size, MAGIC, 3);
}

/* Makes the checksum at the end right again. */
static void sum_again(struct bd__pack *pack)
{
    uint64_t sum = bd__hash(pack->out.data, pack->out.size - 8);
    memcpy(pack->out.data + pack->out.size - 8, &sum, 8);
}

TEST(what_was_packed_is_unpacked)
{
    struct bd__pack pack = sample();
    struct bd__unpack unpack;
    struct bd__rng rng, same;
    uint32_t small[2];
    uint64_t large[3];
    bd__rng_init(&rng, 5, 1);
    REQUIRE(open_sample(&unpack, &pack) && bd__unpack_section(&unpack, "ALLS"));
    CHECK_EQ_U64(bd__unpack_u8(&unpack, UINT8_MAX, "x"), 200);
    CHECK_EQ_U64(bd__unpack_u32(&unpack, UINT32_MAX, "x"), 0x01020304);
    CHECK_EQ_U64(bd__unpack_u64(&unpack, UINT64_MAX, "x"), UINT64_MAX);
    CHECK_NEAR(bd__unpack_real(&unpack, -1, 1, "x"), -0.25, 0);
    CHECK(bd__unpack_u32s(&unpack, small, 2, "x") && small[0] == 7 && small[1] == 8);
    CHECK(bd__unpack_u64s(&unpack, large, 3, "x") && large[0] == 9 && large[2] == 11);
    char *text = bd__unpack_string(&unpack, 4, "x"), *empty = bd__unpack_string(&unpack, 4, "x");
    CHECK_EQ_STR(text, "text");
    CHECK_EQ_STR(empty, "");
    CHECK(!bd__unpack_string(&unpack, 4, "x"));
    bd__unpack_rng(&unpack, &same, "x");
    CHECK_EQ_U64(bd__rng_next(&same), bd__rng_next(&rng));
    CHECK(bd__unpack_section(&unpack, "NONE"));
    CHECK(bd__unpack_end(&unpack));
    free(text);
    free(empty);
    bd__unpack_clear(&unpack);
    bd__pack_clear(&pack);
}

TEST(numbers_are_little_endian)
{
    struct bd__pack pack;
    bd__pack_begin(&pack, "", 0x04030201);
    CHECK(pack.out.size == 4 && memcmp(pack.out.data, "\1\2\3\4", 4) == 0);
    bd__pack_clear(&pack);
}

static void check_refused(const void *data, size_t size, const char *why)
{
    struct bd__unpack unpack;
    CHECK(!bd__unpack_begin(&unpack, data, size, MAGIC, 3));
    CHECK_EQ_STR(bd__text_str(&unpack.why), why);
    CHECK(!bd__unpack_section(&unpack, "ALLS"));
    CHECK_EQ_U64(bd__unpack_u64(&unpack, 9, "x"), 0);
    CHECK(!bd__unpack_end(&unpack));
    bd__unpack_clear(&unpack);
}

TEST(what_is_no_such_file_is_refused)
{
    struct bd__pack pack = sample();
    check_refused("", 0, "it has the wrong format");
    check_refused("test-pack", 9, "it has the wrong format");
    check_refused(pack.out.data, 12, "it was cut short");
    check_refused(pack.out.data, pack.out.size - 1, "it is damaged: its checksum is wrong");
    pack.out.data[40] ^= 1;
    check_refused(pack.out.data, pack.out.size, "it is damaged: its checksum is wrong");
    pack.out.data[strlen(MAGIC)] = 4;
    check_refused(pack.out.data, pack.out.size, "it has version 4, and this program reads version 3");
    bd__pack_clear(&pack);
}

TEST(a_number_beyond_its_limit_is_refused_by_name)
{
    struct bd__pack pack = sample();
    struct bd__unpack unpack;
    REQUIRE(open_sample(&unpack, &pack) && bd__unpack_section(&unpack, "ALLS"));
    CHECK_EQ_U64(bd__unpack_u8(&unpack, 199, "the number of cups"), 0);
    CHECK_EQ_STR(bd__text_str(&unpack.why), "section ALLS: the number of cups is 200, and may be at most 199");
    CHECK_EQ_U64(bd__unpack_u32(&unpack, UINT32_MAX, "the next"), 0); /* nothing more is read, … */
    CHECK_EQ_STR(bd__text_str(&unpack.why), "section ALLS: the number of cups is 200, and may be at most 199");
    bd__unpack_clear(&unpack);
    bd__pack_clear(&pack);
}

TEST(a_count_is_never_more_than_what_is_left)
{
    struct bd__pack pack;
    struct bd__unpack unpack;
    bd__pack_begin(&pack, MAGIC, 3);
    bd__pack_section(&pack, "LIST");
    bd__pack_u64(&pack, 3);
    bd__pack_u32s(&pack, (uint32_t[]){1, 2}, 2);
    bd__pack_end(&pack);
    REQUIRE(open_sample(&unpack, &pack) && bd__unpack_section(&unpack, "LIST"));
    CHECK_EQ_U64(bd__unpack_count(&unpack, 10, 4, "the number of things"), 0);
    CHECK_EQ_STR(bd__text_str(&unpack.why), "section LIST: the number of things is 3, more than the file holds");
    bd__unpack_clear(&unpack);
    bd__pack_clear(&pack);
}

TEST(a_section_is_neither_left_early_nor_passed_over)
{
    struct bd__pack pack = sample();
    struct bd__unpack unpack;
    REQUIRE(open_sample(&unpack, &pack));
    CHECK(!bd__unpack_section(&unpack, "NONE"));
    CHECK_EQ_STR(bd__text_str(&unpack.why), "section NONE: it is missing");
    bd__unpack_clear(&unpack);
    REQUIRE(open_sample(&unpack, &pack) && bd__unpack_section(&unpack, "ALLS"));
    CHECK(!bd__unpack_section(&unpack, "NONE"));
    CHECK_EQ_STR(bd__text_str(&unpack.why), "section ALLS: it is longer than expected");
    bd__unpack_clear(&unpack);
    bd__pack_clear(&pack);
}

TEST(a_section_that_is_longer_than_the_file_is_refused)
{
    struct bd__pack pack = sample();
    struct bd__unpack unpack;
    memset(pack.out.data + strlen(MAGIC) + 4 + 4, 0xff, 8);
    sum_again(&pack);
    REQUIRE(open_sample(&unpack, &pack));
    CHECK(!bd__unpack_section(&unpack, "ALLS"));
    CHECK_EQ_STR(bd__text_str(&unpack.why), "section ALLS: it was cut short");
    bd__unpack_clear(&unpack);
    bd__pack_clear(&pack);
}

TEST(not_a_number_is_no_number)
{
    struct bd__pack pack;
    struct bd__unpack unpack;
    bd__pack_begin(&pack, MAGIC, 3);
    bd__pack_section(&pack, "REAL");
    bd__pack_real(&pack, NAN);
    bd__pack_end(&pack);
    REQUIRE(open_sample(&unpack, &pack) && bd__unpack_section(&unpack, "REAL"));
    CHECK_NEAR(bd__unpack_real(&unpack, 0, 1, "a share"), 0, 0);
    CHECK(!bd__unpack_fine(&unpack));
    bd__unpack_clear(&unpack);
    bd__pack_clear(&pack);
}

TEST(random_numbers_that_are_all_zero_are_refused)
{
    struct bd__pack pack;
    struct bd__unpack unpack;
    struct bd__rng rng = {{0}};
    bd__pack_begin(&pack, MAGIC, 3);
    bd__pack_section(&pack, "RAND");
    bd__pack_rng(&pack, &rng);
    bd__pack_end(&pack);
    REQUIRE(open_sample(&unpack, &pack) && bd__unpack_section(&unpack, "RAND"));
    bd__unpack_rng(&unpack, &rng, "the die");
    CHECK_EQ_STR(bd__text_str(&unpack.why), "section RAND: the die is all zero");
    bd__unpack_clear(&unpack);
    bd__pack_clear(&pack);
}
