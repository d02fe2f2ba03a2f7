#include "metrics/rarefy.h"

#include <stdlib.h>

#include "base/rng.h"
#include "metrics/hill.h"
#include "unit/test.h"

static void check(struct bd_diversity got, struct bd_diversity want, double error, int line)
{
    test_near(got.b0, want.b0, error * want.b0, __FILE__, line, "b0");
    test_near(got.b1, want.b1, error * want.b1, __FILE__, line, "b1");
    test_near(got.b2, want.b2, error * want.b2, __FILE__, line, "b2");
}
#define CHECK_DIVERSITY(got, want, error) check(got, want, error, __LINE__)

/* B(q) straight from its definition over frequencies: FREQUENCY[k] branches were covered by k of N traces. */
static struct bd_diversity of_frequencies(const double *frequency, size_t n)
{
    double u = 0, b0 = 0, entropy = 0, squares = 0;
    for (size_t k = 1; k <= n; k++) { u += (double)k * frequency[k]; }
    for (size_t k = 1; k <= n; k++) {
        double p = (double)k / u;
        b0 += frequency[k];
        entropy -= frequency[k] * p * log(p);
        squares += frequency[k] * p * p;
    }
    return (struct bd_diversity){b0, exp(entropy), 1 / squares};
}

enum { TRACES = 8, BRANCHES = 6 };
/* Which branches each trace covers, a bit a branch. */
static const unsigned traces[TRACES] = {0x01, 0x03, 0x07, 0x0b, 0x01, 0x13, 0x27, 0x0f};

static void count_of(const unsigned *trace, size_t n, uint64_t count[BRANCHES])
{
    for (size_t b = 0; b < BRANCHES; b++) {
        count[b] = 0;
        for (size_t i = 0; i < n; i++) { count[b] += trace[i] >> b & 1; }
    }
}

TEST(small_cases_are_as_enumerated)
{
    uint64_t count[BRANCHES];
    count_of(traces, TRACES, count);
    for (unsigned wanted = 1; wanted <= TRACES; wanted++) {
        double frequency[TRACES + 1] = {0}, subsets = 0;
        for (unsigned subset = 0; subset < 1u << TRACES; subset++) {
            if ((unsigned)__builtin_popcount(subset) != wanted) { continue; }
            subsets++;
            for (unsigned b = 0; b < BRANCHES; b++) {
                unsigned covered = 0;
                for (unsigned i = 0; i < TRACES; i++) { covered += subset >> i & traces[i] >> b & 1; }
                frequency[covered]++;
            }
        }
        for (unsigned k = 0; k <= wanted; k++) { frequency[k] /= subsets; }
        CHECK_DIVERSITY(bd__rarefy(count, BRANCHES, 1, TRACES, wanted), of_frequencies(frequency, wanted), 1e-12);
    }
}

/* By hand: two of three traces, a in all three, b in one. X of a is 2; X of b is 1 with 2/3, else 0.
 * B(0) = 1 + 2/3; U = 2 + 2/3; B(1) = exp(ln U - 2 ln 2 / U); B(2) = U² / (4 + 2/3). */
TEST(worked_by_hand)
{
    double u = 8.0 / 3;
    struct bd_diversity want = {5.0 / 3, exp(log(u) - 2 * log(2) / u), u * u / (14.0 / 3)};
    CHECK_DIVERSITY(bd__rarefy((const uint64_t[]){3, 1}, 2, 1, 3, 2), want, 1e-12);
}

TEST(all_traces_give_the_plain_numbers)
{
    struct bd__rng rng;
    bd__rng_init(&rng, 1, 0);
    uint64_t count[500];
    struct bd__hill hill = {0};
    for (size_t i = 0; i < 500; i++) {
        count[i] = bd__rng_upto(&rng, 1000000) >> bd__rng_upto(&rng, 19);
        bd__hill_add(&hill, count[i]);
    }
    CHECK_DIVERSITY(bd__rarefy(count, 500, 1, 1000000, 1000000), bd__hill_read(&hill), 1e-12);
    CHECK_DIVERSITY(bd__rarefy(count, 500, 1, 1000000, 5000000), bd__hill_read(&hill), 1e-12);
}

TEST(one_trace_has_as_many_as_a_trace_covers)
{
    static const uint64_t count[] = {10, 5, 4, 1}; /* of 10 traces: 2 branches a trace on average */
    struct bd_diversity b = bd__rarefy(count, 4, 1, 10, 1);
    CHECK_DIVERSITY(b, ((struct bd_diversity){2, 2, 2}), 1e-12);
}

TEST(nothing_stays_nothing)
{
    static const uint64_t count[] = {0, 0};
    CHECK_DIVERSITY(bd__rarefy(count, 2, 1, 0, 10), ((struct bd_diversity){0, 0, 0}), 0);
    CHECK_DIVERSITY(bd__rarefy(count, 2, 1, 10, 5), ((struct bd_diversity){0, 0, 0}), 0);
    CHECK_DIVERSITY(bd__rarefy((const uint64_t[]){3, 1}, 2, 1, 3, 0), ((struct bd_diversity){0, 0, 0}), 0);
    CHECK_DIVERSITY(bd__rarefy(NULL, 0, 1, 3, 2), ((struct bd_diversity){0, 0, 0}), 0);
}

