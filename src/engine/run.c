/* run.c: a campaign from its first directory to its last figure. */
#include <math.h>
#include <stdio.h>

#include "base/clock.h"
#include "engine/setup.h"
#include "engine/supervisor.h"
#include "exec/worker.h"
#include "gen/dict.h"

static enum bd_status run_in_directory(struct bd__supervisor *s)
{
    struct bd__campaign *c = s->c;
    bool interrupted = false;
    s->start = bd__clock_seconds();
    s->start_unix = bd__clock_unix();
    if (c->config.seconds > 0) { c->deadline = s->start + c->config.seconds; }
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
    };
    struct bd__text setup = {0};
    bd__setup_describe(&setup, c, s->from.program, s->start_unix);
    bd__rundir_save_setup(&s->dir, bd__text_str(&setup));
    bd__text_clear(&setup);
    enum bd_status status = bd__supervise(s, &interrupted);
    bd__record_corpus(s, HUGE_VAL);
    bd__sanitized_finish(s, interrupted || status != BD_OK);
    bd__record_last(s);
    if (c->covers_nothing) {
        bd__error(&s->log,
                  "%s: build the software under test with bediv cc (or with "
                  "-fsanitize-coverage=inline-8bit-counters,pc-table) and link it into this program",
                  c->cover.branches ? "no input covered anything" : "no coverage instrumentation is linked in");
        status = BD_NO_COVERAGE;
    }
    if (status == BD_OK && (s->dir.unsaved || s->dir.row_torn || s->dir.stats_old)) { status = BD_IO; }
    return status == BD_OK && interrupted ? BD_INTERRUPTED : status;
}

enum bd_status bd_campaign_run(const struct bd_fuzzer *fuzzer, const struct bd_config *config,
                               struct bd_summary *summary)
{
    struct bd__supervisor s = {.log = {config->log, config->user}};
    struct bd__dict_file dict = {0};
    enum bd_status status = bd__campaign_open(&s.c, fuzzer, config, &s.log);
    if (status != BD_OK) { return status; }
    struct bd__campaign *c = s.c;
    if (!config->seed) { c->config.seed = bd__setup_random_seed(); }
    status = bd__setup_dictionary(&dict, c, &s.log);
    if (status == BD_OK) { status = bd__sanitized_open(&s); }
    if (status == BD_OK) {
        const char *name = bd__setup_name(c);
        bd__worker_block_signals(); /* until the last file is written */
        status = bd__rundir_create(&s.dir, config->directory, name, &s.log);
        if (status == BD_OK) {
            bd__campaign_build(c, &dict.dict);
            s.from = (struct bd__provenance){name, c->config.guide, c->config.seed, c->sites};
            bd__setup_command(&s.command, config);
            status = run_in_directory(&s);
        }
        if (summary) {
            *summary = (struct bd_summary){.last = s.now,
                                           .seed = c->config.seed,
                                           .failures_filed = s.dir.unsaved ? s.failures_saved : s.known.count};
            snprintf(summary->directory, sizeof summary->directory, "%s", s.dir.path);
            snprintf(summary->program, sizeof summary->program, "%s", name);
            summary->last.directory = summary->directory;
            summary->last.program = summary->program;
            summary->last.guide = c->guide->info.name;
        }
        bd__rundir_close(&s.dir);
        bd__failures_clear(&s.known);
        bd__worker_restore_signals();
    }
    bd__sanitized_close(&s);
    bd__text_clear(&s.command);
    bd__dict_clear(&dict);
    bd__campaign_close(c);
    return status;
}
