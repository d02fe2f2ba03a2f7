#include "filing/filing.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/rescue.h"
#include "exec/worker.h"
#include "filing/sanitized.h"
#include "inspect/shrink.h"
#include "inspect/suggest.h"
#include "inspect/verify.h"
#include "trial/size.h"

/* ---- reports --------------------------------------------------------------------------------- */

/* Writes report.txt for the folder's input: the input that FINDING found, or what it was SHRUNK to. EVIDENCE is from a
 * run of that input. */
static void write_report(struct bd__text *report, const struct bd__finding *finding,
                         const struct bd__evidence *evidence, bool shrunk)
{
    const struct bd__case *kept = finding->kept;
    char what[64];
    bd__outcome_describe(&evidence->outcome, what, sizeof what);
    bd__text_printf(report, "%s%s%s in trial %llu", evidence->outcome.in_generator ? "the generator: " : "", what,
                    shrunk ? ", with an input shrunk from the one found" : "", (unsigned long long)kept->trial);
    if (finding->program) { bd__text_printf(report, ", by %s, %s", finding->found_by, finding->program); }
    bd__text_puts(report, "\n");
    if (kept->op == BD__OP_SIMPLEST) {
        bd__text_puts(
            report, "This is the simplest input: every draw answered 0. The generator must end there, and make a small "
                    "input (bediv.h, rule 2).\n");
    }
    bd__evidence_report(report, evidence, finding->evidence->identity.signature.text);
}

/* Announces the first failures one by one. In a flood, at most one per second. */
static void tell(struct bd__filing *f, const struct bd__distinct *d)
{
    static const char *const notes[] = {
        [BD__REPRODUCIBLE_UNKNOWN] = "",
        [BD__REPRODUCIBLE_YES] = "",
        [BD__REPRODUCIBLE_EARLIER] = " (needs earlier inputs)",
        [BD__REPRODUCIBLE_NO] = " (not reproducible)",
    };
    enum { ONE_BY_ONE = 10 };
    double now = bd__clock_seconds();
    f->untold++;
    if (f->known.count > ONE_BY_ONE && now < f->told_at + 1) { return; }
    char more[48] = "";
    if (f->untold > 1) { snprintf(more, sizeof more, " (and %llu more)", (unsigned long long)f->untold - 1); }
    bd__info(f->log, "%s%s, saved as %s/failures/%s%s", d->signature.text, notes[d->reproducible], f->dir->place,
             d->name, more);
    f->told_at = now;
    f->untold = 0;
}

/* ---- examining ------------------------------------------------------------------------------- */

/* The arguments of a call under bd__rescue. */
struct examine_call {
    struct bd__filing *f;
    struct bd__distinct *d;
    const struct bd__finding *finding;
    const struct bd__verify_request *request;
    struct bd__verification *result;
    struct bd__shrunk *shrunk;
};

/* Calls WORK, which verifies or shrinks. Both use arenas of their own, which the target can overwrite, too. If that
 * stops one of them with a fault or an endless loop, its arena leaks, so nothing is examined after that. */
static void examine_safely(struct bd__filing *f, void (*work)(void *call), struct examine_call *call)
{
    if (f->unexaminable || bd__rescue(work, call)) { return; }
    f->unexaminable = true;
    bd__worker_abandon();
    bd__warn(f->log,
             "the target writes into the fuzzer's memory: from now on, new failures are neither re-run nor shrunk");
}

static void call_verify(void *user)
{
    struct examine_call *call = user;
    bd__verify(call->result, call->request);
}

static void verify(struct bd__filing *f, const struct bd__finding *finding, bool with_history,
                   struct bd__verification *result)
{
    struct bd__verify_request request = {
        .rig = &f->ring->rig,
        .kept = finding->kept,
        .wanted = &finding->evidence->identity.signature,
        .with_history = with_history && finding->in_worker,
        .from = f->from,
        .tick = f->tick,
        .tick_user = f->user,
        .stop = f->stopping,
        .log = f->log,
    };
    *result = (struct bd__verification){0};
    examine_safely(f, call_verify, &(struct examine_call){.request = &request, .result = result});
    if (result->interrupted) {
        f->interrupted = true;
        f->stop(f->user);
    }
}

/* The budget for the next time that a failure is shrunk. The first time gets all of LIMIT. Each later one, when a
 * smaller input of the same failure was found, gets half of what is left of twice LIMIT. So the total stays below twice
 * LIMIT, even with a flood of ever smaller inputs. */
