#include <math.h>

#include "unit/guide/bench.h"
#include "unit/test.h"

/* The mean size of 20,000 inputs that are run, if those that are made have sizes of 1 to 1000, small ones more often. After each,
 * some are discarded, of which the guide learns only later: they are large. */
static double mean_size(double wanted, int discarded)
{
    struct bench b;
    bench_open(&b, NULL);
    b.guide = &bd__guide_quickcheck_sized;
    b.config.tuning.mean_size = wanted;
    bench_create(&b);
    struct bd__trial trial = story_trial(&(struct story){.covers = 1});
    double sum = 0;
    enum { RUNS = 20000, IN_A_ROW = 16 };
    for (int run = 0; run < RUNS; run++) {
        for (int i = 0; i <= IN_A_ROW; i++) {
            double unit = bd__rng_unit(&b.rng);
            trial.input.size = 1 + (size_t)(999 * unit * unit * unit);
            if (i == IN_A_ROW || b.guide->wants(b.state, &trial)) { break; }
        }
        b.guide->observe(b.state, &trial);
        sum += (double)trial.input.size;
        struct bd__trial other = story_trial(&(struct story){.verdict = BD_DISCARDED});
        other.input.size = 5000;
        for (int i = 0; i < discarded; i++) { b.guide->observe(b.state, &other); }
    }
    bench_close(&b);
    return sum / RUNS;
}

TEST(the_mean_size_is_the_wanted_one)
{
    CHECK_NEAR(mean_size(500, 0), 500, 10); /* 250 without a limit */
    CHECK_NEAR(mean_size(300, 0), 300, 6);
    CHECK_NEAR(mean_size(100, 0), 100, 4);
}

TEST(discarded_inputs_have_no_size)
{
    CHECK_NEAR(mean_size(300, 2), 300, 6);
}

TEST(without_a_wanted_size_every_input_is_run)
{
    CHECK_NEAR(mean_size(0, 0), 250, 8);
}

TEST(a_size_that_is_too_rare_is_approached)
{
    double mean = mean_size(990, 0);
    CHECK(mean > 700 && mean < 990);
}

TEST(every_plan_is_fresh)
{
    struct bench b;
    bench_open(&b, &bd__guide_quickcheck_sized);
    struct bd__plan plan = bench_next(&b);
    CHECK(plan.op == BD__OP_FRESH && plan.parent == BD__NO_PARENT && plan.stream_count == 2);
    CHECK_EQ_U64(OBSERVE(&b, .verdict = BD_VALID, .bucket = true, .branch_count = 3), 0);
    bench_close(&b);
}
