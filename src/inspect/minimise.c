/* minimise.c: cmin and merge: of many inputs the fewest with the same coverage.
 *
 *   list ──► run each, small ones first ──► features ──► set cover ──► run the chosen again ──► copy
 *                    └─ fails: filed at once
 *
 * A feature is a branch in a bucket; those of valid inputs count apart from those of all, so that what valid inputs cover
 * is kept too. Inputs are read a batch at a time, and features are kept only for inputs with a new trace.
 */
#include <stdio.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/hashset.h"
#include "base/memory.h"
#include "feedback/setcover.h"
#include "inspect/suggest.h"
#include "inspect/trying.h"
#include "store/collection.h"
#include "triage/evidence.h"

enum { BATCH_FILES = 512, BUCKETS = 8 };
static const size_t BATCH_BYTES = (size_t)32 << 20;

enum fate { WAITING, RAN, VERDICT, FAILED, DISCARDED, UNREADABLE };
/* What is known of a feature, as bits: who showed it in the first run of all, and when the chosen were run again. */
enum { SHOWN = 1, SHOWN_VALID = 2, AGAIN = 4, AGAIN_VALID = 8, BEFORE = 16 /* by what is in TO already */ };

/* In the arena: what came of an input. */
struct tried {
    enum fate state;
    bool valid;
    bool bytes_only; /* its tape makes other bytes */
    uint32_t count;
    const uint32_t *feature;
    struct bd__bytes made;             /* VERDICT: what its tape makes, if it has no bytes */
    const struct bd__account *account; /* VERDICT: what a remote says about it; NULL: nothing */
};

struct listed {
    uint32_t path; /* its number in the list */
    uint64_t size;
    bool stays; /* it is in TO already */
};

/* In the arena, shared by both sides. */
struct minimise_job {
    struct bd__trying *t;
    struct bd__collection to;
    struct bd__paths paths;
    struct listed *entry; /* in the order of running */
    struct tried *record;
    uint32_t count;
    struct bd__input_file *batch; /* of the entries from FIRST to END */
    uint32_t first, at, end;
    bool again;
    const bool *chosen; /* by entry; only these are run again */
    uint8_t *feature;   /* by number: bits */
    size_t span;        /* of these numbers, as far as seen */
    struct bd__hashset traces;
    struct bd_minimised *result;
    double told_at;
    enum bd_status trouble; /* of writing */
};

/* ---- in the worker ------------------------------------------------------------------------------- */

/* Marks the features of the trace; keeps their list unless NULL. */
static void note(struct minimise_job *job, const struct bd__trace *trace, unsigned bits, uint32_t *list)
{
    uint32_t count = 0;
    for (size_t i = 0; i < trace->block_count; i++) {
        for (uint32_t mask = trace->mask[i]; mask; mask &= mask - 1) {
            unsigned at = (unsigned)__builtin_ctz(mask);
            unsigned bucket = (unsigned)__builtin_ctz(bd__bucket(trace->block[i].counts[at]));
            uint32_t feature = (trace->block[i].index * BD__BLOCK + at) * BUCKETS + bucket;
            job->feature[feature] |= (uint8_t)bits;
            if (feature >= job->span) { job->span = feature + 1; }
            if (list) { list[count++] = feature; }
        }
    }
}

static void observe(struct minimise_job *job, struct tried *record)
{
    struct bd__rig *rig = job->t->rig;
    struct bd__trial *t = &rig->trial;
    bool valid = t->outcome.verdict == BD_VALID;
    struct bd__trace trace = bd__cover_collect(&rig->cover, NULL, NULL, NULL);
    bd__rig_end(rig);
    if (job->again) {
        note(job, &trace, valid ? AGAIN | AGAIN_VALID : AGAIN, NULL);
        return;
    }
    struct bd__hashset_answer known = bd__hashset_add(&job->traces, trace.hash, valid);
    bool fresh = known.fresh || known.fresh_marked; /* else a smaller one, or one that stays, does the same */
    uint32_t *list = fresh ? bd__arena_take(rig->arena, trace.branch_count * sizeof *list) : NULL;
    unsigned before = job->entry[record - job->record].stays ? BEFORE : 0;
    note(job, &trace, before | (valid ? SHOWN | SHOWN_VALID : SHOWN), list);
    record->state = RAN;
    record->valid = valid;
    record->count = fresh ? (uint32_t)trace.branch_count : 0;
    record->feature = list;
}

