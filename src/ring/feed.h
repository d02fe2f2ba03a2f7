/* feed.h: tapes on their way from the supervisor to the worker of a running campaign, which tries them before anything
 * else. One process puts, one takes; neither waits. It lies in the arena, so it survives workers.
 *
 * The worker may have overwritten it: then the supervisor, which keeps its own count of what it has put, stops, and the
 * worker at worst takes a tape that cannot be parsed. */
#ifndef BD_RING_FEED_H
#define BD_RING_FEED_H

#include <stdatomic.h>

#include "base/arena.h"
#include "base/text.h"

enum { BD__FEED_SIZE = 8 << 20 };

struct bd__feed {
    _Atomic uint64_t put, taken; /* bytes since the beginning */
    _Atomic uint64_t empty_at;   /* the worker has asked for more when it had taken this many, so those are done; … */
    _Atomic bool asked;          /* … if it has asked at all */
    char data[BD__FEED_SIZE];    /* records, around the end: size, text */
};

/* Puts TEXT at the end. False: there is no room yet. A tape that can never fit is dropped. */
bool bd__feed_put(struct bd__feed *feed, const char *text, size_t size);
/* Have all tapes been tried? */
bool bd__feed_is_done(const struct bd__feed *feed);

/* For the worker: TEXT becomes the first tape. False: there is none. */
bool bd__feed_take(struct bd__feed *feed, struct bd__text *text);

#endif
