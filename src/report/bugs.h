/* bugs.h: the distinct failures of all campaigns on a subject, which techniques found them, and how long that took.
 *
 * A campaign that did not find a failure says only that it takes longer: its time is censored (metrics/survival.h).
 */
#ifndef BD_REPORT_BUGS_H
#define BD_REPORT_BUGS_H

#include "metrics/survival.h"
#include "report/experiment.h"

/* What a technique did with one failure. */
struct bd__hunt {
    size_t campaigns, found;                        /* number of campaigns, and of those that found it */
    double mean_seconds, first_seconds, mean_trial; /* over those that found it; NAN if none did */
    double
        restricted_seconds; /* mean time until it was found, where those that did not find it count with the limit; NAN
                                  without campaigns */
    struct bd__wait *wait;  /* owned; one per campaign */
};

/* The candidate against another technique. */
struct bd__race {
    struct bd__log_rank test;
    double p; /* corrected by Holm: over all failures and techniques, or over all subjects and techniques for `any` */
    double
        a12; /* the chance that the candidate is sooner; NAN: not compared, as there are no campaigns or it is a limit */
    int sooner; /* 1: the candidate is significantly sooner; -1: later; 0: not told apart */
};

/* What counts as the same. */
enum bd__bug_scope { BD__BUG_ANY, BD__BUG_KIND, BD__BUG_SIGNATURE };

struct bd__bug {
    size_t subject;
    enum bd__bug_scope scope;
    char *signature;       /* owned; "any failure", "any KIND", or that of the failure */
    const char *kind;      /* borrowed from the experiment */
    bool limit;            /* bd__failure_is_limit */
    struct bd__hunt *hunt; /* owned; one per technique */
    struct bd__race *race; /* owned; one per technique; that of the candidate means nothing */
    double seconds;        /* the limit of restricted means: the shortest campaign on the subject */
};

struct bd__bugs {
    struct bd__bug *bug; /* owned; by subject, then by signature */
    size_t count;
    struct bd__bug *any; /* owned; for each subject with failures: the first one that is no timeout or out-of-memory */
    size_t any_count;
    struct bd__bug *kind; /* owned; those of one kind as one failure, which is how the paper tells them apart */
    size_t kind_count;
    size_t tests, any_tests, kind_tests; /* how many are corrected together */
    size_t techniques;
};

void bd__bugs_gather(struct bd__bugs *bugs, const struct bd__experiment *experiment);
void bd__bugs_clear(struct bd__bugs *bugs);

#endif
