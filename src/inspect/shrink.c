/* shrink.c: runs the candidates that choice/shrink.h proposes.
 *
 *   LOOK: the original, alone ──► SEARCH: candidates, many per worker ──► LOOK: the best, alone ──► done
 *                                    ▲                                       │ it does not fail alone
 *                                    └── from the original, one per worker ◄─┘
 *
 * A candidate may fail because of what ran before it in its worker. That is rare, so it is checked only once, at the
 * end. If it happened, the search starts again, with a new worker for each candidate.
 */
#include "inspect/shrink.h"

#include "base/clock.h"
#include "base/memory.h"
#include "choice/shrink.h"
#include "inspect/trying.h"
#include "triage/identify.h"

/* In the arena: what one worker hands on to the next. */
struct search {
    struct bd__shrinker shrink;
    bool worthy; /* the candidate in flight is worth a run */
    bool looked; /* LOOK: the tape was run */
    uint64_t runs;
};

/* In the supervisor's own memory; a worker has a copy. */
struct shrink_job {
    struct bd__trying *t;
    struct search *search;
    struct bd__signature wanted;
    bool in_generator; /* the original fails in the generator */
    bool careful;      /* one worker per candidate */
    double deadline;   /* 0: none */

    const struct bd__tape *alone; /* LOOK: the tape to run; NULL: SEARCH */

    /* Only used in the supervisor. */
    struct bd__tape proven; /* the smallest tape that failed alone; items owned */
    struct bd__shrunk *result;
    struct bd__evidence seen; /* from the last LOOK, if it failed */
    const struct bd__shrink_budget *budget;
    double progress_at;
};

/* ---- judging -------------------------------------------------------------------------------------- */

static bool is_wanted(const struct shrink_job *job, const struct bd__outcome *outcome,
                      const struct bd__signature *signature)
{
    return outcome->in_generator == job->in_generator && bd__signature_same(signature, &job->wanted);
}

/* Accepts or rejects the candidate in flight, which failed: its worker died, or the target returned BD_FAILURE. */
static void judge(struct shrink_job *job, const struct bd__outcome *outcome, const char *output)
{
    struct bd__rig *rig = job->t->rig;
    struct bd__signature signature;
    bd__identify(&signature, outcome, &rig->pulse, output);
    bool good = is_wanted(job, outcome, &signature);
    /* A candidate that never ran failed in the generator or in the destructor. Only a smaller one can be accepted,
     * because the shrinker has room for no other. */
    if (good && !job->search->worthy) {
        good =
            outcome->in_generator && bd__shrink_worth(&job->search->shrink, &rig->trial.choices, rig->trial.input.size);
    }
    if (good) {
        bd__shrink_accept(&job->search->shrink, &rig->trial.choices, rig->trial.input.size, rig->sites);
    } else {
        bd__shrink_reject(&job->search->shrink);
    }
}

static void died(void *user, const struct bd__outcome *outcome, const char *output)
{
    struct shrink_job *job = user;
    bd__trying_settle(job->t, outcome);
    if (job->alone) {
        job->t->word->more = false;
        return;
    }
    job->search->runs += outcome->in_generator; /* run() did not count it */
    judge(job, outcome, output);
}

/* ---- in the worker ------------------------------------------------------------------------------- */

static void run(struct shrink_job *job)
{
    job->search->runs++;
    bd__trying_go(job->t);
    bd__rig_end(job->t->rig); /* if the destructor crashes, that is the failure */
}

static bool look(void *user)
{
    struct shrink_job *job = user;
    if (job->search->looked) { return false; }
    job->search->looked = true;
    if (bd__trying_generate(job->t, job->alone)) {
        run(job);
    } else {
        bd__rig_end(job->t->rig);
    }
    return false;
}

