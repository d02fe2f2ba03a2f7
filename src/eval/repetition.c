/* repetition.c: runs one repetition, from the campaign to its final place in the results.
 *
 *   technique GUIDE, NAME   campaign on the instrumented build
 *   technique GUIDE@plain   campaign on the plain build, by the clock; then as many trials from the same seed on the
 *                           instrumented build, which makes the same inputs: its figures with the other's times
 *   technique GUIDE@OTHER   campaign on the instrumented build, with the mean input of OTHER's, which is done
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "eval/child.h"
#include "eval/eval.h"
#include "store/fuzzer_stats.h"
#include "store/trial_file.h"

/* A repetition in progress. */
struct work {
    const struct bd__eval *eval;
    const struct bd__eval_repetition *repetition;
    struct bd__text *message;
    char mean_size[32];               /* for --mean-size; "": not given */
    int exit_code;                    /* of the last campaign */
    double wall_seconds, cpu_seconds; /* of the first campaign, which sets the clock */
};

static enum bd_status fail(struct work *work, const char *why, const char *path)
{
    bd__text_printf(work->message, "%s %s: %s", why, path, bd__file_why());
    return BD_IO;
}

/* ---- campaigns ------------------------------------------------------------------------------- */

/* How to run a campaign. */
struct campaign_order {
    bool plain;
    const char *out;
    uint64_t trials; /* 0: as the manifest says */
};

enum { ARGUMENTS = 20, NUMBER = 32 };

/* PROGRAM --guide G --seed S -t 30s -q -o DIR …, then the flags of the manifest, and those of the technique. */
static void make_command(const struct work *work, const struct campaign_order *order, char program[PATH_MAX],
                         char number[2][NUMBER], const char **argv)
{
    const struct bd__manifest *m = &work->eval->manifest;
    const struct bd__technique *technique = work->repetition->technique;
    size_t n = 0;
    uint64_t trials = order->trials ? order->trials : m->trials;
    bd__eval_program(program, work->eval, order->plain ? "plain/" : "", work->repetition->subject);
    snprintf(number[0], NUMBER, "%llu", (unsigned long long)work->repetition->seed);
    if (trials) {
        snprintf(number[1], NUMBER, "%llu", (unsigned long long)trials);
    } else {
        snprintf(number[1], NUMBER, "%.10gs", m->seconds);
    }
    argv[n++] = program;
    argv[n++] = "--guide";
    argv[n++] = technique->guide;
    argv[n++] = "--seed";
    argv[n++] = number[0];
    argv[n++] = trials ? "-n" : "-t";
    argv[n++] = number[1];
    argv[n++] = "-q";
    argv[n++] = "-o";
    argv[n++] = order->out;
    argv[n++] = "--shrink-runs"; /* all the time goes into fuzzing */
    argv[n++] = "0";
    argv[n++] = "--checkpoint"; /* an unfinished campaign is repeated from the start */
    argv[n++] = "0";
    if (order->plain) { argv[n++] = "--without-coverage"; }
    for (size_t i = 0; i < m->flags.count; i++) { argv[n++] = m->flags.name[i]; }
    for (size_t i = 0; i < technique->flag_count; i++) { argv[n++] = technique->flag[i]; }
    if (*work->mean_size) {
        argv[n++] = "--mean-size";
        argv[n++] = work->mean_size;
    }
    argv[n] = NULL;
}

/* Is it a code of a campaign that ended by itself? Finding failures is no error. */
static bool ended_well(int exit_code)
{
    return exit_code == 0 || exit_code == 77 || exit_code == 70 || exit_code == 71;
}

/* Says why the results of a campaign with a good exit code are incomplete; NULL if they are complete. If the campaign found
 * failures, its exit code does not say that it was stopped early. */
