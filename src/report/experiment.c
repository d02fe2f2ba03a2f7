#include "report/experiment.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "store/failure_table.h"
#include "store/trial_file.h"

enum { MOST_CAMPAIGNS = 1 << 20 };

struct bd__campaign *bd__experiment_at(const struct bd__experiment *e, size_t subject, size_t technique,
                                       size_t repetition)
{
    return &e->campaign[(subject * e->techniques + technique) * e->repetitions + repetition];
}

/* Makes TEXT valid UTF-8: other bytes become '?'. */
static char *clean(char *text)
{
    for (char *at = text; *at;) {
        size_t size = bd__text_utf8(at);
        if (size == 0) { *at = '?'; }
        at += size ? size : 1;
    }
    return text;
}

static char *clean_copy(const char *text)
{
    return clean(bd__memory_copy(text));
}

/* ---- failures.tsv ---------------------------------------------------------------------------- */

size_t bd__campaign_distinct(const struct bd__campaign *campaign)
{
    size_t count = 0;
    for (size_t i = 0; i < campaign->found_count; i++) { count += !bd__failure_is_limit(campaign->found[i].kind); }
    return count;
}

static bool read_failures(struct bd__campaign *campaign, const char *path)
{
    struct bd__failure_table table;
    bool good = bd__failure_table_read(&table, path, &campaign->why);
    for (size_t i = 0; good && i < table.count; i++) {
        const struct bd__failure_row *row = &table.row[i];
        campaign->found = bd__memory_grow(campaign->found, campaign->found_count, sizeof *campaign->found);
        campaign->found[campaign->found_count++] = (struct bd__found_failure){
            clean_copy(row->signature), clean_copy(row->kind), row->seconds, row->trial, row->count};
    }
    campaign->looked_at = (double)table.looked_at;
    campaign->examples = (double)table.examples;
    bd__failure_table_clear(&table);
    return good;
}

/* ---- Campaigns ------------------------------------------------------------------------------- */

/* Are the figures that depend only on the inputs the same? */
static bool agree(const struct bd__record_figures *a, const struct bd__record_figures *b)
{
    return a->trials == b->trials && a->valid == b->valid && a->invalid == b->invalid && a->failures == b->failures &&
           a->limited == b->limited && a->discarded == b->discarded && a->mean_input == b->mean_input;
}

/* Gives a campaign that repeated inputs of the plain build the times of the campaign on the plain build. */
static bool take_timing(struct bd__campaign *campaign, const char *dir)
{
    struct bd__record timed;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/timed", dir);
    bool good = bd__record_read_timing(&timed, path, &campaign->why);
    if (good) {
        struct bd__record *record = &campaign->record;
        for (size_t i = 0; i < record->row_count; i++) {
            record->row[i].seconds = bd__record_seconds_at(&timed, record->row[i].trials);
        }
        campaign->identical = campaign->identical && agree(&timed.last, &record->last);
        campaign->seconds = timed.last.seconds;
        campaign->trials_per_second = timed.trials_per_second;
    }
    bd__record_clear(&timed);
    return good;
}

/* How TRIAL differs from the campaign whose folder it is in; NULL: it does not. A copied or renamed folder must not count as
 * another repetition. */
static const char *difference(const struct bd__trial_file *trial, const struct bd__experiment *e, size_t subject,
                              size_t technique, size_t repetition)
{
    unsigned place = (unsigned)repetition + 1;
    if (strcmp(trial->subject, e->subject[subject]) != 0) { return "subject"; }
    if (strcmp(trial->technique, e->technique[technique]) != 0) { return "technique"; }
    if (trial->repetition != place) { return "repetition"; }
    if (strcmp(trial->size_of, e->manifest.all.one[technique].size_of) != 0) { return "size"; }
    uint64_t seed = bd__manifest_seed(&e->manifest, e->subject[subject], e->technique[technique], place);
    return trial->seed == seed ? NULL : "seed";
}

/* Reads the trial.json of DIR. If that fails, the campaign says why. */
static bool read_trial(const struct bd__experiment *e, size_t subject, size_t technique, size_t repetition,
                       const char *dir)
{
    struct bd__campaign *campaign = bd__experiment_at(e, subject, technique, repetition);
    struct bd__trial_file trial;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/" BD__TRIAL_FILE, dir);
    if (!bd__trial_file_read(&trial, path, &campaign->why)) { return false; }
    const char *other = difference(&trial, e, subject, technique, repetition);
    if (other) {
        bd__text_printf(&campaign->why, "%s: it belongs to another %s", path, other);
        return false;
    }
    campaign->seed = trial.seed;
    campaign->core = trial.core;
    campaign->load = trial.load_average;
    campaign->identical = trial.identical;
    campaign->cpu_share = trial.wall_seconds > 0 ? trial.cpu_seconds / trial.wall_seconds : NAN;
    return true;
}

static bool read_campaign(const struct bd__experiment *e, size_t subject, size_t technique, size_t repetition,
                          const char *dir)
{
    char path[PATH_MAX];
    struct bd__campaign *campaign = bd__experiment_at(e, subject, technique, repetition);
    if (!bd__file_exists(dir)) {
        snprintf(path, sizeof path, "%s.part", dir);
        bd__text_printf(&campaign->why, "%s", bd__file_exists(path) ? "it did not finish" : "it was not run");
        return false;
    }
    if (!read_trial(e, subject, technique, repetition, dir)) { return false; }
    if (!bd__record_read(&campaign->record, dir, &campaign->why)) { return false; }
    campaign->seconds = campaign->record.last.seconds;
    campaign->trials_per_second = campaign->record.trials_per_second;
    if (e->manifest.all.one[technique].plain && !take_timing(campaign, dir)) { return false; }
    snprintf(path, sizeof path, "%s/failures.tsv", dir);
    return read_failures(campaign, path);
}

