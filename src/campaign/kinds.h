/* kinds.h: with the setting `kinds` auto, which choices are structure is found out before the first trial, from random
 * inputs, as check-generator does: structure is what decides which choice points follow. */
#ifndef BD_CAMPAIGN_KINDS_H
#define BD_CAMPAIGN_KINDS_H

#include "ring/ring.h"

/* Finds the roles of the choice points of RING's generator, in a worker and on a rig of its own. The caller frees FOUND,
 * which has those that random inputs reach. A generator that fails is an error, which is logged. */
enum bd_status bd__kinds_find(struct bd__sites **found, const struct bd__ring *ring, const struct bd__log *log)
    __attribute__((warn_unused_result));

/* The role that changing a choice point has shown. One that was never changed keeps its kind. */
enum bd_kind bd__kinds_judge(const struct bd_choice_point *point);

#endif
