/* sanitized.h: the fuzzer's own build is fast and blind; a second one, with sanitizers, sees more. It runs what is kept, corpus entries
 * and new failures, in another process, while fuzzing goes on.
 *
 * The other program is a fuzzer of the same subject: PROGRAM replay --batch. One case is on its way at a time, as a tape in a memory
 * file, so it does not matter whether the disk is full. Failures come before corpus entries. If the program dies or hangs, it
 * is started again and asked again; a case that it cannot answer three times is skipped, and reported. Failures that only
 * that program shows, only it can shrink: PROGRAM shrink --batch, beside the other, one failure at a time.
 *
 * This module asks and listens. What to do with an answer is the campaign's business: tick() never waits and never files, the answer
 * stays until next() takes it, and no new question is asked before. All functions but open() do nothing for NULL.
 */
#ifndef BD_FILING_SANITIZED_H
#define BD_FILING_SANITIZED_H

#include <bediv/engine.h>

#include "inspect/shrink.h"

struct bd__sanitized;

/* Where tapes of corpus entries come from. False: there is none, for now. */
struct bd__sanitized_corpus {
    bool (*tape)(void *user, uint32_t entry, struct bd__text *tape);
    void *user;
};

struct bd__sanitized_answer {
    enum {
        BD__ABOUT_ENTRY,   /* a corpus entry, which fails there */
        BD__ABOUT_FAILURE, /* the input of a failure that is filed */
        BD__ABOUT_SHRUNK,  /* a failure that only the sanitized build shows */
    } about;
    uint32_t entry;             /* of the corpus */
    char *folder;               /* owned; of the failure; "": it has another input by now */
    struct bd__outcome outcome; /* of the run */
    struct bd__text output;     /* owned; what the target wrote to stderr */
    struct bd__shrunk shrunk;   /* owned; without evidence */
    double seconds;             /* that shrinking took */
};
void bd__sanitized_answer_clear(struct bd__sanitized_answer *answer);

/* Opens what CONFIG names as its sanitized build; NULL if it names none. What is wrong is in LOG; close it all the same. */
enum bd_status bd__sanitized_open(struct bd__sanitized **z, const struct bd_config *config,
                                  struct bd__sanitized_corpus corpus, const struct bd__log *log)
    __attribute__((warn_unused_result));
void bd__sanitized_close(struct bd__sanitized *z);

/* TAPE made the input that is in FOLDER from now on: it is run. */
void bd__sanitized_failure(struct bd__sanitized *z, const char *folder, const char *tape);
/* The same for a failure that only the sanitized build shows: it is shrunk, within RUNS. False if it is not. */
bool bd__sanitized_shrink(struct bd__sanitized *z, const char *folder, const char *tape, uint64_t runs);

/* Looks for an answer, asks the next question. CORPUS_SIZE: entries that may be run. */
void bd__sanitized_tick(struct bd__sanitized *z, uint32_t corpus_size);
/* Takes an answer, which must be cleared. False if there is none. */
bool bd__sanitized_next(struct bd__sanitized *z, struct bd__sanitized_answer *answer);

uint64_t bd__sanitized_runs(const struct bd__sanitized *z);
uint64_t bd__sanitized_waiting(const struct bd__sanitized *z); /* inputs that are still to be run */

/* ---- at the end of a campaign ------------------------------------------------------------------- */

/* Is anything still to be run, shrunk or taken? */
bool bd__sanitized_is_busy(const struct bd__sanitized *z);
/* Waits for an answer, 20 ms at most. */
void bd__sanitized_wait(const struct bd__sanitized *z);
/* Asks for the best that shrinking has so far. False if nothing is being shrunk. */
bool bd__sanitized_hurry(struct bd__sanitized *z);
bool bd__sanitized_is_shrinking(const struct bd__sanitized *z);
/* Logs what was not done. */
void bd__sanitized_report(const struct bd__sanitized *z);

#endif
