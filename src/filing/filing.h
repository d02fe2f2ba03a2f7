/* filing.h: files each distinct failure once. A signature identifies it. A new failure is run again and shrunk; a known
 * one is counted.
 *
 *   finding ──► known? ──yes──► counted; kept as an example; replaces the folder's input if it is smaller
 *                 │no
 *                 ▼
 *            a folder on disk ──► run again ──► shrunk ──► announced
 *
 * Only the supervisor files, between two workers or between two ticks, and one failure at a time. Examining a failure
 * takes runs of the target, and the supervisor's ticks continue meanwhile. Whatever the sanitized build answers in that
 * time waits until the failure is filed (sanitized.h).
 */
#ifndef BD_FILING_FILING_H
#define BD_FILING_FILING_H

#include "ring/ring.h"
#include "store/failures.h"
#include "store/rundir.h"
#include "triage/evidence.h"

struct bd__sanitized;
struct bd__sanitized_answer;

/* A failure, however it was found. All pointers are borrowed. */
struct bd__finding {
    const struct bd__case *kept; /* its outcome is the failure */
    const struct bd__evidence *evidence;
    const char *found_by;               /* BD__FOUND_BY_FUZZING or BD__FOUND_BY_SANITIZED */
    enum bd__reproducible reproducible; /* known before it is run again? else UNKNOWN */
    const char *program;                /* the program that shows it; NULL: this one */
    bool in_worker;                     /* the last worker died of it, so its earlier runs may matter */
};
#define BD__FOUND_BY_FUZZING "fuzzing"
#define BD__FOUND_BY_SANITIZED "the sanitized build"

struct bd__filing {
    /* Borrowed from the campaign. */
    struct bd__ring *ring;
    struct bd__rundir *dir;
    const struct bd__provenance *from;
    const struct bd__log *log;
    struct bd__sanitized *sanitized; /* NULL: there is no sanitized build */
    double start;                    /* when the campaign began, by bd__clock_seconds */
    uint64_t resumed_trials;         /* trials at the checkpoint that the campaign was resumed from */
    void (*tick)(void *user);        /* called every 20 ms while a failure is examined */
    void (*stop)(void *user);        /* asks the campaign to stop */
    void *user;
    const _Atomic bool *stopping; /* the campaign was asked to stop */

    struct bd__failures known; /* distinct failures, in the order in which they were found */
    uint64_t saved;            /* of these: could be written to disk at once */
    uint64_t missing;          /* of these: somebody removed the folder; counted at the end */
    bool busy;                 /* a failure is being filed: file no other, and move no folder */
    bool unexamined;           /* the campaign was stopped before some failure was fully examined */
    bool unexaminable;         /* examining a failure ended in a fault: examine no others */
    bool interrupted;          /* a signal asked to stop while a failure was examined */
    bool told_full;
    uint64_t untold; /* saved, but not announced yet */
    double told_at;
};

/* Files the trial in flight, KEPT, which failed and left OUTPUT on stderr. */
void bd__filing_trial(struct bd__filing *f, const struct bd__case *kept, const char *output);

/* Files FINDING. A new failure is on disk before it is announced. A known one is counted, and its input is kept if it
 * is among the first few or the smallest so far. */
void bd__filing_file(struct bd__filing *f, const struct bd__finding *finding);

/* Each files one kind of answer of the sanitized build. Found: the corpus entry KEPT fails there. Words: its report on
 * the input of a filed failure, which becomes sanitized.txt. Shrunk: the result of shrinking a failure that only the
 * sanitized build shows. */
void bd__filing_found_there(struct bd__filing *f, struct bd__case *kept, const struct bd__sanitized_answer *answer);
void bd__filing_words(struct bd__filing *f, const struct bd__sanitized_answer *answer);
void bd__filing_shrunk(struct bd__filing *f, const struct bd__sanitized_answer *answer);
/* When a campaign is resumed: asks the sanitized build to shrink the failures that it had not finished shrinking. */
void bd__filing_resume_shrinking(struct bd__filing *f);

/* Writes failure.json where something changed. */
void bd__filing_save(struct bd__filing *f);
/* After the run directory was renamed: updates the commands in failure.json. */
void bd__filing_renamed(struct bd__filing *f);
/* At the end: reports failures whose folders are gone. */
void bd__filing_count_missing(struct bd__filing *f);

#endif