static double share_of(double limit, double spent)
{
    return fmax(0, (2 * limit - spent) / 2);
}

/* How long an input of D may be shrunk. The limit is a number of runs, so that two campaigns with the same seed find
 * the same. A limit of seconds comes on top, so that candidates that hang do not block the campaign for long. It is
 * shorter if the clock matters anyway: for timeouts and memory failures, and in a campaign with a time limit. */
static struct bd__shrink_budget budget_for(const struct bd__filing *f, const struct bd__distinct *d,
                                           const struct bd__outcome *outcome)
{
    enum { HANGS = 10 }; /* candidates that may time out; on a busy machine, each may take far longer than its limit */
    const struct bd__ring *ring = f->ring;
    static const double LONGEST = 60, LEAST = 0.1;
    double patience = fmax(5, HANGS * (double)ring->rig.config.timeout_ms / 1000);
    bool by_clock = bd__outcome_is_limit(outcome) || ring->deadline > 0;
    struct bd__shrink_budget budget = {
        .runs = (uint64_t)share_of(ring->rig.config.shrink_runs, (double)d->shrink_runs),
        .seconds = share_of(by_clock ? patience : LONGEST, d->shrink_seconds),
        .least_runs = ring->deadline > 0 || d->shrink_runs ? 0 : HANGS,
    };
    if (budget.seconds < LEAST) { budget.runs = 0; }
    if (ring->deadline > 0) { budget.seconds = fmin(budget.seconds, fmax(ring->deadline - bd__clock_seconds(), 1e-3)); }
    return budget;
}

/* Shrinks what FINDING found, within the budget of D. */
static void shrink(struct bd__filing *f, const struct bd__distinct *d, const struct bd__finding *finding,
                   struct bd__shrunk *shrunk)
{
    const struct bd__ring *ring = f->ring;
    struct bd_fuzzer fuzzer = ring->rig.target.fuzzer;
    struct bd_config config = ring->rig.config;
    struct bd__shrink_budget budget = budget_for(f, d, &finding->kept->outcome);
    struct bd__tape tape = {0};
    if (budget.runs == 0) { return; }
    budget.tick = f->tick;
    budget.user = f->user;
    budget.stop = f->stopping;
    if (ring->rig.plain) { fuzzer.generate = NULL; } /* bd__rig_init sets it to the generator of plain bytes again */
    tape.item = bd__memory(bd__tape_items(&finding->kept->choices), sizeof *tape.item);
    bd__tape_take(&tape, &finding->kept->choices, f->from->sites);
    enum bd_status status = bd__shrink_tape(&fuzzer, &config, &tape, &d->signature, &budget, shrunk, f->log);
    if (status == BD_INTERRUPTED && !atomic_load(f->stopping)) { /* by a signal; the campaign has not ended yet */
        f->interrupted = true;
        f->stop(f->user);
    }
    free(tape.item); /* its labels belong to the sites */
}

static void call_shrink(void *user)
{
    struct examine_call *call = user;
    shrink(call->f, call->d, call->finding, call->shrunk);
}

/* The result of examining an input: does it reproduce the failure, and what is the smallest that does? */
struct examination {
    struct bd__verification again;
    struct bd__shrunk shrunk;
};

static void clear_examination(struct examination *e)
{
    bd__verification_clear(&e->again);
    bd__shrunk_clear(&e->shrunk);
}

/* Verifies and shrinks what FINDING found. If somebody stops the campaign meanwhile, D stays unexamined and no newer
 * checkpoint is written, so a resumed campaign meets this failure again. */
static void look_into(struct bd__filing *f, struct bd__distinct *d, const struct bd__finding *finding,
                      bool with_history, struct examination *e)
{
    const _Atomic bool *stop = f->stopping;
    *e = (struct examination){0};
    d->examined = false; /* failure.json may be written meanwhile */
    d->changed = true;
    if (!atomic_load(stop)) { verify(f, finding, with_history, &e->again); }
    bool shrinkable = e->again.reproducible == BD__REPRODUCIBLE_YES && !finding->kept->outcome.in_generator;
    double start = bd__clock_seconds();
    if (shrinkable && !atomic_load(stop)) {
        examine_safely(f, call_shrink,
                       &(struct examine_call){.f = f, .d = d, .finding = finding, .shrunk = &e->shrunk});
    }
    d->examined = !atomic_load(stop);
    d->changed = true;
    f->unexamined |= !d->examined;
    if (!d->examined) { return; }
    d->shrink_runs += e->shrunk.runs;
    d->shrink_seconds += bd__clock_seconds() - start;
}

