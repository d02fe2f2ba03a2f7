#include "store/fuzzer_stats.h"

#include "store/record.h"
#include "store/rundir.h"
#include "unit/figures.h"
#include "unit/scratch.h"
#include "unit/test.h"

/* Every figure has its own number, so that a mix-up of two is noticed. */
static struct bd_progress example(void)
{
    return (struct bd_progress){
        .figures = {.trials = 1001,
                    .valid = 1002,
                    .invalid = 1003,
                    .failures = 1004,
                    .discarded = 1005,
                    .crashes = 1,
                    .timeouts = 2,
                    .memory_outs = 3,
                    .distinct_failures = 4,
                    .exhausted = 1006,
                    .traces = 1007,
                    .valid_traces = 1008,
                    .structures = 1009,
                    .branches = 1010,
                    .valid_branches = 1011,
                    .all = {1012, 1013.25, 1014.5},
                    .valid_only = {1015, 1016.25, 1017.5},
                    .corpus = 1018,
                    .favoured = 1019,
                    .cycles = 1020,
                    .parent = 1021,
                    .pending = 1022,
                    .pending_favoured = 1023,
                    .depth = 1024,
                    .structure_tried = 1025,
                    .structure_hit = 1026,
                    .value_tried = 1027,
                    .value_hit = 1028,
                    .mean_trace = 1029.5,
                    .mean_input = 1030.5,
                    .buckets = 1036,
                    .valid_buckets = 1037,
                    .parents = 1038},
        .seconds = 77,
        .trials_per_second = 1031,
        .stability = 0.5,
        .last_find_seconds = 5,
        .last_failure_seconds = -1,
        .branches_total = 4040,
        .restarts = 1033,
        .unsaved = 1034,
        .peak_memory_mb = 1035,
        .guide = "zest",
        .program = "tree",
        .directory = "out",
    };
}

static void open_dir(struct bd__rundir *dir, const char *name, const struct bd__log *log)
{
    REQUIRE(bd__rundir_create(dir, scratch(name), "unused", log) == BD_OK);
}

static const char *plot_of(const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "%s/plot_data", name);
    return scratch_read(scratch(path));
}

/* Line NUMBER of TEXT, from 0 on; "" past the last. Valid until the next call but one. */
static const char *line_of(const char *text, unsigned number)
{
    static char line[2][4096];
    static unsigned turn;
    char *to = line[turn++ % 2];
    for (; number && text; number--) { text = strchr(text, '\n') ? strchr(text, '\n') + 1 : NULL; }
    snprintf(to, sizeof *line, "%.*s", text ? (int)strcspn(text, "\n") : 0, text ? text : "");
    return to;
}

/* Column NUMBER of LINE, from 0 on, without blanks; "" past the last. */
static const char *column(const char *line, unsigned number)
{
    static char text[2][64];
    static unsigned turn;
    char *to = text[turn++ % 2];
    *to = 0;
    for (; number; number--) {
        line = strchr(line, ',');
        if (!line++) { return to; }
    }
    line += strspn(line, " #");
    snprintf(to, sizeof *text, "%.*s", (int)strcspn(line, ","), line);
    return to;
}

static unsigned columns(const char *line)
{
    unsigned count = 1;
    for (; (line = strchr(line, ',')); line++) { count++; }
    return count;
}

/* ---- plot_data ---- */

TEST(the_header_is_written_once_and_has_a_column_for_each_figure)
{
    struct bd__rundir dir;
    struct bd_progress at = example();
    open_dir(&dir, "columns", NULL);
    for (int i = 0; i < 3; i++) { bd__rundir_add_row(&dir, &at); }
    bd__rundir_close(&dir);
    const char *header = line_of(plot_of("columns"), 0);
    CHECK(header[0] == '#');
    for (unsigned i = 1; i <= 3; i++) {
        const char *row = line_of(plot_of("columns"), i);
        CHECK(row[0] != '#');
        CHECK_EQ_U64(columns(row), columns(header));
    }
    CHECK_EQ_STR(line_of(plot_of("columns"), 4), "");
}

TEST(the_columns_of_afl_come_first_under_their_names)
{
    static const char *const expected[] = {
        "relative_time", "cycles_done", "cur_item",  "corpus_count",  "pending_total", "pending_favs", "map_size",
        "saved_crashes", "saved_hangs", "max_depth", "execs_per_sec", "total_execs",   "edges_found"};
    struct bd__rundir dir;
    struct bd_progress at = example();
    open_dir(&dir, "afl", NULL);
    bd__rundir_add_row(&dir, &at);
    bd__rundir_close(&dir);
    const char *header = line_of(plot_of("afl"), 0);
    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) { CHECK_EQ_STR(column(header, i), expected[i]); }
}

