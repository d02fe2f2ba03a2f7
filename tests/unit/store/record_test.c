#include "store/record.h"

#include "base/file.h"
#include "unit/scratch.h"
#include "unit/test.h"

static char STATS[4000] = "execs_done        : 200\nexecs_per_sec     : 99.50\nstability         : 98.50%\n"
                          "command_line      : x: -n 3\nvalid : 120\ninvalid : 70\nfailures : 4\ndiscarded : 6\n"
                          "exhausted : 1\ntraces : 50\nvalid_traces : 30\ntraces_exact : yes\nb0 : 2\nb1 : 1.9\n"
                          "b2 : 1.8\nvalid_b0 : 1\nvalid_b1 : 1.0\nvalid_b2 : 1.0\nmean_trace : 7.25\nmean_input : 9\n";
static char HEADER[1000] =
    "# relative_time, total_execs, map_size, valid, invalid, failures, discarded, exhausted, traces, "
    "valid_traces, b0, b1, b2, valid_b0, valid_b1, valid_b2, mean_trace, mean_input, new_one";
static char FIRST_ROW[1000] = "1.000, 100, 3.00%, 60, 30, 4, 6, 0, 40, 20, 2, 1.8, 1.7, 1, 1.0, 1.0, 7.00, 9.00, x";
static char LAST_ROW[1000] = "2.500, 200, 3.00%, 120, 70, 4, 6, 1, 50, 30, 2, 1.9, 1.8, 1, 1.0, 1.0, 7.25, 9.00, x";
static char ROWS[2000]; /* both */

static void append(char *text, const char *format, const char *name)
{
    snprintf(text + strlen(text), 500, format, name);
}

/* Figures that reports came to need later are 0 here. */
__attribute__((constructor)) static void complete(void)
{
    char columns[1100];
    snprintf(columns, sizeof columns, ", %s,", HEADER + 2);
    for (size_t i = 0; i < BD__RECORD_FIGURES; i++) {
        char column[100];
        snprintf(column, sizeof column, ", %s,", bd__record_figure_list[i].column);
        if (strstr(columns, column)) { continue; }
        append(STATS, "%s : 0\n", bd__record_figure_list[i].key);
        append(HEADER, ", %s", bd__record_figure_list[i].column);
        append(FIRST_ROW, ", %s", "0");
        append(LAST_ROW, ", %s", "0");
    }
    append(HEADER, "%s", "\n");
    snprintf(ROWS, sizeof ROWS, "%s\n%s\n", FIRST_ROW, LAST_ROW);
}

static const char ABUNDANCES[] = "# bediv-abundances 1\n# branch\tall\tvalid\tentry\tleft_out\toffset\tmodule\n"
                                 "1\t50\t30\t1\t0\t0x10\t/m\n7\t5\t0\t0\t0\t0x20\t/m\n";

static void write_run(const char *dir)
{
    char text[5000];
    mkdir(scratch(dir), 0755);
    snprintf(text, sizeof text, "%s%s", HEADER, ROWS);
    const struct {
        const char *name, *text;
    } file[] = {{"fuzzer_stats", STATS},
                {"plot_data", text},
                {"abundances", ABUNDANCES},
                {"setup.json", "{\"format\": 1, \"program_hash\": \"00ff\"}"}};
    for (size_t i = 0; i < 4; i++) {
        char path[100];
        snprintf(path, sizeof path, "%s/%s", dir, file[i].name);
        scratch_puts(scratch(path), file[i].text);
    }
}

TEST(a_run_directory_is_read_back)
{
    struct bd__record record;
    struct bd__text why = {0};
    write_run("run");
    REQUIRE(bd__record_read(&record, scratch("run"), &why));
    CHECK_EQ_U64(record.row_count, 2);
    CHECK_NEAR(record.row[0].seconds, 1, 0);
    CHECK_NEAR(record.row[0].valid_traces, 20, 0);
    CHECK_NEAR(record.row[1].mean_input, 9, 0);
    CHECK_NEAR(record.last.trials, 200, 0);
    CHECK_NEAR(record.last.seconds, 2.5, 0);
    CHECK_NEAR(record.last.mean_trace, 7.25, 0);
    CHECK_NEAR(record.trials_per_second, 99.5, 0);
    CHECK_NEAR(record.stability, 0.985, 1e-12);
    CHECK(record.traces_exact);
    CHECK_EQ_U64(record.branch_count, 2);
    CHECK_EQ_U64(record.branch[0].valid, 30);
    CHECK_EQ_U64(record.branch[1].all, 5);
    CHECK_EQ_STR(record.program_hash, "00ff");
    bd__record_clear(&record);
    bd__text_clear(&why);
}

