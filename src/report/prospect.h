/* prospect.h: what an experiment of a given size can see: the power of its tests, before and after correction. */
#ifndef BD_REPORT_PROSPECT_H
#define BD_REPORT_PROSPECT_H

#include "report/document.h"
#include "store/manifest.h"

enum { BD__PROSPECTS = 2 };

/* For a true Â12: the probability of a significant difference, in a test by itself and in the one of TESTS that Holm's procedure
 * compares with the smallest α, and the repetitions with which that is at least 0.8; 0: more than 100. */
struct bd__prospect {
    double a12, alone, strictest;
    size_t needed;
};

/* The number of tests of one measure that concern the candidate. */
size_t bd__prospect_tests(const struct bd__manifest *manifest);
/* PROSPECT[0] is for Â12 = 0.8, PROSPECT[1] for 0.9. */
void bd__prospect(struct bd__prospect prospect[BD__PROSPECTS], size_t repetitions, size_t tests);

/* Lines for a terminal. Nothing if there is only one technique. */
void bd__prospect_lines(struct bd__text *out, const struct bd__manifest *manifest);
/* A table for a report. */
void bd__put_prospect(struct bd__document *doc, const struct bd__manifest *manifest);

#endif
