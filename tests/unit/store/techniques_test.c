#include "store/techniques.h"

#include <math.h>

#include "store/manifest.h"
#include "unit/test.h"

static struct bd__techniques techniques;
static struct bd__text wrong;

/* Guides zest and quickcheck, blackbox quickcheck, and these; NULL: none. Returns the key with a mistake. */
static const char *read_lists(const char *technique, const char *sized)
{
    static struct bd__names guides = {.name = {"zest", "quickcheck"}, .count = 2};
    static struct bd__names blackbox = {.name = {"quickcheck"}, .count = 1};
    struct bd__names named = {.name = {(char *)technique}, .count = technique != NULL};
    struct bd__names sizes = {.name = {(char *)sized}, .count = sized != NULL};
    wrong.size = 0;
    bd__techniques_clear(&techniques);
    return bd__techniques_read(&techniques, &guides, &named, &blackbox, &sizes, &wrong);
}

TEST(four_lists_make_techniques)
{
    REQUIRE(!read_lists("eager:zest  --epsilon 1 --timeout=2s", "quickcheck-sized as eager"));
    REQUIRE(techniques.count == 5);
    const struct bd__technique *eager = bd__technique_named(&techniques, "eager");
    CHECK_EQ_STR(eager->guide, "zest");
    REQUIRE(eager->flag_count == 3);
    CHECK_EQ_STR(eager->flag[0], "--epsilon");
    CHECK_EQ_STR(eager->flag[1], "1");
    CHECK_EQ_STR(eager->flag[2], "--timeout=2s");
    CHECK(!eager->flag[3] && !eager->plain && !*eager->size_of);
    CHECK(bd__technique_named(&techniques, "quickcheck@plain")->plain);
    const struct bd__technique *control = bd__technique_named(&techniques, "quickcheck-sized@eager");
    CHECK_EQ_STR(control->guide, "quickcheck-sized");
    CHECK_EQ_STR(control->size_of, "eager");
    CHECK(!bd__technique_named(&techniques, "nothing"));
}

static void refused(const char *technique, const char *sized, const char *key, const char *message, int line)
{
    const char *found = read_lists(technique, sized);
    test_eq_str(found, key, __FILE__, line, "key");
    if (!strstr(bd__text_str(&wrong), message)) {
        test_eq_str(bd__text_str(&wrong), message, __FILE__, line, "message");
    }
}

TEST(mistakes_are_explained)
{
    refused("zest --epsilon 1", NULL, "techniques", "expected 'NAME: GUIDE --flag value'", __LINE__);
    refused(": zest", NULL, "techniques", "expected 'NAME: GUIDE --flag value'", __LINE__);
    refused("a/b: zest", NULL, "techniques", "expected 'NAME: GUIDE --flag value'", __LINE__);
    refused("x:", NULL, "techniques", "a guide is expected before the flags", __LINE__);
    refused("x: --epsilon 1", NULL, "techniques", "a guide is expected before the flags", __LINE__);
    refused("zest: zest --epsilon 1", NULL, "techniques", "'zest' is named twice", __LINE__);
    refused("x: zest --seed 3", NULL, "techniques", "'--seed' is not allowed here", __LINE__);
    refused("x: zest -n3", NULL, "techniques", "'-n3' is not allowed here", __LINE__);
    refused(NULL, "quickcheck", "sized", "expected 'GUIDE as TECHNIQUE'", __LINE__);
    refused(NULL, "quickcheck as nothing", "sized", "'nothing' is none of the techniques", __LINE__);
    refused(NULL, "quickcheck as zest quickcheck", "sized", "expected 'GUIDE as TECHNIQUE'", __LINE__);
    refused(NULL, " as zest", "sized", "a guide is expected before the flags", __LINE__);
    refused(NULL, "quickcheck as ", "sized", "expected 'GUIDE as TECHNIQUE'", __LINE__);
    refused(NULL, "../x as zest", "sized", "expected 'GUIDE as TECHNIQUE'", __LINE__);
}

TEST(a_control_has_no_control_and_no_twin)
{
    static struct bd__names guides = {.name = {"zest"}, .count = 1}, none;
    static struct bd__names chain = {.name = {"q as zest", "q as q@zest"}, .count = 2};
    static struct bd__names twins = {.name = {"q as zest", "q --x 1 as zest"}, .count = 2};
    wrong.size = 0;
    bd__techniques_clear(&techniques);
    CHECK_EQ_STR(bd__techniques_read(&techniques, &guides, &none, &none, &chain, &wrong), "sized");
    CHECK(strstr(bd__text_str(&wrong), "'q@zest' is none of the techniques that have a size of their own"));
    wrong.size = 0;
    bd__techniques_clear(&techniques);
    CHECK_EQ_STR(bd__techniques_read(&techniques, &guides, &none, &none, &twins, &wrong), "sized");
    CHECK(strstr(bd__text_str(&wrong), "'q@zest' is named twice"));
}

TEST(long_words_are_refused)
{
    static char text[5000];
    snprintf(text, sizeof text, "x: zest %0*d", 4000, 1);
    refused(text, NULL, "techniques", "one is too long", __LINE__);
    snprintf(text, sizeof text, "%0*d as zest", 200, 1);
    refused(NULL, text, "sized", "a guide is expected", __LINE__);
    size_t size = (size_t)snprintf(text, sizeof text, "x: zest");
    for (int i = 0; i < 40; i++) { size += (size_t)snprintf(text + size, sizeof text - size, " --f%d", i); }
    refused(text, NULL, "techniques", "more than 32 flags", __LINE__);
}

static double warm_up(const char *a, const char *b, const char *c)
{
    char *flag[] = {(char *)a, (char *)b, (char *)c};
    return bd__flags_warm_up(flag, c ? 3 : b ? 2 : 1);
}

TEST(the_last_warm_up_among_flags_counts)
{
    CHECK_NEAR(warm_up("--timeout", "--warm-up", "1.5m"), 90, 0);
    CHECK_NEAR(warm_up("--warm-up=20s", "--warm-up", "500ms"), 0.5, 0);
    CHECK_NEAR(warm_up("--warm-up", "20", "--warm-up=x"), 20, 0);
    CHECK(isnan(warm_up("--warm-ups=1", "--warm-up", NULL)));
    CHECK(isnan(warm_up("--timeout=10s", NULL, NULL)));
}
