#include "campaign/guest.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/memory.h"
#include "campaign/supervisor.h"
#include "exec/dialogue.h"
#include "exec/worker.h"

static const double SILENCE = 2, FIGURES_PERIOD = 0.5, PATIENCE = 2;

/* A failure as it was last reported. */
struct told {
    char name[BD__FAILURE_NAME];
    uint64_t size, structural, values;
    bool examined;
};

struct bd__guest {
    struct bd__dialogue dialogue;
    char **tape; /* owned, as are the tapes: received, but not fed yet */
    size_t tapes, first;
    uint64_t received; /* tapes in all */
    struct told *told; /* owned */
    size_t told_count;
    double budget;
    double heard_at, figures_at;
    bool ready, finish, stop;
};

struct bd__guest *bd__guest_create(void)
{
    struct bd__guest *g = bd__memory(1, sizeof *g);
    *g = (struct bd__guest){.heard_at = bd__clock_seconds()};
    bd__dialogue_begin(&g->dialogue, STDOUT_FILENO, STDIN_FILENO);
    return g;
}

void bd__guest_destroy(struct bd__guest *g)
{
    if (!g) { return; }
    double until = bd__clock_seconds() + PATIENCE;
    while (bd__dialogue_unsent(&g->dialogue) && bd__clock_seconds() < until) {
        bd__dialogue_step(&g->dialogue);
        poll(&(struct pollfd){.fd = g->dialogue.to, .events = POLLOUT}, 1, 20);
    }
    for (size_t i = g->first; i < g->tapes; i++) { free(g->tape[i]); }
    free(g->tape);
    free(g->told);
    bd__dialogue_clear(&g->dialogue);
    free(g);
}

static void send_log(enum bd_log_level level, const char *text, void *user)
{
    struct bd__guest *g = user;
    struct bd__text line = {0};
    bd__text_printf(&line, "%d %s", (int)level, text);
    bd__dialogue_say(&g->dialogue, "log", bd__text_str(&line));
    bd__text_clear(&line);
}

struct bd__log bd__guest_log(struct bd__guest *guest)
{
    return (struct bd__log){send_log, guest};
}

/* ---- from the host --------------------------------------------------------------------------------- */

static void take_tape(struct bd__guest *g, char *text)
{
    for (char *c = text; *c; c++) {
        if (*c == '\r') { *c = '\n'; }
    }
    g->tape = bd__memory_grow(g->tape, g->tapes, sizeof *g->tape);
    g->tape[g->tapes++] = bd__memory_copy(text);
    g->received++;
}

static void listen_to(struct bd__guest *g)
{
    char *line, *rest;
    bd__dialogue_step(&g->dialogue);
    while ((line = bd__dialogue_hear(&g->dialogue))) {
        g->heard_at = bd__clock_seconds();
        if ((rest = bd__dialogue_after(line, "tape"))) { take_tape(g, rest); }
        if ((rest = bd__dialogue_after(line, "budget"))) { g->budget = strtod(rest, NULL); }
        if (bd__dialogue_after(line, "finish")) { g->finish = true; }
        if (bd__dialogue_after(line, "stop")) { g->stop = true; }
    }
    if (g->dialogue.ended) { g->stop = true; }
}

static void feed(struct bd__guest *g, struct bd__feed *to)
{
    while (g->first < g->tapes && bd__feed_put(to, g->tape[g->first], strlen(g->tape[g->first]))) {
        free(g->tape[g->first++]);
    }
    if (g->first == g->tapes) { g->first = g->tapes = 0; }
}

/* ---- to the host ----------------------------------------------------------------------------------- */

static void send_figures(struct bd__guest *g, const struct bd__supervisor *s)
{
    const struct bd__feed *to = s->ring->feed;
    struct bd__text line = {0};
    struct bd__json json = {.out = &line};
    /* In the feed are as many tapes as can be tried soon; that there are some is all that matters. */
    uint64_t waiting = g->tapes - g->first + !bd__feed_is_done(to);
    bd__json_object(&json, NULL, BD__JSON_FLAT);
    bd__json_count(&json, "trials", s->ring->tally.trials);
    bd__json_fixed(&json, "seconds", bd__worker_cpu_seconds(), 3);
    bd__json_count(&json, "received", g->received);
    bd__json_count(&json, "waiting", waiting);
    bd__json_end(&json);
    bd__dialogue_say(&g->dialogue, "figures", bd__text_str(&line));
    bd__text_clear(&line);
}

static struct told *find_told(struct bd__guest *g, const char *name)
{
    for (size_t i = 0; i < g->told_count; i++) {
        if (strcmp(g->told[i].name, name) == 0) { return &g->told[i]; }
    }
    g->told = bd__memory_grow(g->told, g->told_count, sizeof *g->told);
    struct told *told = &g->told[g->told_count++];
    *told = (struct told){.size = UINT64_MAX};
    snprintf(told->name, sizeof told->name, "%s", name);
    return told;
}

/* Reports D if it is new, or has another input, and its files are on disk. */
static void report(struct bd__guest *g, struct bd__supervisor *s, struct bd__distinct *d)
{
    struct told *told = find_told(g, d->name);
    bool same = told->size == d->size && told->structural == d->structural && told->values == d->values &&
                told->examined == d->examined;
    if (same || bd__rundir_waits(&s->dir)) { return; }
    bd__failures_save_json(&s->dir, d);
    bd__rundir_commit(&s->dir);
    if (bd__rundir_waits(&s->dir)) { return; }
    told->size = d->size;
    told->structural = d->structural;
    told->values = d->values;
    told->examined = d->examined;
    bd__dialogue_say(&g->dialogue, "failure", d->name);
}

static void report_failures(struct bd__guest *g, struct bd__supervisor *s, bool all)
{
    if (s->filing.busy) { return; }
    for (size_t i = 0; i < s->filing.known.count; i++) {
        struct bd__distinct *d = &s->filing.known.one[i];
        if (d->examined || all) { report(g, s, d); }
    }
}

/* ---- the campaign ---------------------------------------------------------------------------------- */

static bool must_rest(const struct bd__guest *g)
{
    bool alone = bd__clock_seconds() - g->heard_at > SILENCE;
    return !g->stop && (alone || bd__worker_cpu_seconds() >= g->budget);
}

void bd__guest_tick(struct bd__supervisor *s)
{
    struct bd__guest *g = s->guest;
    if (!g) { return; }
    double now = bd__clock_seconds();
    if (!g->ready) { bd__dialogue_say(&g->dialogue, "ready", NULL); }
    g->ready = true;
    listen_to(g);
    feed(g, s->ring->feed);
    atomic_store(&s->ring->rig.pulse.rest, must_rest(g));
    report_failures(g, s, false);
    if (now >= g->figures_at) {
        g->figures_at = now + FIGURES_PERIOD;
        send_figures(g, s);
    }
    bool done = g->finish && g->first == g->tapes && bd__feed_is_done(s->ring->feed) && !s->filing.busy;
    if (g->stop || done) { bd__supervise_stop(s); }
    bd__dialogue_step(&g->dialogue);
}

void bd__guest_last(struct bd__supervisor *s)
{
    if (!s->guest) { return; }
    report_failures(s->guest, s, true);
    send_figures(s->guest, s);
    if (s->guest->stop || s->guest->finish) { bd__dialogue_say(&s->guest->dialogue, "end", NULL); }
}
