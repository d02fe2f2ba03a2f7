/* cost [TRIALS [GUIDE]]: how well do properties of a run predict how long its trial takes?
 *
 * A guide that weighs what an input brings against what it costs must not look at a clock, or the same seed would not
 * make the same campaign. So it needs a cost that is a function of the run. This runs one campaign three times, which
 * makes the same trials each time, takes the shortest time of each trial, and prints the share of the variance of that
 * time (R²) that each candidate explains, alone with a constant, and that all of them explain together:
 *
 *     bytes      size of the input
 *     draws      choices of the generator
 *     branches   branches covered
 *     hits       sum of the counts of all branches, but for
 *     loops      branches whose count is 128 or more: counters have 8 bits, so these have probably wrapped
 *     sum        what the guide `bediv` takes for the cost (guide/gain.c)
 *
 * and, in a second line, the microseconds that each contributes where all are fitted together.
 */
#include <bediv/engine.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "guide/gain.h"
#include "listen.h"

enum { BYTES, DRAWS, BRANCHES, HITS, LOOPS, SUM, PROPERTIES, REPETITIONS = 3, MOST = 1 << 20 };
static const char *const names[PROPERTIES] = {"bytes", "draws", "branches", "hits", "loops", "sum"};

/* In memory that all processes share. */
struct bench {
    const char *guide;
    uint64_t trials;
    unsigned repetition;
    uint64_t count;
    double microseconds[MOST];
    float property[MOST][PROPERTIES];
};
static struct bench *bench;
static double before;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static void measure(const struct bd__trial *t)
{
    uint64_t i = t->number - 1;
    double spent = now() - before;
    if (i < MOST && t->outcome.verdict != BD_DISCARDED) {
        if (bench->repetition == 0 || spent < bench->microseconds[i]) { bench->microseconds[i] = spent; }
        float *property = bench->property[i];
        property[BYTES] = (float)t->input.size;
        property[DRAWS] = (float)t->choices.choice_count;
        property[BRANCHES] = (float)t->trace.branch_count;
        property[HITS] = property[LOOPS] = 0;
        for (size_t j = 0; j < t->trace.block_count; j++) {
            for (int k = 0; k < BD__BLOCK; k++) {
                uint8_t count = t->trace.block[j].counts[k];
                property[count < 128 ? HITS : LOOPS] += count < 128 ? count : 1;
            }
        }
        property[SUM] = (float)bd__gain_cost(t);
        bench->count = i + 1;
    }
    before = now();
}

static void run_campaign(void *unused)
{
    (void)unused;
    struct bd__ring *ring = bench_open_ring(bench->guide, bench->trials, 1);
    before = now();
    bench_listen(ring, measure);
}

/* ---- least squares --------------------------------------------------------------------------- */

/* R² of the time, explained by a constant and the properties whose bits are in WHICH: the normal equations, by Gauss and
 * Jordan. */
static double beta[PROPERTIES + 1];
static double explained(unsigned which)
{
    enum { ROWS = PROPERTIES + 1 };
    double a[ROWS][ROWS + 1] = {{0}}, total = 0, square = 0, n = 0;
    int term[ROWS] = {-1}, terms = 1;
    for (int p = 0; p < PROPERTIES; p++) {
        if (which >> p & 1) { term[terms++] = p; }
    }
    for (uint64_t i = 0; i < bench->count; i++) {
        if (bench->microseconds[i] <= 0) { continue; }
        double x[ROWS], y = bench->microseconds[i];
        for (int j = 0; j < terms; j++) { x[j] = term[j] < 0 ? 1 : (double)bench->property[i][term[j]]; }
        for (int j = 0; j < terms; j++) {
            for (int k = 0; k < terms; k++) { a[j][k] += x[j] * x[k]; }
            a[j][terms] += x[j] * y;
        }
        total += y;
        square += y * y;
        n++;
    }
    double right[ROWS];
    for (int j = 0; j < terms; j++) { right[j] = a[j][terms]; }
    for (int j = 0; j < terms; j++) {
        if (fabs(a[j][j]) < 1e-9) { continue; }
        for (int k = 0; k < terms; k++) {
            double f = k == j ? 0 : a[k][j] / a[j][j];
            for (int m = j; m <= terms; m++) { a[k][m] -= f * a[j][m]; }
        }
    }
    double fitted = 0; /* Σ β (Xᵀy) = Σ ŷ² */
    for (int j = 0; j < terms; j++) { fitted += fabs(a[j][j]) < 1e-9 ? 0 : a[j][terms] / a[j][j] * right[j]; }
    for (int j = 0; j < terms; j++) { beta[j] = fabs(a[j][j]) < 1e-9 ? 0 : a[j][terms] / a[j][j]; }
    return (fitted - total * total / n) / (square - total * total / n);
}

int main(int argc, char **argv)
{
    bench = bench_share(sizeof *bench);
    bench->trials = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
    bench->guide = argc > 2 ? argv[2] : bd_guide_list(0)->name;
    for (bench->repetition = 0; bench->repetition < REPETITIONS; bench->repetition++) {
        bench_try_in_child(run_campaign, NULL); /* an input that crashes ends it; what was measured counts */
    }
    if (bench->count == 0) { return 1; }
    double sum = 0;
    for (uint64_t i = 0; i < bench->count; i++) { sum += bench->microseconds[i]; }
    printf("%-12s %-16s %9.1f", bd_program.name, bench->guide, sum / (double)bench->count);
    for (int p = 0; p < PROPERTIES; p++) { printf(" %8s %4.2f", names[p], explained(1u << p)); }
    printf(" %8s %4.2f\n", "all", explained((1u << SUM) - 1));
    for (int p = 0; p <= SUM; p++) { printf("   %s %.4f", p ? names[p - 1] : "const", beta[p]); }
    printf("\n");
    return 0;
}