static bool search(void *user)
{
    struct shrink_job *job = user;
    struct bd__rig *rig = job->t->rig;
    if (job->budget->runs && job->search->runs >= job->budget->runs) { return false; }
    bool late = job->deadline > 0 && bd__clock_seconds() >= job->deadline;
    if (late && job->search->runs >= job->budget->least_runs) { return false; }
    const struct bd__tape *tape = bd__shrink_next(&job->search->shrink);
    if (!tape) { return false; }
    job->search->worthy = false;
    bool made = bd__trying_generate(job->t, tape);
    if (!made || !bd__shrink_worth(&job->search->shrink, &rig->trial.choices, rig->trial.input.size)) {
        bd__rig_end(rig);
        bd__shrink_reject(&job->search->shrink);
        return true;
    }
    job->search->worthy = true;
    run(job);
    if (rig->trial.outcome.verdict == BD_FAILURE) {
        judge(job, &rig->trial.outcome, ""); /* the target's own verdict counts, whatever it wrote */
    } else {
        bd__shrink_reject(&job->search->shrink);
    }
    if (job->careful) { atomic_store(&rig->pulse.retire, true); }
    return true;
}

/* ---- in the supervisor ----------------------------------------------------------------------------- */

static void tick(void *user)
{
    static const double PERIOD = 1;
    struct shrink_job *job = user;
    const struct bd__shrink_budget *budget = job->budget;
    double now = bd__clock_seconds();
    if (budget->tick) { budget->tick(budget->user); }
    if (budget->stop && atomic_load(budget->stop) && !job->alone) { atomic_store(&job->t->rig->pulse.stop, true); }
    if (!budget->progress || job->alone || now < job->progress_at) { return; }
    if (job->progress_at > 0) {
        struct bd__shrink_state state = {job->search->runs, (uint32_t)job->search->shrink.size.structural,
                                         (uint32_t)job->search->shrink.size.values};
        budget->progress(&state, budget->user);
    }
    job->progress_at = now + PERIOD;
}

/* LOOK: runs TAPE alone in a new worker. The outcome is in the trial; if TAPE failed, the evidence is in job->seen. */
static enum bd_status look_at(struct shrink_job *job, const struct bd__tape *tape)
{
    struct bd__rig *rig = job->t->rig;
    job->alone = tape;
    job->t->fresh = true;
    job->search->looked = false;
    job->t->one = look;
    rig->trial.outcome = (struct bd__outcome){.verdict = BD_DISCARDED};
    enum bd_status status = bd__trying_run(job->t);
    job->alone = NULL;
    job->t->fresh = job->careful;
    bd__evidence_clear(&job->seen);
    if (status == BD_OK && rig->trial.outcome.verdict == BD_FAILURE) {
        bd__evidence_take(&job->seen, &rig->trial.outcome, &rig->pulse, bd__text_str(&job->t->output));
        job->seen.alone = true;
    }
    return status;
}

static bool was_seen(const struct shrink_job *job)
{
    return job->seen.outcome.verdict == BD_FAILURE;
}

/* The last LOOK failed as wanted: makes its tape the result, until a better one replaces it. */
static void keep(struct shrink_job *job)
{
    struct bd__rig *rig = job->t->rig;
    const struct bd__choices *choices = &rig->trial.choices;
    struct bd__shrunk *r = job->result;
    struct bd__text text = {0};
    bd__tape_take(&job->proven, choices, rig->sites);
    bd__text_printf(&text, "%s\n# program: %s\n# failure: %s\n# structure: %016llx\n", bd__tape_magic,
                    bd__rig_name(rig), job->wanted.text, (unsigned long long)choices->signature);
    bd__tape_format(&text, choices, rig->sites);
    free(r->tape);
    free(r->data);
    r->tape = text.data;
    r->tape_size = text.size;
    r->size = rig->trial.input.size;
    r->data = bd__memory(r->size + 1, 1);
    if (r->size) { memcpy(r->data, rig->trial.input.data, r->size); }
    r->structural = choices->structural_count;
    r->values = choices->choice_count - choices->structural_count;
    bd__evidence_clear(&r->evidence);
    r->evidence = job->seen;
    job->seen = (struct bd__evidence){0};
}

