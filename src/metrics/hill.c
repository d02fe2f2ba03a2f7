#include "metrics/hill.h"

#include <math.h>

void bd__hill_add(struct bd__hill *hill, uint64_t count)
{
    if (count == 0) { return; }
    hill->support++;
    hill->total += count;
    hill->squares += (unsigned __int128)count * count;
    hill->c_ln_c += (double)count * log((double)count);
}

struct bd_diversity bd__hill_read(const struct bd__hill *hill)
{
    if (hill->total == 0) { return (struct bd_diversity){0}; }
    double n = (double)hill->total;
    return (struct bd_diversity){
        .b0 = (double)hill->support,
        .b1 = exp(log(n) - hill->c_ln_c / n),
        .b2 = n * n / (double)hill->squares,
    };
}

double bd__hill_order(const uint64_t *count, size_t species, size_t stride, double q)
{
    double n = 0, largest = 0;
    for (size_t i = 0; i < species; i++) {
        n += (double)count[i * stride];
        largest = fmax(largest, (double)count[i * stride]);
    }
    if (n == 0) { return 0; }
    /* High powers of small shares underflow, so there shares are relative to the largest count. */
    double whole = q > 2 ? largest : n;
    /* Near 1 the general formula loses precision: 1/(1-q) amplifies the rounding error of the sum to more than the
     * difference between B(q) and B(1). */
    bool near_one = fabs(q - 1) < 1e-7;
    double sum = 0;
    for (size_t i = 0; i < species; i++) {
        double p = (double)count[i * stride] / whole;
        if (p > 0) { sum += near_one ? -p * log(p) : q == 0 ? 1 : pow(p, q); }
    }
    return near_one ? exp(sum) : pow(whole / n, 1 / (1 / q - 1)) * pow(sum, 1 / (1 - q));
}

double bd_hill_number(const uint64_t *abundance, size_t count, double q)
{
    return bd__hill_order(abundance, count, 1, q);
}
