#include "metrics/rank_power.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

static size_t at_most(size_t x, size_t limit)
{
    return x < limit ? x : limit;
}

/* The distribution of U, the number of pairs in which A is above B: P[u] for u = 0 … n m. K 1: that without a difference. */
static double *distribution(size_t n, size_t m, double k)
{
    /* OF[b]: the distribution when i of A and b of B remain. If the highest is of A, it is above all b. */
    size_t room = n * m + 1;
    double *of = bd__memory((m + 1) * room, sizeof *of), *next = bd__memory(room, sizeof *next);
    for (size_t b = 0; b <= m; b++) { of[b * room] = 1; }
    for (size_t a = 1; a <= n; a++) {
        for (size_t b = 1; b <= m; b++) { /* with b = 0, U stays 0 */
            double share = k * (double)a / (k * (double)a + (double)b);
            double *mine = of + b * room, *fewer_b = of + (b - 1) * room;
            for (size_t u = 0; u <= a * b; u++) {
                next[u] = (u >= b ? share * mine[u - b] : 0) + (1 - share) * fewer_b[u];
            }
            memcpy(mine, next, (a * b + 1) * sizeof *mine);
        }
    }
    memmove(of, of + m * room, room * sizeof *of);
    free(next);
    return of;
}

double bd__rank_power(size_t n, size_t m, double a12, double alpha)
{
    n = at_most(n, BD__RANK_POWER_MOST);
    m = at_most(m, BD__RANK_POWER_MOST);
    double *none = distribution(n, m, 1), *some = distribution(n, m, a12 / (1 - a12));
    double power = 0, tail = 0;
    for (size_t u = 0; 2 * u < n * m; u++) { /* outermost values of U, on both sides */
        tail += 2 * none[u];
        if (tail >= alpha) { break; }
        power += some[u] + some[n * m - u];
    }
    free(none);
    free(some);
    return power;
}
