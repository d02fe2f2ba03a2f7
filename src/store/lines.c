#include "store/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

bool bd__lines_refuse(struct bd__lines *lines, const char *format, ...)
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

bool bd__lines_open(struct bd__lines *lines, const char *dir, const char *name, struct bd__text *why)
{
    enum { LARGEST = 512 << 20 };
    *lines = (struct bd__lines){.why = why};
    size_t size;
    if (snprintf(lines->path, sizeof lines->path, "%s/%s", dir, name) >= (int)sizeof lines->path) {
        return bd__lines_refuse(lines, "the path is too long");
    }
    if (bd__file_read(lines->path, LARGEST, &lines->data, &size) != BD_OK) {
        return bd__lines_refuse(lines, "%s", bd__file_why());
    }
    lines->next = lines->data;
    lines->end = lines->data + size;
    if (memchr(lines->data, 0, size)) { return bd__lines_refuse(lines, "it is not a text file"); }
    return true;
}

char *bd__lines_next(struct bd__lines *lines)
{
    if (lines->next == lines->end) { return NULL; }
    char *line = lines->next, *newline = strchr(line, '\n');
    lines->number++;
    if (!newline) {
        lines->next = lines->end;
        bd__lines_refuse(lines, "the file ends in the middle of a line: it was cut short");
        return NULL;
    }
    *newline = 0;
    lines->next = newline + 1;
    return line;
}

void bd__lines_clear(struct bd__lines *lines)
{
    free(lines->data);
    lines->data = NULL;
}
