#include "campaign/sanitized.h"

#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/signals.h"
#include "campaign/supervisor.h"
#include "exec/server.h"
#include "inspect/shrink.h"

enum { TRIES = 3, FAILURES_WAITING = 64, SHRINK_SECONDS = 60 };
/* Sanitizers make a program some times slower and larger: what ends beyond these limits says nothing. */
static const double SLOWER = 10, HANG_PATIENCE = 60;
enum { LARGER = 2 };
static const size_t TAPE_LIMIT = (size_t)64 << 20;

/* A failure that is to be run, or shrunk. */
struct waiting {
    char *tape, *folder; /* owned; folder "": its input is another one by now */
    uint64_t runs;       /* that shrinking may take */
};

struct queue {
    struct waiting one[FAILURES_WAITING];
    unsigned count;
};

/* The program, asked to do one thing: PROGRAM replay --batch, PROGRAM shrink --batch. */
struct service {
    struct bd__server server;
    char *argv[16]; /* borrowed */
    int file;       /* the case that is on its way, as a tape in a memory file */
    char path[64];
    bool asked; /* it is on its way, and since when */
    double asked_at;
    unsigned tries; /* of this case */
};

struct bd__sanitized {
    char *program; /* owned */
    char timeout[32], memory[32], runs[32], seconds[32];
    struct service runner, shrinker;
    bool is_failure;       /* the runner's case is failures.one[0], not a corpus entry */
    uint32_t corpus_next;  /* corpus entries before it are done */
    struct queue failures; /* to be run */
    struct queue shrinks;  /* to be shrunk: failures that only this program shows */
    uint64_t passed_over;
    bool answered; /* the runner ever did */
    bool off, told_misfit, told_error;
};

static bool open_service(struct service *v, struct bd__sanitized *z, char *command, const char *dict)
{
    unsigned n = 0;
    bool shrinks = v == &z->shrinker;
    v->argv[n++] = z->program;
    v->argv[n++] = command;
    v->argv[n++] = "--batch";
    v->argv[n++] = z->timeout;
    v->argv[n++] = z->memory;
    if (shrinks) {
        v->argv[n++] = z->seconds;
        v->argv[n++] = z->runs; /* set before each question */
    }
    if (dict) {
        v->argv[n++] = "--dict";
        v->argv[n++] = (char *)dict;
    }
    v->server.argv = v->argv;
    v->file = memfd_create("bediv-case", MFD_CLOEXEC);
    snprintf(v->path, sizeof v->path, "/proc/%d/fd/%d", (int)getpid(), v->file);
    return v->file >= 0;
}

enum bd_status bd__sanitized_open(struct bd__supervisor *s)
{
    const struct bd_config *k = &s->ring->rig.config;
    char program[PATH_MAX];
    if (!k->sanitized) { return BD_OK; }
    struct stat info;
    if (!realpath(k->sanitized, program) || access(program, X_OK) != 0 || stat(program, &info) != 0 ||
        !S_ISREG(info.st_mode)) {
        bd__error(&s->log,
                  "cannot run the sanitized build %s; give the path of a fuzzer of the same subject, built with "
                  "-fsanitize=address,undefined",
                  k->sanitized);
        return BD_USAGE;
    }
    struct bd__sanitized *z = s->sanitized = bd__memory(1, sizeof *z);
    z->program = bd__memory_copy(program);
    z->runner.file = z->shrinker.file = -1;
    snprintf(z->timeout, sizeof z->timeout, "--timeout=%llums", (unsigned long long)(SLOWER * (double)k->timeout_ms));
    snprintf(z->memory, sizeof z->memory, "--memory=%lluM", (unsigned long long)(LARGER * k->memory_mb));
    snprintf(z->seconds, sizeof z->seconds, "--time=%ds", SHRINK_SECONDS);
    if (!open_service(&z->runner, z, "replay", k->dict) || !open_service(&z->shrinker, z, "shrink", k->dict)) {
        bd__error(&s->log, "cannot make a memory file for the sanitized build; --sanitized needs one");
        return BD_SYSTEM;
    }
    return BD_OK;
}

