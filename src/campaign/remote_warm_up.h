/* remote_warm_up.h: random inputs that a campaign runs before its clock starts. */
#ifndef BD_CAMPAIGN_REMOTE_WARM_UP_H
#define BD_CAMPAIGN_REMOTE_WARM_UP_H

#include "ring/ring.h"

/* Runs random inputs on the remote of RING, which must be running, for as long as the settings say. Nothing is counted,
 * not even failures, and the random numbers of the campaign are not used. Without a remote it does nothing: a worker is
 * as fast at first as it is later. */
enum bd_status bd__remote_warm_up(const struct bd__ring *ring, const struct bd__log *log)
    __attribute__((warn_unused_result));

#endif
