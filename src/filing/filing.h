/* filing.h: each distinct failure filed once: recognised by its signature, run again, shrunk, and counted when it comes back.
 *
 *   settle ──► finding ──► known? ──yes──► counted; kept as an example; its input is the folder's if it is smaller
 *                            │no
 *                            ▼
 *                       a folder on disk ──► run again ──► shrunk ──► announced
 *
 * Only the supervisor files, between two workers or in passing, never from within: looking into one failure takes runs of the
 * target, and ticks of the supervisor meanwhile. What is found then waits until it is done (sanitized.h).
 */
#ifndef BD_FILING_FILING_H
#define BD_FILING_FILING_H

#include "ring/ring.h"
#include "store/failures.h"
#include "store/rundir.h"
#include "triage/evidence.h"

struct bd__sanitized;
struct bd__sanitized_answer;

/* A failure, however it was found; all borrowed. */
struct bd__finding {
    const struct bd__case *kept; /* its outcome is the failure */
    const struct bd__evidence *evidence;
    const char *found_by;               /* BD__FOUND_BY_FUZZING or BD__FOUND_BY_SANITIZED */
    enum bd__reproducible reproducible; /* UNKNOWN: it is run again here to see */
    const char *program;                /* that shows it; NULL: this one */
    bool in_worker;                     /* the last worker died of it: what it ran before may matter */
};
#define BD__FOUND_BY_FUZZING "fuzzing"
#define BD__FOUND_BY_SANITIZED "the sanitized build"

struct bd__filing {
    /* Of the campaign; borrowed. */
    struct bd__ring *ring;
    struct bd__rundir *dir;
    const struct bd__provenance *from;
    const struct bd__log *log;
    struct bd__sanitized *sanitized; /* NULL: there is no sanitized build */
    double start;                    /* when the campaign began, by bd__clock_seconds */
    uint64_t resumed_trials;         /* of the checkpoint that it was resumed from */
    void (*tick)(void *user);        /* while failures are looked into, every 20 ms */
    void (*stop)(void *user);        /* asks the campaign to stop */
    void *user;
    const _Atomic bool *stopping; /* it was asked to */

    struct bd__failures known; /* distinct failures, in the order in which they were met */
    uint64_t saved;            /* of these: on disk at once */
    uint64_t missing;          /* of these: somebody removed the folder, as is seen at the end */
    bool busy;                 /* a failure is in hand: no other may be filed, no folder moved */
    bool unexamined;           /* a new failure was not looked into to the end: somebody stopped the campaign */
    bool unexaminable;         /* looking into one ended in a fault: no other is looked into */
    bool interrupted;          /* a signal asked to stop meanwhile */
    bool told_full;
    uint64_t untold; /* saved, and not announced yet */
    double told_at;
};

/* The trial in flight, KEPT, failed and left OUTPUT on stderr. */
void bd__filing_trial(struct bd__filing *f, const struct bd__case *kept, const char *output);

/* Files FINDING: a new one on disk before it is announced; one that is known is counted, and its input kept if it is among the
 * first few or the smallest so far. */
void bd__filing_file(struct bd__filing *f, const struct bd__finding *finding);

/* What the sanitized build has answered: the corpus entry KEPT fails there; what it says of the input of a failure that is filed,
 * which becomes sanitized.txt; a failure that only it shows, with a smaller input. */
void bd__filing_found_there(struct bd__filing *f, struct bd__case *kept, const struct bd__sanitized_answer *answer);
void bd__filing_words(struct bd__filing *f, const struct bd__sanitized_answer *answer);
void bd__filing_shrunk(struct bd__filing *f, const struct bd__sanitized_answer *answer);
/* The campaign is resumed: what the sanitized build had not shrunk to the end is shrunk now. */
void bd__filing_resume_shrinking(struct bd__filing *f);

/* Writes the counts that changed. */
void bd__filing_save(struct bd__filing *f);
/* The run directory has another name: so have the commands in failure.json. */
void bd__filing_renamed(struct bd__filing *f);
/* At the end: reports failures whose folders are gone. */
void bd__filing_count_missing(struct bd__filing *f);

#endif
