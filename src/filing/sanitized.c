#include "filing/sanitized.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/memory.h"
#include "exec/server.h"

enum { TRIES = 3, FAILURES_WAITING = 64 };
/* Sanitizers make a program several times slower and larger, so it gets higher limits. A run that exceeds even these
 * says nothing. */
static const double SLOWER = 10, HANG_PATIENCE = 60;
enum { LARGER = 2 };

/* The tape of a failure. */
struct waiting {
    char *tape, *folder; /* owned; folder "": the folder has another input by now */
};

struct bd__sanitized {
    const struct bd__log *log; /* borrowed */
    const char *name;          /* of the program, as given; borrowed */
    char *program;             /* owned */
    char timeout[32], memory[32];
    struct bd__server server;
    char *argv[16]; /* borrowed */
    int file;       /* a memory file with the tape of the first that waits */
    char path[64];
    bool asked; /* the program was asked about it, and has not answered yet */
    double asked_at;
    unsigned tries; /* with it, that failed */
    struct waiting failures[FAILURES_WAITING];
    unsigned count;
    struct bd__sanitized_answer found;
    bool has_found;  /* it waits to be taken */
    double patience; /* how many seconds a run may take */
    uint64_t passed_over;
    bool answered; /* it has answered at least once */
    bool off, told_misfit, told_error;
};

static bool open_server(struct bd__sanitized *z, const char *dict)
{
    unsigned n = 0;
    z->argv[n++] = z->program;
    z->argv[n++] = "replay";
    z->argv[n++] = "--batch";
    z->argv[n++] = z->timeout;
    z->argv[n++] = z->memory;
    if (dict) {
        z->argv[n++] = "--dict";
        z->argv[n++] = (char *)dict;
    }
    z->server.argv = z->argv;
    z->file = memfd_create("bediv-case", MFD_CLOEXEC);
    snprintf(z->path, sizeof z->path, "/proc/%d/fd/%d", (int)getpid(), z->file);
    return z->file >= 0;
}

enum bd_status bd__sanitized_open(struct bd__sanitized **opened, const struct bd_config *k, const struct bd__log *log)
{
    char program[PATH_MAX];
    *opened = NULL;
    if (!k->sanitized || !realpath(k->sanitized, program)) { return BD_OK; }
    struct bd__sanitized *z = *opened = bd__memory(1, sizeof *z);
    *z = (struct bd__sanitized){.log = log, .name = k->sanitized, .program = bd__memory_copy(program)};
    z->patience = HANG_PATIENCE + SLOWER * (double)k->timeout_ms / 1000;
    snprintf(z->timeout, sizeof z->timeout, "--timeout=%llums", (unsigned long long)(SLOWER * (double)k->timeout_ms));
    snprintf(z->memory, sizeof z->memory, "--memory=%lluM", (unsigned long long)(LARGER * k->memory_mb));
    if (!open_server(z, k->dict)) {
        bd__error(log, "cannot make a memory file for the sanitized build; --sanitized needs one");
        return BD_SYSTEM;
    }
    return BD_OK;
}

static void drop_first(struct bd__sanitized *z)
{
    free(z->failures[0].tape);
    free(z->failures[0].folder);
    memmove(z->failures, z->failures + 1, (z->count - 1) * sizeof *z->failures);
    z->count--;
}

void bd__sanitized_close(struct bd__sanitized *z)
{
    if (!z) { return; }
    bd__server_end(&z->server);
    if (z->file >= 0) { close(z->file); }
    while (z->count) { drop_first(z); }
    if (z->has_found) { bd__sanitized_answer_clear(&z->found); }
    free(z->program);
    free(z);
}

void bd__sanitized_failure(struct bd__sanitized *z, const char *folder, const char *tape)
{
    if (!z || z->off) { return; }
    for (unsigned i = 0; i < z->count; i++) {
        struct waiting *w = &z->failures[i];
        if (strcmp(w->folder, folder) != 0) { continue; }
        if (i == 0 && z->asked) { /* its answer will be ignored */
            *w->folder = 0;
            continue;
        }
        free(w->tape);
        w->tape = bd__memory_copy(tape);
        return;
    }
    if (z->count == FAILURES_WAITING) { /* in a flood of distinct failures, the report of our own build must do */
        z->passed_over++;
        return;
    }
    z->failures[z->count++] = (struct waiting){bd__memory_copy(tape), bd__memory_copy(folder)};
}

