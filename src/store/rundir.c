#include "store/rundir.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "base/file.h"

struct bd__rundir_file {
    struct bd__rundir_file *next;
    char *path, *data; /* owned */
    size_t size;
    bool deep; /* in a folder that may have to be made */
};

/* ---- making it ------------------------------------------------------------------------------- */

static bool is_empty_folder(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder) { return false; }
    unsigned entries = 0;
    while (entries <= 2 && readdir(folder)) { entries++; }
    closedir(folder);
    return entries <= 2; /* itself and the one above */
}

static enum bd_status refuse(const struct bd__rundir *dir, const char *why, const char *remedy)
{
    bd__error(dir->log, "cannot use the run directory %s: %s; %s", dir->path, why, remedy);
    return BD_USAGE;
}

static bool choose_free_name(struct bd__rundir *dir, const char *name)
{
    for (unsigned i = 1; i < 100000; i++) {
        if (i == 1) {
            snprintf(dir->path, sizeof dir->path, "bediv-out/%s", name);
        } else {
            snprintf(dir->path, sizeof dir->path, "bediv-out/%s-%u", name, i);
        }
        if (!bd__file_exists(dir->path)) { return true; }
    }
    return false;
}

enum bd_status bd__rundir_create(struct bd__rundir *dir, const char *path, const char *name, const struct bd__log *log)
{
    *dir = (struct bd__rundir){.log = log};
    if (path && (!*path || strlen(path) >= sizeof dir->path)) {
        bd__error(log, "cannot use the run directory '%.60s': its name is %s", path, *path ? "too long" : "empty");
        return BD_USAGE;
    }
    if (path) {
        snprintf(dir->path, sizeof dir->path, "%s", path);
    } else if (!choose_free_name(dir, name)) {
        return refuse(dir, "there are 100000 of them", "clean up bediv-out/");
    }
    if (bd__file_exists(dir->path) && !is_empty_folder(dir->path)) {
        return refuse(dir, "it exists and is not empty", "choose another with -o (campaigns never overwrite)");
    }
    static const char *const folders[] = {"corpus", "failures"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char folder[PATH_MAX];
        snprintf(folder, sizeof folder, "%s/%s", dir->path, folders[i]);
        if (bd__file_make_dirs(folder) != BD_OK) {
            return refuse(dir, bd__file_why(), "choose a writable place with -o");
        }
    }
    return BD_OK;
}

/* ---- writing, and writing later -------------------------------------------------------------- */

static void free_file(struct bd__rundir_file *file)
{
    free(file->path);
    free(file->data);
    free(file);
}

/* Appends a file to LIST. */
static void enqueue(struct bd__rundir_file **list, struct bd__rundir_file *file)
{
    while (*list) { list = &(*list)->next; }
    file->next = NULL;
    *list = file;
}

static struct bd__rundir_file *make_file(struct bd__rundir *dir, const char *name, const char *data, size_t size)
{
    struct bd__rundir_file *file = calloc(1, sizeof *file);
    char *copy = malloc(size + 1);
    if (!file || !copy || asprintf(&file->path, "%s/%s", dir->path, name) < 0) { bd__die("out of memory"); }
    if (size) { memcpy(copy, data, size); }
    file->data = copy;
    file->size = size;
    return file;
}

/* Puts off what could not be written, and says so, once. */
static void put_off(struct bd__rundir *dir, struct bd__rundir_file *file, int error)
{
    if (!dir->told) {
        bd__error(dir->log, "cannot write %s: %s; it is kept in memory and tried again", file->path, strerror(error));
        dir->told = true;
    }
    enqueue(&dir->pending, file);
    dir->unsaved++;
}

/* Makes the folder that FILE is to lie in. */
static bool make_folder_of(const struct bd__rundir_file *file)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(file->path, '/') - file->path), file->path);
    return bd__file_make_dirs(folder) == BD_OK;
}

