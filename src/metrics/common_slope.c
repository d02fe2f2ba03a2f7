#include "metrics/common_slope.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

struct group_sum {
    double count, x, y;
};

struct bd__common_slope bd__common_slope(const double *x, const double *y, const size_t *group, size_t count)
{
    struct group_sum *sum = bd__memory(count, sizeof *sum);
    for (size_t i = 0; i < count; i++) {
        struct group_sum *mine = &sum[group[i]];
        mine->count++;
        mine->x += x[i];
        mine->y += y[i];
    }
    double xx = 0, xy = 0, yy = 0;
    for (size_t i = 0; i < count; i++) {
        const struct group_sum *mine = &sum[group[i]];
        double dx = x[i] - mine->x / mine->count, dy = y[i] - mine->y / mine->count;
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
    }
    free(sum);
    if (xx <= 0 || yy <= 0) { return (struct bd__common_slope){NAN, NAN}; }
    return (struct bd__common_slope){xy / xx, xy * xy / (xx * yy)};
}
