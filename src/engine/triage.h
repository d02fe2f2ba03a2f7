/* triage.h: each distinct failure filed once: told apart by its signature, run again, counted when it comes back. */
#ifndef BD_ENGINE_TRIAGE_H
#define BD_ENGINE_TRIAGE_H

#include "engine/identify.h"
#include "store/failures.h"

struct bd__supervisor;

/* A failure, however it was found; all borrowed. */
struct bd__finding {
    const struct bd__case *kept; /* its outcome is the failure */
    const struct bd__identity *identity;
    const char *report;                 /* for report.txt */
    const char *found_by;               /* "fuzzing", or who noticed it */
    enum bd__reproducible reproducible; /* UNKNOWN: it is run again here to see */
    const char *program;                /* that shows it; NULL: this one */
    bool in_worker;                     /* the last worker died of it: what it ran before may matter */
};

/* The trial in flight, KEPT, failed and left OUTPUT on stderr. */
void bd__triage_trial(struct bd__supervisor *s, const struct bd__case *kept, const char *output);

/* Files FINDING: a new one on disk before anyone is told; one that is known is counted, and its input kept if it is
 * among the first few or the smallest so far. */
void bd__triage_file(struct bd__supervisor *s, const struct bd__finding *finding);

/* Writes the counts that changed. */
void bd__triage_save(struct bd__supervisor *s);

#endif