/* Makes the input. If its tape no longer produces its bytes, the bytes are used without it. */
static bool make(struct minimise_job *job, const struct bd__input_file *input, struct tried *record)
{
    struct bd__rig *rig = job->t->rig;
    if (input->has_tape && bd__trying_generate(job->t, &input->tape)) {
        const struct bd_input *made = &rig->trial.input;
        if (!input->has_bytes) { return true; }
        if (made->size == input->size && memcmp(made->data, input->bytes, input->size) == 0) { return true; }
    }
    bd__rig_end(rig);
    if (!input->has_bytes) { return false; }
    record->bytes_only = true;
    bd__trying_take_bytes(job->t, (struct bd__bytes){(const uint8_t *)input->bytes, input->size});
    return true;
}

/* The target returned BD_FAILURE. The supervisor files it later, when the rig's trial is already another one. */
static void note_verdict(struct minimise_job *job, const struct bd__input_file *input, struct tried *record)
{
    struct bd__rig *rig = job->t->rig;
    size_t size = rig->trial.input.size;
    if (!input->has_bytes) {
        uint8_t *copy = bd__arena_take(rig->arena, size + 1);
        memcpy(copy, rig->trial.input.data, size);
        record->made = (struct bd__bytes){copy, size};
    }
    if (rig->pulse.account.size) {
        struct bd__account *account = bd__arena_take(rig->arena, sizeof *account);
        *account = rig->pulse.account;
        record->account = account;
    }
    bd__rig_end(rig);
    record->state = VERDICT;
}

static bool one(void *user)
{
    struct minimise_job *job = user;
    if (job->at == job->end) { return false; }
    struct tried *record = &job->record[job->at];
    bool wanted = job->again ? job->chosen[job->at] && record->state == RAN : record->state == WAITING;
    const struct bd__input_file *input = &job->batch[job->at - job->first];
    if (wanted && make(job, input, record)) {
        bd__trying_go(job->t);
        if (job->t->rig->trial.outcome.verdict == BD_FAILURE) {
            note_verdict(job, input, record);
        } else {
            observe(job, record);
        }
    } else if (wanted) {
        record->state = DISCARDED;
    }
    job->at++;
    return true;
}

/* ---- in the supervisor ----------------------------------------------------------------------------- */

static const char *path_of(const struct minimise_job *job, uint32_t i)
{
    return job->paths.path[job->entry[i].path];
}

/* Fills in what a campaign would record about D, which is new. It is not run again here, in a process of its own. */
static void describe(const struct minimise_job *job, struct bd__distinct *d, const struct bd__identity *identity)
{
    const struct bd__rig *rig = job->t->rig;
    const char *program = rig->config.argc ? rig->config.argv[0] : bd__rig_name(rig);
    struct bd__text path = {0};
    bd__text_printf(&path, "%s/failures/%s", job->to.path, d->name);
    bd__distinct_set_frames(d, identity->frame, identity->frame_count);
    snprintf(d->found_by, sizeof d->found_by, "%s", job->to.adds ? "merge" : "cmin");
    snprintf(d->program, sizeof d->program, "%s", bd__rig_name(rig));
    d->reproduce = bd__suggest_command(&rig->config, program, "replay", bd__text_str(&path));
    d->shrink = bd__suggest_command(&rig->config, program, "shrink", bd__text_str(&path));
    bd__text_clear(&path);
}

/* The input of entry I failed as EVIDENCE shows; MADE: its bytes, if only its tape was there. */
static void file_failure(struct minimise_job *job, uint32_t i, const struct bd__evidence *evidence,
                         struct bd__bytes made)
{
    char what[64];
    const char *path = path_of(job, i), *signature = evidence->identity.signature.text;
    struct bd__input_file input = job->batch[i - job->first]; /* all borrowed */
    struct bd__distinct *d = bd__collection_distinct(&job->to, &evidence->identity.signature);
    struct bd__text report = {0};
    if (!input.has_bytes && made.data) {
        input.has_bytes = true;
        input.bytes = (char *)made.data;
        input.size = made.size;
    }
    if (job->record[i].bytes_only) {
        input.has_tape = false;
        input.tape.count = 0;
    }
    d->last_trial = i + 1;
    if (d->count == 0) {
        d->first_trial = d->last_trial;
        describe(job, d, &evidence->identity);
    }
    bd__text_printf(&report, "%s%s with the input %s\n", evidence->outcome.in_generator ? "the generator: " : "",
                    bd__outcome_describe(&evidence->outcome, what, sizeof what), path);
    bd__evidence_report(&report, evidence, signature);
    enum bd_status status = bd__collection_file(&job->to, d, path, &input, bd__text_str(&report));
    if (status == BD_OK) {
        bd__warn(job->t->log, "%s fails: %s; saved in %s/failures/%s", path, signature, job->to.path, d->name);
    } else {
        bd__warn(job->t->log, "%s fails: %s", path, signature);
        job->trouble = status;
    }
    job->result->failures++;
    bd__text_clear(&report);
}

