/* replay.c: one input from a file, made again and run. As in a campaign, foreign code runs in a worker; what it came to is
 * read from the arena. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/die.h"
#include "base/memory.h"
#include "inspect/apart.h"
#include "ring/rig.h"
#include "store/inputs.h"
#include "store/rundir.h"
#include "triage/identify.h"

/* In the arena, shared by both sides. */
struct replay_job {
    struct bd__rig *rig;
    const struct bd__tape *tape; /* NULL: plain bytes */
    struct bd__bytes bytes;      /* of the file, if it was no tape */
    bool has_bytes;
    struct bd__earlier earlier; /* to be run before; the tapes are borrowed */
    bool run;                   /* not only generate */
    size_t branches;
    bool misfits;
    char misfit[512];
};

static void note_misfit(struct replay_job *job)
{
    struct bd__text text = {0};
    job->misfits = bd__tape_misfit(&job->rig->source->reader, &text);
    snprintf(job->misfit, sizeof job->misfit, "%s", bd__text_str(&text));
    bd__text_clear(&text);
}

/* False if one of them failed by the target's own verdict. */
static bool run_earlier(struct replay_job *job)
{
    struct bd__rig *rig = job->rig;
    struct bd__trial *t = &rig->trial;
    rig->out.budget = rig->out.capacity;
    for (size_t i = 0; i < job->earlier.count; i++) {
        t->plan = (struct bd__plan){.tape = &job->earlier.tape[i], .op = BD__OP_REPLAY, .parent = BD__NO_PARENT};
        bd__rig_generate(rig, t);
        if (!t->choices.discarded) { bd__rig_run(rig, t); }
        if (t->outcome.verdict == BD_FAILURE) { return false; }
        bd__rig_end(rig);
    }
    *t = (struct bd__trial){.outcome.verdict = BD_DISCARDED, .input.env = rig->env};
    return true;
}

static void replay_in_worker(void *user)
{
    struct replay_job *job = user;
    struct bd__rig *rig = job->rig;
    struct bd__trial *t = &rig->trial;
    bd__rig_seal(rig);
    bd__rig_set_up(rig);
    /* As in a campaign, so that traces compare; its output would only confuse. */
    if (job->run && !rig->config.show_output) { bd__rig_warm_up(rig); }
    *t = (struct bd__trial){.outcome.verdict = BD_DISCARDED, .input.env = rig->env};
    bool from_tape = job->tape;
    if (job->run && !run_earlier(job)) { return; }
    bd__worker_mark_output(&rig->pulse);
    rig->out.budget = rig->out.capacity; /* a tape says itself where the draws end; bytes have no budget */
    if (job->tape) {
        t->plan = (struct bd__plan){.tape = job->tape, .op = BD__OP_REPLAY, .parent = BD__NO_PARENT};
        bd__rig_generate(rig, t);
        note_misfit(job);
        /* The tape only counts for bytes if it still makes them. */
        from_tape = !job->has_bytes ||
                    (t->input.size == job->bytes.size && memcmp(t->input.data, job->bytes.data, job->bytes.size) == 0);
    }
    if (!from_tape) {
        bd__rig_end(rig);
        t->choices = (struct bd__choices){0};
        job->misfits = false;
        if (job->bytes.size) { memcpy(rig->out.data, job->bytes.data, job->bytes.size); }
        t->input = (struct bd_input){.data = rig->out.data, .size = job->bytes.size, .env = rig->env};
    }
    if (job->run && !t->choices.discarded) {
        bd__rig_run(rig, t);
        t->trace = bd__cover_collect(&rig->cover, NULL, NULL, NULL);
        job->branches = t->trace.branch_count;
    }
    bd__rig_end(rig);
}

static void copy_buckets(const struct bd__trace *trace, struct bd_replay *result)
{
    if (!trace->block_count) { return; }
    result->bucket_span = ((size_t)trace->block[trace->block_count - 1].index + 1) * BD__BLOCK;
    result->buckets = bd__memory(result->bucket_span, 1);
    for (size_t i = 0; i < trace->block_count; i++) {
        uint8_t *bucket = result->buckets + (size_t)trace->block[i].index * BD__BLOCK;
        for (unsigned k = 0; k < BD__BLOCK; k++) { bucket[k] = bd__bucket(trace->block[i].counts[k]); }
    }
}

