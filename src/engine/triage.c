#include "engine/triage.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/rescue.h"
#include "engine/setup.h"
#include "engine/shrink.h"
#include "engine/supervisor.h"
#include "engine/verify.h"
#include "exec/worker.h"

/* ---- what is written about it ---------------------------------------------------------------- */

/* PROGRAM (NULL: this one) COMMAND, with the flags that the failure may depend on, and PATH. */
static char *command_for(const struct bd__supervisor *s, const char *program, const char *command, const char *path)
{
    const struct bd_config *k = &s->c->config;
    struct bd__text out = {0};
    bd__setup_quote(&out, program ? program : k->argc ? k->argv[0] : s->from.program);
    bd__text_printf(&out, " %s", command);
    if (k->dict) {
        bd__text_puts(&out, " --dict ");
        bd__setup_quote(&out, k->dict);
    }
    if (k->timeout_ms != BD__TIMEOUT_MS) {
        bd__text_printf(&out, " --timeout %llums", (unsigned long long)k->timeout_ms);
    }
    if (k->memory_mb != BD__MEMORY_MB) { bd__text_printf(&out, " --memory %lluM", (unsigned long long)k->memory_mb); }
    if (k->without_coverage) { bd__text_puts(&out, " --without-coverage"); }
    bd__text_puts(&out, " ");
    bd__setup_quote(&out, path);
    char *copy = bd__memory_copy(bd__text_str(&out));
    bd__text_clear(&out);
    return copy;
}

static void write_report(struct bd__text *report, const struct bd__case *kept, const struct bd__identity *identity,
                         const char *output)
{
    char what[64];
    bd__outcome_describe(&kept->outcome, what, sizeof what);
    bd__text_printf(report, "%s%s in trial %llu\n", kept->outcome.in_generator ? "the generator: " : "", what,
                    (unsigned long long)kept->trial);
    bd__text_printf(report, "signature: %s\n\n", identity->signature.text);
    if (kept->op == BD__OP_SIMPLEST) {
        bd__text_puts(report, "This is the simplest input: every draw answered 0. It must end, and be small (bediv.h, "
                              "rule 2).\n\n");
    }
    if (kept->outcome.failure == BD__FAIL_ARENA) {
        bd__text_puts(
            report, "After this input ran, memory of the fuzzer was found overwritten, which the target shares. A run "
                    "before it may have done that.\nA build with AddressSanitizer shows where.\n\n");
    }
    if (identity->stack.size) {
        bool sampled = kept->outcome.failure == BD__FAIL_TIMEOUT || kept->outcome.failure == BD__FAIL_MEMORY;
        bd__text_printf(report, "%s:\n%s\n", sampled ? "functions that were being called all the time" : "stack",
                        bd__text_str(&identity->stack));
    }
    bd__text_puts(report, *output ? output : "(nothing on stderr)\n");
}

/* The first failures are told one by one; when they come in floods, once a second. */
static void tell(struct bd__supervisor *s, const struct bd__distinct *d)
{
    static const char *const notes[] = {
        [BD__REPRODUCIBLE_UNKNOWN] = "",
        [BD__REPRODUCIBLE_YES] = "",
        [BD__REPRODUCIBLE_EARLIER] = " (needs earlier inputs)",
        [BD__REPRODUCIBLE_NO] = " (not reproducible)",
    };
    enum { ONE_BY_ONE = 10 };
    double now = bd__clock_seconds();
    s->failures_untold++;
    if (s->known.count > ONE_BY_ONE && now < s->failures_told_at + 1) { return; }
    char more[48] = "";
    if (s->failures_untold > 1) {
        snprintf(more, sizeof more, " (and %llu more)", (unsigned long long)s->failures_untold - 1);
    }
    bd__info(&s->log, "%s%s, saved as %s/failures/%s%s", d->signature.text, notes[d->reproducible], s->dir.place,
             d->name, more);
    s->failures_told_at = now;
    s->failures_untold = 0;
}

/* ---- again ----------------------------------------------------------------------------------- */

