#include "choice/source.h"

#include <float.h>
#include <math.h>

#include "base/die.h"
#include "base/hash.h"
#include "trial/copy.h"

struct bd_source *bd__source_create(struct bd__arena *arena, struct bd__sites *sites,
                                    const struct bd__source_limits *limits, const struct bd_dict *dict,
                                    struct bd__rng rng)
{
    struct bd_source *s = bd__arena_take(arena, sizeof *s);
    *s = (struct bd_source){.sites = sites, .limits = *limits, .dict = dict, .rng = rng, .words = {.arena = arena}};
    /* Eight bytes more, because answers are read and written eight bytes at a time. */
    for (int i = 0; i < BD__STREAMS; i++) {
        s->stream[i].data = bd__arena_take(arena, bd__source_stream_limit(limits->parameter_bytes) + 8);
    }
    s->choice = bd__arena_take(arena, limits->choices * sizeof *s->choice);
    s->span = bd__arena_take(arena, BD__SPAN_LIMIT * sizeof *s->span);
    s->place = bd__arena_take(arena, BD__SPAN_LIMIT * sizeof *s->place);
    return s;
}

static void begin(struct bd_source *s)
{
    s->policy = NULL;
    s->spent = s->exhausted = false;
    for (int i = 0; i < BD__STREAMS; i++) {
        s->budget[i].left = s->limits.parameter_bytes;
        s->budget[i].spent = false;
    }
    s->discarded = NULL;
    s->choice_count = s->structural_count = 0;
    s->span_now = s->depth = s->depth_unrecorded = 0;
    s->span[0] = (struct bd__span){.site = UINT32_MAX};
    s->span_count = 1;
    s->signature = 0;
}

void bd__source_begin(struct bd_source *s, const struct bd__plan *plan)
{
    begin(s);
    s->spent = plan->op == BD__OP_SIMPLEST;
    s->has_roles = s->sites->has_roles;
    if (plan->tape) {
        s->mode = BD__SOURCE_TAPE;
        s->fresh = plan->fresh;
        bd__tape_rewind(&s->reader, plan->tape);
        return;
    }
    s->mode = BD__SOURCE_STREAMS;
    s->policy = plan->policy;
    s->stream_of[BD_STRUCTURE] = 0;
    s->stream_of[BD_VALUE] = plan->stream_count > 1;
    size_t limit = bd__source_stream_limit(s->limits.parameter_bytes);
    for (unsigned i = 0; i < BD__STREAMS; i++) {
        size_t size = i < plan->stream_count ? plan->stream[i].size : 0;
        if (size > limit) { size = limit; }
        if (size) { memcpy(s->stream[i].data, plan->stream[i].data, size); }
        s->stream[i].size = size;
        s->stream[i].cursor = 0;
    }
}

struct bd__choices bd__source_end(struct bd_source *s)
{
    /* A parent comes before its children, so this loop ends even if a target has overwritten the spans. */
    for (uint32_t i = s->span_now, parent; i && i < BD__SPAN_LIMIT; i = parent < i ? parent : 0) {
        s->span[i].end = s->choice_count;
        parent = s->span[i].parent;
    }
    s->span_now = 0;
    s->span[0].end = s->choice_count;
    unsigned streams = s->mode != BD__SOURCE_STREAMS ? 0 : s->stream_of[BD_VALUE] ? 2 : 1;
    struct bd__choices choices = {
        .choice = s->choice,
        .span = s->span,
        .choice_count = s->choice_count,
        .span_count = s->span_count,
        .structural_count = s->structural_count,
        .stream_count = streams,
        .signature = s->signature,
        .exhausted = s->exhausted,
        .discarded = s->discarded,
    };
    for (unsigned i = 0; i < streams; i++) {
        choices.parameters[i] = (struct bd__bytes){s->stream[i].data, s->stream[i].cursor};
    }
    return choices;
}

/* ---- decoding -------------------------------------------------------------------------------- */

static uint64_t weight_sum(const struct bd_domain *domain)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i <= domain->max; i++) { sum += domain->weights[i]; }
    return sum;
}

