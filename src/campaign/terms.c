#include "campaign/terms.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "campaign/setup.h"

enum { TEXT_LIMIT = 4096 };

/* Settings by type. Those that may be changed bear no flag here: they decide how long, not what. */
static const struct setting {
    size_t offset;
    const char *flag;
} wholes[] =
    {
        {offsetof(struct bd_config, seed), "seed"},
        {offsetof(struct bd_config, parameter_bytes), "parameters"},
        {offsetof(struct bd_config, input_bytes), "input-size"},
        {offsetof(struct bd_config, trace_memory_mb), "trace-memory"},
        {offsetof(struct bd_config, timeout_ms), NULL},
        {offsetof(struct bd_config, memory_mb), NULL},
        {offsetof(struct bd_config, keep_failures), NULL},
},
  reals[] =
      {
          {offsetof(struct bd_config, tuning.epsilon), "epsilon"},
          {offsetof(struct bd_config, tuning.children), "children"},
          {offsetof(struct bd_config, tuning.favoured_factor), "favoured-factor"},
          {offsetof(struct bd_config, tuning.mutation_count), "mutation-count"},
          {offsetof(struct bd_config, tuning.mutation_size), "mutation-size"},
          {offsetof(struct bd_config, tuning.zero_share), "zero-share"},
          {offsetof(struct bd_config, tuning.havoc_share), "havoc-share"},
          {offsetof(struct bd_config, tuning.state_size), "state-size"},
          {offsetof(struct bd_config, shrink_runs), NULL},
},
  words[] =
      {
          {offsetof(struct bd_config, guide), "guide"},
          {offsetof(struct bd_config, tuning.reward), "reward"},
          {offsetof(struct bd_config, tuning.scores), "scores"},
          {offsetof(struct bd_config, dict), NULL}, /* what is in it counts, not where it lies */
},
  switches[] = {
      {offsetof(struct bd_config, without_coverage), "without-coverage"},
      {offsetof(struct bd_config, only_ascii), "only-ascii"},
      {offsetof(struct bd_config, stop_on_failure), NULL},
};
#define END(list) ((list) + sizeof(list) / sizeof *(list))

static void *member(const struct bd_config *config, const struct setting *setting)
{
    return (char *)config + setting->offset;
}

/* The settings of C as a config would have to give them: nothing is left to a default. */
static struct bd_config explicit_settings(const struct bd__ring *ring)
{
    const struct bd__guide_settings *g = &ring->settings;
    struct bd_config config = ring->rig.config;
    config.tuning = (struct bd_tuning){
        .epsilon = g->epsilon,
        .children = g->children,
        .favoured_factor = g->favoured_factor,
        .mutation_count = g->havoc.count_mean,
        .mutation_size = g->havoc.size_mean,
        .zero_share = g->havoc.zero_share,
        .havoc_share = g->havoc_share,
        .state_size = g->state_size,
        .reward = g->reward_valid_only ? "valid-trace" : "trace",
        .scores = g->scores_per_visit ? "visit" : "input",
    };
    for (const struct setting *at = reals; at < END(reals); at++) {
        double *real = member(&config, at);
        if (*real == 0) { *real = BD_NONE; }
    }
    return config;
}

static uint64_t hash_dictionary(const struct bd_dict *dict)
{
    uint64_t hash = 0;
    for (size_t i = 0; dict && i < dict->count; i++) {
        hash = bd__hash_join(hash, bd__hash(dict->words[i], strlen(dict->words[i])), 0);
    }
    return hash;
}

/* ---- in a checkpoint ------------------------------------------------------------------------- */

void bd__terms_save(const struct bd__ring *ring, uint64_t program_hash, struct bd__pack *pack)
{
    struct bd_config config = explicit_settings(ring);
    char *path = config.dict ? realpath(config.dict, NULL) : NULL; /* it may be resumed from somewhere else */
    if (path) { config.dict = path; }
    bd__pack_string(pack, bd__rig_name(&ring->rig));
    bd__pack_u64(pack, program_hash);
    bd__pack_u64(pack, bd__cover_branches());
    bd__pack_u64(pack, hash_dictionary(ring->rig.source->dict));
    bd__pack_u64(pack, ring->rig.longest);
    bd__pack_u64(pack, config.trials);
    bd__pack_real(pack, config.seconds);
    for (const struct setting *at = wholes; at < END(wholes); at++) {
        bd__pack_u64(pack, *(uint64_t *)member(&config, at));
    }
    for (const struct setting *at = reals; at < END(reals); at++) {
        bd__pack_real(pack, *(double *)member(&config, at));
    }
    for (const struct setting *at = words; at < END(words); at++) {
        bd__pack_string(pack, *(const char **)member(&config, at));
    }
    for (const struct setting *at = switches; at < END(switches); at++) {
        bd__pack_u8(pack, *(bool *)member(&config, at));
    }
    free(path);
}

