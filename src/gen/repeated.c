/* repeated.c: the same bytes many times.
 *
 * What is written must not depend on the output's budget: a replay of the tape, which has none, makes the same input.
 */
#include <bediv/draws.h>

#include "gen/out.h"

size_t bd_written(const struct bd_out *out)
{
    return out->size;
}

void bd_put_repeated(struct bd_out *out, const char *text, size_t count)
{
    const size_t size = strlen(text);
    for (size_t i = 0; i < count && size && !out->overflow; i++) { bd_put_bytes(out, text, size); }
}

size_t bd_put_again(struct bd_source *s, struct bd_out *out, const char *label, size_t begin)
{
    enum { MOST_BYTES = 1 << 16 };
    static const size_t times[] = {0, 1, 10, 100};
    static const unsigned weights[] = {29, 1, 1, 1};
    size_t count = times[bd_pick_weighted(s, label, weights, sizeof times / sizeof *times)];
    const size_t size = begin < out->size ? out->size - begin : 0;
    if (size == 0) { return 0; }
    if (count > MOST_BYTES / size) { count = MOST_BYTES / size; }
    for (size_t i = 0; i < count; i++) { bd_put_bytes(out, out->data + begin, size); }
    return count;
}
