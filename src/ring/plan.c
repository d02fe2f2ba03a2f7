/* plan.c: makes the plan of each trial: from a seed, from the guide, or from the program's custom mutator.
 *
 * Seeds come first, in their order. Each is an ordinary trial: a policy answers the generator's draws from the seed's
 * tape or bytes, so a seed that is kept has parameters like any other corpus entry. A target without a generator may
 * have a custom mutator (LLVMFuzzerCustomMutator). Then the guide only chooses the parent, the mutator changes the
 * parent's bytes, and the same policy turns the result into parameters.
 */
#include "exec/worker.h"
#include "ring/ring.h"

enum bd_status bd__plan_read_seeds(struct bd__ring *ring, const struct bd_config *given, const struct bd__log *log)
{
    enum { LONGEST = 4096, BESIDE = 4096 };
    enum bd_status status = bd__seeds_load(&ring->seeds, given->seeds, given->seed_count, ring->rig.plain, log);
    if (status != BD_OK || !ring->rig.plain) { return status; }
    if (!given->input_bytes) { /* like libFuzzer: as large as the largest seed, within bounds */
        size_t largest = ring->seeds.largest > LONGEST ? ring->seeds.largest : LONGEST;
        if (largest < ring->rig.longest) { ring->rig.longest = largest; }
    }
    /* Each byte of the input takes a byte of parameters, and chunks take parameters too. */
    uint64_t needed = 2 * ring->rig.longest + BESIDE;
    if (!given->parameter_bytes && needed > ring->rig.config.parameter_bytes) {
        ring->rig.config.parameter_bytes = needed;
    }
    return BD_OK;
}

void bd__plan_build(struct bd__ring *ring)
{
    if (!ring->rig.plain || ring->guide->blackbox || !bd__custom_is_there()) { return; }
    ring->custom = (struct bd__custom){
        .data = bd__arena_take(ring->rig.arena, ring->rig.longest),
        .spare = bd__arena_take(ring->rig.arena, ring->rig.longest),
        .longest = ring->rig.longest,
        .rng = &ring->guide_rng,
        .dict = ring->rig.source->dict,
    };
}

void bd__plan_begin(struct bd__ring *ring)
{
    ring->from_tape = (struct bd__tape_policy){0}; /* its memory belonged to the previous worker */
}

static void plan_seed(struct bd__ring *ring, struct bd__plan *plan, const struct bd__seed *seed)
{
    *plan =
        (struct bd__plan){.stream_count = ring->guide->one_stream ? 1 : 2, .op = BD__OP_SEED, .parent = BD__NO_PARENT};
    if (seed->tape.count) {
        bd__tape_policy_begin(&ring->from_tape, &seed->tape, ring->rig.sites);
        plan->policy = &ring->from_tape.policy;
    } else {
        bd__bytes_read(&ring->from_bytes, seed->bytes);
        plan->policy = &ring->from_bytes.policy;
    }
}

/* Gives the mutator the parent's bytes, or a line end if there is no parent yet, as libFuzzer does. The bytes are also
 * copied to where inputs are made: if the mutator fails, they are filed as the input. */
static void give_parent(struct bd__ring *ring, const struct bd__plan *plan)
{
    static const uint8_t line_end[] = "\n";
    struct bd__custom *m = &ring->custom;
    struct bd__bytes bytes = {line_end, 1};
    if (plan->parent != BD__NO_PARENT) { bytes = ring->corpus.entry[plan->parent].kept.bytes; }
    m->size = bytes.size < m->longest ? bytes.size : m->longest;
    if (m->size) { memcpy(m->data, bytes.data, m->size); }
    uint32_t parents = ring->corpus.parent_count;
    m->other = NULL;
    if (parents) {
        uint32_t id = ring->corpus.parents[bd__rng_upto(m->rng, parents - 1)];
        const struct bd__case *other = &ring->corpus.entry[id].kept;
        m->other = other->bytes.size ? other->bytes.data : line_end;
        m->other_size = other->bytes.size;
    }
    bd__source_begin(ring->rig.source, &(struct bd__plan){.stream_count = 2, .op = BD__OP_SIMPLEST});
    bd__out_begin(&ring->rig.out);
    if (m->size) { memcpy(ring->rig.out.data, m->data, m->size); }
    ring->rig.out.size = m->size;
}

static void plan_custom(struct bd__ring *ring, struct bd__plan *plan)
{
    enum { MOST = 5 }; /* libFuzzer's mutate_depth */
    uint64_t mutations = bd__rng_geometric(ring->custom.rng, 2);
    plan->mutations = mutations < MOST ? (uint32_t)mutations : MOST;
    plan->op = BD__OP_CUSTOM;
    give_parent(ring, plan);
    bd__pulse_enter(&ring->rig.pulse, BD__PHASE_GENERATE);
    for (uint32_t i = 0; i < plan->mutations; i++) { bd__custom_mutate(&ring->custom); }
    bd__pulse_enter(&ring->rig.pulse, BD__PHASE_RING);
    for (unsigned i = 0; i < BD__STREAMS; i++) { plan->stream[i] = (struct bd__bytes){0}; }
    bd__bytes_read(&ring->from_bytes, (struct bd__bytes){ring->custom.data, ring->custom.size});
    plan->policy = &ring->from_bytes.policy;
}

static void note_start(struct bd__ring *ring)
{
    ring->start_branches = ring->feedback.valid_branches;
    ring->start_buckets = ring->feedback.valid_buckets;
    atomic_store(&ring->started, true);
}

void bd__plan_next(struct bd__ring *ring, struct bd__plan *plan)
{
    if (ring->seeds_run < ring->seeds.count) {
        plan_seed(ring, plan, &ring->seeds.seed[ring->seeds_run++]);
        return;
    }
    if (!ring->started && (ring->seeds.count || ring->tally.trials)) { note_start(ring); }
    ring->guide->next(ring->guide_state, plan);
    if (ring->custom.data) { plan_custom(ring, plan); }
}
