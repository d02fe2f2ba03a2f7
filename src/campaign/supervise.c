/* supervise.c: the supervisor while the ring turns. It owns the run directory, the clock, the limits and the signals,
 * and never runs foreign code. It cannot trust what it reads from the arena, because foreign code may have overwritten
 * it: see damage.h. */
#include <signal.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/signals.h"
#include "campaign/supervisor.h"
#include "exec/worker.h"

static const double PROGRESS_PERIOD = 0.1, RETRY_PERIOD = 2, STATS_PERIOD = 5, SAVE_PATIENCE = 0.05;
enum { TRIES = 3 }; /* for set-ups, and for workers that die in the engine's own code, without progress in between */

/* ---- warnings -------------------------------------------------------------------------------- */

static void tell_stability(struct bd__supervisor *s)
{
    const struct bd__calibration *k = &s->ring->calibration;
    bd__warn(&s->log,
             "stability %.1f%%: %llu of %llu branches varied when the same input was run again; %s. To fix it, write a "
             ".reset hook that brings the target back to a known state, fix hash seeds, use one thread",
             100 * (1 - (double)k->varied / (double)k->covered), (unsigned long long)k->varied,
             (unsigned long long)k->covered,
             s->ring->rig.cover.left_out_count ? "they are left out of traces (--all-probes keeps them)"
                                               : "traces are partly noise");
}

