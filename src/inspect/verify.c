#include "inspect/verify.h"

#include "base/memory.h"
#include "corpus/corpus.h"
#include "trial/copy.h"

/* Most workers that may be started to make a history shorter. */
enum { BUDGET = 100 };

struct bench {
    const struct bd__verify_request *request;
    struct bd__verification *result;
    struct bd__rig *rig;          /* owned; not the campaign's */
    struct bd__corpus *before;    /* in the arena of the rig: the inputs that ran before the last one */
    struct bd__plan *plan, *part; /* owned; plan: earlier runs in order, the failing one last; part: some of these */
    size_t count;                 /* plans */
    size_t part_count;
    size_t runs; /* workers started so far */
    bool keep;   /* fill before */
    bool interrupted;
};

/* ---- in a worker ----------------------------------------------------------------------------- */

/* Runs the plans of part. Does what replay does, so that replaying the folder has the same result. */
static void run_part(void *user)
{
    const struct bench *b = user;
    struct bd__rig *rig = b->rig;
    struct bd__trial *t = &rig->trial;
    bd__rig_seal(rig);
    bd__rig_set_up(rig);
    if (!bd__rig_warm_up(rig)) { return; }
    for (size_t i = 0; i < b->part_count; i++) {
        *t = (struct bd__trial){.number = i + 1, .plan = b->part[i], .outcome.verdict = BD_DISCARDED};
        bd__worker_mark_output(&rig->pulse);
        bd__rig_generate(rig, t);
        if (!t->choices.discarded) { bd__rig_run(rig, t); }
        if (t->outcome.verdict == BD_FAILURE) { return; }
        if (b->keep && i + 1 < b->part_count) { bd__corpus_add(b->before, t); }
        bd__rig_end(rig);
    }
}

/* ---- in the supervisor ----------------------------------------------------------------------- */

static enum bd__worker_end run_worker(struct bench *b, struct bd__outcome *outcome, struct bd__text *output)
{
    struct bd__worker worker = bd__rig_worker(b->rig, run_part, b, b->request->log);
    worker.tick = b->request->tick;
    worker.tick_user = b->request->tick_user;
    worker.show_output = false;
    worker.fresh = true;
    atomic_store(&b->rig->pulse.stop, false);
    b->runs++;
    enum bd__worker_end end = bd__worker_run(&worker, outcome, output);
    b->interrupted = b->interrupted || worker.interrupted;
    return end;
}

/* Where a run exceeds its time or memory is a matter of chance, so then only the kind counts. */
static bool is_same(const struct bench *b, const struct bd__evidence *e)
{
    const struct bd__signature *found = &e->identity.signature, *wanted = b->request->wanted;
    bool limit = bd__outcome_is_limit(&e->outcome);
    return limit ? strcmp(found->kind, wanted->kind) == 0 : bd__signature_same(found, wanted);
}

/* The trial in flight failed. Did it fail as wanted? If so, keeps the evidence. */
static bool judge(struct bench *b, const struct bd__outcome *outcome, const char *output)
{
    struct bd__evidence seen = {0};
    /* With show_output the campaign had no output to identify the failure by. */
    bd__evidence_take(&seen, outcome, &b->rig->pulse, b->rig->config.show_output ? "" : output);
    seen.alone = true;
    bool same = is_same(b, &seen);
    if (same) {
        bd__evidence_clear(&b->result->shown);
        b->result->shown = seen;
    } else {
        bd__evidence_clear(&seen);
    }
    return same;
}

/* Runs the first COUNT plans of part. Does the last one fail as wanted, after the others? */
static bool fails(struct bench *b, size_t count)
{
    struct bd__rig *rig = b->rig;
    struct bd__outcome outcome = {0};
    struct bd__text output = {0};
    b->part_count = count;
    rig->warm_up_failed = false;
    enum bd__worker_end end = run_worker(b, &outcome, &output);
    if ((end == BD__WORKER_FAILED || end == BD__WORKER_FINISHED) && rig->warm_up_failed && !b->interrupted) {
        bd__text_clear(&output); /* the simplest input fails: try without the warm-up, as replay does */
        end = run_worker(b, &outcome, &output);
    }
    if (end == BD__WORKER_FINISHED && rig->trial.outcome.verdict == BD_FAILURE) {
        outcome = (struct bd__outcome){.verdict = BD_FAILURE, .failure = BD__FAIL_VERDICT};
        end = BD__WORKER_FAILED;
    }
    bool same = end == BD__WORKER_FAILED && rig->trial.number == count && judge(b, &outcome, bd__text_str(&output));
    bd__text_clear(&output);
    return same;
}

/* Does the last plan fail as wanted without plans FIRST .. END-1? */
static bool fails_without(struct bench *b, size_t first, size_t end)
{
    memcpy(b->part, b->plan, first * sizeof *b->plan);
    memcpy(b->part + first, b->plan + end, (b->count - end) * sizeof *b->plan);
    return fails(b, b->count - (end - first));
}

static void leave_out(struct bench *b, size_t first, size_t end)
{
    memmove(b->plan + first, b->plan + end, (b->count - end) * sizeof *b->plan);
    b->count -= end - first;
}

static bool may_go_on(const struct bench *b)
{
    return b->runs < BUDGET && !b->interrupted && !atomic_load(b->request->stop);
}

/* Makes the history shorter: first a binary search for the latest plan to begin with, then removes ever smaller
 * pieces. */
