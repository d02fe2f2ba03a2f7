/* results_dir.c: the results directory as a whole: which experiment it belongs to, and on which machine that ran. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "eval/eval.h"

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

static void put_programs(struct bd__json *json, const struct bd__eval *eval)
{
    bd__json_object(json, "programs", BD__JSON_LINES);
    for (size_t i = 0; i < eval->manifest.subjects.count; i++) {
        bd__json_object(json, eval->manifest.subjects.name[i], BD__JSON_FLAT);
        for (size_t k = 0; k < BD__EVAL_BUILDS; k++) {
            char path[PATH_MAX];
            bd__eval_program(path, eval, bd__eval_build_folder[k], eval->manifest.subjects.name[i]);
            uint64_t hash = bd__eval_hash_file(path);
            if (hash) { bd__json_hash(json, bd__eval_build_name[k], hash); }
        }
        bd__json_end(json);
    }
    bd__json_end(json);
}

void bd__eval_environment(struct bd__text *out, const struct bd__eval *eval)
{
    char text[256];
    time_t now = (time_t)bd__clock_unix();
    struct tm parts;
    struct utsname system;
    struct bd__json json = {.out = out};
    bd__json_object(&json, NULL, BD__JSON_LINES);
    bd__json_count(&json, "started", (uint64_t)now);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &parts));
    bd__json_string(&json, "date", text);
    read_proc("/proc/cpuinfo", "model name", text, sizeof text);
    bd__json_string(&json, "cpu", text);
    bd__json_integer(&json, "cores", sysconf(_SC_NPROCESSORS_ONLN));
    read_proc("/proc/meminfo", "MemTotal", text, sizeof text);
    bd__json_integer(&json, "memory_mb", atoll(text) / 1024);
    if (uname(&system) == 0) {
        snprintf(text, sizeof text, "%s %s %s", system.sysname, system.release, system.machine);
        bd__json_string(&json, "kernel", text);
    }
    bd__json_string(&json, "bediv", BD_VERSION);
    bd__json_string(&json, "compiler", __VERSION__);
    bd__json_count(&json, "jobs", eval->jobs);
    put_programs(&json, eval);
    bd__json_end(&json);
    bd__text_puts(out, "\n");
}

/* Finds the description of the machine in TEXT; SIZE 0 if TEXT is not an environment.json. */
static const char *machine_in(const char *text, size_t *size)
{
    const char *from = strstr(text, "  \"cpu\""), *to = strstr(text, "  \"bediv\"");
    *size = from && to > from ? (size_t)(to - from) : 0;
    return from;
}

/* Writes environment.json. Start and machine of an earlier run stay; programs and versions are the current ones. */
static enum bd_status write_environment(const struct bd__eval *eval)
{
    char path[PATH_MAX], *old;
    size_t old_size, old_machine_size, machine_size;
    struct bd__text text = {0};
    bd__eval_environment(&text, eval);
    snprintf(path, sizeof path, "%s/environment.json", eval->dir);
    if (bd__file_read(path, 1 << 20, &old, &old_size) == BD_OK) {
        const char *old_machine = machine_in(old, &old_machine_size);
        const char *machine = machine_in(bd__text_str(&text), &machine_size);
        if (old_machine_size && (old_machine_size != machine_size || memcmp(old_machine, machine, machine_size) != 0)) {
            bd__warn(eval->log,
                     "%s was started on another machine: times of its repetitions are not comparable; use -o for a new "
                     "results directory",
                     eval->dir);
        }
        if (old_machine_size) { /* keep the old beginning */
            struct bd__text both = {0};
            bd__text_add(&both, old, (size_t)(old_machine - old) + old_machine_size);
            bd__text_puts(&both, machine + machine_size);
            bd__text_clear(&text);
            text = both;
        }
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

/* A key to look for in a JSON file, and its value there. */
struct wanted_key {
    const char *key;
    char value[32]; /* "": not found */
};

static void note_wanted(void *user, const char *path, const char *value)
{
    struct wanted_key *wanted = user;
    if (strcmp(path, wanted->key) == 0) { snprintf(wanted->value, sizeof wanted->value, "%s", value); }
}

/* Does the file NAME of the run directory PATH have this program's HASH under KEY? If it is unknown, returns true. */
static bool was_made_with(const char *path, const char *name, const char *key, uint64_t hash)
{
    char file[PATH_MAX], expected[32], *text;
    size_t size;
    struct wanted_key wanted = {.key = key};
    snprintf(file, sizeof file, "%s/%s", path, name);
    if (!hash || bd__file_read(file, 1 << 20, &text, &size) != BD_OK) { return true; }
    const char *error = bd__json_walk(text, size, note_wanted, &wanted);
    free(text);
    snprintf(expected, sizeof expected, "%016llx", (unsigned long long)hash);
    return error || !wanted.value[0] || strcmp(wanted.value, expected) == 0;
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
            if (was_made_with(path, "setup.json", "program_hash", hash[BD__EVAL_COVERAGE]) &&
                was_made_with(timed, "setup.json", "program_hash", hash[BD__EVAL_PLAIN]) &&
                was_made_with(path, "trial.json", "sanitized_hash", hash[BD__EVAL_SANITIZED])) {
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
    bd__warn(eval->log, "%s has no readable trial.json: moved it to %s; the repetition will run again", path, aside);
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