static void drop_first(struct queue *q)
{
    free(q->one[0].tape);
    free(q->one[0].folder);
    memmove(q->one, q->one + 1, (q->count - 1) * sizeof *q->one);
    q->count--;
}

static void close_service(struct service *v)
{
    bd__server_end(&v->server);
    if (v->file >= 0) { close(v->file); }
}

void bd__sanitized_close(struct bd__supervisor *s)
{
    struct bd__sanitized *z = s->sanitized;
    if (!z) { return; }
    close_service(&z->runner);
    close_service(&z->shrinker);
    while (z->failures.count) { drop_first(&z->failures); }
    while (z->shrinks.count) { drop_first(&z->shrinks); }
    free(z->program);
    free(z);
    s->sanitized = NULL;
}

/* TAPE made the input that is in FOLDER now. What is to be done with the one of before is of no use any more; if it is
 * IN_FLIGHT, its answer will not be taken. False: too many wait. */
static bool enqueue(struct queue *q, bool in_flight, const char *folder, const char *tape, uint64_t runs)
{
    for (unsigned i = 0; i < q->count; i++) {
        if (strcmp(q->one[i].folder, folder) != 0) { continue; }
        if (i == 0 && in_flight) {
            *q->one[i].folder = 0;
            continue;
        }
        free(q->one[i].tape);
        q->one[i].tape = bd__memory_copy(tape);
        q->one[i].runs = runs;
        return true;
    }
    if (q->count == FAILURES_WAITING) { return false; }
    q->one[q->count++] = (struct waiting){bd__memory_copy(tape), bd__memory_copy(folder), runs};
    return true;
}

void bd__sanitized_failure(struct bd__supervisor *s, const struct bd__distinct *d, const char *tape)
{
    struct bd__sanitized *z = s->sanitized;
    if (!z || z->off) { return; }
    bool in_flight = z->runner.asked && z->is_failure;
    /* In a flood of distinct ones the plain build's words must do. */
    if (!enqueue(&z->failures, in_flight, d->name, tape, 0)) { z->passed_over++; }
}

bool bd__sanitized_shrink(struct bd__supervisor *s, const struct bd__distinct *d, const char *tape, uint64_t runs)
{
    struct bd__sanitized *z = s->sanitized;
    if (!z || z->off || !runs) { return false; }
    return enqueue(&z->shrinks, z->shrinker.asked, d->name, tape, runs);
}

/* ---- answers ------------------------------------------------------------------------------------- */

struct answer {
    struct bd__outcome outcome;
    bool fits;                     /* the tape did */
    bool failed, understood;       /* it says that the input failed; … as what is known */
    struct bd__text output, error; /* owned; error "": it was run */
    struct bd__shrunk shrunk;      /* of the shrinker */
};

static void clear_answer(struct answer *a)
{
    bd__text_clear(&a->output);
    bd__text_clear(&a->error);
    bd__shrunk_clear(&a->shrunk);
}

/* Adds VALUE as it was before it became JSON: a character each byte (bd__text_json), which came in as UTF-8. */
static void add_bytes(struct bd__text *to, const char *value)
{
    for (const unsigned char *c = (const unsigned char *)value; *c; c++) {
        bool pair = (*c & 0xfe) == 0xc2 && (c[1] & 0xc0) == 0x80;
        char byte = (char)(pair ? (unsigned)(*c & 3) << 6 | (c[1] & 0x3f) : *c);
        bd__text_add(to, &byte, 1);
        c += pair;
    }
}

static void read_data(struct bd__shrunk *shrunk, const char *value)
{
    shrunk->size = strlen(value) / 2;
    free(shrunk->data);
    shrunk->data = bd__memory(shrunk->size + 1, 1);
    for (size_t i = 0; i < shrunk->size; i++) {
        shrunk->data[i] = (uint8_t)(bd__text_hex(value[2 * i]) << 4 | bd__text_hex(value[2 * i + 1]));
    }
}

