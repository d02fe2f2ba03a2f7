/* schedule.c: the repetitions of an experiment, and their order. */
#include <errno.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/die.h"
#include "base/file.h"
#include "base/rng.h"
#include "eval/eval.h"
#include "store/fuzzer_stats.h"
#include "store/trial_file.h"

/* ---- paths ----------------------------------------------------------------------------------- */

void bd__eval_path(char path[PATH_MAX], const struct bd__eval *eval, const struct bd__eval_repetition *repetition,
                   const char *suffix)
{
    snprintf(path, PATH_MAX, "%s/trials/%s/%s/%u%s", eval->dir, repetition->subject, repetition->technique->name,
             repetition->number, suffix);
}

void bd__eval_program(char path[PATH_MAX], const struct bd__eval *eval, const char *build, const char *subject)
{
    const struct bd__manifest *m = &eval->manifest;
    bool absolute = m->programs[0] == '/';
    snprintf(path, PATH_MAX, "%s%s%s/%s%s", absolute ? "" : m->folder, absolute ? "" : "/", m->programs, build,
             subject);
}

bool bd__eval_remove(const char *path)
{
    return bd__file_remove_tree(path);
}

/* ---- repetitions ----------------------------------------------------------------------------- */

static void add_repetition(struct bd__eval *eval, const char *subject, const struct bd__technique *technique,
                           unsigned number)
{
    struct bd__eval_repetition *repetition = &eval->repetition[eval->count++];
    *repetition = (struct bd__eval_repetition){.subject = subject, .technique = technique, .number = number};
    repetition->seed = bd__manifest_seed(&eval->manifest, subject, technique->name, number);
}

struct bd__eval_repetition *bd__eval_sized_after(const struct bd__eval *eval,
                                                 const struct bd__eval_repetition *repetition)
{
    for (size_t i = 0; *repetition->technique->size_of && i < eval->count; i++) {
        struct bd__eval_repetition *other = &eval->repetition[i];
        if (other->number == repetition->number && other->subject == repetition->subject &&
            strcmp(other->technique->name, repetition->technique->size_of) == 0) {
            return other;
        }
    }
    return NULL;
}

double bd__eval_mean_input(const struct bd__eval *eval, const struct bd__eval_repetition *repetition)
{
    char path[PATH_MAX];
    bd__eval_path(path, eval, repetition, "");
    return bd__stats_number(path, "mean_input");
}

/* All first repetitions, then all second ones: a stopped experiment is balanced. Shuffled among themselves, so that a temporary
 * disturbance of the machine affects all techniques alike. */
static void make_schedule(struct bd__eval *eval)
{
    const struct bd__manifest *m = &eval->manifest;
    size_t round = m->subjects.count * m->all.count;
    eval->repetition = calloc(round * m->repetitions, sizeof *eval->repetition);
    if (!eval->repetition) { bd__die("out of memory"); }
    for (unsigned number = 1; number <= m->repetitions; number++) {
        struct bd__eval_repetition *first = &eval->repetition[eval->count];
        for (size_t s = 0; s < m->subjects.count; s++) {
            const char *subject = m->subjects.name[s];
            for (size_t t = 0; t < m->all.count; t++) { add_repetition(eval, subject, &m->all.one[t], number); }
        }
        struct bd__rng rng;
        bd__rng_init(&rng, m->seed, number);
        for (size_t i = round - 1; i > 0; i--) {
            size_t k = bd__rng_upto(&rng, i);
            struct bd__eval_repetition other = first[i];
            first[i] = first[k];
            first[k] = other;
        }
    }
}

/* Has REPETITION the size that its control's folder FILE says it was given? Else that other one ran again since then. */
static bool has_that_size(const struct bd__eval *eval, const struct bd__eval_repetition *repetition,
                          const struct bd__trial_file *file)
{
    const struct bd__eval_repetition *other = bd__eval_sized_after(eval, repetition);
    return !other || fabs(bd__eval_mean_input(eval, other) - file->mean_size) < 0.0005; /* as written to trial.json */
}

void bd__eval_mark_done(struct bd__eval *eval)
{
    bd__text_clear(&eval->failures);
    eval->failure_count = 0;
    for (size_t i = 0; i < eval->count; i++) {
        struct bd__eval_repetition *repetition = &eval->repetition[i];
        char path[PATH_MAX];
        struct bd__trial_file file;
        struct bd__text why = {0}; /* whoever needs its place says it */
        bd__eval_path(path, eval, repetition, "/" BD__TRIAL_FILE);
        bool done =
            bd__trial_file_read(&file, path, &why) && !isnan(file.seconds) && has_that_size(eval, repetition, &file);
        bd__text_clear(&why);
        if (!done) {
            if (repetition->state == BD__EVAL_DONE) { repetition->state = BD__EVAL_WAITING; }
            continue;
        }
        repetition->state = BD__EVAL_DONE;
        repetition->seconds = file.seconds;
        bd__eval_count_failures(eval, repetition);
    }
}

