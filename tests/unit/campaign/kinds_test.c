/* Which choices are structure, found out by changing them. */
#include "campaign/kinds.h"

#include <stdlib.h>

#include "unit/scratch.h"
#include "unit/test.h"

static enum bd_kind judge(enum bd_kind kind, uint64_t changed, uint64_t steered, uint64_t ranged)
{
    return bd__kinds_judge(
        &(struct bd_choice_point){.kind = kind, .drawn = 9, .changed = changed, .steered = steered, .ranged = ranged});
}

TEST(what_steers_even_once_is_structure_and_all_else_is_a_value)
{
    for (enum bd_kind kind = BD_STRUCTURE; kind <= BD_VALUE; kind++) {
        CHECK_EQ_U64(judge(kind, 400, 400, 0), BD_STRUCTURE);
        CHECK_EQ_U64(judge(kind, 400, 1, 0), BD_STRUCTURE);
        CHECK_EQ_U64(judge(kind, 400, 0, 0), BD_VALUE);
        CHECK_EQ_U64(judge(kind, 400, 0, 400), BD_VALUE); /* the same choice points followed, with other ranges */
        CHECK_EQ_U64(judge(kind, 1, 0, 0), BD_VALUE);
    }
}

TEST(what_was_never_changed_keeps_its_kind)
{
    CHECK_EQ_U64(judge(BD_STRUCTURE, 0, 0, 0), BD_STRUCTURE);
    CHECK_EQ_U64(judge(BD_VALUE, 0, 0, 0), BD_VALUE);
}

/* ---- a generator whose labels are wrong --------------------------------------------------------- */

static uint64_t draw(struct bd_source *s, enum bd_kind kind, const char *label, uint64_t most)
{
    return bd_choose(s, kind, label, &(struct bd_domain){.max = most});
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    while (draw(s, BD_VALUE, "more", 3)) {
        bd_put(out, draw(s, BD_STRUCTURE, "case", 1) ? "a" : "A");
        bd_put_int(s, out, "number", 0, 9);
    }
}

static void fail(struct bd_source *s, struct bd_out *out)
{
    (void)out;
    if (draw(s, BD_VALUE, "abort", 99) == 7) { abort(); }
}

static enum bd_verdict run(const struct bd_input *in)
{
    return in->size ? BD_VALID : BD_INVALID;
}

static struct heard heard;

static enum bd_status find(struct bd__sites **found, void (*generator)(struct bd_source *, struct bd_out *),
                           uint64_t seed)
{
    struct bd__log log = {heard_sink, &heard};
    const struct bd_fuzzer fuzzer = {.name = "bench", .generate = generator, .run = run};
    struct bd_config config = {.seed = seed, .kinds = "auto", .log = heard_sink, .user = &heard};
    struct bd__ring *ring;
    heard = (struct heard){0};
    REQUIRE(bd__ring_open(&ring, &fuzzer, &config, &log) == BD_OK);
    enum bd_status status = bd__kinds_find(found, ring, &log);
    bd__ring_close(ring);
    return status;
}

static enum bd_kind role(const struct bd__sites *sites, const char *label)
{
    for (uint32_t i = 0; i < sites->count; i++) {
        if (strcmp(sites->site[i].label, label) == 0) { return (enum bd_kind)sites->site[i].role; }
    }
    test_check(false, __FILE__, __LINE__, label);
    return BD_VALUE;
}

TEST(wrong_labels_get_the_right_roles)
{
    struct bd__sites *found;
    CHECK_EQ_U64(find(&found, generate, 1), BD_OK);
    CHECK_EQ_U64(found->count, 3);
    CHECK_EQ_U64(role(found, "more"), BD_STRUCTURE);
    CHECK_EQ_U64(role(found, "case"), BD_VALUE);
    CHECK_EQ_U64(role(found, "number"), BD_VALUE);
    CHECK(strstr(heard.text, "2 of 3 choice points"));
    free(found);
}

TEST(a_generator_that_fails_is_an_error)
{
    struct bd__sites *found;
    CHECK_EQ_U64(find(&found, fail, 1), BD_SETUP_FAILED);
    CHECK_EQ_U64(heard.errors, 1);
    CHECK(strstr(heard.text, "must not fail"));
    free(found);
}

/* The generator of plain bytes is one like any other. */
TEST(plain_bytes_have_the_roles_that_our_own_generator_says)
{
    struct bd__sites *found;
    CHECK_EQ_U64(find(&found, NULL, UINT64_MAX), BD_OK);
    CHECK_EQ_U64(role(found, "kind"), BD_STRUCTURE);
    CHECK_EQ_U64(role(found, "byte"), BD_VALUE);
    CHECK(!found->has_roles);
    free(found);
}
