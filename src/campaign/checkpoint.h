/* checkpoint.h: saves all state of a campaign between two trials in one file, DIR/state, and resumes from it.
 *
 *     TERM  program and settings      FEED  branches, traces, structures seen     GUID  what the guide learned
 *     RING  figures, random numbers   ABUN  abundances                            SUPV  the supervisor's counts
 *     SITE  sites                     CALI  calibration                           TIME  moments and durations, and
 *                                     CORP  corpus                                      how long plot_data is
 *
 * With one worker, the state alone determines all that follows. A resumed campaign repeats, byte for byte, whatever
 * came after the checkpoint. Between two campaigns with the same seed, or between one that was resumed and one that was
 * not, only TIME differs. So it comes last, and has a fixed size.
 */
#ifndef BD_CAMPAIGN_CHECKPOINT_H
#define BD_CAMPAIGN_CHECKPOINT_H

#include "campaign/supervisor.h"
#include "campaign/terms.h"

/* ---- checkpoint_state.c ---------------------------------------------------------------------- */

/* Packs the whole state. The worker must be held, or there must be none. */
void bd__state_save(struct bd__supervisor *s, struct bd__pack *pack);
/* Can this campaign be resumed from PACK? Tries it, in a scratch arena. */
bool bd__state_loads(struct bd__supervisor *s, const struct bd__pack *pack);
/* Opens the data of a file and loads its terms. They come first, because they decide how the ring is built. */
void bd__state_open(struct bd__unpack *unpack, const void *data, size_t size, struct bd__terms *terms);
/* Loads the rest, into a campaign whose ring has just been built. If it returns false, UNPACK says why. */
bool bd__state_load(struct bd__supervisor *s, struct bd__unpack *unpack);

/* ---- resume.c -------------------------------------------------------------------------------- */

/* The checkpoint of a campaign that is about to be resumed. */
struct bd__resume {
    struct bd__unpack unpack;
    struct bd__terms terms;
    char *data; /* owned: the file */
};

/* Locks the directory of CONFIG and opens its checkpoint. Settings that CONFIG leaves open are taken from there.
 * Changes nothing on disk. Logs errors. */
enum bd_status bd__resume_open(struct bd__resume *resume, struct bd__supervisor *s, struct bd_config *config)
    __attribute__((warn_unused_result));
/* Loads the campaign, whose ring must be built from that CONFIG, then returns the directory to its state at the
 * checkpoint. */
enum bd_status bd__resume_load(struct bd__resume *resume, struct bd__supervisor *s) __attribute__((warn_unused_result));
void bd__resume_close(struct bd__resume *resume);

#endif
