/* activity.h: which functions make progress in another process, a fork of this one? Reads its counters from outside
 * several times; counters that differ were incremented. A function that waits for a call to return increments none. */
#ifndef BD_TRIAGE_ACTIVITY_H
#define BD_TRIAGE_ACTIVITY_H

#include "exec/stack.h"

extern const struct bd__activity bd__counter_activity;

#endif
