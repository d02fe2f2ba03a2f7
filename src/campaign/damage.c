#include "campaign/damage.h"

#include <math.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/rescue.h"
#include "campaign/supervisor.h"
#include "exec/worker.h"
#include "trial/copy.h"

void bd__damage_begin(struct bd__supervisor *s)
{
    const struct bd__ring *ring = s->ring;
    s->damage.memory =
        bd__memory_aligned(_Alignof(struct bd__memory_of), sizeof *s->damage.memory); /* a rig has sealed pages */
    memcpy(&s->damage.memory->ring, ring, sizeof *ring);
    memcpy(&s->damage.memory->source, ring->rig.source, sizeof *ring->rig.source);
    s->damage.memory->used = bd__arena_used(ring->rig.arena, 0);
    s->damage.memory->trials = ring->tally.trials;
    bd__sites_copy(&s->damage.memory->sites, ring->rig.sites);
    s->from.sites = &s->damage.memory->sites;
}

void bd__damage_end(struct bd__supervisor *s)
{
    free(s->damage.memory);
    s->damage.memory = NULL;
}

void bd__damage_note(struct bd__supervisor *s, const char *what)
{
    if (!s->damage.what) {
        s->damage.what = what;
        bd__warn(&s->log, "the target wrote into the fuzzer's memory (%s)", what);
    }
    bd__supervise_stop(s);
}

/* ---- the stages: pointers must not change, counts must fit ---------------------------------------- */

#define SAME(member) (ring->member == m->member)

static bool is_bool(const bool *flag)
{
    uint8_t raw;
    memcpy(&raw, flag, sizeof raw);
    return raw <= 1;
}

static bool hashset_is_sound(const struct bd__hashset *now, const struct bd__hashset *m)
{
    if (now->bits_limit != m->bits_limit || now->arena != m->arena || !is_bool(&now->approximate)) { return false; }
    if (!bd__arena_holds(m->arena, now->table, sizeof *now->table)) { return false; }
    return bd__hashset_is_plausible(now) &&
           bd__arena_holds(m->arena, now->table, sizeof *now->table + (sizeof(uint64_t) << now->table->bits));
}

static const char *find_in_stages(const struct bd__ring *ring, const struct bd__ring *m)
{
    const struct bd__corpus *corpus = &ring->corpus;
    uint32_t size = bd__corpus_size(corpus);
    if (!SAME(corpus.entry) || !SAME(corpus.responsible) || !SAME(corpus.arena) || size > BD__CORPUS_LIMIT ||
        !SAME(corpus.parents) || corpus->parent_count > size + 1 || corpus->favoured > size + 1 ||
        corpus->visited > corpus->parent_count || corpus->parent > corpus->parent_count) {
        return "the corpus";
    }
    if (!SAME(rig.out.data) || !SAME(rig.out.capacity) || !SAME(rig.out.spend) ||
        ring->rig.out.size > m->rig.out.capacity) {
        return "the input";
    }
    if (!SAME(rig.cover.block) || !SAME(rig.cover.mask) || !SAME(rig.cover.scan) || !SAME(rig.cover.hash) ||
        ring->rig.cover.span > BD__BRANCH_RESERVE || ring->rig.cover.span % BD__BLOCK ||
        ring->rig.cover.branches > BD__BRANCH_RESERVE || !SAME(rig.cover.left_out) ||
        ring->rig.cover.left_out_count > BD__BRANCH_RESERVE) {
        return "the trace";
    }
    if (!SAME(feedback.seen) || !SAME(feedback.seen_valid) || !SAME(feedback.branch) || !SAME(feedback.valid_branch) ||
        ring->feedback.branches > ring->rig.cover.span || ring->feedback.valid_branches > ring->rig.cover.span) {
        return "the branches seen";
    }
    if (!hashset_is_sound(&ring->feedback.traces, &m->feedback.traces) ||
        !hashset_is_sound(&ring->feedback.structures, &m->feedback.structures)) {
        return "a set of hashes";
    }
    if (!SAME(abundance.branch) || !SAME(abundance.recent_all) || !SAME(abundance.recent_valid) ||
        ring->abundance.blocks > BD__BRANCH_RESERVE / BD__BLOCK || ring->abundance.recent_traces > UINT8_MAX) {
        return "the abundances";
    }
    const struct bd__calibration *k = &ring->calibration;
    if (!SAME(calibration.state) || !SAME(calibration.first) || k->inputs > BD__CALIBRATED ||
        k->silent > k->inputs + 1 || k->generator_drift > k->inputs || k->overwritten > k->inputs ||
        k->varied > k->covered || k->covered > BD__BRANCH_RESERVE) {
        return "the calibration";
    }
    for (int i = 0; i < BD__STREAMS; i++) {
        if (!SAME(calibration.parameters[i])) { return "the calibration"; }
    }
    if (!SAME(custom.data) || !SAME(custom.spare) || !SAME(custom.longest)) { return "the mutator"; }
    return NULL;
}

