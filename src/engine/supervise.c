/* supervise.c: the process around the ring. It owns the run directory, the clock, the limits and the
 * signals, and never runs generator or target code: nothing they do can keep it from writing down what was
 * found. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "engine/campaign.h"
#include "engine/setup.h"
#include "exec/worker.h"
#include "gen/dict.h"
#include "store/rundir.h"

static const double PROGRESS_PERIOD = 0.1, RETRY_PERIOD = 2, STATS_PERIOD = 5, SAVE_PATIENCE = 0.05;
enum { SETUP_TRIES = 3 };

struct supervisor {
    struct bd__campaign *c;
    struct bd__log log;
    struct bd__rundir dir;
    struct bd__provenance from;
    struct bd__text command;
    double start;
    uint64_t start_unix;

    struct bd_progress now;
    uint32_t corpus_saved;                    /* entries handed to the run directory */
    uint64_t failures_filed, failures_untold; /* saved; of these, saved but not told of yet */
    double failures_told_at;
    double progress_at, row_at, retry_at, stats_at; /* when each is due */
    uint64_t row_trials;                            /* of the last row of plot_data; UINT64_MAX: none yet */
    bool told_calibration, told_full, told_approximate;
    struct {
        double at;
        uint64_t trials;
    } speed[16]; /* for the present speed: sightings, oldest overwritten */
    unsigned speed_count;
};

/* ---- what the worker shows ------------------------------------------------------------------- */

static void note_speed(struct supervisor *s, double at, uint64_t trials)
{
    enum { KEPT = sizeof s->speed / sizeof *s->speed };
    unsigned newest = s->speed_count++ % KEPT;
    s->speed[newest].at = at;
    s->speed[newest].trials = trials;
    unsigned oldest = s->speed_count > KEPT ? s->speed_count % KEPT : 0;
    double seconds = at - s->speed[oldest].at;
    if (seconds > 0) { s->now.trials_per_second = (double)(trials - s->speed[oldest].trials) / seconds; }
}

static void update(struct supervisor *s, const struct bd__sighting *seen)
{
    struct bd__campaign *c = s->c;
    struct bd_progress *now = &s->now;
    double at = seen->clock - s->start;
    if (seen->figures.corpus > now->figures.corpus) { now->last_find_seconds = at; }
    now->figures = seen->figures;
    now->seconds = at;
    now->branches_total = c->branch_total;
    now->unsaved = s->dir.unsaved;
    now->stability = c->calibration.covered ? 1 - (double)c->calibration.varied / (double)c->calibration.covered : -1;
}

/* What is new in the corpus; for no longer than PATIENCE seconds, so that a slow disk holds up nothing else. */
static void save_corpus(struct supervisor *s, double patience)
{
    double until = bd__clock_seconds() + patience;
    uint32_t size = bd__corpus_size(&s->c->corpus);
    for (; s->corpus_saved < size && bd__clock_seconds() < until; s->corpus_saved++) {
        bd__rundir_save_corpus(&s->dir, &s->from, &s->c->corpus.entry[s->corpus_saved].kept);
    }
    bd__rundir_commit(&s->dir);
}

static void add_row(struct supervisor *s)
{
    bd__rundir_add_row(&s->dir, &s->now);
    s->row_trials = s->now.figures.trials;
}

static void save_rows(struct supervisor *s)
{
    struct bd__campaign *c = s->c;
    for (uint64_t taken = c->rows_taken; taken < atomic_load(&c->rows_shown); taken++) {
        update(s, &c->row[taken % BD__ROWS]);
        add_row(s);
        atomic_store(&c->rows_taken, taken + 1);
    }
}

static void save_stats(struct supervisor *s)
{
    struct bd__text text = {0};
    bd__rundir_stats_text(&text, &s->now, s->start_unix, getpid(), bd__text_str(&s->command));
    bd__rundir_save_stats(&s->dir, bd__text_str(&text));
    bd__text_clear(&text);
}

/* ---- what people should know ----------------------------------------------------------------- */

