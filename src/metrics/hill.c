#include "metrics/hill.h"

#include <math.h>
#include <string.h>

/* ---- one more of each ------------------------------------------------------------------------
 *
 * Without a branch to mispredict, four counts at a time, and with one logarithm for a batch:
 *
 *     (c+1) ln(c+1) - c ln c  =  ln c + (c+1) ln(1 + 1/c)              for c > 0, and 0 for c = 0
 *     Σ ln c  =  ln Π c                                                the exponent taken out now and then
 *     ln(1 + 1/c)  =  2 (z + z³/3 + z⁵/5 + …),  z = 1/(2c+1) ≤ 1/3     14 terms: below 1e-14
 */
#pragma GCC diagnostic ignored "-Wpsabi" /* all that takes or returns vectors is inlined */
#define INLINE static inline __attribute__((always_inline))

typedef double reals __attribute__((vector_size(32)));
typedef uint64_t wholes __attribute__((vector_size(32)));
typedef int64_t masks __attribute__((vector_size(32)));

INLINE reals splat(double x)
{
    return (reals){x, x, x, x};
}

/* Whole numbers below 2^52 as reals. */
INLINE reals real_of(wholes n)
{
    const wholes magic = (wholes)splat(0x1p52);
    return (reals)(n | magic) - splat(0x1p52);
}

/* (c+1) ln(1 + 1/c) for X = c ≥ 1, from so many TERMS of the series. */
INLINE reals rest_of(reals x, int terms)
{
    reals z = splat(1) / (x + x + splat(1)), w = z * z, sum = splat(1.0 / (2 * terms - 1));
    for (int k = 2 * terms - 3; k > 0; k -= 2) { sum = sum * w + splat(1.0 / k); }
    return (x + splat(1)) * (z + z) * sum;
}

struct sums {
    wholes count, fresh, exponent;
    reals product, rest;
};

/* Adds 16 counts. A double holds a mantissa times four counts; then the exponent is taken out. */
INLINE void add_group(struct sums *s, const uint64_t *count, int terms)
{
    const wholes mantissa = {0x000fffffffffffffu, 0x000fffffffffffffu, 0x000fffffffffffffu, 0x000fffffffffffffu};
    for (size_t k = 0; k < 16; k += 4) {
        wholes c;
        memcpy(&c, count + k, sizeof c);
        masks zero = c == 0; /* -1 where it holds */
        s->count += c;
        s->fresh -= (wholes)zero;
        reals x = real_of(c - (wholes)zero);
        s->product *= x;
        s->rest += (reals)((masks)rest_of(x, terms) & ~zero);
    }
    s->exponent += ((wholes)s->product >> 52) - 1023;
    s->product = (reals)(((wholes)s->product & mantissa) | (wholes)splat(1));
}

/* Are all 16 counts so large (256) that four terms do? */
INLINE bool are_large(const uint64_t *count)
{
    wholes small = {0};
    for (size_t k = 0; k < 16; k += 4) {
        wholes c;
        memcpy(&c, count + k, sizeof c);
        small |= (wholes)(c < 256);
    }
    return !(small[0] | small[1] | small[2] | small[3]);
}

INLINE void add_batch(struct bd__hill *hill, uint64_t *count, size_t n)
{
    struct sums s = {.product = splat(1)};
    size_t padded = (n + 15) / 16 * 16;
    for (size_t i = n; i < padded; i++) { count[i] = 0; } /* a 0 adds nothing but itself, taken off below */
    for (size_t i = 0; i < padded; i += 16) {
        if (are_large(count + i)) {
            add_group(&s, count + i, 4);
        } else {
            add_group(&s, count + i, 14);
        }
    }
    uint64_t total = s.count[0] + s.count[1] + s.count[2] + s.count[3];
    hill->support += s.fresh[0] + s.fresh[1] + s.fresh[2] + s.fresh[3] - (padded - n);
    hill->total += n;
    hill->squares += 2 * (unsigned __int128)total + n;
    double exponent = (double)(s.exponent[0] + s.exponent[1] + s.exponent[2] + s.exponent[3]);
    hill->c_ln_c += exponent * 0x1.62e42fefa39efp-1 + log(s.product[0] * s.product[1] * s.product[2] * s.product[3]) +
                    (s.rest[0] + s.rest[1] + s.rest[2] + s.rest[3]);
}

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) static void add_wide(struct bd__hill *hill, uint64_t *count, size_t n)
{
    add_batch(hill, count, n);
}
#endif

void bd__hill_add(struct bd__hill *hill, uint64_t *count, size_t n)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        add_wide(hill, count, n);
        return;
    }
#endif
    add_batch(hill, count, n);
}

void bd__hill_add_species(struct bd__hill *hill, uint64_t count)
{
    if (count == 0) { return; }
    hill->support++;
    hill->total += count;
    hill->c_ln_c += (double)count * log((double)count);
    hill->squares += (unsigned __int128)count * count;
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
    /* High powers of small shares vanish: there, shares are of the largest count instead of all. */
    double whole = q > 2 ? largest : n;
    /* Near 1 the general formula loses its digits: 1/(1-q) blows up what rounding left in the sum, by
     * more than B(q) differs from B(1) there. */
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