static void make_short(struct bench *b)
{
    size_t enough = b->count - 1, too_few = 0;
    while (enough - too_few > 1 && may_go_on(b)) {
        size_t half = too_few + (enough - too_few) / 2;
        if (fails_without(b, 0, b->count - 1 - half)) {
            enough = half;
        } else {
            too_few = half;
        }
    }
    leave_out(b, 0, b->count - 1 - enough);
    for (size_t size = (b->count - 1) / 2; size; size /= 2) {
        for (size_t at = 0; at + size < b->count && b->count > 2 && may_go_on(b);) {
            if (fails_without(b, at, at + size)) {
                leave_out(b, at, at + size);
            } else {
                at += size;
            }
        }
    }
}

/* Runs the history once more and writes the earlier inputs as tapes. Only a run tells which choices a plan leads to. */
static void write_tapes(struct bench *b)
{
    struct bd__verification *result = b->result;
    b->keep = true;
    if (!fails_without(b, 0, 0)) { return; } /* it does not fail every time: not reproducible */
    struct bd__sites *sites = bd__memory(1, sizeof *sites);
    struct bd__provenance from = *b->request->from;
    bd__sites_copy(sites, from.sites);
    from.sites = sites;
    uint32_t count = bd__corpus_size(b->before);
    bool sound = count <= b->count && bd__sites_follow(sites, b->rig->sites);
    result->earlier = bd__memory(sound ? count : 0, sizeof *result->earlier);
    for (uint32_t i = 0; sound && i < count; i++) {
        struct bd__text tape = {0};
        struct bd__case *kept = bd__case_copy(&b->before->entry[i].kept, b->rig->arena, sites);
        if (kept) { bd__rundir_tape(&tape, &from, kept); }
        sound = kept;
        free(kept);
        result->earlier[result->earlier_count++] = bd__memory_copy(bd__text_str(&tape));
        bd__text_clear(&tape);
    }
    free(sites);
    if (sound) {
        result->reproducible = BD__REPRODUCIBLE_EARLIER;
    } else { /* the target has overwritten them */
        bd__verification_clear(result);
        result->reproducible = BD__REPRODUCIBLE_NO;
    }
}

/* Collects the plans: the history of the worker, without its warm-up, and last the input that failed. */
static void collect(struct bench *b)
{
    const struct bd__verify_request *request = b->request;
    const struct bd__history *h = request->rig->history;
    const struct bd__case *kept = request->kept;
    uint64_t end = request->with_history ? h->count : 0;
    if (end && !kept->outcome.in_generator) { end--; } /* the run that failed */
    uint64_t first = end > BD__HISTORY_RUNS ? end - BD__HISTORY_RUNS : 0;
    b->plan = bd__memory(end - first + 1, sizeof *b->plan);
    b->part = bd__memory(end - first + 1, sizeof *b->part);
    for (uint64_t i = first; i < end; i++) {
        struct bd__plan plan;
        if (!bd__history_plan(h, i, &plan)) {
            b->count = 0; /* older runs are of no use without this one */
        } else if (plan.op != BD__OP_SIMPLEST) {
            b->plan[b->count++] = plan;
        }
    }
    b->plan[b->count++] = (struct bd__plan){
        .stream_count = kept->choices.stream_count,
        .stream = {kept->choices.parameters[0], kept->choices.parameters[1]},
        .op = kept->op == BD__OP_SIMPLEST ? BD__OP_SIMPLEST : BD__OP_REPLAY,
        .parent = BD__NO_PARENT,
    };
}

static enum bd_status open_bench(struct bench *b)
{
    const struct bd__rig *campaign = b->request->rig;
    struct bd__arena *arena = bd__rig_arena(b->request->log);
    if (!arena) { return BD_SYSTEM; }
    b->rig = bd__arena_take_pages(arena, sizeof *b->rig);
    struct bd_config config = campaign->config;
    config.session = NULL; /* a failure must show in a process of its own */
    enum bd_status status = bd__rig_init(b->rig, arena, &campaign->target.fuzzer, &config, b->request->log);
    if (status != BD_OK) {
        bd__arena_destroy(arena);
        return status;
    }
    b->rig->longest = campaign->longest; /* the same parameters give the same input only with the same limit */
    b->rig->lock = campaign->lock;
    bd__rig_build(b->rig, campaign->source->dict);
    bd__sites_copy(b->rig->sites, b->request->from->sites); /* … and the same roles of its choices */
    b->before = bd__arena_take(arena, sizeof *b->before);
    bd__corpus_init(b->before, arena, BD__BRANCH_RESERVE);
    return BD_OK;
}

void bd__verify(struct bd__verification *result, const struct bd__verify_request *request)
{
    *result = (struct bd__verification){0};
    struct bench b = {.request = request, .result = result};
    if (open_bench(&b) != BD_OK) { return; }
    collect(&b);
    bool alone = fails_without(&b, 0, b.count - 1);
    if (alone) {
        result->reproducible = BD__REPRODUCIBLE_YES;
    } else if (!b.interrupted && !atomic_load(request->stop)) {
        result->reproducible = BD__REPRODUCIBLE_NO;
        if (b.count > 1 && fails_without(&b, 0, 0)) {
            make_short(&b);
            write_tapes(&b);
        }
    }
    if (b.interrupted && result->reproducible == BD__REPRODUCIBLE_NO) {
        result->reproducible = BD__REPRODUCIBLE_UNKNOWN;
    }
    result->interrupted = b.interrupted;
    free(b.plan);
    free(b.part);
    bd__rig_close(b.rig);
}

void bd__verification_clear(struct bd__verification *result)
{
    for (size_t i = 0; i < result->earlier_count; i++) { free(result->earlier[i]); }
    free(result->earlier);
    bd__evidence_clear(&result->shown);
    *result = (struct bd__verification){0};
}