static void tell_calibration(struct supervisor *s)
{
    const struct bd__calibration *k = &s->c->calibration;
    s->told_calibration = true;
    if (k->silent) {
        bd__warn(&s->log,
                 "%u of the first %u inputs covered nothing: is all of the software under test built with bediv cc (or "
                 "-fsanitize-coverage=inline-8bit-counters,pc-table)?",
                 k->silent, k->inputs);
    }
    if (k->generator_drift) {
        bd__warn(&s->log,
                 "the same choices gave different bytes for %u of the first %u inputs: the generator must depend on "
                 "nothing but its draws (no rand(), clock, address or state kept between calls)",
                 k->generator_drift, k->inputs);
    }
    if (k->overwritten) {
        bd__warn(&s->log, "the target wrote to its input in %u of the first %u runs; it must work on a copy",
                 k->overwritten, k->inputs);
    }
    if (k->varied) {
        bd__warn(&s->log,
                 "stability %.1f%%: %llu of %llu branches varied when the same input was run again; traces are partly "
                 "noise. Remedy: a .reset hook that brings the target back to a known state, fixed hash seeds, one "
                 "thread",
                 100 * (1 - (double)k->varied / (double)k->covered), (unsigned long long)k->varied,
                 (unsigned long long)k->covered);
    }
}

static void tell_news(struct supervisor *s)
{
    const struct bd__calibration *k = &s->c->calibration;
    if (!s->told_calibration && k->inputs == BD__CALIBRATED && !s->c->config.without_coverage) { tell_calibration(s); }
    if (!s->told_approximate && s->now.figures.traces_approximate) {
        s->told_approximate = true;
        bd__warn(&s->log,
                 "the set of traces has reached its limit of %llu MiB; from now on an old trace may be counted again "
                 "(--trace-memory raises the limit)",
                 (unsigned long long)s->c->config.trace_memory_mb);
    }
}

/* ---- the clock ------------------------------------------------------------------------------- */

/* Rows by time: dense at first, when most happens, every five seconds later. */
static double row_period(double seconds)
{
    return seconds < 60 ? 1 : 5;
}

static void tick(void *user)
{
    struct supervisor *s = user;
    struct bd__campaign *c = s->c;
    double now = bd__clock_seconds() - s->start;
    save_corpus(s, SAVE_PATIENCE);
    save_rows(s);
    if (c->config.seconds > 0 && now >= c->config.seconds) { atomic_store(&c->pulse.stop, true); }
    if (now >= s->progress_at) {
        s->progress_at = now + PROGRESS_PERIOD;
        struct bd__sighting *seen = &c->glance[atomic_load(&c->glance_now)];
        if (seen->clock > 0) {
            update(s, seen);
            note_speed(s, s->now.seconds, s->now.figures.trials);
        }
        s->now.seconds = now;
        tell_news(s);
        if (c->config.progress) { c->config.progress(&s->now, c->config.user); }
        atomic_store(&c->look_at, 0);
    }
    if (now >= s->row_at && !c->config.trials && s->now.figures.trials) {
        s->row_at = now + row_period(now);
        add_row(s);
    }
    if (now >= s->retry_at) {
        s->retry_at = now + RETRY_PERIOD;
        bd__rundir_retry(&s->dir);
    }
    if (now >= s->stats_at) {
        s->stats_at = now + STATS_PERIOD;
        save_stats(s);
    }
}

/* ---- failures -------------------------------------------------------------------------------- */

static void count_failure(struct supervisor *s, const struct bd__outcome *outcome)
{
    s->now.timeouts += outcome->failure == BD__FAIL_TIMEOUT;
    s->now.memory_outs += outcome->failure == BD__FAIL_MEMORY;
    s->now.crashes += outcome->failure != BD__FAIL_TIMEOUT && outcome->failure != BD__FAIL_MEMORY;
    s->now.last_failure_seconds = bd__clock_seconds() - s->start;
}

/* The first failures are told one by one; when they come in floods, once a second. */
static void tell_failure(struct supervisor *s, const struct bd__case *kept, const char *what)
{
    enum { ONE_BY_ONE = 10 };
    double now = bd__clock_seconds();
    s->failures_untold++;
    if (s->failures_filed > ONE_BY_ONE && now < s->failures_told_at + 1) { return; }
    char more[48] = "";
    if (s->failures_untold > 1) {
        snprintf(more, sizeof more, " (and %llu more)", (unsigned long long)s->failures_untold - 1);
    }
    bd__info(&s->log, "%s%s, saved as %s/failures/id:%06u…%s",
             kept->outcome.in_generator ? "the generator failed: " : "", what, s->dir.path, kept->id, more);
    s->failures_told_at = now;
    s->failures_untold = 0;
}

