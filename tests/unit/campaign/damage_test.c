#include "campaign/damage.h"

#include "store/fuzzer_stats.h"
#include "unit/test.h"

TEST(figures_of_a_moment_are_accepted)
{
    struct bd__sighting seen = {.clock = 5}, copy;
    seen.figures.trials = 10;
    seen.figures.valid = 7;
    seen.figures.failures = seen.figures.timeouts = 3;
    seen.figures.mean_input = 0.5;
    seen.figures.traces_approximate = true;
    CHECK(bd__damage_read_figures(&seen, &copy));
    CHECK(memcmp(&seen, &copy, sizeof copy) == 0);
}

TEST(any_figure_that_cannot_be_is_damage)
{
    static const size_t size[] = {
        [BD__FIGURE_COUNT] = sizeof(uint64_t), [BD__FIGURE_FLAG] = sizeof(bool), [BD__FIGURE_REAL] = sizeof(double)};
    unsigned tried = 0;
    for (size_t i = 0; i < BD__FIGURES; i++) {
        struct bd__sighting seen = {.clock = 5}, copy;
        size_t at = bd__figures[i].at - offsetof(struct bd_progress, figures);
        if (at >= sizeof seen.figures) { continue; } /* the supervisor's own */
        CHECK(bd__damage_read_figures(&seen, &copy));
        memset((char *)&seen.figures + at, 0xff, size[bd__figures[i].type]); /* far too many; no bool; not a number */
        CHECK(!bd__damage_read_figures(&seen, &copy));
        tried++;
    }
    CHECK(tried > 30);
}
