#include "store/rundir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "store/case_name.h"
#include "store/home.h"
#include "store/saving.h"
#include "store/setup_file.h"

/* Unsaved files may take this much memory. It is enough for thousands of failures, and little compared with the
 * arena. */
static const size_t KEEP_LIMIT = (size_t)256 << 20;

struct bd__rundir bd__rundir_nowhere(const struct bd__log *log)
{
    return (struct bd__rundir){.log = log, .lock = -1, .keep_limit = KEEP_LIMIT};
}

/* ---- making it ------------------------------------------------------------------------------- */

static enum bd_status refuse(const struct bd__rundir *dir, const char *why, const char *remedy)
{
    bd__error(dir->log, "cannot use the run directory %s: %s; %s", dir->path, why, remedy);
    return BD_USAGE;
}

/* Makes the first free directory. Another campaign that starts at the same time gets the next one. */
static bool choose_free_name(struct bd__rundir *dir, const char *name)
{
    bool may_make = bd__file_make_dirs("bediv-out") == BD_OK;
    for (unsigned i = 1; i < 100000; i++) {
        if (i == 1) {
            snprintf(dir->path, sizeof dir->path, "bediv-out/%s", name);
        } else {
            snprintf(dir->path, sizeof dir->path, "bediv-out/%s-%u", name, i);
        }
        if (!may_make || mkdir(dir->path, 0755) == 0 || errno != EEXIST) { return true; } /* errors show up later */
    }
    return false;
}

bool bd__rundir_lock(struct bd__rundir *dir, double patience)
{
    double until = bd__clock_seconds() + patience;
    dir->lock = open(dir->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (dir->lock < 0) { return true; }
    while (flock(dir->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        if (bd__clock_seconds() >= until) {
            close(dir->lock);
            dir->lock = -1;
            return false;
        }
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL); /* the other campaign may be about to end */
    }
    return true;
}

enum bd_status bd__rundir_create(struct bd__rundir *dir, const char *path, const char *name, const struct bd__log *log)
{
    *dir = bd__rundir_nowhere(log);
    if (path && (!*path || strlen(path) >= sizeof dir->path)) {
        bd__error(log, "cannot use the run directory '%.60s': its name is %s; choose another with -o", path,
                  *path ? "too long" : "empty");
        return BD_USAGE;
    }
    if (path) {
        snprintf(dir->path, sizeof dir->path, "%s", path);
    } else if (!choose_free_name(dir, name)) {
        return refuse(dir, "there are already 100000 of them", "clean up bediv-out/");
    }
    if (bd__file_exists(dir->path) && !bd__home_is_empty(dir->path)) {
        return refuse(dir, "it exists and is not empty",
                      "choose another with -o (campaigns never overwrite), or resume its campaign with --resume");
    }
    if (bd__file_make_dirs(dir->path) != BD_OK) {
        return refuse(dir, bd__file_why(), "choose a writable place with -o");
    }
    if (!bd__rundir_lock(dir, 0) || !bd__home_is_empty(dir->path)) {
        return refuse(dir, "another campaign has just started in it", "choose another with -o");
    }
    if (bd__home_furnish(dir) != BD_OK) { return refuse(dir, bd__file_why(), "choose a writable place with -o"); }
    return BD_OK;
}

enum bd_status bd__rundir_spill(struct bd__rundir *dir, const char *path)
{
    if (!*path || strlen(path) >= sizeof dir->spill) {
        bd__error(dir->log, "cannot use the spill directory '%.60s': its name is %s; choose another with --spill", path,
                  *path ? "too long" : "empty");
        return BD_USAGE;
    }
    bool taken = bd__file_exists(path) && !bd__home_is_empty(path);
    if (taken || bd__file_make_dirs(path) != BD_OK) {
        bd__error(dir->log, "cannot use the spill directory %s: %s; choose another with --spill", path,
                  taken ? "it exists and is not empty" : bd__file_why());
        return BD_USAGE;
    }
    snprintf(dir->spill, sizeof dir->spill, "%s", path);
    return BD_OK;
}

/* ---- cases ----------------------------------------------------------------------------------- */

void bd__rundir_tape(struct bd__text *out, const struct bd__provenance *from, const struct bd__case *kept)
{
    char what[64];
    bd__text_printf(out, "%s\n# program: %s\n# guide: %s\n# seed: %llu\n# trial: %llu\n", bd__tape_magic, from->program,
                    from->guide, (unsigned long long)from->seed, (unsigned long long)kept->trial);
    bool ran = kept->outcome.verdict != BD_DISCARDED; /* a sample did not */
    if (ran) { bd__text_printf(out, "# verdict: %s", bd__verdict_names[kept->outcome.verdict]); }
    if (kept->outcome.verdict == BD_FAILURE) {
        bd__text_printf(out, " (%s%s)", kept->outcome.in_generator ? "in the generator: " : "",
                        bd__outcome_describe(&kept->outcome, what, sizeof what));
    }
    bd__text_printf(out, "%s# structure: %016llx\n", ran ? "\n" : "", (unsigned long long)kept->choices.signature);
    if (kept->trace) { bd__text_printf(out, "# trace: %016llx\n", (unsigned long long)kept->trace); }
    bd__tape_format(out, &kept->choices, from->sites);
}

void bd__rundir_stage(struct bd__rundir *dir, const char *name, const char *data, size_t size)
{
    bd__saving_stage(dir, name, data, size);
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
    bd__text_puts(&name, "corpus/");
    bd__case_name_in_corpus(&name, kept);
    bd__saving_next_group(dir);
    bd__rundir_stage_case(dir, from, kept, bd__text_str(&name));
    bd__text_clear(&name);
}

/* ---- single files ---------------------------------------------------------------------------- */

void bd__rundir_know_setup(struct bd__rundir *dir, const char *json, size_t size)
{
    bd__text_clear(&dir->setup);
    bd__text_add(&dir->setup, json, size);
}

void bd__rundir_save_setup(struct bd__rundir *dir, const char *json)
{
    bd__rundir_know_setup(dir, json, strlen(json));
    bd__saving_save(dir, BD__SETUP_FILE, json, strlen(json));
}

void bd__rundir_save_stats(struct bd__rundir *dir, const char *text)
{
    dir->stats_old = !bd__saving_replace(dir, "fuzzer_stats", text, strlen(text));
}

uint64_t bd__rundir_plot_size(const struct bd__rundir *dir)
{
    char path[PATH_MAX];
    struct stat info;
    snprintf(path, sizeof path, "%s/plot_data", dir->path);
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) ? (uint64_t)info.st_size : 0;
}

bool bd__rundir_save_state(struct bd__rundir *dir, const void *data, size_t size)
{
    char path[PATH_MAX];
    bool home = bd__home_is_there(dir);
    bd__home_path(dir, "plot_data", path);
    int plot = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (plot >= 0) {
        fsync(plot);
        close(plot);
    }
    /* Never spilled: a checkpoint is of use only with the files that it refers to. */
    bd__home_path(dir, "state", path);
    dir->state_old = !home || bd__file_write(path, data, size) != BD_OK;
    if (dir->state_old && !dir->told) {
        bd__error(dir->log, "cannot write %s/state: %s; the last checkpoint stays, and the next is tried later",
                  dir->path, bd__file_why());
        dir->told = true;
    }
    return !dir->state_old;
}