/* The answer that the point X of 0 .. sum-1 falls on. */
static uint64_t weighted_at(const struct bd_domain *domain, uint64_t x)
{
    for (uint64_t i = 0;; i++) {
        if (x < domain->weights[i]) { return i; }
        x -= domain->weights[i];
    }
}

uint64_t bd__source_geometric(const struct bd_domain *domain, uint32_t x)
{
    double above = 1 - x * 0x1p-32; /* in (0, 1] */
    double stay = domain->mean / (1 + domain->mean);
    if (domain->mean > 32) {
        double k = floor(log(above) / log1p(-1 / (1 + domain->mean))); /* log(stay) would be 0 from 2^53 on */
        return k < (double)domain->max ? (uint64_t)k : domain->max;
    }
    uint64_t k = 0;
    for (double reach = stay; above <= reach && k < domain->max; reach *= stay) { k++; }
    return k;
}

/* The divisor for remainder decoding; 0 stands for 2^64. */
static uint64_t answers_of(const struct bd_domain *domain)
{
    return domain->shape == BD_WEIGHTED ? weight_sum(domain) : domain->max + 1;
}

static unsigned width_of(uint64_t count)
{
    bool is_power = (count & (count - 1)) == 0; /* also true for 0, which stands for 2^64 */
    if (is_power && count - 1 < 256) { return 1; }
    return count - 1 < ((uint64_t)1 << 24) || (is_power && count - 1 < ((uint64_t)1 << 32)) ? 4 : 8;
}

static uint64_t decode(const struct bd_domain *domain, uint64_t count, uint64_t x)
{
    /* 32-bit divisions are twice as fast. X fits if COUNT needs at most four bytes. */
    uint64_t rest = !count ? x : x <= UINT32_MAX && count <= UINT32_MAX ? (uint32_t)x % (uint32_t)count : x % count;
    return domain->shape == BD_WEIGHTED ? weighted_at(domain, rest) : rest;
}

/* Reads the next WIDTH bytes of ROLE's stream as a little-endian number; false once its budget is spent. The number will
 * be reduced modulo COUNT (0: it will not): fresh numbers that would favour small remainders are redrawn. */
static inline bool take(struct bd_source *s, enum bd_kind role, unsigned width, uint64_t count, uint64_t *x)
{
    if (width > s->budget[role].left) {
        s->budget[role].left = 0; /* spent for good, even if a narrower answer would still fit */
        s->exhausted = s->budget[role].spent = true;
        return false;
    }
    s->budget[role].left -= width;
    unsigned i = s->stream_of[role];
    size_t cursor = s->stream[i].cursor, end = cursor + width;
    uint8_t *at = s->stream[i].data + cursor; /* eight bytes are accessible here: see bd__source_create */
    uint64_t mask = UINT64_MAX >> (64 - 8 * width);
    if (end <= s->stream[i].size) {
        memcpy(x, at, 8);
        *x &= mask;
        s->stream[i].cursor = end;
        return true;
    }
    uint64_t fresh = bd__rng_next(&s->rng) & mask;
    while (count && fresh > mask - count + 1 && fresh - fresh % count > mask - count + 1) {
        fresh = bd__rng_next(&s->rng) & mask;
    }
    memcpy(at, &fresh, 8); /* a tail shorter than an answer is redrawn completely */
    *x = fresh;
    s->stream[i].cursor = s->stream[i].size = end;
    return true;
}

static inline uint64_t answer_from_stream(struct bd_source *s, enum bd_kind role, const struct bd_domain *domain)
{
    uint64_t x, max = domain->max;
    if (domain->shape == BD_GEOMETRIC) {
        return take(s, role, 4, 0, &x) ? bd__source_geometric(domain, (uint32_t)x) : 0;
    }
    if (domain->shape == BD_UNIFORM && max < ((uint64_t)1 << 24)) { /* nearly all draws; faster than below */
        if (max < 256 && !(max & (max + 1))) { return take(s, role, 1, 0, &x) ? x & max : 0; }
        return take(s, role, 4, max + 1, &x) ? (uint32_t)x % (uint32_t)(max + 1) : 0;
    }
    uint64_t count = answers_of(domain);
    return take(s, role, width_of(count), count, &x) ? decode(domain, count, x) : 0;
}

