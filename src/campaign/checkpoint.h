/* checkpoint.h: all of a campaign between two trials, in one file, DIR/state; and a campaign gone on with from there.
 *
 *     TERM  program and settings      FEED  branches, traces, structures seen     GUID  what the guide learned
 *     RING  figures, random numbers   ABUN  abundances                            SUPV  the supervisor's counts
 *     SITE  sites                     CALI  calibration                           TIME  moments and durations, and
 *                                     CORP  corpus                                      how long plot_data is
 *
 * With one worker a campaign follows from its state alone: loaded again it repeats what came after the checkpoint, byte
 * for byte. Of two campaigns with the same seed, or one resumed and one not, only TIME differs; so it comes last, and has
 * a fixed size.
 */
#ifndef BD_CAMPAIGN_CHECKPOINT_H
#define BD_CAMPAIGN_CHECKPOINT_H

#include "campaign/supervisor.h"
#include "campaign/terms.h"

/* ---- state.c --------------------------------------------------------------------------------- */

/* The whole of it. Nobody else may be at work on the campaign. */
void bd__state_save(struct bd__supervisor *s, struct bd__pack *pack);
/* Can a campaign like this one be resumed from PACK? */
bool bd__state_loads(struct bd__supervisor *s, const struct bd__pack *pack);
/* Opens a file: its terms come first, for they decide how the campaign is built. */
void bd__state_open(struct bd__unpack *unpack, const void *data, size_t size, struct bd__terms *terms);
/* The rest, into a campaign that is just built. False if UNPACK says why. */
bool bd__state_load(struct bd__supervisor *s, struct bd__unpack *unpack);

/* ---- resume.c -------------------------------------------------------------------------------- */

/* A run directory that is about to be resumed. */
struct bd__resume {
    struct bd__unpack unpack;
    struct bd__terms terms;
    char *data; /* owned: the file */
};

/* Takes the directory of CONFIG and opens its checkpoint; what CONFIG leaves open is taken over from it. Changes nothing on
 * disk; logs what is wrong. */
enum bd_status bd__resume_open(struct bd__resume *resume, struct bd__supervisor *s, struct bd_config *config)
    __attribute__((warn_unused_result));
/* Loads the campaign, which must be built of that CONFIG, then brings the directory back to where it was at the checkpoint. */
enum bd_status bd__resume_load(struct bd__resume *resume, struct bd__supervisor *s) __attribute__((warn_unused_result));
void bd__resume_close(struct bd__resume *resume);

#endif