static void read_leaf(void *user, const char *path, const char *value)
{
    struct answer *a = user;
    struct bd__shrunk *shrunk = &a->shrunk;
    if (strcmp(path, "code") == 0 && strcmp(value, "null") != 0) {
        a->understood = bd__outcome_from_code(&a->outcome, value);
    }
    if (strcmp(path, "verdict") == 0) { a->failed = strcmp(value, "failure") == 0; }
    if (strcmp(path, "output") == 0) { add_bytes(&a->output, value); }
    if (strcmp(path, "error") == 0) { add_bytes(&a->error, value); }
    if (strcmp(path, "misfit") == 0) { a->fits = strcmp(value, "null") == 0; }
    if (strcmp(path, "runs") == 0) { shrunk->runs = strtoull(value, NULL, 10); }
    if (strcmp(path, "structural_choices") == 0) { shrunk->structural = (uint32_t)strtoul(value, NULL, 10); }
    if (strcmp(path, "value_choices") == 0) { shrunk->values = (uint32_t)strtoul(value, NULL, 10); }
    if (strcmp(path, "data") == 0) { read_data(shrunk, value); }
    if (strcmp(path, "tape") == 0) {
        struct bd__text tape = {0};
        add_bytes(&tape, value);
        free(shrunk->tape);
        shrunk->tape = tape.data;
        shrunk->tape_size = tape.size;
    }
}

static struct bd__evidence evidence_of(const struct answer *a)
{
    static const struct bd__pulse no_stack; /* that of our own worker says nothing */
    struct bd__evidence evidence = {0};
    bd__evidence_take(&evidence, &a->outcome, &no_stack, bd__text_str(&a->output));
    evidence.alone = true;
    return evidence;
}

/* A corpus entry failed in the sanitized build: memory errors that do not crash are mostly found so. */
static void file_finding(struct bd__supervisor *s, uint32_t id, const struct answer *a)
{
    struct bd__case *kept = bd__damage_read_entry(s, id);
    if (!kept) { return; }
    struct bd__evidence evidence = evidence_of(a);
    kept->outcome = a->outcome;
    s->now.sanitized_failures++;
    s->now.last_failure_seconds = bd__clock_seconds() - s->start;
    bd__filing_file(s, &(struct bd__finding){
                           .kept = kept,
                           .evidence = &evidence,
                           .found_by = BD__FOUND_BY_SANITIZED,
                           .program = s->ring->rig.config.sanitized,
                           .reproducible = BD__REPRODUCIBLE_YES, /* it ran in a process of its own */
                       });
    bd__evidence_clear(&evidence);
    free(kept);
    if (s->ring->rig.config.stop_on_failure) { bd__supervise_stop(s); }
}

/* What the sanitized build says of the input of a failure that is filed already. */
static void write_words(struct bd__text *text, const struct bd__distinct *d, const struct answer *a,
                        const char *program)
{
    char what[64];
    bool failed = a->outcome.verdict == BD_FAILURE;
    bd__text_printf(text, "%s in the sanitized build, %s, which ran the input of this folder (%llu bytes)\n",
                    failed ? bd__outcome_describe(&a->outcome, what, sizeof what) : "no failure", program,
                    (unsigned long long)d->size);
    if (!failed) { return; }
    struct bd__evidence e = evidence_of(a);
    bd__text_printf(text, "signature there: %s\n", e.identity.signature.text);
    if (e.identity.frame_count && d->frame_count && strcmp(e.identity.frame[0].function, d->frame[0].function) != 0) {
        bd__text_printf(
            text,
            "The two builds do not fail in the same function, but in %s there and in %s here: the first sign of "
            "the same bug, or another bug.\n",
            e.identity.frame[0].function, d->frame[0].function);
    }
    bd__text_printf(text, "\n%s", bd__text_str(&a->output));
    bd__evidence_clear(&e);
}

