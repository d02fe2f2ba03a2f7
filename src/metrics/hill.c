#include "metrics/hill.h"

#include <math.h>

struct bd__hill_table bd__hill_table;

__attribute__((constructor)) static void fill_table(void)
{
    for (int i = 0; i < BD__HILL_TABLE; i++) {
        bd__hill_table.step[i] = i ? (i + 1) * log(i + 1) - i * log(i) : 0;
        bd__hill_table.ln[i] = log(BD__HILL_TABLE + i);
        bd__hill_table.inverse[i] = 1.0 / (BD__HILL_TABLE + i);
    }
}

void bd__hill_add_species(struct bd__hill *hill, uint64_t count)
{
    if (count == 0) { return; }
    hill->support++;
    hill->total += count;
    hill->c_ln_c += (double)count * log((double)count);
    hill->squares += (unsigned __int128)count * count;
}

void bd__hill_join(struct bd__hill *hill, const struct bd__hill *more)
{
    hill->support += more->support;
    hill->total += more->total;
    hill->c_ln_c += more->c_ln_c;
    hill->squares += more->squares;
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
    double n = 0;
    for (size_t i = 0; i < species; i++) { n += (double)count[i * stride]; }
    if (n == 0) { return 0; }
    /* Near 1 the general formula loses its digits: 1/(1-q) blows up what rounding left in the sum, by
     * more than B(q) differs from B(1) there. */
    bool near_one = fabs(q - 1) < 1e-7;
    double sum = 0;
    for (size_t i = 0; i < species; i++) {
        double p = (double)count[i * stride] / n;
        if (p > 0) { sum += near_one ? -p * log(p) : q == 0 ? 1 : pow(p, q); }
    }
    return near_one ? exp(sum) : pow(sum, 1 / (1 - q));
}