TEST(each_figure_is_in_the_column_of_its_name)
{
    static const char *const expected[][2] = {
        {"relative_time", "77.000"},  {"cycles_done", "1020"},
        {"cur_item", "1021"},         {"corpus_count", "1018"},
        {"pending_total", "1022"},    {"pending_favs", "1023"},
        {"map_size", "25.00%"},       {"saved_crashes", "4"}, /* crashes, and what ran out of memory */
        {"saved_hangs", "2"},         {"max_depth", "1024"},
        {"execs_per_sec", "1031.00"}, {"total_execs", "1001"},
        {"edges_found", "1010"},      {"valid", "1002"},
        {"invalid", "1003"},          {"failures", "1004"},
        {"discarded", "1005"},        {"exhausted", "1006"},
        {"traces", "1007"},           {"valid_traces", "1008"},
        {"valid_edges", "1011"},      {"b0", "1012"},
        {"b1", "1013.2500"},          {"b2", "1014.5000"},
        {"valid_b0", "1015"},         {"valid_b1", "1016.2500"},
        {"valid_b2", "1017.5000"},    {"structures", "1009"},
        {"structure_tried", "1025"},  {"structure_hit", "1026"},
        {"value_tried", "1027"},      {"value_hit", "1028"},
        {"mean_trace", "1029.50"},    {"mean_input", "1030.50"},
        {"parents", "1038"},
    };
    struct bd__rundir dir;
    struct bd_progress at = example();
    open_dir(&dir, "values", NULL);
    bd__rundir_add_row(&dir, &at);
    bd__rundir_close(&dir);
    const char *header = line_of(plot_of("values"), 0), *row = line_of(plot_of("values"), 1);
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        unsigned i = 0;
        while (i < columns(header) && strcmp(column(header, i), expected[k][0]) != 0) { i++; }
        CHECK_EQ_STR(column(header, i), expected[k][0]);
        CHECK_EQ_STR(column(row, i), expected[k][1]);
    }
}

TEST(a_row_that_failed_costs_no_other_row_and_not_the_header)
{
    struct heard heard = {0};
    struct bd__log log = {heard_sink, &heard};
    struct bd__rundir dir;
    struct bd_progress at = example();
    open_dir(&dir, "full", &log);
    scratch_full(100);
    bd__rundir_add_row(&dir, &at);
    bd__rundir_add_row(&dir, &at);
    scratch_full(0);
    CHECK_EQ_U64(heard.errors, 1); /* reported once */
    bd__rundir_add_row(&dir, &at);
    bd__rundir_add_row(&dir, &at);
    bd__rundir_close(&dir);
    CHECK(plot_of("full")[0] == '#');
    CHECK_EQ_U64(columns(line_of(plot_of("full"), 1)), columns(line_of(plot_of("full"), 0)));
    CHECK_EQ_STR(line_of(plot_of("full"), 2), line_of(plot_of("full"), 1));
    CHECK_EQ_STR(line_of(plot_of("full"), 4), line_of(plot_of("full"), 1)); /* nor is it lost itself */
    CHECK_EQ_STR(line_of(plot_of("full"), 5), "");
}

/* ---- fuzzer_stats ---- */

/* The value of KEY in the stats; NULL if there is none. */
static const char *value_of(const char *text, const char *key)
{
    for (unsigned i = 0; *line_of(text, i); i++) {
        const char *line = line_of(text, i);
        size_t length = strlen(key);
        if (strncmp(line, key, length) == 0 && line[length + strspn(line + length, " ")] == ':') {
            return strchr(line, ':') + 2;
        }
    }
    return NULL;
}

TEST(every_line_of_the_stats_is_a_key_and_a_value)
{
    struct bd__text text = {0};
    struct bd_progress at = example();
    bd__figures_stats(&text, &at, 1700000000, 4242, "./tree -t 60");
    unsigned lines = 0;
    for (; *line_of(bd__text_str(&text), lines); lines++) {
        const char *line = line_of(bd__text_str(&text), lines);
        CHECK(strlen(line) > 20 && strncmp(line + 18, ": ", 2) == 0);
    }
    CHECK(lines > 40);
    CHECK(text.data[text.size - 1] == '\n');
    bd__text_clear(&text);
}