static void add_words(struct bd__supervisor *s, const struct waiting *failure, const struct answer *a)
{
    char name[BD__FAILURE_NAME + 64];
    struct bd__text text = {0};
    const struct bd__distinct *d = bd__filing_find(s, failure->folder);
    if (!d) { return; } /* its input is another one by now, and is run too */
    write_words(&text, d, a, s->ring->rig.config.sanitized);
    snprintf(name, sizeof name, "failures/%s/sanitized.txt", d->name);
    bd__rundir_stage(&s->dir, name, bd__text_str(&text), text.size);
    bd__rundir_commit(&s->dir);
    bd__text_clear(&text);
}

static void next_case(struct bd__sanitized *z)
{
    if (z->is_failure) {
        drop_first(&z->failures);
    } else {
        z->corpus_next++;
    }
    z->runner.asked = false;
    z->runner.tries = 0;
}

static void take_answer(struct bd__supervisor *s)
{
    struct bd__sanitized *z = s->sanitized;
    struct answer a = {.outcome.verdict = BD_VALID, .fits = true, .understood = true};
    const char *problem =
        bd__json_walk(bd__text_str(&z->runner.server.answer), z->runner.server.answer.size, read_leaf, &a);
    bool limit = bd__outcome_is_limit(&a.outcome);
    if (!problem && (!a.understood || (a.failed && a.outcome.verdict != BD_FAILURE))) {
        problem = "it does not say what failed in a way that is known here: build both programs with one version";
    }
    z->answered |= !problem;
    if (!problem && a.error.size) {
        problem = bd__text_str(&a.error);
        if (!z->told_error) {
            bd__warn(&s->log, "%s could not run an input: %s", s->ring->rig.config.sanitized, problem);
        }
        z->told_error = true;
    }
    s->now.sanitized_runs++;
    z->passed_over += problem || limit;
    if (!a.fits && !z->told_misfit) {
        z->told_misfit = true;
        bd__warn(&s->log, "tapes do not quite fit %s: is it a build of the same subject, of the same generator?",
                 s->ring->rig.config.sanitized);
    }
    if (!problem && !limit && z->is_failure) {
        add_words(s, &z->failures.one[0], &a);
    } else if (!problem && !limit && a.outcome.verdict == BD_FAILURE) {
        file_finding(s, z->corpus_next, &a);
    }
    clear_answer(&a);
    next_case(z);
}

/* A failure that only this program shows was shrunk; or was not, for want of an answer. */
static void take_shrunk(struct bd__supervisor *s, const char *answer, size_t size)
{
    struct bd__sanitized *z = s->sanitized;
    struct answer a = {.outcome.verdict = BD_VALID, .fits = true, .understood = true};
    const char *problem = bd__json_walk(answer, size, read_leaf, &a);
    a.shrunk.smaller = !problem && !a.error.size && a.shrunk.tape && a.shrunk.data && a.outcome.verdict == BD_FAILURE;
    if (a.shrunk.smaller) { a.shrunk.evidence = evidence_of(&a); }
    s->filing = true;
    bd__filing_shrunk(s, z->shrinks.one[0].folder, &a.shrunk, bd__clock_seconds() - z->shrinker.asked_at);
    s->filing = false;
    clear_answer(&a);
    drop_first(&z->shrinks);
    z->shrinker.asked = false;
    z->shrinker.tries = 0;
    bd__server_end(&z->shrinker.server); /* the next one has another budget */
}

/* ---- questions ----------------------------------------------------------------------------------- */

/* It died, hung, or could not be asked. */
static void no_answer(struct bd__supervisor *s)
{
    struct bd__sanitized *z = s->sanitized;
    if (!z->answered) {
        bd__error(&s->log,
                  "%s does not answer; nothing is run on it. It must be a fuzzer of bedivfuzz, of this version; try: "
                  "%s list",
                  s->ring->rig.config.sanitized, s->ring->rig.config.sanitized);
        z->off = true;
        return;
    }
    z->passed_over++;
    next_case(z);
}

