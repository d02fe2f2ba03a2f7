/* calibrate.c: checks generator and target by making and running the first inputs of a campaign again. The same choices
 * must give the same bytes, the same bytes must give the same trace, and the target must not write to its input. Where
 * this does not hold, "unique trace" means little, so the campaign measures it and reports it. */
#include "base/hash.h"
#include "ring/ring.h"
#include "runtime/counters.h"

enum { REPETITIONS = 3, COVERED = 1, VARIED = 2 };

static void mark(struct bd__calibration *k, uint32_t branch, bool varied)
{
    uint8_t *state = &k->state[branch];
    if (!*state) { k->covered++; }
    if (varied && !(*state & VARIED)) { k->varied++; }
    *state |= COVERED | (varied ? VARIED : 0);
}

static void mark_block(struct bd__calibration *k, const struct bd__trace_block *a, const struct bd__trace_block *b)
{
    static const struct bd__trace_block nothing;
    const struct bd__trace_block *any = a ? a : b;
    a = a ? a : &nothing;
    b = b ? b : &nothing;
    for (uint32_t i = 0; i < BD__BLOCK; i++) {
        if (a->counts[i] || b->counts[i]) { mark(k, any->index * BD__BLOCK + i, a->counts[i] != b->counts[i]); }
    }
}

/* Compares two traces block by block. Both are in ascending order. */
static void compare(struct bd__calibration *k, const struct bd__trace *a, const struct bd__trace *b)
{
    size_t i = 0, j = 0;
    while (i < a->block_count || j < b->block_count) {
        uint32_t at = i < a->block_count ? a->block[i].index : UINT32_MAX;
        uint32_t bt = j < b->block_count ? b->block[j].index : UINT32_MAX;
        mark_block(k, at <= bt ? &a->block[i] : NULL, bt <= at ? &b->block[j] : NULL);
        i += at <= bt;
        j += bt <= at;
    }
}

/* Saves what the repetition will overwrite: the parameters of the trial, which become its plan, and its trace. */
static void set_aside(struct bd__calibration *k, struct bd__trial *t)
{
    for (unsigned i = 0; i < t->choices.stream_count; i++) {
        size_t size = t->choices.parameters[i].size;
        if (size) { memcpy(k->parameters[i], t->choices.parameters[i].data, size); }
        t->plan.stream[i] = (struct bd__bytes){k->parameters[i], size};
    }
    memcpy(k->first, t->trace.block, t->trace.block_count * sizeof *k->first);
}

bool bd__calibrate(struct bd__ring *ring)
{
    struct bd__calibration *k = &ring->calibration;
    struct bd__trial *t = &ring->rig.trial;
    if (t->outcome.verdict == BD_DISCARDED || t->choices.stream_count == 0) { return true; }
    set_aside(k, t);
    struct bd__trace first = t->trace;
    first.block = k->first;
    uint64_t bytes = bd__hash(t->input.data, t->input.size), made = 0;
    bool drift = false, overwritten = false;
    k->silent += first.block_count == 0;
    k->inputs++;
    ring->calibrating = true;
    for (int i = 0; i < REPETITIONS; i++) {
        bd__rig_generate(&ring->rig, t);
        uint64_t again = bd__hash(t->input.data, t->input.size);
        drift |= i && again != made;
        made = again;
        bd__rig_run(&ring->rig, t);
        if (t->outcome.verdict == BD_FAILURE) { return false; }
        overwritten |= bd__hash(t->input.data, t->input.size) != made;
        struct bd__trace trace = bd__cover_collect(&ring->rig.cover, ring->feedback.seen, ring->feedback.seen, NULL);
        bd__rig_end(&ring->rig);
        compare(k, &first, &trace);
    }
    ring->calibrating = false;
    drift |= made != bytes && !overwritten; /* a target that overwrites changed the input before BYTES was hashed */
    k->generator_drift += drift;
    k->overwritten += overwritten;
    k->traces_pc = bd__runtime_traces_pc();
    if (k->inputs == BD__CALIBRATED && k->silent == k->inputs && !ring->rig.config.without_coverage) {
        ring->finished = ring->covers_nothing = true;
    }
    return true;
}

void bd__calibration_save(const struct bd__calibration *k, size_t branch_span, struct bd__pack *pack)
{
    bd__pack_u32s(pack, (uint32_t[]){k->inputs, k->silent, k->generator_drift, k->overwritten}, 4);
    bd__pack_bytes(pack, k->state, branch_span);
}

void bd__calibration_load(struct bd__calibration *k, size_t branch_span, struct bd__unpack *unpack)
{
    k->inputs = bd__unpack_u32(unpack, BD__CALIBRATED, "the inputs calibrated with");
    k->silent = bd__unpack_u32(unpack, k->inputs, "those that covered nothing");
    k->generator_drift = bd__unpack_u32(unpack, k->inputs, "those that the generator made differently");
    k->overwritten = bd__unpack_u32(unpack, k->inputs, "those that the target wrote to");
    const uint8_t *state = bd__unpack_bytes(unpack, branch_span, "the branches calibrated with");
    for (size_t b = 0; state && b < branch_span; b++) {
        if (state[b] > (COVERED | VARIED) || state[b] == VARIED) {
            bd__unpack_refuse(unpack, "a branch is in no known state");
            return;
        }
        k->state[b] = state[b];
        k->covered += state[b] != 0;
        k->varied += (state[b] & VARIED) != 0;
    }
}
