/* triage.h: each distinct failure filed once: told apart by its signature, run again, counted when it comes back. */
#ifndef BD_CAMPAIGN_FILING_H
#define BD_CAMPAIGN_FILING_H

#include "store/failures.h"
#include "triage/evidence.h"

struct bd__supervisor;
struct bd__shrunk;

#define BD__FOUND_BY_SANITIZED "the sanitized build"

/* A failure, however it was found; all borrowed. */
struct bd__finding {
    const struct bd__case *kept; /* its outcome is the failure */
    const struct bd__evidence *evidence;
    const char *found_by;               /* "fuzzing", or who noticed it: BD__FOUND_BY_SANITIZED */
    enum bd__reproducible reproducible; /* UNKNOWN: it is run again here to see */
    const char *program;                /* that shows it; NULL: this one */
    bool in_worker;                     /* the last worker died of it: what it ran before may matter */
};

/* The trial in flight, KEPT, failed and left OUTPUT on stderr. */
void bd__filing_trial(struct bd__supervisor *s, const struct bd__case *kept, const char *output);

/* Files FINDING: a new one on disk before anyone is told; one that is known is counted, and its input kept if it is
 * among the first few or the smallest so far. */
void bd__filing_file(struct bd__supervisor *s, const struct bd__finding *finding);

/* The failure that is filed in FOLDER; NULL if there is none. */
struct bd__distinct *bd__filing_find(struct bd__supervisor *s, const char *folder);

/* DISTINCT is a failure that another build shows: it is asked to shrink TAPE, which made its input. */
void bd__filing_shrink_there(struct bd__supervisor *s, struct bd__distinct *distinct, const char *tape);
/* What came of it after SECONDS, for FOLDER. */
void bd__filing_shrunk(struct bd__supervisor *s, const char *folder, const struct bd__shrunk *shrunk, double seconds);

/* Writes the counts that changed. */
void bd__filing_save(struct bd__supervisor *s);

/* The run directory has another name: so have the commands in failure.json. */
void bd__filing_renamed(struct bd__supervisor *s);

/* At the end: reports failures whose folders are gone. */
void bd__filing_count_missing(struct bd__supervisor *s);

#endif
