/* tally.c: counts trials under their verdicts, and collects the figures of all stages. */
#include "ring/ring.h"

void bd__tally_outcome(struct bd_figures *f, const struct bd__outcome *outcome)
{
    switch (outcome->verdict) {
    case BD_VALID: f->valid++; break;
    case BD_INVALID: f->invalid++; break;
    case BD_DISCARDED: f->discarded++; break;
    case BD_LIMITED: f->limited++; break;
    case BD_FAILURE:
        f->failures++;
        f->timeouts += outcome->failure == BD__FAIL_TIMEOUT;
        f->memory_outs += outcome->failure == BD__FAIL_MEMORY;
        f->crashes = f->failures - f->timeouts - f->memory_outs;
        break;
    }
    f->trials++; /* last: a worker may be killed anywhere here, and damage.c allows the sum to be ahead by one */
}

uint64_t bd__tally_sum(const struct bd_figures *f)
{
    return f->valid + f->invalid + f->limited + f->failures + f->discarded;
}

void bd__ring_tally(struct bd__ring *ring)
{
    const struct bd__trial *t = &ring->rig.trial;
    ring->tally.exhausted += t->choices.exhausted;
    ring->trace_sum += (double)t->trace.branch_count;
    if (t->outcome.verdict != BD_DISCARDED) { ring->input_sum += (double)t->input.size; }
    bd__tally_outcome(&ring->tally, &t->outcome);
}

void bd__ring_mend(struct bd__ring *ring)
{
    struct bd_figures *t = &ring->tally;
    t->trials = bd__tally_sum(t);
    if (ring->rig.trial.plan.op == BD__OP_SEED && !ring->calibrating && ring->seeds_run) {
        ring->seeds_run--;
    } /* run it again: rather twice than not at all */
    ring->calibrating = false;
    bd__calibration_recount(ring);
    bd__feedback_recount(&ring->feedback, ring->rig.cover.span);
    bd__hashset_recount(&ring->feedback.traces);
    bd__hashset_recount(&ring->feedback.structures);
    bd__corpus_settle(&ring->corpus, &ring->rig.trial); /* what feedback has judged as new is not new a second time */
    bd__corpus_recount(&ring->corpus, ring->rig.cover.span);
    if (ring->guide->mend) { ring->guide->mend(ring->guide_state); }
}

struct bd_figures bd__ring_figures(const struct bd__ring *ring)
{
    struct bd__hill all, valid;
    bd__abundance_read(&ring->abundance, &all, &valid);
    struct bd_figures f = ring->tally;
    uint64_t runs = f.valid + f.invalid + f.limited, inputs = runs + f.failures;
    f.traces = ring->feedback.traces.count;
    f.valid_traces = ring->feedback.traces.marked;
    f.traces_approximate = ring->feedback.traces.approximate;
    f.structures = ring->feedback.structures.count;
    f.structures_approximate = ring->feedback.structures.approximate;
    f.branches = ring->feedback.branches;
    f.buckets = ring->feedback.buckets;
    f.left_out = ring->rig.cover.left_out_count;
    f.valid_branches = ring->feedback.valid_branches;
    f.all = bd__hill_read(&all);
    f.valid_only = bd__hill_read(&valid);
    f.valid_buckets = ring->feedback.valid_buckets;
    f.corpus = bd__corpus_size(&ring->corpus);
    f.parents = ring->corpus.parent_count;
    f.favoured = ring->corpus.favoured;
    f.cycles = ring->corpus.cycles;
    f.parent = f.parents ? ring->corpus.parents[ring->corpus.parent] : 0;
    f.depth = ring->corpus.max_depth;
    f.pending = f.parents - ring->corpus.visited;
    for (uint64_t i = ring->corpus.visited; i < f.parents; i++) {
        f.pending_favoured += ring->corpus.entry[ring->corpus.parents[i]].responsibilities > 0;
    }
    f.structure_tried = ring->corpus.scores.tried[BD_STRUCTURE];
    f.structure_hit = ring->corpus.scores.hit[BD_STRUCTURE];
    f.value_tried = ring->corpus.scores.tried[BD_VALUE];
    f.value_hit = ring->corpus.scores.hit[BD_VALUE];
    f.mean_trace = runs ? ring->trace_sum / (double)runs : 0;
    f.mean_input = inputs ? ring->input_sum / (double)inputs : 0;
    return f;
}
