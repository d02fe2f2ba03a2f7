#include "metrics/mann_whitney.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"

/* ---- Ranks ----------------------------------------------------------------------------------- */

struct ranked {
    double value;
    bool of_a;
    size_t twice; /* twice the rank, so that the mean rank of ties is an integer */
};

static int by_value(const void *left, const void *right)
{
    double x = ((const struct ranked *)left)->value, y = ((const struct ranked *)right)->value;
    return (x > y) - (x < y);
}

/* Both samples together, sorted, with ranks from 1. */
struct pool {
    struct ranked *item; /* owned */
    size_t count, a_count;
    size_t a_twice;   /* twice the sum of the ranks of A */
    double tie_cubes; /* Σ (t³ - t) over the groups of t equal values */
};

static struct pool pool_make(const double *a, size_t a_count, const double *b, size_t b_count)
{
    size_t count = a_count + b_count;
    struct pool pool = {bd__memory(count, sizeof *pool.item), count, a_count, 0, 0};
    for (size_t i = 0; i < count; i++) {
        pool.item[i] = (struct ranked){i < a_count ? a[i] : b[i - a_count], i < a_count, 0};
    }
    qsort(pool.item, count, sizeof *pool.item, by_value);
    for (size_t first = 0, next; first < count; first = next) {
        for (next = first + 1; next < count && pool.item[next].value == pool.item[first].value;) { next++; }
        double tied = (double)(next - first);
        pool.tie_cubes += tied * tied * tied - tied;
        for (size_t i = first; i < next; i++) {
            pool.item[i].twice = first + 1 + next; /* ranks first + 1 … next */
            if (pool.item[i].of_a) { pool.a_twice += pool.item[i].twice; }
        }
    }
    return pool;
}

static double pool_u(const struct pool *pool)
{
    return (double)pool->a_twice / 2 - (double)pool->a_count * (double)(pool->a_count + 1) / 2;
}

/* ---- p-values -------------------------------------------------------------------------------- */

/* Exact: the distribution of U over all ways to divide the pooled values, ties included, between the two samples.
 * WAYS[k][s]: the number of ways in which k of the values so far have ranks that sum to s/2. Each value in turn goes to
 * A or not; k runs downwards so that no value is used twice. */
static double p_exact(const struct pool *pool)
{
    size_t n = pool->a_count, sums = pool->count * (pool->count + 1) + 1, reach = 0;
    double *ways = bd__memory((n + 1) * sums, sizeof *ways);
    ways[0] = 1;
    for (size_t i = 0; i < pool->count; i++) {
        size_t rank = pool->item[i].twice;
        reach += rank;
        for (size_t k = n < i + 1 ? n : i + 1; k > 0; k--) {
            double *to = ways + k * sums;
            const double *from = ways + (k - 1) * sums;
            for (size_t s = rank; s <= reach; s++) { to[s] += from[s - rank]; }
        }
    }
    /* Twice the rank sum has the mean n (N + 1). Both are integers, so the comparison of distances is exact. */
    int64_t mean = (int64_t)(n * (pool->count + 1)), distance = llabs((int64_t)pool->a_twice - mean);
    double all = 0, far = 0;
    for (size_t s = 0; s < sums; s++) {
        double count = ways[n * sums + s];
        all += count;
        if (llabs((int64_t)s - mean) >= distance) { far += count; }
    }
    free(ways);
    return far / all;
}

/* The normal approximation, with corrections for ties and for continuity. */
static double p_normal(const struct pool *pool)
{
    double n = (double)pool->a_count, m = (double)(pool->count - pool->a_count), both = n + m;
    double variance = n * m / 12 * (both + 1 - (both > 1 ? pool->tie_cubes / (both * (both - 1)) : 0));
    double distance = fabs(pool_u(pool) - n * m / 2) - 0.5;
    if (variance <= 0 || distance <= 0) { return 1; }
    return erfc(distance / sqrt(2 * variance));
}

struct bd__rank_test bd__mann_whitney(const double *a, size_t a_count, const double *b, size_t b_count)
{
    if (a_count == 0 || b_count == 0) { return (struct bd__rank_test){0, NAN, 1, true}; }
    struct pool pool = pool_make(a, a_count, b, b_count);
    struct bd__rank_test test = {.u = pool_u(&pool), .exact = pool.count <= BD__MANN_WHITNEY_EXACT};
    test.a12 = test.u / ((double)a_count * (double)b_count);
    test.p = test.exact ? p_exact(&pool) : p_normal(&pool);
    free(pool.item);
    return test;
}

double bd__mann_whitney_smallest_p(size_t a_count, size_t b_count)
{
    double ways = 1;
    for (size_t i = 1; i <= a_count; i++) { ways = ways * (double)(b_count + i) / (double)i; }
    return fmin(1, 2 / ways);
}

const char *bd__a12_magnitude(double a12)
{
    /* The small addition makes 0.56 and its mirror image 0.44 fall on the same side in spite of rounding. */
    double away = fabs(a12 - 0.5) + 1e-9;
    return away >= 0.21 ? "large" : away >= 0.14 ? "medium" : away >= 0.06 ? "small" : "negligible";
}
