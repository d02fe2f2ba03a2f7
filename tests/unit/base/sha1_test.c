/* Vectors of FIPS 180 (NIST's examples and the short messages of its test suite). */
#include "base/sha1.h"

#include <stdlib.h>

#include "unit/test.h"

static void check(const char *message, const char *digest)
{
    char text[BD__SHA1_TEXT];
    CHECK_EQ_STR(bd__sha1(message, strlen(message), text), digest);
}

TEST(the_examples_of_the_standard)
{
    check("abc", "a9993e364706816aba3e25717850c26c9cd0d89d");
    check("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
    check("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnop"
          "qrstu",
          "a49b2446a02c645bf419f995b67091253a04a259");
}

TEST(the_empty_message)
{
    check("", "da39a3ee5e6b4b0d3255bfef95601890afd80709");
}

TEST(a_million_letters)
{
    enum { COUNT = 1000000 };
    char text[BD__SHA1_TEXT], *letters = malloc(COUNT);
    REQUIRE(letters);
    memset(letters, 'a', COUNT);
    CHECK_EQ_STR(bd__sha1(letters, COUNT, text), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
    free(letters);
}

/* Where the length just fits after the last bytes, and where it needs one more block. */
TEST(lengths_around_a_block)
{
    static const struct {
        size_t size;
        const char *digest;
    } known[] = {
        {55, "c1c8bbdc22796e28c0e15163d20899b65621d65a"}, {56, "c2db330f6083854c99d4b5bfb6e8f29f201be699"},
        {63, "03f09f5b158a7a8cdad920bddc29b81c18a551f5"}, {64, "0098ba824b5c16427bd7a1122a5a442a25ec644d"},
        {65, "11655326c708d70319be2610e8a57d9a5b959d3b"},
    };
    char text[BD__SHA1_TEXT], letters[65];
    memset(letters, 'a', sizeof letters);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        CHECK_EQ_STR(bd__sha1(letters, known[i].size, text), known[i].digest);
    }
}
