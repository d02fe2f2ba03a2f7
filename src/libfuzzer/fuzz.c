/* fuzz.c: a campaign that behaves like libFuzzer: prints its log lines, writes the corpus to the first directory, and by default
 * ends at the first failure. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/sha1.h"
#include "base/text.h"
#include "libfuzzer/command.h"

typedef unsigned long long ull;

enum { BATCH = 64 };

/* A new unit, to be written to the first directory. */
struct corpus_file {
    char *path, *data; /* owned */
    size_t size;
};

struct bd__lf_session {
    struct bd__lf *lf;
    const char *folder; /* borrowed; NULL: the corpus is not written */
    struct corpus_file unit[BATCH];
    size_t unit_count;
    uint64_t told;                          /* inputs kept, as reported by the engine */
    uint64_t corpus, corpus_bytes, largest; /* of those, the valid ones: libFuzzer keeps no others */
    uint64_t added, unsaved;                /* units that are not seeds; files that could not be written */
    uint64_t covered, buckets;              /* by the corpus, as reported so far */
    uint64_t crashes, timeouts, memory_outs;
    uint64_t pulse; /* number of runs at which the next pulse line is due: a power of two */
    bool begun, inited, told_unsaved;
    int failure;        /* exit code of the failure that ended the campaign, or else of the last one; 0: none */
    bool artifact_lost; /* a failing input could not be written */
};

/* Set by a signal, a file, or a failure. */
static volatile bool stop;