static void save_shrunk(struct bd__filing *f, struct bd__distinct *d, const struct bd__shrunk *shrunk, uint64_t trial,
                        const char *report)
{
    struct bd__failures_input input = {
        .bytes = {shrunk->data, shrunk->size},
        .tape = {(const uint8_t *)shrunk->tape, shrunk->tape_size},
        .structural = shrunk->structural,
        .values = shrunk->values,
        .trial = trial,
    };
    bd__failures_save_shrunk(f->dir, d, &input, report);
}

/* Makes the best of E the input of D, with a report of its own run. IN_PLACE: the input as found is saved already. */
static void save_best(struct bd__filing *f, struct bd__distinct *d, const struct bd__finding *finding,
                      const struct examination *e, bool in_place)
{
    const struct bd__shrunk *shrunk = &e->shrunk;
    bool known = e->again.reproducible != BD__REPRODUCIBLE_UNKNOWN && e->again.reproducible != BD__REPRODUCIBLE_NO;
    const struct bd__evidence *evidence = shrunk->smaller ? &shrunk->evidence
                                          : known         ? &e->again.shown
                                                          : finding->evidence;
    struct bd__text report = {0}, tape = {0};
    write_report(&report, finding, evidence, shrunk->smaller);
    if (shrunk->smaller) {
        bd__text_add(&tape, shrunk->tape, shrunk->tape_size);
        save_shrunk(f, d, shrunk, finding->kept->trial, bd__text_str(&report));
    } else if (in_place) {
        bd__failures_save_report(f->dir, d, bd__text_str(&report));
    } else {
        bd__failures_save_input(f->dir, f->from, d, finding->kept, bd__text_str(&report));
    }
    if (!shrunk->smaller) { bd__rundir_tape(&tape, f->from, finding->kept); }
    if (finding->in_worker && !finding->kept->outcome.in_generator) {
        bd__sanitized_failure(f->sanitized, d->name, bd__text_str(&tape));
    }
    bd__text_clear(&report);
    bd__text_clear(&tape);
}

/* D is a failure that the sanitized build shows: asks that build to shrink TAPE, which made its input. */
static void shrink_there(struct bd__filing *f, struct bd__distinct *d, const char *tape)
{
    uint64_t runs = (uint64_t)share_of(f->ring->rig.config.shrink_runs, (double)d->shrink_runs);
    d->examined = !bd__sanitized_shrink(f->sanitized, d->name, tape, runs);
    d->changed = true;
}

/* Examines a new failure. Its input is already saved, as found. */
static void examine(struct bd__filing *f, struct bd__distinct *d, const struct bd__finding *finding)
{
    struct examination e;
    if (finding->program) { /* another build shows it, and must shrink it */
        struct bd__text tape = {0};
        bd__rundir_tape(&tape, f->from, finding->kept);
        shrink_there(f, d, bd__text_str(&tape));
        bd__text_clear(&tape);
        return;
    }
    look_into(f, d, finding, true, &e);
    if (e.again.earlier_count) { bd__failures_save_earlier(f->dir, d, e.again.earlier, e.again.earlier_count); }
    d->reproducible = e.again.reproducible;
    save_best(f, d, finding, &e, true);
    clear_examination(&e);
}

/* FINDING may have a better input for the known failure D. Verifies and shrinks it. It replaces the folder's input if
 * it shows the failure by itself. */
static void improve(struct bd__filing *f, struct bd__distinct *d, const struct bd__finding *finding)
{
    struct examination e;
    look_into(f, d, finding, false, &e);
    if (d->examined && e.again.reproducible == BD__REPRODUCIBLE_YES) { /* if unexamined, a resumed campaign retries */
        d->reproducible = BD__REPRODUCIBLE_YES;
        save_best(f, d, finding, &e, false);
        bd__failures_save_earlier(f->dir, d, NULL, 0);
    }
    bd__failures_save_json(f->dir, d);
    clear_examination(&e);
}

/* ---- the sanitized build ------------------------------------------------------------------------- */

static struct bd__distinct *find_folder(struct bd__filing *f, const char *folder)
{
    for (size_t i = 0; i < f->known.count; i++) {
        if (strcmp(f->known.one[i].name, folder) == 0) { return &f->known.one[i]; }
    }
    return NULL;
}

