/* abundances.c: c(b) of every covered branch, and where the branch is: one line each. rundir.h declares the writer, record.h
 * the reader. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "store/lines.h"
#include "store/record.h"
#include "store/saving.h"

#define HEADER "# bediv-abundances %d\n# branch\tall\tvalid\tentry\toffset\tmodule\n"

/* ---- writing --------------------------------------------------------------------------------- */

void bd__rundir_save_abundances(struct bd__rundir *dir, const struct bd__abundance *abundance, size_t branch_span,
                                bd__rundir_locate *locate)
{
    struct bd__text text = {0};
    bd__text_printf(&text, HEADER, BD__RUNDIR_VERSION);
    for (uint32_t b = 0; b < branch_span; b++) {
        const struct bd__abundance_count *count = &abundance->branch[b];
        const char *module = "?";
        uint64_t offset = 0;
        bool entry = false;
        if (!count->all && !count->valid) { continue; }
        locate(b, &module, &offset, &entry);
        bd__text_printf(&text, "%u\t%llu\t%llu\t%d\t0x%llx\t%s\n", b, (unsigned long long)count->all,
                        (unsigned long long)count->valid, entry, (unsigned long long)offset, module);
    }
    bd__saving_save(dir, BD__ABUNDANCES_FILE, bd__text_str(&text), text.size);
    bd__text_clear(&text);
}

/* ---- reading --------------------------------------------------------------------------------- */

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

bool bd__record_read_abundances(struct bd__record *record, const char *dir, struct bd__text *why)
{
    struct bd__lines lines;
    bool good = bd__lines_open(&lines, dir, BD__ABUNDANCES_FILE, why);
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
