#include "report/figures.h"

#include "base/json.h"
#include "unit/figures.h"
#include "unit/test.h"

static struct bd_summary example(void)
{
    return (struct bd_summary){.last = figures_example(), .failures_filed = 9};
}

/* The whole object, with a first member as in the summary. */
static void make(struct bd__text *out, const struct bd_summary *summary)
{
    struct bd__json json = {.out = out};
    bd__json_object(&json, NULL, BD__JSON_FLAT);
    bd__json_count(&json, "first", 1);
    bd__report_figures_json(&json, summary);
    bd__json_end(&json);
}

struct wanted {
    const char *path;
    char value[64];
    unsigned count;
};

static void note(void *user, const char *path, const char *value)
{
    struct wanted *wanted = user;
    if (strcmp(path, wanted->path) != 0) { return; }
    snprintf(wanted->value, sizeof wanted->value, "%s", value);
    wanted->count++;
}

static void check_member(const struct bd__text *json, const char *path, const char *value)
{
    struct wanted wanted = {.path = path};
    CHECK(!bd__json_walk(json->data, json->size, note, &wanted));
    CHECK_EQ_STR(wanted.value, value);
    CHECK_EQ_U64(wanted.count, 1);
}

TEST(every_figure_is_a_member_under_its_name)
{
    struct bd_summary summary = example();
    struct bd__text json = {0}, text = {0};
    make(&json, &summary);
    for (size_t i = 0; i < BD__FIGURES; i++) {
        if (!bd__figures[i].json_place) { continue; }
        text.size = 0;
        bd__figure_put(&text, &bd__figures[i], &summary.last, "true", "false");
        check_member(&json, bd__figures[i].json, bd__text_str(&text));
    }
    check_member(&json, "trials_per_second", "13.0");
    check_member(&json, "failures_filed", "9");
    check_member(&json, "stability", "0.5000");
    bd__text_clear(&json);
    bd__text_clear(&text);
}

TEST(stability_is_null_before_it_is_known)
{
    struct bd_summary summary = example();
    struct bd__text json = {0};
    summary.last.stability = -1;
    make(&json, &summary);
    check_member(&json, "stability", "null");
    bd__text_clear(&json);
}

TEST(objects_are_entered_and_left_once_and_lines_are_those_of_their_places)
{
    struct bd_summary summary = {.failures_filed = 1};
    struct bd__text json = {0};
    make(&json, &summary);
    CHECK(strstr(bd__text_str(&json),
                 ",\n \"diversity\": {\"all\": {\"b0\": 0, \"b1\": 0.0000, \"b2\": 0.0000}, \"valid\": {\"b0\": 0, "
                 "\"b1\": 0.0000, \"b2\": 0.0000}},\n \"mutations\": {\"structure\": {\"tried\": 0, \"hit\": 0}, "
                 "\"value\": {\"tried\": 0, \"hit\": 0}},\n \"stability\": 0.0000, "));
    bd__text_clear(&json);
}
