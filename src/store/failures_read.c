/* failures_read.c: failures' folders, read back. They may come from anywhere: a file that is damaged is told by its name,
 * and nothing in it is trusted further than its type. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "store/failures.h"

enum { JSON_LIMIT = 4 << 20, FRAME_LIMIT = 256, FILES_LIMIT = 1 << 16 };

struct folder_reading {
    struct bd__distinct *d;
    const char *problem;
    bool versioned, signed_;
};

static void set(char *to, size_t room, const char *value)
{
    snprintf(to, room, "%s", value);
}

static void replace(char **to, const char *value)
{
    free(*to);
    *to = bd__memory_copy(value);
}

/* A count, or a mistake. */
static uint64_t number(struct folder_reading *r, const char *value)
{
    char *end;
    uint64_t n = strtoull(value, &end, 10);
    if (end == value || *end || *value == '-') { r->problem = "bad number"; }
    return n;
}

/* Of files that are beside it; somebody may go through them one by one. */
static uint32_t file_count(struct folder_reading *r, const char *value)
{
    uint64_t n = number(r, value);
    if (n > FILES_LIMIT) { r->problem = "number of files too large"; }
    return n > FILES_LIMIT ? 0 : (uint32_t)n;
}

static void read_frame(struct folder_reading *r, const char *path, const char *value)
{
    char *key;
    unsigned long index = strtoul(path, &key, 10);
    struct bd__distinct *d = r->d;
    if (*key != '.' || index > d->frame_count || index >= FRAME_LIMIT) {
        r->problem = "bad frames";
        return;
    }
    if (index == d->frame_count) {
        d->frame = bd__memory_grow(d->frame, d->frame_count, sizeof *d->frame);
        d->frame[d->frame_count++] = (struct bd__frame){0};
    }
    struct bd__frame *f = &d->frame[index];
    if (strcmp(key, ".function") == 0) { set(f->function, sizeof f->function, value); }
    if (strcmp(key, ".file") == 0) { set(f->file, sizeof f->file, value); }
    if (strcmp(key, ".line") == 0) { f->line = (unsigned)number(r, value); }
}

static void read_reproducible(struct folder_reading *r, const char *value)
{
    for (int i = BD__REPRODUCIBLE_UNKNOWN; i <= BD__REPRODUCIBLE_NO; i++) {
        if (strcmp(value, bd__reproducible_names[i]) == 0) {
            r->d->reproducible = (enum bd__reproducible)i;
            return;
        }
    }
    r->problem = "unknown value of 'reproducible'";
}

static void visit(void *user, const char *path, const char *value)
{
    struct folder_reading *r = user;
    struct bd__distinct *d = r->d;
    const struct {
        const char *key;
        uint64_t *to;
    } numbers[] = {
        {"count", &d->count},
        {"first_trial", &d->first_trial},
        {"last_trial", &d->last_trial},
        {"size", &d->size},
        {"structural_choices", &d->structural},
        {"value_choices", &d->values},
        {"input_trial", &d->input_trial},
        {"shrink_runs", &d->shrink_runs},
        {"seed", &d->seed},
    };
    const struct {
        const char *key;
        char *to;
        size_t room;
    } texts[] = {
        {"signature", d->signature.text, sizeof d->signature.text},
        {"kind", d->signature.kind, sizeof d->signature.kind},
        {"found_by", d->found_by, sizeof d->found_by},
        {"program", d->program, sizeof d->program},
        {"guide", d->guide, sizeof d->guide},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (strcmp(path, numbers[i].key) == 0) { *numbers[i].to = number(r, value); }
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (strcmp(path, texts[i].key) == 0) { set(texts[i].to, texts[i].room, value); }
    }
    if (strncmp(path, "frames.", 7) == 0) { read_frame(r, path + 7, value); }
    if (strcmp(path, "examined") == 0) { d->examined = strcmp(value, "true") == 0; }
    if (strcmp(path, "reproducible") == 0) { read_reproducible(r, value); }
    if (strcmp(path, "earlier") == 0) { d->earlier = file_count(r, value); }
    if (strcmp(path, "examples") == 0) { d->examples = file_count(r, value); }
    if (strcmp(path, "first_seconds") == 0) { d->first_seconds = strtod(value, NULL); }
    if (strcmp(path, "shrink_seconds") == 0) { d->shrink_seconds = strtod(value, NULL); }
    if (strcmp(path, "last_seconds") == 0) { d->last_seconds = strtod(value, NULL); }
    if (strcmp(path, "reproduce") == 0) { replace(&d->reproduce, value); }
    if (strcmp(path, "shrink") == 0) { replace(&d->shrink, value); }
    if (strcmp(path, "format") == 0) {
        r->versioned = true;
        if (number(r, value) != BD__RUNDIR_VERSION) { r->problem = "it has another format version"; }
    }
    if (strcmp(path, "signature") == 0) { r->signed_ = *value; }
}

bool bd__failures_is_folder(const char *path)
{
    char file[PATH_MAX];
    struct stat info;
    return snprintf(file, sizeof file, "%s/failure.json", path) < (int)sizeof file && stat(file, &info) == 0 &&
           S_ISREG(info.st_mode);
}

bool bd__failures_read_folder(struct bd__distinct *distinct, const char *path, struct bd__text *problems)
{
    char file[PATH_MAX], *text;
    size_t size, length = strlen(path);
    *distinct = (struct bd__distinct){0};
    if (snprintf(file, sizeof file, "%s/failure.json", path) >= (int)sizeof file ||
        bd__file_read(file, JSON_LIMIT, &text, &size) != BD_OK) {
        bd__text_printf(problems, "cannot read %s/failure.json: %s\n", path, bd__file_why());
        return false;
    }
    while (length > 1 && path[length - 1] == '/') { length--; }
    const char *name = path + length;
    while (name > path && name[-1] != '/') { name--; }
    snprintf(distinct->name, sizeof distinct->name, "%.*s", (int)(path + length - name), name);
    struct folder_reading reading = {.d = distinct};
    const char *wrong = bd__json_walk(text, size, visit, &reading);
    if (!wrong) { wrong = reading.problem; }
    if (!wrong && !(reading.versioned && reading.signed_)) { wrong = "it has no format or no signature"; }
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
