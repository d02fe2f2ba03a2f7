/* The structural signature: a hash of the decoded structural choices, and of nothing else. */
#include "unit/lab.h"
#include "unit/test.h"

/* The signature of a list of structural draws, whose answers are given. */
struct draw {
    const char *label;
    uint64_t max, answer;
};

static uint64_t signature_of(const struct draw *draws, size_t count)
{
    struct lab lab = lab_open(1);
    uint64_t bytes[16];
    for (size_t i = 0; i < count; i++) { bytes[i] = draws[i].answer; }
    lab_bytes(&lab, bytes, sizeof bytes, NULL, 0);
    for (size_t i = 0; i < count; i++) {
        /* Two draws of four bytes would read half each: domains here are large, and take eight. */
        bd_choose(lab.s, BD_STRUCTURE, draws[i].label, &(struct bd_domain){.max = draws[i].max});
    }
    struct bd__choices choices = bd__source_end(lab.s);
    for (size_t i = 0; i < count; i++) { CHECK_EQ_U64(choices.choice[i].answer, draws[i].answer); }
    uint64_t signature = choices.signature;
    lab_close(&lab);
    return signature;
}
static const uint64_t LARGE = (uint64_t)1 << 40;
#define SIGNATURE(...) \
    signature_of((const struct draw[]){__VA_ARGS__}, sizeof((const struct draw[]){__VA_ARGS__}) / sizeof(struct draw))

TEST(the_same_structure_has_the_same_signature_everywhere)
{
    CHECK_EQ_U64(SIGNATURE({"a", LARGE, 3}, {"b", LARGE, 4}), SIGNATURE({"a", LARGE, 3}, {"b", LARGE, 4}));
}

TEST(answers_labels_domains_order_and_number_matter)
{
    uint64_t all[] = {
        SIGNATURE({"a", LARGE, 3}, {"b", LARGE, 4}),                  /* as it is */
        SIGNATURE({"a", LARGE, 3}, {"b", LARGE, 5}),                  /* another answer */
        SIGNATURE({"a", LARGE, 4}, {"b", LARGE, 3}),                  /* answers exchanged */
        SIGNATURE({"b", LARGE, 4}, {"a", LARGE, 3}),                  /* draws exchanged */
        SIGNATURE({"a", LARGE, 3}, {"c", LARGE, 4}),                  /* another label */
        SIGNATURE({"a", LARGE, 3}, {"b", LARGE + 1, 4}),              /* another domain */
        SIGNATURE({"a", LARGE, 3}),                                   /* one less */
        SIGNATURE({"a", LARGE, 3}, {"b", LARGE, 4}, {"b", LARGE, 0}), /* one more, a zero */
        SIGNATURE({"a", LARGE, 0}),
        SIGNATURE({"a", LARGE, 0}, {"a", LARGE, 0}),
        0, /* of no structure at all */
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        for (size_t k = 0; k < i; k++) { CHECK(all[i] != all[k]); }
    }
}

TEST(other_bytes_for_the_same_answers_have_the_same_signature)
{
    struct lab lab = lab_open(1);
    uint64_t signature[2];
    static const uint8_t bytes[2][6] = {{3, 0, 0, 0, 1, 0}, {13, 0, 0, 0, 255, 0}}; /* 3 of 10 and 1 of 2 */
    for (int i = 0; i < 2; i++) {
        lab_bytes(&lab, bytes[i], 5, NULL, 0);
        CHECK_EQ_U64(bd_pick(lab.s, "x", 10), 3);
        CHECK(bd_flag(lab.s, "y"));
        signature[i] = bd__source_end(lab.s).signature;
    }
    CHECK_EQ_U64(signature[0], signature[1]);
    lab_close(&lab);
}

TEST(value_choices_do_not_matter)
{
    struct lab lab = lab_open(1);
    uint64_t with[2];
    for (uint8_t value = 0; value < 2; value++) {
        lab_bytes(&lab, "\1\1", 2, &value, 1);
        bd_flag(lab.s, "s");
        CHECK_EQ_U64(bd_choose(lab.s, BD_VALUE, "v", &(struct bd_domain){.max = 1}), value);
        bd_flag(lab.s, "s");
        with[value] = bd__source_end(lab.s).signature;
    }
    lab_bytes(&lab, "\1\1", 2, "", 0);
    bd_flag(lab.s, "s");
    bd_flag(lab.s, "s");
    CHECK_EQ_U64(with[0], with[1]);
    CHECK_EQ_U64(with[0], bd__source_end(lab.s).signature);
    lab_close(&lab);
}

TEST(a_tape_and_streams_agree_on_it)
{
    static const char text[] = "bediv-tape 1\ns x 3 of 9\nv y 1 of 5\ns z 1 of 1\n";
    struct lab lab = lab_open(1);
    struct bd__tape tape;
    REQUIRE(bd__tape_parse(&tape, text, strlen(text), "text", NULL) == BD_OK);
    uint64_t signature[2];
    for (int i = 0; i < 2; i++) {
        if (i) {
            lab_tape(&lab, &tape);
        } else {
            lab_bytes(&lab, "\3\0\0\0\1", 5, "\0\0\0\0", 4);
        }
        bd_pick(lab.s, "x", 10);
        bd_int(lab.s, "y", 0, 5);
        bd_flag(lab.s, "z");
        signature[i] = bd__source_end(lab.s).signature;
    }
    CHECK_EQ_U64(signature[0], signature[1]);
    bd__tape_clear(&tape);
    lab_close(&lab);
}

TEST(it_does_not_depend_on_when_labels_were_first_met)
{
    uint64_t signature[2];
    for (int i = 0; i < 2; i++) {
        struct lab lab = lab_open(1);
        lab_bytes(&lab, "\1\1\1", 3, NULL, 0);
        bd_flag(lab.s, i ? "a" : "b");
        lab_bytes(&lab, "\1\1\1", 3, NULL, 0);
        bd_flag(lab.s, "a");
        bd_flag(lab.s, "b");
        signature[i] = bd__source_end(lab.s).signature;
        lab_close(&lab);
    }
    CHECK_EQ_U64(signature[0], signature[1]);
}

TEST(random_structures_do_not_collide)
{
    enum { COUNT = 50000, BITS = 18 };
    static struct {
        uint64_t signature, plain;
    } seen[1 << BITS];
    struct lab lab = lab_open(9);
    unsigned distinct = 0;
    for (int n = 0; n < COUNT; n++) {
        lab_fresh(&lab, 2);
        uint64_t plain = 1; /* the answers, distinguished in another way: as the digits of a number */
        for (int i = 0; i < 20; i++) { plain = 5 * plain + bd_pick(lab.s, "x", 5); }
        uint64_t signature = bd__source_end(lab.s).signature, i = signature >> (64 - BITS);
        while (seen[i].plain && seen[i].signature != signature) { i = (i + 1) & ((1 << BITS) - 1); }
        REQUIRE(!seen[i].plain || seen[i].plain == plain);
        distinct += !seen[i].plain;
        seen[i].signature = signature;
        seen[i].plain = plain;
    }
    CHECK(distinct > COUNT - 10);
    lab_close(&lab);
}
