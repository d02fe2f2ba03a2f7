/* apart.h: a worker for one piece of work on a rig, and a supervisor that outlives what a target does to it. */
#ifndef BD_INSPECT_APART_H
#define BD_INSPECT_APART_H

#include "ring/rig.h"

/* A worker does WORK on USER; it has ended as is returned. A signal that asks to stop counts as BD__WORKER_STOPPED. */
enum bd__worker_end bd__apart_work(struct bd__rig *rig, void (*work)(void *user), void *user,
                                   struct bd__outcome *outcome, struct bd__text *output, const struct bd__log *log);

/* Calls WORK under bd__rescue, for it reads an arena that the target may have overwritten. False if it does not return, which is
 * logged; its arena is left behind. */
bool bd__apart(void (*work)(void *user), void *user, const struct bd__log *log) __attribute__((warn_unused_result));

#endif
