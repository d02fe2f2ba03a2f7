/* coverage.h: what several replayed inputs cover together, counted as in fuzzer_stats: without inputs that fail. */
#ifndef BD_CLI_COVERAGE_H
#define BD_CLI_COVERAGE_H

#include <bediv/engine.h>

/* All zero: empty. */
struct bd__coverage {
    uint8_t *seen, *seen_valid; /* owned; for each branch, its buckets as bits */
    size_t span;
    uint64_t inputs; /* that did not fail */
};

void bd__coverage_add(struct bd__coverage *coverage, const struct bd_replay *result);
/* Prints a line to stdout, or nothing if there was only one input, which has said it already. */
void bd__coverage_print(const struct bd__coverage *coverage);
void bd__coverage_clear(struct bd__coverage *coverage);

#endif