static struct bd__evidence evidence_of(const struct bd__sanitized_answer *answer)
{
    static const struct bd__pulse no_stack; /* our own worker's stack has nothing to do with it */
    struct bd__evidence evidence = {0};
    bd__evidence_take(&evidence, &answer->outcome, &no_stack, bd__text_str(&answer->output));
    evidence.alone = true;
    return evidence;
}

void bd__filing_found_there(struct bd__filing *f, struct bd__case *kept, const struct bd__sanitized_answer *answer)
{
    struct bd__evidence evidence = evidence_of(answer);
    kept->outcome = answer->outcome;
    bd__filing_file(f, &(struct bd__finding){
                           .kept = kept,
                           .evidence = &evidence,
                           .found_by = BD__FOUND_BY_SANITIZED,
                           .program = f->ring->rig.config.sanitized,
                           .reproducible = BD__REPRODUCIBLE_YES, /* it ran alone in its process */
                       });
    bd__evidence_clear(&evidence);
}

static void write_words(struct bd__text *text, const struct bd__distinct *d, const struct bd__sanitized_answer *answer,
                        const char *program)
{
    char what[64];
    bool failed = answer->outcome.verdict == BD_FAILURE;
    bd__text_printf(text, "%s in the sanitized build, %s, with the input of this folder (%llu bytes)\n",
                    failed ? bd__outcome_describe(&answer->outcome, what, sizeof what) : "no failure", program,
                    (unsigned long long)d->size);
    if (!failed) { return; }
    struct bd__evidence e = evidence_of(answer);
    bd__text_printf(text, "signature there: %s\n", e.identity.signature.text);
    if (e.identity.frame_count && d->frame_count && strcmp(e.identity.frame[0].function, d->frame[0].function) != 0) {
        bd__text_printf(text,
                        "The two builds fail in different functions: the sanitized one in %s, the other in %s. This "
                        "may be an earlier "
                        "sign of the same bug, or another bug.\n",
                        e.identity.frame[0].function, d->frame[0].function);
    }
    bd__text_printf(text, "\n%s", bd__text_str(&answer->output));
    bd__evidence_clear(&e);
}

void bd__filing_words(struct bd__filing *f, const struct bd__sanitized_answer *answer)
{
    struct bd__text text = {0};
    const struct bd__distinct *d = find_folder(f, answer->folder);
    if (!d) { return; } /* the folder has another input by now, which is run too */
    write_words(&text, d, answer, f->ring->rig.config.sanitized);
    bd__failures_save_sanitized(f->dir, d, bd__text_str(&text));
    bd__rundir_commit(f->dir);
    bd__text_clear(&text);
}

void bd__filing_shrunk(struct bd__filing *f, const struct bd__sanitized_answer *answer)
{
    const struct bd__shrunk *shrunk = &answer->shrunk;
    struct bd__distinct *d = find_folder(f, answer->folder);
    if (!d) { return; } /* the folder has another input by now, which is shrunk too */
    struct bd__evidence evidence = {0};
    const struct bd__size before = {d->size, d->structural, d->values};
    const struct bd__size after = {shrunk->size, shrunk->structural, shrunk->values};
    if (shrunk->smaller) { evidence = evidence_of(answer); }
    bool same = shrunk->smaller && bd__signature_same(&evidence.identity.signature, &d->signature);
    if (same && bd__size_compare(after, before) < 0) {
        struct bd__text report = {0};
        struct bd__case kept = {.trial = d->input_trial, .op = BD__OP_REPLAY};
        struct bd__finding finding = {
            .kept = &kept, .evidence = &evidence, .found_by = d->found_by, .program = f->ring->rig.config.sanitized};
        write_report(&report, &finding, &evidence, true);
        save_shrunk(f, d, shrunk, kept.trial, bd__text_str(&report));
        bd__text_clear(&report);
    }
    bd__evidence_clear(&evidence);
    d->shrink_runs += shrunk->runs;
    d->shrink_seconds += answer->seconds;
    d->examined = d->changed = true;
    bd__failures_save_json(f->dir, d);
    bd__rundir_commit(f->dir);
}

void bd__filing_resume_shrinking(struct bd__filing *f)
{
    static const size_t TAPE_LIMIT = (size_t)64 << 20;
    for (size_t i = 0; i < f->known.count && f->sanitized; i++) {
        struct bd__distinct *d = &f->known.one[i];
        char path[PATH_MAX], *tape;
        size_t size;
        if (d->examined || strcmp(d->found_by, BD__FOUND_BY_SANITIZED) != 0) { continue; }
        snprintf(path, sizeof path, "%s/failures/%s/input.tape", f->dir->path, d->name);
        if (bd__file_read(path, TAPE_LIMIT, &tape, &size) == BD_OK) { shrink_there(f, d, tape); }
        free(tape);
    }
}