uint64_t bd__source_draw(const struct bd_domain *domain, struct bd__rng *rng)
{
    if (domain->shape == BD_GEOMETRIC) { return bd__source_geometric(domain, (uint32_t)bd__rng_next(rng)); }
    uint64_t x = bd__rng_upto(rng, answers_of(domain) - 1);
    return domain->shape == BD_WEIGHTED ? weighted_at(domain, x) : x;
}

/* An answer of weight 0 must not occur. If a spent budget or an edited tape gives one, the next possible answer
 * replaces it, or else the last one before it. */
static uint64_t possible(const struct bd_domain *domain, uint64_t answer)
{
    uint64_t i = answer;
    while (i < domain->max && domain->weights[i] == 0) { i++; }
    while (i > 0 && domain->weights[i] == 0) { i--; }
    return i;
}

/* ---- encoding: the bytes that would have given a policy's answer --------------------------------- */

/* The smallest number that decodes to ANSWER, which must be possible. In the far tail of a geometric domain no number
 * may decode to it; then the largest number. */
static uint64_t encode(const struct bd_domain *domain, uint64_t answer)
{
    uint64_t x = 0;
    switch (domain->shape) {
    case BD_UNIFORM: return answer;
    case BD_WEIGHTED:
        for (uint64_t i = 0; i < answer; i++) { x += domain->weights[i]; }
        return x;
    case BD_GEOMETRIC: break;
    }
    /* How many numbers decode to less? Those below (1 - stay^answer) · 2^32, which rounding may miss by a little. */
    double below = -expm1((double)answer * log1p(-1 / (1 + domain->mean))) * 0x1p32;
    uint64_t guess = below < 0x1p32 - 2 ? (uint64_t)below : UINT32_MAX - 1;
    for (x = guess ? guess - 1 : 0; x < guess + 2; x++) {
        bool enough = bd__source_geometric(domain, (uint32_t)x) >= answer;
        if (enough && (x == 0 || bd__source_geometric(domain, (uint32_t)x - 1) < answer)) { return x; }
    }
    x = 0;
    for (uint64_t bit = (uint64_t)1 << 31; bit; bit >>= 1) {
        if (bd__source_geometric(domain, (uint32_t)(x + bit - 1)) < answer) { x += bit; }
    }
    return x;
}

/* Asks the policy and appends its answer to the stream, if there is room. */
static uint64_t answer_from_policy(struct bd_source *s, uint32_t site, enum bd_kind role,
                                   const struct bd_domain *domain)
{
    unsigned i = s->stream_of[role];
    uint64_t count = domain->shape == BD_GEOMETRIC ? 0 : answers_of(domain), x;
    unsigned width = domain->shape == BD_GEOMETRIC ? 4 : width_of(count);
    size_t cursor = s->stream[i].cursor;
    if (width <= s->budget[role].left && cursor + width > s->stream[i].size) {
        uint64_t answer = s->policy->answer(s->policy->state, site, domain);
        x = encode(domain, domain->shape == BD_WEIGHTED ? possible(domain, answer) : answer);
        memcpy(s->stream[i].data + cursor, &x, 8);
        s->stream[i].size = cursor + width;
    }
    if (!take(s, role, width, 0, &x)) { return 0; }
    return domain->shape == BD_GEOMETRIC ? bd__source_geometric(domain, (uint32_t)x) : decode(domain, count, x);
}

/* Draws missing from an edited tape get random answers while `fresh` allows. */
static uint64_t answer_from_tape(struct bd_source *s, uint32_t site, enum bd_kind kind, const struct bd_domain *domain)
{
    uint32_t missing = s->reader.missing;
    uint64_t answer = bd__tape_answer(&s->reader, s->sites->site[site].label, kind, domain->max);
    if (s->reader.missing == missing || !s->fresh) { return answer; }
    s->fresh--;
    return bd__source_draw(domain, &s->rng);
}

