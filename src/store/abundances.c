/* abundances.c: c(b) of every covered branch, and where the branch is: one line each. rundir.h declares the writer, record.h
 * the reader. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "store/lines.h"
#include "store/record.h"
#include "store/saving.h"

#define HEADER "# bediv-abundances %d\n# branch\tall\tvalid\tentry\tleft_out\toffset\tmodule\n"

/* ---- writing --------------------------------------------------------------------------------- */

void bd__rundir_save_abundances(struct bd__rundir *dir, const struct bd__abundance_list *list)
{
    struct bd__text text = {0};
    size_t next_left_out = 0;
    bd__text_printf(&text, HEADER, BD__RUNDIR_VERSION);
    for (uint32_t b = 0; b < list->branch_span; b++) {
        const struct bd__abundance_count *count = &list->abundance->branch[b];
        const char *module = "?";
        uint64_t offset = 0;
        bool entry = false;
        bool left_out = next_left_out < list->left_out_count && list->left_out[next_left_out] == b;
        next_left_out += left_out;
        if (!count->all && !count->valid && !left_out) { continue; }
        list->locate(list->user, b, &module, &offset, &entry);
        bd__text_printf(&text, "%u\t%llu\t%llu\t%d\t%d\t0x%llx\t%s\n", b, (unsigned long long)count->all,
                        (unsigned long long)count->valid, entry, left_out, (unsigned long long)offset, module);
    }
    bd__saving_save(dir, BD__ABUNDANCES_FILE, bd__text_str(&text), text.size);
    bd__text_clear(&text);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* One line of the file. */
struct abundance_row {
    unsigned long long branch, all, valid;
    bool left_out;
};

static bool read_row(struct abundance_row *row, const char *line)
{
    char entry, left_out;
    int size = 0;
    bool good = sscanf(line, "%20llu\t%20llu\t%20llu\t%c\t%c%n", &row->branch, &row->all, &row->valid, &entry,
                       &left_out, &size) == 5 &&
                line[size] == '\t' && strchr(line, '-') != line;
    row->left_out = good && left_out == '1';
    return good;
}

static bool read_branch(struct bd__record *record, struct bd__lines *lines, const char *line)
{
    struct abundance_row row;
    if (!read_row(&row, line)) {
        return bd__lines_refuse(lines, "expected a branch, its two counts and its place, found '%.40s'", line);
    }
    if (row.valid > row.all || (double)row.all > record->last.traces || (double)row.valid > record->last.valid_traces) {
        return bd__lines_refuse(lines, "the counts %llu and %llu do not match the traces in fuzzer_stats", row.all,
                                row.valid);
    }
    if (!row.all) { return true; } /* it is left out of traces */
    record->branch = bd__memory_grow(record->branch, record->branch_count, sizeof *record->branch);
    record->branch[record->branch_count++] = (struct bd__abundance_count){row.all, row.valid};
    return true;
}

bool bd__record_read_abundances(struct bd__record *record, const char *dir, struct bd__text *why)
{
    struct bd__lines lines;
    bool good = bd__lines_open(&lines, dir, BD__ABUNDANCES_FILE, why);
    for (char *line; good && (line = bd__lines_next(&lines));) {
        if (line[0] == '#') { continue; }
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

void bd__rundir_left_out(const char *path, void (*each)(void *user, uint32_t branch), void *user)
{
    struct bd__lines lines;
    struct bd__text why = {0};
    if (bd__lines_open(&lines, path, BD__ABUNDANCES_FILE, &why)) {
        for (char *line; (line = bd__lines_next(&lines));) {
            struct abundance_row row;
            if (line[0] != '#' && read_row(&row, line) && row.left_out && row.branch < UINT32_MAX) {
                each(user, (uint32_t)row.branch);
            }
        }
    }
    bd__lines_clear(&lines);
    bd__text_clear(&why);
}