TEST(the_clock_is_linear_between_rows)
{
    struct bd__record record;
    struct bd__text why = {0};
    write_run("clock");
    REQUIRE(bd__record_read_timing(&record, scratch("clock"), &why));
    CHECK_NEAR(bd__record_seconds_at(&record, 0), 0, 0);
    CHECK_NEAR(bd__record_seconds_at(&record, 50), 0.5, 1e-12);
    CHECK_NEAR(bd__record_seconds_at(&record, 100), 1, 1e-12);
    CHECK_NEAR(bd__record_seconds_at(&record, 150), 1.75, 1e-12);
    CHECK_NEAR(bd__record_seconds_at(&record, 999), 2.5, 0);
    bd__record_clear(&record);
}

/* If NAME contains TEXT instead, the run is refused, and the reason is REASON. */
static void refused(const char *name, const char *text, const char *reason, int line)
{
    struct bd__record record;
    struct bd__text why = {0};
    char path[100];
    write_run("bad");
    snprintf(path, sizeof path, "bad/%s", name);
    if (text) {
        scratch_puts(scratch(path), text);
    } else {
        unlink(scratch(path));
    }
    test_check(!bd__record_read(&record, scratch("bad"), &why), __FILE__, line, "it is refused");
    bool said = strstr(bd__text_str(&why), reason) && strstr(bd__text_str(&why), name);
    test_check(said, __FILE__, line, reason);
    if (!said) { puts(bd__text_str(&why)); }
    bd__record_clear(&record);
    bd__text_clear(&why);
}
#define REFUSED(name, text, reason) refused(name, text, reason, __LINE__)

TEST(damage_is_told_with_file_and_line)
{
    char text[5000];
    REFUSED("fuzzer_stats", NULL, "No such file");
    REFUSED("fuzzer_stats", "", "there is no line 'execs_done'");
    REFUSED("fuzzer_stats", "execs_done : 1\nhalf", ":2: the file ends in the middle of a line");
    REFUSED("fuzzer_stats", "execs_done 5\n", ":1: there is no ':'");
    REFUSED("fuzzer_stats", "execs_done : many\n", ":1: 'many' is not a number");
    REFUSED("fuzzer_stats", "execs_done : -1\n", ":1: '-1' is not a number");
    REFUSED("fuzzer_stats", "b1 : inf\n", ":1: 'inf' is not a number");
    REFUSED("fuzzer_stats", "b1 : 1.7e308\n", ":1: '1.7e308' is not a number");
    REFUSED("fuzzer_stats", "b1 : 5e-324\n", ":1: '5e-324' is not a number");
    REFUSED("fuzzer_stats", "stability : 101%\n", ":1: '101%' is not a number");
    REFUSED("plot_data", NULL, "No such file");
    REFUSED("plot_data", "", "there is no header line");
    REFUSED("plot_data", HEADER, "it has no rows");
    REFUSED("plot_data", "# relative_time, valid\n", "there is no column total_execs");
    snprintf(text, sizeof text, "%s1, 2, 3\n", HEADER);
    REFUSED("plot_data", text, ":2: '' is not a number for valid");
    snprintf(text, sizeof text, "%s2e9, %s", HEADER, ROWS + 7);
    REFUSED("plot_data", text, ":2: '2e9' is not a number for relative_time");
    snprintf(text, sizeof text, "%s%.*s", HEADER, (int)(strchr(ROWS, '\n') + 1 - ROWS), ROWS);
    REFUSED("plot_data", text, "it ends with trial 100, but fuzzer_stats says 200");
    snprintf(text, sizeof text, "%s%s0.5%s", HEADER, ROWS, ROWS + 5);
    REFUSED("plot_data", text, ":4: time or trials go backwards");
    REFUSED("abundances", NULL, "No such file");
    REFUSED("abundances", "1\t2\n", ":1: expected a branch, its two counts and its place");
    REFUSED("abundances", "1\t60\t3\t1\t0\tm\n", "do not match the traces");
    REFUSED("abundances", "1\t20\t30\t1\t0\tm\n", "do not match the traces");
    REFUSED("abundances", "1\t20\t3\t1\t0\tm\n", "it has 1 branches, but fuzzer_stats says 2");
    REFUSED("setup.json", "{", "a key is missing");
}
