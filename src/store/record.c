#include "store/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "store/lines.h"

/* ---- abundances and setup.json --------------------------------------------------------------- */

static bool read_branch(struct bd__record *record, struct bd__lines *lines, const char *line)
{
    unsigned long long branch, all, valid;
    int size = 0;
    if (sscanf(line, "%20llu\t%20llu\t%20llu%n", &branch, &all, &valid, &size) != 3 || line[size] != '\t' ||
        strchr(line, '-') == line) {
        return bd__lines_refuse(lines, "expected a branch, its two counts and its place, found '%.40s'", line);
    }
    if (valid > all || (double)all > record->last.traces || (double)valid > record->last.valid_traces) {
        return bd__lines_refuse(lines, "the counts %llu and %llu do not match the traces in fuzzer_stats", all, valid);
    }
    record->branch[record->branch_count++] = (struct bd__abundance_count){all, valid};
    return true;
}

static bool read_abundances(struct bd__record *record, const char *dir, struct bd__text *why)
{
    struct bd__lines lines;
    bool good = bd__lines_open(&lines, dir, "abundances", why);
    for (char *line; good && (line = bd__lines_next(&lines));) {
        if (line[0] == '#') { continue; }
        record->branch = bd__memory_grow(record->branch, record->branch_count, sizeof *record->branch);
        good = read_branch(record, &lines, line);
    }
    if (good && !why->size && (double)record->branch_count != record->last.b0) {
        lines.number = 0;
        bd__lines_refuse(&lines, "it has %zu branches, but fuzzer_stats says %.0f", record->branch_count,
                         record->last.b0);
    }
    bd__lines_clear(&lines);
    return !why->size;
}

static void note_setup(void *user, const char *path, const char *value)
{
    struct bd__record *record = user;
    if (strcmp(path, "program_hash") == 0) { snprintf(record->program_hash, sizeof record->program_hash, "%s", value); }
}

static bool read_setup(struct bd__record *record, const char *dir, struct bd__text *why)
{
    struct bd__lines lines;
    if (bd__lines_open(&lines, dir, "setup.json", why)) {
        size_t size = (size_t)(lines.end - lines.data);
        const char *error = bd__json_walk(lines.data, size, note_setup, record);
        lines.number = error ? bd__json_line(lines.data, size) : 0;
        if (error) { bd__lines_refuse(&lines, "%s", error); }
    }
    bd__lines_clear(&lines);
    return !why->size;
}

/* ---- The whole ------------------------------------------------------------------------------- */

bool bd__record_read_timing(struct bd__record *record, const char *dir, struct bd__text *why)
{
    *record = (struct bd__record){0};
    why->size = 0;
    return bd__record_read_stats(record, dir, why) && bd__record_read_rows(record, dir, why);
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
