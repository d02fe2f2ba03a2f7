#include "store/collection.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

static const char MARK[] = ".unfinished", FAILURES[] = "failures";

static enum bd_status refuse(const struct bd__collection *to, const char *what, const char *why)
{
    bd__error(to->log, "cannot write %s: %s", what, why);
    return BD_IO;
}

static void path_in(struct bd__text *path, const struct bd__collection *to, const char *name)
{
    bd__text_printf(path, "%s/%s", to->path, name);
}

/* ---- opening, finishing ---------------------------------------------------------------------------- */

/* Does the folder hold anything but the mark? If REMOVE, removes its files, but no folders. */
static bool holds_something(const struct bd__collection *to, bool remove)
{
    bool found = false;
    DIR *dir = opendir(to->path);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || strcmp(name, MARK) == 0) { continue; }
        struct bd__text path = {0};
        path_in(&path, to, name);
        struct stat info;
        if (remove && lstat(bd__text_str(&path), &info) == 0 && S_ISREG(info.st_mode)) { unlink(bd__text_str(&path)); }
        bd__text_clear(&path);
        found = true;
    }
    if (dir) { closedir(dir); }
    return found;
}

enum bd_status bd__collection_open(struct bd__collection *to, const char *path, bool adds, const struct bd__log *log)
{
    *to = (struct bd__collection){.path = path, .log = log, .adds = adds};
    if (bd__file_make_dirs(path) != BD_OK) { return refuse(to, path, bd__file_why()); }
    struct bd__text mark = {0};
    path_in(&mark, to, MARK);
    enum bd_status status = BD_OK;
    if (!adds && !bd__file_exists(bd__text_str(&mark)) && holds_something(to, false)) {
        bd__error(log, "%s is not empty: choose another folder (to add to it, use merge)", path);
        status = BD_USAGE;
    } else if (!adds && bd__file_write(bd__text_str(&mark), "", 0) != BD_OK) {
        status = refuse(to, bd__text_str(&mark), bd__file_why());
    } else if (!adds) {
        holds_something(to, true);
    }
    bd__text_clear(&mark);
    return status;
}

void bd__collection_finish(const struct bd__collection *to)
{
    struct bd__text mark = {0};
    if (to->adds) { return; }
    path_in(&mark, to, MARK);
    unlink(bd__text_str(&mark));
    bd__text_clear(&mark);
}

/* ---- adding ------------------------------------------------------------------------------------------ */

static bool holds(const char *path, const void *data, size_t size)
{
    char *there;
    size_t there_size;
    bool same = bd__file_read(path, size, &there, &there_size) == BD_OK && there_size == size &&
                (size == 0 || memcmp(there, data, size) == 0);
    free(there);
    return same;
}

/* Chooses the first free name of FOLDER/NAME, FOLDER/NAME,2 … True if the same input exists already, under CHOSEN. */
static bool choose_name(struct bd__text *chosen, const char *folder, const char *name, const struct bd__input *input)
{
    for (unsigned i = 1;; i++) {
        bd__text_clear(chosen);
        bd__text_printf(chosen, "%s/%s", folder, name);
        if (i > 1) { bd__text_printf(chosen, ",%u", i); }
        struct bd__text tape = {0};
        bd__text_printf(&tape, "%s.tape", bd__text_str(chosen));
        bool bytes_there = bd__file_exists(bd__text_str(chosen)), tape_there = bd__file_exists(bd__text_str(&tape));
        bool same = bytes_there == input->has_bytes && tape_there == input->has_tape &&
                    (!bytes_there || holds(bd__text_str(chosen), input->bytes, input->size)) &&
                    (!tape_there || holds(bd__text_str(&tape), input->text, input->text_size));
        bd__text_clear(&tape);
        if (same || (!bytes_there && !tape_there)) { return same; }
    }
}

/* Writes INPUT, and REPORT if there is one, to FOLDER. */
static enum bd_status add(const struct bd__collection *to, const char *folder, const char *path,
                          const struct bd__input *input, const char *report)
{
    struct bd__text whole = {0}, name = {0}, tape = {0}, log = {0};
    enum bd_status status = BD_OK;
    bd__input_name(&whole, path);
    const char *slash = strrchr(bd__text_str(&whole), '/');
    if (!choose_name(&name, folder, slash ? slash + 1 : bd__text_str(&whole), input)) {
        struct bd__file_item item[3];
        size_t count = 0;
        bd__text_printf(&tape, "%s.tape", bd__text_str(&name));
        bd__text_printf(&log, "%s.log", bd__text_str(&name));
        if (report) {
            item[count++] = (struct bd__file_item){.path = bd__text_str(&log), .data = report, .size = strlen(report)};
        }
        if (input->has_tape) {
            item[count++] =
                (struct bd__file_item){.path = bd__text_str(&tape), .data = input->text, .size = input->text_size};
        }
        if (input->has_bytes) {
            item[count++] =
                (struct bd__file_item){.path = bd__text_str(&name), .data = input->bytes, .size = input->size};
        }
        bd__file_write_all(item, count);
        for (size_t i = 0; i < count && status == BD_OK; i++) {
            if (item[i].error) { status = refuse(to, item[i].path, strerror(item[i].error)); }
        }
    }
    bd__text_clear(&whole);
    bd__text_clear(&name);
    bd__text_clear(&tape);
    bd__text_clear(&log);
    return status;
}

enum bd_status bd__collection_add(const struct bd__collection *to, const char *path, const struct bd__input *input)
{
    return add(to, to->path, path, input, NULL);
}

enum bd_status bd__collection_file(struct bd__collection *to, const char *path, const struct bd__input *input,
                                   const char *report)
{
    struct bd__text folder = {0};
    path_in(&folder, to, FAILURES);
    enum bd_status status = BD_OK;
    if (!to->has_failures && bd__file_make_dirs(bd__text_str(&folder)) != BD_OK) {
        status = refuse(to, bd__text_str(&folder), bd__file_why());
    }
    to->has_failures = true;
    if (status == BD_OK) { status = add(to, bd__text_str(&folder), path, input, report); }
    bd__text_clear(&folder);
    return status;
}
