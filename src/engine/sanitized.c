#include "engine/sanitized.h"

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
#include "engine/supervisor.h"
#include "exec/server.h"

enum { TRIES = 3, FAILURES_WAITING = 64 };
/* Sanitizers make a program some times slower and larger: what ends beyond these limits says nothing. */
static const double SLOWER = 10, HANG_PATIENCE = 60;
enum { LARGER = 2 };

/* A failure that is to be run. */
struct waiting {
    char *tape, *folder; /* owned */
};

struct bd__sanitized {
    struct bd__server server;
    char *argv[8]; /* some owned: see close */
    char timeout[32], memory[32];
    int file; /* the case that is on its way */
    char path[64];
    bool asked; /* … and since when */
    double asked_at;
    unsigned tries;       /* of this case */
    bool is_failure;      /* it is failure[0], not a corpus entry */
    uint32_t corpus_next; /* corpus entries before it are done */
    struct waiting failure[FAILURES_WAITING];
    unsigned failures;
    uint64_t passed_over;
    bool answered; /* it ever did */
    bool off, told_misfit, told_error;
};

enum bd_status bd__sanitized_open(struct bd__supervisor *s)
{
    const struct bd_config *k = &s->c->config;
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
    z->file = memfd_create("bediv-case", MFD_CLOEXEC);
    if (z->file < 0) {
        bd__error(&s->log, "cannot make a memory file for the sanitized build; --sanitized needs one");
        return BD_SYSTEM;
    }
    snprintf(z->path, sizeof z->path, "/proc/%d/fd/%d", (int)getpid(), z->file);
    snprintf(z->timeout, sizeof z->timeout, "--timeout=%llums", (unsigned long long)(SLOWER * (double)k->timeout_ms));
    snprintf(z->memory, sizeof z->memory, "--memory=%lluM", (unsigned long long)(LARGER * k->memory_mb));
    unsigned n = 0;
    z->argv[n++] = bd__memory_copy(program);
    z->argv[n++] = "replay";
    z->argv[n++] = "--batch";
    z->argv[n++] = z->timeout;
    z->argv[n++] = z->memory;
    if (k->dict) {
        z->argv[n++] = "--dict";
        z->argv[n++] = (char *)k->dict;
    }
    z->server.argv = z->argv;
    return BD_OK;
}

static void drop_failure(struct bd__sanitized *z)
{
    free(z->failure[0].tape);
    free(z->failure[0].folder);
    memmove(z->failure, z->failure + 1, (z->failures - 1) * sizeof *z->failure);
    z->failures--;
}

void bd__sanitized_close(struct bd__supervisor *s)
{
    struct bd__sanitized *z = s->sanitized;
    if (!z) { return; }
    bd__server_end(&z->server);
    while (z->failures) { drop_failure(z); }
    if (z->file >= 0) { close(z->file); }
    free(z->argv[0]);
    free(z);
    s->sanitized = NULL;
}

void bd__sanitized_failure(struct bd__supervisor *s, const struct bd__case *kept, const char *folder)
{
    struct bd__sanitized *z = s->sanitized;
    if (!z || z->off || kept->outcome.in_generator) { return; }
    if (z->failures == FAILURES_WAITING) { /* a flood of distinct ones: the plain build's words must do */
        z->passed_over++;
        return;
    }
    struct bd__text tape = {0};
    bd__rundir_tape(&tape, &s->from, kept);
    z->failure[z->failures++] = (struct waiting){tape.data, bd__memory_copy(folder)};
}

/* ---- answers ------------------------------------------------------------------------------------- */

struct answer {
    struct bd__outcome outcome;
    bool fits;                     /* the tape did */
    struct bd__text output, error; /* owned; error "": it was run */
};

static struct bd__outcome outcome_named(const char *name)
{
    struct bd__outcome o = {.verdict = BD_FAILURE, .failure = BD__FAIL_SIGNAL};
    static const char generator[] = "the generator failed: ";
    if (strncmp(name, generator, strlen(generator)) == 0) {
        o.in_generator = true;
        name += strlen(generator);
    }
    static const enum bd__failure plain[] = {BD__FAIL_VERDICT, BD__FAIL_STACK, BD__FAIL_SANITIZER, BD__FAIL_TIMEOUT,
                                             BD__FAIL_MEMORY};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        char text[64];
        o.failure = plain[i];
        if (strcmp(name, bd__outcome_describe(&o, text, sizeof text)) == 0) { return o; }
    }
    o.failure = sscanf(name, "exit(%d)", &o.detail) == 1 ? BD__FAIL_EXIT : BD__FAIL_SIGNAL;
    for (int i = 1; o.failure == BD__FAIL_SIGNAL && !o.detail && i < NSIG; i++) {
        const char *abbreviation = sigabbrev_np(i);
        if (abbreviation && strncmp(name, "SIG", 3) == 0 && strcmp(name + 3, abbreviation) == 0) { o.detail = i; }
    }
    return o;
}

