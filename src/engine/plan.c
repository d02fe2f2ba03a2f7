/* plan.c: what is planned before the guide has its say, and beside it.
 *
 * Seeds come first, in their order, each one an ordinary trial: a policy answers the generator's draws from the seed's
 * tape or bytes, so that what is kept of it has parameters like any other entry. A target without a generator may bring
 * a mutator of its own (LLVMFuzzerCustomMutator): then the guide chooses the parent, that mutator changes its bytes, and
 * the same policy makes parameters of the result.
 */
#include "engine/campaign.h"
#include "exec/worker.h"

enum bd_status bd__plan_read_seeds(struct bd__campaign *c, const struct bd_config *given, const struct bd__log *log)
{
    enum { LONGEST = 4096, BESIDE = 4096 };
    enum bd_status status = bd__seeds_load(&c->seeds, given->seeds, given->seed_count, c->plain, log);
    if (status != BD_OK || !c->plain) { return status; }
    if (!given->input_bytes) { /* as libFuzzer: as large as the largest seed, within bounds */
        size_t largest = c->seeds.largest > LONGEST ? c->seeds.largest : LONGEST;
        if (largest < c->longest) { c->longest = largest; }
    }
    /* A byte of the input is a byte of parameters, and chunks are parameters too. */
    uint64_t needed = 2 * c->longest + BESIDE;
    if (!given->parameter_bytes && needed > c->config.parameter_bytes) {
        c->config.parameter_bytes = c->settings.parameter_bytes = needed;
    }
    return BD_OK;
}

void bd__plan_build(struct bd__campaign *c)
{
    if (!c->plain || c->guide->blackbox || !bd__custom_is_there()) { return; }
    c->custom = (struct bd__custom){
        .data = bd__arena_take(c->arena, c->longest),
        .spare = bd__arena_take(c->arena, c->longest),
        .longest = c->longest,
        .rng = &c->guide_rng,
        .dict = c->source->dict,
    };
}

void bd__plan_begin(struct bd__campaign *c)
{
    c->from_tape = (struct bd__tape_policy){0}; /* its memory was that of a process that is gone */
}

static void plan_seed(struct bd__campaign *c, struct bd__plan *plan, const struct bd__seed *seed)
{
    *plan = (struct bd__plan){.stream_count = c->guide->one_stream ? 1 : 2, .op = BD__OP_SEED, .parent = BD__NO_PARENT};
    if (seed->tape.count) {
        bd__tape_policy_begin(&c->from_tape, &seed->tape, c->sites);
        plan->policy = &c->from_tape.policy;
    } else {
        bd__bytes_read(&c->from_bytes, seed->bytes);
        plan->policy = &c->from_bytes.policy;
    }
}

/* The mutator gets the parent's bytes, or a line end where there is no parent yet, as libFuzzer has it. They lie where
 * an input lies, too: if the mutator fails, that is what is filed. */
static void give_parent(struct bd__campaign *c, const struct bd__plan *plan)
{
    static const uint8_t line_end[] = "\n";
    struct bd__custom *m = &c->custom;
    struct bd__bytes bytes = {line_end, 1};
    if (plan->parent != BD__NO_PARENT) { bytes = c->corpus.entry[plan->parent].kept.bytes; }
    m->size = bytes.size < m->longest ? bytes.size : m->longest;
    if (m->size) { memcpy(m->data, bytes.data, m->size); }
    uint32_t parents = c->corpus.parent_count;
    m->other = NULL;
    if (parents) {
        uint32_t id = c->corpus.parents[bd__rng_upto(m->rng, parents - 1)];
        const struct bd__case *other = &c->corpus.entry[id].kept;
        m->other = other->bytes.size ? other->bytes.data : line_end;
        m->other_size = other->bytes.size;
    }
    bd__source_begin(c->source, &(struct bd__plan){.stream_count = 2, .op = BD__OP_SIMPLEST});
    bd__out_begin(&c->out);
    if (m->size) { memcpy(c->out.data, m->data, m->size); }
    c->out.size = m->size;
}

static void plan_custom(struct bd__campaign *c, struct bd__plan *plan)
{
    enum { MOST = 5 }; /* libFuzzer's mutate_depth */
    uint64_t mutations = bd__rng_geometric(c->custom.rng, 2);
    plan->mutations = mutations < MOST ? (uint32_t)mutations : MOST;
    plan->op = BD__OP_CUSTOM;
    give_parent(c, plan);
    bd__pulse_enter(&c->pulse, BD__PHASE_GENERATE);
    for (uint32_t i = 0; i < plan->mutations; i++) { bd__custom_mutate(&c->custom); }
    bd__pulse_enter(&c->pulse, BD__PHASE_RING);
    for (unsigned i = 0; i < BD__STREAMS; i++) { plan->stream[i] = (struct bd__bytes){0}; }
    bd__bytes_read(&c->from_bytes, (struct bd__bytes){c->custom.data, c->custom.size});
    plan->policy = &c->from_bytes.policy;
}

static void note_start(struct bd__campaign *c)
{
    c->start_branches = c->feedback.valid_branches;
    c->start_buckets = c->feedback.valid_buckets;
    atomic_store(&c->started, true);
}

void bd__plan_next(struct bd__campaign *c, struct bd__plan *plan)
{
    if (c->seeds_run < c->seeds.count) {
        plan_seed(c, plan, &c->seeds.seed[c->seeds_run++]);
        return;
    }
    if (!c->started && (c->seeds.count || c->tally.trials)) { note_start(c); }
    c->guide->next(c->guide_state, plan);
    if (c->custom.data) { plan_custom(c, plan); }
}
