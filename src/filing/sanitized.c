#include "filing/sanitized.h"

#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/memory.h"
#include "exec/server.h"

enum { TRIES = 3, FAILURES_WAITING = 64, SHRINK_SECONDS = 60 };
/* Sanitizers make a program several times slower and larger, so it gets higher limits. A run that exceeds even these
 * says nothing. */
static const double SLOWER = 10, HANG_PATIENCE = 60;
enum { LARGER = 2 };

/* A failure to be run or shrunk. */
struct waiting {
    char *tape, *folder; /* owned; folder "": the folder has another input by now */
    uint64_t runs;       /* limit for shrinking */
};

struct queue {
    struct waiting one[FAILURES_WAITING];
    unsigned count;
};

/* The program, started for one purpose: PROGRAM replay --batch or PROGRAM shrink --batch. */
struct service {
    struct bd__server server;
    char *argv[16]; /* borrowed */
    int file;       /* a memory file with the tape of the current case */
    char path[64];
    bool asked; /* the program was asked about this case, and has not answered yet */
    double asked_at;
    unsigned tries; /* with this case, that failed */
};

struct bd__sanitized {
    struct bd__sanitized_corpus corpus;
    const struct bd__log *log; /* borrowed */
    const char *name;          /* of the program, as given; borrowed */
    char *program;             /* owned */
    char timeout[32], memory[32], runs[32], seconds[32];
    struct service runner, shrinker;
    bool is_failure;       /* the runner's case is failures.one[0], not a corpus entry */
    uint32_t corpus_next;  /* earlier corpus entries are done */
    struct queue failures; /* to be run */
    struct queue shrinks;  /* to be shrunk: failures that only this program shows */
    uint32_t corpus_size;  /* entries that may be run */
    struct bd__sanitized_answer found, shrunk;
    bool has_found, has_shrunk; /* these answers wait to be taken */
    double patience;            /* how many seconds a run may take */
    uint64_t runs_done;
    uint64_t passed_over;
    bool answered; /* the runner has answered at least once */
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

enum bd_status bd__sanitized_open(struct bd__sanitized **opened, const struct bd_config *k,
                                  struct bd__sanitized_corpus corpus, const struct bd__log *log)
{
    char program[PATH_MAX];
    struct stat info;
    *opened = NULL;
    if (!k->sanitized) { return BD_OK; }
    if (!realpath(k->sanitized, program) || access(program, X_OK) != 0 || stat(program, &info) != 0 ||
        !S_ISREG(info.st_mode)) {
        bd__error(log,
                  "cannot run the sanitized build %s; give the path of a fuzzer of the same subject, built with "
                  "-fsanitize=address,undefined",
                  k->sanitized);
        return BD_USAGE;
    }
    struct bd__sanitized *z = *opened = bd__memory(1, sizeof *z);
    z->corpus = corpus;
    z->log = log;
    z->name = k->sanitized;
    z->program = bd__memory_copy(program);
    z->patience = HANG_PATIENCE + SLOWER * (double)k->timeout_ms / 1000;
    z->runner.file = z->shrinker.file = -1;
    snprintf(z->timeout, sizeof z->timeout, "--timeout=%llums", (unsigned long long)(SLOWER * (double)k->timeout_ms));
    snprintf(z->memory, sizeof z->memory, "--memory=%lluM", (unsigned long long)(LARGER * k->memory_mb));
    snprintf(z->seconds, sizeof z->seconds, "--time=%ds", SHRINK_SECONDS);
    if (!open_service(&z->runner, z, "replay", k->dict) || !open_service(&z->shrinker, z, "shrink", k->dict)) {
        bd__error(log, "cannot make a memory file for the sanitized build; --sanitized needs one");
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

void bd__sanitized_close(struct bd__sanitized *z)
{
    if (!z) { return; }
    close_service(&z->runner);
    close_service(&z->shrinker);
    while (z->failures.count) { drop_first(&z->failures); }
    while (z->shrinks.count) { drop_first(&z->shrinks); }
    if (z->has_found) { bd__sanitized_answer_clear(&z->found); }
    if (z->has_shrunk) { bd__sanitized_answer_clear(&z->shrunk); }
    free(z->program);
    free(z);
}

/* TAPE made the input that FOLDER has now. It replaces an earlier tape of that folder in the queue. If the first in the
 * queue is IN_FLIGHT and of that folder, its answer will be ignored. False if the queue is full. */
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

void bd__sanitized_failure(struct bd__sanitized *z, const char *folder, const char *tape)
{
    if (!z || z->off) { return; }
    bool in_flight = z->runner.asked && z->is_failure;
    /* In a flood of distinct failures some are not run: the report of our own build must do. */
    if (!enqueue(&z->failures, in_flight, folder, tape, 0)) { z->passed_over++; }
}

bool bd__sanitized_shrink(struct bd__sanitized *z, const char *folder, const char *tape, uint64_t runs)
{
    if (!z || z->off || !runs) { return false; }
    return enqueue(&z->shrinks, z->shrinker.asked, folder, tape, runs);
}

/* ---- answers ------------------------------------------------------------------------------------- */

void bd__sanitized_answer_clear(struct bd__sanitized_answer *a)
{
    free(a->folder);
    bd__text_clear(&a->output);
    bd__shrunk_clear(&a->shrunk);
    *a = (struct bd__sanitized_answer){0};
}

/* A line of JSON, while it is read. */
struct answer_reading {
    struct bd__sanitized_answer *a;
    struct bd__text error;   /* owned; why the input could not be run; "": it was */
    bool fits;               /* the tape fits the generator */
    bool failed, understood; /* the input failed; its kind of failure is known here */
};

/* Adds VALUE as it was before the JSON writer made each byte one character. VALUE has those characters as UTF-8. */
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
    struct answer_reading *in = user;
    struct bd__sanitized_answer *a = in->a;
    struct bd__shrunk *shrunk = &a->shrunk;
    if (strcmp(path, "code") == 0 && strcmp(value, "null") != 0) {
        in->understood = bd__outcome_from_code(&a->outcome, value);
    }
    if (strcmp(path, "verdict") == 0) { in->failed = strcmp(value, "failure") == 0; }
    if (strcmp(path, "output") == 0) { add_bytes(&a->output, value); }
    if (strcmp(path, "error") == 0) { add_bytes(&in->error, value); }
    if (strcmp(path, "misfit") == 0) { in->fits = strcmp(value, "null") == 0; }
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

/* Reads ANSWER into A. Returns NULL, or what is wrong, which may be IN->error. The caller must clear IN->error. */
static const char *read_answer(struct bd__sanitized_answer *a, const struct bd__text *answer, struct answer_reading *in)
{
    *in = (struct answer_reading){.a = a, .fits = true, .understood = true};
    const char *problem = bd__json_walk(bd__text_str(answer), answer->size, read_leaf, in);
    if (!problem && in->error.size) { problem = bd__text_str(&in->error); }
    if (!problem && (!in->understood || (in->failed && a->outcome.verdict != BD_FAILURE))) {
        problem = "it does not say what failed in a way that is known here: build both programs with one version";
    }
    return problem;
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

/* The runner has answered. If there is something to file, the answer waits to be taken. Moves on to the next case. */
static void receive_found(struct bd__sanitized *z)
{
    struct answer_reading in;
    struct bd__sanitized_answer a = {.about = z->is_failure ? BD__ABOUT_FAILURE : BD__ABOUT_ENTRY,
                                     .entry = z->corpus_next,
                                     .outcome.verdict = BD_VALID};
    const char *problem = read_answer(&a, &z->runner.server.answer, &in);
    bool limit = bd__outcome_is_limit(&a.outcome);
    z->answered |= !problem || in.error.size;
    if (problem && z->answered && !z->told_error) {
        bd__warn(z->log, "%s could not run an input: %s", z->name, problem);
        z->told_error = true;
    }
    if (!in.fits && !z->told_misfit) {
        z->told_misfit = true;
        bd__warn(z->log, "tapes do not quite fit %s: is it a build of the same subject, with the same generator?",
                 z->name);
    }
    z->runs_done++;
    z->passed_over += problem || limit;
    z->has_found = !problem && !limit && (z->is_failure || a.outcome.verdict == BD_FAILURE);
    if (z->has_found) {
        if (z->is_failure) { a.folder = bd__memory_copy(z->failures.one[0].folder); }
        z->found = a;
    } else {
        bd__sanitized_answer_clear(&a);
    }
    bd__text_clear(&in.error);
    next_case(z);
}

/* The shrinker has answered, or has not: then ANSWER is NULL, and the failure stays as it is. */
static void receive_shrunk(struct bd__sanitized *z, const struct bd__text *answer)
{
    static const struct bd__text none = {.data = (char *)"{}", .size = 2};
    struct answer_reading in;
    struct bd__sanitized_answer a = {.about = BD__ABOUT_SHRUNK,
                                     .outcome.verdict = BD_VALID,
                                     .folder = bd__memory_copy(z->shrinks.one[0].folder),
                                     .seconds = bd__clock_seconds() - z->shrinker.asked_at};
    const char *problem = read_answer(&a, answer ? answer : &none, &in);
    a.shrunk.smaller = !problem && a.shrunk.tape && a.shrunk.data && a.outcome.verdict == BD_FAILURE;
    z->shrunk = a;
    z->has_shrunk = true;
    bd__text_clear(&in.error);
    drop_first(&z->shrinks);
    z->shrinker.asked = false;
    z->shrinker.tries = 0;
    bd__server_end(&z->shrinker.server); /* the next failure has another budget, which is a flag */
}

bool bd__sanitized_next(struct bd__sanitized *z, struct bd__sanitized_answer *answer)
{
    if (!z || (!z->has_found && !z->has_shrunk)) { return false; }
    *answer = z->has_found ? z->found : z->shrunk;
    if (z->has_found) {
        z->has_found = false;
    } else {
        z->has_shrunk = false;
    }
    return true;
}

/* ---- questions ----------------------------------------------------------------------------------- */

/* The runner died, hung, or could not be asked. */
static void no_answer(struct bd__sanitized *z)
{
    if (!z->answered) {
        bd__error(
            z->log,
            "%s does not answer, so no inputs run on it. It must be a fuzzer built with this version of bedivfuzz; "
            "try: %s list",
            z->name, z->name);
        z->off = true;
        return;
    }
    z->passed_over++;
    next_case(z);
}

/* Writes TAPE to the memory file, and sends the path of that file to the program. */
static bool ask(struct service *v, const char *tape)
{
    size_t size = strlen(tape);
    bool good = ftruncate(v->file, 0) == 0 && pwrite(v->file, tape, size, 0) == (ssize_t)size;
    v->asked = good && bd__server_ask(&v->server, v->path);
    v->asked_at = bd__clock_seconds();
    return v->asked;
}

/* The state of the current question. A program that dies, or takes longer than PATIENCE seconds, is ended, to be asked
 * again; that counts as busy, until it was asked TRIES times. */
static enum bd__server_state look(struct service *v, double patience)
{
    enum bd__server_state state = v->asked ? bd__server_look(&v->server) : BD__SERVER_DIED;
    if (state == BD__SERVER_BUSY && bd__clock_seconds() - v->asked_at > patience) { state = BD__SERVER_DIED; }
    if (state != BD__SERVER_DIED) { return state; }
    bd__server_end(&v->server);
    v->asked = false;
    return ++v->tries < TRIES ? BD__SERVER_BUSY : BD__SERVER_DIED;
}

/* The tape of the runner's next case, perhaps in MADE; NULL if there is none. */
static const char *next_tape(struct bd__sanitized *z, struct bd__text *made)
{
    while (z->failures.count && !*z->failures.one[0].folder) { drop_first(&z->failures); }
    z->is_failure = z->failures.count > 0;
    if (z->is_failure) { return z->failures.one[0].tape; }
    if (z->corpus_next >= z->corpus_size || !z->corpus.tape(z->corpus.user, z->corpus_next, made)) { return NULL; }
    return bd__text_str(made);
}

/* True if an answer came, so the next question can be asked at once. */
static bool step_runner(struct bd__sanitized *z)
{
    struct service *v = &z->runner;
    if (z->has_found) { return false; } /* it must be taken first */
    if (!v->asked) {
        struct bd__text made = {0};
        const char *tape = next_tape(z, &made);
        bool asked = tape && ask(v, tape);
        bd__text_clear(&made);
        if (!tape || asked) { return false; } /* the answer takes a while */
    }
    switch (look(v, z->patience)) {
    case BD__SERVER_BUSY: return false;
    case BD__SERVER_ANSWERED: receive_found(z); return true;
    case BD__SERVER_DIED: no_answer(z); return false;
    }
    return false;
}

static void step_shrinker(struct bd__sanitized *z)
{
    struct service *v = &z->shrinker;
    if (z->has_shrunk) { return; }
    if (!v->asked) {
        while (z->shrinks.count && !*z->shrinks.one[0].folder) { drop_first(&z->shrinks); }
        if (!z->shrinks.count) { return; }
        snprintf(z->runs, sizeof z->runs, "--trials=%llu", (unsigned long long)z->shrinks.one[0].runs);
        if (ask(v, z->shrinks.one[0].tape)) { return; }
    }
    switch (look(v, SHRINK_SECONDS + z->patience)) {
    case BD__SERVER_BUSY: break;
    case BD__SERVER_ANSWERED: receive_shrunk(z, &v->server.answer); break;
    case BD__SERVER_DIED: receive_shrunk(z, NULL); break;
    }
}

uint64_t bd__sanitized_waiting(const struct bd__sanitized *z)
{
    return !z || z->off ? 0 : z->failures.count + (z->corpus_size - z->corpus_next);
}

uint64_t bd__sanitized_runs(const struct bd__sanitized *z)
{
    return z ? z->runs_done : 0;
}

void bd__sanitized_tick(struct bd__sanitized *z, uint32_t corpus_size)
{
    if (!z || z->off) { return; }
    z->corpus_size = corpus_size;
    if (step_runner(z)) { step_runner(z); } /* after an answer, ask the next question at once */
    if (!z->off) { step_shrinker(z); }
}

/* ---- the end ------------------------------------------------------------------------------------- */

bool bd__sanitized_is_busy(const struct bd__sanitized *z)
{
    return z && !z->off && (bd__sanitized_waiting(z) || z->shrinks.count || z->has_found || z->has_shrunk);
}

void bd__sanitized_wait(const struct bd__sanitized *z)
{
    struct pollfd from[2];
    nfds_t count = 0;
    if (z->runner.server.pid) { from[count++] = (struct pollfd){.fd = z->runner.server.from, .events = POLLIN}; }
    if (z->shrinker.server.pid) { from[count++] = (struct pollfd){.fd = z->shrinker.server.from, .events = POLLIN}; }
    poll(from, count, 20);
}

bool bd__sanitized_hurry(struct bd__sanitized *z)
{
    if (!z || z->off || !z->shrinker.asked || !z->shrinker.server.pid) { return false; }
    kill(z->shrinker.server.pid, SIGINT);
    return true;
}

bool bd__sanitized_is_shrinking(const struct bd__sanitized *z)
{
    return z && z->shrinker.asked;
}

void bd__sanitized_report(const struct bd__sanitized *z)
{
    if (!z) { return; }
    uint64_t waiting = bd__sanitized_waiting(z);
    if (waiting || z->passed_over) {
        bd__warn(z->log, "%llu inputs did not run on %s because time ran out, and %llu were skipped",
                 (unsigned long long)waiting, z->name, (unsigned long long)z->passed_over);
    }
    if (z->shrinks.count && !z->off) {
        bd__warn(z->log,
                 "%u failures that only %s shows were not shrunk because time ran out; to shrink one: %s shrink FOLDER",
                 z->shrinks.count, z->name, z->name);
    }
}
