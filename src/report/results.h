/* results.h: the measurements of an experiment: a sample of each measure for each subject and technique, and a contrast of any
 * two techniques. For all measures before BD__COMPARED, more is better. */
#ifndef BD_REPORT_RESULTS_H
#define BD_REPORT_RESULTS_H

#include "metrics/bootstrap.h"
#include "metrics/claim.h"
#include "metrics/mann_whitney.h"
#include "metrics/statistics.h"
#include "report/experiment.h"

/* Significant: a two-sided p, corrected for the number of tests, below this, as in the paper. */
#define BD__ALPHA 0.01
/* Of the intervals of ratios: "not worse" is a one-sided test at 2.5 %, as is usual for non-inferiority. */
#define BD__CONFIDENCE 0.95

enum bd__measure_id {
    BD__DIVERSE_SHARE, /* valid inputs with a first-seen trace, of all trials */
    BD__DIVERSE_OF_VALID,
    BD__DIVERSE,
    BD__VALID_B, /* and the next two: B(0), B(1), B(2) */
    BD__ALL_B = BD__VALID_B + 3,
    BD__EQUAL_VALID_B = BD__ALL_B + 3, /* at equal numbers of traces */
    BD__EQUAL_ALL_B = BD__EQUAL_VALID_B + 3,
    BD__DISTINCT_FAILURES = BD__EQUAL_ALL_B + 3,
    BD__COMPARED, /* more is better up to here; the others describe what B(q) was computed from */
    BD__VALID_TRACE_SIZE = BD__COMPARED,
    BD__ALL_TRACE_SIZE,
    BD__MEAN_INPUT, /* bytes, over all trials */
    BD__MEAN_TRACE, /* branches, over all trials */
    BD__MEASURES,
};

struct bd__measure {
    const char *id, *title;
    bool counts;                                            /* a whole number in each campaign */
    double (*at)(const struct bd__record_figures *figures); /* NULL: known only at the end of a campaign */
};
extern const struct bd__measure bd__measures[BD__MEASURES];

/* A technique against another, on one subject and measure. */
struct bd__contrast {
    struct bd__rank_test test;
    double p;                  /* corrected by Holm within the family */
    struct bd__interval ratio; /* of the medians; NAN: there is none */
    double margin;             /* 0: none */
    enum bd__claim claim;      /* about the technique */
};

/* The tests that are corrected together, in each measure. What the candidate does is what the experiment asks; how the others
 * compare with each other is not, and must not make that answer less certain. */
enum bd__family { BD__FAMILY_CANDIDATE, BD__FAMILY_OTHERS, BD__FAMILIES };

struct bd__results {
    const struct bd__experiment *of;          /* borrowed */
    double *value;                            /* owned; see bd__results_values */
    struct bd__statistics *statistics;        /* owned; by measure, subject, technique */
    struct bd__contrast *contrast;            /* owned; by measure, subject, technique, other technique */
    size_t tests[BD__COMPARED][BD__FAMILIES]; /* how many are in a family */
    uint64_t *level_all,
        *level_valid; /* owned; per subject: number of traces at which techniques are compared; 0: none */
};

void bd__results_compute(struct bd__results *results, const struct bd__experiment *experiment);
void bd__results_clear(struct bd__results *results);

/* The values of all campaigns that have one: statistics.count of them. */
const double *bd__results_values(const struct bd__results *r, size_t measure, size_t subject, size_t technique);
const struct bd__statistics *bd__results_statistics(const struct bd__results *r, size_t measure, size_t subject,
                                                    size_t technique);
const struct bd__contrast *bd__results_contrast(const struct bd__results *r, size_t measure, size_t subject,
                                                size_t technique, size_t other);
enum bd__family bd__results_family(const struct bd__results *r, size_t technique, size_t other);
/* 1: the technique has significantly more than the other; -1: significantly less; 0: no significant difference. */
int bd__results_verdict(const struct bd__results *r, size_t measure, size_t subject, size_t technique, size_t other);

/* Over all subjects. */
struct bd__score {
    size_t wins, losses, ties;
};
struct bd__score bd__results_score(const struct bd__results *r, size_t measure, size_t technique, size_t other);

/* How often a technique may be called better, worse …, over all subjects where both have values. */
struct bd__claims {
    size_t of[BD__CLAIMS], all;
};
struct bd__claims bd__results_claims(const struct bd__results *r, size_t measure, size_t technique, size_t other);
/* The same for the candidate against all others. */
struct bd__claims bd__results_candidate_claims(const struct bd__results *r, size_t measure);

/* In contrasts.c: fills CONTRAST and TESTS from the values. */
void bd__contrasts_compute(struct bd__results *results);

/* The ranks of a technique by its medians, over the subjects where it has values. */
struct bd__standing {
    double median_rank, mean_rank; /* NAN: no subject */
    size_t subjects,
        best; /* number of subjects; those where its median is the highest, but not shared by all techniques */
};
struct bd__standing bd__results_standing(const struct bd__results *r, size_t measure, size_t technique);

#endif