static void died(void *user, const struct bd__outcome *outcome, const char *output)
{
    struct minimise_job *job = user;
    struct bd__rig *rig = job->t->rig;
    struct bd__evidence evidence = {0};
    bd__trying_settle(job->t, outcome);
    const struct bd_input *made = &rig->trial.input;
    bool sound = made->size <= BD__OUTPUT_CAPACITY; /* a target may have overwritten it */
    job->record[job->at].state = FAILED;
    bd__evidence_take(&evidence, outcome, &rig->pulse, output);
    evidence.alone = true;
    file_failure(job, job->at, &evidence, sound ? (struct bd__bytes){made->data, made->size} : (struct bd__bytes){0});
    bd__evidence_clear(&evidence);
    job->at++;
}

static void file_verdict(struct minimise_job *job, uint32_t i)
{
    struct bd__pulse *left = bd__memory(1, sizeof *left); /* by its run: no stack, but perhaps what a remote said */
    struct bd__evidence evidence = {0};
    if (job->record[i].account) { left->account = *job->record[i].account; }
    bd__evidence_take(&evidence, &(struct bd__outcome){BD_FAILURE, BD__FAIL_VERDICT, 0, false}, left, "");
    job->record[i].state = FAILED;
    file_failure(job, i, &evidence, job->record[i].made);
    bd__evidence_clear(&evidence);
    free(left);
}

/* What the worker left to be told: failures by verdict, and what could not be made. */
static void settle(struct minimise_job *job)
{
    for (uint32_t i = job->first; i < job->end; i++) {
        struct tried *record = &job->record[i];
        if (record->state == VERDICT) { file_verdict(job, i); }
        if (record->state == DISCARDED && !job->again) {
            bd__warn(job->t->log, "skipped %s: the generator discards it", path_of(job, i));
            job->result->unreadable++;
        }
    }
}

static void tick(void *user)
{
    static const double PERIOD = 1;
    struct minimise_job *job = user;
    double now = bd__clock_seconds();
    if (now < job->told_at) { return; }
    job->told_at = now + PERIOD;
    bd__info(job->t->log, "ran %u of %u inputs%s, %llu failures", job->at, job->count, job->again ? " again" : "",
             (unsigned long long)job->result->failures);
}

/* Reads entries from FIRST on, as many as a batch holds. */
static void load(struct minimise_job *job, uint32_t first)
{
    size_t bytes = 0;
    job->first = job->at = job->end = first;
    while (job->end < job->count && job->end - first < BATCH_FILES && bytes < BATCH_BYTES) {
        uint32_t i = job->end++;
        struct bd__input_file *input = &job->batch[i - first];
        *input = (struct bd__input_file){0};
        if (job->again ? !job->chosen[i] : job->record[i].state != WAITING) { continue; }
        if (bd__input_read(input, path_of(job, i), job->t->log) != BD_OK) {
            job->record[i].state = UNREADABLE;
            job->result->unreadable++;
        }
        bytes += input->size + input->text_size * 4; /* a parsed tape is some times as large as its text */
    }
}

static enum bd_status run_all(struct minimise_job *job)
{
    enum bd_status status = BD_OK;
    for (uint32_t next = 0; next < job->count && status == BD_OK; next = job->end) {
        load(job, next);
        status = bd__trying_run(job->t);
        settle(job);
        for (uint32_t i = job->first; i < job->end; i++) { bd__input_clear(&job->batch[i - job->first]); }
        if (status == BD_OK) { status = job->trouble; }
    }
    return status;
}

/* ---- which ------------------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    const struct listed *x = a, *y = b;
    if (x->stays != y->stays) { return x->stays ? -1 : 1; }
    if (x->size != y->size) { return x->size < y->size ? -1 : 1; }
    return x->path < y->path ? -1 : 1;
}

/* The inputs of the folders. Small ones come first, so that of two with the same trace the smaller is kept. */
static enum bd_status list(struct minimise_job *job, const char *const *from, size_t count, const char *to, bool merge)
{
    bool there = merge && bd__file_exists(to);
    enum bd_status status = there ? bd__inputs_list(&job->paths, to, job->t->log) : BD_OK;
    size_t own = job->paths.count;
    for (size_t i = 0; i < count && status == BD_OK; i++) {
        status = bd__inputs_list(&job->paths, from[i], job->t->log);
    }
    if (status != BD_OK) { return status; }
    job->count = (uint32_t)job->paths.count;
    job->entry = bd__memory(job->count, sizeof *job->entry);
    for (uint32_t i = 0; i < job->count; i++) {
        struct stat info;
        bool known = stat(job->paths.path[i], &info) == 0;
        job->entry[i] = (struct listed){i, known ? (uint64_t)info.st_size : 0, i < own};
    }
    if (job->count) { qsort(job->entry, job->count, sizeof *job->entry, by_size); }
    job->record = bd__arena_take(job->t->rig->arena, (job->count + 1) * sizeof *job->record);
    return BD_OK;
}