/* ---- answers ------------------------------------------------------------------------------------- */

void bd__sanitized_answer_clear(struct bd__sanitized_answer *a)
{
    free(a->folder);
    bd__text_clear(&a->output);
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

static void read_leaf(void *user, const char *path, const char *value)
{
    struct answer_reading *in = user;
    struct bd__sanitized_answer *a = in->a;
    if (strcmp(path, "code") == 0 && strcmp(value, "null") != 0) {
        in->understood = bd__outcome_from_code(&a->outcome, value);
    }
    if (strcmp(path, "verdict") == 0) { in->failed = strcmp(value, "failure") == 0; }
    if (strcmp(path, "output") == 0) { add_bytes(&a->output, value); }
    if (strcmp(path, "error") == 0) { add_bytes(&in->error, value); }
    if (strcmp(path, "misfit") == 0) { in->fits = strcmp(value, "null") == 0; }
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

/* The program has answered. If there is something to file, the answer waits to be taken. */
static void receive(struct bd__sanitized *z)
{
    struct answer_reading in;
    struct bd__sanitized_answer a = {.outcome.verdict = BD_VALID};
    const char *problem = read_answer(&a, &z->server.answer, &in);
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
    z->passed_over += problem || limit;
    z->has_found = !problem && !limit;
    if (z->has_found) {
        a.folder = bd__memory_copy(z->failures[0].folder);
        z->found = a;
    } else {
        bd__sanitized_answer_clear(&a);
    }
    bd__text_clear(&in.error);
    drop_first(z);
    z->asked = false;
    z->tries = 0;
}

bool bd__sanitized_next(struct bd__sanitized *z, struct bd__sanitized_answer *answer)
{
    if (!z || !z->has_found) { return false; }
    *answer = z->found;
    z->has_found = false;
    return true;
}

/* ---- questions ----------------------------------------------------------------------------------- */

/* Writes the tape to the memory file, and sends the path of that file to the program. */
static bool ask(struct bd__sanitized *z)
{
    const char *tape = z->failures[0].tape;
    size_t size = strlen(tape);
    bool good = ftruncate(z->file, 0) == 0 && pwrite(z->file, tape, size, 0) == (ssize_t)size;
    z->asked = good && bd__server_ask(&z->server, z->path);
    z->asked_at = bd__clock_seconds();
    return z->asked;
}

/* The program has died, or takes too long. It is asked again, until it was asked TRIES times. */
static void no_answer(struct bd__sanitized *z)
{
    bd__server_end(&z->server);
    z->asked = false;
    if (++z->tries < TRIES) { return; }
    z->off = !z->answered; /* the lane says what is wrong */
    z->passed_over++;
    drop_first(z);
    z->tries = 0;
}

void bd__sanitized_tick(struct bd__sanitized *z)
{
    if (!z || z->off || z->has_found) { return; }
    if (!z->asked) {
        while (z->count && !*z->failures[0].folder) { drop_first(z); }
        if (!z->count) { return; }
        if (!ask(z)) { no_answer(z); }
        return; /* the answer takes a while */
    }
    enum bd__server_state state = bd__server_look(&z->server);
    if (state == BD__SERVER_BUSY && bd__clock_seconds() - z->asked_at > z->patience) { state = BD__SERVER_DIED; }
    if (state == BD__SERVER_ANSWERED) { receive(z); }
    if (state == BD__SERVER_DIED) { no_answer(z); }
}

/* ---- the end ------------------------------------------------------------------------------------- */

bool bd__sanitized_is_busy(const struct bd__sanitized *z)
{
    return z && !z->off && (z->count || z->has_found);
}

void bd__sanitized_report(const struct bd__sanitized *z)
{
    if (!z || z->off || !(z->count || z->passed_over)) { return; }
    bd__warn(z->log, "%u failures did not run on %s because time ran out, and %llu were skipped", z->count, z->name,
             (unsigned long long)z->passed_over);
}
