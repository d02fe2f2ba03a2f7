#include "trial/copy.h"

#include <stdlib.h>

#include "unit/test.h"

/* A case of three choices in two rules, all of it in an arena. */
struct fixture {
    struct bd__arena *arena;
    struct bd__sites *sites;
    struct bd__choice *choice;
    struct bd__span *span;
    struct bd__case *kept;
};

static struct fixture make(void)
{
    struct fixture f = {.arena = bd__arena_create()};
    f.sites = bd__arena_take(f.arena, sizeof *f.sites);
    uint32_t structure = bd__sites_find(f.sites, "alternative", BD_STRUCTURE);
    uint32_t value = bd__sites_find(f.sites, "digit", BD_VALUE), rule = bd__sites_find(f.sites, "list", BD__RULE);
    f.choice = bd__arena_take(f.arena, 3 * sizeof *f.choice);
    f.choice[0] = (struct bd__choice){.answer = 1, .max = 2, .site = structure, .width = 4, .kind = BD_STRUCTURE};
    f.choice[1] = (struct bd__choice){.answer = 5, .max = 9, .site = value, .span = 1, .width = 4, .kind = BD_VALUE};
    f.choice[2] = (struct bd__choice){
        .max = 1, .site = structure, .span = 1, .at = 4, .width = 1, .kind = BD_STRUCTURE, .coin = true};
    f.span = bd__arena_take(f.arena, 2 * sizeof *f.span);
    f.span[0] = (struct bd__span){UINT32_MAX, 0, 0, 3};
    f.span[1] = (struct bd__span){rule, 0, 1, 3};
    uint8_t *bytes = bd__arena_take(f.arena, 64);
    memcpy(bytes, "structure value input", 21);
    f.kept = bd__arena_take(f.arena, sizeof *f.kept);
    *f.kept = (struct bd__case){
        .trial = 7,
        .parent = BD__NO_PARENT,
        .choices = {.choice = f.choice,
                    .span = f.span,
                    .choice_count = 3,
                    .span_count = 2,
                    .structural_count = 2,
                    .stream_count = 2,
                    .parameters = {{bytes, 9}, {bytes + 10, 5}}},
        .bytes = {bytes + 16, 5},
    };
    return f;
}

static bool is_copied(const struct fixture *f)
{
    struct bd__case *copy = bd__case_copy(f->kept, f->arena, f->sites);
    free(copy);
    return copy;
}

TEST(a_copy_has_everything_and_lies_elsewhere)
{
    struct fixture f = make();
    struct bd__case *copy = bd__case_copy(f.kept, f.arena, f.sites);
    REQUIRE(copy);
    memset(f.choice, 0xee, 3 * sizeof *f.choice);
    memset(f.span, 0xee, 2 * sizeof *f.span);
    memset((void *)f.kept->bytes.data, 0xee, f.kept->bytes.size);
    CHECK_EQ_U64(copy->trial, 7);
    CHECK(memcmp(copy->bytes.data, "input", copy->bytes.size) == 0);
    CHECK(memcmp(copy->choices.parameters[1].data, "value", 5) == 0);
    CHECK_EQ_U64(copy->choices.choice[1].answer, 5);
    CHECK_EQ_U64(copy->choices.span[1].end, 3);
    free(copy);
    bd__arena_destroy(f.arena);
}

TEST(pointers_that_lead_elsewhere_are_refused)
{
    static uint8_t outside[64];
    for (int i = 0; i < 6; i++) {
        struct fixture f = make();
        struct bd__choices *choices = &f.kept->choices;
        CHECK(is_copied(&f));
        switch (i) {
        case 0: f.kept->bytes.data = outside; break;
        case 1: f.kept->bytes.data = NULL; break;
        case 2: choices->choice = (const void *)(uintptr_t)8; break; // NOLINT(performance-no-int-to-ptr)
        case 3: choices->span = (const void *)outside; break;
        case 4: choices->parameters[0].data += (size_t)1 << 40; break;
        case 5: f.kept->bytes.size = SIZE_MAX; break;
        }
        CHECK(!is_copied(&f));
        bd__arena_destroy(f.arena);
    }
}

TEST(numbers_that_cannot_be_are_refused)
{
    for (int i = 0; i < 15; i++) {
        struct fixture f = make();
        struct bd__choices *choices = &f.kept->choices;
        switch (i) {
        case 0: choices->choice_count = UINT32_MAX; break;
        case 1: choices->span_count = 0; break;
        case 2: choices->span_count = 1 << 20; break;
        case 3: choices->stream_count = 3; break;
        case 4: f.choice[1].answer = 10; break;
        case 5: f.choice[1].site = 99; break;
        case 6: f.choice[1].kind = BD_STRUCTURE; break;
        case 7: f.choice[1].at = 2; break;
        case 8: f.choice[1].span = 2; break;
        case 9: f.span[1].parent = 1; break;
        case 10: f.span[1].end = 4; break;
        case 11: f.span[0].site = 0; break;
        case 12: f.kept->op = (enum bd__op)77; break;
        case 14: f.choice[1].crossed = true; break; /* its site has no such role */
        case 13: f.kept->outcome.failure = (enum bd__failure)77; break;
        }
        CHECK(!is_copied(&f));
        bd__arena_destroy(f.arena);
    }
}

TEST(a_count_that_lags_behind_is_put_right)
{
    struct fixture f = make();
    f.kept->choices.structural_count = 1;
    struct bd__case *copy = bd__case_copy(f.kept, f.arena, f.sites);
    REQUIRE(copy);
    CHECK_EQ_U64(copy->choices.structural_count, 2);
    free(copy);
    bd__arena_destroy(f.arena);
}

TEST(sites_are_followed_until_somebody_overwrites_them)
{
    struct fixture f = make();
    static struct bd__sites copy;
    CHECK(bd__sites_follow(&copy, f.sites));
    CHECK_EQ_U64(copy.count, 3);
    memset(f.sites->site[1].label, 'x', sizeof f.sites->site[1].label);
    CHECK(bd__sites_follow(&copy, f.sites)); /* it is known already */
    CHECK_EQ_STR(copy.site[1].label, "digit");
    bd__sites_find(f.sites, "another", BD_VALUE);
    f.sites->site[3].label[0] = 'A';
    CHECK(!bd__sites_follow(&copy, f.sites));
    f.sites->count = 2;
    CHECK(!bd__sites_follow(&copy, f.sites));
    f.sites->count = UINT32_MAX;
    CHECK(!bd__sites_follow(&copy, f.sites));
    bd__arena_destroy(f.arena);
}
