/* run.c: a campaign from its first directory to its last figure. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "engine/checkpoint.h"
#include "engine/setup.h"
#include "engine/supervisor.h"
#include "exec/worker.h"
#include "gen/dict.h"
#include "triage/symbols.h"

/* Figures before the first trial. */
static void begin(struct bd__supervisor *s)
{
    struct bd__campaign *c = s->c;
    s->start = bd__clock_seconds();
    s->start_unix = bd__clock_unix();
    s->program_hash = bd__setup_program_hash();
    s->row_trials = UINT64_MAX;
    s->now = (struct bd_progress){
        .stability = -1,
        .last_find_seconds = -1,
        .last_failure_seconds = -1,
        .guide = c->config.guide,
        .program = s->from.program,
        .directory = s->dir.path,
        .sanitized = c->config.sanitized,
        .limit_seconds = c->config.seconds,
        .limit_trials = c->config.trials,
        .seeds = {.count = c->seeds.count,
                  .smallest = c->seeds.smallest,
                  .largest = c->seeds.largest,
                  .bytes = c->seeds.bytes,
                  .unusable = c->seeds.unusable},
        .longest = c->plain ? c->longest : 0,
    };
    c->lock = s->dir.lock;
}

static void describe(struct bd__supervisor *s)
{
    struct bd__text setup = {0};
    bd__setup_describe(&setup, s->c, s->from.program, s->start_unix);
    bd__rundir_save_setup(&s->dir, bd__text_str(&setup));
    bd__text_clear(&setup);
}

/* Somebody waits for the end of the campaign: names of functions are not worth more of his time. */
static bool in_a_hurry(const void *user)
{
    const struct bd__campaign *c = user;
    return atomic_load(&c->pulse.stop) || (c->config.stop && *c->config.stop) ||
           (c->deadline > 0 && bd__clock_seconds() >= c->deadline);
}

static enum bd_status run_in_directory(struct bd__supervisor *s)
{
    struct bd__campaign *c = s->c;
    bool interrupted = false;
    s->start = bd__clock_seconds() - s->now.seconds; /* as if it had never stopped */
    if (c->config.seconds > 0) { c->deadline = s->start + c->config.seconds; }
    bd__checkpoint_begin(s);
    if (!c->config.resume) { bd__checkpoint_now(s); } /* so that whatever happens, there is one */
    enum bd_status status = bd__supervise(s, &interrupted);
    bd__record_corpus(s, HUGE_VAL);
    bd__sanitized_finish(s, interrupted || status != BD_OK);
    bd__record_last(s, status == BD_OK && !c->covers_nothing);
    if (c->covers_nothing) {
        bd__error(
            &s->log,
            "%s: build the software under test with bediv cc (or with "
            "-fsanitize-coverage=inline-8bit-counters,pc-table) and link it into this program. trace-pc-guard works "
            "in its place; trace-pc and trace-cmp by themselves do not",
            c->cover.branches ? "no input covered anything" : "no coverage instrumentation is linked in");
        status = BD_NO_COVERAGE;
    }
    const struct bd__rundir *dir = &s->dir;
    bool behind = dir->unsaved || dir->rows.size || dir->row_torn || dir->stats_old;
    if (status == BD_OK && behind) { status = BD_IO; }
    return status == BD_OK && interrupted ? BD_INTERRUPTED : status;
}

static void summarise(const struct bd__supervisor *s, struct bd_summary *summary)
{
    const struct bd__campaign *c = s->c;
    uint64_t filed = s->dir.unsaved ? s->failures_saved : s->known.count;
    uint64_t missing = s->failures_missing < filed ? s->failures_missing : filed;
    *summary = (struct bd_summary){.last = s->now, .seed = c->config.seed, .failures_filed = filed - missing};
    snprintf(summary->directory, sizeof summary->directory, "%s", s->dir.path);
    snprintf(summary->spill, sizeof summary->spill, "%s", s->dir.spill);
    summary->last.spilled = s->dir.spilled_count;
    snprintf(summary->program, sizeof summary->program, "%s", s->from.program);
    summary->last.directory = summary->directory;
    summary->last.program = summary->program;
    summary->last.guide = c->guide->info.name;
}

/* The campaign of C, which is open, in a new directory or in that of RESUME. */
static enum bd_status run_open(struct bd__supervisor *s, const struct bd_config *config, struct bd__resume *resume,
                               struct bd_summary *summary)
{
    struct bd__campaign *c = s->c;
    struct bd__dict_file dict = {0};
    if (!c->config.seed) { c->config.seed = bd__setup_random_seed(); }
    enum bd_status status = bd__setup_dictionary(&dict, c, &s->log);
    if (status == BD_OK) { status = bd__plan_read_seeds(c, config, &s->log); }
    if (status == BD_OK) { status = bd__sanitized_open(s); }
    if (config->resume) { c->longest = resume->terms.longest; } /* the seeds may have had a say in it */
    if (status == BD_OK && !config->resume) {
        status = bd__rundir_create(&s->dir, config->directory, bd__setup_name(c), &s->log);
    }
    if (status == BD_OK && config->spill) { status = bd__rundir_spill(&s->dir, config->spill); }
    if (status == BD_OK) {
        bd__campaign_build(c, &dict.dict);
        s->from = (struct bd__provenance){bd__setup_name(c), c->config.guide, c->config.seed, c->sites};
        bd__setup_command(&s->command, config);
        begin(s);
        if (config->resume) {
            status = bd__resume_load(resume, s);
        } else {
            describe(s);
        }
        if (status == BD_OK) {
            status = run_in_directory(s);
            if (summary) { summarise(s, summary); }
        }
    }
    bd__text_clear(&s->command);
    bd__dict_clear(&dict);
    return status;
}

enum bd_status bd_campaign_run(const struct bd_fuzzer *fuzzer, const struct bd_config *config,
                               struct bd_summary *summary)
{
    struct bd__supervisor *s = bd__memory(1, sizeof *s); /* too large for a small stack */
    *s = (struct bd__supervisor){.log = {config->log, config->user}, .dir = {.lock = -1}};
    struct bd_config complete = *config;
    struct bd__resume resume = {0};
    if (summary) { *summary = (struct bd_summary){0}; }
    enum bd_status status = config->resume ? bd__resume_open(&resume, s, &complete) : BD_OK;
    if (status == BD_OK) { status = bd__campaign_open(&s->c, fuzzer, &complete, &s->log); }
    if (status == BD_OK) {
        bd__worker_block_signals(); /* until the last file is written */
        bd__symbols_begin(in_a_hurry, s->c);
        status = run_open(s, &complete, &resume, summary);
        bd__sanitized_close(s);
        bd__rundir_close(&s->dir);
        bd__failures_clear(&s->known);
        bd__worker_restore_signals();
        bd__symbols_begin(NULL, NULL);
        bd__campaign_close(s->c);
    } else if (s->dir.lock >= 0) {
        close(s->dir.lock);
    }
    bd__resume_close(&resume);
    free(s);
    return status;
}