/* What is called under bd__rescue, and with what. */
struct call {
    struct bd__supervisor *s;
    struct bd__distinct *d;
    const struct bd__finding *finding;
    const struct bd__verify_request *request;
    struct bd__verification *result;
};

/* Verifying and shrinking have arenas of their own, which the target can overwrite as well. Where that ends one of them in a
 * fault, its arena is left behind; so there is no second time. */
static void examine_safely(struct bd__supervisor *s, void (*work)(void *call), struct call *call)
{
    if (s->unexaminable || bd__rescue(work, call)) { return; }
    s->unexaminable = true;
    bd__worker_abandon();
    bd__warn(&s->log,
             "the target writes into the fuzzer's memory: new failures are neither run again nor shrunk any more");
}

static void call_verify(void *user)
{
    struct call *call = user;
    bd__verify(call->result, call->request);
}

static void verify(struct bd__supervisor *s, const struct bd__finding *finding, bool with_history,
                   struct bd__verification *result)
{
    struct bd__verify_request request = {
        .c = s->c,
        .kept = finding->kept,
        .wanted = &finding->identity->signature,
        .with_history = with_history && finding->in_worker,
        .from = &s->from,
        .tick = bd__supervise_tick,
        .tick_user = s,
        .stop = &s->stopping,
        .log = &s->log,
    };
    *result = (struct bd__verification){0};
    examine_safely(s, call_verify, &(struct call){.request = &request, .result = result});
    if (result->interrupted) {
        s->interrupted = true;
        bd__supervise_stop(s);
    }
}

/* How long a new failure may be shrunk. By runs, so that two campaigns with one seed find the same; candidates that hang
 * must not hold up the campaign for ever, a failure that takes its time is measured by the clock anyway, and so is a
 * campaign that has a limit of time. */
static struct bd__shrink_budget budget_for(const struct bd__supervisor *s, const struct bd__outcome *outcome)
{
    enum { HANGS = 10 }; /* that it may wait for */
    const struct bd__campaign *c = s->c;
    static const double LONGEST = 60;
    double patience = fmax(5, HANGS * (double)c->config.timeout_ms / 1000);
    struct bd__shrink_budget budget = {.runs = (uint64_t)c->config.shrink_runs, .seconds = LONGEST};
    if (outcome->failure == BD__FAIL_TIMEOUT || outcome->failure == BD__FAIL_MEMORY) { budget.seconds = patience; }
    if (c->deadline > 0) { budget.seconds = fmin(patience, fmax(c->deadline - bd__clock_seconds(), 1e-3)); }
    return budget;
}

/* A new failure, made smaller within a budget: its `input` is the best that was found. */
static void shrink(struct bd__supervisor *s, struct bd__distinct *d, const struct bd__finding *finding)
{
    const struct bd__campaign *c = s->c;
    struct bd_fuzzer fuzzer = c->target.fuzzer;
    struct bd_config config = c->config;
    struct bd__shrink_budget budget = budget_for(s, &finding->kept->outcome);
    struct bd__shrunk shrunk = {0};
    struct bd__tape tape = {0};
    struct bd__text text = {0};
    if (budget.runs == 0) { return; }
    budget.tick = bd__supervise_tick;
    budget.user = s;
    budget.stop = &s->stopping;
    if (c->plain) { fuzzer.generate = NULL; } /* it got that of plain bytes, and gets it again */
    bd__rundir_tape(&text, &s->from, finding->kept);
    enum bd_status status = bd__tape_parse(&tape, bd__text_str(&text), text.size, "its tape", &s->log);
    if (status == BD_OK) {
        status = bd__shrink(&fuzzer, &config, &tape, &d->signature, &budget, &shrunk, &s->log);
        if (shrunk.smaller) {
            struct bd__failures_input input = {{shrunk.data, shrunk.size},
                                               {(const uint8_t *)shrunk.tape, shrunk.tape_size},
                                               shrunk.structural,
                                               shrunk.values};
            bd__failures_save_shrunk(&s->dir, d, &input, shrunk.runs);
        }
    }
    if (status == BD_INTERRUPTED && !atomic_load(&s->stopping)) { /* by a signal, not by the campaign's own end */
        s->interrupted = true;
        bd__supervise_stop(s);
    }
    bd__shrunk_clear(&shrunk);
    bd__tape_clear(&tape);
    bd__text_clear(&text);
}

