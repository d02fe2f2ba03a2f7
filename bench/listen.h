/* listen.h: a campaign's ring without its supervisor, for benchmarks that look at each trial. */
#ifndef BENCH_LISTEN_H
#define BENCH_LISTEN_H

#include "bench.h"
#include "ring/ring.h"

static inline struct bd__ring *bench_open_ring(const char *guide, uint64_t trials, uint64_t seed)
{
    struct bd_config config = {.guide = guide, .trials = trials, .seed = seed, .log = bench_log};
    struct bd__log log = {bench_log, NULL};
    struct bd__dict_file *dict = calloc(1, sizeof *dict); /* must outlive the ring */
    struct bd__ring *ring;
    if (!dict || bd__ring_open(&ring, &bd_program, &config, &log) != BD_OK ||
        bd__rig_dictionary(dict, &ring->rig, &log) != BD_OK) {
        exit(1);
    }
    bd__ring_build(ring, &dict->dict);
    return ring;
}

static const struct bd__guide *bench_guide; /* the one that is listened to */
static void (*bench_listener)(const struct bd__trial *trial);

static inline void bench_observe(void *state, const struct bd__trial *trial)
{
    bench_guide->observe(state, trial);
    bench_listener(trial);
}

/* Runs the campaign of RING. LISTENER hears of each trial, after its guide. */
static inline void bench_listen(struct bd__ring *ring, void (*listener)(const struct bd__trial *trial))
{
    struct bd__guide with_listener = *ring->guide;
    bench_guide = ring->guide;
    bench_listener = listener;
    with_listener.observe = bench_observe;
    ring->guide = &with_listener;
    ring->row_at = UINT64_MAX; /* nobody reads rows here */
    bd__loop(ring);
}

#endif
