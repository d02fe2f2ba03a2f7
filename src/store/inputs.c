#include "store/inputs.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "store/failures.h"
#include "store/setup_file.h"

static const size_t FILE_LIMIT = (size_t)64 << 20;

static bool is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static bool is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static enum bd_status load(const char *path, unsigned flags, char **data, size_t *size)
{
    bool is_stream = !(flags & BD__INPUT_FILES_ONLY) && bd__file_is_stream(path);
    return is_stream ? bd__file_read_stream(path, FILE_LIMIT, data, size) : bd__file_read(path, FILE_LIMIT, data, size);
}

/* Why not. */
static const char *reason(void)
{
    return errno == EFBIG ? "it is larger than 64 MiB" : bd__file_why();
}

/* ---- one ------------------------------------------------------------------------------------------ */

void bd__input_name(struct bd__text *name, const char *path)
{
    size_t size = strlen(path);
    if (is_folder(path)) {
        while (size > 1 && path[size - 1] == '/') { size--; }
        bd__text_add(name, path, size);
        bd__text_puts(name, "/input");
    } else {
        bd__text_add(name, path, bd__text_ends_with(path, ".tape") ? size - strlen(".tape") : size);
    }
}

static enum bd_status parse(struct bd__input_file *input, const char *path, const struct bd__log *log)
{
    enum bd_status status = bd__tape_parse(&input->tape, input->text, input->text_size, path, log);
    input->has_tape = status == BD_OK;
    return status;
}

/* The file that PATH stands for. ONLY_TAPE: the bytes are not there, so it must be a tape. */
static void choose_file(struct bd__text *file, const char *path, bool *only_tape)
{
    struct bd__text tape = {0};
    if (is_folder(path)) {
        bd__input_name(file, path);
    } else {
        bd__text_puts(file, path);
    }
    bd__text_printf(&tape, "%s.tape", bd__text_str(file));
    *only_tape =
        !bd__file_is_stream(path) && !is_file(bd__text_str(file)) && (is_folder(path) || is_file(bd__text_str(&tape)));
    if (*only_tape) { bd__text_puts(file, ".tape"); }
    bd__text_clear(&tape);
}

/* INPUT has the text of a tape: parses it, and reads the bytes that it made, if they are beside it. */
static enum bd_status finish_tape(struct bd__input_file *input, const char *file, const struct bd__log *log)
{
    struct bd__text name = {0};
    input->is_tape = true;
    bd__input_name(&name, file);
    if (strcmp(bd__text_str(&name), file) != 0 && is_file(bd__text_str(&name))) {
        input->has_bytes = load(bd__text_str(&name), BD__INPUT_FILES_ONLY, &input->bytes, &input->size) == BD_OK;
    }
    bd__text_clear(&name);
    return parse(input, file, log);
}

/* INPUT has bytes: reads the tape at BESIDE. */
static enum bd_status finish_bytes(struct bd__input_file *input, const char *beside, const struct bd__log *log)
{
    bool there = load(beside, BD__INPUT_FILES_ONLY, &input->text, &input->text_size) == BD_OK;
    return there ? parse(input, beside, log) : BD_OK;
}

enum bd_status bd__input_try(struct bd__input_file *input, const char *path, unsigned flags, struct bd__text *why,
                             const struct bd__log *log)
{
    *input = (struct bd__input_file){0};
    struct bd__text chosen = {0}, beside = {0};
    enum bd_status status = BD_OK;
    bool only_tape;
    char *data;
    size_t size;
    choose_file(&chosen, path, &only_tape);
    const char *file = bd__text_str(&chosen);
    bd__text_printf(&beside, "%s.tape", file);
    bool has_beside = !bd__file_is_stream(file) && is_file(bd__text_str(&beside));
    if (load(file, flags, &data, &size) != BD_OK) {
        bd__text_printf(why, "%s: %s%s", file, reason(),
                        is_folder(path) ? "; a folder must be that of a failure, with an input.tape in it" : "");
        status = BD_IO;
    } else if (!has_beside && bd__tape_recognise(data, size)) {
        input->text = data;
        input->text_size = size;
        status = finish_tape(input, file, log);
    } else if (only_tape) {
        bd__error(log, "%s is not a tape: its first line must be \"%s\"", file, bd__tape_magic);
        free(data);
        status = BD_FORMAT;
    } else {
        input->has_bytes = true;
        input->bytes = data;
        input->size = size;
        if (has_beside && !(flags & BD__INPUT_BYTES_SUFFICE)) {
            status = finish_bytes(input, bd__text_str(&beside), log);
        }
    }
    if (status != BD_OK) { bd__input_clear(input); }
    bd__text_clear(&chosen);
    bd__text_clear(&beside);
    return status;
}