static void read_campaigns(struct bd__experiment *e, const struct bd__log *log)
{
    enum { TOLD = 10 };
    size_t damaged = 0;
    for (size_t s = 0; s < e->subjects; s++) {
        for (size_t t = 0; t < e->techniques; t++) {
            for (size_t r = 0; r < e->repetitions; r++) {
                struct bd__campaign *campaign = bd__experiment_at(e, s, t, r);
                char dir[PATH_MAX - 64];
                if (snprintf(dir, sizeof dir, "%s/trials/%s/%s/%zu", e->dir, e->subject[s], e->technique[t], r + 1) >=
                    (int)sizeof dir) {
                    bd__text_puts(&campaign->why, "its path is too long");
                    continue;
                }
                campaign->there = read_campaign(e, s, t, r, dir);
                e->there += campaign->there;
                if (campaign->there || !bd__file_exists(dir)) { continue; }
                if (damaged++ < TOLD) { bd__warn(log, "left out: %s", bd__text_str(&campaign->why)); }
            }
        }
    }
    if (damaged > TOLD) {
        bd__warn(log, "… and %zu more campaigns are left out; the report lists them", damaged - TOLD);
    }
}

/* ---- The whole ------------------------------------------------------------------------------- */

static void name_techniques(struct bd__experiment *e)
{
    const struct bd__manifest *m = &e->manifest;
    e->techniques = m->all.count;
    e->technique = bd__memory(e->techniques, sizeof *e->technique);
    for (size_t i = 0; i < e->techniques; i++) {
        e->technique[i] = bd__memory_copy(m->all.one[i].name);
        if (m->candidate && strcmp(e->technique[i], m->candidate) == 0) { e->candidate = i; }
    }
}

enum bd_status bd__experiment_read(struct bd__experiment *e, const char *dir, const struct bd__log *log)
{
    *e = (struct bd__experiment){0};
    char path[PATH_MAX];
    if (snprintf(e->dir, sizeof e->dir, "%s", dir) >= (int)sizeof e->dir) {
        bd__error(log,
                  "the name of the results directory is too long; move it, or call bediv from a folder closer to it");
        return BD_USAGE;
    }
    for (size_t end = strlen(e->dir); end > 1 && e->dir[end - 1] == '/'; end--) { e->dir[end - 1] = 0; }
    snprintf(path, sizeof path, "%s/manifest.toml", e->dir);
    if (!bd__file_exists(path)) {
        bd__error(log, "%s does not exist; name the results directory of a `bediv eval run`", path);
        return BD_IO;
    }
    enum bd_status status = bd__manifest_read(&e->manifest, path, log);
    if (status != BD_OK) { return status; }

    const struct bd__manifest *m = &e->manifest;
    e->subjects = m->subjects.count;
    e->subject = (const char **)m->subjects.name;
    name_techniques(e);
    e->repetitions = m->repetitions;
    if (m->repetitions > MOST_CAMPAIGNS || e->subjects * e->techniques * e->repetitions > MOST_CAMPAIGNS) {
        bd__error(log, "%s: too many campaigns for a report; the limit is %d", path, MOST_CAMPAIGNS);
        return BD_FORMAT;
    }
    e->campaign = bd__memory(e->subjects * e->techniques * e->repetitions, sizeof *e->campaign);
    read_campaigns(e, log);
    if (e->there == 0) {
        bd__error(log, "%s has no complete campaign; run `bediv eval run` first", dir);
        return BD_FORMAT;
    }

    struct bd__text why = {0};
    snprintf(path, sizeof path, "%s/" BD__ENVIRONMENT_FILE, e->dir);
    if (!bd__environment_read(&e->facts, path, &why)) {
        bd__warn(log, "cannot read %s; the report does not say on which machine it ran", bd__text_str(&why));
    }
    for (size_t i = 0; i < e->facts.count; i++) {
        clean(e->facts.one[i].name);
        clean(e->facts.one[i].value);
    }
    bd__text_clear(&why);
    return BD_OK;
}

size_t bd__experiment_control(const struct bd__experiment *e, size_t technique)
{
    for (size_t t = 0; t < e->manifest.all.count; t++) {
        if (strcmp(e->manifest.all.one[t].size_of, e->technique[technique]) == 0) { return t; }
    }
    return SIZE_MAX;
}

void bd__experiment_clear(struct bd__experiment *e)
{
    for (size_t i = 0; e->campaign && i < e->subjects * e->techniques * e->repetitions; i++) {
        struct bd__campaign *campaign = &e->campaign[i];
        for (size_t k = 0; k < campaign->found_count; k++) {
            free(campaign->found[k].signature);
            free(campaign->found[k].kind);
        }
        free(campaign->found);
        bd__text_clear(&campaign->why);
        bd__record_clear(&campaign->record);
    }
    for (size_t i = 0; e->technique && i < e->techniques; i++) { free(e->technique[i]); }
    free(e->technique);
    bd__facts_clear(&e->facts);
    free(e->campaign);
    bd__manifest_clear(&e->manifest);
    *e = (struct bd__experiment){0};
}
