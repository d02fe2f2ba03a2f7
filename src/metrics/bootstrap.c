#include "metrics/bootstrap.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "metrics/statistics.h"

/* ---- The median of a resample ---------------------------------------------------------------- */

struct atom {
    double value, p;
};

/* All values that the median may have, ascending. */
struct atoms {
    struct atom *one; /* owned */
    size_t count;
};

/* Less likely medians are left out: beyond some hundred values, most pairs of them never are the middle. */
static const double LEAST_P = 1e-14;

static void add(struct atoms *atoms, double value, double p)
{
    if (p < LEAST_P) { return; }
    atoms->one = bd__memory_grow(atoms->one, atoms->count, sizeof *atoms->one);
    atoms->one[atoms->count++] = (struct atom){value, p};
}

static double log_choose(size_t n, size_t k)
{
    return lgamma((double)n + 1) - lgamma((double)k + 1) - lgamma((double)(n - k) + 1);
}

/* P(Binomial(n, share) ≥ least) */
static double binomial_tail(size_t n, double share, size_t least)
{
    if (share <= 0 || share >= 1) { return share >= 1 || least == 0; }
    double sum = 0;
    for (size_t i = least; i <= n; i++) {
        sum += exp(log_choose(n, i) + (double)i * log(share) + (double)(n - i) * log1p(-share));
    }
    return fmin(1, sum);
}

/* P(the K-th smallest of a resample is x(i)), i from 1 */
static double order_p(size_t n, size_t k, size_t i)
{
    return binomial_tail(n, (double)i / (double)n, k) - binomial_tail(n, (double)(i - 1) / (double)n, k);
}

static int by_value(const void *left, const void *right)
{
    double x = ((const struct atom *)left)->value, y = ((const struct atom *)right)->value;
    return (x > y) - (x < y);
}

/* (i/n)^k - ((i-1)/n)^k, as a logarithm */
static double log_step(size_t n, size_t k, size_t i)
{
    double below = (double)(i - 1) / (double)i;
    return (double)k * log((double)i / (double)n) + log1p(-pow(below, (double)k));
}

static void add_even(struct atoms *atoms, const double *sorted, size_t n)
{
    size_t k = n / 2;
    double ways = log_choose(n, k);
    for (size_t i = 1; i <= n; i++) {
        double both = order_p(n, k, i); /* what remains of it after all j > i: the K-th and the next are the same */
        if (both < LEAST_P) { continue; }
        for (size_t j = i + 1; j <= n; j++) {
            double p = exp(ways + log_step(n, k, i) + log_step(n, k, n - j + 1));
            if (p < LEAST_P) { break; }
            add(atoms, (sorted[i - 1] + sorted[j - 1]) / 2, p);
            both -= p;
        }
        add(atoms, sorted[i - 1], both);
    }
    if (atoms->count) { qsort(atoms->one, atoms->count, sizeof *atoms->one, by_value); }
}

static struct atoms medians_of(const double *value, size_t n)
{
    struct atoms atoms = {0};
    double *sorted = bd__memory(n, sizeof *sorted);
    memcpy(sorted, value, n * sizeof *sorted);
    bd__statistics_sort(sorted, n);
    if (n % 2 == 0) {
        add_even(&atoms, sorted, n);
    } else {
        for (size_t i = 1; i <= n; i++) { add(&atoms, sorted[i - 1], order_p(n, n / 2 + 1, i)); }
    }
    free(sorted);
    return atoms;
}

/* ---- Their ratio ----------------------------------------------------------------------------- */

/* P(a ≤ ratio b) */
static double p_up_to(const struct atoms *a, const struct atoms *b, double ratio)
{
    double sum = 0, of_a = 0;
    size_t i = 0;
    for (size_t k = 0; k < b->count; k++) {
        for (; i < a->count && a->one[i].value <= ratio * b->one[k].value; i++) { of_a += a->one[i].p; }
        sum += of_a * b->one[k].p;
    }
    return sum;
}

/* The smallest ratio with P(a ≤ ratio b) ≥ SHARE, by bisection. */
static double quantile(const struct atoms *a, const struct atoms *b, double share)
{
    if (a->count == 0 || b->count == 0) { return NAN; }
    double below = a->one[0].value / b->one[b->count - 1].value, above = a->one[a->count - 1].value / b->one[0].value;
    if (p_up_to(a, b, below) >= share) { return below; }
    for (int i = 0; i < 200; i++) {
        double middle = below + (above - below) / 2;
        if (middle <= below || middle >= above) { break; }
        if (p_up_to(a, b, middle) >= share) {
            above = middle;
        } else {
            below = middle;
        }
    }
    return above;
}

static bool are_positive(const double *value, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!(value[i] > 0)) { return false; }
    }
    return count > 0;
}

struct bd__interval bd__ratio_of_medians(const double *a, size_t a_count, const double *b, size_t b_count,
                                         double confidence)
{
    if (!are_positive(a, a_count) || !are_positive(b, b_count)) { return (struct bd__interval){NAN, NAN, NAN}; }
    double estimate = bd__statistics_of(a, a_count).median / bd__statistics_of(b, b_count).median;
    if (a_count < BD__INTERVAL_LEAST || b_count < BD__INTERVAL_LEAST) {
        return (struct bd__interval){estimate, NAN, NAN};
    }
    double outside = (1 - confidence) / 2;
    struct atoms of_a = medians_of(a, a_count), of_b = medians_of(b, b_count);
    struct bd__interval made = {
        .estimate = estimate,
        .low = quantile(&of_a, &of_b, outside),
        .high = 1 / quantile(&of_b, &of_a, outside), /* so that swapping them gives the reciprocals */
    };
    free(of_a.one);
    free(of_b.one);
    return made;
}
