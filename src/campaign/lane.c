#include "campaign/lane.h"

#include <limits.h>
#include <math.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/memory.h"
#include "campaign/share.h"
#include "exec/companion.h"
#include "exec/worker.h"
#include "ring/settings.h"

enum { TRIES = 3, UNSENT = 64 << 10 };
/* Sanitizers make a program several times slower and larger, so it gets higher limits. */
enum { SLOWER = 10, LARGER = 2 };
static const double SILENCE = 60, BUDGET_PERIOD = 0.1;

struct line_list {
    char **one; /* owned, and so are the lines */
    size_t count;
};

struct bd__lane {
    const struct bd_config *config;
    struct bd__lane_source source;
    const struct bd__rundir *dir;
    const struct bd__log *log; /* all borrowed */
    char *program;             /* owned */
    struct bd__companion guest;
    struct bd__share share;
    struct line_list arguments;         /* of the guest that runs */
    char folder[32];                    /* in the run directory */
    struct line_list failures, reports; /* tapes to be sent; names of folders that are to be taken */
    uint64_t sent, received;            /* tapes, to the guest that runs; by it */
    uint32_t next, entries;             /* kept inputs: the next to be sent; how many there are */
    bool ready, finishing, stopping, off;
    bool told_finish, said_end; /* to the guest that runs; by it */
    bool cannot_resume;         /* the last guest did not: begin a new campaign */
    bool resumes;               /* the guest that runs was asked to resume */
    unsigned deaths;            /* without a trial in between */
    double heard_at, budget_at;
    double other_seconds;                          /* of our children, that guests have used */
    double seconds, before_seconds;                /* of CPU time: the guest that runs; earlier ones */
    uint64_t trials, before_trials, tapes_waiting; /* the same of trials; tapes that the guest has not tried yet */
};

/* ---- lists of lines -------------------------------------------------------------------------------- */

static void add_line(struct line_list *list, const char *line)
{
    list->one = bd__memory_grow(list->one, list->count, sizeof *list->one);
    list->one[list->count++] = bd__memory_copy(line);
}

static char *first_line(struct line_list *list)
{
    char *line = list->one[0];
    memmove(list->one, list->one + 1, --list->count * sizeof *list->one);
    return line;
}

static void clear_lines(struct line_list *list)
{
    for (size_t i = 0; i < list->count; i++) { free(list->one[i]); }
    free(list->one);
    *list = (struct line_list){0};
}

/* ---- its command line ------------------------------------------------------------------------------ */