static const char *what_is_missing(const struct work *work, const struct campaign_order *order)
{
    const struct bd__manifest *m = &work->eval->manifest;
    uint64_t trials = order->trials ? order->trials : m->trials;
    char value[NUMBER];
    if (!bd__stats_value(order->out, "execs_done", value, sizeof value)) {
        return "it left no figures in fuzzer_stats";
    }
    if (trials && strtoull(value, NULL, 10) != trials) { return "it ended before its last trial"; }
    if (!trials && bd__stats_number(order->out, "run_time") + 1 < m->seconds) {
        return "it ended before its time was over";
    }
    if (bd__stats_number(order->out, "unsaved") > 0) { return "something could not be saved"; }
    return NULL;
}

static enum bd_status run_campaign(struct work *work, const struct campaign_order *order)
{
    const char *argv[ARGUMENTS + BD__MANIFEST_NAMES + BD__TECHNIQUE_FLAGS];
    char program[PATH_MAX], number[2][NUMBER];
    struct bd__child child;
    make_command(work, order, program, number, argv);
    if (!bd__eval_program_is_same(work->eval, work->repetition, order->plain ? BD__BUILD_PLAIN : BD__BUILD_COVERAGE)) {
        bd__text_printf(work->message,
                        "%s was rebuilt while the experiment ran; repetitions of two builds must not be mixed: run the "
                        "experiment again in "
                        "another directory (-o)",
                        program);
        return BD_USAGE;
    }
    /* A campaign that runs far beyond its time will never end. */
    double time =
        work->eval->manifest.seconds + bd__manifest_warm_up(&work->eval->manifest, work->repetition->technique);
    double limit = strcmp(argv[5], "-t") == 0 ? 2 * time + 60 : 0;
    enum bd_status status = bd__child_run(&child, argv, limit);
    work->exit_code = child.exit_code;
    if (work->wall_seconds <= 0) {
        work->wall_seconds = child.seconds;
        work->cpu_seconds = child.cpu_seconds;
    }
    if (status == BD_OK) {
        const char *missing = child.timed_out || !ended_well(child.exit_code) ? "" : what_is_missing(work, order);
        if (missing) {
            bd__text_puts(work->message, "the campaign failed\n  command: ");
            bd__child_command(work->message, argv);
            bd__text_printf(work->message, "\n  %s%s%s\n", bd__child_end(&child), *missing ? ": " : "", missing);
            bd__text_puts(work->message, bd__text_tail(&child.output, 1500));
            status = BD_SYSTEM;
        }
    } else if (status == BD_SYSTEM) {
        bd__text_printf(work->message, "cannot start %s: the system allows no more processes", program);
    }
    bd__child_clear(&child);
    return status;
}

/* Did two campaigns make the same inputs, as far as the figures show? */
static bool are_identical(const char *a, const char *b)
{
    static const char *const keys[] = {"execs_done", "valid",     "invalid",    "limited",
                                       "failures",   "discarded", "structures", "mean_input"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        char x[64] = "", y[64] = "-";
        bd__stats_value(a, keys[i], x, sizeof x);
        bd__stats_value(b, keys[i], y, sizeof y);
        if (strcmp(x, y) != 0) { return false; }
    }
    return true;
}

/* ---- a repetition ---------------------------------------------------------------------------- */

static enum bd_status write_json(struct work *work, const char *dir, const struct bd__trial_file *file)
{
    struct bd__text text = {0};
    char path[PATH_MAX];
    bd__trial_file_put(&text, file);
    snprintf(path, sizeof path, "%s/" BD__TRIAL_FILE, dir);
    enum bd_status status = bd__file_write(path, bd__text_str(&text), text.size);
    bd__text_clear(&text);
    return status == BD_OK ? BD_OK : fail(work, "cannot write", path);
}

/* What is known of the repetition before it runs. */
static struct bd__trial_file describe(const struct work *work, int core)
{
    const struct bd__eval_repetition *r = work->repetition;
    struct bd__trial_file file = {
        .repetition = r->number,
        .seed = r->seed,
        .core = (uint64_t)core,
        .sanitized_hash = bd__eval_expected_hash(work->eval, r, BD__BUILD_SANITIZED),
        .mean_size = NAN,
        .repeated = r->technique->plain,
    };
    snprintf(file.subject, sizeof file.subject, "%s", r->subject);
    snprintf(file.technique, sizeof file.technique, "%s", r->technique->name);
    snprintf(file.size_of, sizeof file.size_of, "%s", r->technique->size_of);
    return file;
}