static void read_leaf(void *user, const char *path, const char *value)
{
    struct answer *a = user;
    if (strcmp(path, "failure") == 0 && strcmp(value, "null") != 0) { a->outcome = outcome_named(value); }
    if (strcmp(path, "output") == 0) { bd__text_puts(&a->output, value); }
    if (strcmp(path, "error") == 0) { bd__text_puts(&a->error, value); }
    if (strcmp(path, "misfit") == 0) { a->fits = strcmp(value, "null") == 0; }
}

/* A corpus entry failed in the sanitized build: memory errors that do not crash are mostly found so. */
static void file_finding(struct bd__supervisor *s, uint32_t id, const struct answer *a)
{
    static const struct bd__pulse no_stack; /* that of our own worker says nothing */
    struct bd__case *kept = bd__damage_read_entry(s, id);
    struct bd__identity identity;
    struct bd__text report = {0};
    if (!kept) { return; }
    kept->outcome = a->outcome;
    bd__identify_fully(&identity, &kept->outcome, &no_stack, bd__text_str(&a->output));
    bd__text_printf(&report, "found by the sanitized build, %s, which ran corpus entry %u\nsignature: %s\n\n%s",
                    s->c->config.sanitized, id, identity.signature.text, bd__text_str(&a->output));
    s->now.sanitized_failures++;
    s->now.last_failure_seconds = bd__clock_seconds() - s->start;
    bd__triage_file(s, &(struct bd__finding){
                           .kept = kept,
                           .identity = &identity,
                           .report = bd__text_str(&report),
                           .found_by = "the sanitized build",
                           .program = s->c->config.sanitized,
                           .reproducible = BD__REPRODUCIBLE_YES, /* it ran in a process of its own */
                       });
    bd__text_clear(&report);
    bd__identity_clear(&identity);
    free(kept);
    if (s->c->config.stop_on_failure) { bd__supervise_stop(s); }
}

/* What the sanitized build says of a failure that is filed already. */
static void add_words(struct bd__supervisor *s, const struct waiting *failure, const struct answer *a)
{
    char name[BD__FAILURE_NAME + 64], what[64];
    struct bd__text text = {0};
    if (a->outcome.verdict == BD_FAILURE) {
        bd__text_printf(&text, "%s in the sanitized build, %s\n\n%s",
                        bd__outcome_describe(&a->outcome, what, sizeof what), s->c->config.sanitized,
                        bd__text_str(&a->output));
    } else {
        bd__text_printf(&text, "no failure in the sanitized build, %s\n", s->c->config.sanitized);
    }
    snprintf(name, sizeof name, "failures/%s/sanitized.txt", failure->folder);
    bd__rundir_stage(&s->dir, name, bd__text_str(&text), text.size);
    bd__rundir_commit(&s->dir);
    bd__text_clear(&text);
}

static void next_case(struct bd__sanitized *z)
{
    if (z->is_failure) {
        drop_failure(z);
    } else {
        z->corpus_next++;
    }
    z->asked = false;
    z->tries = 0;
}

static void take_answer(struct bd__supervisor *s)
{
    struct bd__sanitized *z = s->sanitized;
    struct answer a = {.outcome.verdict = BD_VALID, .fits = true};
    const char *problem = bd__json_walk(bd__text_str(&z->server.answer), z->server.answer.size, read_leaf, &a);
    bool limit = a.outcome.failure == BD__FAIL_TIMEOUT || a.outcome.failure == BD__FAIL_MEMORY;
    z->answered |= !problem;
    if (!problem && a.error.size) {
        problem = bd__text_str(&a.error);
        if (!z->told_error) { bd__warn(&s->log, "%s could not run an input: %s", s->c->config.sanitized, problem); }
        z->told_error = true;
    }
    s->now.sanitized_runs++;
    z->passed_over += problem || limit;
    if (!a.fits && !z->told_misfit) {
        z->told_misfit = true;
        bd__warn(&s->log, "tapes do not quite fit %s: is it a build of the same subject, of the same generator?",
                 s->c->config.sanitized);
    }
    if (!problem && !limit && z->is_failure) {
        add_words(s, &z->failure[0], &a);
    } else if (!problem && !limit && a.outcome.verdict == BD_FAILURE) {
        file_finding(s, z->corpus_next, &a);
    }
    bd__text_clear(&a.output);
    bd__text_clear(&a.error);
    next_case(z);
}