/* TAPE into the memory file, and its path to the program. */
static bool ask(struct service *v, const char *tape)
{
    size_t size = strlen(tape);
    bool good = ftruncate(v->file, 0) == 0 && pwrite(v->file, tape, size, 0) == (ssize_t)size;
    v->asked = good && bd__server_ask(&v->server, v->path);
    v->asked_at = bd__clock_seconds();
    return v->asked;
}

/* What became of the question. A program that dies, or hangs beyond PATIENCE seconds, is asked again: until then, and while
 * it is at work, it is busy. */
static enum bd__server_state look(struct service *v, double patience)
{
    enum bd__server_state state = v->asked ? bd__server_look(&v->server) : BD__SERVER_DIED;
    if (state == BD__SERVER_BUSY && bd__clock_seconds() - v->asked_at > patience) { state = BD__SERVER_DIED; }
    if (state != BD__SERVER_DIED) { return state; }
    bd__server_end(&v->server);
    v->asked = false;
    return ++v->tries < TRIES ? BD__SERVER_BUSY : BD__SERVER_DIED;
}

/* The tape of the runner's next case; NULL if there is none. */
static const char *next_tape(struct bd__supervisor *s, struct bd__text *made)
{
    struct bd__sanitized *z = s->sanitized;
    while (z->failures.count && !*z->failures.one[0].folder) { drop_first(&z->failures); }
    z->is_failure = z->failures.count > 0;
    if (z->is_failure) { return z->failures.one[0].tape; }
    if (z->corpus_next >= s->corpus_saved) { return NULL; }
    struct bd__case *kept = bd__damage_read_entry(s, z->corpus_next);
    if (!kept) { return NULL; }
    bd__rundir_tape(made, &s->from, kept);
    free(kept);
    return bd__text_str(made);
}

static double patience_of(const struct bd__supervisor *s)
{
    return HANG_PATIENCE + SLOWER * (double)s->ring->rig.config.timeout_ms / 1000;
}

/* True if something happened, so that it is worth looking again at once. */
static bool step_runner(struct bd__supervisor *s)
{
    struct bd__sanitized *z = s->sanitized;
    struct service *v = &z->runner;
    if (!v->asked) {
        struct bd__text made = {0};
        const char *tape = next_tape(s, &made);
        bool asked = tape && ask(v, tape);
        bd__text_clear(&made);
        if (!tape || asked) { return false; } /* the answer takes a while */
    }
    switch (look(v, patience_of(s))) {
    case BD__SERVER_BUSY: return false;
    case BD__SERVER_ANSWERED: take_answer(s); return true;
    case BD__SERVER_DIED: no_answer(s); return false;
    }
    return false;
}

static void step_shrinker(struct bd__supervisor *s)
{
    struct bd__sanitized *z = s->sanitized;
    struct service *v = &z->shrinker;
    if (!v->asked) {
        while (z->shrinks.count && !*z->shrinks.one[0].folder) { drop_first(&z->shrinks); }
        if (!z->shrinks.count) { return; }
        snprintf(z->runs, sizeof z->runs, "--trials=%llu", (unsigned long long)z->shrinks.one[0].runs);
        if (ask(v, z->shrinks.one[0].tape)) { return; }
    }
    switch (look(v, SHRINK_SECONDS + patience_of(s))) {
    case BD__SERVER_BUSY: break;
    case BD__SERVER_ANSWERED: take_shrunk(s, bd__text_str(&v->server.answer), v->server.answer.size); break;
    case BD__SERVER_DIED: take_shrunk(s, "{}", 2); break;
    }
}

static uint64_t waiting(const struct bd__supervisor *s)
{
    const struct bd__sanitized *z = s->sanitized;
    return z->failures.count + (s->corpus_saved - z->corpus_next);
}

