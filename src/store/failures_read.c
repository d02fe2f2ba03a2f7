/* failures_read.c: reads the folders of failures. They may come from anywhere: a damaged one is reported by name. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"
#include "store/failure_file.h"

enum { LARGEST_FILE = 4 << 20 };

bool bd__failures_is_folder(const char *path)
{
    char file[PATH_MAX];
    struct stat info;
    return snprintf(file, sizeof file, "%s/" BD__FAILURE_FILE, path) < (int)sizeof file && stat(file, &info) == 0 &&
           S_ISREG(info.st_mode);
}

bool bd__failures_read_folder(struct bd__distinct *distinct, const char *path, struct bd__text *problems)
{
    char file[PATH_MAX], *text;
    size_t size, length = strlen(path);
    *distinct = (struct bd__distinct){0};
    if (snprintf(file, sizeof file, "%s/" BD__FAILURE_FILE, path) >= (int)sizeof file ||
        bd__file_read(file, LARGEST_FILE, &text, &size) != BD_OK) {
        bd__text_printf(problems, "cannot read %s/" BD__FAILURE_FILE ": %s\n", path, bd__file_why());
        return false;
    }
    while (length > 1 && path[length - 1] == '/') { length--; }
    const char *name = path + length;
    while (name > path && name[-1] != '/') { name--; }
    snprintf(distinct->name, sizeof distinct->name, "%.*s", (int)(path + length - name), name);
    const char *wrong = bd__failure_file_parse(distinct, text, size);
    if (wrong) {
        bd__text_printf(problems, "%s is damaged: %s\n", file, wrong);
        bd__distinct_clear(distinct);
    }
    free(text);
    return !wrong;
}

static int by_first_trial(const void *a, const void *b)
{
    const struct bd__distinct *x = a, *y = b;
    if (x->first_trial != y->first_trial) { return x->first_trial < y->first_trial ? -1 : 1; }
    return strcmp(x->name, y->name);
}

bool bd__failures_read(struct bd__failures *failures, const char *dir, struct bd__text *problems)
{
    char path[PATH_MAX];
    *failures = (struct bd__failures){0};
    snprintf(path, sizeof path, "%s/failures", dir);
    DIR *folder = opendir(path);
    if (!folder) {
        bd__text_printf(problems, "cannot read %s: %s; name a run directory\n", path, bd__file_why());
        return false;
    }
    for (struct dirent *entry; (entry = readdir(folder));) {
        struct bd__distinct one;
        if (entry->d_name[0] == '.') { continue; }
        if (snprintf(path, sizeof path, "%s/failures/%s", dir, entry->d_name) >= (int)sizeof path) { continue; }
        if (!bd__failures_is_folder(path) || !bd__failures_read_folder(&one, path, problems)) { continue; }
        failures->one = bd__memory_grow(failures->one, failures->count, sizeof one);
        failures->one[failures->count++] = one;
    }
    closedir(folder);
    if (failures->count) { qsort(failures->one, failures->count, sizeof *failures->one, by_first_trial); }
    return true;
}

void bd__failures_clear(struct bd__failures *failures)
{
    for (size_t i = 0; i < failures->count; i++) { bd__distinct_clear(&failures->one[i]); }
    free(failures->one);
    *failures = (struct bd__failures){0};
}
