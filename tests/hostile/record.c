/* record.c: hostile run directories: fuzzer_stats, plot_data, abundances and setup.json in one input, each after a line
 *  @NAME. If it is accepted, it must be consistent: rows in order, the last with the figures, branches with their number.
 *
 * readers: src/store/record.c src/store/fuzzer_stats_read.c src/store/abundances.c src/store/setup_file.c src/store/lines.c src/base/json.c
 */
#include "store/record.h"

#include <errno.h>
#include <math.h>
#include <sys/stat.h>

#include "hostile.h"
#include "store/fuzzer_stats.h"

static const char *const files[] = {"fuzzer_stats", "plot_data", "abundances", "setup.json"};

struct figures {
    int64_t valid, invalid, limited, failures, discarded, traces, valid_traces, branches;
};

static int64_t trials_of(const struct figures *f)
{
    return f->valid + f->invalid + f->limited + f->failures + f->discarded;
}

/* A figure that must have this value; or something else. */
static void put_exactly(struct page *p, int64_t number)
{
    if (slips(p)) {
        put_number(p, "another", 0, 100);
    } else {
        putf(p, "%lld", (long long)number);
    }
}

/* What fits to the others; 0 for figures that no other depends on. */
static int64_t number_of(const struct figures *f, const char *name)
{
    const struct {
        const char *name;
        int64_t number;
    } known[] = {
        {"trials", trials_of(f)},    {"valid", f->valid},
        {"invalid", f->invalid},     {"limited", f->limited},
        {"failures", f->failures},   {"traces", f->traces},
        {"discarded", f->discarded}, {"valid_traces", f->valid_traces},
        {"b0", f->branches},         {"b1", f->branches},
        {"b2", f->branches},         {"mean_trace", 3},
        {"mean_input", 9},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].name, name) == 0) { return known[i].number; }
    }
    return 0;
}

static void put_stat(struct page *p, const char *key, int64_t number)
{
    if (slips(p)) { return; }
    if (slips(p)) { put_rubbish(p); }
    for (int twice = slips(p); twice >= 0; twice--) {
        putf(p, "%-18s%s", key, slips(p) ? " " : ": ");
        put_exactly(p, number);
        put(p, slips(p) ? "" : "\n");
    }
}

enum { FIRST = 2 }; /* of figures, after seconds and trials */

static void put_stats(struct page *p, const struct figures *f)
{
    for (size_t i = FIRST - 1; i < BD__RECORD_FIGURES; i++) {
        put_stat(p, bd__record_figure_list[i].key, number_of(f, bd__record_figure_list[i].name));
    }
    put_stat(p, "execs_per_sec", 100);
    static const char *const stability[] = {"100.00%", "unknown", "200%", "-1", "", "nan"};
    putf(p, "stability         : %s\n", stability[bd_pick(p->s, "stability", slips(p) ? 6 : 2)]);
    if (bd_flag(p->s, "approximate")) { put(p, "traces_exact      : no\n"); }
}

static void put_header(struct page *p)
{
    put(p, "# relative_time, total_execs");
    for (size_t i = FIRST; i < BD__RECORD_FIGURES; i++) { putf(p, ", %s", bd__record_figure_list[i].column); }
}

static void put_rows(struct page *p, const struct figures *f)
{
    if (slips(p)) {
        put(p, "# relative_time, valid");
    } else if (!slips(p)) {
        put_header(p);
    }
    put(p, slips(p) ? ", valid, b0\n" : "\n");
    size_t count = bd_count(p->s, "rows", 3, 50) + (slips(p) ? 0 : 1);
    for (size_t i = 1; i <= count; i++) {
        int64_t at = i == count ? trials_of(f) : trials_of(f) * (int64_t)i / (int64_t)count;
        putf(p, "%zu.%03zu, ", i, i);
        put_exactly(p, at);
        for (size_t k = FIRST; k < BD__RECORD_FIGURES; k++) {
            put(p, slips(p) ? "," : ", ");
            put_exactly(p, number_of(f, bd__record_figure_list[k].name));
        }
        if (slips(p)) { put_many(p, ',', 200); }
        put(p, slips(p) ? "" : "\n");
    }
}

static void put_branches(struct page *p, const struct figures *f)
{
    put(p, "# bediv-abundances 1\n# branch\tall\tvalid\tentry\toffset\tmodule\n");
    for (int64_t i = 0; i < f->branches; i++) {
        if (slips(p)) { continue; }
        putf(p, "%lld\t", (long long)i);
        put_number(p, "all", 0, f->traces);
        put(p, slips(p) ? " " : "\t0\t1\t0x10\t/some/where\n");
        if (slips(p)) { put_rubbish(p); }
    }
}

static void put_setup(struct page *p)
{
    put(p, slips(p) ? "" : "{\"format\": 1, \"program_hash\": \"");
    put(p, "0123456789abcdef");
    if (slips(p)) { put_rubbish(p); }
    put(p, slips(p) ? "" : "\",\n \"tuning\": {\"epsilon\": 0.2}");
    put(p, slips(p) ? "" : "}\n");
}

