/* check_generator.c: does a generator keep the rules? Changes one choice of an input at a time, leaves all others as they
 * are, and looks at what follows.
 *
 *   sample     a, b, c, d, e        what the generator drew, in order
 *   changed    a, b, C, d, e        the same choice points followed: C did not steer
 *   changed    a, b, C, x, …        others followed: C steered, so it is structure (the paper's definition)
 */
#include <string.h>

#include "base/hash.h"
#include "base/rng.h"
#include "inspect/apart.h"

/* Samples draw the same few choice points over and over, so a choice point is left alone once it has been changed
 * ENOUGH times. Longer inputs than CHOICES are not looked at. */
enum { ENOUGH = 400, PER_SAMPLE = 64, CHOICES = 1 << 16 };

struct point {
    uint64_t drawn, changed, steered, ranged, silent;
};

/* Answers with what was drawn before, except at one place. It is a policy, so it hears every draw. */
struct repetition {
    struct bd__policy policy;
    struct bd__rng rng;
    const struct bd__choice *choice;
    uint64_t *domain; /* a hash of what each could answer; filled by a repetition without a change */
    uint32_t count;
    uint32_t change;      /* the index of the choice that gets another answer; UINT32_MAX: none */
    uint32_t next;        /* of the draw to come */
    bool steered, ranged; /* another choice point followed; the same one, with another domain */
    bool no_other;        /* chance found no other answer */
};

struct check_job {
    struct bd__rig *rig;
    uint64_t wanted;
    struct bd_generator_check sum;
    struct point point[BD__SITE_LIMIT];
    struct repetition repetition;
    struct bd__choice choice[CHOICES]; /* of the sample */
    uint64_t domain[CHOICES];
    uint32_t picked[PER_SAMPLE];
};

static uint64_t another_answer(struct repetition *r, const struct bd_domain *domain, uint64_t but)
{
    enum { TRIES = 64 }; /* a weight may be small, but not that small */
    for (int i = 0; i < TRIES; i++) {
        uint64_t answer = bd__source_draw(domain, &r->rng);
        if (answer != but) { return answer; }
    }
    r->no_other = true;
    return but;
}

static uint64_t hash_of(const struct bd_domain *d)
{
    size_t weights = d->shape == BD_WEIGHTED ? (size_t)(d->max + 1) * sizeof *d->weights : 0;
    uint64_t hash = bd__hash_join(bd__hash(d->weights, weights), d->max, (uint64_t)d->shape);
    return d->shape == BD_GEOMETRIC ? bd__hash_join(hash, bd__hash(&d->mean, sizeof d->mean), 0) : hash;
}

static uint64_t answer(void *state, uint32_t site, const struct bd_domain *domain)
{
    struct repetition *r = state;
    uint32_t i = r->next++;
    if (r->steered || i >= r->count || r->choice[i].site != site) {
        r->steered = true;
        return 0; /* ends soon */
    }
    uint64_t hash = hash_of(domain);
    if (r->change == UINT32_MAX) { r->domain[i] = hash; }
    if (r->domain[i] != hash) { r->ranged = true; }
    if (i == r->change) { return another_answer(r, domain, r->choice[i].answer); }
    return r->choice[i].answer <= domain->max ? r->choice[i].answer : domain->max;
}

static void enter(void *state, uint32_t rule)
{
    (void)state, (void)rule;
}

static void leave(void *state)
{
    (void)state;
}

/* Makes the sample again with one change. Afterwards the trial has the result. */
static void repeat(struct check_job *job, uint32_t change)
{
    struct repetition *r = &job->repetition;
    struct bd__trial *t = &job->rig->trial;
    r->change = change;
    r->next = 0;
    r->steered = r->ranged = r->no_other = false;
    r->policy = (struct bd__policy){r, answer, enter, leave};
    t->plan = (struct bd__plan){
        .stream_count = BD__STREAMS, .op = BD__OP_POLICY, .parent = BD__NO_PARENT, .policy = &r->policy};
    bd__rig_generate(job->rig, t);
    if (r->next != r->count) { r->steered = true; }
}

/* Picks choices of the sample to change: for each choice point that was not changed often enough, a random one of its
 * draws. Returns how many. */
static uint32_t pick(struct check_job *job)
{
    uint32_t picked = 0, seen[PER_SAMPLE];
    struct repetition *r = &job->repetition;
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t site = r->choice[i].site, j = 0;
        job->point[site].drawn++;
        if (job->point[site].changed >= ENOUGH) { continue; }
        while (j < picked && r->choice[job->picked[j]].site != site) { j++; }
        if (j == PER_SAMPLE) { continue; }
        if (j == picked) { seen[picked++] = 0; }
        /* The n-th draw replaces the pick with a chance of one in n, so all have the same chance. */
        if (bd__rng_upto(&r->rng, seen[j]++) == 0) { job->picked[j] = i; }
    }
    return picked;
}

