/* build.c: a campaign from its settings: every gap filled, every stage made. */
#include <stdio.h>
#include <string.h>

#include "engine/campaign.h"
#include "trial/copy.h"

static const size_t OUTPUT_CAPACITY = (size_t)64 << 20;

const char *bd_status_text(enum bd_status status)
{
    static const char *const text[] = {
#define X(name, words) words,
        BD_STATUS_LIST(X)
#undef X
    };
    return (size_t)status < sizeof text / sizeof *text ? text[status] : "unknown status";
}

static double number(double given, double standard)
{
    return given == 0 ? standard : given < 0 ? 0 : given;
}

static uint64_t whole(uint64_t given, uint64_t standard)
{
    return given ? given : standard;
}

/* Is VALUE one of two words? Then which, else -1; NULL is the first. */
static int one_of(const char *value, const char *first, const char *second)
{
    if (!value || strcmp(value, first) == 0) { return 0; }
    return strcmp(value, second) == 0 ? 1 : -1;
}

static enum bd_status bad(const struct bd__log *log, const char *what, const char *value, const char *remedy)
{
    bd__error(log, "%s '%s' is not known; %s", what, value, remedy);
    return BD_USAGE;
}

/* Limits that keep arithmetic and patience within bounds; nobody sensible meets them. */
static bool in_range(const struct bd__campaign *c, const struct bd__log *log)
{
    const struct bd__guide_settings *g = &c->settings;
    const struct bd_config *k = &c->config;
    const struct {
        const char *name;
        double value, most;
    } limit[] = {
        {"epsilon", g->epsilon, 1},
        {"children", g->children, 1e9},
        {"favoured-factor", g->favoured_factor, 1e9},
        {"mutation-count", g->havoc.count_mean, 1e5},
        {"mutation-size", g->havoc.size_mean, 1e9},
        {"zero-share", g->havoc.zero_share, 1},
        {"havoc-share", g->havoc_share, 1},
        {"state-size", c->config.tuning.state_size, 1e3},
        {"time", k->seconds, 1e9},
        {"shrink-runs", k->shrink_runs, 1e9},
        {"timeout (ms)", (double)k->timeout_ms, 1e12},
        {"memory (MiB)", (double)k->memory_mb, 1 << 24},
        {"trace-memory (MiB)", (double)k->trace_memory_mb, 8192},
    };
    for (size_t i = 0; i < sizeof limit / sizeof *limit; i++) {
        if (!(limit[i].value >= 0 && limit[i].value <= limit[i].most)) {
            bd__error(log, "%s of %g is out of range; give at most %g", limit[i].name, limit[i].value, limit[i].most);
            return false;
        }
    }
    return true;
}

enum bd_status bd__campaign_settings(struct bd__campaign *c, const struct bd_config *config, const struct bd__log *log)
{
    c->config = *config;
    struct bd_config *k = &c->config;
    const struct bd_tuning *tuning = &config->tuning;
    k->guide = k->guide ? k->guide : "bediv-structure";
    k->timeout_ms = whole(k->timeout_ms, BD__TIMEOUT_MS);
    k->memory_mb = whole(k->memory_mb, BD__MEMORY_MB);
    k->parameter_bytes = whole(k->parameter_bytes, 10240);
    k->input_bytes = whole(k->input_bytes, 1 << 20);
    k->trace_memory_mb = whole(k->trace_memory_mb, 512);
    k->shrink_runs = number(k->shrink_runs, 2000);
    k->keep_failures = whole(k->keep_failures, 1000);
    c->guide = bd__guide_find(k->guide);
    if (!c->guide) { return bad(log, "guide", k->guide, "the program's 'list' command shows those there are"); }
    c->settings = (struct bd__guide_settings){
        .epsilon = number(tuning->epsilon, c->guide->epsilon ? c->guide->epsilon : 0.2),
        .children = number(tuning->children, 50),
        .favoured_factor = number(tuning->favoured_factor, 20),
        .havoc = {number(tuning->mutation_count, 8), number(tuning->mutation_size, 4), number(tuning->zero_share, 0.1)},
        .havoc_share = number(tuning->havoc_share, 0.1),
        .state_size = (uint32_t)number(tuning->state_size, 5),
        .parameter_bytes = k->parameter_bytes,
    };
    if (!in_range(c, log)) { return BD_USAGE; }
    int reward = one_of(tuning->reward, "trace", "valid-trace"), scores = one_of(tuning->scores, "input", "visit");
    if (reward < 0) { return bad(log, "reward", tuning->reward, "choose trace or valid-trace"); }
    if (scores < 0) { return bad(log, "scores", tuning->scores, "choose input or visit"); }
    c->settings.reward_valid_only = reward;
    c->settings.scores_per_visit = scores;
    if (k->without_coverage && !c->guide->blackbox) {
        bd__error(log, "guide '%s' needs coverage; without it only quickcheck and rlcheck work: --guide quickcheck",
                  k->guide);
        return BD_USAGE;
    }
    if (k->parameter_bytes > (64u << 20) || k->input_bytes > OUTPUT_CAPACITY / 2) {
        bd__error(log, "budgets are limited: --parameters to 64 MiB, --input-size to %zu MiB", OUTPUT_CAPACITY >> 21);
        return BD_USAGE;
    }
    return BD_OK;
}

