#include "metrics/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void bd__statistics_sort(double *value, size_t count)
{
    if (count) { qsort(value, count, sizeof *value, by_value); }
}

double bd__statistics_quantile(const double *sorted, size_t count, double p)
{
    if (count == 0) { return NAN; }
    double at = p * (double)(count - 1);
    size_t below = (size_t)at;
    if (below + 1 >= count) { return sorted[count - 1]; }
    return sorted[below] + (at - (double)below) * (sorted[below + 1] - sorted[below]);
}

struct bd__statistics bd__statistics_of(const double *value, size_t count)
{
    if (count == 0) { return (struct bd__statistics){0, NAN, NAN, NAN, NAN, NAN, {NAN, NAN}}; }
    double *sorted = bd__memory(count, sizeof *sorted);
    memcpy(sorted, value, count * sizeof *sorted);
    bd__statistics_sort(sorted, count);

    /* Two passes: with the sum of squares alone, values close to each other would lose precision. */
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++) { sum += sorted[i]; }
    double mean = sum / (double)count;
    for (size_t i = 0; i < count; i++) { squares += (sorted[i] - mean) * (sorted[i] - mean); }
    struct bd__statistics made = {
        .count = count,
        .mean = mean,
        .sd = count > 1 ? sqrt(squares / (double)(count - 1)) : NAN,
        .median = bd__statistics_quantile(sorted, count, 0.5),
        .lowest = sorted[0],
        .highest = sorted[count - 1],
        .quartile = {bd__statistics_quantile(sorted, count, 0.25), bd__statistics_quantile(sorted, count, 0.75)},
    };
    free(sorted);
    return made;
}

void bd__statistics_ranks(const double *value, size_t count, double *rank)
{
    for (size_t i = 0; i < count; i++) {
        size_t above = 0, equal = 0;
        for (size_t k = 0; k < count; k++) {
            above += value[k] > value[i];
            equal += value[k] == value[i];
        }
        rank[i] = (double)above + (double)(equal + 1) / 2;
    }
}