TEST(counts_may_lie_apart)
{
    static const uint64_t pairs[] = {3, 9, 1, 9};
    struct bd_diversity apart = bd__rarefy(pairs, 2, 2, 3, 2), close = bd__rarefy((const uint64_t[]){3, 1}, 2, 1, 3, 2);
    CHECK_DIVERSITY(apart, close, 0);
}

/* Real subsets of made-up traces: B(q) of each, averaged over the subsets. It is not the very same quantity
 * (there U varies with the subset), yet the two agree to a few parts in a thousand. */
TEST(simulated_subsets_agree)
{
    enum { N = 400, B = 60, WANTED = 50, ROUNDS = 2000 };
    static bool covers[N][B];
    static uint64_t count[B];
    struct bd__rng rng;
    bd__rng_init(&rng, 9, 0);
    for (size_t b = 0; b < B; b++) {
        double share = pow(0.9, (double)b);
        for (size_t i = 0; i < N; i++) {
            covers[i][b] = bd__rng_unit(&rng) < share;
            count[b] += covers[i][b];
        }
    }
    struct bd_diversity sum = {0, 0, 0};
    double seen = 0;
    for (int round = 0; round < ROUNDS; round++) {
        size_t order[N];
        struct bd__hill hill = {0};
        for (size_t i = 0; i < N; i++) { order[i] = i; }
        for (size_t i = 0; i < WANTED; i++) { /* Fisher and Yates, as far as needed */
            size_t k = i + bd__rng_upto(&rng, N - 1 - i), held = order[i];
            order[i] = order[k];
            order[k] = held;
        }
        for (size_t b = 0; b < B; b++) {
            uint64_t c = 0;
            for (size_t i = 0; i < WANTED; i++) { c += covers[order[i]][b]; }
            bd__hill_add(&hill, c);
            seen += c > 0;
        }
        struct bd_diversity of = bd__hill_read(&hill);
        sum.b1 += of.b1 / ROUNDS;
        sum.b2 += of.b2 / ROUNDS;
    }
    struct bd_diversity got = bd__rarefy(count, B, 1, N, WANTED);
    CHECK_NEAR(got.b0, seen / ROUNDS, 0.15); /* four standard errors */
    CHECK_NEAR(got.b1, sum.b1, 0.005 * sum.b1);
    CHECK_NEAR(got.b2, sum.b2, 0.005 * sum.b2);
}

/* E[X ln X] of one branch, summed over its whole distribution with lgamma. */
static double x_ln_x(double all, double covered, double wanted)
{
    double sum = 0;
    for (double k = fmax(2, wanted + covered - all); k <= fmin(covered, wanted); k++) {
        double ln_p = lgamma(covered + 1) - lgamma(k + 1) - lgamma(covered - k + 1) + lgamma(all - covered + 1) -
                      lgamma(wanted - k + 1) - lgamma(all - covered - wanted + k + 1) - lgamma(all + 1) +
                      lgamma(wanted + 1) + lgamma(all - wanted + 1);
        sum += exp(ln_p) * k * log(k);
    }
    return sum;
}

TEST(large_means_are_as_exact_as_small_ones)
{
    static const double all[] = {100, 1000, 20000}, share[] = {0.001, 0.01, 0.1, 0.35, 0.5, 0.9, 0.999, 1};
    for (size_t a = 0; a < 3; a++) {
        for (size_t c = 0; c < 8; c++) {
            for (size_t w = 0; w < 8; w++) {
                uint64_t traces_seen = (uint64_t)all[a], wanted = (uint64_t)(all[a] * share[w]);
                uint64_t covered = (uint64_t)(all[a] * share[c]);
                if (covered == 0 || wanted == 0) { continue; }
                double u = (double)wanted * (double)covered / all[a];
                double b1 = bd__rarefy(&covered, 1, 1, traces_seen, wanted).b1;
                double expected = x_ln_x(all[a], (double)covered, (double)wanted);
                CHECK_NEAR(u * (log(u) - log(b1)), expected, 2e-6 * fmax(1, expected));
            }
        }
    }
}

TEST(more_traces_never_lose_branches)
{
    static const uint64_t count[] = {1000000, 400000, 70000, 5000, 300, 20, 1};
    double last = 0;
    for (uint64_t wanted = 1; wanted <= 1000000; wanted = wanted * 3 + 1) {
        struct bd_diversity b = bd__rarefy(count, 7, 1, 1000000, wanted);
        CHECK(b.b0 >= last && b.b0 >= b.b1 - 1e-9 && b.b1 >= b.b2 - 1e-9);
        last = b.b0;
    }
}