/* Checks the flags between the two processes, and that there is a reason for each. */
static const char *find_in_signals(const struct bd__supervisor *s, const struct bd__ring *ring)
{
    const bool *flag[] = {&ring->finished,           &ring->covers_nothing, &ring->own_verdict,
                          &ring->rig.warm_up_failed, &ring->calibrating,    (const bool *)&ring->rig.pulse.stop};
    for (size_t i = 0; i < sizeof flag / sizeof *flag; i++) {
        if (!is_bool(flag[i])) { return "its signals"; }
    }
    const struct bd_config *k = &ring->rig.config;
    bool reason = (k->trials && ring->tally.trials >= k->trials) || ring->covers_nothing ||
                  (ring->deadline > 0 && bd__clock_seconds() >= ring->deadline);
    if (ring->finished && !reason) { return "its signals"; }
    if (ring->covers_nothing && ring->calibration.silent != ring->calibration.inputs) { return "its signals"; }
    bool stopping = s->stopping || (s->worker && s->worker->interrupted); /* by a signal in this very tick */
    if (atomic_load(&ring->rig.pulse.stop) && !stopping) { return "its signals"; }
    bool seeds = ring->seeds_run <= ring->seeds.count ||
                 ring->seeds_run == s->damage.memory->ring.seeds_run; /* resumed without any */
    uint64_t shown = atomic_load(&ring->rows_shown), taken = atomic_load(&ring->rows_taken);
    bool rows = taken == s->journal.rows_taken && shown - taken <= BD__ROWS && ring->row_at > 0;
    return rows && atomic_load(&ring->glance_now) <= 1 && seeds ? NULL : "its signals";
}

/* Each for itself: counts can be added up, flags are flags, means and diversities are numbers. */
static bool figures_are_sound(const struct bd_figures *f)
{
    static const uint64_t MANY = (uint64_t)1 << 60;
    bool sound = true;
#define COUNT(count) ((count) <= MANY)
#define FLAG(flag) is_bool(&(flag))
#define REAL0(real) ((real) >= 0 && (real) < 1e18)
#define REAL2 REAL0
#define REAL4 REAL0
#define BD_FIGURE(type, field, ...) sound = sound && type(f->field);
#define BD_DIVERSITY(name, member, type, ...) sound = sound && type(f->member);
#include <bediv/figures.def>
    return sound;
}

static bool figures_add_up(const struct bd_figures *f, uint64_t slack)
{
    if (!figures_are_sound(f)) { return false; }
    uint64_t sum = bd__tally_sum(f);
    uint64_t kinds = f->crashes + f->timeouts + f->memory_outs;
    return sum >= f->trials && sum - f->trials <= slack && f->failures >= kinds && f->failures - kinds <= slack &&
           f->exhausted <= f->trials + slack;
}

static const char *find(struct bd__supervisor *s, bool between)
{
    struct bd__ring *ring = s->ring;
    struct bd__memory_of *m = s->damage.memory;
    const struct bd_source *source = ring->rig.source;
    size_t used = bd__arena_used(ring->rig.arena, m->used);
    if (!used) { return "the arena"; }
    m->used = used;
    if (!bd__sites_follow(&m->sites, ring->rig.sites)) { return "the sites"; }
    if (!figures_add_up(&ring->tally, between ? 1 : 0) || ring->tally.trials < m->trials ||
        !isfinite(ring->trace_sum) || !isfinite(ring->input_sum)) {
        return "the figures";
    }
    if (bd__corpus_size(&ring->corpus) < s->journal.corpus_saved) { return "the corpus"; }
    m->trials = ring->tally.trials;
    if (source->choice != m->source.choice || source->span != m->source.span || source->sites != m->source.sites ||
        source->dict != m->source.dict || source->limits.choices != m->source.limits.choices ||
        source->limits.parameter_bytes != m->source.limits.parameter_bytes) {
        return "the choices";
    }
    for (int i = 0; i < BD__STREAMS; i++) {
        if (source->stream[i].data != m->source.stream[i].data) { return "the choices"; }
    }
    const char *what = find_in_stages(ring, &m->ring);
    return what ? what : find_in_signals(s, ring);
}

bool bd__damage_check(struct bd__supervisor *s, bool between)
{
    if (s->damage.what) { return false; }
    const char *what = find(s, between);
    if (what) { bd__damage_note(s, what); }
    return !what;
}

