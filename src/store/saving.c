#include "store/saving.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/die.h"
#include "base/file.h"
#include "base/memory.h"
#include "store/home.h"
#include "store/setup_file.h"

struct bd__rundir_file {
    struct bd__rundir_file *next;
    char *name, *data; /* owned; a spilled file has no data */
    char *path;        /* owned; the path of the last attempt. The directory may be renamed before the next one */
    size_t size;
    uint32_t group;
    bool vital; /* not a file of the corpus */
};

static void free_file(struct bd__rundir_file *file)
{
    free(file->name);
    free(file->path);
    free(file->data);
    free(file);
}

static void enqueue(struct bd__rundir_file **list, struct bd__rundir_file *file)
{
    while (*list) { list = &(*list)->next; }
    file->next = NULL;
    *list = file;
}

static struct bd__rundir_file *make_file(struct bd__rundir *dir, const char *name, const void *data, size_t size)
{
    struct bd__rundir_file *file = calloc(1, sizeof *file);
    char *copy = malloc(size + 1);
    if (!file || !copy) { bd__die("out of memory"); }
    if (size) { memcpy(copy, data, size); }
    file->name = bd__memory_copy(name);
    file->data = copy;
    file->size = size;
    file->group = dir->group;
    file->vital = strncmp(name, "corpus/", strlen("corpus/")) != 0;
    return file;
}

static const char *path_of(const struct bd__rundir *dir, struct bd__rundir_file *file)
{
    char path[PATH_MAX];
    bd__home_path(dir, file->name, path);
    free(file->path);
    file->path = bd__memory_copy(path);
    return file->path;
}

static void spill_path(const struct bd__rundir *dir, const char *name, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%s", dir->spill, name);
}

/* Makes the folders above PATH, which ends with NAME, but not what NAME is in: if that is gone, home.c handles it. */
static void make_folders_of(const char *path, const char *name)
{
    char folder[PATH_MAX];
    for (const char *at = path + strlen(path) - strlen(name); (at = strchr(at, '/')); at++) {
        snprintf(folder, sizeof folder, "%.*s", (int)(at - path), path);
        if (mkdir(folder, 0755) != 0 && errno != EEXIST) { return; } /* writing will say why */
    }
}

/* Removes the folders above NAME in the spill directory that have become empty. */
static void remove_folders_of(const struct bd__rundir *dir, const char *name)
{
    char path[PATH_MAX];
    spill_path(dir, name, path);
    for (char *slash; (slash = strrchr(path, '/')) && (size_t)(slash - path) > strlen(dir->spill);) {
        *slash = 0;
        if (rmdir(path) != 0) { return; }
    }
}

/* ---- to the spill directory ------------------------------------------------------------------ */

static void note_spilled(struct bd__rundir *dir, const char *name)
{
    struct bd__rundir_file *file = make_file(dir, name, NULL, 0);
    /* Files of the corpus are written only once. */
    for (struct bd__rundir_file *f = file->vital ? dir->spilled : NULL; f; f = f->next) {
        if (strcmp(f->name, name) == 0) {
            free_file(file);
            return;
        }
    }
    file->next = dir->spilled;
    dir->spilled = file;
    dir->spilled_count++;
}

/* A newer NAME is in the run directory. Removes a spilled version of it, so that it does not replace the newer one. */
static void forget_spilled(struct bd__rundir *dir, const char *name)
{
    for (struct bd__rundir_file **at = &dir->spilled; *at; at = &(*at)->next) {
        struct bd__rundir_file *file = *at;
        char path[PATH_MAX];
        if (strcmp(file->name, name) != 0) { continue; }
        spill_path(dir, name, path);
        unlink(path);
        remove_folders_of(dir, name);
        *at = file->next;
        dir->spilled_count--;
        free_file(file);
        return;
    }
}

bool bd__saving_spill(struct bd__rundir *dir, const char *name, const void *data, size_t size)
{
    char path[PATH_MAX];
    spill_path(dir, name, path);
    if (bd__file_make_dirs(dir->spill) == BD_OK) { make_folders_of(path, name); }
    if (bd__file_write(path, data, size) != BD_OK) {
        if (!dir->told_spill) {
            bd__error(dir->log, "cannot write %s either: %s; files are kept in memory and tried again", path,
                      bd__file_why());
        }
        dir->told_spill = true;
        return false;
    }
    note_spilled(dir, name);
    return true;
}