enum bd_status bd__campaign_open(struct bd__campaign **campaign, const struct bd_fuzzer *fuzzer,
                                 const struct bd_config *config, const struct bd__log *log)
{
    *campaign = NULL;
    struct bd__arena *arena = bd__arena_create();
    if (!arena) {
        bd__error(log,
                  "cannot reserve 4 GiB of address space (it costs no memory); raise the limit: ulimit -v unlimited");
        return BD_SYSTEM;
    }
    struct bd__campaign *c = bd__arena_take_pages(arena, sizeof *c);
    c->arena = arena;
    c->lock = -1;
    enum bd_status status = bd__campaign_settings(c, config, log);
    if (status == BD_OK && !bd__target_resolve(&c->target, fuzzer)) {
        bd__error(log, "there is no target; give BD_FUZZER a .run, or define LLVMFuzzerTestOneInput");
        status = BD_USAGE;
    }
    if (status != BD_OK) {
        bd__campaign_close(c);
        return status;
    }
    c->plain = !c->target.fuzzer.generate;
    if (c->plain) { c->target.fuzzer.generate = bd__bytes_generate; }
    c->longest =
        config->input_bytes && config->input_bytes < BD__BYTES_LONGEST ? config->input_bytes : BD__BYTES_LONGEST;
    *campaign = c;
    return BD_OK;
}

void bd__campaign_close(struct bd__campaign *c)
{
    if (!c) { return; }
    bd__seeds_clear(&c->seeds);
    bd__arena_destroy(c->arena);
}

void bd__campaign_seal(struct bd__campaign *c)
{
    bd__arena_enter(c->arena);
    bd__arena_seal(c, offsetof(struct bd__campaign, seeds_run));
}

static void build_calibration(struct bd__campaign *c)
{
    struct bd__calibration *k = &c->calibration;
    k->state = bd__arena_take(c->arena, BD__BRANCH_RESERVE);
    k->first = bd__arena_take(c->arena, BD__BRANCH_RESERVE / BD__BLOCK * sizeof *k->first);
    for (int i = 0; i < BD__STREAMS; i++) { k->parameters[i] = bd__arena_take(c->arena, c->settings.parameter_bytes); }
}

void bd__campaign_build(struct bd__campaign *c, const struct bd_dict *dict)
{
    struct bd__rng draws;
    bd__rng_init(&draws, c->config.seed, 1);
    bd__rng_init(&c->guide_rng, c->config.seed, 2);
    c->sites = bd__arena_take(c->arena, sizeof *c->sites);
    struct bd__source_limits limits = {.parameter_bytes = c->config.parameter_bytes, .choices = BD__CHOICE_LIMIT};
    c->source = bd__source_create(c->arena, c->sites, &limits, dict, draws);
    c->out = (struct bd_out){
        .data = bd__arena_take(c->arena, OUTPUT_CAPACITY),
        .capacity = OUTPUT_CAPACITY,
        .budget = c->config.input_bytes,
        .spend = &c->source->spent,
        .longest = c->longest,
        .ascii = c->config.only_ascii,
    };
    bd__cover_init(&c->cover, c->arena);
    bd__feedback_init(&c->feedback, c->arena, BD__BRANCH_RESERVE, c->config.trace_memory_mb << 20);
    bd__abundance_init(&c->abundance, c->arena, BD__BRANCH_RESERVE);
    build_calibration(c);
    c->history = bd__arena_take(c->arena, sizeof *c->history);
    bd__corpus_init(&c->corpus, c->arena, BD__BRANCH_RESERVE);
    c->guide_state = c->guide->create(&(struct bd__guide_tools){&c->settings, &c->corpus, &c->guide_rng, c->arena});
    bd__plan_build(c);
    c->row_step = c->config.trials > 200 ? c->config.trials / 200 : 1;
    c->row_at = c->config.trials ? c->row_step : UINT64_MAX;
    c->look_at = c->row_at;
}

