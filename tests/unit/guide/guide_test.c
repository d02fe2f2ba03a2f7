#include <bediv/engine.h>

#include "unit/guide/bench.h"
#include "unit/test.h"

TEST(guides_are_found_by_their_names)
{
    CHECK(bd__guide_find("quickcheck") == &bd__guide_quickcheck);
    CHECK(bd__guide_find("zest") == &bd__guide_zest);
    CHECK(bd__guide_find("bediv-simple") == &bd__guide_bediv_simple);
    CHECK(bd__guide_find("bediv-structure") == &bd__guide_bediv_structure);
    CHECK(bd__guide_find("bediv-havoc") == &bd__guide_bediv_havoc);
    CHECK(bd__guide_find("rlcheck") == &bd__guide_rlcheck);
    CHECK(bd__guide_find("bediv") == &bd__guide_bediv);
    CHECK(bd__guide_find("quickcheck-sized") == &bd__guide_quickcheck_sized);
    CHECK(!bd__guide_find("bed"));
    CHECK(!bd__guide_find(""));
}

TEST(the_list_names_every_guide_and_ends)
{
    size_t count = 0;
    for (const struct bd_guide_info *info; (info = bd_guide_list(count)); count++) {
        REQUIRE(bd__guide_find(info->name));
        CHECK_EQ_STR(bd__guide_name(bd__guide_find(info->name)), info->name);
        CHECK(*info->summary);
    }
    CHECK(count >= 6);
    CHECK_EQ_STR(bd_guide_list(0)->name, "bediv-structure"); /* the default comes first */
}

TEST(same_seed_gives_the_same_plans)
{
    for (size_t n = 0; bd_guide_list(n); n++) {
        const struct bd__guide *guide = bd__guide_find(bd_guide_list(n)->name);
        struct bench a, b;
        bench_open(&a, guide);
        bench_open(&b, guide);
        for (uint64_t i = 0; i < 300; i++) {
            struct bd__plan x = bench_next(&a), y = bench_next(&b);
            REQUIRE(x.op == y.op && x.parent == y.parent && x.mutations == y.mutations);
            for (unsigned s = 0; s < x.stream_count; s++) {
                REQUIRE(x.stream[s].size == y.stream[s].size);
                REQUIRE(!x.stream[s].size || memcmp(x.stream[s].data, y.stream[s].data, x.stream[s].size) == 0);
            }
            struct story story = {.op = x.op,
                                  .parent = x.parent,
                                  .verdict = i % 3 ? BD_VALID : BD_INVALID,
                                  .trace = i % 5 == 0,
                                  .bucket = i % 7 == 0,
                                  .valid_bucket = i % 3 && i % 7 == 0,
                                  .signature = i / 2,
                                  .covers = 5,
                                  .structure = 30,
                                  .value = 20};
            bench_observe(&a, story);
            bench_observe(&b, story);
        }
        CHECK(a.guide->blackbox ? a.corpus.parent_count == 0 : a.corpus.parent_count > 10);
        bench_close(&a);
        bench_close(&b);
    }
}

/* A worker may die between next() and observe(), and another continues with the same state. */
TEST(a_plan_that_is_never_observed_does_no_harm)
{
    for (size_t n = 0; bd_guide_list(n); n++) {
        const struct bd__guide *guide = bd__guide_find(bd_guide_list(n)->name);
        struct bench b;
        bench_open(&b, guide);
        for (int i = 0; i < 100; i++) {
            struct bd__plan plan = bench_next(&b);
            plan = bench_next(&b);
            CHECK(plan.parent == BD__NO_PARENT || plan.parent < bd__corpus_size(&b.corpus));
            OBSERVE(&b, .op = plan.op, .parent = plan.parent, .verdict = BD_VALID, .bucket = true, .valid_bucket = true,
                    .signature = (uint64_t)i, .covers = 1, .structure = 9, .value = 9);
        }
        CHECK_EQ_U64(b.corpus.parent_count, b.guide->blackbox ? 0 : 100);
        bench_close(&b);
    }
}
