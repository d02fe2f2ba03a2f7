#include "metrics/rarefy.h"

#include <math.h>

/* From this mean on, a branch is practically certain to be covered (P(X = 0) < e^-32), and the series below is accurate
 * to about 1e-6 of E[X ln X]. */
#define LARGE_MEAN 32.0

struct draw {
    double all, covered, wanted; /* N, c, n */
};

struct expected {
    double seen, x, x_ln_x, x_squared; /* P(X > 0), E[X], E[X ln X], E[X²] */
};

/* P(X = k+1) / P(X = k) */
static double step_up(const struct draw *d, double k)
{
    return (d->covered - k) * (d->wanted - k) / ((k + 1) * (d->all - d->covered - d->wanted + k + 1));
}

/* Sums over X from its most likely value outwards, until the rest is negligible. Probabilities are relative to the most
 * likely one, which avoids binomial coefficients. */
static void sum_up(struct expected *e, const struct draw *d)
{
    double least = fmax(0, d->wanted + d->covered - d->all), most = fmin(d->covered, d->wanted);
    double mode = floor((d->wanted + 1) * (d->covered + 1) / (d->all + 2));
    mode = fmin(fmax(mode, least), most);
    double total = 1, x_ln_x = mode > 1 ? mode * log(mode) : 0, none = mode == 0;
    double weight = 1;
    for (double k = mode; k < most && weight > 1e-18; k++) {
        weight *= step_up(d, k);
        total += weight;
        x_ln_x += weight * (k + 1) * log(k + 1);
    }
    weight = 1;
    for (double k = mode; k > least && weight > 1e-18; k--) {
        weight /= step_up(d, k - 1);
        total += weight;
        if (k > 2) { x_ln_x += weight * (k - 1) * log(k - 1); }
        none += k == 1 ? weight : 0;
    }
    e->seen = 1 - none / total;
    e->x_ln_x = x_ln_x / total;
}

/* E[g(X)] for g = x ln x, from the Taylor series at the mean and the central moments: the second and third exactly, the
 * higher ones by their leading terms. */
static void expand(struct expected *e, const struct draw *d)
{
    double share = d->covered / d->all, mean = e->x;
    double m2 = d->all > 1 ? mean * (1 - share) * (d->all - d->wanted) / (d->all - 1) : 0;
    double m3 = d->all > 2 ? m2 * (1 - 2 * share) * (d->all - 2 * d->wanted) / (d->all - 2) : 0;
    double m4 = 3 * m2 * m2, m5 = 10 * m2 * m3, m6 = 15 * m2 * m2 * m2, inverse = 1 / mean;
    /* g'' = 1/x, g''' = -1/x², g'''' = 2/x³, -6/x⁴, 24/x⁵; over 2!, 3!, 4!, 5!, 6! */
    double series =
        inverse * (m2 / 2 + inverse * (-m3 / 6 + inverse * (m4 / 12 + inverse * (-m5 / 20 + inverse * m6 / 30))));
    e->x_ln_x = mean * log(mean) + series;
    e->seen = 1;
}

static struct expected expect(const struct draw *d)
{
    struct expected e = {.x = d->wanted * d->covered / d->all};
    e.x_squared = e.x;
    if (d->all > 1) {
        e.x_squared += d->wanted * (d->wanted - 1) / d->all * (d->covered * (d->covered - 1) / (d->all - 1));
    }
    if (e.x < LARGE_MEAN) {
        sum_up(&e, d);
    } else {
        expand(&e, d);
    }
    return e;
}

struct bd_diversity bd__rarefy(const uint64_t *count, size_t branches, size_t stride, uint64_t traces, uint64_t wanted)
{
    struct draw d = {.all = (double)traces, .wanted = (double)(wanted < traces ? wanted : traces)};
    double seen = 0, u = 0, x_ln_x = 0, x_squared = 0;
    struct expected e = {0};
    for (size_t i = 0; i < branches && d.wanted > 0; i++) {
        uint64_t c = count[i * stride];
        if (c == 0) { continue; }
        if ((double)c != d.covered) { /* neighbours often lie on the same path */
            d.covered = (double)c;
            e = expect(&d);
        }
        seen += e.seen;
        u += e.x;
        x_ln_x += e.x_ln_x;
        x_squared += e.x_squared;
    }
    if (u == 0) { return (struct bd_diversity){0}; }
    return (struct bd_diversity){.b0 = seen, .b1 = exp(log(u) - x_ln_x / u), .b2 = u * u / x_squared};
}
