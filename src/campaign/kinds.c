#include "campaign/kinds.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/memory.h"

/* A number, not a time, so that the same seed gives the same roles. For our generators this takes 0.03 to 0.15 s; with
 * 1,000 samples, at most one choice point in 90 gets another role. */
enum { SAMPLES = 300 };

enum bd_kind bd__kinds_judge(const struct bd_choice_point *point)
{
    if (!point->changed) { return point->kind; }
    return point->steered ? BD_STRUCTURE : BD_VALUE;
}

/* What is known so far. */
struct roles_found {
    struct bd__sites *sites;
    size_t changed, others; /* choice points; of these, those with another role than their kind */
};

static void note(const struct bd_choice_point *point, void *user)
{
    struct roles_found *so_far = user;
    enum bd_kind role = bd__kinds_judge(point);
    bd__sites_assign(so_far->sites, point->label, point->kind, role);
    so_far->changed += point->changed > 0;
    so_far->others += role != point->kind;
}

/* Random numbers of their own: or a campaign of random inputs would begin with the samples. Never 0, which would be
 * replaced by a random seed. */
static uint64_t seed_of_samples(uint64_t seed)
{
    return bd__hash_join(seed, 1, 2) | 1;
}

enum bd_status bd__kinds_find(struct bd__sites **found, const struct bd__ring *ring, const struct bd__log *log)
{
    struct bd_session session = {ring->rig.remote}; /* lent */
    struct bd_config config = ring->rig.config;
    struct bd_fuzzer fuzzer = ring->rig.target.fuzzer;
    struct bd_generator_check check = {0};
    struct roles_found so_far = {.sites = bd__memory(1, sizeof *so_far.sites)};
    *found = so_far.sites;
    bd__info(log, "sampling the generator, to see which of its choices are structure");
    if (ring->rig.plain) { fuzzer.generate = NULL; } /* bd__rig_init sets it to the generator of plain bytes again */
    config.seed = seed_of_samples(config.seed);
    config.session = &session;
    enum bd_status status = bd_check_generator(&fuzzer, &config, SAMPLES, &check, note, &so_far);
    if (status == BD_SETUP_FAILED) {
        bd__info(log, "with --kinds auto, the generator is sampled first, and must not fail; --kinds author does not");
    } else if (status == BD_OK && so_far.others) {
        bd__info(log, "%zu of %zu choice points are not of the kind that the generator says: see setup.json",
                 so_far.others, so_far.changed);
    } else if (status == BD_OK && !so_far.changed) {
        bd__warn(log, "no choice point could be examined, so all keep the kinds that the generator says; "
                      "check-generator may say why");
    }
    return status;
}