static void tell_calibration(struct bd__supervisor *s)
{
    const struct bd__calibration *k = &s->ring->calibration;
    s->told_calibration = true;
    if (k->silent) {
        bd__warn(&s->log,
                 "%u of the first %u inputs covered nothing: is all of the software under test built with bediv cc (or "
                 "-fsanitize-coverage=inline-8bit-counters,pc-table)?",
                 k->silent, k->inputs);
    }
    if (k->traces_pc) {
        bd__warn(
            &s->log,
            "part of the program is built with -fsanitize-coverage=trace-pc: its branches are not counted. Build it "
            "with inline-8bit-counters,pc-table instead");
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
    if (k->varied) { tell_stability(s); }
}

void bd__supervise_tell(struct bd__supervisor *s)
{
    const struct bd__calibration *k = &s->ring->calibration;
    if (!s->told_calibration && k->inputs == BD__CALIBRATED && !s->ring->rig.config.without_coverage) {
        tell_calibration(s);
    }
    if (!s->told_approximate && s->now.figures.traces_approximate) {
        s->told_approximate = true;
        bd__warn(&s->log,
                 "the set of traces has reached its limit of %llu MiB; from now on an old trace may be counted again "
                 "(--trace-memory raises the limit)",
                 (unsigned long long)s->ring->rig.config.trace_memory_mb);
    }
}

/* ---- the clock ------------------------------------------------------------------------------- */

/* The figures are updated ten times per second, but less often if the sums for B(q) take long. */
static double progress_period(const struct bd__supervisor *s)
{
    return PROGRESS_PERIOD + 1e-6 * (double)s->now.figures.branches;
}

/* Rows of plot_data by time: one per second at first, when most happens; later one every five seconds. */
static double row_period(double seconds)
{
    return seconds < 60 ? 1 : 5;
}

void bd__supervise_stop(struct bd__supervisor *s)
{
    s->stopping = true;
    atomic_store(&s->ring->rig.pulse.stop, true);
}

/* Does nothing while a failure is being filed, because filing uses its folder. */
void bd__supervise_follow(struct bd__supervisor *s)
{
    if (s->filing.busy) { return; }
    if (s->renames != s->dir.renames) {
        s->renames = s->dir.renames;
        bd__filing_renamed(&s->filing);
    }
    if (s->removals != s->dir.removals) {
        s->removals = s->dir.removals;
        s->journal.corpus_saved = 0; /* write all entries again; they are still in the arena */
        if (!s->checkpoint.none) { s->checkpoint.at = 0; }
    }
}

static void do_due(struct bd__supervisor *s)
{
    struct bd__ring *ring = s->ring;
    double now = bd__clock_seconds() - s->start;
    bd__journal_corpus(s, SAVE_PATIENCE);
    bd__journal_rows(s);
    if (ring->rig.config.stop && *ring->rig.config.stop) { bd__supervise_stop(s); }
    bd__sanitized_tick(s->sanitized, s->journal.corpus_saved);
    s->now.sanitized_runs = bd__sanitized_runs(s->sanitized);
    s->now.sanitized_waiting = bd__sanitized_waiting(s->sanitized);
    if (ring->rig.config.seconds > 0 && now >= ring->rig.config.seconds) { bd__supervise_stop(s); }
    if (now >= s->journal.progress_at) {
        s->journal.progress_at = now + progress_period(s);
        bd__journal_look(s);
        s->now.seconds = now;
        bd__supervise_tell(s);
        if (ring->rig.config.progress) { ring->rig.config.progress(&s->now, ring->rig.config.user); }
        atomic_store(&ring->look_at, 0);
    }
    if (now >= s->journal.row_at && !ring->rig.config.trials && s->now.figures.trials) {
        s->journal.row_at = now + row_period(now);
        bd__journal_row(s);
    }
    if (now >= s->journal.retry_at) {
        s->journal.retry_at = now + RETRY_PERIOD;
        bd__rundir_retry(&s->dir);
    }
    bd__supervise_follow(s);
    if (now >= s->journal.stats_at) {
        s->journal.stats_at = now + STATS_PERIOD;
        bd__journal_stats(s);
    }
    if (!s->damage.what) { bd__checkpoint_tick(s); }
}

void bd__supervise_tick(void *user)
{
    bd__damage_rescue(user, do_due, "the worker's figures");
}

/* ---- the sanitized build ------------------------------------------------------------------------- */

/* Files the answers of the sanitized build. */
static void take_answers(struct bd__supervisor *s)
{
    struct bd__sanitized_answer answer;
    while (bd__sanitized_next(s->sanitized, &answer)) {
        struct bd__case *kept = answer.about == BD__ABOUT_ENTRY ? bd__damage_read_entry(s, answer.entry) : NULL;
        if (kept) { /* most memory errors that do not crash are found this way */
            s->now.sanitized_failures++;
            s->now.last_failure_seconds = bd__clock_seconds() - s->start;
            bd__filing_found_there(&s->filing, kept, &answer);
            if (s->ring->rig.config.stop_on_failure) { bd__supervise_stop(s); }
        }
        if (answer.about == BD__ABOUT_FAILURE) { bd__filing_words(&s->filing, &answer); }
        if (answer.about == BD__ABOUT_SHRUNK) { bd__filing_shrunk(&s->filing, &answer); }
        free(kept);
        bd__sanitized_answer_clear(&answer);
    }
}

/* The tick of a campaign's worker. No failure is being filed at that time, so answers can be. */
static void tick_and_file(void *user)
{
    struct bd__supervisor *s = user;
    bd__supervise_tick(s);
    bd__damage_rescue(s, take_answers, "the corpus");
}

/* There is no more time: asks the sanitized build for the best that shrinking has so far. */
static void end_shrinking(struct bd__supervisor *s)
{
    static const double PATIENCE = 3;
    double until = bd__clock_seconds() + PATIENCE;
    if (!bd__sanitized_hurry(s->sanitized)) { return; }
    while (bd__sanitized_is_shrinking(s->sanitized) && bd__clock_seconds() < until && !bd__signals_stop_is_pending()) {
        bd__sanitized_wait(s->sanitized);
        bd__sanitized_tick(s->sanitized, s->journal.corpus_saved);
        if (bd__sanitized_is_shrinking(s->sanitized)) { take_answers(s); }
    }
    take_answers(s);
}

void bd__supervise_await_sanitized(struct bd__supervisor *s, bool at_once)
{
    enum { PATIENCE = 60, MANY = 50 };
    struct bd__sanitized *z = s->sanitized;
    if (!z) { return; }
    double until = bd__clock_seconds() + (at_once ? 0 : PATIENCE);
    bd__sanitized_tick(z, s->journal.corpus_saved);
    take_answers(s);
    if (!at_once && bd__sanitized_waiting(z) > MANY) {
        bd__info(&s->log, "%llu inputs still have to run on %s; this may take up to %d s",
                 (unsigned long long)bd__sanitized_waiting(z), s->ring->rig.config.sanitized, PATIENCE);
    }
    while (bd__sanitized_is_busy(z) && bd__clock_seconds() < until && !bd__signals_stop_is_pending()) {
        bd__sanitized_wait(z);
        bd__sanitized_tick(z, s->journal.corpus_saved);
        take_answers(s);
    }
    if (!at_once && !bd__signals_stop_is_pending()) { end_shrinking(s); }
    s->now.sanitized_runs = bd__sanitized_runs(z);
    s->now.sanitized_waiting = bd__sanitized_waiting(z);
    bd__sanitized_report(z);
}

/* ---- failures -------------------------------------------------------------------------------- */

/* The guide and the tally learn of the trial in flight, which failed. */
static void close_books(struct bd__supervisor *s)
{
    struct bd__ring *ring = s->ring;
    struct bd__trial *t = &ring->rig.trial;
    bool planned = t->number > 0 && !ring->calibrating; /* else a warm-up or a repetition: the guide did not plan it */
    t->trace = (struct bd__trace){0};
    t->novelty = (struct bd__novelty){0};
    ring->calibrating = false;
    if (planned) { ring->guide->observe(ring->guide_state, t); }
    bd__ring_tally(ring);
}

/* The trial in flight failed with OUTCOME. First it is filed on disk, then it is counted. */
static void settle_failure(struct bd__supervisor *s, const struct bd__outcome *outcome, const char *output)
{
    struct bd__ring *ring = s->ring;
    struct bd__case *failed = bd__damage_read_flight(s, outcome);
    s->damage.explained = true;
    s->now.last_failure_seconds = bd__clock_seconds() - s->start;
    bd__filing_trial(&s->filing, failed, output);
    bd__journal_found(s, failed, output);
    if (!s->damage.what) {
        ring->rig.trial.choices = failed->choices;
        ring->rig.trial.outcome = *outcome;
        ring->rig.trial.input = (struct bd_input){.data = failed->bytes.data, .size = failed->bytes.size};
        bd__damage_rescue(s, close_books, "the state of the guide");
        ring->rig.trial.choices = (struct bd__choices){0}; /* they point to our own memory, freed below */
        ring->rig.trial.input = (struct bd_input){0};
    }
    bd__tally_outcome(&s->now.figures, outcome); /* these are the last figures if those in the arena are damaged */
    free(failed);
    if (ring->rig.config.stop_on_failure) { bd__supervise_stop(s); }
}

void bd__supervise_explain(struct bd__supervisor *s, const char *output)
{
    struct bd__outcome outcome = {.verdict = BD_FAILURE, .failure = BD__FAIL_ARENA};
    if (s->damage.what && !s->damage.explained) { settle_failure(s, &outcome, output); }
}

/* ---- the campaign ---------------------------------------------------------------------------- */

/* Between two workers: shows the figures in place of the last one, which may have lived for less than a tick. */
static void look(struct bd__supervisor *s)
{
    struct bd__ring *ring = s->ring;
    ring->glance[atomic_load(&ring->glance_now) & 1] =
        (struct bd__sighting){bd__ring_figures(ring), bd__clock_seconds()};
}

static void mend(struct bd__supervisor *s)
{
    bd__ring_mend(s->ring);
}

/* A worker died in the engine's own code. Either somebody killed it from outside, or it is a bug of ours or of a thread
 * that the target left running. Then the log gets all the details, and the campaign does not try for ever. */
static void mourn(struct bd__supervisor *s, const struct bd__outcome *outcome, const char *output)
{
    if (outcome->failure == BD__FAIL_SIGNAL && outcome->detail == SIGKILL) {
        bd__warn(&s->log, "a worker was killed from outside; the campaign continues");
        return;
    }
    char what[64];
    bd__error(&s->log, "a worker died between two trials (%s):\n%s", bd__outcome_describe(outcome, what, sizeof what),
              *output ? output : "(nothing on stderr)");
    s->damage.deaths = s->damage.deaths_at == s->ring->tally.trials ? s->damage.deaths + 1 : 1;
    s->damage.deaths_at = s->ring->tally.trials;
    if (s->damage.deaths == TRIES) { bd__damage_note(s, "workers die in the fuzzer's own code"); }
}

static void work(void *ring)
{
    bd__ring_seal(ring);
    bd__loop(ring);
}

enum bd_status bd__supervise(struct bd__supervisor *s, bool *interrupted)
{
    struct bd__ring *ring = s->ring;
    unsigned setup_failures = 0;
    struct bd__worker worker = bd__rig_worker(&ring->rig, work, ring, &s->log);
    worker.tick = tick_and_file;
    worker.tick_user = s;
    enum bd_status status = BD_OK;
    s->worker = &worker;
    while (status == BD_OK && !s->damage.what && !ring->finished && !s->stopping) {
        struct bd__outcome outcome = {0};
        struct bd__text output = {0};
        s->damage.explained = false;
        enum bd__worker_end end = bd__worker_run(&worker, &outcome, &output);
        uint32_t phase = atomic_load(&ring->rig.pulse.phase);
        if (worker.interrupted) { s->stopping = true; }
        bool sound = bd__damage_check(s, phase == BD__PHASE_RING);
        s->damage.suspect |= end == BD__WORKER_FAILED;
        /* Another worker must take over, in this process or in one that resumes the campaign. */
        bool worn_out = ring->own_verdict || atomic_load(&ring->rig.pulse.retire);
        s->now.restarts += !ring->finished && (end == BD__WORKER_FAILED || (end == BD__WORKER_FINISHED && worn_out));
        if (end == BD__WORKER_NONE) {
            status = BD_SYSTEM;
        } else if (end == BD__WORKER_FINISHED && ring->own_verdict) {
            ring->own_verdict = false;
            outcome = (struct bd__outcome){.verdict = BD_FAILURE, .failure = BD__FAIL_VERDICT};
            settle_failure(s, &outcome, bd__text_str(&output));
        } else if (end == BD__WORKER_FAILED && phase == BD__PHASE_SETUP) {
            /* If somebody killed it, the set-up may well work the next time. */
            bool killed = outcome.failure == BD__FAIL_SIGNAL && outcome.detail == SIGKILL;
            if (++setup_failures == TRIES || (ring->tally.trials == 0 && !killed)) {
                char what[64];
                bd__error(&s->log, "the target's set-up failed (%s):\n%s",
                          bd__outcome_describe(&outcome, what, sizeof what), bd__text_tail(&output, 1500));
                status = BD_SETUP_FAILED;
            }
        } else if (end == BD__WORKER_FAILED && phase == BD__PHASE_RING) {
            mourn(s, &outcome, bd__text_str(&output));
            if (sound) { bd__damage_rescue(s, mend, "the books"); }
        } else if (end == BD__WORKER_FAILED) {
            settle_failure(s, &outcome, bd__text_str(&output));
        }
        if (phase != BD__PHASE_SETUP) { setup_failures = 0; }
        s->cut_off = end == BD__WORKER_STOPPED;
        if (!s->damage.what) { bd__damage_rescue(s, look, "the figures"); }
        if (status == BD_OK && !s->cut_off && !s->damage.what) { bd__checkpoint_between(s); }
        tick_and_file(s);
        bd__supervise_explain(s, bd__text_str(&output));
        bd__text_clear(&output);
    }
    s->now.peak_memory_mb = worker.peak_memory >> 20;
    s->now.slowest_seconds = worker.slowest;
    s->worker = NULL;
    if (s->damage.what && status == BD_OK) { status = BD_DAMAGED; }
    *interrupted = worker.interrupted || s->filing.interrupted;
    return status;
}
