#include "store/recover.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "store/case_name.h"
#include "store/setup_file.h"

typedef unsigned long long ull;

enum bd_status bd__recover_refuse(const struct bd__rundir *dir, enum bd_status status, const char *why,
                                  const char *remedy)
{
    bd__error(dir->log, "cannot resume %s: %s; %s", dir->path, why, remedy);
    return status;
}

/* ---- opening --------------------------------------------------------------------------------- */

static enum bd_status check_setup(struct bd__rundir *dir)
{
    enum { LARGEST = 16 << 20 };
    char path[PATH_MAX], *text;
    size_t size;
    struct bd__setup_extract setup;
    snprintf(path, sizeof path, "%s/" BD__SETUP_FILE, dir->path);
    if (bd__file_read(path, LARGEST, &text, &size) != BD_OK) {
        return bd__recover_refuse(dir, BD_USAGE, "it is not a run directory: it has no readable setup.json",
                                  "name the run directory of a campaign");
    }
    const char *error = bd__setup_file_parse(&setup, text, size);
    bd__rundir_know_setup(dir, text, size);
    dir->setup_saved = true;
    free(text);
    if (error || !setup.has_format) {
        return bd__recover_refuse(dir, BD_FORMAT, "its setup.json is damaged, or not from a campaign",
                                  "start a new campaign with -o");
    }
    return setup.known
               ? BD_OK
               : bd__recover_refuse(dir, BD_FORMAT, "it has another format version", "use the program that made it");
}

/* A campaign makes only files and folders. Anything else leads out of the directory (a link) or nowhere (a pipe).
 * Cutting, moving and removing files through it would damage files that are not ours. */
static enum bd_status check_links(const struct bd__rundir *dir)
{
    enum { DEEPEST = 8 };
    char odd[PATH_MAX], why[PATH_MAX + 100];
    if (!bd__file_find_odd(dir->path, DEEPEST, odd)) { return BD_OK; }
    snprintf(why, sizeof why, "%s is a symbolic link or a special file, which campaigns never make", odd);
    return bd__recover_refuse(dir, BD_USAGE, why, "remove it, or put the file itself there");
}

static enum bd_status open_directory(struct bd__rundir *dir, const char *path, const struct bd__log *log, char **data,
                                     size_t *size)
{
    static const size_t LARGEST = (size_t)16 << 30;
    char state[PATH_MAX], why[PATH_MAX + 100];
    *data = NULL;
    *dir = bd__rundir_nowhere(log);
    if (!path || !*path || strlen(path) >= sizeof dir->path) {
        bd__error(log, "cannot resume: the name of the run directory is %s", path && *path ? "too long" : "missing");
        return BD_USAGE;
    }
    snprintf(dir->path, sizeof dir->path, "%s", path);
    struct stat info;
    if (stat(dir->path, &info) != 0) {
        return bd__recover_refuse(dir, BD_USAGE, bd__file_why(), "name the run directory of a campaign");
    }
    enum bd_status status = check_setup(dir);
    if (status != BD_OK) { return status; }
    if (!bd__rundir_lock(dir, 2)) {
        return bd__recover_refuse(dir, BD_USAGE, "a campaign is running in it", "stop that one first");
    }
    status = check_links(dir);
    if (status != BD_OK) { return status; }
    snprintf(state, sizeof state, "%s/state", dir->path);
    if (bd__file_read(state, LARGEST, data, size) == BD_OK) { return BD_OK; }
    if (errno == ENOENT) {
        return bd__recover_refuse(dir, BD_USAGE, "it has no checkpoint (a file named state)",
                                  "start a new campaign with -o");
    }
    snprintf(why, sizeof why, "%s: %s", state, bd__file_why());
    return bd__recover_refuse(dir, BD_IO, why, "make it readable");
}

enum bd_status bd__recover_open(struct bd__rundir *dir, const char *path, const struct bd__log *log, char **data,
                                size_t *size)
{
    enum bd_status status = open_directory(dir, path, log, data, size);
    if (status != BD_OK) { bd__text_clear(&dir->setup); }
    return status;
}

/* ---- plot_data ------------------------------------------------------------------------------- */

bool bd__recover_cut_plot(struct bd__rundir *dir, uint64_t size)
{
    char path[PATH_MAX];
    struct stat info;
    snprintf(path, sizeof path, "%s/plot_data", dir->path);
    bool there = stat(path, &info) == 0;
    uint64_t found = there ? (uint64_t)info.st_size : 0;
    if (found < size) { /* the machine crashed, or somebody cut the file */
        bd__warn(dir->log, "%s is shorter than at the last checkpoint: it lacks some rows", path);
        return true;
    }
    if (found == size) { return true; }
    if (bd__file_truncate(path, size) == BD_OK) { return true; }
    bd__error(dir->log, "cannot cut %s back to the last checkpoint: %s; make it writable", path, bd__file_why());
    return false;
}