static void add_flag(struct bd__lane *z, const char *flag, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void add_flag(struct bd__lane *z, const char *flag, const char *format, ...)
{
    struct bd__text text = {0};
    va_list args;
    va_start(args, format);
    bd__text_printf(&text, "--%s=", flag);
    bd__text_vprintf(&text, format, args);
    va_end(args);
    add_line(&z->arguments, bd__text_str(&text));
    bd__text_clear(&text);
}

static void add_switch(struct bd__lane *z, const char *flag)
{
    struct bd__text text = {0};
    bd__text_printf(&text, "--%s", flag);
    add_line(&z->arguments, bd__text_str(&text));
    bd__text_clear(&text);
}

/* The settings that decide what a campaign does are those of this one, except the seed: it should try other inputs. A
 * constant of a guide has a default that the list does not know, so it is always given. */
static void add_setting(struct bd__lane *z, const struct bd__setting *setting)
{
    const void *value = bd__setting_in(setting, z->config);
    const void *standard = bd__setting_in(setting, &bd__settings_standard);
    const char *flag = setting->flag;
    if (!flag || setting->term == BD__LIMIT || setting->term == BD__APART || strcmp(flag, "seed") == 0 ||
        setting->type == BD__MILLISECONDS || strcmp(flag, "memory") == 0) {
        return;
    }
    if (setting->form == BD__FORM_SWITCH && *(const bool *)value) { add_switch(z, flag); }
    if (setting->form == BD__FORM_WORD && *(const char *const *)value) {
        add_flag(z, flag, "%s", *(const char *const *)value);
    }
    if (setting->form == BD__FORM_WHOLE && *(const uint64_t *)value != *(const uint64_t *)standard) {
        add_flag(z, flag, "%llu%s", (unsigned long long)*(const uint64_t *)value,
                 setting->type == BD__MEGABYTES ? "M" : "");
    }
    if (setting->form == BD__FORM_REAL &&
        (*(const double *)value != *(const double *)standard || (setting->tuning && setting->type == BD__SHARE))) {
        add_flag(z, flag, "%.17g", *(const double *)value);
    }
}

static void find_folder(struct bd__lane *z, char path[PATH_MAX])
{
    for (unsigned i = 1;; i++) {
        snprintf(z->folder, sizeof z->folder, i == 1 ? "sanitized" : "sanitized-%u", i);
        snprintf(path, PATH_MAX, "%s/%s", z->dir->path, z->folder);
        if (!bd__file_exists(path)) { return; }
    }
}

/* The latest campaign of a guest, if there is one to be resumed. */
static bool find_earlier(struct bd__lane *z, char path[PATH_MAX])
{
    char name[32], state[PATH_MAX];
    bool found = false;
    for (unsigned i = 1;; i++) {
        snprintf(name, sizeof name, i == 1 ? "sanitized" : "sanitized-%u", i);
        if (snprintf(state, sizeof state, "%s/%s", z->dir->path, name) >= (int)sizeof state ||
            !bd__file_exists(state)) {
            return found;
        }
        snprintf(path, PATH_MAX, "%s/%s", z->dir->path, name);
        strcat(state, "/state");
        found = bd__file_exists(state);
        if (found) { snprintf(z->folder, sizeof z->folder, "%s", name); }
    }
}

static void write_arguments(struct bd__lane *z)
{
    const struct bd_config *k = z->config;
    char path[PATH_MAX];
    clear_lines(&z->arguments);
    add_line(&z->arguments, z->program);
    add_switch(z, "lane");
    z->resumes = !z->cannot_resume && find_earlier(z, path);
    if (z->resumes) {
        add_flag(z, "resume", "%s", path);
    } else {
        find_folder(z, path);
        add_flag(z, "out", "%s", path);
        add_flag(z, "seed", "%llu", (unsigned long long)(bd__hash_join(k->seed, 1, 2) >> 1 | 1));
        const struct bd__setting *setting;
        for (size_t i = 0; (setting = bd__setting_list(i)); i++) { add_setting(z, setting); }
        for (size_t i = 0; i < k->seed_count; i++) { add_flag(z, "seeds", "%s", k->seeds[i]); }
    }
    add_flag(z, "timeout", "%llums", (unsigned long long)(SLOWER * k->timeout_ms));
    add_flag(z, "memory", "%lluM", (unsigned long long)(LARGER * k->memory_mb));
    add_flag(z, "checkpoint", "%gs", k->checkpoint_seconds);
}

/* ---- opening and closing --------------------------------------------------------------------------- */

static int processors(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

enum bd_status bd__lane_open(struct bd__lane **opened, const struct bd_config *k, double share,
                             struct bd__lane_source source, const struct bd__rundir *dir, const struct bd__log *log)
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
    struct bd__lane *z = *opened = bd__memory(1, sizeof *z);
    *z = (struct bd__lane){.config = k, .source = source, .dir = dir, .log = log, .program = bd__memory_copy(program)};
    bd__share_begin(&z->share, share, processors());
    return BD_OK;
}

static void end_guest(struct bd__lane *z, double patience)
{
    double before = bd__worker_cpu_seconds();
    bd__companion_end(&z->guest, patience);
    z->other_seconds += bd__worker_cpu_seconds() - before; /* waiting for it is counted too, but takes no time */
    z->before_seconds += z->seconds;
    z->before_trials += z->trials;
    z->seconds = 0;
    z->trials = 0;
}

void bd__lane_close(struct bd__lane *z)
{
    if (!z) { return; }
    bd__companion_clear(&z->guest);
    clear_lines(&z->arguments);
    clear_lines(&z->failures);
    clear_lines(&z->reports);
    free(z->program);
    free(z);
}

void bd__lane_failure(struct bd__lane *z, const char *tape)
{
    enum { MOST = 256 }; /* in a flood of distinct failures some are not tried there */
    if (z && !z->off && z->failures.count < MOST) { add_line(&z->failures, tape); }
}

/* ---- starting, and dying --------------------------------------------------------------------------- */

static void give_up(struct bd__lane *z)
{
    z->off = true;
    if (z->ready) {
        bd__error(z->log, "%s has died %d times without a trial in between; the campaign continues without it",
                  z->config->sanitized, TRIES);
    } else {
        bd__error(z->log,
                  "%s does not answer, so no inputs run on it. It must be a fuzzer built with this version of "
                  "bedivfuzz; try: %s list",
                  z->config->sanitized, z->config->sanitized);
    }
}

static void start(struct bd__lane *z)
{
    write_arguments(z);
    add_line(&z->arguments, "");
    free(z->arguments.one[--z->arguments.count]);
    z->arguments.one[z->arguments.count] = NULL;
    z->heard_at = bd__clock_seconds();
    z->next = 0;
    z->tapes_waiting = z->sent = z->received = 0;
    z->told_finish = z->said_end = false;
    if (!bd__companion_start(&z->guest, (const char *const *)z->arguments.one)) { z->deaths++; }
}

/* The guest has ended, or hangs. */
static void bury(struct bd__lane *z)
{
    bool asked = z->stopping || (z->told_finish && z->said_end);
    uint64_t trials = z->trials;
    end_guest(z, z->guest.dialogue.ended ? 1 : 0);
    if (asked) {
        z->off = true;
        return;
    }
    z->deaths = trials ? 1 : z->deaths + 1;
    if (z->deaths >= TRIES) {
        give_up(z);
        return;
    }
    if (z->resumes && !trials) {
        bd__warn(z->log, "%s cannot resume its campaign in %s/%s, and begins a new one", z->config->sanitized,
                 z->dir->path, z->folder);
        z->cannot_resume = true;
    } else if (z->ready) {
        bd__warn(z->log, "%s has died, and is started again", z->config->sanitized);
        z->cannot_resume = false;
    }
}

/* ---- what is said ---------------------------------------------------------------------------------- */

/* Sends tapes: those of failures first. */
static void send_tapes(struct bd__lane *z)
{
    struct bd__dialogue *d = &z->guest.dialogue;
    while (bd__dialogue_unsent(d) < UNSENT && z->failures.count) {
        char *tape = first_line(&z->failures);
        bd__dialogue_say(d, "tape", tape);
        z->sent++;
        free(tape);
    }
    while (bd__dialogue_unsent(d) < UNSENT && z->next < z->entries) {
        struct bd__text tape = {0};
        if (!z->source.tape(z->source.user, z->next, &tape)) { return; }
        bd__dialogue_say(d, "tape", bd__text_str(&tape));
        z->sent++;
        bd__text_clear(&tape);
        z->next++;
    }
}

static void send_budget(struct bd__lane *z)
{
    char seconds[32];
    double now = bd__clock_seconds();
    if (now < z->budget_at) { return; }
    z->budget_at = now + BUDGET_PERIOD;
    bool free_to_run = z->share.unlimited || z->finishing;
    snprintf(seconds, sizeof seconds, "%.3f", free_to_run ? 1e9 : z->share.allowed - z->before_seconds);
    bd__dialogue_say(&z->guest.dialogue, "budget", seconds);
}

static void read_figure(void *user, const char *path, const char *value)
{
    struct bd__lane *z = user;
    if (strcmp(path, "trials") == 0) { z->trials = strtoull(value, NULL, 10); }
    if (strcmp(path, "waiting") == 0) { z->tapes_waiting = strtoull(value, NULL, 10); }
    if (strcmp(path, "received") == 0) { z->received = strtoull(value, NULL, 10); }
    if (strcmp(path, "seconds") == 0) {
        double seconds = strtod(value, NULL);
        if (seconds > z->seconds && seconds < 1e9) { z->seconds = seconds; }
    }
}

/* A name that the guest says must be one folder. */
static bool is_name(const char *name)
{
    return *name && *name != '.' && !strchr(name, '/');
}

static void take_line(struct bd__lane *z, char *line)
{
    char *rest;
    if (bd__dialogue_after(line, "ready")) {
        z->ready = true;
        z->cannot_resume = false;
    }
    if (bd__dialogue_after(line, "end")) { z->said_end = true; }
    if ((rest = bd__dialogue_after(line, "figures"))) { (void)bd__json_walk(rest, strlen(rest), read_figure, z); }
    if ((rest = bd__dialogue_after(line, "failure")) && is_name(rest)) {
        struct bd__text path = {0};
        bd__text_printf(&path, "%s/failures/%s", z->folder, rest);
        add_line(&z->reports, bd__text_str(&path));
        bd__text_clear(&path);
    }
    if ((rest = bd__dialogue_after(line, "log"))) {
        int level = atoi(rest);
        const char *text = strchr(rest, ' ');
        if (text && (level == BD_LOG_WARNING || level == BD_LOG_ERROR)) {
            bd__log(z->log, BD_LOG_WARNING, "%s: %s", z->config->sanitized, text + 1);
        }
    }
}

static void listen_to(struct bd__lane *z)
{
    char *line;
    bd__dialogue_step(&z->guest.dialogue);
    while ((line = bd__dialogue_hear(&z->guest.dialogue))) {
        z->heard_at = bd__clock_seconds();
        take_line(z, line);
    }
}

/* ---- the tick -------------------------------------------------------------------------------------- */

static struct bd__yield fast_yield(const struct bd__lane *z, uint64_t failures)
{
    return (struct bd__yield){(double)failures, bd__worker_cpu_seconds() - z->other_seconds};
}

void bd__lane_tick(struct bd__lane *z, uint32_t entries, uint64_t failures, uint64_t theirs)
{
    if (!z || z->off) { return; }
    z->entries = entries;
    if (!z->guest.pid && !z->stopping) { start(z); }
    if (!z->guest.pid) {
        if (z->stopping || z->deaths >= TRIES) { give_up(z); }
        return;
    }
    bd__share_look(&z->share, fast_yield(z, failures),
                   (struct bd__yield){(double)theirs, z->before_seconds + z->seconds});
    send_tapes(z);
    send_budget(z);
    if (z->finishing && !z->told_finish && z->next >= z->entries && !z->failures.count) {
        bd__dialogue_say(&z->guest.dialogue, "finish", NULL);
        z->told_finish = true;
    }
    listen_to(z);
    bool hangs = bd__clock_seconds() - z->heard_at > SILENCE;
    if (hangs && z->ready) { bd__warn(z->log, "%s has said nothing for %.0f s", z->config->sanitized, SILENCE); }
    if (z->guest.dialogue.ended || hangs) { bury(z); }
}

bool bd__lane_next(struct bd__lane *z, char **path)
{
    if (!z || !z->reports.count) { return false; }
    char *name = first_line(&z->reports);
    struct bd__text text = {0};
    bd__text_printf(&text, "%s/%s", z->dir->path, name);
    *path = bd__memory_copy(bd__text_str(&text));
    bd__text_clear(&text);
    free(name);
    return true;
}

/* ---- the end --------------------------------------------------------------------------------------- */

void bd__lane_finish(struct bd__lane *z)
{
    if (!z) { return; }
    z->finishing = true;
    z->budget_at = 0;
}

void bd__lane_stop(struct bd__lane *z)
{
    if (!z) { return; }
    z->stopping = true;
    if (!z->guest.pid) {
        z->off = true;
        return;
    }
    bd__dialogue_say(&z->guest.dialogue, "stop", NULL);
    bd__dialogue_step(&z->guest.dialogue);
}

bool bd__lane_is_busy(const struct bd__lane *z)
{
    return z && !z->off;
}

static uint64_t waiting(const struct bd__lane *z)
{
    uint64_t under_way = z->sent > z->received ? z->sent - z->received : 0;
    return under_way + z->tapes_waiting + z->failures.count +
           (z->entries - (z->next < z->entries ? z->next : z->entries));
}

void bd__lane_show(const struct bd__lane *z, struct bd_progress *progress)
{
    if (!z) { return; }
    progress->sanitized_runs = z->before_trials + z->trials;
    progress->sanitized_waiting = waiting(z);
    progress->sanitized_seconds = z->before_seconds + z->seconds;
    progress->fast_seconds = bd__worker_cpu_seconds() - z->other_seconds;
    progress->sanitized_share = z->share.unlimited ? 1 : z->share.now;
}

void bd__lane_report(const struct bd__lane *z)
{
    if (!z || !waiting(z)) { return; }
    bd__warn(z->log, "%llu inputs did not run on %s%s", (unsigned long long)waiting(z), z->config->sanitized,
             z->ready ? " because time ran out" : "");
}
