/* repeated.c: the same bytes many times. */
#include <bediv/draws.h>

#include "gen/out.h"

/* How often SIZE bytes fit: within the budget, so that a repetition alone neither spends it nor fills the buffer. */
static size_t at_most(const struct bd_out *out, size_t size, size_t count)
{
    const size_t end = out->budget < out->capacity ? out->budget : out->capacity;
    const size_t room = end > out->size ? end - out->size : 0;
    return size && room / size < count ? room / size : count;
}

size_t bd_written(const struct bd_out *out)
{
    return out->size;
}

size_t bd_put_repeated(struct bd_out *out, const char *text, size_t count)
{
    const size_t size = strlen(text), times = at_most(out, size, count);
    for (size_t i = 0; i < times; i++) { bd_put_bytes(out, text, size); }
    return times;
}

size_t bd_put_again(struct bd_source *s, struct bd_out *out, const char *label, size_t begin)
{
    static const size_t times[] = {0, 1, 10, 100};
    static const unsigned weights[] = {29, 1, 1, 1};
    const size_t drawn = times[bd_pick_weighted(s, label, weights, sizeof times / sizeof *times)];
    const size_t size = begin < out->size ? out->size - begin : 0, count = at_most(out, size, drawn);
    for (size_t i = 0; i < count; i++) { bd_put_bytes(out, out->data + begin, size); }
    return count;
}