/* Writes the LIST together. True if all are on disk; the others are put off. */
static bool write_list(struct bd__rundir *dir, struct bd__rundir_file *list)
{
    bool good = true;
    while (list) {
        struct bd__file_item item[BD__RUNDIR_BATCH];
        struct bd__rundir_file *file[BD__RUNDIR_BATCH], *next;
        size_t count = 0;
        for (; list && count < BD__RUNDIR_BATCH; list = next) {
            next = list->next;
            if (list->deep && !make_folder_of(list)) {
                put_off(dir, list, errno);
                good = false;
                continue;
            }
            file[count] = list;
            item[count++] = (struct bd__file_item){.path = list->path, .data = list->data, .size = list->size};
        }
        bd__file_write_all(item, count);
        for (size_t i = 0; i < count; i++) {
            if (item[i].error) {
                put_off(dir, file[i], item[i].error);
                good = false;
            } else {
                free_file(file[i]);
            }
        }
    }
    return good;
}

/* Writes DIR/NAME at once; what fails is put off. */
static bool save(struct bd__rundir *dir, const char *name, const char *data, size_t size)
{
    return write_list(dir, make_file(dir, name, data, size));
}

void bd__rundir_commit(struct bd__rundir *dir)
{
    struct bd__rundir_file *list = dir->staged;
    dir->staged = NULL;
    dir->staged_count = 0;
    write_list(dir, list);
}

/* Takes the file of this PATH out of LIST; 1 if there was one. */
static unsigned drop(struct bd__rundir_file **list, const char *path)
{
    for (; *list; list = &(*list)->next) {
        struct bd__rundir_file *file = *list;
        if (strcmp(file->path, path) != 0) { continue; }
        *list = file->next;
        free_file(file);
        return 1;
    }
    return 0;
}

static void stage(struct bd__rundir *dir, struct bd__rundir_file *file)
{
    enqueue(&dir->staged, file);
    if (++dir->staged_count == BD__RUNDIR_BATCH) { bd__rundir_commit(dir); }
}

void bd__rundir_stage(struct bd__rundir *dir, const char *name, const char *data, size_t size)
{
    struct bd__rundir_file *file = make_file(dir, name, data, size);
    file->deep = true;
    dir->staged_count -= drop(&dir->staged, file->path); /* an older version must not be written after this one */
    dir->unsaved -= drop(&dir->pending, file->path);
    stage(dir, file);
}

void bd__rundir_retry(struct bd__rundir *dir)
{
    struct bd__rundir_file *list = dir->pending;
    if (!list) { return; }
    dir->pending = NULL;
    dir->unsaved = 0;
    if (write_list(dir, list)) {
        bd__info(dir->log, "writing to %s works again; nothing was lost", dir->path);
        dir->told = false;
    }
}

void bd__rundir_close(struct bd__rundir *dir)
{
    bd__rundir_commit(dir);
    bd__rundir_retry(dir);
    while (dir->pending) {
        struct bd__rundir_file *file = dir->pending;
        bd__error(dir->log, "lost for want of a place to write it: %s", file->path);
        dir->pending = file->next;
        free_file(file);
    }
}

/* ---- cases ----------------------------------------------------------------------------------- */

static const char *const verdict_names[] = {[BD_VALID] = "valid", [BD_INVALID] = "invalid", [BD_FAILURE] = "failure"};

void bd__rundir_tape(struct bd__text *out, const struct bd__provenance *from, const struct bd__case *kept)
{
    char what[64];
    bd__text_printf(out, "%s\n# program: %s\n# guide: %s\n# seed: %llu\n# trial: %llu\n", bd__tape_magic, from->program,
                    from->guide, (unsigned long long)from->seed, (unsigned long long)kept->trial);
    bool ran = kept->outcome.verdict != BD_DISCARDED; /* a sample was not */
    if (ran) { bd__text_printf(out, "# verdict: %s", verdict_names[kept->outcome.verdict]); }
    if (kept->outcome.verdict == BD_FAILURE) {
        bd__text_printf(out, " (%s%s)", kept->outcome.in_generator ? "in the generator: " : "",
                        bd__outcome_describe(&kept->outcome, what, sizeof what));
    }
    bd__text_printf(out, "%s# structure: %016llx\n", ran ? "\n" : "", (unsigned long long)kept->choices.signature);
    if (kept->trace) { bd__text_printf(out, "# trace: %016llx\n", (unsigned long long)kept->trace); }
    bd__tape_format(out, &kept->choices, from->sites);
}

