/* round_trip.h: whether `tojson | fromjson` gives the same value. */
#ifndef BD_JQ_ROUND_TRIP_H
#define BD_JQ_ROUND_TRIP_H

#include <bediv.h>
#include <jv.h>

/* Takes VALUE over. Returns BD_VALID if it survives, BD_FAILURE if it does not, and BD_INVALID if it need not: see
 * round_trip.c. */
enum bd_verdict bd_jq_round_trip(jv value);

#endif
