/* figures.h: a moment of a campaign in which every figure has a number of its own, so that two that are exchanged are seen. */
#ifndef BD_UNIT_FIGURES_H
#define BD_UNIT_FIGURES_H

#include "store/fuzzer_stats.h"

static inline struct bd_progress figures_example(void)
{
    struct bd_progress at = {.seconds = 77,
                             .trials_per_second = 13,
                             .stability = 0.5,
                             .guide = "zest",
                             .program = "tree",
                             .directory = "out",
                             .sanitized = "tree-sanitized"};
    for (size_t i = 0; i < BD__FIGURES; i++) {
        void *value = (char *)&at + bd__figures[i].at;
        switch (bd__figures[i].type) {
        case BD__FIGURE_COUNT: *(uint64_t *)value = 1000 + i; break;
        case BD__FIGURE_FLAG: *(bool *)value = i % 2; break;
        case BD__FIGURE_REAL: *(double *)value = 1000 + (double)i + (bd__figures[i].decimals ? 0.25 : 0); break;
        }
    }
    return at;
}

#endif