/* ---- filing ---------------------------------------------------------------------------------- */

static struct bd__distinct *find(struct bd__filing *f, const struct bd__signature *signature)
{
    for (size_t i = 0; i < f->known.count; i++) {
        if (bd__signature_same(&f->known.one[i].signature, signature)) { return &f->known.one[i]; }
    }
    return NULL;
}

/* PROGRAM: the program that shows D; NULL: this one. */
static void set_commands(struct bd__filing *f, struct bd__distinct *d, const char *program)
{
    const struct bd_config *config = &f->ring->rig.config;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/failures/%s", f->dir->path, d->name);
    if (!program) { program = config->argc ? config->argv[0] : f->from->program; }
    free(d->reproduce);
    free(d->shrink);
    d->reproduce = bd__suggest_command(config, program, "replay", path);
    d->shrink = bd__suggest_command(config, program, "shrink", path);
    d->changed = true;
}

static struct bd__distinct *add(struct bd__filing *f, const struct bd__finding *finding)
{
    const struct bd__identity *identity = &finding->evidence->identity;
    f->known.one = bd__memory_grow(f->known.one, f->known.count, sizeof *f->known.one);
    struct bd__distinct *d = &f->known.one[f->known.count++];
    *d = (struct bd__distinct){
        .signature = identity->signature,
        .reproducible = finding->reproducible,
        .first_trial = finding->kept->trial,
        .first_seconds = bd__clock_seconds() - f->start,
        .seed = f->from->seed,
    };
    bd__distinct_set_frames(d, identity->frame, identity->frame_count);
    bd__failures_name(d->name, &d->signature);
    snprintf(d->found_by, sizeof d->found_by, "%s", finding->found_by);
    snprintf(d->program, sizeof d->program, "%s", f->from->program);
    snprintf(d->guide, sizeof d->guide, "%s", f->from->guide);
    set_commands(f, d, finding->program);
    return d;
}

static void count_once_more(struct bd__filing *f, struct bd__distinct *d, const struct bd__case *kept)
{
    d->count++;
    d->last_trial = kept->trial;
    d->last_seconds = bd__clock_seconds() - f->start;
    d->changed = true;
}

static void file_new(struct bd__filing *f, const struct bd__finding *finding)
{
    if (f->known.count >= f->ring->rig.config.keep_failures) {
        if (!f->told_full) {
            bd__warn(f->log,
                     "%zu distinct failures are saved; from now on, new ones are only counted (--keep-failures raises "
                     "the limit)",
                     f->known.count);
        }
        f->told_full = true;
        return;
    }
    struct bd__distinct *d = add(f, finding);
    count_once_more(f, d, finding->kept);
    f->ring->tally.distinct_failures++;
    struct bd__text report = {0};
    write_report(&report, finding, finding->evidence, false);
    bool saved = bd__failures_save_new(f->dir, f->from, d, finding->kept, bd__text_str(&report));
    bd__text_clear(&report);
    examine(f, d, finding);
    bd__failures_save_json(f->dir, d);
    bd__rundir_commit(f->dir);
    f->saved += saved;
    if (saved) { tell(f, d); }
}

/* The campaign went back to a checkpoint and met this failure again; it is counted already. If it was the latest of D,
 * and examining it was interrupted, it is examined now. */
static void file_again(struct bd__filing *f, struct bd__distinct *d, const struct bd__finding *finding)
{
    bool first = finding->kept->trial == d->first_trial, last = finding->kept->trial == d->last_trial;
    bool counted = d->first_trial <= f->resumed_trials; /* when the campaign was resumed */
    if (first && !counted) { f->ring->tally.distinct_failures++; }
    if (!last || d->examined || finding->program) { return; }
    if (first) {
        struct bd__text report = {0};
        /* When the campaign stopped, there may have been no time to look up names. */
        const struct bd__identity *identity = &finding->evidence->identity;
        bd__distinct_set_frames(d, identity->frame, identity->frame_count);
        write_report(&report, finding, finding->evidence, false);
        bd__failures_save_input(f->dir, f->from, d, finding->kept, bd__text_str(&report));
        bd__text_clear(&report);
        examine(f, d, finding);
        bd__failures_save_json(f->dir, d);
    } else {
        improve(f, d, finding);
    }
    bd__rundir_commit(f->dir);
}

