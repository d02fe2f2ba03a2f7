/* results_dir.c: the results directory as a whole: which experiment it belongs to, and on which machine that ran. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "eval/eval.h"
#include "store/setup_file.h"
#include "store/trial_file.h"

/* ---- environment.json ------------------------------------------------------------------------ */

/* Reads the value after `KEY :` in a file of /proc; "unknown" if there is none. */
static void read_proc(const char *path, const char *key, char *value, size_t room)
{
    char line[512];
    snprintf(value, room, "unknown");
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (!colon || strncmp(line, key, strlen(key)) != 0) { continue; }
        colon += 1 + strspn(colon + 1, " \t");
        snprintf(value, room, "%.*s", (int)strcspn(colon, "\n"), colon);
        break;
    }
    if (file) { fclose(file); }
}

static void look_around(struct bd__environment *e, const struct bd__eval *eval)
{
    char memory[64];
    struct utsname system;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *e = (struct bd__environment){.started = bd__clock_unix(),
                                  .cores = cores > 0 ? (uint64_t)cores : 0,
                                  .jobs = eval->jobs,
                                  .subjects = &eval->manifest.subjects};
    read_proc("/proc/cpuinfo", "model name", e->cpu, sizeof e->cpu);
    read_proc("/proc/meminfo", "MemTotal", memory, sizeof memory);
    e->memory_mb = strtoull(memory, NULL, 10) / 1024;
    if (uname(&system) == 0) {
        snprintf(e->kernel, sizeof e->kernel, "%s %s %s", system.sysname, system.release, system.machine);
    }
    for (size_t i = 0; i < e->subjects->count; i++) {
        for (size_t build = 0; build < BD__BUILDS; build++) {
            char path[PATH_MAX];
            bd__eval_program(path, eval, bd__eval_build_folder[build], e->subjects->name[i]);
            e->program[i][build] = bd__eval_hash_file(path);
        }
    }
}

/* Writes environment.json. Start and machine of an earlier run stay; programs and versions are the current ones. */
static enum bd_status write_environment(const struct bd__eval *eval)
{
    char path[PATH_MAX], *old;
    size_t old_size;
    struct bd__text text = {0};
    struct bd__environment environment;
    look_around(&environment, eval);
    bd__environment_put(&text, &environment);
    snprintf(path, sizeof path, "%s/" BD__ENVIRONMENT_FILE, eval->dir);
    if (bd__file_read(path, 1 << 20, &old, &old_size) == BD_OK && !bd__environment_continue(&text, old)) {
        bd__warn(eval->log,
                 "%s was started on another machine: times of its repetitions are not comparable; use -o for a new "
                 "results directory",
                 eval->dir);
    }
    free(old);
    enum bd_status status = bd__file_write(path, bd__text_str(&text), text.size);
    if (status != BD_OK) { bd__error(eval->log, "cannot write %s: %s", path, bd__file_why()); }
    bd__text_clear(&text);
    return status;
}

/* ---- same experiment?--------------------------------------------------------------------------- */

/* Refuses results of another experiment. */
static enum bd_status compare_manifests(const struct bd__eval *eval, const char *copy)
{
    if (!bd__file_exists(copy)) { return BD_OK; }
    struct bd__manifest old;
    enum bd_status status = bd__manifest_read(&old, copy, eval->log);
    const char *conflict = status == BD_OK ? bd__manifest_conflict(&old, &eval->manifest) : NULL;
    if (conflict) {
        bd__error(eval->log,
                  "%s holds results of another experiment: '%s' differs between %s and %s; choose another directory "
                  "with -o, or remove that one",
                  eval->dir, conflict, eval->manifest_path, copy);
    } else if (status != BD_OK) {
        bd__error(eval->log,
                  "cannot check which experiment the results in %s belong to; choose another directory with -o",
                  eval->dir);
    }
    bd__manifest_clear(&old);
    return status != BD_OK || conflict ? BD_USAGE : BD_OK;
}

/* Was the run directory DIR made by the program with this HASH? If that is unknown, returns true. */
static bool ran_program(const char *dir, uint64_t hash)
{
    char path[PATH_MAX], expected[32], *text;
    size_t size;
    struct bd__setup_extract setup;
    snprintf(path, sizeof path, "%s/" BD__SETUP_FILE, dir);
    if (!hash || bd__file_read(path, 1 << 20, &text, &size) != BD_OK) { return true; }
    const char *error = bd__setup_file_parse(&setup, text, size);
    free(text);
    snprintf(expected, sizeof expected, "%016llx", (unsigned long long)hash);
    return error || !setup.program_hash[0] || strcmp(setup.program_hash, expected) == 0;
}

/* Were the failures of the repetition in DIR examined with the sanitized build with this HASH? If that is unknown, returns true. */
static bool used_sanitized(const char *dir, uint64_t hash)
{
    char path[PATH_MAX];
    struct bd__trial_file file;
    struct bd__text why = {0};
    snprintf(path, sizeof path, "%s/" BD__TRIAL_FILE, dir);
    bool known = hash && bd__trial_file_read(&file, path, &why) && file.sanitized_hash;
    bd__text_clear(&why);
    return !known || file.sanitized_hash == hash;
}