TEST(no_key_of_the_stats_stands_twice)
{
    struct bd__text text = {0};
    struct bd_progress at = example();
    bd__figures_stats(&text, &at, 0, 0, "");
    char keys[100][19];
    unsigned count = 0;
    for (; *line_of(bd__text_str(&text), count); count++) {
        REQUIRE(count < 100);
        snprintf(keys[count], sizeof *keys, "%.18s", line_of(bd__text_str(&text), count));
        for (unsigned i = 0; i < count; i++) { CHECK(strcmp(keys[i], keys[count]) != 0); }
    }
    bd__text_clear(&text);
}

TEST(the_stats_say_what_they_should)
{
    static const char *const expected[][2] = {
        {"start_time", "1700000000"},
        {"run_time", "77"},
        {"fuzzer_pid", "4242"},
        {"cycles_done", "1020"},
        {"execs_done", "1001"},
        {"execs_per_sec", "13.00"},
        {"corpus_count", "1018"},
        {"corpus_favored", "1019"},
        {"parents", "1038"},
        {"features", "1036"},
        {"valid_features", "1037"},
        {"max_depth", "1024"},
        {"pending_favs", "1023"},
        {"pending_total", "1022"},
        {"stability", "50.00%"},
        {"bitmap_cvg", "25.00%"},
        {"saved_crashes", "4"},
        {"saved_hangs", "2"},
        {"last_find", "1700000005"},
        {"last_crash", "0"},
        {"peak_rss_mb", "1035"},
        {"edges_found", "1010"},
        {"total_edges", "4040"},
        {"afl_banner", "tree"},
        {"command_line", "./tree"},
        {"guide", "zest"},
        {"valid", "1002"},
        {"invalid", "1003"},
        {"failures", "1004"},
        {"crashes", "1"},
        {"timeouts", "2"},
        {"memory_outs", "3"},
        {"distinct_failures", "4"},
        {"discarded", "1005"},
        {"exhausted", "1006"},
        {"traces", "1007"},
        {"valid_traces", "1008"},
        {"traces_exact", "yes"},
        {"valid_edges", "1011"},
        {"structures", "1009"},
        {"b0", "1012"},
        {"b1", "1013.2500"},
        {"b2", "1014.5000"},
        {"valid_b0", "1015"},
        {"valid_b1", "1016.2500"},
        {"valid_b2", "1017.5000"},
        {"structure_tried", "1025"},
        {"structure_hit", "1026"},
        {"value_tried", "1027"},
        {"value_hit", "1028"},
        {"mean_trace", "1029.50"},
        {"mean_input", "1030.50"},
        {"restarts", "1033"},
        {"unsaved", "1034"},
    };
    struct bd__text text = {0};
    struct bd_progress at = example();
    bd__figures_stats(&text, &at, 1700000000, 4242, "./tree");
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        CHECK_EQ_STR(value_of(bd__text_str(&text), expected[i][0]), expected[i][1]);
    }
    bd__text_clear(&text);
}

TEST(a_set_of_traces_that_is_full_is_admitted)
{
    struct bd__text text = {0};
    struct bd_progress at = example();
    at.figures.traces_approximate = true;
    bd__figures_stats(&text, &at, 0, 0, "");
    CHECK_EQ_STR(value_of(bd__text_str(&text), "traces_exact"), "no");
    bd__text_clear(&text);
}

TEST(nothing_is_divided_by_zero_at_the_start)
{
    struct bd__text text = {0};
    struct bd_progress at = {
        .stability = -1, .last_find_seconds = -1, .last_failure_seconds = -1, .guide = "g", .program = "p"};
    bd__figures_stats(&text, &at, 0, 0, "");
    CHECK_EQ_STR(value_of(bd__text_str(&text), "execs_per_sec"), "0.00");
    CHECK_EQ_STR(value_of(bd__text_str(&text), "bitmap_cvg"), "0.00%");
    CHECK_EQ_STR(value_of(bd__text_str(&text), "stability"), "unknown");
    CHECK_EQ_STR(value_of(bd__text_str(&text), "last_find"), "0");
    bd__text_clear(&text);
}

/* ---- figures.def ---- */

static const char *column_named(const char *plot, const char *name)
{
    unsigned i = 0;
    while (i < columns(line_of(plot, 0)) && strcmp(column(line_of(plot, 0), i), name) != 0) { i++; }
    return column(line_of(plot, 1), i);
}

TEST(columns_are_numbered_from_one_without_a_gap_and_none_twice)
{
    struct bd__text text = {0};
    unsigned last = 0;
    bd__figures_header(&text);
    const char *header = line_of(bd__text_str(&text), 0);
    for (size_t i = 0; i < BD__FIGURES; i++) {
        unsigned place = bd__figures[i].place;
        if (!place) { continue; }
        if (place > last) { last = place; }
        CHECK_EQ_STR(column(header, place - 1), bd__figures[i].column);
    }
    CHECK_EQ_U64(columns(header), last); /* a gap would end it */
    bd__text_clear(&text);
}

