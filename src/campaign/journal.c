/* journal.c: records what the worker shows: figures and corpus. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "campaign/supervisor.h"
#include "exec/worker.h"
#include "store/branch_names.h"
#include "store/fuzzer_stats.h"
#include "store/recover.h"

static void note_speed(struct bd__supervisor *s, double at, uint64_t trials)
{
    enum { KEPT = sizeof s->journal.speed / sizeof *s->journal.speed };
    unsigned newest = s->journal.speed_count++ % KEPT;
    s->journal.speed[newest].at = at;
    s->journal.speed[newest].trials = trials;
    unsigned oldest = s->journal.speed_count > KEPT ? s->journal.speed_count % KEPT : 0;
    double seconds = at - s->journal.speed[oldest].at;
    if (seconds > 0) { s->now.trials_per_second = (double)(trials - s->journal.speed[oldest].trials) / seconds; }
}

/* Also called before config.found: the last seed may have been run since the last sighting. */
static void look_at_seeds(struct bd__supervisor *s)
{
    struct bd_seeding *seeds = &s->now.seeds;
    seeds->run = s->ring->seeds_run;
    seeds->started = atomic_load(&s->ring->started);
    if (!seeds->started) { return; }
    seeds->branches = s->ring->start_branches;
    seeds->buckets = s->ring->start_buckets;
}

static void update(struct bd__supervisor *s, const struct bd__sighting *seen)
{
    struct bd__ring *ring = s->ring;
    struct bd_progress *now = &s->now;
    double at = seen->clock - s->start;
    if (seen->figures.corpus > now->figures.corpus) { now->last_find_seconds = at; }
    now->figures = seen->figures;
    now->seconds = at;
    now->branches_total = ring->rig.cover.branches;
    now->warming_up = ring->rig.remote && bd__remote_is_warming_up(ring->rig.remote);
    look_at_seeds(s);
    if (s->worker) {
        now->peak_memory_mb = s->worker->peak_memory >> 20;
        now->slowest_seconds = s->worker->slowest;
    }
    now->unsaved = s->dir.unsaved;
    if (bd__rundir_waits(&s->dir)) {
        now->unsaved += 2ull * (bd__corpus_size(&ring->corpus) - s->journal.corpus_saved);
    }
    now->spilled = s->dir.spilled_count;
    now->stability =
        ring->calibration.covered ? 1 - (double)ring->calibration.varied / (double)ring->calibration.covered : -1;
}

void bd__journal_look(struct bd__supervisor *s)
{
    struct bd__sighting seen;
    if (s->damage.what) { return; }
    if (!bd__damage_read_figures(&s->ring->glance[atomic_load(&s->ring->glance_now) & 1], &seen)) { return; }
    if (seen.clock == 0) { return; } /* none yet */
    update(s, &seen);
    note_speed(s, s->now.seconds, s->now.figures.trials);
}

void bd__journal_corpus(struct bd__supervisor *s, double patience)
{
    double until = bd__clock_seconds() + patience;
    uint32_t size = bd__corpus_size(&s->ring->corpus);
    bool last = isinf(patience);
    for (; !s->damage.what && s->journal.corpus_saved < size && bd__clock_seconds() < until;
         s->journal.corpus_saved++) {
        /* While the disk is full, entries wait in the arena. Copies of them would only take more memory. */
        if (last ? bd__rundir_stuck(&s->dir) : bd__rundir_waits(&s->dir)) { break; }
        struct bd__case *kept = bd__damage_read_entry(s, s->journal.corpus_saved);
        if (!kept) { break; }
        bd__rundir_save_corpus(&s->dir, &s->from, kept);
        if (s->journal.corpus_saved >= s->journal.corpus_shown) {
            bd__journal_found(s, kept, NULL);
            s->journal.corpus_shown = s->journal.corpus_saved + 1;
        }
        free(kept);
    }
    bd__rundir_commit(&s->dir);
}

