#include "ring/ring.h"

#include <string.h>

#include "ring/settings.h"

enum bd_status bd__ring_open(struct bd__ring **ring, const struct bd_fuzzer *fuzzer, const struct bd_config *config,
                             const struct bd__log *log)
{
    struct bd__arena *arena = bd__rig_arena(log);
    if (!arena) { return BD_SYSTEM; }
    struct bd__ring *made = bd__arena_take_pages(arena, sizeof *made);
    struct bd_config own = *config;
    own.session = NULL; /* a campaign has a remote of its own */
    enum bd_status status = bd__rig_init(&made->rig, arena, fuzzer, &own, log);
    if (status == BD_OK) { status = bd__settings_of_guide(&made->guide, &made->rig.config, log); }
    *ring = made;
    if (status != BD_OK) {
        bd__rig_close(&made->rig);
        *ring = NULL;
    }
    return status;
}

void bd__ring_close(struct bd__ring *ring)
{
    if (!ring) { return; }
    bd__seeds_clear(&ring->seeds);
    bd__rig_close(&ring->rig);
}

void bd__ring_seal(struct bd__ring *ring)
{
    bd__rig_seal(&ring->rig);
    bd__arena_seal(ring, offsetof(struct bd__ring, rig));
}

static void build_calibration(struct bd__calibration *k, struct bd__arena *arena, size_t parameter_bytes)
{
    k->state = bd__arena_take(arena, BD__BRANCH_RESERVE);
    k->first = bd__arena_take(arena, BD__BRANCH_RESERVE / BD__BLOCK * sizeof *k->first);
    for (int i = 0; i < BD__STREAMS; i++) {
        k->parameters[i] = bd__arena_take(arena, bd__source_stream_limit(parameter_bytes));
    }
}

void bd__ring_build(struct bd__ring *ring, const struct bd_dict *dict)
{
    const struct bd_config *config = &ring->rig.config;
    struct bd__arena *arena = ring->rig.arena;
    bd__rig_build(&ring->rig, dict);
    if (strcmp(config->kinds, "random") == 0) { bd__sites_toss(ring->rig.sites, config->seed); }
    bd__rng_init(&ring->guide_rng, config->seed, 2);
    bd__feedback_init(&ring->feedback, arena, BD__BRANCH_RESERVE, config->trace_memory_mb << 20);
    bd__abundance_init(&ring->abundance, arena, BD__BRANCH_RESERVE);
    build_calibration(&ring->calibration, arena, config->parameter_bytes);
    bd__corpus_init(&ring->corpus, arena, BD__BRANCH_RESERVE);
    struct bd__guide_tools tools = {config, &ring->corpus,    &ring->guide_rng,
                                    arena,  &ring->abundance, BD__BRANCH_RESERVE};
    ring->guide_state = ring->guide->create(&tools);
    bd__plan_build(ring);
    ring->row_step = config->trials > 200 ? config->trials / 200 : 1;
    ring->row_at = config->trials ? ring->row_step : UINT64_MAX;
    ring->look_at = ring->row_at;
}
