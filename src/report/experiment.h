/* experiment.h: reads the results directory of `bediv eval run`: a campaign for each subject, technique and repetition of its
 * manifest. Missing or damaged campaigns are left out, and the reason is kept for the report. */
#ifndef BD_REPORT_EXPERIMENT_H
#define BD_REPORT_EXPERIMENT_H

#include "base/log.h"
#include "store/environment.h"
#include "store/manifest.h"
#include "store/record.h"

/* A distinct failure of a campaign: a line of failures.tsv. */
struct bd__found_failure {
    char *signature, *kind; /* owned */
    double seconds, trial, count;
};

struct bd__campaign {
    bool there;          /* complete, and read without errors */
    struct bd__text why; /* if not */
    struct bd__record record;
    double seconds, trials_per_second; /* technique GUIDE@plain: on the plain build */
    uint64_t seed, core;               /* as in trial.json */
    bool identical;                    /* GUIDE@plain: the repeated inputs seem to be the same as the first ones */
    struct bd__found_failure *found;   /* owned */
    size_t found_count;
    double looked_at, examples; /* how many of the examples were run on the sanitized build; 0 of 0: all */
    double load;                /* load average at the start; NAN: unknown */
    double cpu_share;           /* share of its time that it spent computing; NAN: unknown */
};

struct bd__experiment {
    char dir[1024];
    struct bd__manifest manifest;
    const char **subject; /* borrowed from the manifest */
    char **technique;     /* owned; names, in the order of manifest.all */
    size_t subjects, techniques, repetitions;
    size_t candidate;              /* the technique that the report is about */
    struct bd__campaign *campaign; /* owned; by subject, technique, repetition: bd__experiment_at */
    size_t there;                  /* number of campaigns that are there */
    struct bd__facts facts;        /* from environment.json */
};

/* Reads DIR. Fails with a message if there is no manifest or no complete campaign. The caller clears EXPERIMENT in any case. */
enum bd_status bd__experiment_read(struct bd__experiment *experiment, const char *dir, const struct bd__log *log)
    __attribute__((warn_unused_result));
void bd__experiment_clear(struct bd__experiment *experiment);

/* Number of distinct failures, without timeouts and out-of-memory. */
size_t bd__campaign_distinct(const struct bd__campaign *campaign);

/* REPETITION counts from 0. */
struct bd__campaign *bd__experiment_at(const struct bd__experiment *experiment, size_t subject, size_t technique,
                                       size_t repetition);

/* The technique that was given the mean input size of this one; SIZE_MAX: none. */
size_t bd__experiment_control(const struct bd__experiment *experiment, size_t technique);

#endif