static void call_shrink(void *user)
{
    struct call *call = user;
    shrink(call->s, call->d, call->finding);
}

/* What a failure that is new should be told with: does it show again, and how small can it be? If somebody stops the
 * campaign meanwhile, the last checkpoint stays the one before: who resumes it meets the failure again, and this too. */
static void examine(struct bd__supervisor *s, struct bd__distinct *d, const struct bd__finding *finding)
{
    const _Atomic bool *stop = &s->stopping;
    d->examined = finding->reproducible != BD__REPRODUCIBLE_UNKNOWN; /* by whoever found it */
    d->changed = true;
    s->unexamined |= !d->examined && atomic_load(stop);
    if (d->examined || atomic_load(stop)) { return; }
    struct bd__verification again;
    verify(s, finding, true, &again);
    if (again.earlier_count) { bd__failures_save_earlier(&s->dir, d, again.earlier, again.earlier_count); }
    bool here = !finding->program && !finding->kept->outcome.in_generator; /* not one that another build has */
    if (again.reproducible == BD__REPRODUCIBLE_YES && here && !atomic_load(stop)) {
        examine_safely(s, call_shrink, &(struct call){.s = s, .d = d, .finding = finding});
    }
    d->reproducible = again.reproducible;
    d->examined = !atomic_load(stop);
    d->changed = true;
    s->unexamined |= !d->examined;
    bd__verification_clear(&again);
}

/* ---- filing ---------------------------------------------------------------------------------- */

static struct bd__distinct *find(struct bd__supervisor *s, const char *signature)
{
    for (size_t i = 0; i < s->known.count; i++) {
        if (strcmp(s->known.one[i].signature.text, signature) == 0) { return &s->known.one[i]; }
    }
    return NULL;
}

static void set_frames(struct bd__distinct *d, const struct bd__identity *identity)
{
    free(d->frame);
    d->frame = bd__memory(identity->frame_count, sizeof *d->frame);
    d->frame_count = identity->frame_count;
    memcpy(d->frame, identity->frame, identity->frame_count * sizeof *d->frame);
}

static struct bd__distinct *add(struct bd__supervisor *s, const struct bd__finding *finding)
{
    const struct bd__identity *identity = finding->identity;
    s->known.one = bd__memory_grow(s->known.one, s->known.count, sizeof *s->known.one);
    struct bd__distinct *d = &s->known.one[s->known.count++];
    *d = (struct bd__distinct){
        .signature = identity->signature,
        .reproducible = finding->reproducible,
        .first_trial = finding->kept->trial,
        .first_seconds = bd__clock_seconds() - s->start,
        .seed = s->from.seed,
    };
    set_frames(d, identity);
    bd__failures_name(d->name, &identity->signature);
    snprintf(d->found_by, sizeof d->found_by, "%s", finding->found_by);
    snprintf(d->program, sizeof d->program, "%s", s->from.program);
    snprintf(d->guide, sizeof d->guide, "%s", s->from.guide);
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/failures/%s", s->dir.path, d->name);
    d->reproduce = command_for(s, finding->program, "replay", path);
    d->shrink = command_for(s, finding->program, "shrink", path);
    return d;
}

static void count_once_more(struct bd__supervisor *s, struct bd__distinct *d, const struct bd__case *kept)
{
    d->count++;
    d->last_trial = kept->trial;
    d->last_seconds = bd__clock_seconds() - s->start;
    d->changed = true;
}

