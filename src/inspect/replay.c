/* replay.c: one input from a file, made again and run. As in a campaign, foreign code runs in a worker; what it came to is
 * read from the arena. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/die.h"
#include "base/file.h"
#include "base/memory.h"
#include "inspect/apart.h"
#include "ring/rig.h"
#include "store/failures.h"
#include "store/inputs.h"
#include "triage/identify.h"

/* In the arena, shared by both sides. */
struct replay_job {
    struct bd__rig *rig;
    const struct bd__tape *tape; /* NULL: plain bytes */
    struct bd__bytes bytes;      /* of the file, if it was no tape */
    bool has_bytes;
    const struct bd__tape *earlier; /* to be run before */
    size_t earlier_count;
    bool run; /* not only generate */
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
    for (size_t i = 0; i < job->earlier_count; i++) {
        t->plan = (struct bd__plan){.tape = &job->earlier[i], .op = BD__OP_REPLAY, .parent = BD__NO_PARENT};
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

/* What replay is given: a case, and what is to be run before it. */
struct replay_order {
    struct bd__tape tape;
    bool has_tape;
    char *file; /* owned */
    size_t size;
    char *text;               /* of the tape, if it lies beside the file; owned */
    struct bd__tape *earlier; /* owned */
    size_t earlier_count;
};

static void clear_order(struct replay_order *order)
{
    for (size_t i = 0; i < order->earlier_count; i++) { bd__tape_clear(&order->earlier[i]); }
    free(order->earlier);
    bd__tape_clear(&order->tape);
    free(order->file);
    free(order->text);
}

/* The file at PATH, and the tape beside it, if there is one and it is no tape itself. */
static enum bd_status read_case(struct replay_order *order, const char *path, const struct bd__log *log)
{
    if (bd__input_load(path, &order->file, &order->size) != BD_OK) {
        bd__error(log, "cannot read %s: %s", path, bd__input_why());
        return BD_IO;
    }
    order->has_tape = bd__tape_recognise(order->file, order->size);
    if (order->has_tape) { return bd__tape_parse(&order->tape, order->file, order->size, path, log); }
    char beside[PATH_MAX];
    size_t size;
    snprintf(beside, sizeof beside, "%s.tape", path);
    enum bd_status status = BD_OK;
    if (!bd__file_is_stream(path) && bd__file_exists(beside) && bd__input_load(beside, &order->text, &size) == BD_OK) {
        status = bd__tape_parse(&order->tape, order->text, size, beside, log); /* no reason to guess */
        order->has_tape = status == BD_OK;
    }
    return status;
}

static enum bd_status read_earlier(struct replay_order *order, const char *folder, const struct bd__log *log)
{
    struct bd__distinct distinct;
    struct bd__text problems = {0};
    if (!bd__failures_read_folder(&distinct, folder, &problems)) {
        bd__error(log, "%.*s", (int)problems.size - 1, bd__text_str(&problems));
        bd__text_clear(&problems);
        return BD_FORMAT;
    }
    uint32_t count = distinct.earlier;
    bd__distinct_clear(&distinct);
    for (uint32_t i = 0; i < count; i++) {
        char path[PATH_MAX], *text;
        size_t size;
        snprintf(path, sizeof path, "%s/earlier/%06u.tape", folder, i);
        if (bd__input_load(path, &text, &size) != BD_OK) {
            bd__error(log, "cannot read %s: %s", path, bd__input_why());
            return BD_IO;
        }
        order->earlier = bd__memory_grow(order->earlier, i, sizeof *order->earlier);
        order->earlier[i] = (struct bd__tape){0};
        order->earlier_count = i + 1;
        enum bd_status status = bd__tape_parse(&order->earlier[i], text, size, path, log);
        free(text);
        if (status != BD_OK) { return status; }
    }
    return BD_OK;
}

/* A file, or a failure's folder. */
static enum bd_status read_order(struct replay_order *order, const char *path, const struct bd__log *log)
{
    char inside[PATH_MAX];
    enum bd_status status = BD_OK;
    if (bd__failures_is_folder(path)) {
        status = read_earlier(order, path, log);
        snprintf(inside, sizeof inside, "%s/input", path);
        path = inside;
    }
    if (status != BD_OK) { return status; }
    return read_case(order, path, log);
}

static enum bd_status replay_once(const struct bd_fuzzer *fuzzer, const struct bd_config *config, const char *path,
                                  bool run, struct bd_replay *result)
{
    *result = (struct bd_replay){0};
    struct bd__log log = {config->log, config->user};
    struct replay_order order = {0};
    struct bd__dict_file dict = {0};
    struct bd__rig *rig = NULL;
    enum bd_status status = read_order(&order, path, &log);
    if (status == BD_OK) { status = bd__rig_open(&rig, &dict, fuzzer, config, &log); }
    if (status == BD_OK) {
        struct replay_job *job = bd__arena_take(rig->arena, sizeof *job);
        job->rig = rig;
        struct bd__outcome outcome = {0};
        struct bd__text output = {0};
        bool is_tape = bd__tape_recognise(order.file, order.size);
        job->tape = order.has_tape ? &order.tape : NULL;
        job->has_bytes = !is_tape;
        job->bytes = (struct bd__bytes){(const uint8_t *)order.file, is_tape ? 0 : order.size};
        job->earlier = order.earlier;
        job->earlier_count = order.earlier_count;
        job->run = run;
        enum bd__worker_end end = bd__apart_work(rig, replay_in_worker, job, &outcome, &output, &log);
        if (end == BD__WORKER_FAILED && rig->warm_up_failed) { /* perhaps the warm-up: now without */
            bd__text_clear(&output);
            end = bd__apart_work(rig, replay_in_worker, job, &outcome, &output, &log);
        }
        if (end == BD__WORKER_NONE || end == BD__WORKER_STOPPED) {
            status = end == BD__WORKER_NONE ? BD_SYSTEM : BD_INTERRUPTED;
        } else if (end == BD__WORKER_FAILED && atomic_load(&rig->pulse.phase) == BD__PHASE_SETUP) {
            bd__error(&log, "the target's set-up failed:\n%s", bd__text_str(&output));
            status = BD_SETUP_FAILED;
        } else {
            show_result(job, end, &outcome, bd__text_str(&output), result);
            if (order.has_tape) { result->tape = bd__memory_copy(is_tape ? order.file : order.text); }
        }
        bd__text_clear(&output);
    }
    bd__rig_close(rig);
    bd__dict_clear(&dict);
    clear_order(&order);
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
