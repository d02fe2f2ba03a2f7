#include "engine/trying.h"
#include "engine/activity.h"

#include <signal.h>

#include "base/memory.h"
#include "engine/setup.h"
#include "exec/worker.h"
#include "gen/bytes.h"
#include "triage/signature.h"

enum { TRIES = 3 };

enum bd_status bd__trying_open(struct bd__trying **trying, const struct bd_fuzzer *fuzzer,
                               const struct bd_config *config, const struct bd__log *log)
{
    struct bd__campaign *c;
    struct bd_config plain = *config;
    plain.guide = "quickcheck"; /* it plans nothing here, and needs no coverage */
    plain.trials = 0;
    enum bd_status status = bd__campaign_open(&c, fuzzer, &plain, log);
    if (status != BD_OK) { return status; }
    if (!c->config.seed) { c->config.seed = 1; }
    struct bd__trying *t = bd__memory(1, sizeof *t);
    *t = (struct bd__trying){.c = c, .log = log};
    status = bd__setup_dictionary(&t->dict, c, log);
    if (status != BD_OK) {
        bd__campaign_close(c);
        free(t);
        return status;
    }
    t->word = bd__arena_take(c->arena, sizeof *t->word);
    bd__campaign_build(c, &t->dict.dict);
    c->out.budget = c->out.capacity; /* a tape says itself where the draws end; bytes have no budget */
    c->out.longest = BD__BYTES_LONGEST;
    *trying = t;
    return BD_OK;
}

void bd__trying_close(struct bd__trying *t)
{
    if (!t) { return; }
    bd__dict_clear(&t->dict);
    bd__text_clear(&t->output);
    bd__campaign_close(t->c);
    free(t);
}

/* ---- in the worker ----------------------------------------------------------------------------- */

static void work(void *user)
{
    struct bd__trying *t = user;
    struct bd__campaign *c = t->c;
    bd__campaign_seal(c);
    bd__loop_set_up(c);
    if (!c->config.show_output) { bd__loop_warm_up(c); } /* as in a campaign */
    t->word->begun = true;
    while (t->word->more && !bd__pulse_asked(&c->pulse.stop) && !bd__pulse_asked(&c->pulse.retire)) {
        t->word->more = t->one(t->user);
    }
}

bool bd__trying_generate(struct bd__trying *t, const struct bd__tape *tape)
{
    struct bd__trial *trial = &t->c->trial;
    *trial = (struct bd__trial){
        .plan = {.tape = tape, .op = BD__OP_REPLAY, .parent = BD__NO_PARENT},
        .outcome.verdict = BD_DISCARDED,
    };
    bd__worker_mark_output(&t->c->pulse);
    bd__loop_generate(t->c, trial);
    return !trial->choices.discarded;
}

void bd__trying_take_bytes(struct bd__trying *t, struct bd__bytes bytes)
{
    struct bd__campaign *c = t->c;
    bd__worker_mark_output(&c->pulse);
    if (bytes.size) { memcpy(c->out.data, bytes.data, bytes.size); }
    c->out.size = bytes.size;
    c->trial = (struct bd__trial){
        .outcome.verdict = BD_DISCARDED,
        .input = {.data = c->out.data, .size = bytes.size, .env = c->env},
    };
}

void bd__trying_go(struct bd__trying *t)
{
    struct bd__trial *trial = &t->c->trial;
    bd__loop_run(t->c, trial);
    if (trial->outcome.verdict == BD_FAILURE) { trial->outcome.failure = BD__FAIL_VERDICT; }
}

/* ---- in the supervisor --------------------------------------------------------------------------- */

void bd__trying_settle(struct bd__trying *t, const struct bd__outcome *outcome)
{
    struct bd__campaign *c = t->c;
    if (outcome->in_generator) {
        c->trial.choices = bd__source_end(c->source);
        c->trial.input = (struct bd_input){.data = c->out.data, .size = c->out.size};
    }
    c->trial.outcome = *outcome;
}

/* A worker failed. BD_OK if it is worth another. */
static enum bd_status settle_death(struct bd__trying *t, const struct bd__outcome *outcome, const char *output,
                                   unsigned *deaths)
{
    uint32_t phase = atomic_load(&t->c->pulse.phase);
    char what[64];
    bd__outcome_describe(outcome, what, sizeof what);
    if (phase == BD__PHASE_SETUP) {
        bd__error(t->log, "the target's set-up failed (%s):\n%s", what, output);
        return BD_SETUP_FAILED;
    }
    if (phase == BD__PHASE_RING) { /* killed from outside, or by a thread that the target left running */
        if (++*deaths < TRIES) { return BD_OK; }
        bd__error(t->log, "a worker died between two runs (%s):\n%s", what, output);
        return BD_SYSTEM;
    }
    *deaths = 0;
    if (t->word->begun) {
        t->died(t->user, outcome, output);
    } /* else the simplest input fails: the next does without */
    return BD_OK;
}

static bool signals_are_blocked(void)
{
    sigset_t set;
    return sigprocmask(SIG_BLOCK, NULL, &set) == 0 && sigismember(&set, SIGINT) && sigismember(&set, SIGCHLD);
}

enum bd_status bd__trying_run(struct bd__trying *t)
{
    struct bd_config *k = &t->c->config;
    struct bd__worker worker = {
        .pulse = &t->c->pulse,
        .work = work,
        .work_user = t,
        .tick = t->tick,
        .tick_user = t->user,
        .activity = &bd__counter_activity,
        .reporting = bd__signature_unfinished,
        .timeout = (double)k->timeout_ms / 1000,
        .memory = k->memory_mb << 20,
        .show_output = k->show_output,
        .log = t->log,
    };
    bool outer = signals_are_blocked();
    unsigned deaths = 0;
    enum bd_status status = BD_OK;
    if (!outer) { bd__worker_block_signals(); }
    atomic_store(&t->c->pulse.stop, false);
    for (bool again = true; again && status == BD_OK;) {
        struct bd__outcome outcome = {0};
        bd__text_clear(&t->output);
        t->word->begun = false;
        t->word->more = true;
        enum bd__worker_end end = bd__worker_run(&worker, &outcome, &t->output);
        if (end == BD__WORKER_NONE) { status = BD_SYSTEM; }
        if (end == BD__WORKER_FAILED) { status = settle_death(t, &outcome, bd__text_str(&t->output), &deaths); }
        again = t->word->more; /* a worker that died or was replaced has not said that it was the end */
        if (atomic_load(&t->c->pulse.stop) && status == BD_OK) { status = BD_INTERRUPTED; }
    }
    if (!outer) { bd__worker_restore_signals(); }
    return status;
}