static void file_failure(struct supervisor *s, const struct bd__case *kept, const char *output)
{
    char what[64];
    struct bd__text report = {0};
    bd__outcome_describe(&kept->outcome, what, sizeof what);
    bd__text_printf(&report, "%s%s in trial %llu\n\n", kept->outcome.in_generator ? "the generator: " : "", what,
                    (unsigned long long)kept->trial);
    if (kept->op == BD__OP_SIMPLEST) {
        bd__text_puts(&report, "This is the simplest input: every draw answered 0. It must end, and be small (bediv.h, "
                               "rule 2).\n\n");
    }
    bd__text_puts(&report, *output ? output : "(nothing on stderr)\n");
    bool saved = bd__rundir_save_failure(&s->dir, &s->from, kept, bd__text_str(&report));
    s->failures_filed++;
    if (saved) { tell_failure(s, kept, what); }
    bd__text_clear(&report);
}

/* The trial in flight failed with OUTCOME: on disk first, then the ring's books are closed for it. */
static void settle_failure(struct supervisor *s, const struct bd__outcome *outcome, const char *output)
{
    struct bd__campaign *c = s->c;
    struct bd__trial *t = &c->trial;
    if (outcome->in_generator) {
        t->choices = bd__source_end(c->source);
        t->input = (struct bd_input){.data = c->out.data, .size = c->out.size};
    }
    t->outcome = *outcome;
    t->trace = (struct bd__trace){0};
    t->novelty = (struct bd__novelty){0};
    if (s->failures_filed < c->config.keep_failures) {
        struct bd__case kept = bd__case_of(t);
        kept.id = (uint32_t)s->failures_filed;
        file_failure(s, &kept, output);
    } else if (!s->told_full) {
        s->told_full = true;
        bd__warn(&s->log, "%llu failures are saved; further ones are only counted (--keep-failures raises the limit)",
                 (unsigned long long)s->failures_filed);
    }
    count_failure(s, outcome);
    bool planned = t->number > 0 && !c->calibrating; /* else a warm-up or a repetition: no guide asked for it */
    c->calibrating = false;
    if (planned) { c->guide->observe(c->guide_state, t); }
    bd__campaign_tally(c);
    if (c->config.stop_on_failure) { atomic_store(&c->pulse.stop, true); }
}

/* ---- the campaign ---------------------------------------------------------------------------- */

/* Between two workers: what the last one did not show, for it may have lived for less than a tick. */
static void look(struct supervisor *s)
{
    struct bd__campaign *c = s->c;
    c->glance[atomic_load(&c->glance_now)] = (struct bd__sighting){bd__campaign_figures(c), bd__clock_seconds()};
}

/* Starts workers until the campaign is over. */
static enum bd_status supervise(struct supervisor *s, bool *interrupted)
{
    struct bd__campaign *c = s->c;
    unsigned setup_failures = 0;
    struct bd__worker worker = {
        .pulse = &c->pulse,
        .work = bd__loop,
        .work_user = c,
        .tick = tick,
        .tick_user = s,
        .timeout = (double)c->config.timeout_ms / 1000,
        .memory = c->config.memory_mb << 20,
        .show_output = c->config.show_output,
        .log = &s->log,
    };
    enum bd_status status = BD_OK;
    while (status == BD_OK && !c->finished && !atomic_load(&c->pulse.stop)) {
        struct bd__outcome outcome = {0};
        struct bd__text output = {0};
        enum bd__worker_end end = bd__worker_run(&worker, &outcome, &output);
        uint32_t phase = atomic_load(&c->pulse.phase);
        s->now.restarts += !c->finished && !atomic_load(&c->pulse.stop);
        s->now.peak_memory_mb = worker.peak_memory >> 20;
        if (end == BD__WORKER_NONE) {
            status = BD_SYSTEM;
        } else if (end == BD__WORKER_FINISHED && c->own_verdict) {
            c->own_verdict = false;
            outcome = (struct bd__outcome){.verdict = BD_FAILURE, .failure = BD__FAIL_VERDICT};
            settle_failure(s, &outcome, bd__text_str(&output));
        } else if (end == BD__WORKER_FAILED && phase == BD__PHASE_SETUP) {
            if (++setup_failures == SETUP_TRIES || c->tally.trials == 0) {
                char what[64];
                bd__error(&s->log, "the target's set-up failed (%s):\n%s",
                          bd__outcome_describe(&outcome, what, sizeof what), bd__text_str(&output));
                status = BD_SETUP_FAILED;
            }
        } else if (end == BD__WORKER_FAILED && phase == BD__PHASE_RING) {
            setup_failures = 0;
            bd__warn(&s->log, "a worker was killed from outside; the campaign goes on");
            bd__abundance_recount(&c->abundance, c->branch_span);
        } else if (end == BD__WORKER_FAILED) {
            setup_failures = 0;
            settle_failure(s, &outcome, bd__text_str(&output));
        }
        bd__text_clear(&output);
        look(s);
        tick(s);
    }
    *interrupted = worker.interrupted;
    return status;
}