void bd__campaign_tally(struct bd__campaign *c)
{
    const struct bd__trial *t = &c->trial;
    switch (t->outcome.verdict) {
    case BD_VALID: c->tally.valid++; break;
    case BD_INVALID: c->tally.invalid++; break;
    case BD_FAILURE:
        c->tally.failures++;
        c->tally.timeouts += t->outcome.failure == BD__FAIL_TIMEOUT;
        c->tally.memory_outs += t->outcome.failure == BD__FAIL_MEMORY;
        c->tally.crashes = c->tally.failures - c->tally.timeouts - c->tally.memory_outs;
        break;
    case BD_DISCARDED: c->tally.discarded++; break;
    }
    c->tally.exhausted += t->choices.exhausted;
    c->trace_sum += (double)t->trace.branch_count;
    c->input_sum += (double)t->input.size;
    c->tally.trials++;
}

void bd__campaign_mend(struct bd__campaign *c)
{
    struct bd_figures *t = &c->tally;
    t->trials = t->valid + t->invalid + t->failures + t->discarded;
    if (c->trial.plan.op == BD__OP_SEED && !c->calibrating && c->seeds_run) { c->seeds_run--; } /* rather twice */
    c->calibrating = false;
    bd__feedback_recount(&c->feedback, c->cover.span);
    bd__hashset_recount(&c->feedback.traces);
    bd__hashset_recount(&c->feedback.structures);
    bd__corpus_settle(&c->corpus, &c->trial); /* it was judged, perhaps in part, and not kept */
    bd__corpus_recount(&c->corpus, c->cover.span);
    if (c->guide->mend) { c->guide->mend(c->guide_state); }
}

struct bd_figures bd__campaign_figures(const struct bd__campaign *c)
{
    struct bd__hill all, valid;
    bd__abundance_read(&c->abundance, &all, &valid);
    struct bd_figures f = c->tally;
    uint64_t runs = f.valid + f.invalid;
    f.traces = c->feedback.traces.count;
    f.valid_traces = c->feedback.traces.marked;
    f.traces_approximate = c->feedback.traces.approximate;
    f.structures = c->feedback.structures.count;
    f.structures_approximate = c->feedback.structures.approximate;
    f.branches = c->feedback.branches;
    f.buckets = c->feedback.buckets;
    f.valid_branches = c->feedback.valid_branches;
    f.all = bd__hill_read(&all);
    f.valid_only = bd__hill_read(&valid);
    f.valid_buckets = c->feedback.valid_buckets;
    f.corpus = bd__corpus_size(&c->corpus);
    f.parents = c->corpus.parent_count;
    f.favoured = c->corpus.favoured;
    f.cycles = c->corpus.cycles;
    f.parent = f.parents ? c->corpus.parents[c->corpus.parent] : 0;
    f.depth = c->corpus.max_depth;
    f.pending = f.parents - c->corpus.visited;
    for (uint64_t i = c->corpus.visited; i < f.parents; i++) {
        f.pending_favoured += c->corpus.entry[c->corpus.parents[i]].responsibilities > 0;
    }
    f.structure_tried = c->corpus.scores.tried[BD_STRUCTURE];
    f.structure_hit = c->corpus.scores.hit[BD_STRUCTURE];
    f.value_tried = c->corpus.scores.tried[BD_VALUE];
    f.value_hit = c->corpus.scores.hit[BD_VALUE];
    f.mean_trace = runs ? c->trace_sum / (double)runs : 0;
    f.mean_input = f.trials ? c->input_sum / (double)f.trials : 0;
    return f;
}
