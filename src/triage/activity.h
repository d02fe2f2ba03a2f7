/* activity.h: which functions do something in another process, a fork of this one? Its counters are read from outside, again
 * and again; those that differ were counted. A function that waits for the end of a call counts nothing. */
#ifndef BD_TRIAGE_ACTIVITY_H
#define BD_TRIAGE_ACTIVITY_H

#include "exec/stack.h"

extern const struct bd__activity bd__counter_activity;

#endif