/* Runs the original. If it fails as wanted, shrinking starts from it. */
static enum bd_status begin(struct shrink_job *job, const struct bd__tape *tape, const struct bd__signature *wanted)
{
    struct bd__rig *rig = job->t->rig;
    struct bd__shrunk *r = job->result;
    enum bd_status status = look_at(job, tape);
    if (status != BD_OK) { return status; }
    r->outcome = rig->trial.outcome;
    r->shown = was_seen(job) && (!wanted || bd__signature_same(wanted, &job->seen.identity.signature));
    if (!r->shown) { return BD_OK; }
    job->wanted = job->seen.identity.signature;
    job->in_generator = job->seen.outcome.in_generator;
    bd__shrink_init(&job->search->shrink, rig->arena, &rig->trial.choices, rig->trial.input.size, rig->sites);
    job->proven.item = bd__memory(job->search->shrink.capacity, sizeof *job->proven.item);
    keep(job);
    r->structural_before = r->structural;
    r->values_before = r->values;
    r->size_before = r->size;
    return BD_OK;
}

static bool is_proven(const struct shrink_job *job)
{
    const struct bd__tape *a = &job->proven, *b = &job->search->shrink.best;
    if (a->count != b->count) { return false; }
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->item[i].type != b->item[i].type || a->item[i].answer != b->item[i].answer) { return false; }
    }
    return true;
}

static enum bd_status shrink(struct shrink_job *job)
{
    for (;;) {
        job->t->one = search;
        enum bd_status status = bd__trying_run(job->t);
        if ((status != BD_OK && status != BD_INTERRUPTED) || is_proven(job)) { return status; }
        enum bd_status looked = look_at(job, &job->search->shrink.best); /* even if interrupted: it is only one run */
        if (looked != BD_OK) { return looked; }
        if (was_seen(job) && is_wanted(job, &job->seen.outcome, &job->seen.identity.signature)) {
            keep(job);
            job->result->smaller = true;
            return status;
        }
        if (status == BD_INTERRUPTED || job->careful) { return status; }
        job->careful = job->t->fresh = true;
        const struct bd__shrunk *r = job->result;
        bd__shrink_return(&job->search->shrink, job->t->rig->arena, &job->proven,
                          (struct bd__size){r->size, r->structural, r->values});
    }
}

enum bd_status bd__shrink_tape(const struct bd_fuzzer *fuzzer, const struct bd_config *config,
                               const struct bd__tape *tape, const struct bd__signature *wanted,
                               const struct bd__shrink_budget *budget, struct bd__shrunk *result,
                               const struct bd__log *log)
{
    struct bd__trying *t = NULL;
    *result = (struct bd__shrunk){0};
    enum bd_status status = bd__trying_open(&t, fuzzer, config, log);
    if (status != BD_OK) { return status; }
    struct shrink_job *job = bd__memory(1, sizeof *job);
    *job = (struct shrink_job){
        .t = t,
        .search = bd__arena_take(t->rig->arena, sizeof *job->search),
        .budget = budget,
        .deadline = budget->seconds > 0 ? bd__clock_seconds() + budget->seconds : 0,
        .result = result,
    };
    t->died = died;
    t->tick = tick;
    t->user = job;
    status = begin(job, tape, wanted);
    if (status == BD_OK && result->shown) { status = shrink(job); }
    result->runs = job->search->runs;
    bd__evidence_clear(&job->seen);
    free(job->proven.item);
    free(job);
    bd__trying_close(t);
    return status;
}

void bd__shrunk_clear(struct bd__shrunk *result)
{
    free(result->tape);
    free(result->data);
    bd__evidence_clear(&result->evidence);
    *result = (struct bd__shrunk){0};
}