/* ---- files aside ----------------------------------------------------------------------------- */

/* Does the file PATH contain exactly DATA? */
static bool holds(const char *path, const void *data, size_t size)
{
    char *found;
    size_t found_size;
    if (bd__file_read(path, size, &found, &found_size) != BD_OK) { return false; } /* also if it is larger */
    bool same = found_size == size && memcmp(found, data, size) == 0;
    free(found);
    return same;
}

static bool same_files(const char *a, const char *b)
{
    static const size_t LARGEST = (size_t)1 << 30;
    char *data;
    size_t size;
    if (bd__file_read(a, LARGEST, &data, &size) != BD_OK) { return false; }
    bool same = holds(b, data, size);
    free(data);
    return same;
}

static void set_aside(struct bd__rundir *dir, const char *name)
{
    char from[PATH_MAX + 300], folder[PATH_MAX], to[PATH_MAX + 320];
    snprintf(from, sizeof from, "%s/corpus/%s", dir->path, name);
    snprintf(folder, sizeof folder, "%s/recovered/corpus", dir->path);
    snprintf(to, sizeof to, "%s/%s", folder, name);
    bool good = bd__file_make_dirs(folder) == BD_OK;
    /* There may be one from an earlier time that the campaign was resumed. */
    for (unsigned i = 2; i < 1000 && bd__file_exists(to) && !same_files(from, to); i++) {
        snprintf(to, sizeof to, "%s/%s.%u", folder, name, i);
    }
    if (!good || rename(from, to) != 0) {
        bd__warn(dir->log, "cannot set %s aside: %s; it may be overwritten", from, bd__file_why());
    }
}

/* Is NAME, in corpus/, a file of a case that is in the checkpoint? */
static bool belongs(const char *name, const struct bd__corpus *corpus)
{
    uint64_t id;
    if (!bd__case_name_id(name, &id) || id >= bd__corpus_size(corpus)) { return false; }
    struct bd__text expected = {0};
    bd__case_name_in_corpus(&expected, &corpus->entry[id].kept);
    size_t size = expected.size;
    bool same = strncmp(name, bd__text_str(&expected), size) == 0 && (!name[size] || strcmp(name + size, ".tape") == 0);
    bd__text_clear(&expected);
    return same;
}

/* Goes through corpus/. Removes files that a killed process left half written, and sets files from after the checkpoint
 * aside. */
static void sweep_corpus(struct bd__rundir *dir, const struct bd__corpus *corpus)
{
    char path[PATH_MAX], file[PATH_MAX + 300];
    struct dirent **entry = NULL;
    snprintf(path, sizeof path, "%s/corpus", dir->path);
    int count = scandir(path, &entry, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const char *name = entry[i]->d_name;
        snprintf(file, sizeof file, "%s/%s", path, name);
        if (!bd__case_name_is(name)) { /* not ours */
        } else if (bd__text_ends_with(name, ".tmp")) {
            unlink(file);
        } else if (!belongs(name, corpus)) {
            set_aside(dir, name);
        }
        free(entry[i]);
    }
    free(entry);
}

/* Removes files that a killed process left half written in FOLDER and below it. The deepest is failures/NAME/seen. */
static void sweep_failures(const char *folder, unsigned depth)
{
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open));) {
        char path[PATH_MAX];
        struct stat info;
        bool fits = (size_t)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < sizeof path;
        if (entry->d_name[0] == '.' || !fits || lstat(path, &info) != 0) { continue; }
        if (S_ISDIR(info.st_mode) && depth) { sweep_failures(path, depth - 1); }
        if (S_ISREG(info.st_mode) && bd__text_ends_with(path, ".tmp")) { unlink(path); }
    }
    if (open) { closedir(open); }
}

/* Removes files from recovered/ that were made again. Returns how many are left of those from trial TRIALS or
 * earlier. */
static uint64_t settle(const struct bd__rundir *dir, uint64_t trials)
{
    char path[PATH_MAX], aside[PATH_MAX + 300], made[PATH_MAX + 300];
    struct dirent **entry = NULL;
    uint64_t left = 0, trial = 0;
    snprintf(path, sizeof path, "%s/recovered/corpus", dir->path);
    int count = scandir(path, &entry, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const char *name = entry[i]->d_name;
        snprintf(aside, sizeof aside, "%s/%s", path, name);
        snprintf(made, sizeof made, "%s/corpus/%s", dir->path, name);
        if (name[0] != '.' && (!same_files(aside, made) || unlink(aside) != 0)) {
            left += !bd__case_name_trial(name, &trial) || trial <= trials;
        }
        free(entry[i]);
    }
    free(entry);
    rmdir(path); /* fails unless it is empty */
    snprintf(path, sizeof path, "%s/recovered", dir->path);
    rmdir(path);
    return left;
}