void bd__sanitized_tick(struct bd__supervisor *s)
{
    if (!s->sanitized || s->sanitized->off || s->filing) { return; }
    if (step_runner(s)) { step_runner(s); } /* after an answer, the next question at once */
    if (!s->sanitized->off) { step_shrinker(s); }
    s->now.sanitized_waiting = waiting(s);
}

/* ---- the end ------------------------------------------------------------------------------------- */

/* Waits for a while for an answer of either program. */
static void wait_for_answer(struct bd__sanitized *z)
{
    struct pollfd from[2];
    nfds_t count = 0;
    if (z->runner.server.pid) { from[count++] = (struct pollfd){.fd = z->runner.server.from, .events = POLLIN}; }
    if (z->shrinker.server.pid) { from[count++] = (struct pollfd){.fd = z->shrinker.server.from, .events = POLLIN}; }
    poll(from, count, 20);
}

static bool is_busy(const struct bd__supervisor *s)
{
    return !s->sanitized->off && (waiting(s) || s->sanitized->shrinks.count);
}

/* The time is over: shrinking ends with the best that it has so far. */
static void end_shrinking(struct bd__supervisor *s)
{
    static const double PATIENCE = 3;
    struct bd__sanitized *z = s->sanitized;
    double until = bd__clock_seconds() + PATIENCE;
    unsigned before = z->shrinks.count;
    if (z->off || !z->shrinker.asked) { return; }
    kill(z->shrinker.server.pid, SIGINT);
    while (z->shrinker.asked && z->shrinks.count == before && bd__clock_seconds() < until &&
           !bd__signals_stop_is_pending()) {
        wait_for_answer(z);
        step_shrinker(s);
    }
}

void bd__sanitized_finish(struct bd__supervisor *s, bool at_once)
{
    struct bd__sanitized *z = s->sanitized;
    if (!z) { return; }
    double until = bd__clock_seconds() + (at_once ? 0 : BD__SANITIZED_PATIENCE);
    bd__sanitized_tick(s);
    if (!at_once && !z->off && waiting(s) > 50) {
        bd__info(&s->log, "%llu inputs are still to be run by %s; that may take up to %d s",
                 (unsigned long long)waiting(s), s->ring->rig.config.sanitized, BD__SANITIZED_PATIENCE);
    }
    while (is_busy(s) && bd__clock_seconds() < until && !bd__signals_stop_is_pending()) {
        wait_for_answer(z);
        bd__sanitized_tick(s);
    }
    if (!at_once && !bd__signals_stop_is_pending()) { end_shrinking(s); }
    s->now.sanitized_waiting = z->off ? 0 : waiting(s);
    if (s->now.sanitized_waiting || z->passed_over) {
        bd__warn(&s->log, "%llu inputs were not run by %s for want of time, %llu because it gave no answer",
                 (unsigned long long)s->now.sanitized_waiting, s->ring->rig.config.sanitized,
                 (unsigned long long)z->passed_over);
    }
    if (z->shrinks.count && !z->off) {
        bd__warn(&s->log, "%u failures that only %s shows were not shrunk for want of time; %s shrink FOLDER does it",
                 z->shrinks.count, s->ring->rig.config.sanitized, s->ring->rig.config.sanitized);
    }
}

void bd__sanitized_resume(struct bd__supervisor *s)
{
    for (size_t i = 0; i < s->known.count && s->sanitized; i++) {
        struct bd__distinct *d = &s->known.one[i];
        char path[PATH_MAX], *tape;
        size_t size;
        if (d->examined || strcmp(d->found_by, BD__FOUND_BY_SANITIZED) != 0) { continue; }
        snprintf(path, sizeof path, "%s/failures/%s/input.tape", s->dir.path, d->name);
        if (bd__file_read(path, TAPE_LIMIT, &tape, &size) == BD_OK) { bd__filing_shrink_there(s, d, tape); }
        free(tape);
    }
}
