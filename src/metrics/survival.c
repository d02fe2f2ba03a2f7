#include "metrics/survival.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

/* By time; what is met at a moment comes before what is censored then. */
static int by_time(const void *left, const void *right)
{
    const struct bd__wait *x = left, *y = right;
    if (x->time != y->time) { return x->time < y->time ? -1 : 1; }
    return (int)y->met - (int)x->met;
}

size_t bd__kaplan_meier(const struct bd__wait *wait, size_t count, struct bd__survival_step *step)
{
    size_t steps = 0;
    double surviving = 1;
    struct bd__wait *sorted = bd__memory(count, sizeof *sorted);
    if (count) { memcpy(sorted, wait, count * sizeof *sorted); }
    qsort(sorted, count, sizeof *sorted, by_time);
    for (size_t i = 0, next; i < count; i = next) {
        size_t met = 0;
        for (next = i; next < count && sorted[next].time == sorted[i].time; next++) { met += sorted[next].met; }
        if (met == 0) { continue; }
        surviving *= 1 - (double)met / (double)(count - i);
        step[steps++] = (struct bd__survival_step){sorted[i].time, count - i, met, surviving};
    }
    free(sorted);
    return steps;
}

double bd__restricted_mean(const struct bd__survival_step *step, size_t steps, double limit)
{
    double sum = 0, since = 0, surviving = 1;
    for (size_t i = 0; i < steps && step[i].time < limit; i++) {
        sum += surviving * (step[i].time - since);
        since = step[i].time;
        surviving = step[i].surviving;
    }
    return sum + surviving * (limit - since);
}

/* ---- The log-rank test ----------------------------------------------------------------------- */

/* One of both samples together. */
struct scored {
    struct bd__wait wait;
    bool of_a;
    double score; /* d - Λ(time): their sum over A is O - E, over all it is 0 */
};

static int by_wait(const void *left, const void *right)
{
    return by_time(&((const struct scored *)left)->wait, &((const struct scored *)right)->wait);
}

/* Gives the COUNT scores. Returns the variance of O - E: the sum of the hypergeometric ones of all moments. */
static double score(struct scored *all, size_t count, size_t a_count)
{
    double hazard = 0, variance = 0;
    size_t a_waiting = a_count;
    for (size_t i = 0, next; i < count; i = next) {
        size_t met = 0, of_a = 0;
        for (next = i; next < count && all[next].wait.time == all[i].wait.time; next++) {
            met += all[next].wait.met;
            of_a += all[next].of_a;
        }
        double waiting = (double)(count - i), share = (double)a_waiting / waiting, d = (double)met;
        hazard += d / waiting;
        if (waiting > 1) { variance += d * share * (1 - share) * (waiting - d) / (waiting - 1); }
        for (size_t k = i; k < next; k++) { all[k].score = (double)all[k].wait.met - hazard; }
        a_waiting -= of_a;
    }
    return variance;
}

/* How many ways there are to choose CHOOSE of the scores from FIRST on, and in how many of them their sum and SUM together are at
 * least DISTANCE from 0. */
struct ways {
    double all, far;
};

static void count_ways(struct ways *ways, const struct scored *first, const struct scored *end, size_t choose,
                       double sum, double distance)
{
    if (choose == 0) {
        ways->all++;
        ways->far += fabs(sum) >= distance;
    } else if ((size_t)(end - first) >= choose) {
        count_ways(ways, first + 1, end, choose - 1, sum + first->score, distance);
        count_ways(ways, first + 1, end, choose, sum, distance);
    }
}

struct bd__log_rank bd__log_rank(const struct bd__wait *a, size_t a_count, const struct bd__wait *b, size_t b_count)
{
    size_t count = a_count + b_count;
    struct bd__log_rank test = {.p = 1, .exact = count <= BD__LOG_RANK_EXACT};
    if (a_count == 0 || b_count == 0) { return test; }
    struct scored *all = bd__memory(count, sizeof *all);
    for (size_t i = 0; i < count; i++) {
        all[i] = (struct scored){.wait = i < a_count ? a[i] : b[i - a_count], .of_a = i < a_count};
    }
    qsort(all, count, sizeof *all, by_wait);
    double variance = score(all, count, a_count);
    for (size_t i = 0; i < count; i++) { test.above += all[i].of_a ? all[i].score : 0; }
    if (variance > 0) {
        test.chi_square = test.above * test.above / variance;
        test.p = erfc(sqrt(test.chi_square / 2));
    }
    if (test.exact) {
        const double rounding = 1e-9; /* sums of the same scores in another order are equal */
        struct ways ways = {0, 0};
        count_ways(&ways, all, all + count, a_count, 0, fabs(test.above) - rounding);
        test.p = ways.far / ways.all;
    }
    free(all);
    return test;
}
