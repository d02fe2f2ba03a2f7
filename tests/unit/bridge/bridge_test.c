/* Children of tapes, as another fuzzer gets them. */
#include "bridge/bridge.h"

#include <stdlib.h>

#include "unit/test.h"

static int objects; /* alive */

static void destroy(void *object)
{
    objects--;
    free(object);
}

static void element(struct bd_source *s, struct bd_out *out, int depth)
{
    BD_RULE(s, "element");
    bd_put(out, "<");
    bd_put_int(s, out, "name", 0, 1000);
    while (depth < 6 && bd_more(s, "child", 1.5)) { element(s, out, depth + 1); }
    static const unsigned weights[] = {0, 1, 3};
    bd_put_number(out, (int64_t)bd_pick_weighted(s, "end", weights, 3));
    bd_put(out, ">");
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    element(s, out, 0);
    if (bd_int(s, "give up", 0, 9) == 9) { bd_discard(s, "it was a nine"); }
    objects++;
    bd_give(out, malloc(1), destroy);
}

static enum bd_verdict run(const struct bd_input *in)
{
    return in->object && in->size > 3 ? BD_VALID : BD_INVALID;
}

static const struct bd_fuzzer fuzzer = {.name = "test", .generate = generate, .run = run};

static struct bd__bridge *open_bridge(void)
{
    static const struct bd_bridge_program program = {.fuzzer = &fuzzer};
    char name[] = "test", *arguments[] = {name, NULL}, **argv = arguments;
    int argc = 1;
    return bd__bridge_create(&program, &argc, &argv);
}

static struct bd__bytes bytes_of(const char *text)
{
    return (struct bd__bytes){(const uint8_t *)text, strlen(text)};
}

static const struct bd__bytes no_other = {0};

TEST(a_child_of_garbage_is_a_fresh_tape)
{
    struct bd__bridge *b = open_bridge();
    REQUIRE(bd__bridge_child(b, bytes_of("garbage"), no_other, 1 << 20, 1));
    CHECK(bd__tape_recognise(b->tape.data, b->tape.size));
    CHECK_EQ_STR(b->op, "fresh");
    char *first = strdup(b->tape.data);
    REQUIRE(bd__bridge_child(b, bytes_of("bediv-tape 1\nbroken"), no_other, 1 << 20, 1));
    CHECK_EQ_STR(b->tape.data, first); /* the same seed: the same child, whatever the garbage was */
    free(first);
    bd__bridge_destroy(b);
    CHECK_EQ_I64(objects, 0);
}

TEST(the_same_seed_gives_the_same_child)
{
    struct bd__bridge *b = open_bridge();
    REQUIRE(bd__bridge_child(b, no_other, no_other, 1 << 20, 3));
    char *parent = strdup(b->tape.data);
    unsigned different = 0;
    for (unsigned seed = 0; seed < 200; seed++) {
        REQUIRE(bd__bridge_child(b, bytes_of(parent), no_other, 1 << 20, seed));
        char *child = strdup(b->tape.data);
        REQUIRE(bd__bridge_child(b, bytes_of(parent), bytes_of(child), 1 << 20, seed + 1)); /* another in between */
        REQUIRE(bd__bridge_child(b, bytes_of(parent), no_other, 1 << 20, seed));
        CHECK_EQ_STR(b->tape.data, child);
        different += strcmp(child, parent) != 0;
        free(child);
    }
    CHECK(different > 190);
    free(parent);
    bd__bridge_destroy(b);
    CHECK_EQ_I64(objects, 0);
}

/* Over generations and for every size: a child fits, fits its generator, and makes the same bytes again. */
TEST(a_child_fits_the_size_and_replays_to_the_same_bytes)
{
    struct bd__bridge *b = open_bridge();
    struct bd__text parent = {0}, bytes = {0}, misfit = {0};
    bd__text_puts(&parent, bd__tape_magic);
    size_t largest = 0;
    for (unsigned i = 0; i < 3000; i++) {
        size_t max = i % 7 == 0 ? 13 + i % 300 : 1 << 20;
        struct bd__bytes data = {(const uint8_t *)parent.data, parent.size};
        REQUIRE(bd__bridge_child(b, data, i % 3 ? no_other : data, max, i));
        REQUIRE(b->tape.size <= max);
        largest = b->tape.size > largest ? b->tape.size : largest;
        bool ready = b->ready;
        bytes.size = 0;
        bd__text_add(&bytes, (char *)b->out.data, b->out.size);
        parent.size = 0;
        bd__text_add(&parent, b->tape.data, b->tape.size);
        if (!ready) { continue; } /* discarded */
        struct bd__tape tape;
        REQUIRE(bd__bridge_read(&tape, (uint8_t *)parent.data, parent.size));
        REQUIRE(bd__bridge_make(b, &tape, 0, 0));
        REQUIRE(b->out.size == bytes.size && memcmp(b->out.data, bytes.data, bytes.size) == 0);
        if (max == 1 << 20) { REQUIRE(!bd__tape_misfit(&b->source->reader, &misfit)); }
        bd__tape_clear(&tape);
    }
    CHECK(largest > 1000);
    bd__text_clear(&parent);
    bd__text_clear(&bytes);
    bd__text_clear(&misfit);
    bd__bridge_destroy(b);
    CHECK_EQ_I64(objects, 0);
}

TEST(blank_data_are_the_simplest_input)
{
    struct bd__bridge *b = open_bridge();
    struct bd__tape tape;
    REQUIRE(bd__bridge_read(&tape, (const uint8_t *)" \n", 2));
    REQUIRE(bd__bridge_make(b, &tape, 0, 0));
    CHECK(b->out.size == 4 && memcmp(b->out.data, "<01>", 4) == 0); /* weight 0: the first possible answer */
    bd__tape_clear(&tape);
    CHECK(!bd__bridge_read(&tape, (const uint8_t *)" \0", 2));
    CHECK(!bd__bridge_read(&tape, (const uint8_t *)"bediv-tape 1\ns a 2 of 1\n", 25));
    CHECK_EQ_U64(bd__bridge_run(b), BD_VALID);
    CHECK_EQ_I64(objects, 0); /* its object is destroyed after the run */
    bd__bridge_destroy(b);
}

TEST(children_of_both_kinds_come_about_equally_often)
{
    struct bd__bridge *b = open_bridge();
    REQUIRE(bd__bridge_child(b, no_other, no_other, 1 << 20, 3));
    char *parent = strdup(b->tape.data);
    unsigned structure = 0, value = 0;
    for (unsigned seed = 0; seed < 1000; seed++) {
        REQUIRE(bd__bridge_child(b, bytes_of(parent), no_other, 1 << 20, seed));
        structure += strcmp(b->op, "structure") == 0;
        value += strcmp(b->op, "value") == 0;
    }
    CHECK(structure > 400);
    CHECK(value > 400);
    free(parent);
    bd__bridge_destroy(b);
}

TEST(where_not_even_an_empty_tape_fits_there_is_no_child)
{
    struct bd__bridge *b = open_bridge();
    CHECK(!bd__bridge_child(b, no_other, no_other, 5, 1));
    CHECK(bd__bridge_child(b, no_other, no_other, strlen(bd__tape_magic), 1));
    bd__bridge_destroy(b);
}
