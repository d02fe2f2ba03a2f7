/* fuzzer_stats_read.c: plot_data and fuzzer_stats, read back as fuzzer_stats.c writes them. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/fuzzer_stats.h"
#include "store/lines.h"
#include "store/record.h"

const struct bd__record_figure bd__record_figure_list[BD__RECORD_FIGURES] = {
    {"seconds", "relative_time", "", offsetof(struct bd__record_figures, seconds)}, /* run_time is rounded to seconds */
#define NEEDED(name, column, key) {#name, column, key, offsetof(struct bd__record_figures, name)},
#define UNUSED(name, column, key)
#define LINE(name, place, column, whose, key, json_place, json, reports) reports(name, column, key)
#define BD_FIGURE(type, field, ...) LINE(field, __VA_ARGS__)
#define BD_DIVERSITY(name, member, type, ...) LINE(name, __VA_ARGS__)
#define BD_PROGRESS(type, field, ...) LINE(field, __VA_ARGS__)
#include <bediv/figures.def>
};
static const struct bd__record_figure *const figures = bd__record_figure_list;
enum { FIGURES = BD__RECORD_FIGURES, COLUMNS = 128 };

static double *figure_of(struct bd__record_figures *of, size_t figure)
{
    return (double *)((char *)of + figures[figure].at);
}

double bd__record_figure(const struct bd__record_figures *of, size_t figure)
{
    return *(const double *)((const char *)of + figures[figure].at);
}

/* Figures are counts, means and times with a few decimals: what lies beyond these was not written by a campaign, and
 * whoever computes with it (the axes of a chart, say) need not be prepared for it. */
static const double LEAST = 1e-6, MOST = 9007199254740992 /* 2^53 */, MOST_SECONDS = 1e9;

/* A figure: 0, or from LEAST to MOST. A '%' after it is ignored. */
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

static bool read_header(struct bd__lines *lines, size_t place[FIGURES])
{
    char *line = bd__lines_next(lines), *field[COLUMNS];
    if (!line || line[0] != '#') {
        return lines->why->size ? false : bd__lines_refuse(lines, "there is no header line");
    }
    size_t count = split(line + 1, field);
    for (size_t f = 0; f < FIGURES; f++) {
        place[f] = COLUMNS;
        for (size_t i = 0; i < count; i++) {
            if (strcmp(field[i], figures[f].column) != 0) { continue; }
            if (place[f] != COLUMNS) { return bd__lines_refuse(lines, "column %s occurs twice", field[i]); }
            place[f] = i;
        }
        if (place[f] == COLUMNS) { return bd__lines_refuse(lines, "there is no column %s", figures[f].column); }
    }
    return true;
}

static bool read_row(struct bd__record *record, struct bd__lines *lines, char *line, const size_t place[FIGURES])
{
    char *field[COLUMNS];
    size_t count = split(line, field);
    struct bd__record_figures *row = &record->row[record->row_count];
    *row = (struct bd__record_figures){0};
    for (size_t f = 0; f < FIGURES; f++) {
        const char *text = place[f] < count ? field[place[f]] : "";
        if (!read_number(text, f == 0 ? MOST_SECONDS : MOST, figure_of(row, f))) {
            return bd__lines_refuse(lines, "'%.40s' is not a number for %s", text, figures[f].column);
        }
    }
    if (record->row_count && (row->seconds < row[-1].seconds || row->trials < row[-1].trials)) {
        return bd__lines_refuse(lines, "time or trials go backwards");
    }
    record->row_count++;
    return true;
}

