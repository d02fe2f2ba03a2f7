/* sample.c: makes fresh inputs of a generator, without running them. */
#include <stdatomic.h>

#include "base/rng.h"
#include "corpus/corpus.h"
#include "inspect/apart.h"
#include "store/rundir.h"

/* In the arena: shared by worker and supervisor. */
struct sample_job {
    struct bd__rig *rig;
    struct bd__corpus made;
    uint64_t count;
};

static void sample_in_worker(void *user)
{
    struct sample_job *job = user;
    struct bd__rig *rig = job->rig;
    struct bd__trial *t = &rig->trial;
    bd__rig_seal(rig);
    bd__rig_set_up(rig);
    for (uint64_t i = 0; i < job->count && !bd__pulse_asked(&rig->pulse.stop); i++) {
        t->number = i + 1;
        t->plan = (struct bd__plan){.stream_count = BD__STREAMS, .op = BD__OP_FRESH, .parent = BD__NO_PARENT};
        bd__rig_generate(rig, t);
        t->outcome.verdict = BD_DISCARDED;
        if (!t->choices.discarded) { bd__corpus_add(&job->made, t); }
        bd__rig_end(rig);
    }
}

enum bd_status bd_sample(const struct bd_fuzzer *fuzzer, const struct bd_config *config, uint64_t count,
                         bd_sample_sink *sink, void *user)
{
    struct bd__log log = {config->log, config->user};
    struct bd_config seeded = *config;
    struct bd__dict_file dict = {0};
    struct bd__rig *rig;
    if (!seeded.seed) { seeded.seed = bd__rng_system_seed(); }
    enum bd_status status = bd__rig_open(&rig, &dict, fuzzer, &seeded, &log);
    if (status != BD_OK) { return status; }
    struct sample_job *job = bd__arena_take(rig->arena, sizeof *job);
    struct bd__outcome outcome = {0};
    struct bd__text output = {0};
    job->rig = rig;
    job->count = count;
    bd__corpus_init(&job->made, rig->arena, BD__BRANCH_RESERVE);
    enum bd__worker_end end = bd__apart_work(rig, sample_in_worker, job, &outcome, &output, &log);
    struct bd__provenance from = {bd__rig_name(rig), "quickcheck", seeded.seed, rig->sites};
    bool more = true;
    for (uint32_t i = 0; i < bd__corpus_size(&job->made) && more; i++) {
        struct bd__text tape = {0};
        const struct bd__case *kept = &job->made.entry[i].kept;
        bd__rundir_tape(&tape, &from, kept);
        struct bd_input input = {.data = kept->bytes.data, .size = kept->bytes.size};
        more = sink(i, &input, bd__text_str(&tape), user);
        bd__text_clear(&tape);
    }
    if (end == BD__WORKER_NONE) { status = BD_SYSTEM; }
    if (end == BD__WORKER_STOPPED) { status = BD_INTERRUPTED; }
    if (end == BD__WORKER_FAILED) {
        char what[64];
        bd__outcome_describe(&outcome, what, sizeof what);
        if (atomic_load(&rig->pulse.phase) == BD__PHASE_SETUP) {
            bd__error(&log, "the target's set-up failed (%s):\n%s", what, bd__text_str(&output));
        } else {
            bd__error(&log, "the generator failed (%s) at sample %llu:\n%s", what,
                      (unsigned long long)rig->trial.number, bd__text_str(&output));
        }
        status = BD_SETUP_FAILED;
    }
    bd__text_clear(&output);
    bd__dict_clear(&dict);
    bd__rig_close(rig);
    return status;
}
