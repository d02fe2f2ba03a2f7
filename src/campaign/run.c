/* run.c: a campaign from beginning to end, including its return to a checkpoint after damage. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "campaign/checkpoint.h"
#include "campaign/kinds.h"
#include "campaign/remote_warm_up.h"
#include "campaign/setup.h"
#include "campaign/supervisor.h"
#include "exec/worker.h"
#include "gen/dict.h"
#include "triage/symbols.h"

/* Figures before the first trial. */
static void begin(struct bd__supervisor *s)
{
    struct bd__ring *ring = s->ring;
    s->start = bd__clock_seconds();
    s->start_unix = bd__clock_unix();
    s->program_hash = bd__setup_program_hash();
    s->journal.row_trials = UINT64_MAX;
    s->now = (struct bd_progress){
        .stability = -1,
        .last_find_seconds = -1,
        .last_failure_seconds = -1,
        .guide = ring->rig.config.guide,
        .program = s->from.program,
        .directory = s->dir.path,
        .sanitized = ring->rig.config.sanitized,
        .limit_seconds = ring->rig.config.seconds,
        .limit_trials = ring->rig.config.trials,
        .seeds = {.count = ring->seeds.count,
                  .smallest = ring->seeds.smallest,
                  .largest = ring->seeds.largest,
                  .bytes = ring->seeds.bytes,
                  .unusable = ring->seeds.unusable},
        .longest = ring->rig.plain ? ring->rig.longest : 0,
    };
    ring->rig.lock = s->dir.lock;
}

static void describe(struct bd__supervisor *s)
{
    struct bd__text setup = {0};
    bd__setup_describe(&setup, s->ring, s->from.program, s->start_unix);
    bd__rundir_save_setup(&s->dir, bd__text_str(&setup));
    bd__text_clear(&setup);
}

/* The failures counted in BEFORE are on disk, so they still count, although their trials will not be repeated. */
static void keep_count(struct bd__supervisor *s, const struct bd_figures *before)
{
    struct bd_figures *t = &s->ring->tally;
    if (before->crashes > t->crashes) { t->crashes = before->crashes; }
    if (before->timeouts > t->timeouts) { t->timeouts = before->timeouts; }
    if (before->memory_outs > t->memory_outs) { t->memory_outs = before->memory_outs; }
    t->failures = t->crashes + t->timeouts + t->memory_outs;
    t->trials = bd__tally_sum(t);
    t->distinct_failures = s->filing.known.count;
    for (size_t i = 0; i < s->filing.known.count; i++) { /* later failures are new ones, not the same ones again */
        struct bd__distinct *d = &s->filing.known.one[i];
        if (d->last_trial > t->trials) { d->last_trial = t->trials; }
    }
    s->now.figures = bd__ring_figures(s->ring);
}

/* Copies the campaign to the supervisor's own memory. After damage, first changes the random numbers, because the same
 * ones would lead to the same damage, and carries on the time and the failures from before. */
static void begin_again(struct bd__supervisor *s)
{
    struct bd__ring *ring = s->ring;
    struct bd__setback *setback = s->damage.setback;
    if (setback->count) {
        bd__rng_init(&ring->rig.source->rng, ring->rig.config.seed + setback->count, 3);
        bd__rng_init(&ring->guide_rng, ring->rig.config.seed + setback->count, 4);
        if (s->now.seconds < setback->seconds) { s->now.seconds = setback->seconds; }
        if (ring->tally.trials > setback->trials) { setback->in_a_row = 1; }
        setback->trials = ring->tally.trials;
        keep_count(s, &setback->figures);
    }
    bd__damage_begin(s);
}

/* Is somebody waiting for the campaign to end? Then looking up the names of functions is not worth the time. */
static bool in_a_hurry(const void *user)
{
    const struct bd__ring *ring = user;
    return atomic_load(&ring->rig.pulse.stop) || (ring->rig.config.stop && *ring->rig.config.stop) ||
           (ring->deadline > 0 && bd__clock_seconds() >= ring->deadline);
}