/* Moves spilled files to the run directory, until that fails; unless ALL, at most a batch. */
static void move_back(struct bd__rundir *dir, bool all)
{
    unsigned moved = 0;
    while (dir->spilled && bd__home_is_there(dir) && (all || moved < BD__RUNDIR_BATCH)) {
        struct bd__rundir_file *file = dir->spilled;
        char path[PATH_MAX], *data;
        size_t size;
        spill_path(dir, file->name, path);
        if (bd__file_read(path, SIZE_MAX, &data, &size) != BD_OK) {
            bd__error(dir->log, "cannot read %s back: %s", path, bd__file_why());
            dir->dropped++;
            dir->unsaved++;
        } else {
            make_folders_of(path_of(dir, file), file->name);
            bool good = bd__file_write(file->path, data, size) == BD_OK;
            free(data);
            if (!good) { return; }
            unlink(path);
            remove_folders_of(dir, file->name);
        }
        dir->spilled = file->next;
        dir->spilled_count--;
        dir->wrote = true;
        moved++;
        free_file(file);
    }
}

/* ---- later ----------------------------------------------------------------------------------- */

static void drop(struct bd__rundir *dir, struct bd__rundir_file *file)
{
    bd__error(dir->log, "lost: %s/%s; at most %zu MiB of files that cannot be written are kept in memory", dir->path,
              file->name, dir->keep_limit >> 20);
    dir->dropped++;
    free_file(file);
}

static struct bd__rundir_file *take_last(struct bd__rundir_file **list)
{
    while ((*list)->next) { list = &(*list)->next; }
    struct bd__rundir_file *file = *list;
    *list = NULL;
    return file;
}

/* Drops files of the corpus until FILE fits, if it is vital. They come after all vital files in the list. */
static void make_room(struct bd__rundir *dir, const struct bd__rundir_file *file)
{
    while (dir->pending && file->vital && dir->pending_size + file->size > dir->keep_limit) {
        struct bd__rundir_file *last = take_last(&dir->pending);
        if (last->vital) {
            enqueue(&dir->pending, last);
            return;
        }
        dir->pending_size -= last->size;
        drop(dir, last);
    }
}

/* Takes the file NAME out of LIST; NULL if it is not there. */
static struct bd__rundir_file *take_out(struct bd__rundir_file **list, const char *name)
{
    for (; *list; list = &(*list)->next) {
        struct bd__rundir_file *file = *list;
        if (strcmp(file->name, name) != 0) { continue; }
        *list = file->next;
        return file;
    }
    return NULL;
}

/* Makes FILE pending. It replaces an older one of the same name. */
static void put_off(struct bd__rundir *dir, struct bd__rundir_file *file)
{
    struct bd__rundir_file *old = take_out(&dir->pending, file->name);
    if (old) {
        dir->pending_size -= old->size;
        dir->unsaved--;
        free_file(old);
    }
    dir->unsaved++;
    make_room(dir, file);
    if (dir->pending_size + file->size > dir->keep_limit) {
        drop(dir, file);
        return;
    }
    dir->pending_size += file->size;
    struct bd__rundir_file **at = &dir->pending;
    while (*at && (!file->vital || (*at)->vital)) { at = &(*at)->next; }
    file->next = *at;
    *at = file;
}

/* ---- now ------------------------------------------------------------------------------------- */

/* Reports that writing fails, only once until it works again. */
static void tell(struct bd__rundir *dir, const char *name, int error)
{
    dir->failed = true;
    if (dir->told) { return; }
    dir->told = true;
    if (*dir->spill) {
        bd__error(dir->log, "cannot write %s/%s: %s; files go to %s until that works again", dir->path, name,
                  strerror(error), dir->spill);
    } else {
        bd__error(dir->log, "cannot write %s/%s: %s; it is kept in memory and tried again", dir->path, name,
                  strerror(error));
    }
}

/* Tries again: the folder of FILE does not exist yet, or somebody has removed or renamed the directory. */
static void write_again(struct bd__rundir *dir, struct bd__rundir_file *file, struct bd__file_item *item)
{
    if (!bd__home_is_there(dir)) { return; }
    item->path = path_of(dir, file);
    make_folders_of(item->path, file->name);
    bd__file_write_all(item, 1);
}

