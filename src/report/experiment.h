/* experiment.h: the results directory of `bediv eval run`, read: a campaign for each subject, technique and
 * repetition of its manifest. One that is missing or damaged is left out, and why is kept for the report. */
#ifndef BD_REPORT_EXPERIMENT_H
#define BD_REPORT_EXPERIMENT_H

#include "base/log.h"
#include "store/environment.h"
#include "store/manifest.h"
#include "store/record.h"

/* A distinct failure of a campaign: a line of failures.tsv. */
struct bd__found {
    char *signature, *kind; /* owned */
    double seconds, trial, count;
};

struct bd__campaign {
    bool there;          /* complete, and read without fault */
    struct bd__text why; /* if not */
    struct bd__record record;
    double seconds, trials_per_second; /* of technique GUIDE@plain: on the plain build */
    uint64_t seed, core;               /* as trial.json has them */
    bool identical;                    /* GUIDE@plain: nothing tells the repeated inputs from the first ones */
    struct bd__found *found;           /* owned */
    size_t found_count;
    double looked_at, examples; /* how many of how many examples were run on the sanitized build; 0 of 0: all */
    double load;                /* of the machine at the start; NAN: not known */
    double cpu_share;           /* of the time that it ran, so much was spent computing; NAN: not known */
};

struct bd__experiment {
    char dir[1024];
    struct bd__manifest manifest;
    const char **subject; /* borrowed from the manifest */
    char **technique;     /* owned; guides, then GUIDE@plain */
    size_t subjects, techniques, repetitions;
    struct bd__campaign *campaign; /* owned; by subject, technique, repetition: bd__experiment_at */
    size_t there;                  /* how many of them */
    struct bd__facts facts;        /* where it ran */
};

/* Reads DIR. Fails, with a message, if there is no manifest or not one complete campaign. EXPERIMENT is to be
 * cleared in any case. */
enum bd_status bd__experiment_read(struct bd__experiment *experiment, const char *dir, const struct bd__log *log)
    __attribute__((warn_unused_result));
void bd__experiment_clear(struct bd__experiment *experiment);

/* How many distinct failures it met, those by a limit left out. */
size_t bd__campaign_distinct(const struct bd__campaign *campaign);

/* REPETITION counts from 0. */
struct bd__campaign *bd__experiment_at(const struct bd__experiment *experiment, size_t subject, size_t technique,
                                       size_t repetition);

#endif
