/* check.c: checks before an experiment starts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "base/file.h"
#include "base/hash.h"
#include "eval/child.h"
#include "eval/eval.h"

static const double ANSWER_SECONDS = 20; /* for `PROGRAM list` */

/* ---- programs -------------------------------------------------------------------------------- */

uint64_t bd__eval_hash_file(const char *path)
{
    char *data;
    size_t size;
    if (bd__file_read(path, SIZE_MAX, &data, &size) != BD_OK) { return 0; }
    uint64_t hash = bd__hash(data, size);
    free(data);
    return hash;
}

static size_t index_of(const struct bd__names *names, const char *name)
{
    size_t i = 0;
    while (i < names->count && strcmp(names->name[i], name) != 0) { i++; }
    return i;
}

const char *const bd__eval_build_folder[BD__BUILDS] = {"", "plain/", "sanitized/"};

uint64_t bd__eval_expected_hash(const struct bd__eval *eval, const struct bd__eval_repetition *repetition,
                                enum bd__build build)
{
    return eval->program_hash[index_of(&eval->manifest.subjects, repetition->subject)][build];
}

bool bd__eval_program_is_same(const struct bd__eval *eval, const struct bd__eval_repetition *repetition,
                              enum bd__build build)
{
    char path[PATH_MAX];
    bd__eval_program(path, eval, bd__eval_build_folder[build], repetition->subject);
    return bd__eval_hash_file(path) == bd__eval_expected_hash(eval, repetition, build);
}

/* Skips the waiting repetitions of SUBJECT with TECHNIQUE (NULL: all of them); PLAIN: only those that need the plain build. */
static void skip(struct bd__eval *eval, const char *subject, const struct bd__technique *technique, bool plain)
{
    for (size_t i = 0; i < eval->count; i++) {
        struct bd__eval_repetition *repetition = &eval->repetition[i];
        bool meant = strcmp(repetition->subject, subject) == 0 && (!technique || repetition->technique == technique) &&
                     (!plain || repetition->technique->plain);
        if (meant && repetition->state == BD__EVAL_WAITING) { repetition->state = BD__EVAL_SKIPPED; }
    }
}

/* Does LIST, the output of `PROGRAM list`, name GUIDE? Guides are the first words of the indented lines before the first empty
 * line. */
static bool lists_guide(const char *list, const char *guide)
{
    size_t size = strlen(guide);
    for (const char *line = list; *line && *line != '\n'; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *word = line + strspn(line, " ");
        if (word > line && strncmp(word, guide, size) == 0 && strchr(" \n", word[size])) { return true; }
    }
    return false;
}

/* Is the guide of the technique numbered UP_TO one of an earlier technique, which was checked in the same list? */
static bool was_checked(const struct bd__techniques *all, size_t up_to, bool plain)
{
    for (size_t i = 0; i < up_to; i++) {
        if ((!plain || all->one[i].plain) && strcmp(all->one[i].guide, all->one[up_to].guide) == 0) { return true; }
    }
    return false;
}

static void check_guides(struct bd__eval *eval, const char *subject, bool plain, const char *program, const char *list)
{
    const struct bd__techniques *all = &eval->manifest.all;
    for (size_t i = 0; i < all->count; i++) {
        const struct bd__technique *technique = &all->one[i];
        if ((plain && !technique->plain) || lists_guide(list, technique->guide)) { continue; }
        if (!was_checked(all, i, plain)) {
            struct bd__text command = {0};
            bd__child_command(&command, (const char *const[]){program, "list", NULL});
            bd__error(eval->log, "%s has no guide '%s': its repetitions are skipped; `%s` lists the guides", program,
                      technique->guide, bd__text_str(&command));
            bd__text_clear(&command);
        }
        skip(eval, subject, technique, plain);
    }
}