void bd__recover_settle(struct bd__rundir *dir)
{
    if (dir->recovered) { dir->recovered = settle(dir, UINT64_MAX); }
}

static bool is_saved(const struct bd__rundir *dir, const struct bd__provenance *from, const struct bd__case *kept)
{
    struct bd__text name = {0}, tape = {0};
    char path[PATH_MAX];
    bd__case_name_in_corpus(&name, kept);
    bd__rundir_tape(&tape, from, kept);
    snprintf(path, sizeof path, "%s/corpus/%s", dir->path, bd__text_str(&name));
    bool same = holds(path, kept->bytes.data, kept->bytes.size);
    snprintf(path, sizeof path, "%s/corpus/%s.tape", dir->path, bd__text_str(&name));
    same = same && holds(path, bd__text_str(&tape), tape.size);
    bd__text_clear(&name);
    bd__text_clear(&tape);
    return same;
}

static void set_case_aside(struct bd__rundir *dir, const struct bd__case *kept)
{
    struct bd__text name = {0};
    char path[PATH_MAX];
    bd__case_name_in_corpus(&name, kept);
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/corpus/%s", dir->path, bd__text_str(&name));
        if (bd__file_exists(path)) { set_aside(dir, bd__text_str(&name)); }
        bd__text_puts(&name, ".tape");
    }
    bd__text_clear(&name);
}

static void remove_temporary(const struct bd__rundir *dir)
{
    static const char *const names[] = {"state.tmp", "fuzzer_stats.tmp", BD__SETUP_FILE ".tmp",
                                        BD__ABUNDANCES_FILE ".tmp", BD__ABUNDANCES_FILE};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", dir->path, names[i]);
        unlink(path);
    }
}

void bd__recover_files(struct bd__rundir *dir, const struct bd__provenance *from, const struct bd__corpus *corpus)
{
    enum { DEEPEST = 2 };
    char failures[PATH_MAX];
    snprintf(failures, sizeof failures, "%s/failures", dir->path);
    remove_temporary(dir); /* also removes the abundances, which are written again when the campaign ends */
    sweep_corpus(dir, corpus);
    sweep_failures(failures, DEEPEST);
    for (uint32_t i = 0; i < bd__corpus_size(corpus); i++) {
        const struct bd__case *kept = &corpus->entry[i].kept;
        if (is_saved(dir, from, kept)) { continue; }
        set_case_aside(dir, kept); /* somebody may have changed it: that version is kept, too */
        bd__rundir_save_corpus(dir, from, kept);
    }
    bd__rundir_commit(dir);
    dir->recovered = settle(dir, UINT64_MAX);
}

void bd__recover_end(struct bd__rundir *dir, uint64_t trials)
{
    uint64_t left = dir->recovered ? settle(dir, trials) : 0;
    if (left) {
        bd__warn(dir->log,
                 "%llu files in %s/recovered, from before the campaign was resumed, were not made again and stay there "
                 "(is the target deterministic?)",
                 (ull)left, dir->path);
    }
}

/* ---- DIR/resumptions --------------------------------------------------------------------------- */

static void resumptions_path(char path[PATH_MAX], const struct bd__rundir *dir)
{
    snprintf(path, PATH_MAX, "%s/resumptions", dir->path);
}

uint64_t bd__recover_count(const struct bd__rundir *dir)
{
    enum { LARGEST = 64 << 20 };
    char path[PATH_MAX], *text;
    size_t size;
    uint64_t count = 0;
    resumptions_path(path, dir);
    if (bd__file_read(path, LARGEST, &text, &size) != BD_OK) { return 0; }
    bool begins = true; /* a line begins here; it counts unless it is a comment */
    for (size_t i = 0; i < size; i++) {
        count += begins && text[i] != '#';
        begins = text[i] == '\n';
    }
    free(text);
    return count;
}

void bd__recover_note(struct bd__rundir *dir, uint64_t time, const struct bd_progress *at, const char *command)
{
    char path[PATH_MAX];
    struct bd__text line = {0};
    resumptions_path(path, dir);
    if (!bd__file_exists(path)) {
        bd__text_printf(&line, "# bediv-resumptions %d\n# time\ttrials\tseconds\tcommand\n", BD__RUNDIR_VERSION);
    }
    bd__text_printf(&line, "%llu\t%llu\t%.3f\t%s\n", (ull)time, (ull)at->figures.trials, at->seconds, command);
    if (bd__file_append(path, bd__text_str(&line), line.size) != BD_OK) {
        bd__warn(dir->log, "cannot write %s: %s", path, bd__file_why());
    }
    bd__text_clear(&line);
}