/* ---- questions ----------------------------------------------------------------------------------- */

/* It died, hung, or could not be asked. */
static void no_answer(struct bd__supervisor *s)
{
    struct bd__sanitized *z = s->sanitized;
    bd__server_end(&z->server);
    z->asked = false;
    if (++z->tries < TRIES) { return; }
    if (!z->answered) {
        bd__error(&s->log,
                  "%s does not answer; nothing is run on it. It must be a fuzzer of bedivfuzz, of this version; try: "
                  "%s list",
                  s->c->config.sanitized, s->c->config.sanitized);
        z->off = true;
        return;
    }
    z->passed_over++;
    next_case(z);
}

/* The next case into the memory file; false if there is none. */
static bool prepare(struct bd__supervisor *s)
{
    struct bd__sanitized *z = s->sanitized;
    struct bd__text tape = {0};
    z->is_failure = z->failures > 0;
    if (!z->is_failure && z->corpus_next >= s->corpus_saved) { return false; }
    if (!z->is_failure) {
        struct bd__case *kept = bd__damage_read_entry(s, z->corpus_next);
        if (!kept) { return false; }
        bd__rundir_tape(&tape, &s->from, kept);
        free(kept);
    }
    const char *text = z->is_failure ? z->failure[0].tape : tape.data;
    size_t size = strlen(text);
    bool good = ftruncate(z->file, 0) == 0 && pwrite(z->file, text, size, 0) == (ssize_t)size;
    bd__text_clear(&tape);
    return good;
}

/* True if something happened, so that it is worth looking again at once. */
static bool step(struct bd__supervisor *s)
{
    struct bd__sanitized *z = s->sanitized;
    double now = bd__clock_seconds();
    if (!z->asked) {
        if (!prepare(s)) { return false; }
        if (bd__server_ask(&z->server, z->path)) {
            z->asked = true;
            z->asked_at = now;
            return false; /* the answer takes a while */
        }
        no_answer(s);
        return false;
    }
    switch (bd__server_look(&z->server)) {
    case BD__SERVER_BUSY:
        if (now - z->asked_at > HANG_PATIENCE + SLOWER * (double)s->c->config.timeout_ms / 1000) { no_answer(s); }
        return false;
    case BD__SERVER_ANSWERED: take_answer(s); return true;
    case BD__SERVER_DIED: no_answer(s); return false;
    }
    return false;
}

static uint64_t waiting(const struct bd__supervisor *s)
{
    const struct bd__sanitized *z = s->sanitized;
    return z->failures + (s->corpus_saved - z->corpus_next);
}

void bd__sanitized_tick(struct bd__supervisor *s)
{
    if (!s->sanitized || s->sanitized->off || s->filing) { return; }
    if (step(s)) { step(s); } /* after an answer, the next question at once */
    s->now.sanitized_waiting = waiting(s);
}

/* ---- the end ------------------------------------------------------------------------------------- */

static bool interrupted(void)
{
    sigset_t pending;
    sigpending(&pending); /* they are blocked in the supervisor */
    return sigismember(&pending, SIGINT) || sigismember(&pending, SIGTERM) || sigismember(&pending, SIGHUP);
}

void bd__sanitized_finish(struct bd__supervisor *s, bool at_once)
{
    struct bd__sanitized *z = s->sanitized;
    if (!z) { return; }
    double until = bd__clock_seconds() + (at_once ? 0 : BD__SANITIZED_PATIENCE);
    bd__sanitized_tick(s);
    if (!at_once && !z->off && waiting(s) > 50) {
        bd__info(&s->log, "%llu inputs are still to be run by %s; that may take up to %d s",
                 (unsigned long long)waiting(s), s->c->config.sanitized, BD__SANITIZED_PATIENCE);
    }
    while (!z->off && waiting(s) && bd__clock_seconds() < until && !interrupted()) {
        struct pollfd from = {.fd = z->server.from, .events = POLLIN};
        if (z->server.pid) { poll(&from, 1, 20); }
        bd__sanitized_tick(s);
    }
    s->now.sanitized_waiting = z->off ? 0 : waiting(s);
    if (s->now.sanitized_waiting || z->passed_over) {
        bd__warn(&s->log, "%llu inputs were not run by %s for want of time, %llu because it gave no answer",
                 (unsigned long long)s->now.sanitized_waiting, s->c->config.sanitized,
                 (unsigned long long)z->passed_over);
    }
}