static bool locate(uint32_t branch, const char **module, uint64_t *offset, bool *entry)
{
    struct bd__place place;
    if (!bd__cover_locate(branch, &place)) { return false; }
    *module = place.module;
    *offset = place.offset;
    *entry = place.entry;
    return true;
}

/* The last of everything, now that nobody moves any more. */
static void finish(struct supervisor *s)
{
    struct bd__campaign *c = s->c;
    save_corpus(s, HUGE_VAL);
    save_rows(s);
    update(s, &(struct bd__sighting){bd__campaign_figures(c), bd__clock_seconds()});
    s->now.trials_per_second = s->now.seconds > 0 ? (double)s->now.figures.trials / s->now.seconds : 0;
    tell_news(s);
    if (s->row_trials != c->tally.trials) { add_row(s); }
    bd__rundir_save_abundances(&s->dir, &c->abundance, c->branch_span, locate);
    bd__rundir_retry(&s->dir);
    s->now.unsaved = s->dir.unsaved;
    save_stats(s);
    if (c->config.progress) { c->config.progress(&s->now, c->config.user); }
}

static enum bd_status run_in_directory(struct supervisor *s)
{
    struct bd__campaign *c = s->c;
    bool interrupted = false;
    s->start = bd__clock_seconds();
    s->start_unix = bd__clock_unix();
    s->row_trials = UINT64_MAX;
    s->now = (struct bd_progress){
        .stability = -1,
        .last_find_seconds = -1,
        .last_failure_seconds = -1,
        .guide = c->config.guide,
        .program = s->from.program,
        .directory = s->dir.path,
        .limit_seconds = c->config.seconds,
        .limit_trials = c->config.trials,
    };
    struct bd__text setup = {0};
    bd__setup_describe(&setup, c, s->from.program, s->start_unix);
    bd__rundir_save_setup(&s->dir, bd__text_str(&setup));
    bd__text_clear(&setup);
    bd__worker_block_signals();
    enum bd_status status = supervise(s, &interrupted);
    finish(s);
    bd__worker_restore_signals();
    if (c->covers_nothing) {
        bd__error(&s->log,
                  "%s: build the software under test with bediv cc (or with "
                  "-fsanitize-coverage=inline-8bit-counters,pc-table) and link it into this program",
                  c->branch_total ? "no input covered anything" : "no coverage instrumentation is linked in");
        status = BD_NO_COVERAGE;
    }
    if (status == BD_OK && (s->dir.unsaved || s->dir.row_torn || s->dir.stats_old)) { status = BD_IO; }
    return status == BD_OK && interrupted ? BD_INTERRUPTED : status;
}

enum bd_status bd_campaign_run(const struct bd_fuzzer *fuzzer, const struct bd_config *config,
                               struct bd_summary *summary)
{
    struct supervisor s = {.log = {config->log, config->user}};
    struct bd__dict_file dict = {0};
    enum bd_status status = bd__campaign_open(&s.c, fuzzer, config, &s.log);
    if (status != BD_OK) { return status; }
    struct bd__campaign *c = s.c;
    while (!c->config.seed && getrandom(&c->config.seed, sizeof c->config.seed, 0) < 0) {}
    if (!config->seed) { c->config.seed >>= 32; } /* short enough to type */
    status = bd__setup_dictionary(&dict, c, &s.log);
    if (status == BD_OK) {
        const char *name = bd__setup_name(c);
        status = bd__rundir_create(&s.dir, config->directory, name, &s.log);
        bd__campaign_build(c, &dict.dict);
        s.from = (struct bd__provenance){name, c->config.guide, c->config.seed, c->sites};
        bd__setup_command(&s.command, config);
        if (status == BD_OK) { status = run_in_directory(&s); }
        if (summary) {
            *summary = (struct bd_summary){.last = s.now, .seed = c->config.seed, .failures_filed = s.failures_filed};
            snprintf(summary->directory, sizeof summary->directory, "%s", s.dir.path);
            snprintf(summary->program, sizeof summary->program, "%s", name);
            summary->last.directory = summary->directory;
            summary->last.program = summary->program;
            summary->last.guide = c->guide->info.name;
        }
        bd__rundir_close(&s.dir);
    }
    bd__text_clear(&s.command);
    bd__dict_clear(&dict);
    bd__campaign_close(c);
    return status;
}
