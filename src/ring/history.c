#include "ring/history.h"

bool bd__history_plan(const struct bd__history *h, uint64_t i, struct bd__plan *plan)
{
    if (i < h->first || i >= h->count || h->count - i > BD__HISTORY_RUNS) { return false; }
    const struct bd__past *past = &h->past[i % BD__HISTORY_RUNS];
    uint64_t size = (uint64_t)past->size[0] + past->size[1];
    uint64_t at = past->begin % BD__HISTORY_BYTES;
    if (h->end - past->begin > BD__HISTORY_BYTES || size > BD__HISTORY_BYTES / 4 || at + size > BD__HISTORY_BYTES ||
        past->stream_count > BD__STREAMS) {
        return false;
    }
    const uint8_t *bytes = h->bytes + at;
    *plan = (struct bd__plan){
        .stream_count = past->stream_count,
        .stream = {{bytes, past->size[0]}, {bytes + past->size[0], past->size[1]}},
        .op = past->op == BD__OP_SIMPLEST ? BD__OP_SIMPLEST : BD__OP_REPLAY,
        .parent = BD__NO_PARENT,
    };
    return true;
}