void bd__terms_load(struct bd__terms *terms, struct bd__unpack *unpack)
{
    *terms = (struct bd__terms){0};
    struct bd_config *config = &terms->config;
    terms->program = bd__unpack_string(unpack, TEXT_LIMIT, "the program's name");
    terms->program_hash = bd__unpack_u64(unpack, UINT64_MAX, "the program's hash");
    terms->branches = bd__unpack_u64(unpack, UINT64_MAX, "the number of branches");
    terms->dictionary_hash = bd__unpack_u64(unpack, UINT64_MAX, "the dictionary's hash");
    terms->longest = bd__unpack_u64(unpack, BD__BYTES_LONGEST, "the largest size of plain bytes");
    if (terms->longest == 0) { bd__unpack_refuse(unpack, "the largest size of plain bytes is 0"); }
    config->trials = bd__unpack_u64(unpack, UINT64_MAX, "the limit of trials");
    config->seconds = bd__unpack_real(unpack, 0, 1e9, "the limit of time");
    for (const struct setting *at = wholes; at < END(wholes); at++) {
        uint64_t *whole = member(config, at);
        *whole = bd__unpack_u64(unpack, UINT64_MAX, "a setting");
        if (*whole == 0) { bd__unpack_refuse(unpack, "a setting is 0"); }
    }
    for (const struct setting *at = reals; at < END(reals); at++) {
        double *real = member(config, at);
        *real = bd__unpack_real(unpack, BD_NONE, 1e9, "a setting");
        if (*real == 0) { bd__unpack_refuse(unpack, "a setting is 0"); }
    }
    for (const struct setting *at = words; at < END(words); at++) {
        *(char **)member(config, at) = bd__unpack_string(unpack, TEXT_LIMIT, "a setting");
    }
    for (const struct setting *at = switches; at < END(switches); at++) {
        *(bool *)member(config, at) = bd__unpack_bool(unpack, "a setting");
    }
    if (!terms->program || !config->guide || !config->tuning.reward || !config->tuning.scores) {
        bd__unpack_refuse(unpack, "a text is missing");
    }
}

void bd__terms_clear(struct bd__terms *terms)
{
    free(terms->program);
    for (const struct setting *at = words; at < END(words); at++) { free(*(char **)member(&terms->config, at)); }
    *terms = (struct bd__terms){0};
}

/* ---- compared with what is given ---------------------------------------------------------------- */

static bool differs(struct bd__text *why, const char *flag, const char *given, const char *kept)
{
    bd__text_printf(why, "--%s is %s, but the campaign has %s", flag, given, kept);
    return false;
}

static bool take_whole(uint64_t *given, uint64_t kept, const char *flag, struct bd__text *why)
{
    if (*given && flag && *given != kept) {
        char a[24], b[24];
        snprintf(a, sizeof a, "%llu", (unsigned long long)*given);
        snprintf(b, sizeof b, "%llu", (unsigned long long)kept);
        return differs(why, flag, a, b);
    }
    if (!*given) { *given = kept; }
    return true;
}

static bool take_real(double *given, double kept, const char *flag, struct bd__text *why)
{
    bool same = *given == kept || (*given < 0 && kept < 0);
    if (*given != 0 && flag && !same) {
        char a[32], b[32];
        snprintf(a, sizeof a, "%g", *given < 0 ? 0 : *given);
        snprintf(b, sizeof b, "%g", kept < 0 ? 0 : kept);
        return differs(why, flag, a, b);
    }
    if (*given == 0) { *given = kept; }
    return true;
}

static bool take_word(const char **given, const char *kept, const char *flag, struct bd__text *why)
{
    if (*given && flag && strcmp(*given, kept) != 0) { return differs(why, flag, *given, kept); }
    if (!*given) { *given = kept; }
    return true;
}

bool bd__terms_take_over(struct bd_config *config, const struct bd__terms *terms, struct bd__text *why)
{
    const struct bd_config *kept = &terms->config;
    bool good = true;
    if (!config->trials && config->seconds == 0) {
        config->trials = kept->trials;
        config->seconds = kept->seconds;
    }
    for (const struct setting *at = words; at < END(words); at++) {
        good = good && take_word(member(config, at), *(const char **)member(kept, at), at->flag, why);
    }
    for (const struct setting *at = wholes; at < END(wholes); at++) {
        good = good && take_whole(member(config, at), *(uint64_t *)member(kept, at), at->flag, why);
    }
    for (const struct setting *at = reals; at < END(reals); at++) {
        good = good && take_real(member(config, at), *(double *)member(kept, at), at->flag, why);
    }
    for (const struct setting *at = switches; at < END(switches); at++) {
        bool *given = member(config, at), before = *(bool *)member(kept, at);
        if (good && *given && !before && at->flag) { good = differs(why, at->flag, "given", "none"); }
        *given = *given || before;
    }
    return good;
}

bool bd__terms_hold(const struct bd__terms *terms, const struct bd__ring *ring, struct bd__text *why)
{
    uint64_t hash = bd__setup_program_hash();
    if (strcmp(terms->program, bd__rig_name(&ring->rig)) != 0) {
        bd__text_printf(why, "it is a campaign of %s, not of %s", terms->program, bd__rig_name(&ring->rig));
    } else if (terms->program_hash != hash) {
        bd__text_printf(why, "the program has changed (its hash was %016llx and is now %016llx)",
                        (unsigned long long)terms->program_hash, (unsigned long long)hash);
    } else if (terms->branches != bd__cover_branches()) {
        bd__text_printf(why, "the program now has %llu instrumented branches and had %llu: a library has changed",
                        (unsigned long long)bd__cover_branches(), (unsigned long long)terms->branches);
    } else if (terms->dictionary_hash != hash_dictionary(ring->rig.source->dict)) {
        bd__text_puts(why, "the dictionary has changed");
    }
    return why->size == 0;
}