static void file_new(struct bd__supervisor *s, const struct bd__finding *finding)
{
    if (s->known.count >= s->c->config.keep_failures) {
        if (!s->told_full) {
            bd__warn(&s->log,
                     "%zu distinct failures are saved; new ones are only counted from now on (--keep-failures raises "
                     "the limit)",
                     s->known.count);
        }
        s->told_full = true;
        return;
    }
    struct bd__distinct *d = add(s, finding);
    count_once_more(s, d, finding->kept);
    s->c->tally.distinct_failures++;
    if (finding->in_worker) { bd__sanitized_failure(s, finding->kept, d->name); }
    bool saved = bd__failures_save_new(&s->dir, &s->from, d, finding->kept, finding->report);
    examine(s, d, finding);
    bd__failures_save_json(&s->dir, d);
    bd__rundir_commit(&s->dir);
    s->failures_saved += saved;
    if (saved) { tell(s, d); }
}

/* The campaign has gone back to a checkpoint since this one was counted. If it was the first of its kind, and its folder is
 * from somebody who was in a hurry (names of functions take time to find), all of that is done again. */
static void file_again(struct bd__supervisor *s, struct bd__distinct *d, const struct bd__finding *finding)
{
    if (finding->kept->trial != d->first_trial) { return; }
    if (d->first_trial > s->now.resumed_trials) { s->c->tally.distinct_failures++; } /* else resuming counted it */
    if (d->examined) { return; }
    set_frames(d, finding->identity);
    bd__failures_save_input(&s->dir, &s->from, d, finding->kept, finding->report);
    examine(s, d, finding);
    bd__failures_save_json(&s->dir, d);
    bd__rundir_commit(&s->dir);
}

/* One that is known comes again. An input takes the place of the smallest only if it shows the failure by itself. */
static void file_known(struct bd__supervisor *s, struct bd__distinct *d, const struct bd__finding *finding)
{
    const struct bd__case *kept = finding->kept;
    if (kept->trial <= d->last_trial) {
        file_again(s, d, finding);
        return;
    }
    count_once_more(s, d, kept);
    bool shown = d->reproducible == BD__REPRODUCIBLE_YES, early = d->examples < BD__FAILURE_EXAMPLES;
    if (early) { bd__failures_save_example(&s->dir, &s->from, d, kept); }
    if ((shown ? bd__failures_is_smaller(d, kept) : early) && !atomic_load(&s->stopping)) {
        struct bd__verification again = {.reproducible = finding->reproducible};
        if (again.reproducible == BD__REPRODUCIBLE_UNKNOWN) { verify(s, finding, false, &again); }
        if (again.reproducible == BD__REPRODUCIBLE_YES) {
            d->reproducible = BD__REPRODUCIBLE_YES;
            bd__failures_save_input(&s->dir, &s->from, d, kept, finding->report);
            bd__failures_save_earlier(&s->dir, d, NULL, 0);
            bd__failures_save_json(&s->dir, d);
        }
        bd__verification_clear(&again);
    }
    bd__rundir_commit(&s->dir);
}

void bd__triage_file(struct bd__supervisor *s, const struct bd__finding *finding)
{
    struct bd__distinct *known = find(s, finding->identity->signature.text);
    s->filing = true;
    if (known) {
        file_known(s, known, finding);
    } else {
        file_new(s, finding);
    }
    s->filing = false;
}

void bd__triage_trial(struct bd__supervisor *s, const struct bd__case *kept, const char *output)
{
    struct bd__identity identity;
    struct bd__text report = {0};
    bd__identify_fully(&identity, &kept->outcome, &s->c->pulse, output);
    write_report(&report, kept, &identity, output);
    bd__triage_file(
        s, &(struct bd__finding){
               .kept = kept,
               .identity = &identity,
               .report = bd__text_str(&report),
               .found_by = "fuzzing",
               .reproducible = kept->outcome.failure == BD__FAIL_ARENA ? BD__REPRODUCIBLE_NO : BD__REPRODUCIBLE_UNKNOWN,
               .in_worker = true,
           });
    bd__text_clear(&report);
    bd__identity_clear(&identity);
}

void bd__triage_save(struct bd__supervisor *s)
{
    for (size_t i = 0; i < s->known.count; i++) { bd__failures_save_json(&s->dir, &s->known.one[i]); }
    bd__rundir_commit(&s->dir);
}
