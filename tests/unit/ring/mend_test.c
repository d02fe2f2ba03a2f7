/* A worker that is killed between two steps of the ring, on a bench: after the campaign is mended, everything that was
 * judged as new is in the corpus. "Killed" is a jump out of the loop when the guide observes. */
#include <setjmp.h>
#include <stdlib.h>

#include "ring/ring.h"
#include "unit/scratch.h"
#include "unit/summing.h"
#include "unit/test.h"

static void generate(struct bd_source *s, struct bd_out *out)
{
    size_t count = bd_count(s, "items", 4, 12);
    for (size_t i = 0; i < count; i++) { bd_put_int(s, out, "number", 0, 99); }
}

static const struct bd_fuzzer fuzzer = {.name = "bench", .generate = generate, .run = sum_up};

static struct heard heard;
static const struct bd__guide *killed; /* whose observe is ours now */
static jmp_buf dead;
static unsigned novel, kills;

/* Of what is new, a third dies before the guide has seen it, and a third after. */
static void observe(void *state, const struct bd__trial *trial)
{
    bool is_new = trial->novelty.bucket || trial->novelty.valid_bucket;
    unsigned when = is_new ? novel++ % 3 : 2;
    kills += when < 2;
    if (when == 0) { longjmp(dead, 1); }
    killed->observe(state, trial);
    if (when == 1) { longjmp(dead, 1); }
}

/* What the entries of the corpus cover together; of valid ones only if VALID. */
static void cover_again(struct bd__ring *ring, bool valid, uint8_t *seen)
{
    for (uint32_t i = 0; i < bd__corpus_size(&ring->corpus); i++) {
        const struct bd__case *kept = &ring->corpus.entry[i].kept;
        bd__cover_reset();
        bool counts =
            sum_up(&(struct bd_input){.data = kept->bytes.data, .size = kept->bytes.size}) == BD_VALID || !valid;
        struct bd__trace trace = bd__cover_collect(&ring->rig.cover, ring->feedback.seen, ring->feedback.seen, NULL);
        for (size_t k = 0; counts && k < trace.block_count; k++) {
            const struct bd__trace_block *block = &trace.block[k];
            for (uint32_t j = 0; j < BD__BLOCK; j++) {
                seen[block->index * BD__BLOCK + j] |= bd__bucket(block->counts[j]);
            }
        }
    }
}

TEST(whatever_was_judged_as_new_is_kept_though_workers_are_killed)
{
    __sanitizer_cov_8bit_counters_init(counters, counters + sizeof counters);
    for (size_t i = 0; bd_guide_list(i); i++) {
        struct bd__ring *ring;
        struct bd__log log = {heard_sink, &heard};
        struct bd_config config = {.guide = bd_guide_list(i)->name, .seed = 3, .trials = 2000};
        REQUIRE(bd__ring_open(&ring, &fuzzer, &config, &log) == BD_OK);
        bd__ring_build(ring, NULL);
        struct bd__guide mortal = *ring->guide;
        killed = ring->guide;
        mortal.observe = observe;
        ring->guide = &mortal;
        novel = kills = 0;
        if (setjmp(dead)) { bd__ring_mend(ring); }
        bd__loop(ring); /* as the next worker does */
        CHECK_EQ_U64(ring->tally.trials, 2000);
        CHECK(kills > 50);
        CHECK(bd__corpus_size(&ring->corpus) == novel); /* each once */
        uint8_t *seen = calloc(2, ring->rig.cover.span);
        REQUIRE(seen);
        cover_again(ring, false, seen);
        cover_again(ring, true, seen + ring->rig.cover.span);
        CHECK(memcmp(seen, ring->feedback.seen, ring->rig.cover.span) == 0);
        CHECK(memcmp(seen + ring->rig.cover.span, ring->feedback.seen_valid, ring->rig.cover.span) == 0);
        free(seen);
        bd__ring_close(ring);
    }
}
