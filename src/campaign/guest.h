/* guest.h: this campaign is the sanitized build of another one, its host (--lane; lane.h is the host's side, and has the
 * words of both). The supervisor reads the host's words from standard input and answers on standard output, at each
 * tick. Apart from that it is an ordinary campaign.
 *
 * Its worker rests while the campaign has used more CPU time than its budget, or while the host has said nothing for two
 * seconds: then the host is suspended, or cannot keep up. It does not end for that; it ends when standard input does.
 *
 * Every function but create() accepts NULL and does nothing. */
#ifndef BD_CAMPAIGN_GUEST_H
#define BD_CAMPAIGN_GUEST_H

#include "base/log.h"

struct bd__guest;
struct bd__supervisor;

struct bd__guest *bd__guest_create(void);
/* Sends what is still to be sent, for at most two seconds. */
void bd__guest_destroy(struct bd__guest *guest);
/* Messages go to the host. */
struct bd__log bd__guest_log(struct bd__guest *guest);

/* Does what is due, in the supervisor. */
void bd__guest_tick(struct bd__supervisor *s);
/* At the end: reports all failures, and the last figures. */
void bd__guest_last(struct bd__supervisor *s);

#endif