bool bd__damage_check_corpus(struct bd__supervisor *s)
{
    uint32_t size = bd__corpus_size(&s->ring->corpus);
    for (uint32_t i = 0; i < size && !s->damage.what; i++) { free(bd__damage_read_entry(s, i)); }
    for (uint32_t i = 0; i < s->ring->corpus.parent_count && !s->damage.what; i++) {
        if (s->ring->corpus.parents[i] >= size) { bd__damage_note(s, "the corpus"); }
    }
    for (size_t b = 0; b < s->ring->rig.cover.span && !s->damage.what; b++) {
        if (s->ring->corpus.responsible[b] > size) { bd__damage_note(s, "the corpus"); }
    }
    return !s->damage.what;
}

/* ---- copies ----------------------------------------------------------------------------------- */

bool bd__damage_read_figures(const struct bd__sighting *seen, struct bd__sighting *copy)
{
    memcpy(copy, seen, sizeof *copy);
    const struct bd_figures *f = &copy->figures;
    return figures_add_up(f, 0) && copy->clock >= 0 && copy->clock < 1e18 && f->branches <= BD__BRANCH_RESERVE &&
           f->corpus <= BD__CORPUS_LIMIT;
}

struct bd__case *bd__damage_read_entry(struct bd__supervisor *s, uint32_t id)
{
    const struct bd__ring *ring = s->ring;
    struct bd__case *kept = NULL;
    if (id < BD__CORPUS_LIMIT && bd__sites_follow(&s->damage.memory->sites, ring->rig.sites)) {
        kept = bd__case_copy(&s->damage.memory->ring.corpus.entry[id].kept, ring->rig.arena, &s->damage.memory->sites);
    }
    bool sound = kept && kept->id == id && (kept->parent == BD__NO_PARENT || kept->parent < id) &&
                 bd__verdict_is_good(kept->outcome.verdict) &&
                 kept->bytes.size <= s->damage.memory->ring.rig.out.capacity;
    if (sound) { return kept; }
    free(kept);
    bd__damage_note(s, "the corpus");
    return NULL;
}

/* A copy of FLIGHT with its bytes only. */
static struct bd__case *without_choices(const struct bd__case *flight)
{
    struct {
        struct bd__case kept;
        struct bd__span whole;
        uint8_t bytes[];
    } *bare = bd__memory(1, sizeof *bare + flight->bytes.size);
    if (flight->bytes.size) { memcpy(bare->bytes, flight->bytes.data, flight->bytes.size); }
    bare->whole = (struct bd__span){.site = UINT32_MAX};
    bare->kept = (struct bd__case){
        .trial = flight->trial,
        .parent = BD__NO_PARENT,
        .outcome = flight->outcome,
        .choices = {.span = &bare->whole, .span_count = 1},
        .bytes = {bare->bytes, flight->bytes.size},
    };
    return &bare->kept;
}

/* During a warm-up the number is 0, during a repetition that of the trial that it repeats. */
static bool number_is_sound(const struct bd__ring *ring)
{
    return ring->rig.trial.number == 0 || ring->rig.trial.number == ring->tally.trials + !ring->calibrating;
}

struct bd__case *bd__damage_read_flight(struct bd__supervisor *s, const struct bd__outcome *outcome)
{
    struct bd__ring *ring = s->ring;
    const struct bd_out *out = &s->damage.memory->ring.rig.out;
    struct bd__trial *t = &ring->rig.trial;
    struct bd__case flight = bd__case_of(t);
    size_t size = outcome->in_generator ? ring->rig.out.size : t->input.size;
    if (outcome->in_generator && !s->damage.what) { flight.choices = bd__source_end(ring->rig.source); }
    /* A warm-up or a repetition that fails is counted, as a trial of its own. So it has a number of its own, too: filing
     * takes a number that it has seen for a trial that a resumed campaign repeats. */
    flight.trial = (number_is_sound(ring) ? ring->tally.trials : s->now.figures.trials) + 1;
    flight.outcome = *outcome;
    flight.trace = flight.branch_count = 0;
    flight.bytes = (struct bd__bytes){out->data, size <= out->capacity ? size : 0};
    bool known =
        number_is_sound(ring) && size <= out->capacity && bd__sites_follow(&s->damage.memory->sites, ring->rig.sites);
    struct bd__case *kept = known ? bd__case_copy(&flight, ring->rig.arena, &s->damage.memory->sites) : NULL;
    if (kept && (kept->parent == BD__NO_PARENT || kept->parent < BD__CORPUS_LIMIT)) { return kept; }
    free(kept);
    bd__damage_note(s, "the input in flight");
    return without_choices(&flight);
}

/* ---- the last line of defence ------------------------------------------------------------------- */

struct errand {
    struct bd__supervisor *s;
    void (*work)(struct bd__supervisor *s);
};

static void run_errand(void *user)
{
    struct errand *errand = user;
    errand->work(errand->s);
}

void bd__damage_rescue(struct bd__supervisor *s, void (*work)(struct bd__supervisor *s), const char *what)
{
    struct errand errand = {s, work};
    if (!bd__rescue(run_errand, &errand)) { bd__damage_note(s, what); }
}
