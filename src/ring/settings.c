/* settings.c: every setting that is left open gets its default, and all of them are checked. */
#include <stdio.h>
#include <string.h>

#include "ring/settings.h"

#include "ring/rig.h"

static double number(double given, double standard)
{
    return given == 0 ? standard : given < 0 ? 0 : given;
}

static uint64_t whole(uint64_t given, uint64_t standard)
{
    return given ? given : standard;
}

/* Is VALUE one of two words? Then which, else -1; NULL is the first. */
static int one_of(const char *value, const char *first, const char *second)
{
    if (!value || strcmp(value, first) == 0) { return 0; }
    return strcmp(value, second) == 0 ? 1 : -1;
}

static enum bd_status bad(const struct bd__log *log, const char *what, const char *value, const char *remedy)
{
    bd__error(log, "unknown %s '%s'; %s", what, value, remedy);
    return BD_USAGE;
}

/* Limits that keep arithmetic and patience within bounds; nobody sensible meets them. */
struct range {
    const char *name;
    double value, most;
};

static bool in_range(const struct range *range, size_t count, const struct bd__log *log)
{
    for (size_t i = 0; i < count; i++) {
        if (!(range[i].value >= 0 && range[i].value <= range[i].most)) {
            bd__error(log, "%s of %g is out of range; give at most %g", range[i].name, range[i].value, range[i].most);
            return false;
        }
    }
    return true;
}

enum bd_status bd__settings_complete(struct bd_config *k, const struct bd__log *log)
{
    k->timeout_ms = whole(k->timeout_ms, BD__TIMEOUT_MS);
    k->memory_mb = whole(k->memory_mb, BD__MEMORY_MB);
    k->parameter_bytes = whole(k->parameter_bytes, 10240);
    k->input_bytes = whole(k->input_bytes, 1 << 20);
    k->trace_memory_mb = whole(k->trace_memory_mb, 512);
    k->shrink_runs = number(k->shrink_runs, 2000);
    k->keep_failures = whole(k->keep_failures, 1000);
    const struct range range[] = {
        {"time", k->seconds, 1e9},
        {"shrink-runs", k->shrink_runs, 1e9},
        {"timeout (ms)", (double)k->timeout_ms, 1e12},
        {"memory (MiB)", (double)k->memory_mb, 1 << 24},
        {"trace-memory (MiB)", (double)k->trace_memory_mb, 8192},
    };
    if (!in_range(range, sizeof range / sizeof *range, log)) { return BD_USAGE; }
    if (k->parameter_bytes > (64u << 20) || k->input_bytes > BD__OUTPUT_CAPACITY / 2) {
        bd__error(log, "a budget is too large: --parameters may be at most 64 MiB, --input-size at most %zu MiB",
                  BD__OUTPUT_CAPACITY >> 21);
        return BD_USAGE;
    }
    return BD_OK;
}

enum bd_status bd__settings_of_guide(const struct bd__guide **guide, struct bd__guide_settings *g, struct bd_config *k,
                                     const struct bd__log *log)
{
    const struct bd_tuning *tuning = &k->tuning;
    k->guide = k->guide ? k->guide : "bediv-structure";
    *guide = bd__guide_find(k->guide);
    if (!*guide) { return bad(log, "guide", k->guide, "the program's 'list' command shows all"); }
    *g = (struct bd__guide_settings){
        .epsilon = number(tuning->epsilon, (*guide)->epsilon ? (*guide)->epsilon : 0.2),
        .children = number(tuning->children, 50),
        .favoured_factor = number(tuning->favoured_factor, 20),
        .havoc = {number(tuning->mutation_count, 8), number(tuning->mutation_size, 4), number(tuning->zero_share, 0.1)},
        .havoc_share = number(tuning->havoc_share, 0.1),
        .state_size = (uint32_t)number(tuning->state_size, 5),
        .parameter_bytes = k->parameter_bytes,
    };
    const struct range range[] = {
        {"epsilon", g->epsilon, 1},
        {"children", g->children, 1e9},
        {"favoured-factor", g->favoured_factor, 1e9},
        {"mutation-count", g->havoc.count_mean, 1e5},
        {"mutation-size", g->havoc.size_mean, 1e9},
        {"zero-share", g->havoc.zero_share, 1},
        {"havoc-share", g->havoc_share, 1},
        {"state-size", tuning->state_size, 1e3},
    };
    if (!in_range(range, sizeof range / sizeof *range, log)) { return BD_USAGE; }
    int reward = one_of(tuning->reward, "trace", "valid-trace"), scores = one_of(tuning->scores, "input", "visit");
    if (reward < 0) { return bad(log, "reward", tuning->reward, "choose trace or valid-trace"); }
    if (scores < 0) { return bad(log, "lifetime of scores", tuning->scores, "choose input or visit"); }
    g->reward_valid_only = reward;
    g->scores_per_visit = scores;
    if (k->without_coverage && !(*guide)->blackbox) {
        bd__error(log, "guide '%s' needs coverage; without it only quickcheck and rlcheck work: --guide quickcheck",
                  k->guide);
        return BD_USAGE;
    }
    return BD_OK;
}
