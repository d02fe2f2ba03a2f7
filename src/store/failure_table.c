#include "store/failure_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"

enum { LARGEST_FILE = 16 << 20, FIELDS = 6 };
static const char HEADER[] = "# signature\tkind\tseconds\ttrial\tcount\tpath\n";
/* A line that is there if not every example was looked at: printed and scanned by the same words. */
#define LOOKED_AT "# %zu of %zu examples were looked at"

void bd__failure_table_add(struct bd__failure_table *table, struct bd__failure_row row)
{
    table->row = bd__memory_grow(table->row, table->count, sizeof *table->row);
    table->row[table->count++] = row;
}

void bd__failure_table_put(struct bd__text *out, const struct bd__failure_table *table)
{
    bd__text_puts(out, HEADER);
    if (table->looked_at < table->examples) {
        bd__text_printf(out, LOOKED_AT ", those of each folder in turn\n", table->looked_at, table->examples);
    }
    for (size_t i = 0; i < table->count; i++) {
        const struct bd__failure_row *row = &table->row[i];
        bd__text_printf(out, "%s\t%s\t%.3f\t%.0f\t%.0f\t%s\n", row->signature, row->kind, row->seconds, row->trial,
                        row->count, row->path);
    }
}

static void read_comment(struct bd__failure_table *table, const char *line)
{
    size_t looked_at, examples;
    if (sscanf(line, LOOKED_AT, &looked_at, &examples) == 2 && looked_at < examples) {
        table->looked_at = looked_at;
        table->examples = examples;
    }
}

static bool read_number(const char *field, double *value)
{
    char *end;
    *value = strtod(field, &end);
    return end != field && !*end && isfinite(*value) && *value >= 0;
}

static bool read_row(struct bd__failure_table *table, char *line)
{
    char *field[FIELDS], *at = line;
    for (size_t i = 0; i < FIELDS; i++) {
        field[i] = strsep(&at, "\t");
        if (!field[i]) { return false; }
    }
    struct bd__failure_row row = {.signature = field[0], .kind = field[1], .path = field[5]};
    bool good =
        read_number(field[2], &row.seconds) && read_number(field[3], &row.trial) && read_number(field[4], &row.count);
    if (good) { bd__failure_table_add(table, row); }
    return good;
}

/* What is wrong with the file as a whole; NULL: nothing. */
static const char *damage_of(const char *data, size_t size)
{
    size_t first = strcspn(HEADER, "\t") + 1; /* the first column is enough to know it by */
    if (memchr(data, 0, size)) { return "it is not a text file"; }
    if (strncmp(data, HEADER, first) != 0) { return "there is no header line"; }
    return data[size - 1] == '\n' ? NULL : "the file ends in the middle of a line: it was cut short";
}

bool bd__failure_table_read(struct bd__failure_table *table, const char *path, struct bd__text *why)
{
    size_t size;
    *table = (struct bd__failure_table){0};
    if (bd__file_read(path, LARGEST_FILE, &table->data, &size) != BD_OK) {
        bd__text_printf(why, "%s: %s", path, bd__file_why());
        return false;
    }
    const char *damage = damage_of(table->data, size);
    if (damage) {
        bd__text_printf(why, "%s: %s", path, damage);
        return false;
    }
    char *rest = table->data, *line;
    for (unsigned number = 1; (line = strsep(&rest, "\n")); number++) {
        if (*line == '#') { read_comment(table, line); }
        if (!*line || *line == '#') { continue; }
        if (!read_row(table, line)) {
            bd__text_printf(why, "%s:%u: expected six fields: signature, kind, seconds, trial, count, input", path,
                            number);
            return false;
        }
    }
    return true;
}

void bd__failure_table_clear(struct bd__failure_table *table)
{
    free(table->row);
    free(table->data);
    *table = (struct bd__failure_table){0};
}

bool bd__failure_is_limit(const char *kind)
{
    static const char generator[] = "generator: ";
    if (strncmp(kind, generator, sizeof generator - 1) == 0) { kind += sizeof generator - 1; }
    static const struct {
        const char *signature;
        bool limit;
    } kinds[] = {
#define FAILURE(symbol, code, signature, words, detail, exit, limit) {signature, limit},
#include "trial/failure_kinds.def"
#undef FAILURE
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kind, kinds[i].signature) == 0) { return kinds[i].limit; }
    }
    return false;
}