static void show_result(struct replay_job *job, enum bd__worker_end end, struct bd__outcome *outcome,
                        const char *output, struct bd_replay *result)
{
    struct bd__rig *rig = job->rig;
    struct bd__trial *t = &rig->trial;
    char what[64], text[96];
    if (end == BD__WORKER_FAILED && outcome->in_generator) {
        t->choices = bd__source_end(rig->source);
        t->input.size = 0;
        t->input.data = NULL;
    } else if (end == BD__WORKER_FINISHED) {
        *outcome = t->outcome;
        if (outcome->verdict == BD_FAILURE) { outcome->failure = BD__FAIL_VERDICT; }
        result->trace = t->trace.hash;
        result->branches = job->branches;
        copy_buckets(&t->trace, result);
    }
    result->verdict = outcome->verdict;
    result->structure = t->choices.signature;
    result->output = bd__memory_copy(output);
    if (job->misfits) { result->misfit = bd__memory_copy(job->misfit); }
    if (outcome->verdict == BD_FAILURE) {
        result->exit_code = bd__outcome_exit_code(outcome);
        bd__outcome_code(outcome, result->code, sizeof result->code);
        snprintf(text, sizeof text, "%s%s", outcome->in_generator ? "the generator failed: " : "",
                 bd__outcome_describe(outcome, what, sizeof what));
        result->failure = bd__memory_copy(text);
        struct bd__identity identity;
        bd__identify_fully(&identity, outcome, &rig->pulse, output);
        result->signature = bd__memory_copy(identity.signature.text);
        result->stack = bd__memory_copy(bd__text_str(&identity.stack));
        bd__identity_clear(&identity);
    }
    bool whole = t->input.data == rig->out.data && t->input.size <= rig->out.capacity; /* else the target wrote here */
    if (t->input.data && whole) {
        result->size = t->input.size;
        result->data = malloc(t->input.size + 1);
        if (!result->data) { bd__die("out of memory"); }
        memcpy(result->data, t->input.data, t->input.size);
    }
}

static void leave_out(void *user, uint32_t branch)
{
    struct bd__cover *cover = user;
    if (branch < BD__BRANCH_RESERVE) { bd__cover_leave_out(cover, branch); }
}

/* An input in a run directory gets the trace that it had in the campaign: RUN-DIR/corpus/NAME. */
static void leave_out_as_campaign(struct bd__rig *rig, const char *path)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s..", slash ? (int)(slash - path) + 1 : 0, path);
    bd__rundir_left_out(folder, leave_out, &rig->cover);
}

/* Runs the job in a worker. */
static enum bd__worker_end work(struct replay_job *job, struct bd__outcome *outcome, struct bd__text *output,
                                const struct bd__log *log)
{
    struct bd__rig *rig = job->rig;
    bd__text_clear(output);
    rig->warm_up_failed = false;
    enum bd__worker_end end = bd__apart_work(rig, replay_in_worker, job, outcome, output, log);
    if (end == BD__WORKER_FAILED && rig->warm_up_failed) { /* perhaps the warm-up: now without */
        bd__text_clear(output);
        end = bd__apart_work(rig, replay_in_worker, job, outcome, output, log);
    }
    return end;
}

/* The same, but a failure must not be the fault of inputs that a shared remote ran before. */
static enum bd__worker_end work_alone(struct replay_job *job, struct bd__outcome *outcome, struct bd__text *output,
                                      const struct bd__log *log)
{
    struct bd__remote *remote = job->rig->remote;
    if (remote && job->earlier.count) { bd__remote_stop(remote, NULL); }
    bool unused = !remote || bd__remote_is_unused(remote);
    enum bd__worker_end end = work(job, outcome, output, log);
    bool failed =
        end == BD__WORKER_FAILED || (end == BD__WORKER_FINISHED && job->rig->trial.outcome.verdict == BD_FAILURE);
    if (unused || !failed) { return end; }
    bd__remote_stop(remote, NULL);
    return work(job, outcome, output, log);
}

