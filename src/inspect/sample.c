/* sample.c: makes fresh inputs of a generator, without running them. */
#include "corpus/corpus.h"
#include "inspect/apart.h"
#include "store/rundir.h"

struct sample_job {
    struct bd__rig *rig;
    struct bd__corpus made;
    uint64_t count;
};

struct sample_request {
    uint64_t count;
    bd_sample_sink *sink;
    void *user;
};

static void prepare(void *state, struct bd__rig *rig, void *user)
{
    struct sample_job *job = state;
    const struct sample_request *request = user;
    job->rig = rig;
    job->count = request->count;
    bd__corpus_init(&job->made, rig->arena, BD__BRANCH_RESERVE);
}

static void sample(void *state)
{
    struct sample_job *job = state;
    struct bd__rig *rig = job->rig;
    struct bd__trial *t = &rig->trial;
    for (uint64_t i = 0; i < job->count && !bd__pulse_asked(&rig->pulse.stop); i++) {
        t->number = i + 1;
        t->plan = (struct bd__plan){.stream_count = BD__STREAMS, .op = BD__OP_FRESH, .parent = BD__NO_PARENT};
        bd__rig_generate(rig, t);
        t->outcome.verdict = BD_DISCARDED;
        if (!t->choices.discarded) { bd__corpus_add(&job->made, t); }
        bd__rig_end(rig);
    }
}

static void collect(void *state, struct bd__rig *rig, void *user)
{
    struct sample_job *job = state;
    const struct sample_request *request = user;
    struct bd__provenance from = {bd__rig_name(rig), "quickcheck", rig->config.seed, rig->sites};
    bool more = true;
    for (uint32_t i = 0; i < bd__corpus_size(&job->made) && more; i++) {
        struct bd__text tape = {0};
        const struct bd__case *kept = &job->made.entry[i].kept;
        bd__rundir_tape(&tape, &from, kept);
        struct bd_input input = {.data = kept->bytes.data, .size = kept->bytes.size};
        more = request->sink(i, &input, bd__text_str(&tape), request->user);
        bd__text_clear(&tape);
    }
}

enum bd_status bd_sample(const struct bd_fuzzer *fuzzer, const struct bd_config *config, uint64_t count,
                         bd_sample_sink *sink, void *user)
{
    static const struct bd__making sampling = {sizeof(struct sample_job), prepare, sample, collect};
    return bd__apart_make(&sampling, fuzzer, config, &(struct sample_request){count, sink, user});
}