/* The sanitized build found a smaller input of a failure that only it shows. It ran alone in its process. */
static void replace(struct bd__filing *f, struct bd__distinct *d, const struct bd__finding *finding)
{
    struct examination found = {.again.reproducible = BD__REPRODUCIBLE_NO}; /* so that FINDING's own evidence is used */
    save_best(f, d, finding, &found, false);
    examine(f, d, finding);
    bd__failures_save_json(f->dir, d);
}

/* A known failure again. Its input replaces the folder's only if it shows the failure by itself. */
static void file_known(struct bd__filing *f, struct bd__distinct *d, const struct bd__finding *finding)
{
    const struct bd__case *kept = finding->kept;
    if (kept->trial <= d->last_trial) {
        file_again(f, d, finding);
        return;
    }
    count_once_more(f, d, kept);
    bool shown = d->reproducible == BD__REPRODUCIBLE_YES, early = d->examples < BD__FAILURE_EXAMPLES;
    if (early) { bd__failures_save_example(f->dir, f->from, d, kept); }
    bool same_build = strcmp(d->found_by, finding->found_by) == 0; /* else the folder's command might not show it */
    if (same_build && (shown ? bd__failures_is_smaller(d, kept) : early)) {
        if (finding->program) {
            replace(f, d, finding);
        } else {
            improve(f, d, finding);
        }
    }
    bd__rundir_commit(f->dir);
}

/* Somebody removed the folder of D, or the whole run directory. Forgets D, so that the failure is filed as new. */
static void forget(struct bd__filing *f, struct bd__distinct *d)
{
    size_t after = f->known.count - (size_t)(d - f->known.one) - 1;
    bd__warn(f->log, "the folder of the failure %s was removed; the failure is saved again", d->signature.text);
    if (f->ring->tally.distinct_failures) { f->ring->tally.distinct_failures--; }
    if (f->saved) { f->saved--; }
    bd__distinct_clear(d);
    memmove(d, d + 1, after * sizeof *d);
    f->known.count--;
}

void bd__filing_file(struct bd__filing *f, const struct bd__finding *finding)
{
    struct bd__distinct *known = find(f, &finding->evidence->identity.signature);
    if (known && !bd__failures_has(f->dir, known)) {
        forget(f, known);
        known = NULL;
    }
    f->busy = true;
    if (known) {
        file_known(f, known, finding);
    } else {
        file_new(f, finding);
    }
    f->busy = false;
}

void bd__filing_trial(struct bd__filing *f, const struct bd__case *kept, const char *output)
{
    struct bd__evidence evidence = {0};
    bool found_later = kept->outcome.failure == BD__FAIL_ARENA;
    bd__evidence_take(&evidence, &kept->outcome, &f->ring->rig.pulse, output);
    bd__filing_file(f, &(struct bd__finding){
                           .kept = kept,
                           .evidence = &evidence,
                           .found_by = BD__FOUND_BY_FUZZING,
                           .reproducible = found_later ? BD__REPRODUCIBLE_NO : BD__REPRODUCIBLE_UNKNOWN,
                           .in_worker = true,
                       });
    bd__evidence_clear(&evidence);
}

void bd__filing_save(struct bd__filing *f)
{
    for (size_t i = 0; i < f->known.count; i++) {
        struct bd__distinct *d = &f->known.one[i];
        if (d->changed && bd__failures_has(f->dir, d)) { bd__failures_save_json(f->dir, d); }
    }
    bd__rundir_commit(f->dir);
}

void bd__filing_renamed(struct bd__filing *f)
{
    for (size_t i = 0; i < f->known.count; i++) {
        struct bd__distinct *d = &f->known.one[i];
        set_commands(f, d, strcmp(d->found_by, BD__FOUND_BY_SANITIZED) == 0 ? f->ring->rig.config.sanitized : NULL);
    }
}

void bd__filing_count_missing(struct bd__filing *f)
{
    uint64_t missing = 0;
    for (size_t i = 0; i < f->known.count; i++) { missing += !bd__failures_has(f->dir, &f->known.one[i]); }
    if (!missing) { return; }
    bd__warn(f->log, "%llu saved failures are no longer in %s/failures: their folders were removed",
             (unsigned long long)missing, f->dir->path);
    f->missing = missing;
}
