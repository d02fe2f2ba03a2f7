/* calibrate.c: checks generator and target by making and running inputs again. The same choices must give the same
 * bytes, the same bytes must give the same trace, and the target must not write to its input. Where this does not hold,
 * "unique trace" means little, so the campaign measures it and reports it.
 *
 * Branches whose counts vary would make every trace unique: in a hash table keyed by addresses, in a cache that other
 * inputs fill and the garbage collector empties. They are left out of traces. If most branches vary, that is no noise:
 * the target keeps state, and nothing is left out. */
#include "base/hash.h"
#include "ring/ring.h"
#include "runtime/counters.h"

/* What is known of a branch: that some repeated input covered it, and that its count was not always the same. */
enum { COVERED = 1, VARIED = 2 };

/* How often the first inputs are repeated, and later ones. */
enum { REPETITIONS = 3, LATER_REPETITIONS = 1 };
/* Of this many trials, one is checked; of those with a new bucket, because they become parents, one of this many. */
enum { CHECK_EVERY = 512, CHECK_NEW_EVERY = 32 };

bool bd__calibration_is_due(const struct bd__ring *ring)
{
    const struct bd__calibration *k = &ring->calibration;
    if (k->inputs < BD__CALIBRATED) { return true; }
    if (ring->rig.config.all_probes) { return false; }
    uint64_t every = ring->rig.trial.novelty.bucket ? CHECK_NEW_EVERY : CHECK_EVERY;
    return k->checks * every < ring->tally.trials;
}

static void mark(struct bd__calibration *k, uint32_t branch, bool varied)
{
    uint8_t *state = &k->state[branch];
    k->covered += !(*state & COVERED);
    k->varied += varied && !(*state & VARIED);
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

/* Leaves out of traces what varies, unless that is more than half of what is covered. */
static void leave_out(struct bd__ring *ring)
{
    const struct bd__calibration *k = &ring->calibration;
    ring->rig.cover.left_out_count = 0;
    if (ring->rig.config.all_probes || 2 * k->varied > k->covered) { return; }
    for (uint32_t b = 0; b < ring->rig.cover.span; b++) {
        if (k->state[b] & VARIED) { bd__cover_leave_out(&ring->rig.cover, b); }
    }
}

/* Saves what a repetition will overwrite: the parameters of the trial, which become its plan, and its trace. */
static void set_aside(struct bd__calibration *k, struct bd__trial *t)
{
    for (unsigned i = 0; i < t->choices.stream_count; i++) {
        size_t size = t->choices.parameters[i].size;
        if (size) { memcpy(k->parameters[i], t->choices.parameters[i].data, size); }
        t->plan.stream[i] = (struct bd__bytes){k->parameters[i], size};
    }
    memcpy(k->first, t->trace.block, t->trace.block_count * sizeof *k->first);
}

/* What repeating an input showed, apart from its traces. */
struct findings {
    uint64_t made; /* hash of the bytes that the last repetition made */
    bool drift, overwritten;
};

/* Makes and runs the input of the trial COUNT times. False if the target returns BD_FAILURE. */
static bool repeat(struct bd__ring *ring, int count, const struct bd__trace *first, struct findings *f)
{
    struct bd__trial *t = &ring->rig.trial;
    for (int i = 0; i < count; i++) {
        bd__rig_generate(&ring->rig, t);
        uint64_t made = bd__hash(t->input.data, t->input.size);
        f->drift |= i && made != f->made;
        f->made = made;
        bd__rig_run(&ring->rig, t);
        if (t->outcome.verdict == BD_FAILURE) { return false; }
        f->overwritten |= bd__hash(t->input.data, t->input.size) != made;
        struct bd__trace trace = bd__cover_collect(&ring->rig.cover, ring->feedback.seen, ring->feedback.seen, NULL);
        bd__rig_end(&ring->rig);
        compare(&ring->calibration, first, &trace);
    }
    return true;
}

/* The first inputs also tell what to warn of. BYTES is the hash of the input before it was repeated. */
static void note_findings(struct bd__ring *ring, uint64_t bytes, const struct findings *f)
{
    struct bd__calibration *k = &ring->calibration;
    /* A target that overwrites changed the input before BYTES was hashed. */
    k->generator_drift += f->drift || (f->made != bytes && !f->overwritten);
    k->overwritten += f->overwritten;
    k->traces_pc = bd__runtime_traces_pc();
    if (k->inputs == BD__CALIBRATED && k->silent == k->inputs && !ring->rig.config.without_coverage) {
        ring->finished = ring->covers_nothing = true;
    }
}

bool bd__calibrate(struct bd__ring *ring)
{
    struct bd__calibration *k = &ring->calibration;
    struct bd__trial *t = &ring->rig.trial;
    if (t->outcome.verdict == BD_DISCARDED || t->choices.stream_count == 0) { return true; }
    set_aside(k, t);
    struct bd__trace first = t->trace;
    first.block = k->first;
    uint64_t bytes = bd__hash(t->input.data, t->input.size);
    uint64_t varied = k->varied;
    bool early = k->inputs < BD__CALIBRATED;
    struct findings f = {0};
    if (early) {
        k->silent += first.block_count == 0;
        k->inputs++;
    } else {
        k->checks++;
    }
    ring->calibrating = true;
    if (!repeat(ring, early ? REPETITIONS : LATER_REPETITIONS, &first, &f)) { return false; }
    ring->calibrating = false;
    if (early) { note_findings(ring, bytes, &f); }
    if (k->varied != varied) { leave_out(ring); }
    return true;
}

void bd__calibration_recount(struct bd__ring *ring)
{
    struct bd__calibration *k = &ring->calibration;
    k->covered = k->varied = 0;
    for (size_t b = 0; b < ring->rig.cover.span; b++) {
        k->covered += (k->state[b] & COVERED) != 0;
        k->varied += (k->state[b] & VARIED) != 0;
    }
    leave_out(ring);
}

void bd__calibration_save(const struct bd__ring *ring, struct bd__pack *pack)
{
    const struct bd__calibration *k = &ring->calibration;
    bd__pack_u32s(pack, (uint32_t[]){k->inputs, k->silent, k->generator_drift, k->overwritten}, 4);
    bd__pack_u64(pack, k->checks);
    bd__pack_bytes(pack, k->state, ring->rig.cover.span);
}

void bd__calibration_load(struct bd__ring *ring, struct bd__unpack *unpack)
{
    struct bd__calibration *k = &ring->calibration;
    size_t span = ring->rig.cover.span;
    k->inputs = bd__unpack_u32(unpack, BD__CALIBRATED, "the inputs calibrated with");
    k->silent = bd__unpack_u32(unpack, k->inputs, "those that covered nothing");
    k->generator_drift = bd__unpack_u32(unpack, k->inputs, "those that the generator made differently");
    k->overwritten = bd__unpack_u32(unpack, k->inputs, "those that the target wrote to");
    k->checks = bd__unpack_u64(unpack, ring->tally.trials, "the later inputs that were repeated");
    const uint8_t *state = bd__unpack_bytes(unpack, span, "the branches calibrated with");
    for (size_t b = 0; state && b < span; b++) {
        if (state[b] > (COVERED | VARIED) || state[b] == VARIED) {
            bd__unpack_refuse(unpack, "a branch is in no known state");
            return;
        }
        k->state[b] = state[b];
    }
    if (state) { bd__calibration_recount(ring); }
}
