#include "unit/lab.h"
#include "unit/test.h"

static unsigned asked;

static bool is_short(const char *word)
{
    asked++;
    return strlen(word) <= 2;
}

static bool is_long(const char *word)
{
    return strlen(word) > 2;
}

static bool is_empty(const char *word)
{
    return !*word;
}

static const char *const words[] = {"a", "long", "bc", "longer", "d"};
static const struct bd_dict dict = {words, 5};
static const char *const spare[] = {"spare", "x", "", "y"};
static const struct bd_dict fallback = {spare, 4};

static struct lab open_with(const struct bd_dict *own)
{
    return lab_open_with(1, (struct bd__source_limits){.parameter_bytes = 64, .choices = 64}, own);
}

TEST(a_view_has_the_words_that_fit_in_their_order)
{
    struct lab lab = open_with(&dict);
    const struct bd_dict *view = bd_words_that(lab.s, is_short, &fallback);
    REQUIRE(view->count == 3);
    CHECK_EQ_STR(view->words[0], "a");
    CHECK_EQ_STR(view->words[1], "bc");
    CHECK_EQ_STR(view->words[2], "d");
    CHECK_EQ_U64(bd_words_that(lab.s, is_long, &fallback)->count, 2);
    lab_close(&lab);
}

TEST(it_is_sorted_out_once)
{
    struct lab lab = open_with(&dict);
    asked = 0;
    const struct bd_dict *view = bd_words_that(lab.s, is_short, &fallback);
    CHECK_EQ_U64(asked, 5);
    lab_fresh(&lab, 2);
    CHECK(bd_words_that(lab.s, is_short, &fallback) == view);
    CHECK_EQ_U64(asked, 5);
    lab_close(&lab);
}

TEST(without_a_word_that_fits_it_is_of_the_fallback)
{
    struct lab lab = open_with(&dict);
    const struct bd_dict *view = bd_words_that(lab.s, is_empty, &fallback);
    REQUIRE(view->count == 1);
    CHECK_EQ_STR(view->words[0], "");
    lab_close(&lab);
    static const struct bd_dict nothing = {0};
    lab = open_with(&nothing);
    view = bd_words_that(lab.s, is_short, &fallback);
    REQUIRE(view->count == 3);
    CHECK_EQ_STR(view->words[0], "x");
    lab_close(&lab);
}

TEST(without_any_it_is_empty)
{
    struct lab lab = open_with(NULL);
    CHECK_EQ_U64(bd_words_that(lab.s, is_long, NULL)->count, 0);
    lab_close(&lab);
}
