/* resume.c: resumes a campaign. First reads and checks everything, and changes nothing. Then returns the directory to
 * its state at the checkpoint. After that the ring turns as if it had never stopped. */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "campaign/checkpoint.h"
#include "store/failures.h"
#include "store/recover.h"

static const char ANOTHER[] = "leave it out, or start a new campaign with -o";

static enum bd_status refuse_file(const struct bd__supervisor *s, const struct bd__unpack *unpack)
{
    struct bd__text why = {0};
    bd__text_printf(&why, "%s/state: %s", s->dir.path, bd__text_str(&unpack->why));
    enum bd_status status =
        bd__recover_refuse(&s->dir, BD_FORMAT, bd__text_str(&why), "its inputs and failures can still be used");
    bd__text_clear(&why);
    return status;
}

enum bd_status bd__resume_open(struct bd__resume *resume, struct bd__supervisor *s, struct bd_config *config)
{
    size_t size;
    struct bd__text why = {0};
    *resume = (struct bd__resume){0};
    enum bd_status status = bd__recover_open(&s->dir, config->directory, &s->log, &resume->data, &size);
    if (status != BD_OK) { return status; }
    bd__state_open(&resume->unpack, resume->data, size, &resume->terms);
    if (!bd__unpack_fine(&resume->unpack)) { return refuse_file(s, &resume->unpack); }
    if (!bd__terms_take_over(config, &resume->terms, &why)) {
        status = bd__recover_refuse(&s->dir, BD_USAGE, bd__text_str(&why), ANOTHER);
    }
    bd__text_clear(&why);
    return status;
}

/* Has the campaign reached its limits already? They count from its start. */
static bool is_over(const struct bd__supervisor *s, struct bd__text *why)
{
    const struct bd_config *k = &s->ring->rig.config;
    uint64_t trials = s->ring->tally.trials;
    if (k->trials && trials >= k->trials) {
        bd__text_printf(why, "it has already made %llu trials, and -n is %llu", (unsigned long long)trials,
                        (unsigned long long)k->trials);
    } else if (k->seconds > 0 && s->now.seconds >= k->seconds) {
        bd__text_printf(why, "it has already run for %.1f s, and -t is %.1f s", s->now.seconds, k->seconds);
    }
    return why->size > 0;
}

static enum bd_status check(struct bd__resume *resume, struct bd__supervisor *s)
{
    struct bd__text why = {0};
    enum bd_status status = BD_OK;
    if (!bd__terms_hold(&resume->terms, s->ring, &why)) {
        status = bd__recover_refuse(&s->dir, BD_USAGE, bd__text_str(&why),
                                    "use the same program and dictionary as before, or start a new campaign with -o");
    } else if (!bd__state_load(s, &resume->unpack)) {
        status = refuse_file(s, &resume->unpack);
    } else if (is_over(s, &why)) {
        status = bd__recover_refuse(&s->dir, BD_USAGE, bd__text_str(&why),
                                    "both count from the start of the campaign: give a larger -n or -t");
    }
    bd__text_clear(&why);
    return status;
}

/* Reads the distinct failures, including those found after the checkpoint: the campaign will meet these again, and must
 * not count them twice. The sanitized build finds failures later than the trial that they belong to, so the number of
 * distinct failures so far comes from the folders, not from the checkpoint. */
static void read_failures(struct bd__supervisor *s)
{
    struct bd__text problems = {0};
    if (!bd__failures_read(&s->filing.known, s->dir.path, &problems) || problems.size) {
        bd__warn(&s->log, "cannot read all failures of the earlier run: %s", bd__text_str(&problems));
    }
    s->filing.saved = s->filing.known.count;
    s->ring->tally.distinct_failures = 0;
    for (size_t i = 0; i < s->filing.known.count; i++) {
        s->ring->tally.distinct_failures += s->filing.known.one[i].first_trial <= s->ring->tally.trials;
    }
    bd__text_clear(&problems);
}

enum bd_status bd__resume_load(struct bd__resume *resume, struct bd__supervisor *s)
{
    struct bd__ring *ring = s->ring;
    enum bd_status status = check(resume, s);
    if (status != BD_OK) { return status; }
    if (!bd__recover_cut_plot(&s->dir, s->journal.plot_size)) { return BD_IO; }
    uint32_t size = bd__corpus_size(&ring->corpus);
    bd__recover_files(&s->dir, &s->from, &ring->corpus);
    read_failures(s);
    bd__filing_resume_shrinking(&s->filing);
    s->journal.corpus_saved = size;
    s->now.figures = bd__ring_figures(ring);
    s->now.resumptions = bd__recover_count(&s->dir) + 1;
    s->now.resumed_trials = s->filing.resumed_trials = ring->tally.trials;
    s->now.resumed_time = bd__clock_unix();
    bd__info(&s->log, "resumed %s after %llu trials and %.1f s", s->dir.path, (unsigned long long)ring->tally.trials,
             s->now.seconds);
    bd__recover_note(&s->dir, s->now.resumed_time, &s->now, bd__text_str(&s->command));
    return BD_OK;
}

void bd__resume_close(struct bd__resume *resume)
{
    bd__unpack_clear(&resume->unpack);
    bd__terms_clear(&resume->terms);
    free(resume->data);
    *resume = (struct bd__resume){0};
}
