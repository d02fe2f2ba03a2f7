#include "campaign/checkpoint.h"

#include "base/clock.h"

static const char magic[] = "bediv-state\n";
/* Since 3, sites and choices have roles, and entries may be slow; since 2, entries may be witnesses. */
enum { VERSION = 3 };
static const double LONGEST = 1e10; /* seconds: three centuries */
/* Limit for every count, so that the sum of a few counts does not overflow. */
static const uint64_t MANY = (uint64_t)1 << 60;

/* ---- the ring -------------------------------------------------------------------------------- */

/* Only the program that wrote a checkpoint reads it (terms.h), so adding a figure needs no new VERSION. */
static void save_tally(const struct bd_figures *t, struct bd__pack *pack)
{
#define BD_TALLY(type, field, ...) bd__pack_u64(pack, t->field);
#include <bediv/figures.def>
}

static void load_tally(struct bd_figures *t, struct bd__unpack *unpack)
{
#define BD_TALLY(type, field, ...) t->field = bd__unpack_u64(unpack, MANY, "a figure");
#include <bediv/figures.def>
    if (t->trials != bd__tally_sum(t) || t->exhausted > t->trials ||
        t->failures != t->crashes + t->timeouts + t->memory_outs) {
        bd__unpack_refuse(unpack, "figures do not add up");
    }
}

static void save_ring(const struct bd__ring *ring, struct bd__pack *pack)
{
    save_tally(&ring->tally, pack);
    bd__pack_real(pack, ring->trace_sum);
    bd__pack_real(pack, ring->input_sum);
    bd__pack_rng(pack, &ring->guide_rng);
    bd__pack_rng(pack, &ring->rig.source->rng);
    bd__pack_u64(pack, ring->rig.cover.branches);
    bd__pack_u64(pack, ring->rig.cover.span / BD__BLOCK);
    bd__pack_u64(pack, ring->row_at);
    bd__pack_u64(pack, ring->row_step);
    bd__pack_u8(pack, ring->rig.warm_up_failed);
    bd__pack_u64(pack, ring->seeds_run);
    bd__pack_u64(pack, ring->seeds_run > ring->seeds.count ? ring->seeds_run : ring->seeds.count);
}

/* The steps between rows continue, unless the limit of trials has changed. */
static void load_rows(struct bd__ring *ring, struct bd__unpack *unpack)
{
    uint64_t at = bd__unpack_u64(unpack, UINT64_MAX, "the next row"), step = bd__unpack_u64(unpack, MANY, "the rows");
    if (ring->row_at == UINT64_MAX) { return; }
    bool same = step == ring->row_step && at != UINT64_MAX && at % step == 0;
    ring->row_at = same ? at : (ring->tally.trials / ring->row_step + 1) * ring->row_step;
    ring->look_at = ring->row_at;
}

/* The checkpoint has the number of seeds, and how many of them were run, but not the seeds. */
static void load_seeds(struct bd__ring *ring, struct bd__unpack *unpack)
{
    ring->seeds_run = bd__unpack_u64(unpack, MANY, "the seeds run");
    uint64_t count = bd__unpack_u64(unpack, MANY, "the seeds");
    if (ring->seeds_run < count && ring->seeds.count != count) {
        bd__unpack_refuse(unpack, "%llu of %llu seeds did not run yet: give the same --seeds again",
                          (unsigned long long)(count - ring->seeds_run), (unsigned long long)count);
    } else if (ring->seeds.count && ring->seeds.count != count) { /* it would start in the middle of other seeds */
        bd__unpack_refuse(unpack, "it began with %llu seeds, and now there are %llu: leave --seeds out",
                          (unsigned long long)count, (unsigned long long)ring->seeds.count);
    }
}

static void load_ring(struct bd__ring *ring, struct bd__unpack *unpack)
{
    load_tally(&ring->tally, unpack);
    ring->trace_sum = bd__unpack_real(unpack, 0, 1e300, "the sum of traces");
    ring->input_sum = bd__unpack_real(unpack, 0, 1e300, "the sum of inputs");
    bd__unpack_rng(unpack, &ring->guide_rng, "the guide's random numbers");
    bd__unpack_rng(unpack, &ring->rig.source->rng, "the random numbers of draws");
    ring->rig.cover.branches = bd__unpack_u64(unpack, BD__BRANCH_RESERVE, "the number of branches");
    ring->rig.cover.span = BD__BLOCK * bd__unpack_u64(unpack, BD__BRANCH_RESERVE / BD__BLOCK, "the number of blocks");
    load_rows(ring, unpack);
    ring->rig.warm_up_failed = bd__unpack_bool(unpack, "whether the warm-up failed");
    load_seeds(ring, unpack);
}

/* ---- the supervisor -------------------------------------------------------------------------- */

static void save_supervisor(const struct bd__supervisor *s, struct bd__pack *pack)
{
    bd__pack_section(pack, "SUPV");
    bd__pack_u64(pack, s->journal.row_trials);
    bd__pack_u64(pack, s->now.restarts);
    bd__pack_section(pack, "TIME");
    bd__pack_real(pack, bd__clock_seconds() - s->start);
    bd__pack_u64(pack, s->start_unix);
    bd__pack_real(pack, s->now.last_find_seconds);
    bd__pack_real(pack, s->now.last_failure_seconds);
    bd__pack_u64(pack, s->now.peak_memory_mb);
    bd__pack_u64(pack, bd__rundir_plot_size(&s->dir));
}