TEST(every_figure_is_written_under_its_names)
{
    struct bd__rundir dir;
    struct bd__text stats = {0}, text = {0};
    struct bd_progress at = figures_example();
    open_dir(&dir, "names", NULL);
    bd__rundir_add_row(&dir, &at);
    bd__figures_stats(&stats, &at, 0, 0, "");
    bd__rundir_save_stats(&dir, bd__text_str(&stats));
    bd__rundir_close(&dir);
    for (size_t i = 0; i < BD__FIGURES; i++) {
        char value[64] = "";
        text.size = 0;
        bd__figure_put(&text, &bd__figures[i], &at, "yes", "no");
        if (bd__figures[i].place) {
            CHECK_EQ_STR(column_named(plot_of("names"), bd__figures[i].column), bd__text_str(&text));
        }
        if (*bd__figures[i].key) {
            CHECK(bd__stats_value(scratch("names"), bd__figures[i].key, value, sizeof value));
            CHECK_EQ_STR(value, bd__text_str(&text));
        }
    }
    bd__text_clear(&stats);
    bd__text_clear(&text);
}

TEST(what_is_written_is_read_back)
{
    struct bd__rundir dir;
    struct bd__record record;
    struct bd__text stats = {0}, why = {0};
    struct bd_progress at = figures_example();
    open_dir(&dir, "trip", NULL);
    bd__rundir_add_row(&dir, &at);
    bd__rundir_add_row(&dir, &at);
    bd__figures_stats(&stats, &at, 1700000000, 1, "./tree");
    bd__rundir_save_stats(&dir, bd__text_str(&stats));
    bd__rundir_close(&dir);
    REQUIRE(bd__record_read_timing(&record, scratch("trip"), &why));
    CHECK_EQ_U64(record.row_count, 2);
    const struct bd__record_figures *const read[] = {&record.row[0], &record.row[1], &record.last};
    for (size_t i = 0; i < 3; i++) {
        CHECK_NEAR(read[i]->seconds, at.seconds, 0);
#define NEEDED(name, member) CHECK_NEAR(read[i]->name, (double)at.member, 0);
#define UNUSED(name, member)
#define LINE(name, member, place, column, whose, key, json_place, json, reports) reports(name, member)
#define BD_FIGURE(type, field, ...) LINE(field, figures.field, __VA_ARGS__)
#define BD_DIVERSITY(name, member, type, ...) LINE(name, figures.member, __VA_ARGS__)
#define BD_PROGRESS(type, field, ...) LINE(field, field, __VA_ARGS__)
#include <bediv/figures.def>
    }
    CHECK_NEAR(record.stability, at.stability, 0);
    CHECK(record.traces_exact == !at.figures.traces_approximate);
    bd__record_clear(&record);
    bd__text_clear(&stats);
    bd__text_clear(&why);
}

TEST(single_values_are_found_by_their_whole_key)
{
    char value[32];
    mkdir(scratch("run"), 0755);
    scratch_puts(scratch("run/fuzzer_stats"),
                 "valid_b0          : 7\nvalid             : 123\nstability         : 99.50%\n"
                 "command_line      : x: -o y\nempty:\n");
    REQUIRE(bd__stats_value(scratch("run"), "valid", value, sizeof value));
    CHECK_EQ_STR(value, "123");
    CHECK(bd__stats_value(scratch("run"), "command_line", value, sizeof value));
    CHECK_EQ_STR(value, "x: -o y");
    CHECK(bd__stats_value(scratch("run"), "empty", value, sizeof value));
    CHECK_EQ_STR(value, "");
    CHECK(!bd__stats_value(scratch("run"), "vali", value, sizeof value));
    CHECK(!bd__stats_value(scratch("run"), "invalid", value, sizeof value));
    CHECK(!bd__stats_value(scratch("no"), "valid", value, sizeof value));
    CHECK_NEAR(bd__stats_number(scratch("run"), "stability"), 99.5, 0);
    CHECK_NEAR(bd__stats_number(scratch("run"), "nothing"), 0, 0);
}

TEST(a_value_that_was_cut_short_is_not_read)
{
    char value[32] = "before";
    mkdir(scratch("cut"), 0755);
    scratch_puts(scratch("cut/fuzzer_stats"), "valid: 8\ninvalid   : 12");
    CHECK(bd__stats_value(scratch("cut"), "valid", value, sizeof value));
    CHECK_EQ_STR(value, "8");
    CHECK(!bd__stats_value(scratch("cut"), "invalid", value, sizeof value));
}
