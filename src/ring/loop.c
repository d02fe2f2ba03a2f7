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
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "exec/worker.h"
#include "ring/ring.h"

/* Is the input what its parent was? Then its run would show nothing that is not known. */
static bool is_copy(const struct bd__ring *ring, const struct bd__trial *t)
{
    if (t->plan.parent == BD__NO_PARENT || t->input.object) { return false; }
    struct bd__bytes parent = ring->corpus.entry[t->plan.parent].kept.bytes;
    return t->input.size == parent.size && (!parent.size || memcmp(t->input.data, parent.data, parent.size) == 0);
}

/* Is the input not worth running? Then the figure that counts such inputs, else NULL. */
static uint64_t *passes_over(struct bd__ring *ring, const struct bd__trial *t)
{
    if (t->choices.discarded || t->plan.op == BD__OP_SEED) { return NULL; }
    if (!ring->rig.config.run_copies && is_copy(ring, t)) { return &ring->tally.copies; }
    bool wanted = !ring->guide->wants || ring->guide->wants(ring->guide_state, t);
    return wanted ? NULL : &ring->tally.unwanted;
}

/* Makes the next input. Inputs that are not worth running are left out, but only a few in a row: some parents have no
 * children but copies. */
static void make(struct bd__ring *ring, struct bd__trial *t)
{
    enum { IN_A_ROW = 16 };
    for (int i = 0;; i++) {
        bd__plan_next(ring, &t->plan);
        bd__rig_generate(&ring->rig, t);
        uint64_t *figure = i < IN_A_ROW ? passes_over(ring, t) : NULL;
        if (!figure) { return; }
        bd__rig_end(&ring->rig);
        (*figure)++;
    }
}

/* One trial. False if the target returned BD_FAILURE: the worker ends, and the supervisor files the failure. */
static bool turn(struct bd__ring *ring)
{
    struct bd__trial *t = &ring->rig.trial;
    bool novel = false;

    t->number = ring->tally.trials + 1;
    t->outcome = (struct bd__outcome){.verdict = BD_DISCARDED};
    t->slow = false;
    t->trace = (struct bd__trace){0};
    t->novelty = (struct bd__novelty){0};

    make(ring, t);
    if (t->choices.discarded) {
        bd__rig_end(&ring->rig);
    } else {
        bd__rig_run(&ring->rig, t);
        if (t->outcome.verdict == BD_FAILURE) { return false; }
        bool valid = t->outcome.verdict == BD_VALID;
        t->trace = bd__cover_collect(&ring->rig.cover, ring->feedback.seen,
                                     valid ? ring->feedback.seen_valid : ring->feedback.seen, &novel);
        bd__rig_end(&ring->rig);
        if (novel) { bd__corpus_expect(&ring->corpus); }
        t->novelty = bd__feedback_judge(&ring->feedback, t, novel);
        bd__abundance_add(&ring->abundance, &t->trace, t->novelty.trace, t->novelty.valid_trace);
    }
    ring->guide->observe(ring->guide_state, t);
    bd__corpus_settle(&ring->corpus, t);
    bd__ring_tally(ring);
    return true;
}

/* ---- around the ring ------------------------------------------------------------------------- */

/* Shows the current figures to the supervisor: as a row of plot_data if one is due, and as the latest glance. The
 * supervisor may miss a glance but never a row. */
static void show(struct bd__ring *ring)
{
    struct bd__sighting seen = {bd__ring_figures(ring), bd__clock_seconds()};
    if (ring->tally.trials >= ring->row_at) {
        uint64_t shown = atomic_load(&ring->rows_shown);
        while (shown - atomic_load(&ring->rows_taken) >= BD__ROWS && !bd__pulse_asked(&ring->rig.pulse.stop)) {
            nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL); /* until the supervisor catches up */
        }
        ring->row[shown % BD__ROWS] = seen;
        atomic_store(&ring->rows_shown, shown + 1);
        /* Not always one step on: failures are counted without a call of this. */
        ring->row_at = (ring->tally.trials / ring->row_step + 1) * ring->row_step;
    }
    uint32_t other = 1 - atomic_load(&ring->glance_now);
    ring->glance[other] = seen;
    atomic_store(&ring->glance_now, other);
    atomic_store(&ring->look_at, ring->row_at);
}

static bool goes_on(struct bd__ring *ring)
{
    /* There may be more trials than the limit: a calibration run that fails is counted as one, too. */
    bool seeded = ring->seeds_run >= ring->seeds.count;
    if (ring->tally.trials >= ring->rig.config.trials && ring->rig.config.trials && seeded) { ring->finished = true; }
    /* The supervisor watches the clock too, but it may be waiting for a slow disk. */
    enum { CLOCK_PERIOD = 64 };
    if (ring->deadline && ring->tally.trials % CLOCK_PERIOD == 0 && bd__clock_seconds() >= ring->deadline) {
        ring->finished = true;
    }
    if (atomic_load_explicit(&ring->rig.pulse.hold, memory_order_relaxed)) { bd__pulse_hold(&ring->rig.pulse); }
    return !ring->finished && !bd__pulse_asked(&ring->rig.pulse.stop) && !bd__pulse_asked(&ring->rig.pulse.retire);
}

void bd__loop(void *user)
{
    struct bd__ring *ring = user;
    bd__rig_set_up(&ring->rig);
    bd__plan_begin(ring);
    if (bd__cover_branches() == 0 && !ring->rig.config.without_coverage) {
        ring->finished = ring->covers_nothing = true;
    }
    if (!ring->finished) { ring->own_verdict = !bd__rig_warm_up(&ring->rig); }

    while (!ring->own_verdict && goes_on(ring)) {
        ring->own_verdict = !turn(ring) || (bd__calibration_is_due(ring) && !bd__calibrate(ring));
        if (ring->tally.trials >= atomic_load_explicit(&ring->look_at, memory_order_relaxed)) { show(ring); }
    }
    if (!ring->own_verdict) { show(ring); }
}