void bd__journal_found(struct bd__supervisor *s, const struct bd__case *kept, const char *output)
{
    const struct bd_config *config = &s->ring->rig.config;
    if (!config->found) { return; }
    if (output) { bd__journal_corpus(s, HUGE_VAL); } /* report the entries kept before the failure first */
    char what[64], failure[96];
    struct bd__text tape = {0};
    look_at_seeds(s);
    if (!s->ring->rig.plain) { bd__rundir_tape(&tape, &s->from, kept); }
    snprintf(failure, sizeof failure, "%s%s", kept->outcome.in_generator ? "the generator failed: " : "",
             bd__outcome_describe(&kept->outcome, what, sizeof what));
    struct bd_found found = {
        .data = kept->bytes.data,
        .size = kept->bytes.size,
        .tape = s->ring->rig.plain ? NULL : bd__text_str(&tape),
        .trial = kept->trial,
        .op = bd__op_names[kept->op],
        .mutations = kept->mutations,
        .is_seed = kept->op == BD__OP_SEED,
        .is_valid = kept->outcome.verdict == BD_VALID,
        .failure = output ? failure : NULL,
        .exit_code = bd__outcome_exit_code(&kept->outcome),
        .output = output,
        .branches = kept->reach.branches,
        .buckets = kept->reach.buckets,
        .valid_branches = kept->valid_reach.branches,
        .valid_buckets = kept->valid_reach.buckets,
        .at = &s->now,
    };
    config->found(&found, config->user);
    bd__text_clear(&tape);
}

void bd__journal_row(struct bd__supervisor *s)
{
    bd__rundir_add_row(&s->dir, &s->now);
    s->journal.row_trials = s->now.figures.trials;
}

void bd__journal_rows(struct bd__supervisor *s)
{
    struct bd__ring *ring = s->ring;
    struct bd__sighting row;
    uint64_t shown = atomic_load(&ring->rows_shown);
    if (shown - s->journal.rows_taken > BD__ROWS) { bd__damage_note(s, "its signals"); }
    while (!s->damage.what && s->journal.rows_taken < shown) {
        if (!bd__damage_read_figures(&ring->row[s->journal.rows_taken % BD__ROWS], &row)) {
            bd__damage_note(s, "the figures");
            break;
        }
        update(s, &row);
        bd__journal_row(s);
        atomic_store(&ring->rows_taken, ++s->journal.rows_taken);
    }
}

void bd__journal_stats(struct bd__supervisor *s)
{
    struct bd__text text = {0};
    bd__filing_save(&s->filing);
    bd__figures_stats(&text, &s->now, s->start_unix, getpid(), bd__text_str(&s->command));
    bd__rundir_save_stats(&s->dir, bd__text_str(&text));
    bd__text_clear(&text);
}

/* Names of the branches of a remote. */
struct naming {
    struct bd__branch_names names;
    struct bd__text last;
};

static void locate(void *user, uint32_t branch, const char **module, uint64_t *offset, bool *entry)
{
    struct naming *naming = user;
    struct bd__place place;
    if (!bd__cover_locate(branch, &place)) { return; }
    *module = place.module;
    *offset = place.offset;
    *entry = place.entry;
    if (!place.remote) { return; }
    bd__text_clear(&naming->last);
    bd__branch_names_put(&naming->last, &naming->names, place.offset);
    if (naming->last.size) { *module = bd__text_str(&naming->last); }
}

static void save_abundances(struct bd__supervisor *s)
{
    struct bd__ring *ring = s->ring;
    const struct bd__remote *remote = ring->rig.remote;
    struct naming naming = {0};
    struct bd__text why = {0};
    if (remote && *remote->names && !bd__branch_names_read(&naming.names, remote->names, remote->counter_count, &why)) {
        bd__warn(&s->log, "abundances does not say where the target's branches are: %s", bd__text_str(&why));
    }
    bd__abundance_fold(&ring->abundance);
    bd__rundir_save_abundances(&s->dir, &(struct bd__abundance_list){
                                            .abundance = &ring->abundance,
                                            .branch_span = ring->rig.cover.span,
                                            .left_out = ring->rig.cover.left_out,
                                            .left_out_count = ring->rig.cover.left_out_count,
                                            .locate = locate,
                                            .user = &naming,
                                        });
    bd__branch_names_clear(&naming.names);
    bd__text_clear(&naming.last);
    bd__text_clear(&why);
}

