/* Calibration on a bench: which branches are left out of traces. */
#include "campaign/checkpoint.h"
#include "ring/ring.h"
#include "unit/scratch.h"
#include "unit/summing.h"
#include "unit/test.h"

enum { NOISE = 140, LATE_NOISE = 150, ONCE = 160, TRIALS = 6000, LATE = 3000 };

static uint64_t runs;
static bool run_once_only; /* equal runs do nothing from the second on */

static void generate(struct bd_source *s, struct bd_out *out)
{
    size_t count = bd_count(s, "items", 4, 12);
    for (size_t i = 0; i < count; i++) { bd_put_int(s, out, "number", 0, 99); }
}

/* NOISE counts something else in every run; LATE_NOISE does so after LATE runs; ONCE is taken only by the first of
 * several equal runs. */
static enum bd_verdict run_noisily(const struct bd_input *in)
{
    static uint8_t last[64];
    static size_t last_size;
    bool again = in->size == last_size && memcmp(last, in->data, in->size) == 0;
    runs++;
    counters[NOISE + runs % 5] = (uint8_t)(1 + runs % 3);
    if (runs > LATE) { counters[LATE_NOISE] = (uint8_t)(1 + runs % 2); }
    if (!again) { counters[ONCE] = 1; }
    last_size = in->size < sizeof last ? in->size : sizeof last;
    memcpy(last, in->data, last_size);
    return again && run_once_only ? BD_VALID : sum_up(in);
}

static const struct bd_fuzzer fuzzer = {.name = "bench", .generate = generate, .run = run_noisily};
static struct heard heard;

static struct bd__ring *campaign(bool all_probes)
{
    static bool registered;
    struct bd__ring *ring;
    struct bd__log log = {heard_sink, &heard};
    struct bd_config config = {.guide = "quickcheck", .seed = 3, .trials = TRIALS, .all_probes = all_probes};
    if (!registered) { __sanitizer_cov_8bit_counters_init(counters, counters + sizeof counters); }
    registered = true;
    runs = 0;
    if (bd__ring_open(&ring, &fuzzer, &config, &log) != BD_OK) { return NULL; }
    bd__ring_build(ring, NULL);
    bd__loop(ring);
    return ring;
}

static bool is_left_out(const struct bd__ring *ring, uint32_t branch)
{
    for (size_t i = 0; i < ring->rig.cover.left_out_count; i++) {
        if (ring->rig.cover.left_out[i] == branch) { return true; }
    }
    return false;
}

TEST(branches_that_vary_are_left_out_even_if_they_begin_late)
{
    struct bd__ring *ring = campaign(false);
    REQUIRE(ring);
    for (uint32_t i = 0; i < 5; i++) { CHECK(is_left_out(ring, NOISE + i)); }
    CHECK(is_left_out(ring, LATE_NOISE));
    CHECK(is_left_out(ring, ONCE));
    CHECK_EQ_U64(ring->rig.cover.left_out_count, 7);
    CHECK_EQ_U64(bd__ring_figures(ring).left_out, 7);
    CHECK_EQ_U64(ring->calibration.varied, 7);
    bd__ring_close(ring);
}

TEST(if_most_branches_vary_nothing_is_left_out)
{
    run_once_only = true;
    struct bd__ring *ring = campaign(false);
    run_once_only = false;
    REQUIRE(ring);
    CHECK(2 * ring->calibration.varied > ring->calibration.covered);
    CHECK_EQ_U64(ring->rig.cover.left_out_count, 0);
    bd__ring_close(ring);
}

TEST(checking_costs_few_runs)
{
    struct bd__ring *ring = campaign(false);
    REQUIRE(ring);
    uint64_t beyond = runs - TRIALS - 3 * (uint64_t)BD__CALIBRATED;
    CHECK(ring->calibration.checks >= TRIALS / 512);
    CHECK(beyond < TRIALS / 16);
    bd__ring_close(ring);
}

TEST(on_request_nothing_is_left_out)
{
    struct bd__ring *ring = campaign(true);
    REQUIRE(ring);
    CHECK_EQ_U64(ring->rig.cover.left_out_count, 0);
    CHECK_EQ_U64(bd__ring_figures(ring).left_out, 0);
    CHECK(ring->calibration.varied >= 5);
    CHECK_EQ_U64(ring->calibration.checks, 0);
    bd__ring_close(ring);
}

TEST(leaving_out_makes_traces_of_equal_inputs_equal)
{
    struct bd__ring *quiet = campaign(false);
    struct bd__ring *noisy = campaign(true);
    REQUIRE(quiet && noisy);
    CHECK(bd__ring_figures(quiet).traces < bd__ring_figures(noisy).traces);
    bd__ring_close(quiet);
    bd__ring_close(noisy);
}

TEST(a_checkpoint_keeps_what_is_left_out)
{
    struct bd__ring *ring = campaign(false);
    REQUIRE(ring);
    struct bd__pack pack = {0};
    bd__pack_begin(&pack, "test", 1);
    bd__pack_section(&pack, "CALI");
    bd__calibration_save(ring, &pack);
    bd__pack_end(&pack);
    struct bd__ring *other;
    struct bd__log log = {heard_sink, &heard};
    struct bd_config config = {.guide = "quickcheck", .seed = 3, .trials = TRIALS};
    REQUIRE(bd__ring_open(&other, &fuzzer, &config, &log) == BD_OK);
    bd__ring_build(other, NULL);
    other->rig.cover.span = ring->rig.cover.span;
    other->tally = ring->tally;
    struct bd__unpack unpack;
    REQUIRE(bd__unpack_begin(&unpack, pack.out.data, pack.out.size, "test", 1));
    REQUIRE(bd__unpack_section(&unpack, "CALI"));
    bd__calibration_load(other, &unpack);
    REQUIRE(bd__unpack_end(&unpack));
    CHECK_EQ_U64(other->rig.cover.left_out_count, ring->rig.cover.left_out_count);
    for (size_t i = 0; i < ring->rig.cover.left_out_count; i++) {
        CHECK_EQ_U64(other->rig.cover.left_out[i], ring->rig.cover.left_out[i]);
    }
    CHECK_EQ_U64(other->calibration.checks, ring->calibration.checks);
    CHECK_EQ_U64(other->calibration.varied, ring->calibration.varied);
    bd__unpack_clear(&unpack);
    bd__pack_clear(&pack);
    bd__ring_close(other);
    bd__ring_close(ring);
}
