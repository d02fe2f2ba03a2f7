#include "store/branch_names.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/lines.h"

static const char FIRST_LINE[] = "bediv-names 1";

/* Cuts the first field off LINE, which then begins with the rest. A field ends at a tab, or with the line. */
static char *cut_field(char **line)
{
    char *field = *line, *end = field + strcspn(field, "\t");
    *line = *end ? end + 1 : end;
    *end = 0;
    return field;
}

/* Names are shown to people, on terminals, too. */
static const char *without_controls(char *name)
{
    for (char *c = name; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f) { *c = ' '; }
    }
    return name;
}

static bool read_number(const char *text, uint32_t most, uint32_t *number)
{
    char *end;
    unsigned long long value = strtoull(text, &end, 10);
    *number = (uint32_t)value;
    return *text >= '0' && *text <= '9' && !*end && value <= most;
}

/* A line that is neither a unit nor a function. AT has where it is. */
static bool read_branch(struct bd__branch_names *names, struct bd__lines *lines, char *line, size_t most,
                        const struct bd__branch_name *at)
{
    uint32_t number;
    struct bd__branch_name branch = *at;
    const char *first = cut_field(&line);
    if (!read_number(first, UINT32_MAX, &number) || !read_number(line, INT32_MAX, &branch.line)) {
        return bd__lines_refuse(lines, "expected class, method, or the number of a branch and its line");
    }
    if (number != names->count) {
        return bd__lines_refuse(lines, "branch %u comes after %zu branches: numbers rise by one from 0", number,
                                names->count);
    }
    if (names->count == most) { return bd__lines_refuse(lines, "there are only %zu branches", most); }
    names->branch = bd__memory_grow(names->branch, names->count, sizeof *names->branch);
    names->branch[names->count++] = branch;
    return true;
}

static bool read_lines(struct bd__branch_names *names, struct bd__lines *lines, size_t most)
{
    struct bd__branch_name at = {.unit = "?", .function = "?", .file = "?"};
    char *line = bd__lines_next(lines);
    if (!line || strcmp(line, FIRST_LINE) != 0) {
        return bd__lines_refuse(lines, "it does not begin with %s", FIRST_LINE);
    }
    while ((line = bd__lines_next(lines))) {
        char *rest = line;
        if (strncmp(line, "class\t", 6) == 0) {
            cut_field(&rest);
            at = (struct bd__branch_name){.unit = without_controls(cut_field(&rest)), .function = "?"};
            at.file = without_controls(rest);
        } else if (strncmp(line, "method\t", 7) == 0) {
            cut_field(&rest);
            at.function = without_controls(rest);
        } else if (!read_branch(names, lines, line, most, &at)) {
            return false;
        }
    }
    return !lines->why->size;
}

bool bd__branch_names_read(struct bd__branch_names *names, const char *path, size_t most, struct bd__text *why)
{
    char folder[PATH_MAX];
    struct bd__lines lines;
    const char *slash = strrchr(path, '/');
    *names = (struct bd__branch_names){0};
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
    bool good = bd__lines_open(&lines, folder, slash ? slash + 1 : path, why) && read_lines(names, &lines, most);
    names->text = lines.data;
    if (!good) { bd__branch_names_clear(names); }
    return good;
}

void bd__branch_names_clear(struct bd__branch_names *names)
{
    free(names->branch);
    free(names->text);
    *names = (struct bd__branch_names){0};
}

void bd__branch_names_put(struct bd__text *out, const struct bd__branch_names *names, size_t branch)
{
    if (branch >= names->count) { return; }
    const struct bd__branch_name *b = &names->branch[branch];
    bd__text_printf(out, "%s.%s (%s:%u)", b->unit, b->function, *b->file ? b->file : "?", b->line);
}
