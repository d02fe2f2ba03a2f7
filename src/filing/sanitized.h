/* sanitized.h: asks the sanitized build what it says about the failures that this build has found: sanitized.txt.
 *
 * The sanitized build fuzzes beside this campaign (campaign/lane.h), but there an input runs after many others, and on a
 * failure that is known there, nothing is written. So it is also started as PROGRAM replay --batch, which runs one input
 * at a time, alone in its process. It gets the input as a tape in a memory file, so a full disk does not matter. If the
 * program dies or hangs, it is restarted and asked again; an input that it fails to answer three times is skipped.
 *
 * This module only asks and listens; filing an answer is up to the caller. tick() never waits and never files. An
 * answer stays until next() takes it, and until then no new question is asked. Every function but open() and wait()
 * accepts NULL and does nothing.
 */
#ifndef BD_FILING_SANITIZED_H
#define BD_FILING_SANITIZED_H

#include <bediv/engine.h>

#include "base/log.h"
#include "base/text.h"
#include "trial/trial.h"

struct bd__sanitized;

struct bd__sanitized_answer {
    char *folder;               /* owned; folder of the failure; "": the folder has another input by now */
    struct bd__outcome outcome; /* of the run */
    struct bd__text output;     /* owned; what the target wrote to stderr */
};
void bd__sanitized_answer_clear(struct bd__sanitized_answer *answer);

/* Opens the sanitized build that CONFIG names; *Z is NULL if it names none. Logs errors. Close *Z even after an
 * error. */
enum bd_status bd__sanitized_open(struct bd__sanitized **z, const struct bd_config *config, const struct bd__log *log)
    __attribute__((warn_unused_result));
void bd__sanitized_close(struct bd__sanitized *z);

/* Queues TAPE to be run. It made the input that FOLDER has from now on. */
void bd__sanitized_failure(struct bd__sanitized *z, const char *folder, const char *tape);

/* Looks for an answer, and asks the next question. */
void bd__sanitized_tick(struct bd__sanitized *z);
/* Takes an answer, which the caller must clear. False if there is none. */
bool bd__sanitized_next(struct bd__sanitized *z, struct bd__sanitized_answer *answer);

/* ---- at the end of a campaign ------------------------------------------------------------------- */

/* Is any input still to be run, or any answer to be taken? */
bool bd__sanitized_is_busy(const struct bd__sanitized *z);
/* Logs how much was not run. */
void bd__sanitized_report(const struct bd__sanitized *z);

#endif
