/* loop.c: the ring, on one screen.
 *
 *              plan                 draws                bytes
 *   ┌─ guide ───────► choice source ─────► generator ───────────► target
 *   │ (parents: corpus)                                             │ counters
 *   │                                                               ▼
 *   └──◄── observe(trial) ◄── feedback ◄──── trace ◄──── cover ◄── runtime
 *                                 │ novelty
 *                                 └──────► metrics, corpus (what is new)
 */
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "engine/campaign.h"
#include "exec/worker.h"

/* plan → choices, input */
void bd__loop_generate(struct bd__campaign *c, struct bd__trial *t)
{
    bd__source_begin(c->source, &t->plan);
    bd__out_begin(&c->out);
    bd__pulse_enter(&c->pulse, BD__PHASE_GENERATE);
    c->target.fuzzer.generate(c->source, &c->out);
    bd__worker_end_copy();
    bd__pulse_enter(&c->pulse, BD__PHASE_RING);
    t->choices = bd__source_end(c->source);
    t->choices.exhausted |= c->out.size > c->out.budget;
    if (c->out.overflow) { t->choices.discarded = "the input outgrew its buffer"; }
    t->input = (struct bd_input){c->out.data, c->out.size, c->out.object, c->env};
}

/* input → outcome; coverage starts here, so that a generator's own branches never count */
void bd__loop_run(struct bd__campaign *c, struct bd__trial *t)
{
    bd__history_add(c->history, &t->choices, t->plan.op);
    bd__pulse_enter(&c->pulse, BD__PHASE_RUN);
    bd__target_reset(&c->target, c->env);
    bd__cover_reset();
    t->outcome.verdict = bd__target_run(&c->target, &t->input, c->out.capacity);
    bd__pulse_enter(&c->pulse, BD__PHASE_RING);
}

/* Coverage ends before this: the destructor is not what is tested. A crash in it counts as the target's all the
 * same, for it is mostly the target that broke the object or the heap. */
void bd__loop_end(struct bd__campaign *c)
{
    if (!c->out.object) { return; }
    bd__pulse_enter(&c->pulse, BD__PHASE_RUN);
    bd__out_end(&c->out);
    bd__pulse_enter(&c->pulse, BD__PHASE_RING);
}

/* One trial. False if it failed by the target's own verdict: then the supervisor files it. */
static bool turn(struct bd__campaign *c)
{
    struct bd__trial *t = &c->trial;
    bool novel = false;

    t->number = c->tally.trials + 1;
    t->outcome = (struct bd__outcome){.verdict = BD_DISCARDED};
    t->trace = (struct bd__trace){0};
    t->novelty = (struct bd__novelty){0};

    bd__plan_next(c, &t->plan);
    bd__loop_generate(c, t);
    if (t->choices.discarded) {
        bd__loop_end(c);
    } else {
        bd__loop_run(c, t);
        if (t->outcome.verdict == BD_FAILURE) { return false; }
        bool valid = t->outcome.verdict == BD_VALID;
        t->trace =
            bd__cover_collect(&c->cover, c->feedback.seen, valid ? c->feedback.seen_valid : c->feedback.seen, &novel);
        bd__loop_end(c);
        if (novel) { bd__corpus_expect(&c->corpus); }
        t->novelty = bd__feedback_judge(&c->feedback, t, novel);
        bd__abundance_add(&c->abundance, &t->trace, t->novelty.trace, t->novelty.valid_trace);
    }
    c->guide->observe(c->guide_state, t);
    bd__corpus_settle(&c->corpus, t);
    bd__campaign_tally(c);
    return true;
}

/* ---- around the ring ------------------------------------------------------------------------- */

/* Target code that runs once in a process (lazy tables, first allocations) would make the first trace of
 * each worker differ: the simplest input goes through it first, a few times, uncounted. */
bool bd__loop_warm_up(struct bd__campaign *c)
{
    enum { RUNS = 8 };
    struct bd__trial *t = &c->trial;
    for (int i = 0; i < RUNS && !c->warm_up_failed; i++) {
        *t = (struct bd__trial){.plan = {.stream_count = 2, .op = BD__OP_SIMPLEST, .parent = BD__NO_PARENT}};
        c->warm_up_failed = true; /* unless we get to the end */
        bd__loop_generate(c, t);
        if (!t->choices.discarded) { bd__loop_run(c, t); }
        bd__loop_end(c);
        if (t->outcome.verdict == BD_FAILURE) { return false; }
        c->warm_up_failed = false;
    }
    return true;
}

/* Shows the figures to the supervisor: those of a row it must not miss, and the latest. */
static void show(struct bd__campaign *c)
{
    struct bd__sighting seen = {bd__campaign_figures(c), bd__clock_seconds()};
    if (c->tally.trials >= c->row_at) {
        uint64_t shown = atomic_load(&c->rows_shown);
        while (shown - atomic_load(&c->rows_taken) >= BD__ROWS && !bd__pulse_asked(&c->pulse.stop)) {
            nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL); /* the supervisor is behind */
        }
        c->row[shown % BD__ROWS] = seen;
        atomic_store(&c->rows_shown, shown + 1);
        c->row_at = (c->tally.trials / c->row_step + 1) * c->row_step; /* failures pass by between two shows */
    }
    uint32_t other = 1 - atomic_load(&c->glance_now);
    c->glance[other] = seen;
    atomic_store(&c->glance_now, other);
    atomic_store(&c->look_at, c->row_at);
}

static bool goes_on(struct bd__campaign *c)
{
    /* More, if the repetition of the last one failed. */
    bool seeded = c->seeds_run >= c->seeds.count;
    if (c->tally.trials >= c->config.trials && c->config.trials && seeded) { c->finished = true; }
    /* The supervisor watches the clock too; but it may be waiting for a slow disk. */
    enum { CLOCK_PERIOD = 64 };
    if (c->deadline && c->tally.trials % CLOCK_PERIOD == 0 && bd__clock_seconds() >= c->deadline) {
        c->finished = true;
    }
    if (atomic_load_explicit(&c->pulse.hold, memory_order_relaxed)) { bd__pulse_hold(&c->pulse); }
    return !c->finished && !bd__pulse_asked(&c->pulse.stop) && !bd__pulse_asked(&c->pulse.retire);
}

void bd__loop_set_up(struct bd__campaign *c)
{
    if (c->lock >= 0) { close(c->lock); } /* the supervisor's; nothing that the target starts may keep it */
    bd__history_clear(c->history);
    c->env = bd__target_setup(&c->target, c->config.argc, c->config.argv);
    bd__pulse_enter(&c->pulse, BD__PHASE_RING);
    c->source->env = c->env;
    c->source->reader = (struct bd__tape_reader){0}; /* its memory was that of a process that is gone */
    bd__sites_forget_addresses(c->sites);
    bd__plan_begin(c);
}

void bd__loop(void *campaign)
{
    struct bd__campaign *c = campaign;
    bd__loop_set_up(c);
    if (bd__cover_branches() == 0 && !c->config.without_coverage) { c->finished = c->covers_nothing = true; }
    if (!c->finished) { c->own_verdict = !bd__loop_warm_up(c); }

    while (!c->own_verdict && goes_on(c)) {
        c->own_verdict = !turn(c) || (c->calibration.inputs < BD__CALIBRATED && !bd__calibrate(c));
        if (c->tally.trials >= atomic_load_explicit(&c->look_at, memory_order_relaxed)) { show(c); }
    }
    if (!c->own_verdict) { show(c); } /* and when it ended */
}