static enum bd_status run_in_directory(struct bd__supervisor *s)
{
    struct bd__ring *ring = s->ring;
    bool interrupted = false;
    s->start = s->filing.start = bd__clock_seconds() - s->now.seconds; /* if resumed, as if it had never stopped */
    if (ring->rig.config.seconds > 0) { ring->deadline = s->start + ring->rig.config.seconds; }
    bd__checkpoint_begin(s);
    if (!ring->rig.config.resume) { bd__checkpoint_now(s); } /* so that there always is one */
    enum bd_status status = bd__supervise(s, &interrupted);
    bd__journal_corpus(s, HUGE_VAL);
    bd__supervise_await_sanitized(s, interrupted || status != BD_OK);
    bd__journal_last(s, status == BD_OK && !ring->covers_nothing);
    if (s->damage.what && status == BD_OK) { status = BD_DAMAGED; }
    if (ring->covers_nothing && !s->damage.what) {
        bd__error(
            &s->log,
            "%s: build the software under test with bediv cc (or with "
            "-fsanitize-coverage=inline-8bit-counters,pc-table) and link it into this program. trace-pc-guard works "
            "too; trace-pc and trace-cmp alone do not",
            ring->rig.cover.branches ? "no input covered anything" : "no coverage instrumentation is linked in");
        status = BD_NO_COVERAGE;
    }
    const struct bd__rundir *dir = &s->dir;
    bool no_checkpoint = dir->state_old && !*dir->spill; /* with a spill directory, an old one is to be expected */
    bool behind = dir->unsaved || dir->rows.size || dir->row_torn || dir->stats_old || no_checkpoint;
    bool ended = status == BD_OK || status == BD_DAMAGED;
    if (ended && behind) { return BD_IO; }
    return ended && interrupted ? BD_INTERRUPTED : status;
}

static void summarise(const struct bd__supervisor *s, struct bd_summary *summary)
{
    const struct bd__ring *ring = s->ring;
    uint64_t filed = s->dir.unsaved ? s->filing.saved : s->filing.known.count;
    uint64_t missing = s->filing.missing < filed ? s->filing.missing : filed;
    *summary = (struct bd_summary){.last = s->now, .seed = ring->rig.config.seed, .failures_filed = filed - missing};
    snprintf(summary->directory, sizeof summary->directory, "%s", s->dir.path);
    snprintf(summary->spill, sizeof summary->spill, "%s", s->dir.spill);
    summary->last.spilled = s->dir.spilled_count;
    snprintf(summary->program, sizeof summary->program, "%s", s->from.program);
    summary->last.directory = summary->directory;
    summary->last.program = summary->program;
    summary->last.guide = ring->rig.config.guide;
}

/* For the sanitized build. */
static bool corpus_tape(void *user, uint32_t entry, struct bd__text *tape)
{
    struct bd__supervisor *s = user;
    struct bd__case *kept = bd__damage_read_entry(s, entry);
    if (!kept) { return false; }
    bd__rundir_tape(tape, &s->from, kept);
    free(kept);
    return true;
}

static void ask_to_stop(void *user)
{
    bd__supervise_stop(user);
}

/* Runs the campaign, whose ring is open, in a new directory or in that of RESUME. */
static enum bd_status run_open(struct bd__supervisor *s, const struct bd_config *config, struct bd__resume *resume,
                               struct bd_summary *summary)
{
    struct bd__ring *ring = s->ring;
    struct bd__dict_file dict = {0};
    if (!ring->rig.config.seed) { ring->rig.config.seed = bd__rng_system_seed(); }
    enum bd_status status = bd__rig_start_remote(&ring->rig, &s->log);
    if (status == BD_OK) { status = bd__rig_dictionary(&dict, &ring->rig, &s->log); }
    if (status == BD_OK) { status = bd__plan_read_seeds(ring, config, &s->log); }
    if (status == BD_OK) {
        struct bd__sanitized_corpus corpus = {corpus_tape, s};
        status = bd__sanitized_open(&s->sanitized, &ring->rig.config, corpus, &s->log);
    }
    if (config->resume) { ring->rig.longest = resume->terms.longest; } /* the seeds may have decided it */
    struct bd__sites *found = NULL;
    bool finds_kinds = !config->resume && strcmp(ring->rig.config.kinds, "auto") == 0;
    if (status == BD_OK && finds_kinds) { status = bd__kinds_find(&found, ring, &s->log); }
    if (status == BD_OK && !config->resume) {
        status = bd__rundir_create(&s->dir, config->directory, bd__rig_name(&ring->rig), &s->log);
    }
    if (status == BD_OK && config->spill) { status = bd__rundir_spill(&s->dir, config->spill); }
    if (status == BD_OK) {
        bd__ring_build(ring, &dict.dict);
        if (found) { bd__sites_copy(ring->rig.sites, found); }
        s->from = (struct bd__provenance){bd__rig_name(&ring->rig), ring->rig.config.guide, ring->rig.config.seed,
                                          ring->rig.sites};
        bd__setup_command(&s->command, config);
        begin(s);
        s->filing = (struct bd__filing){
            .ring = ring,
            .dir = &s->dir,
            .from = &s->from,
            .log = &s->log,
            .sanitized = s->sanitized,
            .start = s->start,
            .tick = bd__supervise_tick,
            .stop = ask_to_stop,
            .user = s,
            .stopping = &s->stopping,
        };
        if (config->resume) {
            status = bd__resume_load(resume, s);
        } else {
            describe(s);
        }
        if (status == BD_OK) { begin_again(s); }
        if (status == BD_OK) { status = bd__remote_warm_up(ring, &s->log); }
        if (status == BD_OK) {
            status = run_in_directory(s);
            summarise(s, summary);
        }
    }
    bd__damage_end(s);
    free(found);
    bd__text_clear(&s->command);
    bd__dict_clear(&dict);
    return status;
}