size_t bd__eval_count_state(const struct bd__eval *eval, enum bd__eval_state state)
{
    size_t count = 0;
    for (size_t i = 0; i < eval->count; i++) { count += eval->repetition[i].state == state; }
    return count;
}

/* The mean of what the finished repetitions took that are timed on the plain build, or of those that are not; below 0: there
 * are none. */
static double measured(const struct bd__eval *eval, bool plain)
{
    double total = 0;
    size_t count = 0;
    for (size_t i = 0; i < eval->count; i++) {
        const struct bd__eval_repetition *repetition = &eval->repetition[i];
        if (repetition->state == BD__EVAL_DONE && repetition->technique->plain == plain) {
            total += repetition->seconds, count++;
        }
    }
    return count ? total / (double)count : -1;
}

/* As the manifest says. We assume that running the inputs again on the instrumented build takes twice as long as on the plain
 * build. */
static double planned(const struct bd__eval *eval, const struct bd__technique *technique)
{
    double seconds = eval->manifest.seconds, warm_up = bd__manifest_warm_up(&eval->manifest, technique);
    if (seconds <= 0) { return -1; }
    return 1 + (technique->plain ? 3 * seconds + 2 * warm_up : seconds + warm_up);
}

double bd__eval_expected(const struct bd__eval *eval, const struct bd__eval_repetition *like)
{
    double before = measured(eval, like->technique->plain);
    return before >= 0 ? before : planned(eval, like->technique);
}

double bd__eval_left(const struct bd__eval *eval)
{
    double before[2] = {measured(eval, false), measured(eval, true)}, total = 0;
    for (size_t i = 0; i < eval->count; i++) {
        const struct bd__eval_repetition *repetition = &eval->repetition[i];
        if (repetition->state != BD__EVAL_WAITING) { continue; }
        bool plain = repetition->technique->plain;
        double each = before[plain] >= 0 ? before[plain] : planned(eval, repetition->technique);
        if (each < 0) { return -1; }
        total += each;
    }
    return total / eval->jobs;
}

/* ---- opening --------------------------------------------------------------------------------- */

static enum bd_status choose_cores(struct bd__eval *eval, unsigned jobs)
{
    cpu_set_t set;
    unsigned count = 0;
    if (sched_getaffinity(0, sizeof set, &set) != 0) {
        bd__error(eval->log, "cannot find out which cores this process may use: %s", strerror(errno));
        return BD_SYSTEM;
    }
    for (int core = 0; core < CPU_SETSIZE && count < BD__EVAL_CORES; core++) {
        if (CPU_ISSET(core, &set)) { eval->core[count++] = core; }
    }
    if (jobs > count) {
        bd__error(eval->log, "-j %u: every repetition needs its own core, and there are only %u; give at most that",
                  jobs, count);
        return BD_USAGE;
    }
    eval->jobs = jobs ? jobs : count;
    return BD_OK;
}

enum bd_status bd__eval_open(struct bd__eval *eval, const char *manifest_path, const char *out, unsigned jobs,
                             const struct bd__log *log)
{
    *eval = (struct bd__eval){.manifest_path = manifest_path, .lock = -1, .log = log};
    enum bd_status status = bd__manifest_read(&eval->manifest, manifest_path, log);
    if (status != BD_OK) { return BD_USAGE; }
    int size = snprintf(eval->dir, sizeof eval->dir, "%s%s", out ? out : "bediv-eval/", out ? "" : eval->manifest.name);
    if (size <= 0 || (size_t)size >= sizeof eval->dir) {
        bd__error(log, "-o: the name of the results directory is %s; choose another", size > 0 ? "too long" : "empty");
        return BD_USAGE;
    }
    status = choose_cores(eval, jobs);
    if (status != BD_OK) { return status; }
    make_schedule(eval);
    bd__eval_mark_done(eval);
    return BD_OK;
}

void bd__eval_close(struct bd__eval *eval)
{
    bd__manifest_clear(&eval->manifest);
    bd__text_clear(&eval->failures);
    free(eval->repetition);
    if (eval->lock >= 0) { close(eval->lock); }
}