static enum bd_status replay_once(const struct bd_fuzzer *fuzzer, const struct bd_config *config, const char *path,
                                  bool run, struct bd_replay *result)
{
    *result = (struct bd_replay){0};
    struct bd__log log = {config->log, config->user};
    struct bd__input_file input = {0};
    struct bd__earlier earlier = {0};
    struct bd__dict_file dict = {0};
    struct bd__rig *rig = NULL;
    enum bd_status status = bd__earlier_read(&earlier, path, &log);
    if (status == BD_OK) { status = bd__input_read(&input, path, &log); }
    if (status == BD_OK) { status = bd__rig_open(&rig, &dict, fuzzer, config, &log); }
    if (status == BD_OK) {
        struct replay_job *job = bd__arena_take(rig->arena, sizeof *job);
        job->rig = rig;
        struct bd__outcome outcome = {0};
        struct bd__text output = {0};
        job->tape = input.has_tape ? &input.tape : NULL;
        job->has_bytes = !input.is_tape;
        if (job->has_bytes) { job->bytes = (struct bd__bytes){(const uint8_t *)input.bytes, input.size}; }
        job->earlier = earlier;
        job->run = run;
        if (run && !config->all_probes) { leave_out_as_campaign(rig, path); }
        enum bd__worker_end end = work_alone(job, &outcome, &output, &log);
        if (end == BD__WORKER_NONE || end == BD__WORKER_STOPPED) {
            status = end == BD__WORKER_NONE ? BD_SYSTEM : BD_INTERRUPTED;
        } else if (end == BD__WORKER_FAILED && atomic_load(&rig->pulse.phase) == BD__PHASE_SETUP) {
            bd__error(&log, "the target's set-up failed:\n%s", bd__text_str(&output));
            status = BD_SETUP_FAILED;
        } else {
            show_result(job, end, &outcome, bd__text_str(&output), result);
            if (input.has_tape) { result->tape = bd__memory_copy(input.text); }
        }
        bd__text_clear(&output);
    }
    bd__rig_close(rig);
    bd__dict_clear(&dict);
    bd__input_clear(&input);
    bd__earlier_clear(&earlier);
    return status;
}

struct replay_call {
    const struct bd_fuzzer *fuzzer;
    const struct bd_config *config;
    const char *path;
    bool run;
    struct bd_replay *result;
    enum bd_status status;
};

static void call_replay(void *user)
{
    struct replay_call *call = user;
    call->status = replay_once(call->fuzzer, call->config, call->path, call->run, call->result);
}

static enum bd_status replay(const struct bd_fuzzer *fuzzer, const struct bd_config *config, const char *path, bool run,
                             struct bd_replay *result)
{
    struct replay_call call = {fuzzer, config, path, run, result, BD_OK};
    if (bd__apart(call_replay, &call, &(struct bd__log){config->log, config->user})) { return call.status; }
    *result = (struct bd_replay){0};
    return BD_DAMAGED;
}

enum bd_status bd_replay_file(const struct bd_fuzzer *fuzzer, const struct bd_config *config, const char *path,
                              struct bd_replay *result)
{
    return replay(fuzzer, config, path, true, result);
}

enum bd_status bd_generate_file(const struct bd_fuzzer *fuzzer, const struct bd_config *config, const char *path,
                                struct bd_replay *result)
{
    return replay(fuzzer, config, path, false, result);
}

void bd_replay_clear(struct bd_replay *result)
{
    free(result->failure);
    free(result->signature);
    free(result->stack);
    free(result->output);
    free(result->misfit);
    free(result->data);
    free(result->tape);
    free(result->buckets);
    *result = (struct bd_replay){0};
}

enum bd_status bd_inputs_visit(const struct bd_config *config, const char *path, bool failures_only,
                               bool (*visit)(const char *path, void *user), void *user)
{
    struct bd__log log = {config->log, config->user};
    struct bd__paths paths = {0};
    enum bd_status status = bd__inputs_expand(&paths, path, failures_only, &log);
    bool more = status == BD_OK;
    for (size_t i = 0; i < paths.count && more; i++) { more = visit(paths.path[i], user); }
    bd__paths_clear(&paths);
    return status;
}
