/* bugs.h: the distinct failures of all campaigns on a subject, and which techniques found them. */
#ifndef BD_REPORT_BUGS_H
#define BD_REPORT_BUGS_H

#include "report/experiment.h"

/* What a technique did with one failure. */
struct bd__hunt {
    size_t campaigns, found;                        /* number of campaigns, and of those that found it */
    double mean_seconds, first_seconds, mean_trial; /* over those that found it; NAN if none did */
};

struct bd__bug {
    size_t subject;
    const char *signature, *kind; /* borrowed from the experiment */
    bool limit;                   /* bd__failure_is_limit */
    struct bd__hunt *hunt;        /* owned; one per technique */
};

struct bd__bugs {
    struct bd__bug *bug; /* owned; by subject, then by signature */
    size_t count;
};

void bd__bugs_gather(struct bd__bugs *bugs, const struct bd__experiment *experiment);
void bd__bugs_clear(struct bd__bugs *bugs);

#endif