/* ",src:000003,execs:4567,op:value,rep:4" */
void bd__rundir_add_origin(struct bd__text *name, const struct bd__case *kept)
{
    if (kept->parent != BD__NO_PARENT) { bd__text_printf(name, ",src:%06u", kept->parent); }
    bd__text_printf(name, ",execs:%llu,op:%s", (unsigned long long)kept->trial, bd__op_names[kept->op]);
    if (kept->mutations) { bd__text_printf(name, ",rep:%u", kept->mutations); }
}

void bd__rundir_stage_case(struct bd__rundir *dir, const struct bd__provenance *from, const struct bd__case *kept,
                           const char *name)
{
    struct bd__text tape = {0}, tape_name = {0};
    bd__rundir_tape(&tape, from, kept);
    bd__text_printf(&tape_name, "%s.tape", name);
    bd__rundir_stage(dir, bd__text_str(&tape_name), bd__text_str(&tape), tape.size);
    bd__rundir_stage(dir, name, (const char *)kept->bytes.data, kept->bytes.size);
    bd__text_clear(&tape);
    bd__text_clear(&tape_name);
}

void bd__rundir_save_corpus(struct bd__rundir *dir, const struct bd__provenance *from, const struct bd__case *kept)
{
    struct bd__text name = {0};
    bd__text_printf(&name, "corpus/id:%06u", kept->id);
    bd__rundir_add_origin(&name, kept);
    if (kept->new_branch) { bd__text_puts(&name, ",+cov"); }
    if (kept->new_valid_branch) { bd__text_puts(&name, ",+valid"); }
    struct bd__text tape = {0}, tape_name = {0};
    bd__rundir_tape(&tape, from, kept);
    bd__text_printf(&tape_name, "%s.tape", bd__text_str(&name));
    stage(dir, make_file(dir, bd__text_str(&tape_name), bd__text_str(&tape), tape.size));
    stage(dir, make_file(dir, bd__text_str(&name), (const char *)kept->bytes.data, kept->bytes.size));
    bd__text_clear(&tape);
    bd__text_clear(&tape_name);
    bd__text_clear(&name);
}

/* ---- single files ---------------------------------------------------------------------------- */

void bd__rundir_save_setup(struct bd__rundir *dir, const char *json)
{
    save(dir, "setup.json", json, strlen(json));
}

/* The stats are outdated by the next ones: what fails is not put off. */
void bd__rundir_save_stats(struct bd__rundir *dir, const char *text)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/fuzzer_stats", dir->path);
    dir->stats_old = bd__file_write(path, text, strlen(text)) != BD_OK;
    if (dir->stats_old && !dir->told) {
        bd__error(dir->log, "cannot write %s: %s; tried again in a while", path, bd__file_why());
        dir->told = true;
    }
}

void bd__rundir_save_abundances(struct bd__rundir *dir, const struct bd__abundance *abundance, size_t branch_span,
                                bd__rundir_locate *locate)
{
    struct bd__text text = {0};
    bd__text_printf(&text, "# bediv-abundances %d\n# branch\tall\tvalid\tentry\toffset\tmodule\n", BD__RUNDIR_VERSION);
    for (uint32_t b = 0; b < branch_span; b++) {
        const struct bd__abundance_count *count = &abundance->branch[b];
        const char *module = "?";
        uint64_t offset = 0;
        bool entry = false;
        if (!count->all && !count->valid) { continue; }
        locate(b, &module, &offset, &entry);
        bd__text_printf(&text, "%u\t%llu\t%llu\t%d\t0x%llx\t%s\n", b, (unsigned long long)count->all,
                        (unsigned long long)count->valid, entry, (unsigned long long)offset, module);
    }
    save(dir, "abundances", bd__text_str(&text), text.size);
    bd__text_clear(&text);
}
