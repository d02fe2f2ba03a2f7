#include "store/record.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"

static const struct {
    const char *column, *key;
} figures[] = {{"relative_time", NULL}, /* run_time is rounded to seconds */
#define X(field, column, key) {column, key},
               BD__RECORD_FIGURES(X)
#undef X
};
enum { FIGURES = sizeof figures / sizeof *figures, COLUMNS = 128 };

static double *figure_of(struct bd__record_figures *of, size_t figure)
{
    double *const place[FIGURES] = {&of->seconds,
#define X(field, column, key) &of->field,
                                    BD__RECORD_FIGURES(X)
#undef X
    };
    return place[figure];
}

/* ---- A file, line by line -------------------------------------------------------------------- */

struct lines {
    char path[PATH_MAX];
    char *data, *next, *end; /* data: owned */
    unsigned number;         /* of the line */
    struct bd__text *why;
};

static bool refuse(struct lines *lines, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool refuse(struct lines *lines, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    bd__text_printf(lines->why, "%s", lines->path);
    if (lines->number) { bd__text_printf(lines->why, ":%u", lines->number); }
    bd__text_puts(lines->why, ": ");
    bd__text_vprintf(lines->why, format, args);
    va_end(args);
    return false;
}

static bool open_lines(struct lines *lines, const char *dir, const char *name, struct bd__text *why)
{
    enum { LARGEST = 512 << 20 };
    *lines = (struct lines){.why = why};
    size_t size;
    if (snprintf(lines->path, sizeof lines->path, "%s/%s", dir, name) >= (int)sizeof lines->path) {
        return refuse(lines, "the path is too long");
    }
    if (bd__file_read(lines->path, LARGEST, &lines->data, &size) != BD_OK) {
        return refuse(lines, "%s", bd__file_why());
    }
    lines->next = lines->data;
    lines->end = lines->data + size;
    if (memchr(lines->data, 0, size)) { return refuse(lines, "it is not a text file"); }
    return true;
}

/* The next line, without its end; NULL after the last. One that is not ended was cut short: it is refused. */
static char *next_line(struct lines *lines)
{
    if (lines->next == lines->end) { return NULL; }
    char *line = lines->next, *newline = strchr(line, '\n');
    lines->number++;
    if (!newline) {
        lines->next = lines->end;
        refuse(lines, "the file ends in the middle of a line: it was cut short");
        return NULL;
    }
    *newline = 0;
    lines->next = newline + 1;
    return line;
}

/* Figures are counts, means and times with a few decimals: what lies beyond these was not written by a campaign, and
 * whoever computes with it (the axes of a chart, say) need not be prepared for it. */
static const double LEAST = 1e-6, MOST = 9007199254740992 /* 2^53 */, MOST_SECONDS = 1e9;

/* A figure: 0, or from LEAST to MOST. A '%' behind it is left out. */
static bool read_number(const char *text, double most, double *number)
{
    char *end;
    *number = strtod(text, &end);
    if (end == text) { return false; }
    while (*end == ' ' || *end == '%') { end++; }
    return *end == 0 && (*number == 0 || (*number >= LEAST && *number <= most));
}

/* ---- plot_data ------------------------------------------------------------------------------- */

/* Splits LINE at commas; returns the number of fields, whose leading blanks are gone. */
static size_t split(char *line, char *field[COLUMNS])
{
    size_t count = 0;
    for (char *at = line; at && count < COLUMNS;) {
        char *comma = strchr(at, ',');
        if (comma) { *comma = 0; }
        field[count++] = at + strspn(at, " ");
        at = comma ? comma + 1 : NULL;
    }
    return count;
}

static bool read_header(struct lines *lines, size_t place[FIGURES])
{
    char *line = next_line(lines), *field[COLUMNS];
    if (!line || line[0] != '#') { return lines->why->size ? false : refuse(lines, "there is no header line"); }
    size_t count = split(line + 1, field);
    for (size_t f = 0; f < FIGURES; f++) {
        place[f] = COLUMNS;
        for (size_t i = 0; i < count; i++) {
            if (strcmp(field[i], figures[f].column) != 0) { continue; }
            if (place[f] != COLUMNS) { return refuse(lines, "column %s occurs twice", field[i]); }
            place[f] = i;
        }
        if (place[f] == COLUMNS) { return refuse(lines, "there is no column %s", figures[f].column); }
    }
    return true;
}

static bool read_row(struct bd__record *record, struct lines *lines, char *line, const size_t place[FIGURES])
{
    char *field[COLUMNS];
    size_t count = split(line, field);
    struct bd__record_figures *row = &record->row[record->row_count];
    *row = (struct bd__record_figures){0};
    for (size_t f = 0; f < FIGURES; f++) {
        const char *text = place[f] < count ? field[place[f]] : "";
        if (!read_number(text, f == 0 ? MOST_SECONDS : MOST, figure_of(row, f))) {
            return refuse(lines, "'%.40s' is not a number for %s", text, figures[f].column);
        }
    }
    if (record->row_count && (row->seconds < row[-1].seconds || row->trials < row[-1].trials)) {
        return refuse(lines, "time or trials go backwards");
    }
    record->row_count++;
    return true;
}

static bool read_rows(struct bd__record *record, const char *dir, struct bd__text *why)
{
    struct lines lines;
    size_t place[FIGURES] = {0};
    bool good = open_lines(&lines, dir, "plot_data", why) && read_header(&lines, place);
    for (char *line; good && (line = next_line(&lines));) {
        record->row = bd__memory_grow(record->row, record->row_count, sizeof *record->row);
        good = read_row(record, &lines, line, place);
    }
    if (good && record->row_count == 0) { good = refuse(&lines, "it has no rows"); }
    if (good && record->row_count > 0 && !why->size) {
        const struct bd__record_figures *end = &record->row[record->row_count - 1];
        record->last.seconds = end->seconds;
        if (end->trials != record->last.trials) {
            refuse(&lines, "it ends with trial %.0f, but fuzzer_stats says %.0f", end->trials, record->last.trials);
        }
    }
    free(lines.data);
    return !why->size;
}

/* ---- fuzzer_stats ---------------------------------------------------------------------------- */

static bool read_stat(struct bd__record *record, struct lines *lines, const char *key, const char *value, bool *have)
{
    for (size_t f = 0; f < FIGURES; f++) {
        if (!figures[f].key || strcmp(key, figures[f].key) != 0) { continue; }
        if (have[f]) { return refuse(lines, "%s occurs twice", key); }
        if (!read_number(value, MOST, figure_of(&record->last, f))) {
            return refuse(lines, "'%.40s' is not a number", value);
        }
        have[f] = true;
    }
    if (strcmp(key, "execs_per_sec") == 0 && !read_number(value, MOST, &record->trials_per_second)) {
        return refuse(lines, "'%.40s' is not a number", value);
    }
    if (strcmp(key, "stability") == 0) {
        record->stability = NAN;
        if (strcmp(value, "unknown") != 0) {
            if (!read_number(value, 100, &record->stability)) {
                return refuse(lines, "'%.40s' is not a number", value);
            }
            record->stability /= 100;
        }
    }
    if (strcmp(key, "traces_exact") == 0) { record->traces_exact = strcmp(value, "no") != 0; }
    return true;
}

static bool read_stats(struct bd__record *record, const char *dir, struct bd__text *why)
{
    struct lines lines;
    bool have[FIGURES] = {false};
    bool good = open_lines(&lines, dir, "fuzzer_stats", why);
    record->stability = NAN;
    record->traces_exact = true;
    for (char *line; good && (line = next_line(&lines));) {
        char *colon = strchr(line, ':');
        if (!colon) {
            good = refuse(&lines, "there is no ':'");
            break;
        }
        char *end = colon;
        while (end > line && end[-1] == ' ') { end--; }
        *end = 0;
        good = read_stat(record, &lines, line, colon + 1 + strspn(colon + 1, " "), have);
    }
    lines.number = 0;
    for (size_t f = 0; good && !why->size && f < FIGURES; f++) {
        if (figures[f].key && !have[f]) { good = refuse(&lines, "there is no line '%s'", figures[f].key); }
    }
    free(lines.data);
    return !why->size;
}

/* ---- abundances and setup.json --------------------------------------------------------------- */

static bool read_branch(struct bd__record *record, struct lines *lines, const char *line)
{
    unsigned long long branch, all, valid;
    int size = 0;
    if (sscanf(line, "%20llu\t%20llu\t%20llu%n", &branch, &all, &valid, &size) != 3 || line[size] != '\t' ||
        strchr(line, '-') == line) {
        return refuse(lines, "expected a branch, its two counts and its place, found '%.40s'", line);
    }
    if (valid > all || (double)all > record->last.traces || (double)valid > record->last.valid_traces) {
        return refuse(lines, "the counts %llu and %llu do not match the traces in fuzzer_stats", all, valid);
    }
    record->branch[record->branch_count++] = (struct bd__abundance_count){all, valid};
    return true;
}

static bool read_abundances(struct bd__record *record, const char *dir, struct bd__text *why)
{
    struct lines lines;
    bool good = open_lines(&lines, dir, "abundances", why);
    for (char *line; good && (line = next_line(&lines));) {
        if (line[0] == '#') { continue; }
        record->branch = bd__memory_grow(record->branch, record->branch_count, sizeof *record->branch);
        good = read_branch(record, &lines, line);
    }
    if (good && !why->size && (double)record->branch_count != record->last.b0) {
        lines.number = 0;
        refuse(&lines, "it has %zu branches, but fuzzer_stats says %.0f", record->branch_count, record->last.b0);
    }
    free(lines.data);
    return !why->size;
}

static void note_setup(void *user, const char *path, const char *value)
{
    struct bd__record *record = user;
    if (strcmp(path, "program_hash") == 0) { snprintf(record->program_hash, sizeof record->program_hash, "%s", value); }
}

static bool read_setup(struct bd__record *record, const char *dir, struct bd__text *why)
{
    struct lines lines;
    if (open_lines(&lines, dir, "setup.json", why)) {
        size_t size = (size_t)(lines.end - lines.data);
        const char *error = bd__json_walk(lines.data, size, note_setup, record);
        lines.number = error ? bd__json_line(lines.data, size) : 0;
        if (error) { refuse(&lines, "%s", error); }
    }
    free(lines.data);
    return !why->size;
}

/* ---- The whole ------------------------------------------------------------------------------- */

bool bd__record_read_timing(struct bd__record *record, const char *dir, struct bd__text *why)
{
    *record = (struct bd__record){0};
    why->size = 0;
    return read_stats(record, dir, why) && read_rows(record, dir, why);
}

bool bd__record_read(struct bd__record *record, const char *dir, struct bd__text *why)
{
    return bd__record_read_timing(record, dir, why) && read_setup(record, dir, why) &&
           read_abundances(record, dir, why);
}

void bd__record_clear(struct bd__record *record)
{
    free(record->row);
    free(record->branch);
    *record = (struct bd__record){0};
}

double bd__record_seconds_at(const struct bd__record *record, double trial)
{
    double before_trial = 0, before_seconds = 0;
    for (size_t i = 0; i < record->row_count; i++) {
        const struct bd__record_figures *row = &record->row[i];
        if (trial <= row->trials) {
            double step = row->trials - before_trial;
            double share = step > 0 ? (trial - before_trial) / step : 1;
            return before_seconds + share * (row->seconds - before_seconds);
        }
        before_trial = row->trials;
        before_seconds = row->seconds;
    }
    return before_seconds;
}