/* If a file of a group failed, the whole group goes to the spill directory. */
static void spill_groups(struct bd__rundir *dir, struct bd__rundir_file **file, struct bd__file_item *item,
                         size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool torn = false;
        for (size_t k = 0; k < count; k++) { torn |= file[k]->group == file[i]->group && item[k].error; }
        if (!torn || !bd__saving_spill(dir, file[i]->name, file[i]->data, file[i]->size)) { continue; }
        /* Its error must stay until the whole group was checked, so fd, which is not used any more, marks it as
         * done. */
        item[i].fd = -2;
    }
    for (size_t i = 0; i < count; i++) {
        if (item[i].fd != -2) { continue; }
        if (!item[i].error) { unlink(item[i].path); }
        item[i].error = 0;
        dir->place = dir->spill;
    }
}

/* Writes COUNT files together, at most a batch. Frees those that are on disk and makes the others pending. False if
 * none is on disk. */
static bool write_batch(struct bd__rundir *dir, struct bd__rundir_file **file, size_t count)
{
    struct bd__file_item item[BD__RUNDIR_BATCH];
    bool failed = false, any = false, home = bd__home_is_there(dir);
    int why = errno;
    dir->place = dir->path;
    for (size_t i = 0; i < count; i++) {
        item[i] = (struct bd__file_item){.path = path_of(dir, file[i]), .data = file[i]->data, .size = file[i]->size};
        if (!home) { item[i].error = why; }
    }
    if (home) { bd__file_write_all(item, count); }
    for (size_t i = 0; i < count; i++) {
        if (home && item[i].error == ENOENT) { write_again(dir, file[i], &item[i]); }
        if (item[i].error) {
            tell(dir, file[i]->name, item[i].error);
            failed = true;
        } else {
            dir->wrote = true;
            dir->setup_saved |= strcmp(file[i]->name, BD__SETUP_FILE) == 0;
            if (file[i]->vital && dir->spilled) { forget_spilled(dir, file[i]->name); }
        }
    }
    if (failed && *dir->spill) { spill_groups(dir, file, item, count); }
    for (size_t i = 0; i < count; i++) {
        any |= !item[i].error;
        if (item[i].error) {
            put_off(dir, file[i]);
        } else {
            free_file(file[i]);
        }
    }
    dir->stuck = !any;
    return any;
}

/* Writes LIST, batch by batch. Unless ALL, stops after a batch of which nothing could be written, and returns the
 * rest. */
static struct bd__rundir_file *write_list(struct bd__rundir *dir, struct bd__rundir_file *list, bool all)
{
    bool goes = true;
    while (list && goes) {
        struct bd__rundir_file *file[BD__RUNDIR_BATCH];
        size_t count = 0;
        for (; list && count < BD__RUNDIR_BATCH; list = list->next) { file[count++] = list; }
        goes = write_batch(dir, file, count) || all;
    }
    return list;
}

/* Makes REST, which was not tried, pending again, along with the files that were tried and failed. */
static void put_back(struct bd__rundir *dir, struct bd__rundir_file *rest)
{
    struct bd__rundir_file *tried = dir->pending;
    dir->pending = rest;
    dir->pending_size = 0;
    dir->unsaved = dir->dropped;
    for (; rest; rest = rest->next) {
        dir->pending_size += rest->size;
        dir->unsaved++;
    }
    while (tried) {
        struct bd__rundir_file *file = tried;
        tried = file->next;
        put_off(dir, file);
    }
}

void bd__saving_save(struct bd__rundir *dir, const char *name, const void *data, size_t size)
{
    bd__saving_next_group(dir);
    write_list(dir, make_file(dir, name, data, size), true);
}

bool bd__saving_replace(struct bd__rundir *dir, const char *name, const void *data, size_t size)
{
    char path[PATH_MAX];
    bool home = bd__home_is_there(dir);
    int why = errno;
    bd__home_path(dir, name, path);
    if (home && bd__file_write(path, data, size) == BD_OK) {
        dir->wrote = true;
        if (dir->spilled) { forget_spilled(dir, name); }
        return true;
    }
    tell(dir, name, home ? errno : why);
    return *dir->spill && bd__saving_spill(dir, name, data, size);
}

void bd__rundir_commit(struct bd__rundir *dir)
{
    struct bd__rundir_file *list = dir->staged;
    dir->staged = NULL;
    dir->staged_count = 0;
    write_list(dir, list, true);
}

void bd__saving_next_group(struct bd__rundir *dir)
{
    dir->group++;
}