static void check_sample(struct check_job *job)
{
    struct bd__trial *t = &job->rig->trial;
    struct repetition *r = &job->repetition;
    memcpy(job->choice, t->choices.choice, t->choices.choice_count * sizeof *job->choice);
    r->choice = job->choice;
    r->domain = job->domain;
    r->count = t->choices.choice_count;
    bool has_bytes = t->input.size > 0 && !t->input.object;
    uint64_t bytes = bd__hash(t->input.data, t->input.size);
    job->sum.draws += r->count;
    if (has_bytes && t->input.size < job->sum.simplest) { job->sum.smaller++; }
    if (t->input.size < job->sum.smallest) { job->sum.smallest = t->input.size; }
    bd__rig_end(job->rig);

    repeat(job, UINT32_MAX);
    bool drifted = r->steered || bd__hash(t->input.data, t->input.size) != bytes;
    bd__rig_end(job->rig);
    if (drifted) {
        job->sum.drifted++;
        return;
    }
    uint32_t picked = pick(job);
    for (uint32_t i = 0; i < picked && !bd__pulse_asked(&job->rig->pulse.stop); i++) {
        struct point *point = &job->point[r->choice[job->picked[i]].site];
        repeat(job, job->picked[i]);
        bool same = bd__hash(t->input.data, t->input.size) == bytes;
        bd__rig_end(job->rig);
        if (r->no_other || t->choices.discarded) { continue; } /* a discarded input is not drawn to its end */
        point->changed++;
        point->steered += r->steered;
        point->ranged += r->ranged && !r->steered;
        point->silent += has_bytes && same && !r->steered && !r->ranged;
        job->sum.changes++;
    }
}

struct check_request {
    uint64_t samples;
    struct bd_generator_check *check;
    bd_choice_point_sink *sink;
    void *user;
};

static void prepare(void *state, struct bd__rig *rig, void *user)
{
    struct check_job *job = state;
    const struct check_request *request = user;
    job->rig = rig;
    job->wanted = request->samples;
    bd__rng_init(&job->repetition.rng, rig->config.seed, 5);
}

static void check_samples(void *state)
{
    struct check_job *job = state;
    struct bd__rig *rig = job->rig;
    struct bd__trial *t = &rig->trial;
    t->plan = (struct bd__plan){.stream_count = BD__STREAMS, .op = BD__OP_SIMPLEST, .parent = BD__NO_PARENT};
    bd__rig_generate(rig, t);
    job->sum.simplest = job->sum.smallest = t->input.size;
    bd__rig_end(rig);
    for (uint64_t i = 0; i < job->wanted && !bd__pulse_asked(&rig->pulse.stop); i++) {
        t->number = i + 1;
        t->plan = (struct bd__plan){.stream_count = BD__STREAMS, .op = BD__OP_FRESH, .parent = BD__NO_PARENT};
        bd__rig_generate(rig, t);
        job->sum.samples++;
        bool whole = !t->choices.discarded && !t->choices.exhausted && t->choices.choice_count <= CHOICES;
        if (whole) {
            check_sample(job);
        } else {
            job->sum.skipped++;
            bd__rig_end(rig);
        }
    }
}

static bool has_other_kind(const struct bd__sites *sites, uint32_t site)
{
    for (uint32_t i = 0; i < sites->count; i++) {
        bool draws = sites->site[i].kind != BD__RULE && sites->site[i].kind != sites->site[site].kind;
        if (draws && strcmp(sites->site[i].label, sites->site[site].label) == 0) { return true; }
    }
    return false;
}

static void collect(void *state, struct bd__rig *rig, void *user)
{
    const struct check_job *job = state;
    const struct check_request *request = user;
    *request->check = job->sum;
    request->check->seed = rig->config.seed;
    for (uint32_t i = 0; i < rig->sites->count && i < BD__SITE_LIMIT; i++) {
        const struct bd__site *site = &rig->sites->site[i];
        if (site->kind > BD_VALUE || !job->point[i].drawn) { continue; } /* a rule, or overwritten by the generator */
        request->sink(
            &(struct bd_choice_point){
                .label = site->label,
                .kind = (enum bd_kind)site->kind,
                .drawn = job->point[i].drawn,
                .changed = job->point[i].changed,
                .steered = job->point[i].steered,
                .ranged = job->point[i].ranged,
                .silent = job->point[i].silent,
                .two_kinds = has_other_kind(rig->sites, i),
            },
            request->user);
    }
}

enum bd_status bd_check_generator(const struct bd_fuzzer *fuzzer, const struct bd_config *config, uint64_t samples,
                                  struct bd_generator_check *check, bd_choice_point_sink *sink, void *user)
{
    static const struct bd__making checking = {sizeof(struct check_job), prepare, check_samples, collect};
    return bd__apart_make(&checking, fuzzer, config, &(struct check_request){samples, check, sink, user});
}
