#include "store/readback.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

enum { STATS_LIMIT = 1 << 20 };

static const char *next_line(const char *at)
{
    const char *end = strchr(at, '\n');
    return end ? end + 1 : NULL;
}

bool bd__readback_figure(const char *dir, const char *key, char *value, size_t room)
{
    char path[PATH_MAX], *text;
    size_t size, length = strlen(key);
    bool found = false;
    snprintf(path, sizeof path, "%s/fuzzer_stats", dir);
    if (bd__file_read(path, STATS_LIMIT, &text, &size) != BD_OK) { return false; }
    for (const char *line = text; line && !found; line = next_line(line)) {
        const char *colon = line + strcspn(line, ":\n");
        found = strncmp(line, key, length) == 0 && strspn(line + length, " ") == (size_t)(colon - line) - length &&
                *colon == ':';
        if (found) {
            const char *start = colon + 1 + strspn(colon + 1, " ");
            snprintf(value, room, "%.*s", (int)strcspn(start, "\n"), start);
        }
    }
    free(text);
    return found;
}

double bd__readback_number(const char *dir, const char *key)
{
    char value[64];
    return bd__readback_figure(dir, key, value, sizeof value) ? strtod(value, NULL) : 0;
}
