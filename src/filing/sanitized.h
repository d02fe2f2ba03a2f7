/* sanitized.h: runs corpus entries and new failures on the sanitized build, in another process, while fuzzing goes on.
 * The fuzzer's own build is fast but misses many errors; the sanitized build sees more.
 *
 * The other program is a fuzzer of the same subject, started as PROGRAM replay --batch. It gets one case at a time, as
 * a tape in a memory file, so a full disk does not matter. Failures come before corpus entries. If the program dies or
 * hangs, it is restarted and asked again. A case that it fails to answer three times is skipped, and reported. A
 * failure that only that program shows can only be shrunk there: a second process, PROGRAM shrink --batch, does that,
 * one failure at a time.
 *
 * This module only asks and listens; filing an answer is up to the caller. tick() never waits and never files. An
 * answer stays until next() takes it, and until then no new question is asked. Every function but open() and wait()
 * accepts NULL and does nothing.
 */
#ifndef BD_FILING_SANITIZED_H
#define BD_FILING_SANITIZED_H

#include <bediv/engine.h>

#include "inspect/shrink.h"

struct bd__sanitized;

/* Where tapes of corpus entries come from. tape() returns false if it has none at the moment. */
struct bd__sanitized_corpus {
    bool (*tape)(void *user, uint32_t entry, struct bd__text *tape);
    void *user;
};

struct bd__sanitized_answer {
    enum {
        BD__ABOUT_ENTRY,   /* a corpus entry, which fails there */
        BD__ABOUT_FAILURE, /* the input of a filed failure */
        BD__ABOUT_SHRUNK,  /* a failure that only the sanitized build shows was shrunk, or could not be */
    } about;
    uint32_t entry;             /* number of the corpus entry */
    char *folder;               /* owned; folder of the failure; "": the folder has another input by now */
    struct bd__outcome outcome; /* of the run */
    struct bd__text output;     /* owned; what the target wrote to stderr */
    struct bd__shrunk shrunk;   /* owned; without evidence */
    double seconds;             /* how long shrinking took */
};
void bd__sanitized_answer_clear(struct bd__sanitized_answer *answer);

/* Opens the sanitized build that CONFIG names; *Z is NULL if it names none. Logs errors. Close *Z even after an
 * error. */
enum bd_status bd__sanitized_open(struct bd__sanitized **z, const struct bd_config *config,
                                  struct bd__sanitized_corpus corpus, const struct bd__log *log)
    __attribute__((warn_unused_result));
void bd__sanitized_close(struct bd__sanitized *z);

/* Queues TAPE to be run. It made the input that FOLDER has from now on. */
void bd__sanitized_failure(struct bd__sanitized *z, const char *folder, const char *tape);
/* Queues TAPE to be shrunk, within RUNS: FOLDER is of a failure that only the sanitized build shows. False if it cannot
 * be queued. */
bool bd__sanitized_shrink(struct bd__sanitized *z, const char *folder, const char *tape, uint64_t runs);

/* Looks for an answer, and asks the next question. CORPUS_SIZE: corpus entries below this number may be run. */
void bd__sanitized_tick(struct bd__sanitized *z, uint32_t corpus_size);
/* Takes an answer, which the caller must clear. False if there is none. */
bool bd__sanitized_next(struct bd__sanitized *z, struct bd__sanitized_answer *answer);

uint64_t bd__sanitized_runs(const struct bd__sanitized *z);
uint64_t bd__sanitized_waiting(const struct bd__sanitized *z); /* inputs still to be run */

/* ---- at the end of a campaign ------------------------------------------------------------------- */

/* Is any input still to be run or shrunk, or any answer to be taken? */
bool bd__sanitized_is_busy(const struct bd__sanitized *z);
/* Waits for an answer, at most 20 ms. Z must not be NULL. */
void bd__sanitized_wait(const struct bd__sanitized *z);
/* Asks the program to stop shrinking and answer with its best so far. False if it is not shrinking. */
bool bd__sanitized_hurry(struct bd__sanitized *z);
bool bd__sanitized_is_shrinking(const struct bd__sanitized *z);
/* Logs how much was not run or not shrunk. */
void bd__sanitized_report(const struct bd__sanitized *z);

#endif