/* Fills CHOSEN. */
static void choose(struct minimise_job *job, bool *chosen)
{
    struct bd__setcover_item *item = bd__memory(job->count, sizeof *item);
    for (uint32_t i = 0; i < job->count; i++) {
        const struct tried *r = &job->record[i];
        item[i] = (struct bd__setcover_item){r->feature, r->count, r->valid, job->entry[i].stays, job->entry[i].size};
    }
    job->result->features = bd__setcover(item, job->count, job->span);
    for (uint32_t i = 0; i < job->count; i++) { chosen[i] = item[i].chosen; }
    free(item);
}

static void count_coverage(struct minimise_job *job)
{
    struct bd_minimised *r = job->result;
    uint8_t branch = 0;
    for (size_t f = 0; f < job->span; f++) {
        uint8_t bits = job->feature[f];
        r->unstable += (bits & SHOWN) && !(bits & AGAIN);
        r->unstable += (bits & SHOWN_VALID) && !(bits & AGAIN_VALID);
        r->features_added += (bits & (SHOWN | BEFORE)) == SHOWN;
        branch |= bits;
        if (f % BUCKETS == BUCKETS - 1 || f + 1 == job->span) {
            r->branches += (branch & SHOWN) != 0;
            r->branches_added += (branch & (SHOWN | BEFORE)) == SHOWN;
            r->valid_branches += (branch & SHOWN_VALID) != 0;
            branch = 0;
        }
    }
}

static enum bd_status copy(struct minimise_job *job)
{
    struct bd_minimised *r = job->result;
    enum bd_status status = BD_OK;
    for (uint32_t i = 0; i < job->count && status == BD_OK; i++) {
        const struct listed *entry = &job->entry[i];
        r->bytes += entry->size;
        if (!job->chosen[i]) { continue; }
        r->kept++;
        r->bytes_kept += entry->size;
        if (entry->stays) { continue; }
        struct bd__input_file input;
        status = bd__input_read(&input, path_of(job, i), job->t->log);
        if (status != BD_OK) { break; }
        status = bd__collection_add(&job->to, path_of(job, i), &input);
        bd__input_clear(&input);
        r->added++;
    }
    return status;
}

static enum bd_status minimise(struct minimise_job *job)
{
    bool *chosen = bd__memory(job->count, sizeof *chosen);
    job->chosen = chosen;
    job->result->inputs = job->count;
    enum bd_status status = run_all(job);
    if (status == BD_OK && job->count && !job->span) {
        bd__error(job->t->log, "no input covered anything: build the software under test with bediv cc");
        status = BD_NO_COVERAGE;
    }
    if (status == BD_OK) {
        choose(job, chosen);
        job->again = true;
        status = run_all(job);
    }
    if (status == BD_OK) {
        count_coverage(job);
        status = copy(job);
    }
    if (status == BD_OK) { bd__collection_finish(&job->to); }
    free(chosen);
    return status;
}

enum bd_status bd_minimise(const struct bd_fuzzer *fuzzer, const struct bd_config *config, const char *const *from,
                           size_t count, const char *to, bool merge, struct bd_minimised *result)
{
    struct bd__log log = {config->log, config->user};
    struct bd__trying *t = NULL;
    double start = bd__clock_seconds();
    *result = (struct bd_minimised){0};
    enum bd_status status = bd__trying_open(&t, fuzzer, config, &log);
    if (status != BD_OK) { return status; }
    struct minimise_job *job = bd__arena_take(t->rig->arena, sizeof *job);
    *job = (struct minimise_job){.t = t, .result = result, .told_at = start + 1};
    job->feature = bd__arena_take(t->rig->arena, (size_t)BD__BRANCH_RESERVE * BUCKETS);
    job->batch = bd__memory(BATCH_FILES, sizeof *job->batch);
    bd__hashset_init(&job->traces, t->rig->arena, (uint64_t)512 << 20);
    t->one = one;
    t->died = died;
    t->tick = tick;
    t->user = job;
    status = list(job, from, count, to, merge);
    if (status == BD_OK) { status = bd__collection_open(&job->to, to, merge, &log); }
    if (status == BD_OK) { status = minimise(job); }
    result->seconds = bd__clock_seconds() - start;
    bd__collection_close(&job->to);
    bd__paths_clear(&job->paths);
    free(job->entry);
    free(job->batch);
    bd__trying_close(t);
    return status;
}
