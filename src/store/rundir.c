#include "store/rundir.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "base/file.h"

struct bd__rundir_pending {
    struct bd__rundir_pending *next;
    char *path, *data; /* owned */
    size_t size;
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

static bool write_now(struct bd__rundir *dir, const char *path, const char *data, size_t size)
{
    if (bd__file_write(path, data, size) == BD_OK) {
        if (dir->told && !dir->pending) {
            bd__info(dir->log, "writing to %s works again", dir->path);
            dir->told = false;
        }
        return true;
    }
    if (!dir->told) {
        bd__error(dir->log, "cannot write %s: %s; it is kept in memory and tried again", path, bd__file_why());
        dir->told = true;
    }
    return false;
}

static void put_off(struct bd__rundir *dir, const char *path, const char *data, size_t size)
{
    struct bd__rundir_pending **at = &dir->pending, *file = malloc(sizeof *file);
    while (*at) { at = &(*at)->next; }
    char *copy = malloc(size + 1);
    if (!file || !copy) { bd__die("out of memory"); }
    memcpy(copy, data, size);
    *file = (struct bd__rundir_pending){.path = strdup(path), .data = copy, .size = size};
    if (!file->path) { bd__die("out of memory"); }
    *at = file;
    dir->unsaved++;
}

/* Writes DIR/NAME; what fails is put off. */
static bool save(struct bd__rundir *dir, const char *name, const char *data, size_t size)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", dir->path, name);
    if (write_now(dir, path, data, size)) { return true; }
    put_off(dir, path, data, size);
    return false;
}

void bd__rundir_retry(struct bd__rundir *dir)
{
    while (dir->pending) {
        struct bd__rundir_pending *file = dir->pending;
        if (!write_now(dir, file->path, file->data, file->size)) { return; }
        dir->pending = file->next;
        dir->unsaved--;
        free(file->path);
        free(file->data);
        free(file);
    }
}

void bd__rundir_close(struct bd__rundir *dir)
{
    bd__rundir_retry(dir);
    while (dir->pending) {
        struct bd__rundir_pending *file = dir->pending;
        bd__error(dir->log, "lost for want of a place to write it: %s", file->path);
        dir->pending = file->next;
        free(file->path);
        free(file->data);
        free(file);
    }
}

/* ---- cases ----------------------------------------------------------------------------------- */

static const char *const verdict_names[] = {
    [BD_VALID] = "valid", [BD_INVALID] = "invalid", [BD_FAILURE] = "failure", [BD_DISCARDED] = "discarded"};

void bd__rundir_tape(struct bd__text *out, const struct bd__provenance *from, const struct bd__case *kept)
{
    char what[64];
    bd__text_printf(out, "%s\n# program: %s\n# guide: %s\n# seed: %llu\n# trial: %llu\n", bd__tape_magic, from->program,
                    from->guide, (unsigned long long)from->seed, (unsigned long long)kept->trial);
    bd__text_printf(out, "# verdict: %s", verdict_names[kept->outcome.verdict]);
    if (kept->outcome.verdict == BD_FAILURE) {
        bd__text_printf(out, " (%s%s)", kept->outcome.in_generator ? "in the generator: " : "",
                        bd__outcome_describe(&kept->outcome, what, sizeof what));
    }
    bd__text_printf(out, "\n# structure: %016llx\n", (unsigned long long)kept->choices.signature);
    if (kept->trace) { bd__text_printf(out, "# trace: %016llx\n", (unsigned long long)kept->trace); }
    bd__tape_format(out, &kept->choices, from->sites);
}

/* "id:000012,src:000003,execs:4567,op:value,rep:4" */
static void add_origin(struct bd__text *name, const struct bd__case *kept)
{
    if (kept->parent != BD__NO_PARENT) { bd__text_printf(name, ",src:%06u", kept->parent); }
    bd__text_printf(name, ",execs:%llu,op:%s", (unsigned long long)kept->trial, bd__op_names[kept->op]);
    if (kept->mutations) { bd__text_printf(name, ",rep:%u", kept->mutations); }
}

static bool save_with_tape(struct bd__rundir *dir, const struct bd__provenance *from, const struct bd__case *kept,
                           struct bd__text *name)
{
    struct bd__text tape = {0};
    bd__rundir_tape(&tape, from, kept);
    size_t length = name->size;
    bd__text_puts(name, ".tape");
    bool good = save(dir, bd__text_str(name), bd__text_str(&tape), tape.size);
    name->data[name->size = length] = 0;
    good &= save(dir, bd__text_str(name), (const char *)kept->bytes.data, kept->bytes.size);
    bd__text_clear(&tape);
    return good;
}

bool bd__rundir_save_corpus(struct bd__rundir *dir, const struct bd__provenance *from, const struct bd__case *kept)
{
    struct bd__text name = {0};
    bd__text_printf(&name, "corpus/id:%06u", kept->id);
    add_origin(&name, kept);
    if (kept->new_branch) { bd__text_puts(&name, ",+cov"); }
    if (kept->new_valid_branch) { bd__text_puts(&name, ",+valid"); }
    bool good = save_with_tape(dir, from, kept, &name);
    bd__text_clear(&name);
    return good;
}

bool bd__rundir_save_failure(struct bd__rundir *dir, const struct bd__provenance *from, const struct bd__case *kept,
                             const char *report)
{
    static const char *const kinds[] = {
        [BD__FAIL_NONE] = "none",           [BD__FAIL_VERDICT] = "verdict", [BD__FAIL_SIGNAL] = "sig",
        [BD__FAIL_STACK] = "stack",         [BD__FAIL_EXIT] = "exit",       [BD__FAIL_TIMEOUT] = "timeout",
        [BD__FAIL_SANITIZER] = "sanitizer", [BD__FAIL_MEMORY] = "memory",
    };
    const struct bd__outcome *outcome = &kept->outcome;
    struct bd__text name = {0};
    bd__text_printf(&name, "failures/id:%06u,%s", kept->id, kinds[outcome->failure]);
    if (outcome->failure == BD__FAIL_SIGNAL || outcome->failure == BD__FAIL_EXIT) {
        bd__text_printf(&name, ":%02d", outcome->detail);
    }
    if (outcome->in_generator) { bd__text_puts(&name, ",generator"); }
    add_origin(&name, kept);
    size_t length = name.size;
    bd__text_puts(&name, ".log");
    bool good = save(dir, bd__text_str(&name), report, strlen(report));
    name.data[name.size = length] = 0;
    good &= save_with_tape(dir, from, kept, &name);
    bd__text_clear(&name);
    return good;
}

/* ---- single files ---------------------------------------------------------------------------- */

void bd__rundir_save_setup(struct bd__rundir *dir, const char *json)
{
    save(dir, "setup.json", json, strlen(json));
}

/* The stats are outdated by the next ones: a failure is told, not put off. */
void bd__rundir_save_stats(struct bd__rundir *dir, const char *text)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/fuzzer_stats", dir->path);
    write_now(dir, path, text, strlen(text));
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