/* Runs one campaign, or the rest of it after damage. */
static enum bd_status run(const struct bd_fuzzer *fuzzer, const struct bd_config *config, struct bd__setback *setback,
                          struct bd_summary *summary)
{
    struct bd__supervisor *s = bd__memory(1, sizeof *s); /* too large for a small stack */
    *s = (struct bd__supervisor){
        .log = {config->log, config->user}, .dir = {.lock = -1}, .damage = {.setback = setback}};
    struct bd_config complete = *config;
    struct bd__resume resume = {0};
    *summary = (struct bd_summary){0};
    enum bd_status status = config->resume ? bd__resume_open(&resume, s, &complete) : BD_OK;
    if (status == BD_OK) { status = bd__ring_open(&s->ring, fuzzer, &complete, &s->log); }
    if (status == BD_OK) {
        bd__worker_block_signals(); /* until the last file is written */
        bd__symbols_begin(in_a_hurry, s->ring);
        status = run_open(s, &complete, &resume, summary);
        bd__sanitized_close(s->sanitized);
        bd__rundir_close(&s->dir);
        bd__failures_clear(&s->filing.known);
        bd__worker_restore_signals();
        bd__symbols_begin(NULL, NULL);
        bd__ring_close(s->ring);
    } else {
        bd__rundir_close(&s->dir);
    }
    bd__resume_close(&resume);
    free(s);
    return status;
}

/* After damage: should the campaign resume from its last checkpoint? If so, CONFIG is changed to say that. */
static bool goes_on(struct bd_config *config, struct bd__setback *setback, const struct bd_summary *summary)
{
    enum { IN_A_ROW = 3, IN_ALL = 100 };
    struct bd__log log = {config->log, config->user};
    setback->count++;
    setback->in_a_row++;
    setback->seconds = summary->last.seconds;
    setback->figures = summary->last.figures;
    bool resumable = config->checkpoint_seconds >= 0 && !config->spill;
    if (resumable && setback->in_a_row <= IN_A_ROW && setback->count <= IN_ALL) {
        bd__info(&log, "resuming from the last checkpoint");
        config->resume = true;
        config->directory = summary->directory;
        return true;
    }
    bd__error(&log,
              "the campaign ends here: the target keeps writing into the fuzzer's memory. Fix that first; "
              "AddressSanitizer shows where it happens (build with it, or use --sanitized). %s",
              resumable ? "--resume continues from the last checkpoint" : "There is no checkpoint to resume from");
    return false;
}

enum bd_status bd_campaign_run(const struct bd_fuzzer *fuzzer, const struct bd_config *config,
                               struct bd_summary *summary)
{
    struct bd__setback setback = {0};
    struct bd_summary *last = bd__memory(1, sizeof *last), *before = bd__memory(1, sizeof *before);
    struct bd_config again = *config;
    enum bd_status status = run(fuzzer, &again, &setback, last);
    while (status == BD_DAMAGED && goes_on(&again, &setback, last)) {
        *before = *last;
        again.directory = before->directory;
        status = run(fuzzer, &again, &setback, last);
        bool began = *last->directory;
        if (!began) { /* the checkpoint could not be loaded */
            *last = *before;
            status = BD_DAMAGED;
            break;
        }
    }
    if (summary) { *summary = *last; }
    free(last);
    free(before);
    return status;
}
