#include "metrics/holm.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

struct numbered_p {
    double p;
    size_t at;
};

static int by_p(const void *left, const void *right)
{
    double x = ((const struct numbered_p *)left)->p, y = ((const struct numbered_p *)right)->p;
    return (x > y) - (x < y);
}

void bd__holm(const double *p, size_t count, double *corrected)
{
    if (count == 0) { return; }
    struct numbered_p *sorted = bd__memory(count, sizeof *sorted);
    for (size_t i = 0; i < count; i++) { sorted[i] = (struct numbered_p){p[i], i}; }
    qsort(sorted, count, sizeof *sorted, by_p);
    double highest = 0;
    for (size_t i = 0; i < count; i++) {
        highest = fmax(highest, (double)(count - i) * sorted[i].p);
        corrected[sorted[i].at] = fmin(1, highest);
    }
    free(sorted);
}