/* Most files of a campaign are its corpus, and no report needs that. */
static void drop_corpus(const struct work *work, const char *dir)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/corpus", dir);
    if (!work->eval->manifest.keep_corpus) { bd__eval_remove(path); }
}

/* Runs the campaign on the plain build, in PART/../N.timed.part, then its inputs again, in PART. */
static enum bd_status run_plain(struct work *work, const char *part, bool *identical)
{
    char timed[PATH_MAX], inside[PATH_MAX];
    bd__eval_path(timed, work->eval, work->repetition, ".timed.part");
    bd__eval_path(inside, work->eval, work->repetition, ".part/timed");
    enum bd_status status = run_campaign(work, &(struct campaign_order){.plain = true, .out = timed});
    if (status != BD_OK) { return status; }
    uint64_t trials = (uint64_t)bd__stats_number(timed, "execs_done");
    status = run_campaign(work, &(struct campaign_order){.out = part, .trials = trials ? trials : 1});
    if (status != BD_OK) { return status; }
    *identical = are_identical(timed, part);
    drop_corpus(work, timed);
    return rename(timed, inside) == 0 ? BD_OK : fail(work, "cannot rename", timed);
}

/* The size that the inputs are to have, if any: that of the repetition before. */
static bool find_size(struct work *work, struct bd__trial_file *file)
{
    const struct bd__eval_repetition *other = bd__eval_sized_after(work->eval, work->repetition);
    if (!other) { return true; }
    file->mean_size = bd__eval_mean_input(work->eval, other);
    snprintf(work->mean_size, sizeof work->mean_size, "%.10g", file->mean_size);
    if (file->mean_size > 0) { return true; }
    bd__text_printf(work->message,
                    "the campaign of %s has no mean_input in its fuzzer_stats, which says how large the "
                    "inputs are to be",
                    other->technique->name);
    return false;
}

enum bd_status bd__eval_run_repetition(const struct bd__eval *eval, const struct bd__eval_repetition *repetition,
                                       int core, struct bd__text *message)
{
    struct work work = {.eval = eval, .repetition = repetition, .message = message};
    char part[PATH_MAX], timed[PATH_MAX], whole[PATH_MAX], folder[PATH_MAX];
    bd__eval_path(part, eval, repetition, ".part");
    bd__eval_path(timed, eval, repetition, ".part/timed");
    bd__eval_path(whole, eval, repetition, "");
    snprintf(folder, sizeof folder, "%s", whole);
    *strrchr(folder, '/') = 0;
    if (bd__file_make_dirs(folder) != BD_OK) { return fail(&work, "cannot make", folder); }

    struct bd__trial_file file = describe(&work, core);
    if (!find_size(&work, &file)) { return BD_FORMAT; }
    double began = bd__clock_seconds();
    file.started = bd__clock_unix();
    if (getloadavg(&file.load_average, 1) != 1) { file.load_average = 0; }
    enum bd_status status = repetition->technique->plain ? run_plain(&work, part, &file.identical)
                                                         : run_campaign(&work, &(struct campaign_order){.out = part});
    if (status == BD_OK) {
        drop_corpus(&work, part);
        status = bd__eval_write_failures(eval, repetition, part, repetition->technique->plain ? timed : part, message);
    }
    if (status == BD_OK) {
        file.seconds = bd__clock_seconds() - began;
        file.exit_code = (uint64_t)work.exit_code;
        file.wall_seconds = work.wall_seconds;
        file.cpu_seconds = work.cpu_seconds;
        status = write_json(&work, part, &file);
    }
    if (status == BD_OK && rename(part, whole) != 0) { status = fail(&work, "cannot rename", part); }
    if (status == BD_OK && repetition->technique->plain && !file.identical) {
        bd__text_puts(message,
                      "the plain and the instrumented build made different inputs, or gave different verdicts: compare "
                      "fuzzer_stats in its run directory and in timed/");
    }
    return status;
}
