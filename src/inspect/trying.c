#include "inspect/trying.h"

#include <signal.h>

#include "base/memory.h"
#include "gen/bytes.h"

enum { TRIES = 3 };

enum bd_status bd__trying_open(struct bd__trying **trying, const struct bd_fuzzer *fuzzer,
                               const struct bd_config *config, const struct bd__log *log)
{
    struct bd__trying *t = bd__memory(1, sizeof *t);
    *t = (struct bd__trying){.log = log};
    enum bd_status status = bd__rig_open(&t->rig, &t->dict, fuzzer, config, log);
    if (status != BD_OK) {
        free(t);
        return status;
    }
    t->word = bd__arena_take(t->rig->arena, sizeof *t->word);
    t->rig->out.budget = t->rig->out.capacity; /* no budget: the tape or the bytes decide how large the input is */
    t->rig->out.longest = BD__BYTES_LONGEST;
    *trying = t;
    return BD_OK;
}

void bd__trying_close(struct bd__trying *t)
{
    if (!t) { return; }
    bd__dict_clear(&t->dict);
    bd__text_clear(&t->output);
    bd__rig_close(t->rig);
    free(t);
}

/* ---- in the worker ----------------------------------------------------------------------------- */

static void work(void *user)
{
    struct bd__trying *t = user;
    struct bd__rig *rig = t->rig;
    bd__rig_seal(rig);
    bd__rig_set_up(rig);
    if (!rig->config.show_output) { bd__rig_warm_up(rig); } /* as in a campaign */
    t->word->begun = true;
    while (t->word->more && !bd__pulse_asked(&rig->pulse.stop) && !bd__pulse_asked(&rig->pulse.retire)) {
        t->word->more = t->one(t->user);
    }
}

bool bd__trying_generate(struct bd__trying *t, const struct bd__tape *tape)
{
    struct bd__trial *trial = &t->rig->trial;
    *trial = (struct bd__trial){
        .plan = {.tape = tape, .op = BD__OP_REPLAY, .parent = BD__NO_PARENT},
        .outcome.verdict = BD_DISCARDED,
    };
    bd__worker_mark_output(&t->rig->pulse);
    bd__rig_generate(t->rig, trial);
    return !trial->choices.discarded;
}

void bd__trying_take_bytes(struct bd__trying *t, struct bd__bytes bytes)
{
    struct bd__rig *rig = t->rig;
    bd__worker_mark_output(&rig->pulse);
    if (bytes.size) { memcpy(rig->out.data, bytes.data, bytes.size); }
    rig->out.size = bytes.size;
    rig->trial = (struct bd__trial){
        .outcome.verdict = BD_DISCARDED,
        .input = {.data = rig->out.data, .size = bytes.size, .env = rig->env},
    };
}

void bd__trying_go(struct bd__trying *t)
{
    struct bd__trial *trial = &t->rig->trial;
    bd__rig_run(t->rig, trial);
    if (trial->outcome.verdict == BD_FAILURE) { trial->outcome.failure = BD__FAIL_VERDICT; }
}

/* ---- in the supervisor --------------------------------------------------------------------------- */

void bd__trying_settle(struct bd__trying *t, const struct bd__outcome *outcome)
{
    struct bd__rig *rig = t->rig;
    if (outcome->in_generator) {
        rig->trial.choices = bd__source_end(rig->source);
        rig->trial.input = (struct bd_input){.data = rig->out.data, .size = rig->out.size};
    }
    rig->trial.outcome = *outcome;
}

/* Handles the death of a worker. BD_OK if another worker should continue. */
static enum bd_status settle_death(struct bd__trying *t, const struct bd__outcome *outcome, const char *output,
                                   unsigned *deaths)
{
    uint32_t phase = atomic_load(&t->rig->pulse.phase);
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
    if (t->word->begun) { t->died(t->user, outcome, output); } /* else the warm-up failed: the next worker skips it */
    return BD_OK;
}

static bool signals_are_blocked(void)
{
    sigset_t set;
    return sigprocmask(SIG_BLOCK, NULL, &set) == 0 && sigismember(&set, SIGINT) && sigismember(&set, SIGCHLD);
}

enum bd_status bd__trying_run(struct bd__trying *t)
{
    struct bd__worker worker = bd__rig_worker(t->rig, work, t, t->log);
    worker.tick = t->tick;
    worker.tick_user = t->user;
    worker.fresh = t->fresh;
    bool outer = signals_are_blocked();
    unsigned deaths = 0;
    enum bd_status status = BD_OK;
    if (!outer) { bd__worker_block_signals(); }
    atomic_store(&t->rig->pulse.stop, false);
    for (bool again = true; again && status == BD_OK;) {
        struct bd__outcome outcome = {0};
        bd__text_clear(&t->output);
        t->word->begun = false;
        t->word->more = true;
        enum bd__worker_end end = bd__worker_run(&worker, &outcome, &t->output);
        if (end == BD__WORKER_NONE) { status = BD_SYSTEM; }
        if (end == BD__WORKER_FAILED) { status = settle_death(t, &outcome, bd__text_str(&t->output), &deaths); }
        again = t->word->more; /* still true if the worker died or was replaced */
        if (atomic_load(&t->rig->pulse.stop) && status == BD_OK) { status = BD_INTERRUPTED; }
    }
    if (!outer) { bd__worker_restore_signals(); }
    return status;
}