static void load_supervisor(struct bd__supervisor *s, struct bd__unpack *unpack)
{
    if (!bd__unpack_section(unpack, "SUPV")) { return; }
    s->journal.row_trials = bd__unpack_u64(unpack, UINT64_MAX, "the trials of the last row");
    s->now.restarts = bd__unpack_u64(unpack, MANY, "the restarts");
    if (!bd__unpack_section(unpack, "TIME")) { return; }
    s->now.seconds = bd__unpack_real(unpack, 0, LONGEST, "the seconds so far");
    s->start_unix = bd__unpack_u64(unpack, MANY, "the start");
    s->now.last_find_seconds = bd__unpack_real(unpack, -1, LONGEST, "the last find");
    s->now.last_failure_seconds = bd__unpack_real(unpack, -1, LONGEST, "the last failure");
    s->now.peak_memory_mb = bd__unpack_u64(unpack, MANY, "the memory used");
    s->journal.plot_size = bd__unpack_u64(unpack, MANY, "the size of plot_data");
}

/* ---- the whole ------------------------------------------------------------------------------- */

void bd__state_save(struct bd__supervisor *s, struct bd__pack *pack)
{
    struct bd__ring *ring = s->ring;
    size_t span = ring->rig.cover.span;
    bd__pack_begin(pack, magic, VERSION);
    bd__pack_section(pack, "TERM");
    bd__terms_save(ring, s->program_hash, pack);
    bd__pack_section(pack, "RING");
    save_ring(ring, pack);
    bd__pack_section(pack, "SITE");
    bd__sites_save(ring->rig.sites, pack);
    bd__pack_section(pack, "FEED");
    bd__feedback_save(&ring->feedback, span, pack);
    bd__pack_section(pack, "ABUN");
    bd__abundance_save(&ring->abundance, pack);
    bd__pack_section(pack, "CALI");
    bd__calibration_save(ring, pack);
    bd__pack_section(pack, "CORP");
    bd__corpus_save(&ring->corpus, span, pack);
    bd__pack_section(pack, "GUID");
    if (ring->guide->save) { ring->guide->save(ring->guide_state, pack); }
    save_supervisor(s, pack);
    bd__pack_end(pack);
}

void bd__state_open(struct bd__unpack *unpack, const void *data, size_t size, struct bd__terms *terms)
{
    *terms = (struct bd__terms){0};
    if (bd__unpack_begin(unpack, data, size, magic, VERSION) && bd__unpack_section(unpack, "TERM")) {
        bd__terms_load(terms, unpack);
    }
}

bool bd__state_load(struct bd__supervisor *s, struct bd__unpack *unpack)
{
    struct bd__ring *ring = s->ring;
    if (bd__unpack_section(unpack, "RING")) { load_ring(ring, unpack); }
    size_t span = ring->rig.cover.span;
    struct bd__corpus_bounds bounds = {ring->rig.sites, span, bd__source_stream_limit(ring->rig.config.parameter_bytes),
                                       ring->rig.out.capacity};
    if (bd__unpack_section(unpack, "SITE")) { bd__sites_load(ring->rig.sites, unpack); }
    if (bd__unpack_section(unpack, "FEED")) { bd__feedback_load(&ring->feedback, span, unpack); }
    if (bd__unpack_section(unpack, "ABUN")) {
        bd__abundance_load(&ring->abundance, span, ring->feedback.traces.count, ring->feedback.traces.marked, unpack);
    }
    if (bd__unpack_section(unpack, "CALI")) { bd__calibration_load(ring, unpack); }
    if (bd__unpack_section(unpack, "CORP")) { bd__corpus_load(&ring->corpus, &bounds, unpack); }
    if (bd__unpack_section(unpack, "GUID") && ring->guide->load) { ring->guide->load(ring->guide_state, unpack); }
    load_supervisor(s, unpack);
    return bd__unpack_end(unpack);
}

bool bd__state_loads(struct bd__supervisor *s, const struct bd__pack *pack)
{
    const struct bd__ring *ring = s->ring;
    struct bd__supervisor scratch = {.log = s->log};
    struct bd_fuzzer fuzzer = ring->rig.target.fuzzer;
    struct bd__unpack unpack;
    struct bd__terms terms;
    if (ring->rig.plain) { fuzzer.generate = NULL; } /* bd__rig_init sets it to the generator of plain bytes again */
    bd__state_open(&unpack, pack->out.data, pack->out.size, &terms);
    bool loads = bd__unpack_fine(&unpack) && bd__ring_open(&scratch.ring, &fuzzer, &ring->rig.config, &s->log) == BD_OK;
    if (loads) {
        scratch.ring->rig.config = ring->rig.config; /* true zeros are zeros there, and would become defaults */
        scratch.ring->rig.longest = ring->rig.longest;
        bd__ring_build(scratch.ring, s->damage.memory->source.dict);
        scratch.ring->seeds = ring->seeds;
        loads = bd__state_load(&scratch, &unpack);
        scratch.ring->seeds = (struct bd__seeds){0}; /* borrowed */
        bd__ring_close(scratch.ring);
    }
    bd__unpack_clear(&unpack);
    bd__terms_clear(&terms);
    return loads;
}