/* Asks one program for its guides. Returns false if we were asked to stop. */
static bool check_program(struct bd__eval *eval, const char *subject, bool plain)
{
    char path[PATH_MAX];
    struct bd__child child;
    struct bd__text command = {0};
    bd__eval_program(path, eval, plain ? "plain/" : "", subject);
    const char *const argv[] = {path, "list", NULL};
    enum bd_status status = bd__child_run(&child, argv, ANSWER_SECONDS);
    if (status == BD_OK && child.exit_code == 0) {
        check_guides(eval, subject, plain, path, bd__text_str(&child.output));
    } else if (status != BD_INTERRUPTED) {
        bd__child_command(&command, argv);
        bd__error(eval->log, "cannot run the %s of '%s': its %s are skipped\n  command: %s\n  %s%s%s",
                  plain ? "plain build" : "program", subject, plain ? "techniques @plain" : "repetitions",
                  bd__text_str(&command), bd__child_end(&child), child.output.size ? "\n  " : "",
                  bd__text_tail(&child.output, 500));
        skip(eval, subject, NULL, plain);
    }
    bd__text_clear(&command);
    bd__child_clear(&child);
    return status != BD_INTERRUPTED;
}

static bool check_programs(struct bd__eval *eval)
{
    const struct bd__manifest *m = &eval->manifest;
    struct bd__text missing = {0};
    bool go_on = true;
    for (size_t i = 0; i < m->subjects.count && go_on; i++) {
        const char *subject = m->subjects.name[i];
        for (size_t build = 0; build < BD__BUILDS; build++) {
            char path[PATH_MAX];
            bd__eval_program(path, eval, bd__eval_build_folder[build], subject);
            eval->program_hash[i][build] = bd__eval_hash_file(path);
        }
        go_on = check_program(eval, subject, false);
        if (go_on && m->blackbox.count) { go_on = check_program(eval, subject, true); }
        if (!eval->program_hash[i][BD__BUILD_SANITIZED]) {
            bd__text_printf(&missing, "%s%s", missing.size ? ", " : "", subject);
        }
    }
    if (go_on && missing.size) {
        bd__warn(eval->log,
                 "no sanitized build of %s: failures are distinguished by the campaigns' own signatures only",
                 bd__text_str(&missing));
    }
    bd__text_clear(&missing);
    return go_on;
}

/* ---- the machine ----------------------------------------------------------------------------- */

static void warn_of_load(const struct bd__eval *eval)
{
    double load[1];
    if (getloadavg(load, 1) == 1 && load[0] > 0.5 * eval->jobs) {
        bd__warn(eval->log,
                 "the machine is busy: its load is %.1f; stop other programs, or expect noise in the results", load[0]);
    }
}

/* Estimates in megabytes, on the safe side: of a campaign while it runs, and of a repetition that is done. */
enum { CAMPAIGN_MB = 200, REPETITION_MB = 4, LEAST_MB = 100 };

static enum bd_status check_disk(const struct bd__eval *eval)
{
    char path[PATH_MAX];
    struct statvfs disk;
    snprintf(path, sizeof path, "%s", eval->dir);
    while (statvfs(path, &disk) != 0) { /* find the nearest parent that exists */
        char *slash = strrchr(path, '/');
        if (!slash || slash == path) {
            snprintf(path, sizeof path, "%s", slash ? "/" : ".");
            if (statvfs(path, &disk) != 0) { return BD_OK; }
            break;
        }
        *slash = 0;
    }
    double free_mb = (double)disk.f_bavail * (double)disk.f_frsize / 1e6;
    double waiting = (double)bd__eval_count_state(eval, BD__EVAL_WAITING);
    double need_mb = eval->jobs * CAMPAIGN_MB + waiting * (eval->manifest.keep_corpus ? CAMPAIGN_MB : REPETITION_MB);
    if (waiting > 0 && free_mb < LEAST_MB) {
        bd__error(eval->log,
                  "the disk of %s is full: %.0f MB are free; free some space, or choose another disk with -o", path,
                  free_mb);
        return BD_IO;
    }
    if (waiting > 0 && free_mb < need_mb) {
        bd__warn(eval->log,
                 "the disk of %s may become full: %.0f MB are free, up to %.0f MB may be needed; free some space, or "
                 "choose another disk "
                 "with -o",
                 path, free_mb, need_mb);
    }
    return BD_OK;
}

enum bd_status bd__eval_check(struct bd__eval *eval)
{
    if (!check_programs(eval)) { return BD_INTERRUPTED; }
    warn_of_load(eval);
    return check_disk(eval);
}
