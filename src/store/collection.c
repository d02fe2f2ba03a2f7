#include "store/collection.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "store/failure_file.h"
#include "trial/size.h"

static const char MARK[] = ".unfinished";

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
static bool choose_name(struct bd__text *chosen, const char *folder, const char *name,
                        const struct bd__input_file *input)
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

/* Adds to ITEM what there is of INPUT: NAME.tape, which TAPE names, and NAME. */
static size_t list_files(struct bd__file_item *item, const struct bd__input_file *input, const char *name,
                         const char *tape)
{
    size_t count = 0;
    if (input->has_tape) {
        item[count++] = (struct bd__file_item){.path = tape, .data = input->text, .size = input->text_size};
    }
    if (input->has_bytes) {
        item[count++] = (struct bd__file_item){.path = name, .data = input->bytes, .size = input->size};
    }
    return count;
}

static enum bd_status write_files(const struct bd__collection *to, struct bd__file_item *item, size_t count)
{
    bd__file_write_all(item, count);
    for (size_t i = 0; i < count; i++) {
        if (item[i].error) { return refuse(to, item[i].path, strerror(item[i].error)); }
    }
    return BD_OK;
}

/* Copies INPUT, which was read from PATH, to FOLDER, unless it is there; ADDED: it was not. */
static enum bd_status add(const struct bd__collection *to, const char *folder, const char *path,
                          const struct bd__input_file *input, bool *added)
{
    struct bd__text whole = {0}, name = {0}, tape = {0};
    enum bd_status status = BD_OK;
    bd__input_name(&whole, path);
    const char *slash = strrchr(bd__text_str(&whole), '/');
    *added = !choose_name(&name, folder, slash ? slash + 1 : bd__text_str(&whole), input);
    if (*added) {
        struct bd__file_item item[2];
        bd__text_printf(&tape, "%s.tape", bd__text_str(&name));
        status = write_files(to, item, list_files(item, input, bd__text_str(&name), bd__text_str(&tape)));
    }
    bd__text_clear(&whole);
    bd__text_clear(&name);
    bd__text_clear(&tape);
    return status;
}

enum bd_status bd__collection_add(const struct bd__collection *to, const char *path, const struct bd__input_file *input)
{
    bool added;
    return add(to, to->path, path, input, &added);
}

/* ---- failures ------------------------------------------------------------------------------------------ */

/* TO/failures/D/FILE, owned. */
static char *path_of(const struct bd__collection *to, const struct bd__distinct *d, const char *file)
{
    struct bd__text path = {0};
    bd__text_printf(&path, "%s/failures/%s%s%s", to->path, d->name, *file ? "/" : "", file);
    return path.data;
}

/* Reads the folder of D, which has only its signature yet, if it is there. */
static void read_folder(const struct bd__collection *to, struct bd__distinct *d)
{
    char *folder = path_of(to, d, "");
    struct bd__text problems = {0};
    struct bd__distinct there;
    if (bd__failures_is_folder(folder)) {
        if (bd__failures_read_folder(&there, folder, &problems)) {
            *d = there;
        } else {
            bd__warn(to->log, "%.*s; it is made again", (int)problems.size - 1, bd__text_str(&problems));
        }
    }
    bd__text_clear(&problems);
    free(folder);
}

struct bd__distinct *bd__collection_distinct(struct bd__collection *to, const struct bd__signature *signature)
{
    struct bd__failures *known = &to->failures;
    for (size_t i = 0; i < known->count; i++) {
        if (bd__signature_same(&known->one[i].signature, signature)) { return &known->one[i]; }
    }
    known->one = bd__memory_grow(known->one, known->count, sizeof *known->one);
    struct bd__distinct *d = &known->one[known->count++];
    *d = (struct bd__distinct){.signature = *signature};
    bd__failures_name(d->name, signature);
    read_folder(to, d);
    return d;
}

static struct bd__size size_of(const struct bd__input_file *input)
{
    struct bd__size size = {.bytes = input->size};
    for (uint32_t i = 0; i < input->tape.count; i++) {
        const struct bd__tape_item *item = &input->tape.item[i];
        if (item->type != BD__ITEM_CHOICE) { continue; }
        if (item->kind == BD_STRUCTURE) {
            size.structural++;
        } else {
            size.values++;
        }
    }
    return size;
}

/* Writes failure.json, last; before it INPUT and REPORT, if INPUT is the smallest of D so far. */
static enum bd_status write_folder(const struct bd__collection *to, struct bd__distinct *d,
                                   const struct bd__input_file *input, const char *report)
{
    struct bd__size size = size_of(input);
    bool best = d->count == 1 || bd__size_compare(size, (struct bd__size){d->size, d->structural, d->values}) < 0;
    char *name = path_of(to, d, "input"), *tape = path_of(to, d, "input.tape");
    char *report_name = path_of(to, d, "report.txt"), *json_name = path_of(to, d, BD__FAILURE_FILE);
    struct bd__file_item item[4];
    struct bd__text json = {0};
    size_t count = 0;
    if (best) {
        d->size = size.bytes;
        d->structural = size.structural;
        d->values = size.values;
        d->input_trial = d->last_trial;
        item[count++] = (struct bd__file_item){.path = report_name, .data = report, .size = strlen(report)};
        count += list_files(item + count, input, name, tape);
        if (!input->has_tape) { unlink(tape); } /* that of another input */
    }
    bd__failure_file_put(&json, d);
    item[count++] = (struct bd__file_item){.path = json_name, .data = bd__text_str(&json), .size = json.size};
    enum bd_status status = write_files(to, item, count);
    bd__text_clear(&json);
    free(name);
    free(tape);
    free(report_name);
    free(json_name);
    return status;
}

enum bd_status bd__collection_file(const struct bd__collection *to, struct bd__distinct *d, const char *path,
                                   const struct bd__input_file *input, const char *report)
{
    char *seen = path_of(to, d, "seen");
    bool added = true, is_new = d->count == 0; /* who was killed before failure.json may have left the rest */
    enum bd_status status = bd__file_make_dirs(seen) == BD_OK ? BD_OK : refuse(to, seen, bd__file_why());
    if (status == BD_OK && d->examples < BD__FAILURE_EXAMPLES) {
        status = add(to, seen, path, input, &added);
        d->examples += added || is_new;
    }
    if (status == BD_OK && (added || is_new)) {
        d->count++;
        status = write_folder(to, d, input, report);
    }
    free(seen);
    return status;
}

void bd__collection_close(struct bd__collection *to)
{
    bd__failures_clear(&to->failures);
}