bool bd__record_read_rows(struct bd__record *record, const char *dir, struct bd__text *why)
{
    struct bd__lines lines;
    size_t place[FIGURES] = {0};
    bool good = bd__lines_open(&lines, dir, "plot_data", why) && read_header(&lines, place);
    for (char *line; good && (line = bd__lines_next(&lines));) {
        record->row = bd__memory_grow(record->row, record->row_count, sizeof *record->row);
        good = read_row(record, &lines, line, place);
    }
    if (good && record->row_count == 0) { good = bd__lines_refuse(&lines, "it has no rows"); }
    if (good && record->row_count > 0 && !why->size) {
        const struct bd__record_figures *end = &record->row[record->row_count - 1];
        record->last.seconds = end->seconds;
        if (end->trials != record->last.trials) {
            bd__lines_refuse(&lines, "it ends with trial %.0f, but fuzzer_stats says %.0f", end->trials,
                             record->last.trials);
        }
    }
    bd__lines_clear(&lines);
    return !why->size;
}

/* ---- fuzzer_stats ---------------------------------------------------------------------------- */

/* Splits LINE at its ':', and returns the value. NULL if there is no ':'. The key is what LINE is then. */
static const char *split_stat(char *line)
{
    char *colon = strchr(line, ':'), *end = colon;
    if (!colon) { return NULL; }
    while (end > line && end[-1] == ' ') { end--; }
    *end = 0;
    return colon + 1 + strspn(colon + 1, " ");
}

static bool read_stat(struct bd__record *record, struct bd__lines *lines, const char *key, const char *value,
                      bool *have)
{
    for (size_t f = 0; f < FIGURES; f++) {
        if (!*figures[f].key || strcmp(key, figures[f].key) != 0) { continue; }
        if (have[f]) { return bd__lines_refuse(lines, "%s occurs twice", key); }
        if (!read_number(value, MOST, figure_of(&record->last, f))) {
            return bd__lines_refuse(lines, "'%.40s' is not a number", value);
        }
        have[f] = true;
    }
    if (strcmp(key, "execs_per_sec") == 0 && !read_number(value, MOST, &record->trials_per_second)) {
        return bd__lines_refuse(lines, "'%.40s' is not a number", value);
    }
    if (strcmp(key, "stability") == 0) {
        record->stability = NAN;
        if (strcmp(value, "unknown") != 0) {
            if (!read_number(value, 100, &record->stability)) {
                return bd__lines_refuse(lines, "'%.40s' is not a number", value);
            }
            record->stability /= 100;
        }
    }
    if (strcmp(key, "traces_exact") == 0) { record->traces_exact = strcmp(value, "no") != 0; }
    return true;
}

bool bd__record_read_stats(struct bd__record *record, const char *dir, struct bd__text *why)
{
    struct bd__lines lines;
    bool have[FIGURES] = {false};
    bool good = bd__lines_open(&lines, dir, "fuzzer_stats", why);
    record->stability = NAN;
    record->traces_exact = true;
    for (char *line; good && (line = bd__lines_next(&lines));) {
        const char *value = split_stat(line);
        good = value ? read_stat(record, &lines, line, value, have) : bd__lines_refuse(&lines, "there is no ':'");
    }
    lines.number = 0;
    for (size_t f = 0; good && !why->size && f < FIGURES; f++) {
        if (*figures[f].key && !have[f]) { good = bd__lines_refuse(&lines, "there is no line '%s'", figures[f].key); }
    }
    bd__lines_clear(&lines);
    return !why->size;
}

bool bd__stats_value(const char *dir, const char *key, char *value, size_t room)
{
    struct bd__text why = {0};
    struct bd__lines lines;
    bool found = false;
    if (bd__lines_open(&lines, dir, "fuzzer_stats", &why)) {
        for (char *line; !found && (line = bd__lines_next(&lines));) {
            const char *text = split_stat(line);
            found = text && strcmp(line, key) == 0;
            if (found) { snprintf(value, room, "%s", text); }
        }
    }
    bd__lines_clear(&lines);
    bd__text_clear(&why);
    return found;
}

double bd__stats_number(const char *dir, const char *key)
{
    char value[64];
    return bd__stats_value(dir, key, value, sizeof value) ? strtod(value, NULL) : 0;
}
