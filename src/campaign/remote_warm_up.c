#include "campaign/remote_warm_up.h"

#include "base/clock.h"
#include "exec/worker.h"
#include "gen/dict.h"

/* In the supervisor's memory; a worker has a copy. */
struct stretch {
    struct bd__rig *rig; /* not the campaign's: this one's sites and random numbers are forgotten */
    double until;        /* by bd__clock_seconds */
};

/* In a worker. What fails is not filed, and a remote that is lost ends this worker only. */
static void run_random_inputs(void *user)
{
    const struct stretch *s = user;
    struct bd__rig *rig = s->rig;
    struct bd__trial *t = &rig->trial;
    bd__rig_seal(rig);
    bd__rig_set_up(rig);
    while (bd__clock_seconds() < s->until && !bd__pulse_asked(&rig->pulse.stop) &&
           !bd__pulse_asked(&rig->pulse.retire)) {
        *t = (struct bd__trial){
            .plan = {.stream_count = BD__STREAMS, .op = BD__OP_FRESH, .parent = BD__NO_PARENT},
        };
        bd__rig_generate(rig, t);
        if (!t->choices.discarded) { bd__rig_run(rig, t); }
        bd__rig_end(rig);
    }
}

/* Workers until the time is over. */
static enum bd_status work(struct stretch *s, const struct bd__log *log)
{
    struct bd__worker worker = bd__rig_worker(s->rig, run_random_inputs, s, log);
    while (bd__clock_seconds() < s->until) {
        struct bd__outcome outcome;
        enum bd__worker_end end = bd__worker_run(&worker, &outcome, NULL);
        if (worker.interrupted) { return BD_INTERRUPTED; }
        if (end == BD__WORKER_NONE) { return BD_SYSTEM; }
        /* If the set-up fails, the campaign will say so. */
        if (end == BD__WORKER_FAILED && atomic_load(&s->rig->pulse.phase) == BD__PHASE_SETUP) { break; }
    }
    return BD_OK;
}

enum bd_status bd__remote_warm_up(const struct bd__ring *ring, const struct bd__log *log)
{
    double seconds = ring->rig.config.warm_up_seconds;
    if (!ring->rig.remote || seconds <= 0) { return BD_OK; }
    struct bd_session session = {ring->rig.remote}; /* lent */
    struct bd_config config = ring->rig.config;
    struct bd__dict_file dict = {0};
    struct stretch s = {.until = bd__clock_seconds() + seconds};
    config.session = &session;
    config.seed = ~config.seed; /* or a campaign of random inputs would begin with the same ones */
    enum bd_status status = bd__rig_open(&s.rig, &dict, &ring->rig.target.fuzzer, &config, log);
    if (status != BD_OK) { return status; }
    bd__info(log, "warming up for %.10g s", seconds);
    status = work(&s, log);
    bd__rig_close(s.rig);
    bd__dict_clear(&dict);
    return status;
}