static void generate(struct bd_source *s, struct bd_out *out)
{
    struct page p = page_begin(s, out);
    struct figures f = {.valid = bd_int(s, "valid", 1, 1000000), .traces = bd_int(s, "traces", 0, 1000)};
    f.branches = (int64_t)bd_count(s, "branches", 4, 60);
    f.invalid = bd_int(s, "invalid", 0, 1000);
    f.limited = bd_int(s, "limited", 0, 100);
    f.valid_traces = f.traces;
    for (size_t i = 0; i < 4; i++) {
        if (slips(&p)) { continue; }
        putf(&p, "@%s\n", files[i]);
        i == 0 ? put_stats(&p, &f) : i == 1 ? put_rows(&p, &f) : i == 2 ? put_branches(&p, &f) : put_setup(&p);
    }
}

/* ---- target ---- */

static const char dir[] = "hostile-record"; /* in the working directory, which is the test's own */
enum { FIRST_FD = 100 };

/* Links to files in memory: nothing is ever written to a disk. */
static void *setup(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    mkdir(dir, 0755);
    for (int i = 0; i < 4; i++) {
        char path[64], place[64];
        snprintf(path, sizeof path, "%s/%s", dir, files[i]);
        snprintf(place, sizeof place, "/proc/self/fd/%d", FIRST_FD + i);
        if (symlink(place, path) != 0 && errno != EEXIST) { abort(); } /* an earlier worker may have made it */
    }
    return NULL;
}

static void write_files(const char *data, size_t size)
{
    const char *end = data + size;
    for (int i = 0; i < 4; i++) {
        char start[32];
        snprintf(start, sizeof start, "@%s\n", files[i]);
        const char *from = memmem(data, size, start, strlen(start));
        close(FIRST_FD + i); /* now there is no such file */
        if (!from) { continue; }
        from += strlen(start);
        const char *to = memmem(from, (size_t)(end - from), "\n@", 2);
        struct in_memory file = in_memory(from, (size_t)((to ? to + 1 : end) - from));
        dup2(file.fd, FIRST_FD + i);
        close(file.fd);
    }
}

static const char *problem_of(struct bd__record *r)
{
    if (!r->row_count) { return "it has no rows"; }
    for (size_t i = 0; i < r->row_count; i++) {
        const struct bd__record_figures *row = &r->row[i];
        if (i && (row->seconds < row[-1].seconds || row->trials < row[-1].trials)) { return "rows run backwards"; }
        for (size_t f = 0; f < BD__RECORD_FIGURES; f++) {
            double figure = bd__record_figure(row, f);
            if (!isfinite(figure) || figure < 0) { return "a figure is none"; }
        }
    }
    if (r->row[r->row_count - 1].trials != r->last.trials) { return "the last row is of another campaign"; }
    if ((double)r->branch_count != r->last.b0) { return "branches are missing"; }
    for (size_t i = 0; i < r->branch_count; i++) {
        if (r->branch[i].valid > r->branch[i].all) { return "more valid inputs than inputs cover a branch"; }
    }
    if (!isnan(r->stability) && !(r->stability >= 0 && r->stability <= 1)) { return "its stability is none"; }
    double half = bd__record_seconds_at(r, r->last.trials / 2);
    return half >= 0 && half <= r->last.seconds ? NULL : "a moment of it lies outside it";
}

/* "hostile-record/NAME:LINE: …", or without a line if the whole file is wrong. */
static bool names_its_place(const char *why)
{
    static const char *const of_the_whole[] = {"No such file",          "there is no line",   "it has",
                                               "it is not a text file", "there is no header", "Invalid argument"};
    for (size_t i = 0; i < 4; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/%s", dir, files[i]);
        if (names(why, path, true)) { return true; }
        for (size_t k = 0; k < sizeof of_the_whole / sizeof *of_the_whole; k++) {
            if (names(why, path, false) && strstr(why, of_the_whole[k])) { return true; }
        }
    }
    return false;
}

static enum bd_verdict run(const struct bd_input *in)
{
    struct bd__record record;
    struct bd__text why = {0};
    enum bd_verdict verdict = BD_VALID;
    write_files((const char *)in->data, in->size);
    if (bd__record_read(&record, dir, &why)) {
        const char *problem = problem_of(&record);
        if (problem) { verdict = wrong(problem); }
    } else {
        struct heard heard = {.count = why.size > 0};
        snprintf(heard.text, sizeof heard.text, "%s", bd__text_str(&why));
        verdict = refused(&heard, names_its_place(heard.text));
    }
    bd__record_clear(&record);
    bd__text_clear(&why);
    char value[16];
    if (bd__stats_value(dir, "execs_done", value, sizeof value) && !memchr(value, 0, sizeof value)) {
        verdict = wrong("a figure has no end");
    }
    (void)bd__stats_number(dir, "stability");
    return verdict;
}

BD_FUZZER(.name = "hostile-record", .generate = generate, .run = run, .setup = setup);