/* ---- the public primitives ------------------------------------------------------------------- */

uint64_t bd_choose(struct bd_source *s, enum bd_kind kind, const char *label, const struct bd_domain *domain)
{
    if (domain->max == 0) { return 0; }
    if (s->choice_count == s->limits.choices) {
        s->spent = s->exhausted = true;
        return domain->shape == BD_WEIGHTED ? possible(domain, 0) : 0;
    }
    uint32_t site = bd__sites_find(s->sites, label, kind);
    enum bd_kind role = s->has_roles ? bd__sites_role(s->sites, site, kind) : kind;
    const size_t *cursor = &s->stream[s->stream_of[role]].cursor, at = *cursor;
    uint64_t answer = 0;
    if (s->spent) {
        answer = 0;
    } else if (s->mode == BD__SOURCE_STREAMS) {
        answer = s->policy ? answer_from_policy(s, site, role, domain) : answer_from_stream(s, role, domain);
    } else {
        answer = answer_from_tape(s, site, kind, domain);
    }
    if (domain->shape == BD_WEIGHTED && domain->weights[answer] == 0) { answer = possible(domain, answer); }
    s->choice[s->choice_count] = (struct bd__choice){
        .answer = answer,
        .max = domain->max,
        .span = s->span_now,
        .at = (uint32_t)at,
        .mean = domain->shape == BD_GEOMETRIC ? (float)fmin(domain->mean, FLT_MAX) : 0,
        .site = (uint16_t)site,
        .width = (uint8_t)(*cursor - at),
        .kind = kind,
        .crossed = role != kind,
        .coin = domain->shape == BD_UNIFORM && domain->max == 1,
    };
    s->choice_count++;
    s->structural_count += kind == BD_STRUCTURE;
    if (role == BD_STRUCTURE) {
        s->signature = bd__hash_join(s->signature ^ s->sites->site[site].hash, domain->max, answer);
    }
    return answer;
}

void bd_enter(struct bd_source *s, const char *rule)
{
    if (s->span_count == BD__SPAN_LIMIT || s->depth == BD__TAPE_DEPTH - 1 || s->depth_unrecorded) {
        s->depth_unrecorded++;
        return;
    }
    uint32_t site = bd__sites_find(s->sites, rule, BD__RULE);
    s->span[s->span_count] = (struct bd__span){site, s->span_now, s->choice_count, s->choice_count};
    if (s->written) { s->place[s->span_count][0] = s->place[s->span_count][1] = (uint32_t)*s->written; }
    s->span_now = s->span_count++;
    s->depth++;
    if (s->policy) { s->policy->enter(s->policy->state, site); }
    if (s->mode == BD__SOURCE_TAPE) { bd__tape_enter(&s->reader, s->sites->site[site].label); }
}

void bd_leave(struct bd_source *s)
{
    if (s->depth_unrecorded) {
        s->depth_unrecorded--;
        return;
    }
    if (s->span_now == 0) { return; } /* one leave too many: the whole input stays open */
    s->span[s->span_now].end = s->choice_count;
    if (s->written) { s->place[s->span_now][1] = (uint32_t)*s->written; }
    s->span_now = s->span[s->span_now].parent;
    s->depth--;
    if (s->policy) { s->policy->leave(s->policy->state); }
    if (s->mode == BD__SOURCE_TAPE) { bd__tape_leave(&s->reader); }
}

bool bd_spent(const struct bd_source *s)
{
    return s->spent || (s->budget[BD_STRUCTURE].spent && s->budget[BD_VALUE].spent);
}

void bd_discard(struct bd_source *s, const char *reason)
{
    s->spent = true;
    if (!s->discarded) { s->discarded = reason ? reason : "no reason given"; }
}

void *bd_env(const struct bd_source *s)
{
    return s->env;
}

const struct bd_dict *bd_dictionary(const struct bd_source *s)
{
    return s->dict;
}

const struct bd_dict *bd_words_that(struct bd_source *s, bool (*fit)(const char *word), const struct bd_dict *fallback)
{
    return bd__words_view(&s->words, s->dict, fit, fallback);
}