static void record_figures(struct bd__supervisor *s)
{
    s->now.unsaved = s->dir.unsaved;
    s->now.spilled = s->dir.spilled_count;
    bd__journal_stats(s);
}

/* After damage: the arena cannot be trusted, so only what the supervisor knows itself is recorded. */
static void record_what_is_known(struct bd__supervisor *s)
{
    const struct bd__ring *ring = s->ring;
    struct bd_progress *now = &s->now;
    bd__rundir_retry(&s->dir);
    now->seconds = bd__clock_seconds() - s->start;
    now->trials_per_second = now->seconds > 0 ? (double)now->figures.trials / now->seconds : 0;
    now->figures.corpus = s->journal.corpus_saved;
    now->figures.distinct_failures = s->filing.known.count;
    if (s->journal.row_trials != now->figures.trials) { bd__journal_row(s); }
    bd__filing_save(&s->filing);
    bd__rundir_finish(&s->dir);
    record_figures(s);
    if (s->dir.stats_old) { record_figures(s); } /* there is no next time */
    if (ring->rig.config.progress) { ring->rig.config.progress(now, ring->rig.config.user); }
}

/* The checkpoint is the last file. If the campaign is killed before it is written, resuming starts from an earlier one and
 * ends the campaign again; afterwards everything is there. */
static void record_last(struct bd__supervisor *s)
{
    struct bd__ring *ring = s->ring;
    bool sound = s->resumable;
    const struct bd__sighting *shown = &ring->glance[atomic_load(&ring->glance_now) & 1];
    struct bd__sighting last = {bd__ring_figures(ring), bd__clock_seconds()};
    if (shown->figures.trials == last.figures.trials && shown->clock > 0) { last.clock = shown->clock; }
    bd__rundir_retry(&s->dir);
    bd__supervise_follow(s);
    bd__journal_corpus(s, HUGE_VAL);
    bd__journal_rows(s);
    update(s, &last);
    s->now.trials_per_second = s->now.seconds > 0 ? (double)s->now.figures.trials / s->now.seconds : 0;
    bd__supervise_tell(s);
    /* If the last worker was killed within a trial, that trial was planned but not counted. Then no checkpoint is made,
     * so that resuming makes the trial again. With a limit of trials, the last row is out of turn; the checkpoint comes
     * before it, so that resuming cuts it off. */
    sound = sound && !s->cut_off;
    if (sound && ring->rig.config.trials) { bd__checkpoint_take(s); }
    if (s->journal.row_trials != ring->tally.trials) { bd__journal_row(s); }
    if (sound && !ring->rig.config.trials) { bd__checkpoint_take(s); }
    save_abundances(s);
    bd__filing_save(&s->filing);
    bd__rundir_finish(&s->dir);
    bd__filing_count_missing(&s->filing);
    uint32_t rest = bd__corpus_size(&ring->corpus) - s->journal.corpus_saved;
    if (rest) { bd__rundir_lose(&s->dir, 2ull * rest); }
    if (ring->rig.config.resume) { bd__recover_end(&s->dir, ring->tally.trials); }
    record_figures(s);
    bd__checkpoint_write(s);
    bool outdated = s->dir.stats_old || s->now.unsaved != s->dir.unsaved || s->now.spilled != s->dir.spilled_count;
    if (outdated) { record_figures(s); } /* there is no next time */
    if (ring->rig.config.progress) { ring->rig.config.progress(&s->now, ring->rig.config.user); }
}

void bd__journal_last(struct bd__supervisor *s, bool sound)
{
    s->resumable = sound;
    if (!s->damage.what) { bd__damage_rescue(s, record_last, "the books"); }
    bd__supervise_explain(s, "");
    if (s->damage.what) { record_what_is_known(s); }
}
