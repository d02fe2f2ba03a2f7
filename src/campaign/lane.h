/* lane.h: the sanitized build, which fuzzes beside this campaign: PROGRAM --lane, an ordinary campaign of its own in
 * DIR/sanitized (guest.h is its side).
 *
 *   this supervisor ──► tape …       a kept input, or a failure: try it before anything else
 *                   ──► budget S     you may have used S seconds of CPU time; said ten times per second
 *                   ──► finish       end when all tapes are tried
 *                   ──► stop         end now
 *   the guest       ──► ready
 *                   ──► figures {…}  twice per second: trials, seconds of CPU time, tapes that wait
 *                   ──► failure NAME a folder in its failures/ is new, or has another input
 *                   ──► log LEVEL …  a message for people
 *                   ──► end          its campaign has ended as it should
 *
 * Nothing here waits, except close(). If the guest dies, or says nothing for a minute, it is started again and resumes
 * its campaign, or begins a new one if it cannot; then it gets all kept inputs again. After three deaths without a trial
 * in between it is given up. Nothing that this campaign does depends on it.
 *
 * Every function but open() accepts NULL and does nothing.
 */
#ifndef BD_CAMPAIGN_LANE_H
#define BD_CAMPAIGN_LANE_H

#include <bediv/engine.h>

#include "base/log.h"
#include "base/text.h"
#include "store/rundir.h"

struct bd__lane;

/* Where tapes of kept inputs come from. tape() returns false if it has none at the moment. */
struct bd__lane_source {
    bool (*tape)(void *user, uint32_t entry, struct bd__text *tape);
    void *user;
};

/* Checks the program that CONFIG, which is complete, names; *LANE is NULL if it names none. SHARE: what was given, or 0.
 * It is started at the first tick. DIR is the run directory of this campaign. */
enum bd_status bd__lane_open(struct bd__lane **lane, const struct bd_config *config, double share,
                             struct bd__lane_source source, const struct bd__rundir *dir, const struct bd__log *log)
    __attribute__((warn_unused_result));
void bd__lane_close(struct bd__lane *lane);

/* Sends the tape of a failure before the next kept inputs. */
void bd__lane_failure(struct bd__lane *lane, const char *tape);

/* Does what is due. ENTRIES: kept inputs below this number may be sent. FAILURES: distinct ones that this build has
 * found; THEIRS: that only the guest has found. */
void bd__lane_tick(struct bd__lane *lane, uint32_t entries, uint64_t failures, uint64_t theirs);
/* Takes a failure that the guest reports: PATH is its folder. False if there is none. The caller frees PATH. */
bool bd__lane_next(struct bd__lane *lane, char **path);

/* At the end: the guest may use what it likes, and ends when all that is sent is tried. */
void bd__lane_finish(struct bd__lane *lane);
/* Asks it to end now. */
void bd__lane_stop(struct bd__lane *lane);
/* Does it still run? */
bool bd__lane_is_busy(const struct bd__lane *lane);

/* Fills the figures about it. */
void bd__lane_show(const struct bd__lane *lane, struct bd_progress *progress);
/* Logs how much was not tried. */
void bd__lane_report(const struct bd__lane *lane);

#endif