static void on_signal(int number)
{
    (void)number;
    stop = true;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void put_size(uint64_t size)
{
    fprintf(stderr,
            size >= 1 << 24   ? "%lluMb"
            : size >= 1 << 14 ? "%lluKb"
                              : "%llub",
            (ull)(size >= 1 << 24   ? size >> 20
                  : size >= 1 << 14 ? size >> 10
                                    : size));
}

static uint64_t memory_of(const struct bd_progress *at)
{
    return at->peak_memory_mb ? at->peak_memory_mb : 1;
}

/* Prints a log line without its newline. */
static void put_line(const struct bd__lf_session *s, const struct bd_progress *at, uint64_t number, const char *title)
{
    fprintf(stderr, "#%llu\t%-6s cov: %llu ft: %llu corp: %llu/", (ull)number, title, (ull)s->covered, (ull)s->buckets,
            (ull)s->corpus);
    put_size(s->corpus_bytes);
    fprintf(stderr, " exec/s: %.0f rss: %lluMb", at->trials_per_second, (ull)memory_of(at));
}

static void put_whole_line(const struct bd__lf_session *s, const struct bd_progress *at, uint64_t number,
                           const char *title)
{
    if (s->lf->flags.verbosity < 1) { return; }
    put_line(s, at, number, title);
    fputc('\n', stderr);
}

static void put_modules(void)
{
    size_t modules = 0, counters = 0, count;
    struct bd__text list = {0};
    const uint8_t *start;
    for (; (count = bd_module_counters(modules, &start)); modules++) {
        counters += count;
        bd__text_printf(&list, "%zu [%p, %p), ", count, (const void *)start, (const void *)(start + count));
    }
    bd__output_error("INFO: Loaded %zu modules   (%zu inline 8-bit counters): %s", modules, counters,
                     bd__text_str(&list));
    bd__text_clear(&list);
}

/* Prints what is known once the seeds are read. */
static void begin(struct bd__lf_session *s, const struct bd_progress *at)
{
    if (s->begun) { return; }
    s->begun = true;
    if (s->lf->flags.verbosity < 1) { return; }
    const struct bd_seeding *seeds = &at->seeds;
    for (size_t i = 0; i < s->lf->input_count && i < 1; i++) {
        bd__output_error("INFO: %8llu files found in %s%s", (ull)seeds->count, s->lf->input[i],
                         s->lf->input_count > 1 ? " and the others" : "");
    }
    if (!s->lf->flags.max_len && at->longest) {
        fprintf(stderr, "INFO: -max_len is not provided; libFuzzer will not generate inputs larger than %llu bytes\n",
                (ull)at->longest);
    }
    if (seeds->count) {
        fprintf(stderr, "INFO: seed corpus: files: %llu min: %llub max: %llub total: %llub rss: %lluMb\n",
                (ull)seeds->count, (ull)seeds->smallest, (ull)seeds->largest, (ull)seeds->bytes, (ull)memory_of(at));
        put_whole_line(s, at, 0, "READ");
    } else {
        fputs("INFO: A corpus is not provided, starting from an empty corpus\n", stderr);
    }
}

static void note_coverage(struct bd__lf_session *s, const struct bd_figures *figures)
{
    s->covered = figures->valid_branches;
    s->buckets = figures->valid_buckets;
}

/* Number of initial runs: the seeds, or one input if there are none. */
static uint64_t initial_runs(const struct bd_progress *at)
{
    return at->seeds.count ? at->seeds.count : 1;
}

/* Prints what the initial runs cover. */
static void init(struct bd__lf_session *s, const struct bd_progress *at)
{
    if (s->inited) { return; }
    s->inited = true;
    if (at->seeds.started) {
        s->covered = at->seeds.branches;
        s->buckets = at->seeds.buckets;
    }
    while (s->pulse <= initial_runs(at)) { s->pulse *= 2; } /* keep lines in the order of runs */
    put_whole_line(s, at, initial_runs(at), "INITED");
}

/* Is it a seed, or the first input of a campaign without seeds? */
static bool is_initial(const struct bd_found *found)
{
    return found->is_seed || (found->at->seeds.count == 0 && found->trial <= 1);
}

static void put_stats(const struct bd__lf_session *s, const struct bd_progress *at)
{
    if (!s->lf->flags.print_final_stats) { return; }
    double speed = at->seconds > 0 ? (double)at->figures.trials / at->seconds : 0;
    fprintf(stderr,
            "stat::number_of_executed_units: %llu\nstat::average_exec_per_sec:     %.0f\n"
            "stat::new_units_added:          %llu\nstat::slowest_unit_time_sec:    %.0f\n"
            "stat::peak_rss_mb:              %llu\n",
            (ull)at->figures.trials, speed, (ull)s->added, at->slowest_seconds, (ull)memory_of(at));
}

/* ---- the corpus directory -------------------------------------------------------------------- */

static void flush_units(struct bd__lf_session *s)
{
    struct bd__file_item item[BATCH];
    for (size_t i = 0; i < s->unit_count; i++) {
        item[i] = (struct bd__file_item){s->unit[i].path, s->unit[i].data, s->unit[i].size, 0, 0};
    }
    bd__file_write_all(item, s->unit_count);
    for (size_t i = 0; i < s->unit_count; i++) {
        if (item[i].error && !s->told_unsaved) {
            s->told_unsaved = true;
            bd__output_error("ERROR: cannot write %s: %s", s->unit[i].path, strerror(item[i].error));
        }
        s->unsaved += item[i].error != 0;
        free(s->unit[i].path);
        free(s->unit[i].data);
    }
    s->unit_count = 0;
}

static void add_file(struct bd__lf_session *s, const char *name, const char *suffix, const void *data, size_t size)
{
    struct bd__text path = {0};
    bd__text_printf(&path, "%s/%s%s", s->folder, name, suffix);
    if (bd__file_exists(bd__text_str(&path))) {
        bd__text_clear(&path);
        return;
    }
    if (s->unit_count == BATCH) { flush_units(s); }
    struct corpus_file *unit = &s->unit[s->unit_count++];
    *unit = (struct corpus_file){.path = path.data, .data = bd__memory(size + 1, 1), .size = size};
    if (size) { memcpy(unit->data, data, size); }
}

/* ---- callbacks of the engine ----------------------------------------------------------------- */

static void on_kept(struct bd__lf_session *s, const struct bd_found *found)
{
    s->told++;
    if (!is_initial(found)) { init(s, found->at); }
    if (!found->is_valid) { return; } /* the target returned -1: do not add it to the corpus */
    s->covered = found->valid_branches;
    s->buckets = found->valid_buckets;
    s->corpus++;
    s->corpus_bytes += found->size;
    if (found->size > s->largest) { s->largest = found->size; }
    if (found->is_seed) { return; } /* it already has a file */
    s->added++;
    if (s->lf->flags.verbosity > 0 && !is_initial(found)) {
        put_line(s, found->at, found->trial, "NEW");
        bd__output_error(" L: %zu/%llu MS: %u %s-", found->size, (ull)s->largest, found->mutations, found->op);
    }
    if (!s->folder) { return; }
    char sha1[BD__SHA1_TEXT];
    bd__sha1(found->data, found->size, sha1);
    add_file(s, sha1, "", found->data, found->size);
    if (found->tape) { add_file(s, sha1, ".tape", found->tape, strlen(found->tape)); }
}

static bool goes_on(const struct bd__lf_flags *f, int code)
{
    if (f->keep_going) { return true; }
    return f->fork && (code == BD__EXIT_TIMEOUT  ? f->ignore_timeouts
                       : code == BD__EXIT_MEMORY ? f->ignore_ooms
                                                 : f->ignore_crashes);
}

static void on_failure(struct bd__lf_session *s, const struct bd_found *found)
{
    const struct bd__lf *lf = s->lf;
    s->timeouts += found->exit_code == BD__EXIT_TIMEOUT;
    s->memory_outs += found->exit_code == BD__EXIT_MEMORY;
    s->crashes += found->exit_code == BD__EXIT_FAILURE;
    if (stop && s->failure) { return; } /* the campaign is ending */
    bd__lf_report(lf, found->failure, found->exit_code, found->output);
    bd__output_error("MS: %u %s-; run %llu", found->mutations, found->op, (ull)found->trial);
    s->artifact_lost |= !bd__lf_write_artifact(lf, found->exit_code, found->data, found->size, found->tape);
    bool ignored = lf->flags.fork && !lf->flags.keep_going && found->exit_code != BD__EXIT_FAILURE;
    if (!goes_on(&lf->flags, found->exit_code)) {
        stop = true;
    } else if (ignored) {
        return;
    }
    s->failure = bd__lf_exit_code(lf, found->exit_code);
}

static void on_found(const struct bd_found *found, void *user)
{
    struct bd__lf_session *s = ((struct bd__lf *)user)->session;
    begin(s, found->at);
    if (found->failure) {
        on_failure(s, found);
    } else {
        on_kept(s, found);
    }
}

static void put_pulse(struct bd__lf_session *s, const struct bd_progress *at)
{
    uint64_t trials = at->figures.trials, due = 0;
    for (; s->pulse <= trials; s->pulse *= 2) { due = s->pulse; }
    if (!due || s->lf->flags.verbosity < 1) { return; }
    if (!s->lf->flags.fork) {
        put_whole_line(s, at, due, "pulse");
        return;
    }
    fprintf(stderr,
            "#%llu: cov: %llu ft: %llu corp: %llu exec/s: %.0f oom/timeout/crash: %llu/%llu/%llu time: %.0fs job: 1 "
            "dft_time: 0\n",
            (ull)trials, (ull)at->figures.valid_branches, (ull)at->figures.valid_buckets, (ull)s->corpus,
            at->trials_per_second, (ull)s->memory_outs, (ull)s->timeouts, (ull)s->crashes, at->seconds);
}

static void on_progress(const struct bd_progress *at, void *user)
{
    const struct bd__lf *lf = user;
    struct bd__lf_session *s = lf->session;
    begin(s, at);
    flush_units(s);
    /* Print these figures only after all inputs that they count were reported; otherwise lines would be out of order. */
    if (s->told >= at->figures.corpus) {
        if (at->seeds.started && at->figures.trials >= initial_runs(at)) { init(s, at); }
        note_coverage(s, &at->figures);
        if (s->inited) { put_pulse(s, at); }
    }
    double since = at->last_find_seconds > 0 ? at->last_find_seconds : 0;
    if (lf->flags.exit_on_time && at->seconds - since >= (double)lf->flags.exit_on_time) { stop = true; }
    if (lf->flags.stop_file && bd__file_exists(lf->flags.stop_file)) { stop = true; }
}

/* ---- a campaign ------------------------------------------------------------------------------ */

/* Collects the corpus directories, and the files that -seed_inputs lists. Returns NULL after a message if the list cannot be
 * read. The caller frees the result and TEXT. */
static const char **collect_seeds(const struct bd__lf *lf, char **text, size_t *count)
{
    const char *list = lf->flags.seed_inputs;
    *text = NULL;
    *count = 0;
    if (list && list[0] == '@') {
        size_t size;
        if (bd__file_read(list + 1, 64 << 20, text, &size) != BD_OK) {
            bd__output_error("ERROR: cannot read %s: %s", list + 1, bd__file_why());
            return NULL;
        }
    } else if (list) {
        *text = bd__memory_copy(list);
    }
    size_t more = 1;
    for (const char *c = *text; c && *c; c++) { more += *c == ','; }
    const char **seeds = bd__memory(lf->input_count + more, sizeof *seeds);
    for (; *count < lf->input_count; ++*count) { seeds[*count] = lf->input[*count]; }
    for (char *word = *text ? strtok(*text, ",\n") : NULL; word; word = strtok(NULL, ",\n")) {
        seeds[(*count)++] = word;
    }
    return seeds;
}

/* Chooses the run directory, and makes a temporary one if none is named. Returns false after a message. */
static bool make_run_directory(const struct bd__lf *lf, char *path, size_t room)
{
    const char *tmp = getenv("TMPDIR");
    if (lf->flags.run_directory) { return snprintf(path, room, "%s", lf->flags.run_directory) < (int)room; }
    if (snprintf(path, room, "%s/bediv-XXXXXX", tmp && *tmp ? tmp : "/tmp") < (int)room && mkdtemp(path)) {
        return true;
    }
    bd__output_error("ERROR: cannot make a temporary directory %s: %s; set $TMPDIR to a writable folder", path,
                     bd__file_why());
    return false;
}

static int finish(struct bd__lf_session *s, enum bd_status status, const struct bd_summary *summary)
{
    const struct bd__lf *lf = s->lf;
    const struct bd_progress *last = &summary->last;
    bool ran = *summary->directory && last->figures.trials;
    if (status == BD_INTERRUPTED && !s->failure) {
        fprintf(stderr, "==%d== libFuzzer: run interrupted; exiting\n", (int)getpid());
    } else if (ran && !(s->failure && stop) && (status == BD_OK || status == BD_IO)) {
        note_coverage(s, &last->figures);
        init(s, last); /* in case it ended during the initial runs */
        note_coverage(s, &last->figures);
        put_whole_line(s, last, last->figures.trials, "DONE");
        fprintf(stderr, "Done %llu runs in %.0f second(s)\n", (ull)last->figures.trials, last->seconds);
    }
    if (ran) { put_stats(s, last); }
    bool kept_nowhere = s->artifact_lost || s->unsaved;
    if (kept_nowhere) {
        bd__output_error("ERROR: some files could not be written (see above); what was found is in %s",
                         summary->directory);
        return BD__EXIT_UNSAVED;
    }
    if (s->failure) { return s->failure; }
    if (status == BD_IO && ran && !lf->flags.run_directory) {
        return BD__EXIT_FINE;
    } /* only our temporary run directory is incomplete */
    return status == BD_OK            ? BD__EXIT_FINE
           : status == BD_INTERRUPTED ? BD__EXIT_INTERRUPTED
           : status == BD_IO && ran   ? BD__EXIT_UNSAVED
                                      : BD__EXIT_ENGINE;
}

int bd__lf_fuzz(struct bd__lf *lf)
{
    struct bd__lf_session s = {.lf = lf, .folder = lf->input_count ? lf->input[0] : NULL, .pulse = 1};
    struct bd_summary summary = {0};
    char directory[1024], *text;
    struct bd_config *config = &lf->config;
    config->seeds = collect_seeds(lf, &text, &config->seed_count);
    if (!config->seeds || !make_run_directory(lf, directory, sizeof directory)) {
        free((void *)config->seeds);
        free(text);
        return BD__EXIT_ENGINE;
    }
    config->directory = directory;
    /* An artefact is the input as found. A shrunk one would be removed with the temporary directory. */
    if (!lf->flags.run_directory) { config->shrink_runs = BD_NONE; }
    config->trials = lf->flags.runs < 0 ? 0 : lf->flags.runs ? (uint64_t)lf->flags.runs : 1;
    config->progress = on_progress;
    config->found = on_found;
    config->stop = &stop;
    lf->session = &s;
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGUSR2, &action, NULL);
    if (lf->flags.verbosity > 0) {
        fprintf(stderr, "INFO: Running with bedivfuzz %s\nINFO: Seed: %llu\n", BD_VERSION, (ull)config->seed);
        put_modules();
    }
    enum bd_status status = bd_campaign_run(lf->call->fuzzer, config, &summary);
    flush_units(&s);
    int code = finish(&s, status, &summary);
    if (!lf->flags.run_directory && code != BD__EXIT_UNSAVED) { bd__file_remove_tree(directory); }
    free((void *)config->seeds);
    free(text);
    return code;
}
