#include "cli/coverage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static uint8_t *widen(uint8_t *old, size_t old_span, size_t span)
{
    uint8_t *wide = bd__memory(span, 1);
    if (old_span) { memcpy(wide, old, old_span); }
    free(old);
    return wide;
}

void bd__coverage_add(struct bd__coverage *coverage, const struct bd_replay *result)
{
    if (!result->buckets || result->verdict == BD_FAILURE) { return; }
    coverage->inputs++;
    if (result->bucket_span > coverage->span) {
        coverage->seen = widen(coverage->seen, coverage->span, result->bucket_span);
        coverage->seen_valid = widen(coverage->seen_valid, coverage->span, result->bucket_span);
        coverage->span = result->bucket_span;
    }
    for (size_t b = 0; b < result->bucket_span; b++) {
        coverage->seen[b] |= result->buckets[b];
        if (result->verdict == BD_VALID) { coverage->seen_valid[b] |= result->buckets[b]; }
    }
}

struct sums {
    unsigned long long branches, features;
};

static struct sums count(const uint8_t *seen, size_t span)
{
    struct sums sums = {0};
    for (size_t b = 0; b < span; b++) {
        sums.branches += seen[b] != 0;
        sums.features += (unsigned)__builtin_popcount(seen[b]);
    }
    return sums;
}

void bd__coverage_print(const struct bd__coverage *coverage)
{
    if (coverage->inputs < 2) { return; }
    struct sums all = count(coverage->seen, coverage->span), valid = count(coverage->seen_valid, coverage->span);
    printf("%llu inputs cover %llu branches (%llu by valid inputs), %llu features (%llu by valid inputs)\n",
           (unsigned long long)coverage->inputs, all.branches, valid.branches, all.features, valid.features);
}

void bd__coverage_clear(struct bd__coverage *coverage)
{
    free(coverage->seen);
    free(coverage->seen_valid);
    *coverage = (struct bd__coverage){0};
}