/* A newer file of this NAME is about to be staged. */
static void forget_older(struct bd__rundir *dir, const char *name)
{
    struct bd__rundir_file *staged = take_out(&dir->staged, name), *pending = take_out(&dir->pending, name);
    if (staged) {
        dir->staged_count--;
        free_file(staged);
    }
    if (pending) {
        dir->unsaved--;
        dir->pending_size -= pending->size;
        free_file(pending);
    }
}

void bd__saving_stage(struct bd__rundir *dir, const char *name, const void *data, size_t size)
{
    struct bd__rundir_file *file = make_file(dir, name, data, size);
    if (file->vital) { forget_older(dir, file->name); } /* files of the corpus are written only once */
    enqueue(&dir->staged, file);
    if (++dir->staged_count == BD__RUNDIR_BATCH) { bd__rundir_commit(dir); }
}

static bool lists(const struct bd__rundir_file *list, const char *name)
{
    while (list && strcmp(list->name, name) != 0) { list = list->next; }
    return list;
}

bool bd__saving_has(struct bd__rundir *dir, const char *name)
{
    char path[PATH_MAX];
    bd__home_is_there(dir); /* the directory may have a new name */
    snprintf(path, sizeof path, "%s/%s", dir->path, name);
    return bd__file_exists(path) || lists(dir->staged, name) || lists(dir->pending, name) || lists(dir->spilled, name);
}

bool bd__rundir_waits(const struct bd__rundir *dir)
{
    return dir->pending;
}

bool bd__rundir_stuck(const struct bd__rundir *dir)
{
    return dir->stuck;
}

void bd__rundir_retry(struct bd__rundir *dir)
{
    struct bd__rundir_file *list = dir->pending;
    bd__home_is_there(dir);
    bool quiet = list || !dir->failed; /* the files that failed are tried now, or nothing has failed for a while */
    dir->pending = NULL;
    dir->pending_size = 0;
    dir->failed = false;
    dir->unsaved = dir->dropped;
    dir->stuck = false;
    list = write_list(dir, list, false);
    if (list) { put_back(dir, list); }
    bool rows = bd__saving_rows(dir);
    if (dir->told && dir->spilled && quiet && !dir->failed) { move_back(dir, false); }
    if (dir->told && !dir->pending && rows && dir->wrote && quiet && !dir->failed) {
        bd__info(dir->log, "writing to %s works again; %s", dir->path,
                 dir->dropped ? "lost files are listed above" : "nothing was lost");
        dir->told = dir->told_spill = false;
    }
    dir->failed = dir->wrote = false;
}

void bd__rundir_lose(struct bd__rundir *dir, uint64_t files)
{
    bd__error(dir->log, "lost %llu files of the corpus, because they could not be written", (unsigned long long)files);
    dir->dropped += files;
    dir->unsaved += files;
}

void bd__rundir_finish(struct bd__rundir *dir)
{
    bd__rundir_commit(dir);
    dir->failed = false;
    bd__rundir_retry(dir);
    if (dir->spilled) { move_back(dir, true); }
    if (!bd__saving_rows(dir) && *dir->spill) { bd__saving_spill_rows(dir); }
    if (*dir->spill && !dir->spilled) { rmdir(dir->spill); } /* it stays if it has other files */
    if (dir->spilled) {
        bd__warn(dir->log,
                 "%llu files are in %s, because %s could not be written: move them there when it can be written again",
                 (unsigned long long)dir->spilled_count, dir->spill, dir->path);
    }
}

void bd__rundir_close(struct bd__rundir *dir)
{
    enum { NAMED = 20 };
    bd__rundir_commit(dir);
    bd__rundir_retry(dir);
    for (unsigned i = 0; dir->pending; i++) {
        struct bd__rundir_file *file = dir->pending;
        if (i < NAMED || file->vital) {
            bd__error(dir->log, "lost, because it could not be written: %s/%s", dir->path, file->name);
        }
        if (i == NAMED && !file->vital) { bd__error(dir->log, "also lost: all other unsaved files of the corpus"); }
        dir->pending = file->next;
        free_file(file);
    }
    while (dir->spilled) {
        struct bd__rundir_file *file = dir->spilled;
        dir->spilled = file->next;
        free_file(file);
    }
    bd__text_clear(&dir->rows);
    bd__text_clear(&dir->setup);
    if (dir->lock >= 0) { close(dir->lock); }
    dir->lock = -1;
}
