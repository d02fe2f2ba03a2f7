/* A program with its own mutator and crossover, and what LLVMFuzzerMutate does for them. */
#include "exec/custom.h"

#include "unit/test.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t longest, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t size, const uint8_t *other, size_t other_size, uint8_t *out,
                                 size_t longest, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t longest);

static size_t answer; /* of the mutator; SIZE_MAX: what LLVMFuzzerMutate says */
static unsigned mutated, crossed;

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t longest, unsigned seed)
{
    (void)seed;
    mutated++;
    return answer == SIZE_MAX ? LLVMFuzzerMutate(data, size, longest) : answer;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t size, const uint8_t *other, size_t other_size, uint8_t *out,
                                 size_t longest, unsigned seed)
{
    (void)seed;
    crossed++;
    if (size + other_size > longest) { return 0; }
    memcpy(out, one, size);
    memcpy(out + size, other, other_size);
    return size + other_size;
}

static uint8_t data[64], spare[64];
static struct bd__rng rng;

static struct bd__custom start(const char *input, const char *other, size_t longest)
{
    bd__rng_init(&rng, 5, 1);
    mutated = crossed = 0;
    memcpy(data, input, strlen(input));
    return (struct bd__custom){.data = data,
                               .size = strlen(input),
                               .longest = longest,
                               .other = (const uint8_t *)other,
                               .other_size = other ? strlen(other) : 0,
                               .spare = spare,
                               .rng = &rng};
}

TEST(the_program_has_them)
{
    CHECK(bd__custom_is_there());
}

TEST(both_have_their_turns)
{
    answer = 3;
    for (int i = 0; i < 100; i++) {
        struct bd__custom custom = start("abc", "de", 64);
        rng.state[0] ^= (uint64_t)i << 32;
        bd__custom_mutate(&custom);
        CHECK_EQ_U64(mutated + crossed, 1);
        CHECK_EQ_U64(custom.size, crossed ? 5 : 3);
        CHECK(!crossed || memcmp(data, "abcde", 5) == 0);
    }
}

TEST(without_another_input_there_is_no_crossover)
{
    answer = 2;
    struct bd__custom custom = start("abc", NULL, 64);
    for (int i = 0; i < 20; i++) { bd__custom_mutate(&custom); }
    CHECK(mutated == 20 && crossed == 0 && custom.size == 2);
}

TEST(nothing_becomes_a_blank_and_too_much_too)
{
    static const size_t answers[] = {0, 65, SIZE_MAX - 1};
    for (size_t i = 0; i < 3; i++) {
        struct bd__custom custom = start("abc", NULL, 64);
        answer = answers[i];
        bd__custom_mutate(&custom);
        CHECK(custom.size == 1 && data[0] == ' ');
    }
}

TEST(mutate_stays_within_bounds_and_changes_in_every_way)
{
    static const char *const words[] = {"word"};
    struct bd_dict dict = {words, 1};
    enum { LONGEST = 40 };
    unsigned grown = 0, shrunk = 0, same = 0, found = 0;
    answer = SIZE_MAX;
    struct bd__custom custom = start("begin 1234 end", NULL, LONGEST);
    custom.dict = &dict;
    memset(data + LONGEST, 0xaa, sizeof data - LONGEST);
    for (int i = 0; i < 20000; i++) {
        size_t before = custom.size;
        bd__custom_mutate(&custom);
        REQUIRE(custom.size >= 1 && custom.size <= LONGEST);
        grown += custom.size > before;
        shrunk += custom.size < before;
        same += custom.size == before;
        for (size_t j = 0; j + 4 <= custom.size; j++) { found += memcmp(data + j, "word", 4) == 0; }
    }
    for (size_t i = LONGEST; i < sizeof data; i++) { CHECK_EQ_U64(data[i], 0xaa); }
    CHECK(grown > 1000 && shrunk > 1000 && same > 1000 && found > 100);
}

TEST(the_same_seed_gives_the_same_result)
{
    uint8_t first[64];
    answer = SIZE_MAX;
    struct bd__custom custom = start("begin 1234 end", NULL, 64);
    for (int i = 0; i < 50; i++) { bd__custom_mutate(&custom); }
    size_t size = custom.size;
    memcpy(first, data, size);
    custom = start("begin 1234 end", NULL, 64);
    for (int i = 0; i < 50; i++) { bd__custom_mutate(&custom); }
    CHECK(custom.size == size && memcmp(first, data, size) == 0);
}

TEST(one_byte_of_room_is_enough)
{
    uint8_t byte = 'x';
    bd__rng_init(&rng, 9, 1);
    for (int i = 0; i < 1000; i++) { CHECK_EQ_U64(bd__custom_change(&byte, 1, 1, &rng, NULL), 1); }
    CHECK_EQ_U64(bd__custom_change(&byte, 0, 1, &rng, NULL), 1);
}