enum bd_status bd__input_read(struct bd__input_file *input, const char *path, const struct bd__log *log)
{
    struct bd__text why = {0};
    enum bd_status status = bd__input_try(input, path, 0, &why, log);
    if (status == BD_IO) { bd__error(log, "cannot read %s", bd__text_str(&why)); }
    bd__text_clear(&why);
    return status;
}

void bd__input_clear(struct bd__input_file *input)
{
    free(input->bytes);
    free(input->text);
    bd__tape_clear(&input->tape);
    *input = (struct bd__input_file){0};
}

/* ---- what a failure needs before it ---------------------------------------------------------------- */

/* Adds the tape at PATH. */
static enum bd_status add_earlier(struct bd__earlier *earlier, const char *path, const struct bd__log *log)
{
    char *text;
    size_t size;
    if (load(path, BD__INPUT_FILES_ONLY, &text, &size) != BD_OK) {
        bd__error(log, "cannot read %s: %s", path, reason());
        return BD_IO;
    }
    earlier->tape = bd__memory_grow(earlier->tape, earlier->count, sizeof *earlier->tape);
    enum bd_status status = bd__tape_parse(&earlier->tape[earlier->count], text, size, path, log);
    if (status == BD_OK) { earlier->count++; }
    free(text);
    return status;
}

enum bd_status bd__earlier_read(struct bd__earlier *earlier, const char *path, const struct bd__log *log)
{
    struct bd__distinct distinct;
    struct bd__text problems = {0};
    *earlier = (struct bd__earlier){0};
    if (!bd__failures_is_folder(path)) { return BD_OK; }
    if (!bd__failures_read_folder(&distinct, path, &problems)) {
        bd__error(log, "%.*s", (int)problems.size - 1, bd__text_str(&problems));
        bd__text_clear(&problems);
        return BD_FORMAT;
    }
    size_t count = distinct.earlier;
    bd__distinct_clear(&distinct);
    enum bd_status status = BD_OK;
    for (size_t i = 0; i < count && status == BD_OK; i++) {
        struct bd__text file = {0};
        bd__text_printf(&file, "%s/" BD__FAILURES_EARLIER, path, i);
        status = add_earlier(earlier, bd__text_str(&file), log);
        bd__text_clear(&file);
    }
    if (status != BD_OK) { bd__earlier_clear(earlier); }
    return status;
}

void bd__earlier_clear(struct bd__earlier *earlier)
{
    for (size_t i = 0; i < earlier->count; i++) { bd__tape_clear(&earlier->tape[i]); }
    free(earlier->tape);
    *earlier = (struct bd__earlier){0};
}

/* ---- many ------------------------------------------------------------------------------------------ */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool bd__input_is_companion(const char *path)
{
    bool is = false;
    for (const char *const *end = (const char *const[]){".tape", ".log", NULL}; *end && !is; end++) {
        if (!bd__text_ends_with(path, *end)) { continue; }
        struct bd__text owner = {0};
        bd__text_add(&owner, path, strlen(path) - strlen(*end));
        is = is_file(bd__text_str(&owner));
        bd__text_clear(&owner);
    }
    return is;
}

/* Is NAME an input of FOLDER, and not what lies beside one? */
static bool is_input(const char *folder, const char *name)
{
    struct bd__text path = {0};
    bd__text_printf(&path, "%s/%s", folder, name);
    bool good = *name != '.' && !bd__text_ends_with(name, ".tmp") && is_file(bd__text_str(&path)) &&
                !bd__input_is_companion(bd__text_str(&path));
    bd__text_clear(&path);
    return good;
}

/* A run directory has other files beside its corpus. */
static void choose_folder(struct bd__text *chosen, const char *folder)
{
    struct bd__text setup = {0};
    bd__text_printf(chosen, "%s/corpus", folder);
    bd__text_printf(&setup, "%s/" BD__SETUP_FILE, folder);
    if (!is_folder(bd__text_str(chosen)) || !is_file(bd__text_str(&setup))) {
        bd__text_clear(chosen);
        bd__text_puts(chosen, folder);
    }
    bd__text_clear(&setup);
}

