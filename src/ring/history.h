/* history.h: the last runs of the current worker, so that a failure that depends on what earlier runs left behind can
 * be reproduced. Holds the parameters as consumed, in two ring buffers: one of runs, one of bytes. Recording costs one
 * copy per run and nothing else.
 *
 *   past    │ 4094 │ 4095 │ 0 │ 1 │ …        where its bytes begin, how many of each stream
 *   bytes   │…│ σs σv │ σs σv │ …            the oldest are overwritten first
 */
#ifndef BD_RING_HISTORY_H
#define BD_RING_HISTORY_H

#include <string.h>

#include "trial/trial.h"

/* 1 MiB fits in a core's own cache along with the target's data. On examples/tree, which takes 0.7 µs per trial, the
 * cost of recording is below the noise (1 %). */
enum { BD__HISTORY_RUNS = 4096, BD__HISTORY_BYTES = 1 << 20 };

struct bd__past {
    uint64_t begin; /* counted from the first byte ever written */
    uint32_t size[BD__STREAMS];
    uint32_t stream_count;
    uint32_t op; /* enum bd__op */
};

struct bd__history {
    uint64_t count; /* runs of this worker */
    uint64_t first; /* earlier runs are not in the history */
    uint64_t end;   /* of the bytes */
    struct bd__past past[BD__HISTORY_RUNS];
    uint8_t bytes[BD__HISTORY_BYTES];
};

/* Call this when a worker begins. */
static inline void bd__history_clear(struct bd__history *h)
{
    h->count = h->first = 0;
}

/* Records a run of the input that CHOICES made. Call it before the run. */
static inline void bd__history_add(struct bd__history *h, const struct bd__choices *choices, enum bd__op op)
{
    const struct bd__bytes *stream = choices->parameters;
    size_t structure = choices->stream_count ? stream[0].size : 0;
    size_t values = choices->stream_count > 1 ? stream[1].size : 0, size = structure + values;
    if (size > BD__HISTORY_BYTES / 4) { /* too large to keep: the history starts after it */
        h->first = ++h->count;
        return;
    }
    size_t at = h->end % BD__HISTORY_BYTES;
    if (at + size > BD__HISTORY_BYTES) {
        h->end += BD__HISTORY_BYTES - at;
        at = 0;
    }
    if (structure) { memcpy(h->bytes + at, stream[0].data, structure); }
    if (values) { memcpy(h->bytes + at + structure, stream[1].data, values); }
    h->past[h->count % BD__HISTORY_RUNS] = (struct bd__past){
        .begin = h->end,
        .size = {(uint32_t)structure, (uint32_t)values},
        .stream_count = choices->stream_count,
        .op = op,
    };
    h->end += size;
    h->count++;
}

/* Makes a plan of run I, counted from the worker's first. Its streams are borrowed. False if the history no longer has
 * that run. */
bool bd__history_plan(const struct bd__history *h, uint64_t i, struct bd__plan *plan);

#endif
