/* history.h: the last runs of the worker that is alive, so that a failure which takes what earlier ones left behind can be
 * shown again. Parameters as consumed, in two rings: one of runs, one of bytes. A copy a run, and nothing else.
 *
 *   past    │ 4094 │ 4095 │ 0 │ 1 │ …        where its bytes begin, how many of each stream
 *   bytes   │…│ σs σv │ σs σv │ …            overwritten from the oldest on
 */
#ifndef BD_RING_HISTORY_H
#define BD_RING_HISTORY_H

#include <string.h>

#include "trial/trial.h"

/* 1 MiB stays in a core's own cache beside the target's data. On examples/tree, which takes 0.7 µs a trial, recording costs less than
 * can be told from noise (1 %). */
enum { BD__HISTORY_RUNS = 4096, BD__HISTORY_BYTES = 1 << 20 };

struct bd__past {
    uint64_t begin; /* counted from the first byte ever written */
    uint32_t size[BD__STREAMS];
    uint32_t stream_count;
    uint32_t op; /* enum bd__op */
};

struct bd__history {
    uint64_t count; /* runs of this worker */
    uint64_t first; /* runs before this one are not in it */
    uint64_t end;   /* of the bytes */
    struct bd__past past[BD__HISTORY_RUNS];
    uint8_t bytes[BD__HISTORY_BYTES];
};

/* A worker begins, or its state is as good as new. */
static inline void bd__history_clear(struct bd__history *h)
{
    h->count = h->first = 0;
}

/* A run of what CHOICES made begins. */
static inline void bd__history_add(struct bd__history *h, const struct bd__choices *choices, enum bd__op op)
{
    const struct bd__bytes *stream = choices->parameters;
    size_t structure = choices->stream_count ? stream[0].size : 0;
    size_t values = choices->stream_count > 1 ? stream[1].size : 0, size = structure + values;
    if (size > BD__HISTORY_BYTES / 4) { /* there is no history that goes through this one */
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

/* Run number I, counted from the worker's first, as a plan; its streams are borrowed. False if it is not there any more. */
bool bd__history_plan(const struct bd__history *h, uint64_t i, struct bd__plan *plan);

#endif