enum bd_status bd__inputs_list(struct bd__paths *paths, const char *folder, const struct bd__log *log)
{
    struct bd__text from = {0};
    choose_folder(&from, folder);
    DIR *dir = opendir(bd__text_str(&from));
    size_t first = paths->count;
    if (!dir) {
        bd__error(log, "cannot read the folder %s: %s", bd__text_str(&from), strerror(errno));
        bd__text_clear(&from);
        return BD_IO;
    }
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (!is_input(bd__text_str(&from), entry->d_name)) { continue; }
        struct bd__text path = {0};
        bd__text_printf(&path, "%s/%s", bd__text_str(&from), entry->d_name);
        paths->path = bd__memory_grow(paths->path, paths->count, sizeof *paths->path);
        paths->path[paths->count++] = path.data;
    }
    closedir(dir);
    bd__text_clear(&from);
    if (paths->count > first) { qsort(paths->path + first, paths->count - first, sizeof *paths->path, by_name); }
    return BD_OK;
}

static void add_path(struct bd__paths *paths, const char *path)
{
    paths->path = bd__memory_grow(paths->path, paths->count, sizeof *paths->path);
    paths->path[paths->count++] = bd__memory_copy(path);
}

static bool is_run_directory(const char *path)
{
    struct bd__text chosen = {0};
    choose_folder(&chosen, path);
    bool is = strcmp(bd__text_str(&chosen), path) != 0;
    bd__text_clear(&chosen);
    return is;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int by_entry(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name); /* by bytes, whatever the locale */
}

struct walk {
    struct bd__paths *paths;
    const struct bd__log *log;
    bool failures_only;
    unsigned depth;
};

static enum bd_status walk_folder(struct walk *walk, const char *folder);

/* A part of a run directory; one that is not there yet holds nothing. */
static enum bd_status walk_part(struct walk *walk, const char *folder, const char *part)
{
    struct bd__text path = {0};
    bd__text_printf(&path, "%s/%s", folder, part);
    enum bd_status status = is_folder(bd__text_str(&path)) ? walk_folder(walk, bd__text_str(&path)) : BD_OK;
    bd__text_clear(&path);
    return status;
}

static enum bd_status walk_entry(struct walk *walk, const char *folder, const char *name)
{
    struct bd__text path = {0};
    enum bd_status status = BD_OK;
    bd__text_printf(&path, "%s/%s", folder, name);
    if (is_folder(bd__text_str(&path))) {
        status = walk_folder(walk, bd__text_str(&path));
    } else if (is_input(folder, name)) {
        add_path(walk->paths, bd__text_str(&path));
    }
    bd__text_clear(&path);
    return status;
}

static enum bd_status walk_folder(struct walk *walk, const char *folder)
{
    enum { DEPTH_LIMIT = 32 };
    if (bd__failures_is_folder(folder)) {
        add_path(walk->paths, folder);
        return BD_OK;
    }
    if (is_run_directory(folder)) {
        enum bd_status status = walk->failures_only ? BD_OK : walk_part(walk, folder, "corpus");
        return status == BD_OK ? walk_part(walk, folder, "failures") : status;
    }
    if (walk->depth == DEPTH_LIMIT) {
        bd__error(walk->log, "%s: folders are nested too deeply; is there a link to a parent folder?", folder);
        return BD_FORMAT;
    }
    struct dirent **entry = NULL;
    int count = scandir(folder, &entry, is_visible, by_entry);
    if (count < 0) {
        bd__error(walk->log, "cannot read the folder %s: %s", folder, strerror(errno));
        return BD_IO;
    }
    enum bd_status status = BD_OK;
    walk->depth++;
    for (int i = 0; i < count; i++) {
        if (status == BD_OK) { status = walk_entry(walk, folder, entry[i]->d_name); }
        free(entry[i]);
    }
    walk->depth--;
    free(entry);
    return status;
}

enum bd_status bd__inputs_expand(struct bd__paths *paths, const char *path, bool failures_only,
                                 const struct bd__log *log)
{
    struct walk walk = {.paths = paths, .log = log, .failures_only = failures_only};
    struct bd__text name = {0};
    size_t before = paths->count, size = strlen(path);
    if (strcmp(path, "-") == 0 || !is_folder(path)) {
        add_path(paths, path);
        return BD_OK;
    }
    while (size > 1 && path[size - 1] == '/') { size--; }
    bd__text_add(&name, path, size);
    enum bd_status status = walk_folder(&walk, bd__text_str(&name));
    if (status == BD_OK && paths->count == before) {
        bd__error(log, "there is no %s in the folder %s", failures_only ? "failure" : "input", path);
        status = BD_FORMAT;
    }
    bd__text_clear(&name);
    return status;
}

void bd__paths_clear(struct bd__paths *paths)
{
    for (size_t i = 0; i < paths->count; i++) { free(paths->path[i]); }
    free(paths->path);
    *paths = (struct bd__paths){0};
}
