/* The draws of bediv/draws.h that write, and a generator that uses all of them. */
#include <bediv/draws.h>
#include <math.h>

#include "unit/generators/bench.h"

/* One item, then perhaps the same again; with the small output of the tests below. */
static void items(struct bd_source *s, struct bd_out *out)
{
    bd_put(out, "<");
    const size_t begin = bd_written(out);
    CHECK_EQ_U64(begin, 1);
    bd_put(out, "item,");
    bd_put_again(s, out, "again", begin);
    bd_put(out, ">");
}

TEST(what_was_written_is_written_again)
{
    struct bench b = bench_open(items, NULL);
    bench_replay(&b, "");
    CHECK_EQ_STR(bench_text(&b), "<item,>");
    bench_replay(&b, "s again 1 of 3\n");
    CHECK_EQ_STR(bench_text(&b), "<item,item,>");
    bench_replay(&b, "s again 3 of 3\n");
    CHECK_EQ_U64(b.out.size, 1 + 5 * 101 + 1);
    bench_close(&b);
}

/* A tape may be replayed without a budget, and must make the same input. */
TEST(a_repetition_does_not_depend_on_the_budget)
{
    struct bench b = bench_open(items, NULL);
    b.out.budget = 100;
    bench_replay(&b, "s again 3 of 3\n");
    CHECK_EQ_U64(b.out.size, 1 + 5 * 101 + 1);
    CHECK(b.lab.s->spent);
    bench_close(&b);
}

static void large_item(struct bd_source *s, struct bd_out *out)
{
    bd_put_repeated(out, "x", 1000);
    CHECK_EQ_U64(bd_put_again(s, out, "again", 0), 65);
    bd_put_repeated(out, "y", 100000);
    CHECK_EQ_U64(bd_put_again(s, out, "again", 66000), 0);
    CHECK_EQ_U64(bd_put_again(s, out, "again", 166000), 0); /* nothing */
}

TEST(what_is_written_again_is_at_most_64_kib)
{
    struct bench b = bench_open(large_item, NULL);
    bench_replay(&b, "s again 3 of 3\ns again 3 of 3\ns again 3 of 3\n");
    CHECK_EQ_U64(b.out.size, 166000);
    bench_close(&b);
}

TEST(a_text_is_repeated_without_draws)
{
    struct bench b = bench_open(items, NULL);
    lab_fresh(&b.lab, 2);
    bd__out_begin(&b.out);
    bd_put_repeated(&b.out, "ab", 3);
    bd_put_repeated(&b.out, "x", 0);
    bd_put_repeated(&b.out, "", SIZE_MAX);
    CHECK_EQ_U64(b.out.size, 6);
    CHECK(memcmp(b.out.data, "ababab", 6) == 0);
    bd_put_repeated(&b.out, "y", 500000);
    CHECK_EQ_U64(b.out.size, 500006);
    CHECK(!b.out.overflow);
    bd_put_repeated(&b.out, "z", SIZE_MAX); /* ends where the output does */
    CHECK(b.out.overflow);
    CHECK_EQ_U64(bd__source_end(b.lab.s).choice_count, 0);
    bench_close(&b);
}

TEST(an_edge_integer_is_written)
{
    struct bench b = bench_open(items, NULL);
    for (int i = 0; i < 100; i++) {
        char expected[32];
        lab_fresh(&b.lab, 2);
        bd__out_begin(&b.out);
        snprintf(expected, sizeof expected, "%" PRId64, bd_put_edge_int(b.lab.s, &b.out, "x", INT64_MIN, INT64_MAX));
        b.out.data[b.out.size] = 0;
        CHECK_EQ_STR(bench_text(&b), expected);
    }
    bench_close(&b);
}

/* ---- the rules for generators ---- */

static void everything(struct bd_source *s, struct bd_out *out)
{
    const size_t things = 1 + bd_size(s, "things", 20);
    for (size_t i = 0; i < things; i++) {
        BD_RULE(s, "thing");
        const size_t begin = bd_written(out);
        bd_put_edge_int(s, out, "number", 0, 65535);
        bd_print(out, " %d ", (int)bd_mostly_int(s, "count", 1, 9, -1, INT32_MAX));
        const double real = bd_special_real(s, "real");
        bd_print(out, isfinite(real) ? "%g " : "none %g", real);
        bd_put_repeated(out, "a", bd_size(s, "length", 3000));
        const size_t base = bd_reference(s, "base", (struct bd_referents){.right = i, .wrong = 2, .self = i + 1});
        bd_print(out, base < i ? " of %d " : " of nowhere %d ", (int)base);
        bd_put_word(s, out, "edge", &bd_edge_numbers);
        bd_put(out, "\n");
        bd_put_again(s, out, "again", begin);
    }
}

TEST(draws_keep_the_rules_of_check_generator)
{
    bench_check_rules(everything, NULL);
}

TEST(tapes_replay_them)
{
    struct bench b = bench_open(everything, NULL);
    for (int i = 0; i < 200; i++) {
        lab_fresh(&b.lab, 2);
        const struct bd__choices drawn = bench_generate(&b);
        char *first = strdup(bench_text(&b));
        struct bd__text lines = {0};
        bd__text_printf(&lines, "%s\n", bd__tape_magic);
        bd__tape_format(&lines, &drawn, b.lab.sites);
        struct bd__tape tape;
        REQUIRE(bd__tape_parse(&tape, bd__text_str(&lines), lines.size, "tape", NULL) == BD_OK);
        lab_tape(&b.lab, &tape);
        bench_generate(&b);
        CHECK_EQ_STR(bench_text(&b), first);
        bd__tape_clear(&tape);
        bd__text_clear(&lines);
        free(first);
    }
    bench_close(&b);
}