/* Refuses to mix repetitions of two builds. */
static enum bd_status compare_programs(const struct bd__eval *eval)
{
    for (size_t s = 0; s < eval->manifest.subjects.count; s++) {
        for (size_t i = 0; i < eval->count; i++) {
            const struct bd__eval_repetition *repetition = &eval->repetition[i];
            char path[PATH_MAX], timed[PATH_MAX];
            if (repetition->state != BD__EVAL_DONE || repetition->subject != eval->manifest.subjects.name[s]) {
                continue;
            }
            bd__eval_path(path, eval, repetition, "");
            bd__eval_path(timed, eval, repetition, "/timed");
            const uint64_t *hash = eval->program_hash[s];
            if (ran_program(path, hash[BD__BUILD_COVERAGE]) && ran_program(timed, hash[BD__BUILD_PLAIN]) &&
                used_sanitized(path, hash[BD__BUILD_SANITIZED])) {
                continue;
            }
            bd__error(
                eval->log,
                "%s was made with another build of '%s' than the current one; choose another directory with -o, or "
                "remove %s/trials/%s to run its repetitions again",
                path, repetition->subject, eval->dir, repetition->subject);
            return BD_USAGE;
        }
    }
    return BD_OK;
}

/* ---- preparing it ---------------------------------------------------------------------------- */

/* The kernel releases this lock when the process dies. */
static enum bd_status lock(struct bd__eval *eval)
{
    eval->lock = open(eval->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (eval->lock >= 0 && flock(eval->lock, LOCK_EX | LOCK_NB) == 0) { return BD_OK; }
    bool taken = errno == EWOULDBLOCK;
    bd__error(eval->log, "cannot use %s: %s", eval->dir,
              taken ? "another `bediv eval run` is using it; wait for it, or choose another directory with -o"
                    : strerror(errno));
    return taken ? BD_USAGE : BD_IO;
}

static enum bd_status copy_manifest(const struct bd__eval *eval, const char *copy)
{
    char *text;
    size_t size;
    enum bd_status status = bd__file_read(eval->manifest_path, BD__MANIFEST_SIZE, &text, &size);
    if (status == BD_OK) { status = bd__file_write(copy, text, size); }
    if (status != BD_OK) { bd__error(eval->log, "cannot write %s: %s", copy, bd__file_why()); }
    free(text);
    return status;
}

/* Removes what an interrupted run left of a repetition. Sets a folder aside that has its final name but is not complete: it
 * may hold hours of somebody's work. */
static enum bd_status clear_place(const struct bd__eval *eval, const struct bd__eval_repetition *repetition)
{
    static const char *const leftovers[] = {".part", ".timed.part"};
    char path[PATH_MAX], aside[PATH_MAX];
    for (size_t k = 0; k < 2; k++) {
        bd__eval_path(path, eval, repetition, leftovers[k]);
        if (bd__file_exists(path) && !bd__eval_remove(path)) {
            bd__error(eval->log, "cannot remove %s, left by an interrupted run; remove it yourself", path);
            return BD_IO;
        }
    }
    bd__eval_path(path, eval, repetition, "");
    bd__eval_path(aside, eval, repetition, ".damaged");
    if (repetition->state == BD__EVAL_DONE || !bd__file_exists(path)) { return BD_OK; }
    if (!bd__eval_remove(aside) || rename(path, aside) != 0) {
        bd__error(eval->log, "%s has no readable trial.json, and cannot be moved to %s; remove it yourself", path,
                  aside);
        return BD_IO;
    }
    bd__warn(eval->log, "%s %s: moved it to %s; the repetition will run again", path,
             *repetition->technique->size_of
                 ? "has no readable trial.json, or was given the size of a campaign that has run again since then"
                 : "has no readable trial.json",
             aside);
    return BD_OK;
}

enum bd_status bd__eval_prepare(struct bd__eval *eval)
{
    char copy[PATH_MAX];
    snprintf(copy, sizeof copy, "%s/manifest.toml", eval->dir);
    if (bd__file_make_dirs(eval->dir) != BD_OK) {
        bd__error(eval->log, "cannot make the results directory %s: %s; choose a writable place with -o", eval->dir,
                  bd__file_why());
        return BD_IO;
    }
    enum bd_status status = lock(eval);
    if (status == BD_OK) { bd__eval_mark_done(eval); } /* another run may have held the lock until now */
    if (status == BD_OK) { status = compare_manifests(eval, copy); }
    if (status == BD_OK) { status = compare_programs(eval); }
    if (status == BD_OK) { status = copy_manifest(eval, copy); }
    if (status == BD_OK) { status = write_environment(eval); }
    for (size_t i = 0; i < eval->count && status == BD_OK; i++) { status = clear_place(eval, &eval->repetition[i]); }
    return status;
}
