/* share.h: how much CPU time the sanitized build gets.
 *
 * The share begins at what --sanitized-share says, or a third. Every PERIOD seconds of CPU time, of both builds together,
 * it moves towards the build that finds more new failures per second of CPU time:
 *
 *     rate = (failures + 1) / (seconds + PRIOR)           of each build
 *     goal = first * sanitized rate / (first * sanitized rate + (1 - first) * fast rate)
 *     share := share + STEP * (goal - share)
 *
 * With equal rates the goal is where it began.
 *
 * The 1 and PRIOR say what is believed before anything is seen: one failure in PRIOR seconds. So with few failures the
 * share moves little by itself. Before each period the failures and seconds of the past are multiplied by FADE, because
 * what a build found an hour ago says little about what it will find next. The share stays between a third of where it
 * began and twice that, at most MOST: a build that finds nothing now is still asked.
 *
 * If this process may use more than one processor, and no share is given, the sanitized build takes what it likes,
 * because it takes nothing from the other.
 */
#ifndef BD_CAMPAIGN_SHARE_H
#define BD_CAMPAIGN_SHARE_H

#include <stdbool.h>

/* What one build has found and used since the beginning. */
struct bd__yield {
    double failures, seconds;
};

struct bd__share {
    double now;                                   /* of the CPU time of both, for the sanitized build */
    double first, least, most;                    /* where it began; its bounds */
    bool unlimited;                               /* there is a processor for it alone */
    double allowed;                               /* seconds that the sanitized build may have used by now */
    struct bd__yield fast, sanitized;             /* at the last look … */
    struct bd__yield fast_faded, sanitized_faded; /* … and what counts of it */
    double fast_paid;                             /* the fast build's seconds that `allowed` covers */
    double due;                                   /* when both together have used this, the share moves */
};

/* GIVEN: the share, or 0: none. PROCESSORS: how many there are. */
void bd__share_begin(struct bd__share *share, double given, int processors);

/* Both have found and used this by now. Updates `allowed`, and `now` when it is due. */
void bd__share_look(struct bd__share *share, struct bd__yield fast, struct bd__yield sanitized);

#endif
