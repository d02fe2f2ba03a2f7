/* coverage.h: what several replayed inputs cover together, as fuzzer_stats counts it: inputs that fail do not count. */
#ifndef BD_CLI_COVERAGE_H
#define BD_CLI_COVERAGE_H

#include <bediv/engine.h>

/* Empty when zero. */
struct bd__coverage {
    uint8_t *seen, *seen_valid; /* owned; by branch: buckets, as bits */
    size_t span;
    uint64_t inputs; /* that count */
};

void bd__coverage_add(struct bd__coverage *coverage, const struct bd_replay *result);
/* A line to stdout; nothing if there was one input only, for its own line says it. */
void bd__coverage_print(const struct bd__coverage *coverage);
void bd__coverage_clear(struct bd__coverage *coverage);

#endif
